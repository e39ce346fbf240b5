"""On random tournaments of every mishap: each tie-break's terms add up, and the order follows from the values."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import Explanation
from arpad.rulebooks.fide.tiebreaks import EDITIONS, TieBreakEdition
from arpad.rulebooks.standings import TIEBREAKS, standings
from arpad.tournament import FOOTBALL_POINTS, Bye, Entrant, Pairing, Points, Result, Round, Tournament
from arpad.tournament.standings import Standings, StandingsPlace
from arpad.tournament.tiebreaks import TieBreakValue
from printed_steps import cut_short, miscounted

OUTCOMES = (
    (Result.WIN, Result.LOSS),
    (Result.DRAW, Result.DRAW),
    (Result.LOSS, Result.WIN),
    (Result.UNRATED_WIN, Result.UNRATED_LOSS),
    (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
    (Result.LOSS, Result.LOSS),
    (Result.PENDING, Result.PENDING),
)
BYES = (Result.PAIRING_BYE, Result.HALF_BYE, Result.FULL_BYE, Result.ZERO_BYE, None)
MODIFIED = {
    "C": ("C1", "C2", "C9"),
    "M": ("M1", "M2"),
    "P": ("P",),
    "F": ("F",),
    "R": ("R",),
    "K": ("K3",),
    "L": ("L+1", "L-1"),
}


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    count = draw(st.integers(2, 7))
    entrants = tuple(
        Entrant(number, f"P{number}", draw(st.integers(1000, 2800))) for number in range(1, count + 1)
    )
    rounds = []
    for _ in range(draw(st.integers(0, 5))):
        order = draw(st.permutations(range(1, count + 1)))
        met = 2 * draw(st.integers(0, count // 2))
        games = []
        for white, black in zip(order[:met:2], order[1:met:2], strict=True):
            one, other = draw(st.sampled_from(OUTCOMES))
            goals = draw(st.none() | st.tuples(st.integers(0, 64), st.integers(0, 64)))
            scored = None if goals is None else (Fraction(goals[0]), Fraction(goals[1]))
            games.append(Pairing(white, black, one, other, scored))
        byes = [(number, draw(st.sampled_from(BYES))) for number in order[met:]]
        rounds.append(Round(tuple(games), tuple(Bye(number, bye) for number, bye in byes if bye)))
    return Tournament(
        entrants,
        tuple(rounds),
        system=draw(st.sampled_from(["fide-dutch", "round-robin"])),
        planned=draw(st.integers(0, 7)),
        points=draw(st.sampled_from([Points(), FOOTBALL_POINTS])),
        settings=draw(st.sampled_from([{}, {"mcmahon": {1: 3, 2: Fraction(1, 2)}}])),
    )


@st.composite
def codes(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from([kind for kind in TIEBREAKS.kinds.values() if not kind.teams]))
    letter = draw(st.sampled_from(["", *(one for one in kind.modifiers if one in MODIFIED)]))
    return f"{kind.name}/{draw(st.sampled_from(MODIFIED[letter]))}" if letter else kind.name


def adding_up(explanation: Explanation) -> None:
    """Check that where terms are said to add up, they do, all the way down."""
    if explanation.terms:
        assert abs(sum(part.value for part in explanation.parts) - explanation.value) < 1e-9
    for part in explanation.parts:
        adding_up(part)


@settings(max_examples=75)
@given(tournaments(), st.lists(codes(), min_size=1, max_size=4), st.sampled_from(EDITIONS))
def test_terms_add_up_and_values_order(
    tournament: Tournament, listed: list[str], edition: TieBreakEdition
) -> None:
    made = standings(tournament, listed, edition)
    assert len(made.codes) + len(made.dropped) == len(listed)
    assert {place.entrant.number for place in made} == set(tournament.by_number)
    for place in made:
        for value in (place.points, *place.values):
            total = sum((term.value for term in value.terms if not term.cut), Fraction(0))
            assert value.total == total
            assert value.steps or value.value == total
        told = made.explain(place.entrant.number)
        adding_up(told)
        assert [*cut_short(told), *miscounted(told)] == []
        assert told.outcome == f"place {place.rank}"
    keys = [
        [
            tuple(part if one.lower else -part for part in value.key)
            for one, value in zip(made.order, _all(made, place), strict=True)
        ]
        for place in made
    ]
    assert keys == sorted(keys)
    for at, place in enumerate(made):
        level = [keys.index(key) for key in keys][at]
        assert place.rank == level + 1
        assert bool(place.decided) == (at > 0 and keys[at] != keys[at - 1])


def _all(made: Standings, place: StandingsPlace) -> tuple[TieBreakValue, ...]:
    before = len(made.order) - len(made.tiebreaks)
    return ((place.points,) if before else ()) + place.values


@settings(max_examples=30)
@given(tournaments(), st.lists(codes(), min_size=1, max_size=3), st.data())
def test_what_decides_between_two_is_the_first_difference(
    tournament: Tournament, listed: list[str], data: st.DataObject
) -> None:
    made = standings(tournament, listed)
    a, b = data.draw(st.permutations(sorted(tournament.by_number)))[:2]
    told = made.compare(a, b)
    first, second = sorted((made.place(a), made.place(b)), key=made.places.index)
    pairs = list(zip(made.order, _all(made, first), _all(made, second), strict=True))
    different = [one for one, mine, theirs in pairs if mine.key != theirs.key]
    if different:
        assert told.facts["decided"] == str(different[0])
        assert told.facts["ahead"] == first.entrant.number
        assert len(told.steps) == [one for one, _, _ in pairs].index(different[0])
    else:
        assert told.outcome == "tied on everything"


@settings(max_examples=40)
@given(tournaments(), st.lists(codes(), min_size=1, max_size=3), st.randoms(use_true_random=False))
def test_the_order_of_entries_does_not_matter(
    tournament: Tournament, listed: list[str], luck: Random
) -> None:
    entrants = list(tournament.entrants)
    luck.shuffle(entrants)
    shuffled = replace(tournament, entrants=tuple(entrants))
    assert standings(shuffled, listed).places == standings(tournament, listed).places


def test_what_was_scored_against_the_tied_is_not_printed_as_the_place() -> None:
    """1 and 2 have a point each, and 1 won their game."""
    won, lost = Result.WIN, Result.LOSS
    rounds = (
        Round((Pairing(1, 2, won, lost), Pairing(3, 4, won, lost))),
        Round((Pairing(3, 1, won, lost), Pairing(2, 4, won, lost))),
    )
    field = tuple(Entrant(number, f"P{number}", 2000) for number in range(1, 5))
    made = standings(Tournament(field, rounds, system="round-robin"), ["DE"])
    assert [place.entrant.number for place in made] == [3, 1, 2, 4]
    steps = [step.line() for part in made.explain(2).parts for step in part.steps]
    assert "place among them: 2 (points against the 2 tied: 0)   [C.07, 6]" in steps
    assert list(miscounted(made.explain(2))) == []
