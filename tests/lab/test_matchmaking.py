"""Simulated queues: what a rule does to waits, balance and ratings."""

from __future__ import annotations

import numpy as np
import pytest

from arpad.core import BadInput
from arpad.lab.matchmaking import Queue, matchmaking
from arpad.lab.matchmaking.queueing import watched
from arpad.rulebooks.online.matchmaking import WideningWindow, rule_of

SMALL = Queue(players=60, hours=2.0, games=4.0)


def test_the_same_seed_gives_the_same_queue() -> None:
    one, two, other = (watched(SMALL, WideningWindow(), seed) for seed in (3, 3, 4))
    assert one.wait == two.wait
    assert (one.learning == two.learning).all()
    assert one.wait != other.wait


def test_a_wide_window_lets_wait_less_and_a_narrow_one_makes_even_games() -> None:
    known = Queue(players=40, hours=1.5, games=4.0, newcomers=0.0)
    found = matchmaking(known, ["window,width=30,widening=0.2", "window,width=2000,most=2000"], runs=3)
    narrow, wide = (one.figures for one in found.rules)
    assert found.difference("wait", 0, 1).low > 0.0
    assert narrow["wait"].mean > 2 * wide["wait"].mean
    assert found.difference("favourite", 0, 1).high < 0.0
    assert "lets players wait least" in found.memo[0]
    assert "window (width=2000, most=2000)" in found.memo[0]


def test_nobody_waits_where_everybody_fits() -> None:
    # With a window without an end two who wait meet at the next look: only one can be left over.
    found = watched(Queue(players=200, hours=2.0, games=4.0), rule_of("window,width=9000,most=9000"), 1)
    assert found.late <= 30.0
    # 4 games an hour in two hours, of which the last may still be under way, less the waits.
    assert found.games == pytest.approx(8.0, abs=1.0)


def test_equals_make_even_games_and_ratings_learn_nothing() -> None:
    found = watched(Queue(players=40, hours=1.0, spread=0.0, newcomers=1.0), WideningWindow(), 1)
    assert found.favourite == 0.5
    assert found.uneven == 0.0
    learns = watched(
        Queue(players=100, hours=6.0, games=5.0, newcomers=1.0), WideningWindow(width=5000.0, most=5000.0), 1
    )
    assert learns.learning[-1] < 0.75 * learns.learning[0]
    assert learns.error == learns.learning[-1]


def test_sides_of_several_players_with_parties() -> None:
    found = matchmaking(Queue(players=60, hours=1.0, size=2, parties=0.5), ["expected-score"], runs=1)
    assert found.rules[0].figures["games"].mean > 1.0
    assert np.isfinite(found.rules[0].learning).all()
    assert found.memo == []
    assert found.as_json()["rules"][0]["wait"]["low"] is None


def test_what_is_refused() -> None:
    with pytest.raises(BadInput, match="a party of two needs a side of two"):
        Queue(parties=0.5)
    with pytest.raises(BadInput, match="leave no time between games"):
        Queue(games=6.0, minutes=10.0)
    with pytest.raises(BadInput, match="players is 1; it must be from 4"):
        Queue(players=1)
    with pytest.raises(BadInput, match="matched nobody"):
        watched(Queue(players=4, hours=0.1, games=0.01), WideningWindow(), 1)
