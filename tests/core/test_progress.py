"""How far long work is: shares of shares, and an estimate for searches that converge."""

from __future__ import annotations

import math
from typing import Any

import pytest

from arpad.core import progress
from arpad.core.progress import Fall, Rounds, listened, listening, part, tell
from arpad.core.waiting import beside, interruptible, shared


class Heard:
    """A listener that keeps what it is told."""

    def __init__(self) -> None:
        self.shares: list[float] = []
        self.ahead: list[float] = []

    def __call__(self, share: float, ahead: float) -> None:
        self.shares.append(share)
        self.ahead.append(ahead)


def test_where_nobody_listens_nothing_is_told() -> None:
    heard = Heard()
    with listening(heard):
        assert listened()
        with listening(None):
            tell(0.5)
            assert not listened()
    tell(0.7)
    assert heard.shares == []
    assert not listened()


def test_a_part_tells_its_share_of_the_whole() -> None:
    heard = Heard()
    with listening(heard):
        with part(0.0, 0.5):
            tell(0.5, 1.0)
        with part(0.5, 1.0), part(0.5, 1.0):
            tell(0.0)
    assert heard.shares == pytest.approx([0.0, 0.25, 0.5, 0.5, 0.75, 0.75, 1.0, 1.0])
    assert heard.ahead[1] == pytest.approx(0.5)


def test_parts_that_go_on_at_once_count_alike() -> None:
    heard = Heard()
    with listening(heard):
        shared(lambda number: tell(0.5), range(4))
    # Half of each part, and its end; which part comes when is open.
    assert len(heard.shares) == 8
    assert heard.shares == sorted(heard.shares)
    assert heard.shares[-1] == 1.0
    assert {round(8 * share) for share in heard.shares} == set(range(1, 9))


def test_a_call_that_is_waited_for_tells_and_one_beside_does_not() -> None:
    heard = Heard()
    with listening(heard):
        interruptible(lambda: tell(0.25))
        with beside(lambda: tell(0.9)):
            tell(0.5)
    assert heard.shares == [0.25, 0.5]


def shares_of(residuals: list[float], target: float, newton: bool = False, **how: Any) -> list[float]:
    """Return what is told after each round of a search."""
    heard = Heard()
    with listening(heard):
        rounds = Rounds(target, 1000, newton=newton, **{"supposed": 10, **how})
        for done, residual in enumerate(residuals, start=1):
            rounds.tell(done, residual)
    return heard.shares[1:]


def test_a_search_at_an_even_rate_is_foreseen() -> None:
    """40 rounds by a tenth of a decade each come from 1 to 10⁻⁴."""
    told = shares_of([10.0 ** (-0.1 * done) for done in range(1, 41)], 1e-4)
    assert told[5:] == pytest.approx([done / 40 for done in range(6, 41)])


def test_newtons_method_is_foreseen_once_its_steps_are_squared() -> None:
    """Three steps of about 1, and then 10⁻¹, 10⁻², 10⁻⁴, 10⁻⁸, which is the end: seven in all."""
    told = shares_of([2.0, 1.5, 1.0, 1e-1, 1e-2, 1e-4, 1e-8], 1e-8, supposed=7, newton=True)
    assert told == pytest.approx([done / 7 for done in range(1, 8)])
    longer = shares_of([1.0] * 9 + [1e-1, 1e-2, 1e-4, 1e-8], 1e-8, supposed=7, newton=True)
    assert longer[9:] == pytest.approx([10 / 13, 11 / 13, 12 / 13, 1.0])


def test_what_comes_before_and_after_the_rounds_counts() -> None:
    told = shares_of([10.0 ** (-0.1 * done) for done in range(1, 41)], 1e-4, before=8.0, after=2.0)
    assert told[-1] == pytest.approx(48 / 50)
    assert told[19] == pytest.approx(28 / 50)


def test_a_search_with_a_long_tail_is_known_once_the_tail_has_come() -> None:
    """Three decades in 6 rounds, and one more in the 54 after them."""
    logs = [-0.5 * done for done in range(1, 7)] + [-3.0 - done / 54 for done in range(1, 55)]
    told = shares_of([10.0**each for each in logs], 1e-4, supposed=50.0)
    for quarter in (15, 30, 45):
        assert told[quarter - 1] == pytest.approx(quarter / 60, abs=0.1)


def told_of_a_fall(residuals: list[float], target: float, **how: Any) -> Heard:
    """Return what is told of passes, the first of which only finds the residual at the beginning."""
    heard = Heard()
    with listening(heard):
        fall = Fall(target, supposed=40.0, **how)
        for done, residual in enumerate(residuals):
            fall.tell(done, residual)
    return heard


def quickly(passes: int) -> list[float]:
    """Return by which share the logarithm of a residual has fallen after each pass, if the first are the easy ones."""
    return [(done / passes) ** (1 / progress.EASY) for done in range(passes + 1)]


def test_a_residual_that_falls_first_quickly_is_foreseen_from_the_beginning() -> None:
    """From 1 to 10⁻⁴ in 40 passes, as was supposed, the half of it in 17; 8 and 2 come before and after."""
    fallen = quickly(40)
    assert 4.0 * fallen[17] > 2.0 > 4.0 * fallen[16]
    heard = told_of_a_fall([10.0 ** (-4.0 * share) for share in fallen], 1e-4, before=8.0, after=2.0)
    assert heard.shares == pytest.approx([(8 + done) / 50 for done in range(41)])
    assert heard.ahead[:-1] == pytest.approx(heard.shares[1:])


def test_a_residual_that_falls_faster_than_supposed_is_foreseen_the_better_the_nearer_the_end() -> None:
    told = told_of_a_fall([10.0 ** (-4.0 * share) for share in quickly(20)], 1e-4).shares
    assert told[0] == 0.0
    assert told[10] == pytest.approx(10 / 20, abs=0.15)
    assert told[16] == pytest.approx(16 / 20, abs=0.1)
    assert told[20] == 1.0


def test_a_residual_that_rises_on_the_way_takes_nothing_back() -> None:
    """Conjugate gradients lower a residual by and large."""
    evenly = [10.0 ** (-0.1 * done) for done in range(21)]
    told = told_of_a_fall([*evenly, 0.5, 0.5, *evenly[::-1], 1e-4], 1e-4).shares
    assert all(0.0 <= share <= 1.0 for share in told)
    assert told[21] == pytest.approx(told[20], abs=0.02)
    assert told[-1] == 1.0


def test_a_search_that_is_at_its_end_from_the_beginning_is_told_so() -> None:
    for residual in (1e-5, 0.0):
        assert told_of_a_fall([residual], 1e-4, before=3.0, after=1.0).shares == pytest.approx([0.75])


def test_a_search_that_will_not_end_goes_by_its_most_rounds() -> None:
    told = shares_of([1.0] * 500, 1e-4)
    assert told[499] == pytest.approx(0.5)


def test_residuals_that_tell_nothing_are_passed_over() -> None:
    told = shares_of([math.inf, 0.0, 1.0, 0.1, 0.01], 1e-4, supposed=7)
    assert all(0.0 < share < 1.0 for share in told)
    assert told[-1] == pytest.approx(5 / 7)


def test_an_error_leaves_the_listener_as_it_was() -> None:
    heard = Heard()
    with listening(heard):
        with pytest.raises(ZeroDivisionError), part(0.5, 1.0):
            raise ZeroDivisionError
        progress.tell(0.25)
    assert heard.shares == [0.5, 0.25]
