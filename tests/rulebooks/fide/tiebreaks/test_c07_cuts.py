"""Cuts (article 14, 16.5) do not depend on the order of the rounds before the last.

``data/many-unplayed.trf``: OttoMilvang/TieBreakServer, ``tests/fixtures/swiss_with_many_unplayed_rounds.trf``, whose
values for number 4 are 5.00 (SB/C2) and 1.25 (SB/M2) in the edition of 2026.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.rulebooks.fide.tiebreaks.cuts import cut
from arpad.rulebooks.standings import standings
from arpad.tournament.tiebreaks.code import parse_code
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm
from arpad.tournament.trf import read_trf

FILE = Path(__file__).parent / "data" / "many-unplayed.trf"
CODES = ["SB/C1", "SB/C2", "SB/M1", "SB/M2", "BH/C1", "BH/C2", "BH/M1", "BH/M2"]
HALVES = st.integers(0, 6).map(lambda number: Fraction(number, 2))


def with_rounds_exchanged(text: str, one: int, other: int) -> str:
    """Return a report with the columns of two rounds exchanged in every player's line."""
    lines = []
    a, b = 91 + 10 * (one - 1), 91 + 10 * (other - 1)
    for line in text.splitlines():
        if not line.startswith("001"):
            lines.append(line)
            continue
        wide = line.ljust(91 + 10 * 9)
        first, second = wide[a : a + 8], wide[b : b + 8]
        lines.append((wide[:a] + second + wide[a + 8 : b] + first + wide[b + 8 :]).rstrip())
    return "\n".join(lines) + "\n"


def values(text: str, edition: date) -> dict[tuple[int, str], Fraction]:
    made = standings(read_trf(text), ["PTS", *CODES], edition)
    return {(number, code): made.value(number, code).value for number in range(1, 16) for code in CODES}


def test_the_reference_programs_values() -> None:
    found = values(FILE.read_text(), date(2026, 3, 1))
    assert (found[4, "SB/C2"], found[4, "SB/M2"]) == (Fraction(5), Fraction(5, 4))


@pytest.mark.parametrize("edition", [date(2024, 8, 1), date(2026, 3, 1)])
def test_two_rounds_exchanged_change_no_value(edition: date) -> None:
    """Nobody's results change; cuts that went by the order of the rounds gave number 4 another value."""
    text = FILE.read_text()
    assert values(with_rounds_exchanged(text, 1, 2), edition) == values(text, edition)


@given(
    st.lists(st.tuples(HALVES, HALVES, st.booleans()), min_size=1, max_size=5),
    st.sampled_from(["C1", "C2", "C3", "M1", "M2"]),
)
def test_the_order_of_the_terms_changes_no_value(
    rounds: list[tuple[Fraction, Fraction, bool]], modifier: str
) -> None:
    code, table = parse_code(f"SB/{modifier}"), ScoreTable(read_trf(FILE.read_text()))

    def total(order: tuple[tuple[Fraction, Fraction, bool], ...]) -> Fraction:
        terms = [
            TieBreakTerm(weight * points, f"round {at}", weight=weight, voluntary=voluntary)
            for at, (weight, points, voluntary) in enumerate(order, 1)
        ]
        return sum((term.value for term in cut(table, code, terms) if not term.cut), Fraction(0))

    assert len({total(order) for order in permutations(rounds)}) == 1
