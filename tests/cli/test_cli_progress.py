"""The bar of a long run: what it shows by what loops tell and by the clock."""

from __future__ import annotations

import pytest

from arpad.cli.progress import Estimate, StageProgress, Stages, progress_text
from arpad.core import progress


class Clock:
    """A clock that is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_before_anything_is_told_nothing_is_shown(clock: Clock) -> None:
    assert Estimate(clock).shown() == StageProgress(None, None)
    assert progress_text(None, None) == ""


def test_the_time_that_is_left_goes_by_the_share_that_is_done(clock: Clock) -> None:
    estimate = Estimate(clock)
    clock.now = 10.0
    estimate.tell(0.25, 0.25)
    assert estimate.shown() == StageProgress(0.25, 30.0)
    clock.now = 20.0
    assert estimate.shown() == StageProgress(0.25, 60.0)


def test_between_two_tellings_the_bar_moves_by_the_clock_and_no_further_than_the_next(clock: Clock) -> None:
    estimate = Estimate(clock)
    clock.now = 10.0
    estimate.tell(0.2, 0.4)
    clock.now = 15.0
    assert estimate.shown().share == pytest.approx(0.3)
    assert estimate.shown().left == pytest.approx(35.0)
    clock.now = 40.0
    assert estimate.shown().share == pytest.approx(0.4)


def test_a_stage_begins_anew(clock: Clock) -> None:
    estimate = Estimate(clock)
    clock.now = 5.0
    estimate.tell(1.0, 1.0)
    estimate.begin()
    assert estimate.shown() == StageProgress(None, None)
    clock.now = 7.0
    estimate.tell(0.01, 0.01)
    assert estimate.shown() == StageProgress(0.01, None)  # too early to know


def test_in_words() -> None:
    assert progress_text(0.004, None) == "0 %"
    assert progress_text(0.456, 12.3) == "45 %, 12 s left"
    assert progress_text(0.999, 0.2) == "99 %, 1 s left"
    assert progress_text(0.1, 125.0) == "10 %, 2 min left"
    assert progress_text(0.01, 2 * 3600.0 + 300.0) == "1 %, 2 h 05 min left"


def test_without_a_terminal_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    with Stages(1) as stages, stages.stage("rating"):
        assert not progress.listened()
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with Stages(1) as stages, stages.stage("rating"):
        assert progress.listened()
    assert not progress.listened()
