"""Headers whose known names may say less than the other columns: their first rows are looked at first.

A game may stand twice, a state may call it unplayed, sets may decide and not points. Most headers have no
word of this kind, and cost nothing: these expressions go before the words of all languages are loaded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from arpad.core import BadInput
from arpad.record.tables.header import layout

STATES = re.compile(
    r"(?i)stat|estado|stan|stav|played|finished|complete|live|done|final|gespielt|gespeeld|jugado|disputado|durum|joue"
    r"|situa|spelad|spillet|oynan|zagran|odehr|confirm|started|walkover|forfeit|abandon|cancel|postpon|[^\x00-\x7f]"
)
"""What a header has that may tell games from fixtures, and from games that were awarded."""

REMARKS = re.compile(
    r"(?i)note|not|nota|info|remar|comment|komment|bemerk|anmerk|hinweis|observa|opmerk|uwag|poznam|[^\x00-\x7f]"
)
"""What a header has in which remarks may say that a game was called off."""

OPPONENTS = re.compile(r"(?i)opponent|gegner|adversaire|rival|tegenstander")
"""What a header has in which every game may stand twice, once from each side."""

NUMBERED = re.compile(r"(?i)[^\W\d]1\b.*[^\W\d]2\b")
"""What a header has in which points may be those of 1 and 2, and either side may stand first."""

WINNERS = re.compile(r"(?i)winner|won|w_?name|vainq|gewin|sieger|vencedor|ganador")
"""What a header has in which winners and losers may have drawn."""

BETS = re.compile(r"(?i)stake|profit|wager")
"""What a header has in which results may be those of bets."""

RESULTS = re.compile(r"(?i)result|outcome|ergebnis|resultad|risultat|wynik|uitslag|\bwins\b|victor|siege")
"""What a header has in which words tell beside the points that nobody played, or numbers count wins."""

WITHIN = re.compile(r"(?i)sets|maps|frames|games|legs|rubbers|s[aä]tze|manches")
"""What a header has in which points may not decide, as they were made within sets."""


def is_doubtful(header: Sequence[str]) -> bool:
    """Tell whether the known names of a header may say less than its other columns.

    Args:
        header: the names of the columns.
    """
    line = " ; ".join(header)
    if WITHIN.search(line) or BETS.search(line):
        return True
    beside = RESULTS.search(line) is not None
    doubts = any(words.search(line) for words in (STATES, REMARKS, OPPONENTS, NUMBERED, WINNERS))
    if not (beside or doubts):
        return False
    if OPPONENTS.search(line):
        return True
    from arpad.record.columns.flags import is_ending_name, is_flag_name, is_remark_name, may_award

    if doubts and any(is_remark_name(name) or is_flag_name(name) or may_award(name) for name in header):
        return True
    try:
        known = layout(header)
    except BadInput:
        return False
    if known.sides.won:
        return beside or any(is_ending_name(name) or "draw" in name.lower() for name in header)
    points, days = "points_first" in known.roles, "time" in known.roles
    if not doubts:
        return points and "score" not in known.roles
    return known.has_points_of_others or points or (days and not known.sides.advantage)
