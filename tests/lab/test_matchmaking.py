"""Simulated queues: what a rule does to waits, balance and ratings."""

from __future__ import annotations

import numpy as np
import pytest

import arpad
from arpad.core import BadInput
from arpad.lab.matchmaking import Queue, matchmaking
from arpad.lab.matchmaking.queueing import crowd_of, watched
from arpad.lab.population import Population, drawn
from arpad.rulebooks.online.matchmaking import WideningWindow, rule_of


def of(players: int) -> Population:
    """Return a population whose players stay the same."""
    return Population(players=players, years=1, quit=0.0)


SMALL = Queue(of(60), hours=2.0, games=4.0)


def test_the_same_seed_gives_the_same_queue() -> None:
    one, two, other = (watched(SMALL, WideningWindow(), seed) for seed in (3, 3, 4))
    assert one.wait == two.wait
    assert (one.learning == two.learning).all()
    assert one.wait != other.wait


def test_the_population_of_a_simulation_comes_with_the_ratings_of_its_games() -> None:
    queue = Queue(Population(players=80, years=3, games=60.0, improve=150.0, quit=0.2), newcomers=0.25)
    crowd, life = crowd_of(queue, 2), drawn(queue.population, 2)
    here = life.left == life.months
    assert len(crowd.strength) == here.sum() == 80
    assert 10 <= crowd.new.sum() <= 30
    assert (crowd.rating[crowd.new] == 1500.0).all()
    assert (crowd.variance[crowd.new] == 350.0**2).all()
    # Who has played before has the strength of the last month, and the rating of a plain run of all games.
    rated = arpad.rate(life.games, "glicko", schedule="period", period="1mo").state.columns
    assert (crowd.strength[~crowd.new] == life.final[here][~crowd.new]).all()
    assert (crowd.rating[~crowd.new] == rated["rating"][here][~crowd.new]).all()
    assert (crowd.variance[~crowd.new] == rated["deviation"][here][~crowd.new] ** 2).all()
    # In the last month nobody's strength changes, so that of a game of that month is the final one.
    last = life.month == life.months - 1
    assert (life.final[life.games.first[last]] == life.strengths[last, 0]).all()


def test_draws_are_even_results() -> None:
    queue = Queue(Population(players=20, years=1, quit=0.0, spread=0.0, draws=0.5), hours=1.0)
    drawish = watched(queue, WideningWindow(), 1)
    decisive = watched(Queue(of(20), hours=1.0), WideningWindow(), 1)
    assert drawish.games > 0.0
    assert drawish.error < decisive.error


def test_a_wide_window_lets_wait_less_and_a_narrow_one_makes_even_games() -> None:
    known = Queue(of(40), hours=1.5, games=4.0, newcomers=0.0)
    found = matchmaking(known, ["window,width=30,widening=0.2", "window,width=2000,most=2000"], runs=3)
    narrow, wide = (one.figures for one in found.rules)
    assert found.difference("wait", 0, 1).low > 0.0
    assert narrow["wait"].mean > 2 * wide["wait"].mean
    assert found.difference("favourite", 0, 1).high < 0.0
    assert "lets players wait least" in found.memo[0]
    assert "window (width=2000, most=2000)" in found.memo[0]


def test_nobody_waits_where_everybody_fits() -> None:
    # With a window without an end two who wait meet at the next look: only one can be left over.
    found = watched(Queue(of(200), hours=2.0, games=4.0), rule_of("window,width=9000,most=9000"), 1)
    assert found.late <= 30.0
    # 4 games an hour in two hours, of which the last may still be under way, less the waits.
    assert found.games == pytest.approx(8.0, abs=1.0)


def test_equals_make_even_games_and_ratings_learn_nothing() -> None:
    found = watched(
        Queue(Population(players=40, years=1, spread=0.0), hours=1.0, newcomers=1.0), WideningWindow(), 1
    )
    assert found.favourite == 0.5
    assert found.uneven == 0.0
    learns = watched(
        Queue(of(100), hours=6.0, games=5.0, newcomers=1.0), WideningWindow(width=5000.0, most=5000.0), 1
    )
    assert learns.learning[-1] < 0.75 * learns.learning[0]
    assert learns.error == learns.learning[-1]


def test_sides_of_several_players_with_parties() -> None:
    found = matchmaking(Queue(of(60), hours=1.0, size=2, parties=0.5), ["expected-score"], runs=1)
    assert found.rules[0].figures["games"].mean > 1.0
    assert np.isfinite(found.rules[0].learning).all()
    assert found.memo == []
    assert found.as_json()["rules"][0]["wait"]["low"] is None


def test_what_is_refused() -> None:
    with pytest.raises(BadInput, match="a party of two needs a side of two"):
        Queue(parties=0.5)
    with pytest.raises(BadInput, match="leave no time between games"):
        Queue(games=6.0, minutes=10.0)
    with pytest.raises(BadInput, match="players is 3; it must be from 4"):
        Queue(of(3))
    with pytest.raises(BadInput, match="matched nobody"):
        watched(Queue(of(4), hours=0.1, games=0.01), WideningWindow(), 1)
