"""A game of weight 0 is no game: it pays nothing, counts nowhere and changes nobody, under every system."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import arpad
from arpad.ratings.model import Encounter, Rating, Schedule
from arpad.ratings.rate import rate
from arpad.record import Games, Players
from arpad.record.samples import football_world_cups
from arpad.rulebooks.go.egf import Egf
from arpad.rulebooks.kbaduk.system import KoreanBaduk
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system, system_class

SETTINGS: dict[str, dict[str, float]] = {
    "fifa-men": {"importance": 25},
    "fifa-women": {"importance": 4},
    "eloratings": {"importance": 60},
    "bradley-terry": {"prior": 350},
    "fide": {"initial": 1500},
    "fide-rapid": {"initial": 1500},
    "fide-blitz": {"initial": 1500},
    "dwz": {"initial": 1500},
}


@pytest.fixture(scope="module")
def games() -> Games:
    return arpad.read_games(football_world_cups())


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_game_of_weight_0_is_no_game(games: Games, name: str) -> None:
    """As if its row were not there: ratings, counts and the day of the last game."""
    system = rating_system(name, SETTINGS.get(name, {}))
    weight = np.ones(len(games))
    weight[np.arange(0, len(games), 3)] = 0.0
    weight[-5:] = 0.0
    counted = games.take(np.flatnonzero(weight > 0.0))
    schedule = system_class(name).schedules[0]
    found = rate(replace(games, weight=weight), system, schedule=schedule)
    alone = rate(replace(counted, weight=np.ones(len(counted))), system, schedule=schedule)
    assert found.table().equals(alone.table())
    assert f"{int((weight == 0).sum())} games of weight 0 not rated" in found.notes


def duel(weight: float) -> Games:
    players = Players(["a", "b"])
    first, second = np.array([0], dtype=np.int32), np.array([1], dtype=np.int32)
    return Games(players, first, second, np.ones(1), weight=np.array([weight]))


def test_nobody_is_paid_for_a_game_of_weight_0() -> None:
    """The EGF's bonus of 100 points is ln(1 + e^27.5) / 5 = 5.5; Korea's alpha is 0.8 for a loss."""
    assert len(rate(duel(0.0), Egf(), period="all").table()) == 0
    paid = Egf().update(Rating(100.0), [Encounter(Rating(100.0), 0.5, weight=0.0)], "period")
    assert (paid.after.value, paid.after.games, paid.explanation.value) == (100.0, 0, 0.0)
    assert Egf().update(
        Rating(100.0), [Encounter(Rating(100.0), 0.5)], "period"
    ).after.value == pytest.approx(105.5)
    lost = KoreanBaduk().update(Rating(9000.0), [Encounter(Rating(9000.0), 0.0, weight=0.0)], "live")
    assert lost.after.value == 9000.0
    assert KoreanBaduk().update(
        Rating(9000.0), [Encounter(Rating(9000.0), 0.0)], "live"
    ).after.value == pytest.approx(8993.8)


EVERY_RULE = [(name, schedule) for name in SYSTEMS for schedule in system_class(name).schedules]


@pytest.mark.parametrize(("name", "schedule"), EVERY_RULE)
def test_an_update_by_a_game_of_weight_0_changes_nothing(name: str, schedule: Schedule) -> None:
    system = rating_system(name, SETTINGS.get(name, {}))
    own, opponent = Rating(1500.0, 80.0, games=9), Rating(1700.0, 60.0, games=9)
    found = system.update(own, [Encounter(opponent, 1.0, weight=0.0)], schedule)
    assert found.after == own
    assert found.explanation.value == 0.0
    assert found.explanation.parts == ()
    assert found.explanation.steps[0].line() == "games of weight 0: 1 (not rated)"


@pytest.mark.parametrize("name", [name for name, schedule in EVERY_RULE if schedule == "period"])
def test_a_period_counts_its_games_without_those_of_weight_0(name: str) -> None:
    """A sum that is divided by the number of games, such as DWZ's, Ingo's and US Chess's, is divided by theirs."""
    system = rating_system(name, SETTINGS.get(name, {}))
    own = Rating(1500.0, 80.0, games=9)
    met = [Encounter(Rating(1400.0 + 100.0 * n, 60.0, games=9), n % 2) for n in range(4)]
    unrated = [replace(game, score=1.0, weight=0.0) for game in met]
    alone = system.update(own, met, "period")
    among = system.update(own, [unrated[0], *met[:2], unrated[3], *met[2:], unrated[1]], "period")
    assert alone.after != own
    assert among.after == alone.after
    assert among.explanation.parts == alone.explanation.parts
    assert among.explanation.steps[1:] == alone.explanation.steps
    assert among.explanation.steps[0].line() == "games of weight 0: 3 (not rated)"
