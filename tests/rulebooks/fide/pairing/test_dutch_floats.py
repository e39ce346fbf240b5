"""Why somebody floats in the Dutch system, and why not another pair: found again by writing every candidate out.

A claim is about the best candidate under a condition: at which criterion it is worse first, or in which order it
comes later. In small fields all candidates of a bracket can be tried.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from arpad.core import ArpadError, Explanation
from arpad.rulebooks.fide.pairing.dutch.system import DUTCH_2017, DUTCH_2026, Dutch
from arpad.tournament import NoLegalRound, Tournament
from arpad.tournament.generator import QUIET, Chances, generate
from arpad.tournament.matching.dense import graph
from arpad.tournament.results import Result
from rulebooks.fide.pairing.crosstables import LIVELY, crosstable
from rulebooks.fide.pairing.dutch_reference import Bracket, Candidate, Crosstable

EDITIONS = (DUTCH_2026, DUTCH_2017)
NAMES = {
    False: {"met": "C1–C3", "C4": "C4", "C2": "C2", "later": "3.8.1", "orders": ("4.4", "4.2", "4.3", "4.2")},
    True: {
        "met": "C.1–C.3",
        "C4": "C.4",
        "C2": "C.2",
        "later": "B.8",
        "orders": ("D.3", "D.1", "D.2", "D.1"),
    },
}
Wanted = Callable[[Candidate], bool]


def fields(count: int, edition: Any, most: int) -> Iterator[Tournament]:
    lots = random.Random(count + most)
    for _ in range(count):
        rounds = lots.randint(2, 8)
        happens = lots.choice((QUIET, Chances(), LIVELY))
        play, seed = lots.randint(1, rounds - 1), lots.randrange(10**6)
        players = lots.randint(3, most)
        yield generate(Dutch(edition), players=players, rounds=rounds, play=play, seed=seed, happens=happens)


def pairs(brackets: list[Bracket]) -> set[frozenset[int]]:
    return {frozenset(pair) for one in brackets for pair in one.chosen.pairs}


def made(one: Any) -> set[frozenset[int]]:
    return {frozenset((game.white, game.black)) for game in one.pairings}


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_the_first_of_the_best_candidates_is_paired(edition: Any) -> None:
    rounds = 0
    for one in fields(150, edition, 8):
        brackets = Crosstable(one, old=edition is DUTCH_2017).round()
        if brackets is None:
            with pytest.raises(NoLegalRound):
                Dutch(edition).pair(one)
            continue
        assert made(Dutch(edition).pair(one).round) == pairs(brackets)
        rounds += 1
    assert rounds > 100


def worse(
    table: Crosstable, bracket: Bracket, other: tuple[Candidate, dict[str, Any]], under: Crosstable
) -> str:
    """The first criterion at which a candidate is worse than the one chosen, or the order in which it is later."""
    mine, theirs = table.vector(bracket, bracket.chosen), other[1]
    for article in table.articles:
        if mine.get(article, 0) != theirs.get(article, 0):
            assert mine.get(article, 0) < theirs.get(article, 0)
            return article
    first, second = (under.sequence(bracket, one) for one in (bracket.chosen, other[0]))
    assert first <= second
    return next((str(at) for at in range(4) if first[at] != second[at]), "")


def verdict(table: Crosstable, bracket: Bracket, wanted: Wanted) -> tuple[str, Candidate | None]:
    """Return the criterion, the order or the reason why a candidate of a kind was not chosen."""
    orders = NAMES[table.old]["orders"]
    found = table.best(bracket, wanted)
    if found:
        article = worse(table, bracket, found, table)
        return (orders[int(article)] if article.isdigit() else article), found[0]
    if not table.old:
        limit, table.limit = table.limit, None
        free = any(
            wanted(one) and table.joined(one.down, (*bracket.group, *bracket.rest), None)
            for rows in table.candidates(bracket.moved, bracket.residents, table.legal)
            for one in rows
        )
        table.limit = limit
        if free:
            return "C5", None
    return str(NAMES[table.old]["C4"]), None


def floats(table: Crosstable, bracket: Bracket, part: Explanation) -> Iterator[str]:
    """Check everything that is said of a bracket's floaters, and yield the articles."""
    one, score = bracket.chosen, table.score
    both = (*bracket.moved, *bracket.residents)
    told = {(item.facts["player"], item.label.split()[-1]): item for item in part.parts}
    ups = [b for a, b in one.pairs if score[a] > score[b]]
    downs = one.down if bracket.group or bracket.rest else ()
    assert set(told) == {*((n, "down") for n in downs), *((n, "up") for n in ups)}
    for n in downs:
        item = told[n, "down"]
        rivals = bracket.residents if n in bracket.moved else both
        alone = not any(table.legal(n, m) for m in rivals if m != n)

        def stays(candidate: Candidate, n: int = n) -> bool:
            return n not in candidate.down

        article, other = verdict(table, bracket, stays)
        assert item.facts["article"] == (NAMES[table.old]["met"] if alone else article)
        assert item.facts["instead"] == [m for m in both if other and m in other.down and m not in one.down]
        named = f" with {' and '.join(map(str, item.facts['instead']))} instead,"
        assert (named in item.outcome) == (" instead," in item.outcome)
        if item.facts["article"] != NAMES[table.old]["met"]:
            assert (named if item.facts["instead"] else " otherwise,") in item.outcome
        yield str(item.facts["article"])
        lower = [m for m in both[both.index(n) + 1 :] if score[m] == score[n] and m not in one.down]
        assert [step.label for step in item.steps] == [f"why not {m}" for m in reversed(lower[-5:])]
        for m, step in zip(reversed(lower[-5:]), item.steps, strict=True):

            def instead(candidate: Candidate, n: int = n, m: int = m) -> bool:
                return n not in candidate.down and m in candidate.down

            article, _ = verdict(table, bracket, instead)
            assert step.source == (NAMES[table.old]["met"] if alone else article)
            yield step.source
    for n in ups:
        (met,) = (a for a, b in one.pairs if b == n)

        def free(candidate: Candidate, n: int = n) -> bool:
            return not any(b == n and score[a] > score[n] for a, b in candidate.pairs)

        article, other = verdict(table, bracket, free)
        assert told[n, "up"].facts["article"] == article
        chosen, changed = (
            {b for a, b in c.pairs if (score[a], score[b]) == (score[met], score[n])} if c else set()
            for c in (one, other)
        )
        assert told[n, "up"].facts["instead"] == [m for m in both if m in changed - chosen]
        yield article


