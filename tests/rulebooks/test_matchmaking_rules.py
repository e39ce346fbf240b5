"""Rules of matching: who may meet whom after how long a wait, and parties that stay together."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.online.matchmaking import (
    ByExpectedScore,
    ByInformation,
    Match,
    Ticket,
    WideningWindow,
    matches,
    rule_of,
)
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
