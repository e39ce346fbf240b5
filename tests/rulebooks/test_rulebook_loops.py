"""The rulebooks over whole records: compiled and interpreted, loop and explanation, players and errors."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from arpad.compiled import specialising as kernels
from arpad.core import BadInput
from arpad.ratings.elo.family import EloFamily
from arpad.ratings.explain import updates
from arpad.ratings.model import Schedule
from arpad.ratings.rate import rate
from arpad.ratings.timeline import Timeline
from arpad.record import Games, Players
from arpad.record.periods import parse_period
from arpad.rulebooks.dutch_exam import Exam
from arpad.rulebooks.fide import Fide, FideBlitz, FideRapid
from arpad.rulebooks.fide.tables import TABLE_8_1_2
from arpad.rulebooks.kbaduk import KoreanBaduk

PLAYERS = 40
GAMES = 1500


@cache
def record(*, rated: bool = True, middle: float = 2200.0) -> Games:
    """Return random games from May 2025 to April 2026, so across the editions, among rated players."""
    draw = np.random.default_rng(20251001)
    first = draw.integers(0, PLAYERS, GAMES)
    second = (first + draw.integers(1, PLAYERS, GAMES)) % PLAYERS
    attributes = {
        "rating": np.round(draw.normal(middle, 300.0, PLAYERS)),
        "games": draw.integers(0, 60, PLAYERS).astype(float),
        "birth_year": np.where(draw.random(PLAYERS) < 0.5, 2010.0, np.nan),
        "peak": np.full(PLAYERS, np.nan),
    }
    attributes["peak"][:3] = 2450.0
    return Games(
        Players([f"Player {i}" for i in range(PLAYERS)], attributes if rated else {}),
        first.astype(np.int32),
        second.astype(np.int32),
        draw.choice([0.0, 0.5, 1.0], GAMES),
        time=np.sort(np.datetime64("2025-05-01") + draw.integers(0, 365, GAMES)),
        weight=draw.choice([1.0, 1.5], GAMES),
    )


RUNS: list[tuple[EloFamily, Schedule]] = [
    (Fide(), "period"),
    (Fide(), "live"),
    (Fide(k=20.0), "period"),
    (FideRapid(), "period"),
    (FideRapid(), "live"),
    (FideBlitz(), "live"),
    (KoreanBaduk(), "period"),
    (KoreanBaduk(expectation="table"), "period"),
    (KoreanBaduk(expectation="table"), "live"),
    (Exam(), "live"),
]


def names(run: object) -> str:
    return f"{run.name}-{getattr(run, 'expectation', '')}" if isinstance(run, EloFamily) else str(run)


@pytest.mark.parametrize(("system", "schedule"), RUNS, ids=names)
def test_every_update_explained_is_what_the_loop_computed(system: EloFamily, schedule: Schedule) -> None:
    ratings = rate(record(middle=2500.0), system, schedule=schedule, history=True)
    for who, name in enumerate(ratings.players.names[:8]):
        chain = updates(ratings, name)
        assert chain[-1].after.value == pytest.approx(ratings.rating[who], abs=1e-9)
        for update in chain:
            parts = sum(part.value for part in update.explanation.parts)
            whole = system.name == "exam" or schedule == "period"
            assert update.explanation.value == pytest.approx(parts, abs=0.5 + 1e-6 if whole else 1e-9)


@pytest.mark.parametrize(
    ("system", "schedule"),
    [
        (Fide(), "period"),
        pytest.param(Fide(), "live", marks=pytest.mark.slow),
        (FideRapid(), "live"),
        pytest.param(KoreanBaduk(expectation="table"), "period", marks=pytest.mark.slow),
    ],
    ids=names,
)
@pytest.mark.slow
def test_compiled_and_interpreted_agree(
    system: EloFamily, schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = Timeline.of(record(middle=2600.0), schedule, parse_period("1mo"))
    found = []
    for limit in (np.inf, 0.0):
        monkeypatch.setattr(kernels, "COMPILE_FROM", limit)
        state, _ = system.rate(timeline)
        found.append(state.columns["rating"])
    assert found[1] == pytest.approx(found[0], abs=1e-12, rel=0)


def test_a_fide_list_has_whole_ratings() -> None:
    rating = rate(record(), Fide()).rating
    assert (rating == np.round(rating)).all()


def test_the_order_of_the_games_within_a_period_does_not_matter() -> None:
    games = record()
    shuffled = games.take(np.random.default_rng(1).permutation(len(games)))
    for system in (Fide(), KoreanBaduk()):
        assert rate(shuffled, system).rating == pytest.approx(rate(games, system).rating, abs=1e-9)


def test_fide_names_five_of_the_players_without_a_rating() -> None:
    with pytest.raises(BadInput) as caught:
        rate(record(rated=False), Fide())
    text = str(caught.value)
    assert "Player 0, Player 1, Player 2, Player 3, Player 4 and 35 more" in text
    assert 'players="FILE"' in text
    assert "initial=1500" in text


def test_fide_lets_everyone_enter_at_one_rating() -> None:
    assert np.isfinite(rate(record(rated=False), Fide(initial=1500.0)).rating).all()


def test_a_player_without_games_needs_no_rating() -> None:
    players = Players(["a", "b", "c"], {"rating": np.array([2000.0, 2000.0, np.nan])})
    pair = np.array([0], dtype=np.int32), np.array([1], dtype=np.int32)
    rating = rate(Games(players, *pair, np.array([1.0])), Fide(k=20.0)).rating
    assert rating[:2].tolist() == [2010.0, 1990.0]


@pytest.mark.parametrize(("day", "change"), [("2025-09-30", 0.8), ("2025-10-01", 0.4), (None, 0.4)])
def test_the_day_of_the_game_chooses_the_edition(day: str | None, change: float) -> None:
    players = Players(["a", "b"], {"rating": np.array([2650.0, 2150.0])})
    time = None if day is None else np.array([day], dtype="datetime64[D]")
    pair = np.array([0], dtype=np.int32), np.array([1], dtype=np.int32)
    ratings = rate(Games(players, *pair, np.array([1.0]), time=time), Fide(), schedule="live")
    assert ratings.rating[0] == pytest.approx(2650 + change, abs=1e-9)


def test_rapid_live_is_the_rules_game_by_game() -> None:
    """The twin: the newest edition by hand; a game 600 apart above 2600 changes nothing, and is none for K."""
    games = record(middle=2500.0)
    columns = {name: games.players.number(name) for name in ("games", "peak", "birth_year")}
    columns["rating"] = games.players.number("rating") + 0.00371 * np.arange(
        PLAYERS
    )  # no difference at a half
    games = replace(games, players=Players(games.players.names, columns))
    ratings = rate(games, FideRapid(), schedule="live")
    players = games.players
    known = players.number("rating").copy()
    played, peak = players.number("games", 0.0).copy(), players.number("peak", -np.inf).copy()
    born = players.number("birth_year")
    left_out = 0
    assert games.time is not None
    assert games.weight is not None
    for i in np.argsort(games.time, kind="stable"):
        pair = (int(games.first[i]), int(games.second[i]))
        before = [float(known[who]) for who in pair]
        if abs(before[0] - before[1]) >= 600 and max(before) > 2600:
            left_out += 1
            continue
        year = int(str(games.time[i])[:4])
        for side, who in enumerate(pair):
            own, theirs = before[side], before[1 - side]
            difference = abs(own - theirs)
            row = min(400, int(difference + 0.5))
            share = next(r for r in TABLE_8_1_2 if r.least <= row <= r.most)
            expected = share.higher if own >= theirs or row == 0 else share.lower
            top = max(own, peak[who])
            young = year - born[who] <= 18 and top < 2300
            k = 10 if top >= 2400 else 40 if young or played[who] < 30 else 20
            score = games.score[i] if side == 0 else 1 - games.score[i]
            known[who] = own + k * (games.weight[i] * (score - expected))
        for who, own in zip(pair, before, strict=True):
            played[who] += 1
            peak[who] = max(peak[who], own, known[who])
    assert left_out > 20
    assert ratings.rating == pytest.approx(known, abs=1e-9)


def test_rapid_live_takes_the_standard_rating_of_who_has_no_other() -> None:
    players = Players(
        ["a", "b"], {"rating": np.array([2000.0, np.nan]), "standard": np.array([2100.0, 2000.0])}
    )
    pair = np.array([0], dtype=np.int32), np.array([1], dtype=np.int32)
    ratings = rate(Games(players, *pair, np.array([1.0])), FideBlitz(k=20.0), schedule="live")
    assert ratings.rating.tolist() == [2010.0, 1990.0]
