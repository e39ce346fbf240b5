"""Rules of matching: who may meet whom after how long a wait, and parties that stay together."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.compiled.specialising import always_compiled
from arpad.core import BadInput
from arpad.rulebooks.online.matchmaking import (
    ByExpectedScore,
    ByInformation,
    Match,
    MatchRule,
    Ticket,
    WideningWindow,
    matches,
    matching,
    rule_of,
)
from arpad.rulebooks.online.matchmaking.explaining import explained, quality
from arpad.rulebooks.online.matchmaking.rules import expected_score, information


def ticket(key: str, rating: float, since: float = 0.0, deviation: float = 50.0) -> Ticket:
    return Ticket(key, (rating,), (deviation,), since)


def keys(found: list[Match]) -> list[tuple[str, str]]:
    return [("+".join(t.key for t in one.first), "+".join(t.key for t in one.second)) for one in found]


def test_a_window_widens_while_one_waits() -> None:
    rule = WideningWindow(width=100, widening=5, most=300)
    two = [ticket("a", 1500), ticket("b", 1650)]
    assert matches(two, 9.9, rule) == []
    assert keys(matches(two, 10.0, rule)) == [("a", "b")]
    # The window of who has come later is the narrower one, and decides.
    later = [ticket("a", 1500), ticket("b", 1650, since=8.0)]
    assert matches(later, 10.0, rule) == []
    assert keys(matches(later, 18.0, rule)) == [("a", "b")]
    assert matches([ticket("a", 1500), ticket("b", 1801)], 1e6, rule) == []


def test_the_longest_waiting_is_served_first_and_takes_the_nearest() -> None:
    queue = [
        ticket("late", 1500, 20.0),
        ticket("near", 1510, 10.0),
        ticket("first", 1520, 0.0),
        ticket("far", 1590),
    ]
    assert keys(matches(queue, 30.0, WideningWindow())) == [("far", "first"), ("near", "late")]
    queue[3] = ticket("far", 1590, 5.0)
    assert keys(matches(queue, 30.0, WideningWindow())) == [("first", "near"), ("far", "late")]


def test_the_expected_score_counts_uncertainty() -> None:
    # Glickman 1999: E of 1400 ± 80 against 1500 ± 150 is .376 with the deviations of both
    # (The Glicko system, 2016, "confidence and expected outcome").
    one, other = ticket("a", 1400, deviation=80.0), ticket("b", 1500, deviation=150.0)
    assert expected_score(one, other) == pytest.approx(0.376, abs=5e-4)
    assert expected_score(one, other) + expected_score(other, one) == pytest.approx(1.0)
    rule = ByExpectedScore(margin=0.13)
    assert matches([one, other], 0.0, rule) != []
    sure = [ticket("a", 1400, deviation=0.0), ticket("b", 1500, deviation=0.0)]  # E = .36
    assert matches(sure, 0.0, rule) == []
    assert matches(sure, 2.1, ByExpectedScore(margin=0.13, widening=0.005)) != []


def test_information_by_hand() -> None:
    # Glickman's example: 1500 ± 200 against 1400 ± 30 alone: g = .9955, E = .639, q²g²E(1−E) = 1/132,100 or so.
    one, other = ticket("a", 1500, deviation=200.0), ticket("b", 1400, deviation=30.0)
    q = 0.0057564627
    known = []
    for own, against in ((one, other), (other, one)):
        g = (1.0 + 3.0 * q * q * against.variance / 3.14159265**2) ** -0.5
        expected = 1.0 / (1.0 + 10.0 ** (-g * (own.rating - against.rating) / 400.0))
        weight = q * q * g * g * expected * (1.0 - expected)
        known.append(own.variance - 1.0 / (1.0 / own.variance + weight))
    assert information(one, other) == pytest.approx(sum(known), rel=1e-6)


def test_information_lets_newcomers_meet() -> None:
    queue = [
        ticket("new", 1500, 0.0, 350.0),
        ticket("sure", 1500, 1.0, 40.0),
        ticket("also new", 1560, 2.0, 350.0),
    ]
    assert keys(matches(queue, 5.0, ByInformation())) == [("new", "also new")]
    assert keys(matches(queue, 5.0, ByExpectedScore())) == [("new", "sure")]


def party(key: str, *ratings: float, since: float = 0.0) -> Ticket:
    return Ticket(key, ratings, tuple(50.0 for _ in ratings), since)


def test_parties_stay_together_and_sides_are_even() -> None:
    queue = [party("duo", 1500, 1540), party("x", 1500), party("y", 1520), party("z", 1540), party("w", 1500)]
    (match,) = matches(queue, 60.0, WideningWindow(), size=3)
    sides = [match.first, match.second]
    assert [sum(map(len, side)) for side in sides] == [3, 3]
    assert sum(any(one.key == "duo" for one in side) for side in sides) == 1
    means = [sum(sum(one.ratings) for one in side) / 3 for side in sides]
    # The best of all ways: duo with one of the four, against the three others.
    singles = {"x": 1500, "y": 1520, "z": 1540, "w": 1500}
    best = min(abs((3040 + singles[one]) / 3 - (sum(singles.values()) - singles[one]) / 3) for one in singles)
    assert abs(means[0] - means[1]) == pytest.approx(best)


def test_a_match_waits_for_full_sides() -> None:
    assert matches([party("a", 1500, 1500), party("b", 1500)], 60.0, WideningWindow(), size=2) == []
    assert matches([party("a", 1500, 1500), party("b", 1500, 1500)], 60.0, WideningWindow(), size=2) != []
    # With p the sides are nearer (1500 + 1520 against 2 · 1545) than with q, who is left out.
    queue = [party("a", 1500), party("p", 1520), party("q", 1470), party("r", 1545, 1545)]
    (match,) = matches(queue, 60.0, WideningWindow(), size=2)
    assert [{one.key for one in side} for side in (match.first, match.second)] == [{"a", "p"}, {"r"}]
    # Two parties of two and two single players make no two sides of three but one way.
    queue = [party("a", 1500, 1500), party("b", 1500, 1500), party("c", 1500), party("d", 1500)]
    (match,) = matches(queue, 60.0, WideningWindow(), size=3)
    for side in (match.first, match.second):
        assert sorted(len(one) for one in side) == [1, 2]


@given(
    st.lists(st.tuples(st.floats(1000, 2000), st.floats(0, 100), st.integers(1, 2)), min_size=0, max_size=12),
    st.integers(1, 3),
    st.sampled_from([WideningWindow(), ByExpectedScore(), ByInformation()]),
)
def test_whatever_waits_is_matched_once_and_in_full_sides(
    waiting: list[tuple[float, float, int]], size: int, rule: WideningWindow
) -> None:
    queue = [
        Ticket(str(at), (rating,) * min(count, size), (60.0,) * min(count, size), since)
        for at, (rating, since, count) in enumerate(waiting)
    ]
    found = matches(queue, 100.0, rule, size)
    used = [one.key for match in found for one in match.tickets]
    assert len(used) == len(set(used))
    for match in found:
        assert sum(map(len, match.first)) == sum(map(len, match.second)) == size
        head = match.first[0]
        assert all(rule.admits(head, other, 100.0) for other in match.tickets if other is not head)
    # Whatever the order in which the queue is given, the matches are the same.
    assert matches(queue[::-1], 100.0, rule, size) == found
    if size == 1:
        left = [one for one in queue if one.key not in used]
        assert not any(rule.admits(*pair, 100.0) for pair in itertools.combinations(left, 2))


def test_what_is_refused() -> None:
    with pytest.raises(BadInput, match="no rule of matching is called 'random'"):
        rule_of("random")
    with pytest.raises(BadInput, match="has no setting 'size'"):
        rule_of("window,size=3")
    with pytest.raises(BadInput, match="which is not a number"):
        rule_of("window,width=wide")
    with pytest.raises(BadInput, match="width of the rule window is -1"):
        rule_of("window,width=-1")
    with pytest.raises(BadInput, match="two tickets of the queue have the same key"):
        matches([ticket("a", 1500), ticket("a", 1500)], 0.0, WideningWindow())
    with pytest.raises(BadInput, match="the ticket a has 2 players, and a side has 1"):
        matches([party("a", 1500, 1500)], 0.0, WideningWindow())
    with pytest.raises(BadInput, match="has 2 ratings, 1 deviations"):
        Ticket("a", (1500.0, 1500.0), (50.0,), 0.0)
    with pytest.raises(BadInput, match="not finite"):
        ticket("a", float("nan"))
    assert rule_of("window,width=50").label == "window (width=50)"


def slowly(
    tickets: list[Ticket], now: float, rule: MatchRule, alike: dict[str, float]
) -> list[tuple[str, str]]:
    """The rule in words, for sides of one: the longest waiting takes whom it prefers of those it may meet."""

    def alike_enough(one: Ticket, other: Ticket) -> bool:
        waited = now - max(one.since, other.since)
        return all(
            waited >= until or one.attributes.get(name) == other.attributes.get(name)
            for name, until in alike.items()
        )

    left = sorted(tickets, key=lambda one: (one.since, one.key))
    found = []
    while left:
        one = left.pop(0)
        may = [other for other in left if rule.admits(one, other, now) and alike_enough(one, other)]
        if may:
            best = min(may, key=lambda other: (rule.cost(one, other), other.since, other.key))
            left.remove(best)
            found.append((one.key, best.key))
    return found


def crowd(count: int, seed: int) -> list[Ticket]:
    lots = random.Random(seed)
    return [
        Ticket(
            str(at),
            (lots.gauss(1500, 250),),
            (lots.choice((30.0, 60.0, 350.0)),),
            round(lots.uniform(0, 60)),
            {"region": lots.choice("abc")},
        )
        for at in range(count)
    ]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rule", [WideningWindow(20, 2), ByExpectedScore(0.02), ByInformation(0.05)])
def test_the_quick_search_finds_what_the_slow_one_does(rule: MatchRule, seed: int) -> None:
    """Of all pairs, with regions that matter for 30 seconds, and waits that are often the same."""
    queue = crowd(150, seed)
    found = matches(queue, 60.0, rule, alike={"region": 30.0})
    assert keys(found) == slowly(queue, 60.0, rule, {"region": 30.0})
    assert 20 < len(found) < 75 or rule.name != "window"


@pytest.mark.slow
@pytest.mark.parametrize("rule", [WideningWindow(20, 2), ByExpectedScore(0.02), ByInformation(0.4)])
@pytest.mark.parametrize("deviations", [(0.0, 350.0), (200.0, 210.0), (50.0, 50.0), (0.001, 5000.0)])
def test_whoever_waits_with_whatever_deviation_finds_whom_it_prefers(
    rule: MatchRule, deviations: tuple[float, float]
) -> None:
    """Against a look at every other ticket, one by one; ratings are often equal, and the first come first."""
    lots = random.Random(11)
    queue = [
        Ticket(f"{at:03}", (round(lots.gauss(1500, 40), -1),), (lots.uniform(*deviations),), at // 7)
        for at in range(200)
    ]
    for wanted in (1, matching.CONSIDERED):
        seeking = matching._Seeking(queue, 60.0, rule, wanted, {})
        for at, one in enumerate(queue):
            may = [
                other
                for other in range(len(queue))
                if other != at and rule.admits(one, queue[other], 60.0) and not seeking.taken[other]
            ]
            may.sort(key=lambda other: (rule.cost(one, queue[other]), other))
            assert seeking.of(at) == may[:wanted]
            if at % 3 == 0 and may:
                seeking.take(may[:1])


@given(
    st.sampled_from([WideningWindow(), ByExpectedScore(), ByInformation()]),
    st.floats(0, 3000),
    st.floats(0, 5000),
    st.tuples(st.floats(0, 5000), st.floats(0, 5000), st.floats(0, 5000)),
    st.floats(0, 1),
)
def test_a_search_leaves_out_nobody_who_is_preferred(
    rule: MatchRule, rating: float, deviation: float, others: tuple[float, float, float], share: float
) -> None:
    least, theirs, widest = (one * one for one in sorted(others))
    own, apart = deviation * deviation, abs(rating - 1500.0)
    price = rule.PARTS["cost"](rating, own, 1500.0, theirs)
    assert rule.PARTS["cost_from"](share * apart, own, least, widest) <= price
    distance = rule.PARTS["distance"](rating, own, 1500.0, theirs)
    assert rule.PARTS["reach"](distance, own, widest) >= apart * (1.0 - 1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("rule", [WideningWindow(20, 2), ByExpectedScore(0.02), ByInformation(0.05)])
def test_the_compiled_search_finds_what_the_plain_one_does(
    rule: MatchRule, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = crowd(300, 7)
    plain = [matches(queue, 60.0, rule, size, {"region": 30.0}) for size in (1, 2)]
    monkeypatch.setattr(matching, "COMPILE_FROM", 0.0)  # columns as arrays
    with always_compiled():
        assert [matches(queue, 60.0, rule, size, {"region": 30.0}) for size in (1, 2)] == plain
    assert all(map(len, plain))


def test_who_must_be_alike_may_differ_after_a_wait() -> None:
    two = [
        Ticket("a", (1500.0,), (50.0,), 0.0, {"region": "eu"}),
        Ticket("b", (1500.0,), (50.0,), 10.0, {"region": "us"}),
    ]
    assert matches(two, 39.9, WideningWindow(), alike={"region": 30.0}) == []
    assert keys(matches(two, 40.0, WideningWindow(), alike={"region": 30.0})) == [("a", "b")]
    assert matches(two, 1e6, WideningWindow(), alike={"region": math.inf}) == []
    assert keys(matches(two, 10.0, WideningWindow(), alike={"mode": math.inf})) == [("a", "b")]


def test_all_ways_to_divide_are_tried() -> None:
    """Against every way to put ten into two sides of five: the means of the sides are as near as can be."""
    lots = random.Random(3)
    queue = [ticket(str(at), lots.uniform(1400, 1600), at) for at in range(10)]
    (match,) = matches(queue, 60.0, WideningWindow(1000, 0, 1000), size=5)
    whole = sum(one.rating for one in queue)
    best = min(
        abs(whole - 2 * sum(one.rating for one in side)) / 5 for side in itertools.combinations(queue, 5)
    )
    sides = [sum(one.rating for one in side) / 5 for side in (match.first, match.second)]
    assert abs(sides[0] - sides[1]) == pytest.approx(best)


def test_a_match_is_explained_by_what_the_rule_allowed() -> None:
    # 1500 ± 50 against 1480 ± 50: E = 1 / (1 + 10^(−g · 20 / 400)) with g = .9757 (RD² = 5000): 1 / 1.8937 = .52806.
    queue = [ticket("Ann", 1480), ticket("Bo", 1500, since=36.0)]
    (match,) = matches(queue, 40.0, WideningWindow())
    found = explained(match, 40.0, WideningWindow())
    assert found.outcome == "waited 40 s, window ±120, win chance 47 %"
    assert quality(match).expected == pytest.approx(1 - 0.52806, abs=1e-5)
    (met,) = found.parts
    assert met.label == "Ann may meet Bo"
    assert [step.value for step in met.steps] == [4.0, 120.0, 20.0]
    found = explained(match, 40.0, ByExpectedScore(), {"Ann": "the first", "Bo": "the second"})
    assert found.outcome == "waited 40 s, win chance within 50 ± 12 %, win chance 47 %"
    assert found.parts[0].label == "the first may meet the second"
