"""What the Dutch system says of a round, counted again from the crosstable by code that shares nothing with it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import Explanation
from arpad.rulebooks.fide.pairing.dutch.editions import BOOK_2017, BOOK_2026, Book
from arpad.rulebooks.fide.pairing.dutch.system import DUTCH_2017, DUTCH_2026, Dutch
from arpad.tournament import Bye, Entrant, NoLegalRound, Pairing, Points, Round, Tournament
from arpad.tournament.generator import Chances, generate
from arpad.tournament.results import Result
from rulebooks.fide.pairing.crosstables import LIVELY
from rulebooks.fide.pairing.dutch_reference import Bracket, Candidate, Crosstable

EDITIONS = (DUTCH_2026, DUTCH_2017)
SMALL = 11
"""How many players, downfloaters included, the next bracket and all below it may be for C8 to be counted."""


def shown(score: Fraction) -> str:
    whole, rest = divmod(score, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(score)


def listed(part: Explanation, label: str) -> tuple[int, ...]:
    for step in part.steps:
        if step.label == label:
            return tuple(int(word) for word in str(step.value).split(","))
    return ()


def told(part: Explanation) -> list[tuple[str, str, Any]]:
    """The criteria: article, the score it is about, and how much."""
    rows = []
    for step in part.steps:
        if re.fullmatch(r"C\.?([5-9]|1\d|2[01])", step.source):
            about = re.search(r"from (\d*½?)", step.label)
            value = step.value if isinstance(step.value, str) else int(step.value)
            rows.append((step.source, about[1] if about else "", value))
    return rows


def read(table: Crosstable, part: Explanation, below: list[int], paired: Round) -> Bracket:
    """The bracket as the round and the explanation have it."""
    moved, residents, down = (listed(part, word) for word in ("moved down", "residents", "float down"))
    opponent = {n: o for g in paired.pairings for n, o in ((g.white, g.black), (g.black, g.white))}
    both = (*moved, *residents)
    inside = [n for n in both if n not in down]
    pairs = tuple((n, opponent[n]) for n in inside if inside.index(n) < inside.index(opponent[n]))
    group, rest = table.groups(below)
    words = "paired again" in "".join(str(step.value) for step in part.steps)
    return Bracket(moved, residents, group, rest, not below or words, Candidate(pairs, down))


def expected(table: Crosstable, bracket: Bracket) -> list[tuple[str, str, Any]]:
    """The criteria in descending priority; how many downfloaters the next bracket has only in small fields.

    What a pairing has nothing of is left out.
    """
    ahead = len(bracket.chosen.down) + len(bracket.group) + len(bracket.rest) <= SMALL
    counted = bracket if ahead else bracket._replace(group=())
    rows = (expected_2017 if table.old else expected_2026)(table, counted)
    return [row for row in rows if row[2] not in (0, "none")]


def expected_2026(table: Crosstable, bracket: Bracket) -> list[tuple[str, str, Any]]:
    score, one = table.score, bracket.chosen
    found = table.vector(bracket, one)
    levels = sorted({score[n] for n in bracket.moved}, reverse=True)
    rows: list[tuple[str, str, Any]] = [("C6", "", len(one.down))]
    for level in levels:
        rows.append(("C7", shown(level), found["C7"].count(level)))
    if bracket.group:
        many, scores = found["C8"]
        rows.append(("C8", "", many))
        for level in sorted({score[n] for n in (*bracket.moved, *bracket.residents)}, reverse=True):
            rows.append(("C8", shown(level), scores.count(level)))
    if "C9" in found:
        rows.append(("C9", "", found["C9"]))
    rows += [(f"C{at}", "", found[f"C{at}"]) for at in range(10, 18)]
    for at, back in ((18, 1), (20, 2)):
        for level in levels:
            again = [n for n in one.down if n in bracket.moved and score[n] == level]
            rows.append((f"C{at}", shown(level), sum(table.floated(n, back) == "down" for n in again)))
        for level in levels:
            met = [b for a, b in one.pairs if a in bracket.moved and score[a] == level]
            rows.append((f"C{at + 1}", shown(level), sum(table.floated(n, back) == "up" for n in met)))
    rows.sort(key=lambda row: int(row[0][1:]))
    return rows


def expected_2017(table: Crosstable, bracket: Bracket) -> list[tuple[str, str, Any]]:
    rows: list[tuple[str, str, Any]] = []
    one = bracket if bracket.group else bracket._replace(whole=True)
    for article, value in table.vector(one, bracket.chosen).items():
        values = value if article == "C.7" else [value]
        for single in values:
            said: Any = single
            if isinstance(single, tuple):
                said = ", ".join(shown(gap) for gap in single if gap) or "none"
            rows.append((article, "", said))
    return rows


def checked(edition: Any, one: Tournament) -> tuple[int, int]:
    """Count a round's criteria again; return how many brackets, and in how many of them C8 too."""
    table = Crosstable(one, old=edition is DUTCH_2017)
    try:
        paired = Dutch(edition).pair(one)
    except NoLegalRound:
        return 0, 0
    explained = paired.explain()
    parts = [part for part in explained.parts if part.label.startswith("Bracket of")]
    bye = next((b.number for b in paired.round.byes if b.result is Result.PAIRING_BYE), None)
    small = len(table.numbers) <= SMALL
    if bye and not table.old:
        table.limit = table.score[bye]
        (step,) = (s for s in explained.parts[-1].steps if s.label == "score")
        assert (step.source, step.value) == ("C5", shown(table.score[bye]))
        if small:  # C5: nobody of a lower score could have it
            lower = [s for s in table.score.values() if s < table.limit]
            assert not any(table.completable(table.numbers, s) for s in lower)
    left = list(table.numbers)
    games = ahead = 0
    for part in parts:
        inside = {*listed(part, "moved down"), *listed(part, "residents")}
        left = [n for n in left if n not in inside]
        bracket = read(table, part, left, paired.round)
        wanted, found = expected(table, bracket), told(part)
        if len(bracket.chosen.down) + len(left) > SMALL:
            found = [row for row in found if row[0] not in ("C8", "C.7")]
            if not table.old:  # whether the bye is the one downfloater's needs the whole field, too
                found, wanted = ([r for r in rows if r[0] != "C9"] for rows in (found, wanted))
        else:
            ahead += bool(left)
        assert found == wanted, part.label
        games += len(bracket.chosen.pairs)
    assert games == len(paired.round.pairings)
    assert not left
    return len(parts), ahead


