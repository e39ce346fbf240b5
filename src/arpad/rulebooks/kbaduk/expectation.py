"""The winning expectancy: the formula, and the table that a player looks it up in."""

from __future__ import annotations

from typing import Any

from arpad.compiled.specialising import kernel
from arpad.ratings.elo.curves import logistic

STEP = 5
"""The table has an entry for every so many points of difference."""

SCALE = 800.0
"""The scale for which the table was made."""

PRINTED = """
    500 504 507 511 514 518 522 525 529 532
    536 539 543 547 550 554 557 561 564 568
    571 575 578 582 585 589 592 596 599 603
    606 610 613 617 620 623 627 630 633 637
    640 643 647 650 653 656 660 663 666 669
    673 676 679 682 685 688 691 694 697 700
    703 706 709 712 715 718 721 724 727 730
    733 735 738 741 744 746 749 752 754 757
    760 762 765 768 770 773 775 778 780 783
    785 787 790 792 795 797 799 802 804 806
    808 811 813 815 817 819 821 823 826 828
    830 832 834 836 838 840 841 843 845 847
    849 851 853 854 856 858 860 861 863 865
    867 868 870 871 873 875 876 878 879 881
    882 884 885 887 888 890 891 892 894 895
    896 898 899 900 902 903 904 905 907 908
    909 910 911 913 914 915 916 917 918 919
    920 921 922 923 924 925 926 927 928 929
    930 931 932 933 934 935 936 937 937 938
    939 940 941 941 942 943 944 945 945 946
"""
"""The table in thousandths, a line for every 50 points of difference."""

TABLE = tuple(int(entry) / 1000 for entry in PRINTED.split())
"""The winning expectancy of the higher rated player at differences of 0, 5, 10… 995."""

REACH = STEP * (len(TABLE) - 0.5)
"""The difference from which none of the table's entries is within half a step."""


@kernel
def nearest_entry(difference: float) -> int:
    """Return the number of the entry nearest to a difference, whichever side is ahead.

    Between whole ratings none is ever half-way between two entries; if one is, the larger counts.
    """
    return int(abs(difference) / STEP + 0.5)


@kernel
def by_formula(difference: float, scale: float) -> tuple[float, float]:
    """Return the winning expectancies of both sides, 1 / (1 + 10^(−difference / scale)) and the rest."""
    return logistic(difference, scale)


@kernel
def by_table(table: Any, difference: float, scale: float) -> tuple[float, float]:
    """Return the winning expectancies of both sides from the table, the lower rated one's as the rest to 1.

    Beyond the last entry, where the table is silent, the formula holds.
    """
    if abs(difference) >= REACH:
        return by_formula(difference, scale)
    higher = table[nearest_entry(difference)]
    return (higher, 1.0 - higher) if difference >= 0.0 else (1.0 - higher, higher)