def another_bye(table: Crosstable, brackets: list[Bracket], bye: int) -> str:
    """Why the best round in which somebody else gets the bye was not chosen."""
    names = NAMES[table.old]
    under = Crosstable(table.one, old=table.old, no_bye=(bye,))
    if set(under.numbers) == under.no_bye:
        return str(names["C2"])
    if under.round() is None:
        return str(names["C4"])
    under.round()
    if not table.old and under.limit != table.limit:
        return "C5"
    return walked(table, brackets, under, lambda _: lambda candidate: True)


def walked(
    table: Crosstable,
    brackets: list[Bracket],
    under: Crosstable,
    wanted: Callable[[Bracket], Wanted],
) -> str:
    """The first criterion at which the best round under a condition is worse."""
    names = NAMES[table.old]
    other = under.round() or []
    for at, bracket in enumerate(brackets):
        found = under.best(bracket, wanted(bracket))
        # A bracket that is paired as before, and then again, is so for the completion of those below (2017: A.9).
        again = at >= len(other) or (table.old and other[at].chosen != bracket.chosen)
        if found is None or (found[0] == bracket.chosen and again):
            return str(names["C4"])
        if found[0] != bracket.chosen:
            article = worse(table, bracket, found, under)
            return str(names["later"]) if article.isdigit() else article
    return ""


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_why_somebody_floats_or_has_the_bye(edition: Any) -> None:
    said = reasons(edition, 90, 8)
    assert sum(said.values()) > 200, said
    assert len(said) > 12, said


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_why_somebody_floats_in_larger_fields(edition: Any) -> None:
    assert sum(reasons(edition, 250, 10).values()) > 1000


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_compiled_as_interpreted(edition: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of whole numbers and arrays of 64 bits tell the same."""
    engine = Dutch(edition)
    for one in fields(40, edition, 30):
        told = []
        for compile_from in (10**6, 0):
            monkeypatch.setattr(graph, "_loaded", [])
            monkeypatch.setattr(graph, "COMPILE_FROM", compile_from)
            try:
                told.append([*engine.pair(one).explain().lines(), *engine.why_not(one, 1, 2).lines()])
            except ArpadError as error:
                told.append([error.problem])
        assert told[0] == told[1]


def reasons(edition: Any, count: int, most: int) -> Counter[str]:
    """Check all that is said of floaters and byes in some fields, and count the articles."""
    said: Counter[str] = Counter()
    for one in fields(count, edition, most):
        table = Crosstable(one, old=edition is DUTCH_2017)
        brackets = table.round()
        if brackets is None:
            continue
        paired = Dutch(edition).pair(one)
        told = paired.explain()
        parts = [part for part in told.parts if part.label.startswith("Bracket of")]
        for bracket, part in zip(brackets, parts, strict=True):
            said.update(floats(table, bracket, part))
        bye = next((bye.number for bye in paired.round.byes if bye.result is Result.PAIRING_BYE), 0)
        if bye:
            article = another_bye(table, brackets, bye)
            assert told.parts[-1].facts == {"player": bye, "article": article}
            said["bye " + article] += 1
    return said


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_why_not_another_pair(edition: Any) -> None:
    """Every pair of some rounds, and every bye."""
    said: Counter[str] = Counter()
    engine, old = Dutch(edition), edition is DUTCH_2017
    for one in fields(24, edition, 7):
        table = Crosstable(one, old=old)
        brackets = table.round()
        if brackets is None:
            continue
        games = pairs(brackets)
        met = {n for game in games for n in game}
        bye = next((n for n in table.numbers if n not in met), 0)
        for a in table.numbers:
            for b in [*(b for b in table.numbers if b > a), *([0] if bye else [])]:
                why = engine.why_not(one, a, b)
                if frozenset((a, b)) in games or (not b and a == bye):
                    assert why.facts["worse"] == ""
                    continue
                article = forced(table, brackets, a, b)
                assert why.facts["worse"] == article, (a, b, why.outcome)
                assert why.outcome
                if "pairs" in why.facts:
                    chosen = {frozenset(pair) for pair in why.facts["pairs"]}
                    assert frozenset((a, b)) in chosen if b else not any(a in pair for pair in chosen)
                said[article] += 1
    assert sum(said.values()) > 150, said
    assert len(said) > 8, said


def test_a_bracket_that_leaves_no_round_with_the_pair_is_where_the_best_round_is_worse_first() -> None:
    """C.04.3 (2017), A.9: downfloaters that do not allow the round to be completed are chosen again, by C.4.

    Of the bracket of 1½ (7 moved down; 1, 2, 4, 5), 7–5 and 1–2 are paired, and 4 floats. 4 has met 8 and
    is kept apart from 3, so 4 can meet nobody but 6: with 6–8 this bracket leaves no complete round, becomes
    the penultimate one, and is paired again. So the best round with 6–8 differs there first, by C.4. What
    the bracket of 1 would lose by 6–8 with 4 floating on (C.6) is said of a round that cannot be.
    """
    field = crosstable(
        """
        2276: -H 7b1 -Z
        2020: -Z 5b= 8w1
        1906: 7w0 -Z -Z
        1865: -H 8w1 7b0
        1862: 8b0 2w= -U
        1852: -Z -H -H
        1833: 3b1 1w0 4w1
        1615: 5w1 4b0 2b0
        """,
        planned=5,
        apart=((3, 4), (7, 8)),
    )
    engine = Dutch(DUTCH_2017)
    assert made(engine.pair(field).round) == {frozenset(pair) for pair in ((7, 5), (1, 2), (4, 6), (8, 3))}
    why = engine.why_not(field, 6, 8)
    assert why.facts["worse"] == "C.4"
    assert why.facts["bracket"] == "1½"
    assert [6, 8] in why.facts["pairs"]
    assert [4, 3] not in why.facts["pairs"]


def forced(table: Crosstable, brackets: list[Bracket], a: int, b: int) -> str:
    """Why the best round with a pair was not chosen; ``b`` 0 is the bye."""
    dot = "C." if table.old else "C"
    if not b and a in table.no_bye:
        return dot + "2"
    if b and not table.legal(a, b):
        if any(line.opponent == b and line.result.played for line in table.lines(a)):
            return dot + "1"
        return "prohibited" if (min(a, b), max(a, b)) in table.prohibited else dot + "3"
    both = {a, b}
    apart = [(n, m) for n in both if n for m in table.numbers if m not in both]
    barred = both if b else set(table.numbers) - {a}
    under = Crosstable(table.one, old=table.old, apart=apart, no_bye=barred)
    if under.round() is None:
        return dot + "4"
    if not table.old and under.limit != table.limit:
        return "C5"

    def wanted(bracket: Bracket) -> Wanted:
        inside = both & {*bracket.moved, *bracket.residents}
        if len(inside) == 2:
            return lambda one: (a, b) in one.pairs or (b, a) in one.pairs
        return lambda one: inside <= set(one.down)

    return walked(table, brackets, under, wanted)