@given(st.sampled_from(EDITIONS), st.integers(4, 24), st.integers(2, 9), st.integers(0, 10**6))
def test_the_criteria_that_are_told_are_those_of_the_pairing(
    edition: Any, players: int, rounds: int, seed: int
) -> None:
    happens = (Chances(0.05, 0.05, 0.05, 0.0), LIVELY)[seed % 2]
    engine = Dutch(edition)
    one = generate(engine, players=players, rounds=rounds, play=seed % rounds, seed=seed, happens=happens)
    checked(edition, one)


def small_fields(count: int, edition: Any, most: int = 9) -> Iterator[Tournament]:
    lots = random.Random(count)
    for _ in range(count):
        rounds = lots.randint(3, 8)
        happens = lots.choice((Chances(), LIVELY))
        play, seed = lots.randint(1, rounds - 1), lots.randrange(10**6)
        players = lots.randint(5, most)
        yield generate(Dutch(edition), players=players, rounds=rounds, play=play, seed=seed, happens=happens)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_the_next_bracket_is_counted_too(edition: Any) -> None:
    """C8 (C.7) by writing out all pairings of the next bracket, C5 by all complete rounds."""
    brackets = ahead = 0
    for one in small_fields(80, edition, SMALL):
        found = checked(edition, one)
        brackets += found[0]
        ahead += found[1]
    assert ahead > 100, (brackets, ahead)


@pytest.mark.parametrize("book", [BOOK_2026, BOOK_2017], ids=["2026", "2017"])
def test_the_page_has_the_table_of_criteria(book: Book) -> None:
    page = (Path(__file__).parents[4] / "docs" / "pairing" / "fide-dutch.md").read_text(encoding="utf-8")
    assert "\n".join(f"| {row.article} | {row.words} |" for row in book.criteria) in page


def test_who_of_the_same_score_may_not_have_the_bye_is_named() -> None:
    """C2: 3 had the bye, worth nothing here, and stands level with 2, who lost and has the next one."""
    one = Round((Pairing(1, 2, Result.WIN, Result.LOSS),), (Bye(3, Result.PAIRING_BYE),))
    field = tuple(Entrant(number, f"P{number}", 2000) for number in (1, 2, 3))
    event = Tournament(
        field,
        (one,),
        system="fide-dutch",
        planned=3,
        points=Points(pairing_bye=Fraction(0)),
        initial_colour="w",
    )
    told = Dutch().pair(event).explain()
    (bye,) = (part for part in parts_of(told) if part.label == "Pairing-allocated bye")
    assert bye.outcome == "2"
    assert [str(step.value) for step in bye.steps if step.label == "may not have it"] == ["3"]


def parts_of(explanation: Explanation) -> Iterator[Explanation]:
    yield explanation
    for part in explanation.parts:
        yield from parts_of(part)
