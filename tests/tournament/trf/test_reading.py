"""What a file says, and that its bytes come back."""

from __future__ import annotations

from fractions import Fraction

from arpad.tournament import Result
from arpad.tournament.trf import parse, read_trf

IN_TOURNAMENT = """\
012 Three players
142 3
152 B
001    1      Alpha                             2000                             1.5    1     2 w 1  0000 - H
001    2      Beta                              1900                             0.0    3     1 b 0
001    3      Gamma                             1800                             1.0    2  0000 - U
"""


def test_the_round_to_be_paired_holds_byes_only() -> None:
    tournament = read_trf(IN_TOURNAMENT)
    assert tournament.played == 1
    assert tournament.planned == 3
    assert tournament.initial_colour == "b"
    assert tournament.absent(2) == {1: Result.HALF_BYE}
    assert tournament.scores() == {1: Fraction(1), 2: Fraction(0), 3: Fraction(1)}


def test_an_unchanged_document_is_what_was_read() -> None:
    for end in ("\n", "\r", "\r\n"):
        content = IN_TOURNAMENT.replace("\n", end).encode()
        assert bytes(parse(content)) == content
