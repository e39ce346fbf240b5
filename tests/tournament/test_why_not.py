"""Two rounds compared by a vector of criteria: what is named first, and how it is said."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arpad.core import BadInput
from arpad.rulebooks.fide.pairing.dutch.system import Dutch
from arpad.tournament import Adjustment, Bye, Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.why_not import (
    PairQuestion,
    RoundByNumbers,
    Stage,
    Value,
    Verdict,
    first_difference,
    verdict_of,
)


def value(name: str, count: int, words: str = "floaters") -> Value:
    return Value(name, words, count, str(count), f"2.3 [{name}]")


def test_the_first_value_that_differs_decides() -> None:
    made = [value("C5", 1), value("C6", 2), value("C7", 0)]
    other = [value("C5", 1), value("C6", 3), value("C7", 9)]
    assert first_difference(made, other) == (made[1], other[1])
    assert first_difference(made, made) is None
    with pytest.raises(ValueError, match="shorter"):
        first_difference(made, other[:1])


def test_a_stage_above_decides_before_one_below() -> None:
    same, worse = [value("C5", 1)], [value("C5", 2)]
    stages = [Stage(same, same, "3"), Stage(same, worse, "2½"), Stage(worse, same, "1")]
    found = verdict_of(stages, "the best round with this pair")
    assert found is not None
    assert found.text == (
        "the best round with this pair is worse in the bracket of scoregroup 2½ by C5: floaters: 2 instead of 1"
    )
    assert found.facts == {"bracket": "2½", "here": "1", "there": "2"}
    assert (found.worse, found.article) == ("C5", "2.3 [C5]")
    assert [step.line() for step in found.steps] == ["floaters: 2 (1 as paired)   [2.3 [C5]]"]
    assert verdict_of(stages[:1], "it") is None


def test_only_values_that_differ_are_steps() -> None:
    made = [value("C5", 0), value("C6", 1, "upfloaters"), value("C7", 4)]
    other = [value("C5", 0), value("C6", 2, "upfloaters"), value("C7", 3)]
    found = verdict_of([Stage(made, other)], "it")
    assert found is not None
    assert [step.line() for step in found.steps] == [
        "upfloaters: 2 (1 as paired)   [2.3 [C6]]",
        "floaters: 3 (4 as paired)   [2.3 [C7]]",
    ]


def test_an_order_decides_between_equal_pairings() -> None:
    made, other = (
        [value("C5", 0), Value("4.2", "transposition", rank, text, ordering=True)]
        for rank, text in (([5, 6], "5, 6"), ([6, 5], "6, 5"))
    )
    found = verdict_of([Stage(made, other, "1")], "it")
    assert found is not None
    assert found.text == (
        "it is as good by all criteria in the bracket of scoregroup 1, "
        "but its transposition comes later in the order of 4.2: 6, 5 instead of 5, 6"
    )
    # Where a criterion differs, the order says nothing.
    worse = verdict_of([Stage(made, [value("C5", 1), other[1]])], "it")
    assert worse is not None
    assert [step.source for step in worse.steps] == ["2.3 [C5]"]


def test_the_bye_is_the_subject_of_its_stage() -> None:
    stage = Stage([value("3.4.2", 0, "score")], [value("3.4.2", 2, "score")], bye="the bye would go to 6")
    found = verdict_of([stage], "it")
    assert found is not None
    assert found.text == "the bye would go to 6, which is worse by 3.4.2: score: 2 instead of 0"


def test_a_question_names_the_two() -> None:
    names = {1: "Ann (1)", 2: "Bea (2)", 3: "Cid (3)"}
    assert PairQuestion(4, 1, 2, names).answer(Verdict("", "yes")).label == "Round 4: why not 1–2?"
    asked = PairQuestion(4, 1, 2, names, names.__getitem__)
    assert asked.answer(Verdict("C1", "no")).label == "Round 4: why not Ann (1) – Bea (2)?"
    asked = PairQuestion(4, 3, 0, names, names.__getitem__)
    told = asked.answer(Verdict("C2", "no", "2.1.2", facts={"here": "0"}), {"bye": 3})
    assert told.label == "Round 4: why not the bye to Cid (3)?"
    assert told.facts == {"worse": "C2", "article": "2.1.2", "here": "0", "bye": 3}


@pytest.mark.parametrize(
    ("a", "b", "numbers", "problem"),
    [
        (1, 9, (1, 2), "9 is not to be paired in round 4"),
        (2, 2, (1, 2), "two different participants"),
        (0, 2, (1, 2), "two different participants"),
        (1, 0, (1, 2), "number of participants is even"),
    ],
)
def test_what_makes_no_question(a: int, b: int, numbers: tuple[int, ...], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        PairQuestion(4, a, b, numbers)


def test_a_round_has_pairs_and_a_bye() -> None:
    made = RoundByNumbers([[1, 4], [2, 3]], 5)
    assert [made.has(a, b) for a, b in ((4, 1), (1, 3), (5, 0), (1, 0))] == [True, False, True, False]


def five(byes: tuple[Bye, ...] = (Bye(5, Result.ZERO_BYE),)) -> Tournament:
    """Five players, one round played: 1 beat 3, 4 beat 2, 5 was away."""
    entrants = tuple(Entrant(n, f"player {n}") for n in range(1, 6))
    games = (Pairing(1, 3, Result.WIN, Result.LOSS), Pairing(4, 2, Result.WIN, Result.LOSS))
    return Tournament(entrants, (Round(games, byes),), planned=5, initial_colour="w")


def test_the_dutch_system_names_the_round_of_a_meeting() -> None:
    told = Dutch().why_not(five(), 3, 1)
    assert told.outcome == "not allowed: they played each other in round 1"
    assert told.facts == {"worse": "C1", "article": "C1"}


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (Result.PAIRING_BYE, "5 had the bye in round 1"),
        (Result.FULL_BYE, "5 scored as much as for a win in round 1 without playing"),
    ],
)
def test_what_bars_from_the_bye_is_named(result: Result, reason: str) -> None:
    """C.04.1, 4."""
    told = Dutch().why_not(five((Bye(5, result),)), 5, 0)
    assert told.outcome == f"not allowed: {reason}"
    assert told.facts["worse"] == "C2"


def test_points_set_by_hand_bar_from_the_bye() -> None:
    """C.04.1, 4: a round without a game that is worth as much as a win bars, whoever gave the points."""
    given = Adjustment(Fraction(1), (5,), 1, Result.ZERO_BYE)
    told = Dutch().why_not(replace(five(), adjustments=(given,)), 5, 0)
    assert told.outcome == "not allowed: 5 scored as much as for a win in round 1 without playing"


def test_of_long_lists_what_differs_is_shown() -> None:
    made, other = (
        [Value("3.8.1", "pairing", pairs, ", ".join(pairs), ordering=True, change=lambda *_: "x")]
        for pairs in (
            [f"{n}–{n + 20}" for n in range(1, 21)],
            [f"{n}–{n + 20}" for n in range(1, 9)] + [f"{n}–{49 - n}" for n in range(9, 21)],
        )
    )
    found = verdict_of([Stage(made, other, "1")], "it")
    assert found is not None
    assert [step.line() for step in found.steps] == [
        "pairing: 9–40, 10–39, 11–38, 12–37, 13–36, 14–35, 15–34, 16–33, … "
        "(9–29, 10–30, 11–31, 12–32, 13–33, 14–34, 15–35, 16–36, … as paired; 12 of 20 differ)   [3.8.1]"
    ]
    assert found.facts["there"] == other[0].text
    made, other = (
        [Value("4.4", "transposition", order, ", ".join(map(str, order)), ordering=True)]
        for order in ([*range(1, 13)], [*range(1, 11), 12, 11])
    )
    found = verdict_of([Stage(made, other, "1")], "it")
    assert found is not None
    assert [step.line() for step in found.steps] == [
        "transposition: 12, 11 (11, 12 as paired; 2 of 12 differ)   [4.4]"
    ]
