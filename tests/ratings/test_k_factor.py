"""K rules: what may be written, and which row holds."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.elo.k_factor import KRule, k_by_rule
from arpad.ratings.elo.system import Elo
from arpad.ratings.parameters import configure

NAN = math.nan


def k(text: str, rating: float = 1500.0, peak: float = 1500.0, games: float = 0.0, age: float = NAN) -> float:
    return k_by_rule(KRule.parse(text).table(), rating, peak, games, age)


FIDE = "10 if peak>=2400; 40 if age<=18 and peak<2300; 40 if games<30; 20"


@pytest.mark.parametrize(
    ("rating", "peak", "games", "age", "expected"),
    [
        (2500, 2500, 500, 30, 10),
        (2300, 2400, 500, 30, 10),
        (2399.9, 2399.9, 500, 30, 20),
        (1800, 1800, 500, 18, 40),
        (1800, 1800, 500, 19, 20),
        (1800, 2300, 500, 18, 20),
        (1800, 1800, 29, 40, 40),
        (1800, 1800, 30, 40, 20),
        (1800, 1800, 500, NAN, 20),  # nobody knows the year of birth
        (1800, 1800, 29, NAN, 40),
    ],
)
def test_the_first_row_that_holds(
    rating: float, peak: float, games: float, age: float, expected: float
) -> None:
    assert k(FIDE, rating, peak, games, age) == expected


@pytest.mark.parametrize(
    ("condition", "below", "at", "above"),
    [("<", 9, 1, 1), ("<=", 9, 9, 1), (">", 1, 1, 9), (">=", 1, 9, 9)],
)
@pytest.mark.parametrize("quantity", ["rating", "peak", "games", "age"])
def test_bounds(quantity: str, condition: str, below: float, at: float, above: float) -> None:
    rule = f"9 if {quantity} {condition} 20; 1"
    found = [
        k(rule, **{quantity: value}) for value in (math.nextafter(20.0, 0), 20.0, math.nextafter(20, 99))
    ]
    assert found == [below, at, above]


@given(st.floats(0, 3000), st.floats(0, 3000), st.floats(0, 3000))
def test_all_conditions_hold_at_once(low: float, high: float, rating: float) -> None:
    low, high = round(low, 2), round(high, 2)
    text = f"9 if rating>={low} and rating<{high} and rating<{high + 1} and rating>={low - 1}; 1"
    assert k(text, rating) == (9 if low <= rating < high else 1)


def test_of_two_bounds_the_narrower_holds() -> None:
    assert k("9 if games<20 and games<30; 1", games=25) == 1
    assert k("9 if games<30 and games<20; 1", games=25) == 1


def test_negative_and_decimal_limits() -> None:
    assert k("9 if rating<-10.5; 1", rating=-11) == 9
    assert k("2.5; ") == 2.5


@pytest.mark.parametrize("value", [20, 20.0, "20", "20.0"])
def test_a_number_is_a_rule_for_all(value: float | str) -> None:
    elo = Elo(k=value)
    assert elo.k_rule.constant == 20.0
    assert not elo.remembers


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("20", ()),
        ("20 if rating<2400; 10", ("rating",)),
        ("40 if games<30 and age<=18; 10", ("games", "age")),
        ("10 if peak>=2400; 20", ("peak",)),
    ],
)
def test_what_a_rule_needs(text: str, needs: tuple[str, ...]) -> None:
    rule = KRule.parse(text)
    assert tuple(q for q in ("rating", "peak", "games", "age") if rule.needs(q)) == needs
    assert Elo(k=text).remembers == bool(set(needs) - {"rating"})
    assert str(rule) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "does not say what K is for everyone else. End it with a K without a condition"),
        (";", "does not say what K is for everyone else"),
        ("40 if games<30", "does not say what K is for everyone else"),
        ("forty", "'forty' is not a K-factor in 'forty'. Expected a number such as 20."),
        ("nan", "'nan' is not a K-factor"),
        ("inf", "'inf' is not a K-factor"),
        ("-5", "'-5' is not a K-factor"),
        ("40 if; 20", "'40 if' is not a K-factor"),
        (
            "40 if title=GM; 20",
            "'title=GM' is not a condition of a K rule. Expected one of rating, peak, games",
        ),
        ("40 if games<many; 20", "'games<many' is not a condition"),
        ("40 if games<30 or age<18; 20", "'games<30 or age<18' is not a condition"),
        ("20 if games<30; 15; 10", "row 2 of the K rule '20 if games<30; 15; 10' holds for everyone"),
        ("40; 20 if games<30; 10", "row 1 of the K rule '40; 20 if games<30; 10' holds for everyone"),
    ],
)
def test_what_is_no_rule(text: str, problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        Elo(k=text)
    assert problem in str(caught.value)


def test_a_rule_given_as_a_setting() -> None:
    assert configure(Elo, {"k": "40 if games<30; 20"}).k_rule.rows[0][0] == 40.0
    assert configure(Elo, {"k": "32"}) == Elo(k=32.0)
