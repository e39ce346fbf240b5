"""Reports of the laboratory on the games of a pool: which system predicts best, what the games support.

A report takes the games that count, with all corrections that are known now, and the system by which the pool
rates its next game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from shlex import join
from typing import Any, NamedTuple

import numpy as np

from arpad._version import __version__
from arpad.core import BadInput, Figure, worded
from arpad.lab.forecasts.walking import Pace
from arpad.office.pages.formatting import exact
from arpad.office.pages.speaking import translated
from arpad.office.pools.careers import RatedGames, rated_games
from arpad.office.pools.pool import Pool
from arpad.office.pools.publications import GAMES_FILE, games_file
from arpad.ratings.elo.system import Elo
from arpad.ratings.parameters import settings_of, values_of
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Players

MOST_GAMES = 500_000
"""Games of a pool that a report takes: more are the command line's."""

RIVALS = ("elo", "glicko", "glicko2", "trueskill")
"""The systems that a pool's own is compared with."""

LIVE = Pace(schedule="live")
"""Pools rate game by game."""

PACE = ("--schedule", "live")
"""The same for a command."""

LEAST_GAMES = 30
"""Games without which no report says anything."""


class StudyRequest(NamedTuple):
    """What a report is about.

    Args:
        games: of the pool that count.
        system: by which the pool rates its next game.
        title: of the pool.
        against: another system, for the question what it would have changed.
        start: the day since which.
    """

    games: Games
    system: RatingSystem
    title: str
    against: str = ""
    start: str = ""


class StudyResult(NamedTuple):
    """What a study has made.

    Args:
        page: the report, as a page of its own.
        memo: what it says, a sentence each.
        command: what makes it again from a file of the games, word by word.
    """

    page: str
    memo: Sequence[str]
    command: Sequence[str]


class StudyReport(NamedTuple):
    """A report with what is kept of it by who decides.

    Args:
        page: the report, as a page of its own.
        memo: what it says and what it was made from, as text.
        manifest: what it was made from and by what, and how to make it again, as JSON.
        games: the games that it was made from, as a file.
    """

    page: str
    memo: str
    manifest: str
    games: bytes


def _backtest(request: StudyRequest) -> StudyResult:
    from arpad.lab.backtest.advice import memo
    from arpad.lab.backtest.face import backtest
    from arpad.office.pages.backtest_page import backtest_page

    rivals = [name for name in RIVALS if name != request.system.name]
    comparison = backtest(request.games, [request.system, *rivals], schedule=LIVE.schedule)
    page = backtest_page(comparison, worded("{pool}: which system predicts best?", pool=request.title))
    systems = ",".join([request.system.name, *_settings(request.system), *rivals])
    return StudyResult(page, memo(comparison), ["backtest", GAMES_FILE, "--systems", systems, *PACE])


def _audit(request: StudyRequest) -> StudyResult:
    from arpad.lab.audit.auditing import audit
    from arpad.office.pages.audit_page import audit_page, sentences

    findings = audit(request.games)
    page = audit_page(findings, worded("{pool}: what do the games support?", pool=request.title))
    return StudyResult(page, sentences(findings), ["audit", GAMES_FILE])


def _inflation(request: StudyRequest) -> StudyResult:
    from arpad.lab.inflation.study import inflation
    from arpad.office.pages.inflation_page import inflation_page

    measures = None if type(request.system) is Elo else ()
    results = inflation(request.games, request.system, measures=measures, pace=LIVE)
    page = inflation_page(results, worded("{pool}: do the ratings inflate?", pool=request.title))
    none = [] if measures is None else ["--measure", "none"]
    return StudyResult(page, results.memo, ["inflation", GAMES_FILE, *_chosen(request.system), *PACE, *none])


def _scenario(request: StudyRequest) -> StudyResult:
    from arpad.lab.scenario.study import scenario
    from arpad.office.pages.scenario_page import scenario_page

    results = scenario(request.games, request.system, request.against, request.start, pace=LIVE)
    page = scenario_page(results, worded("{pool}: what if we had used another system?", pool=request.title))
    other = ["--against", request.against, "--from", request.start]
    return StudyResult(page, results.memo, ["scenario", GAMES_FILE, *_chosen(request.system), *other, *PACE])


def _settings(system: RatingSystem) -> list[str]:
    """Return the parameters that are not the defaults: ``tau=0.6``."""
    return [f"{name}={exact(value)}" for name, value in settings_of(system).items()]


def _chosen(system: RatingSystem) -> list[str]:
    return ["--system", system.name, *(word for setting in _settings(system) for word in ("--set", setting))]


STUDIES: Mapping[str, Callable[[StudyRequest], StudyResult]] = {
    "backtest": _backtest,
    "audit": _audit,
    "inflation": _inflation,
    "scenario": _scenario,
}
"""Name → what makes a report."""


def study(pool: Pool, what: str, *, against: str = "", start: str = "") -> StudyReport:
    """Return a report on the games of a pool, in the language in which reports are told.

    Args:
        pool: the pool.
        what: of :data:`STUDIES`.
        against: of a scenario: the other rating system.
        start: of a scenario: the first day with it, as ``2026-03-01``.

    Raises:
        BadInput: the pool has too few games or too many, or a name or a day is not known.
        NotProvided: the report needs what these games do not have.
    """
    rated = rated_games(pool)
    if not LEAST_GAMES <= len(rated.number) <= MOST_GAMES:
        raise BadInput(
            worded(
                "the pool has {count} games: a report takes from {least} to {most}",
                count=Figure(f"{len(rated.number):,}"),
                least=LEAST_GAMES,
                most=Figure(f"{MOST_GAMES:,}"),
            ),
            code="study.games",
            remedy="With more, run arpad backtest on the games.csv of a published list.",
        )
    with pool.reading() as (_, place):
        title = place.title
    system = rated.rules.how(len(rated.rules.versions) - 1).system
    games = _games(rated)
    result = STUDIES[what](StudyRequest(games, system, title, against, start))
    manifest = _manifest(pool, what, title, rated.seq, games, system, result.command)
    seconds = np.maximum.accumulate(np.array(rated.games.seconds)).tolist()
    return StudyReport(
        result.page,
        _memo(title, result, manifest),
        json.dumps(manifest, ensure_ascii=False, indent=1),
        games_file(rated.rules, rated.games._replace(seconds=seconds)),
    )


def _manifest(
    pool: Pool,
    what: str,
    title: str,
    seq: int,
    games: Games,
    system: RatingSystem,
    command: Sequence[str],
) -> dict[str, Any]:
    """Return what a report was made from: the same games give the same manifest."""
    assert games.time is not None
    return {
        "arpad": __version__,
        "report": what,
        "pool": pool.name,
        "title": title,
        "event": seq,
        "games": len(games),
        "players": len(games.players),
        "first": str(np.datetime64(games.time[0], "D")),
        "last": str(np.datetime64(games.time[-1], "D")),
        "digest": games.digest,
        "system": system.name,
        "parameters": values_of(system),
        "schedule": LIVE.schedule,
        "command": ["arpad", *command],
    }


def _memo(title: str, result: StudyResult, manifest: Mapping[str, Any]) -> str:
    """Return what a report says, and what it was made from, as text."""
    facts = {
        worded("Games"): worded(
            "{games}, {first} to {last}",
            games=Figure(f"{manifest['games']:,}"),
            first=manifest["first"],
            last=manifest["last"],
        ),
        worded("Fingerprint of the games"): manifest["digest"],
        worded("Rating system"): " ".join(
            [manifest["system"], *(f"{name}={value}" for name, value in manifest["parameters"].items())]
        ),
        worded("Made by"): f"arpad {manifest['arpad']}",
        worded("Again"): join(manifest["command"]),
    }
    lines = [title, "", *(f"{translated(sentence)}\n" for sentence in result.memo)]
    lines += [f"{translated(name)}: {translated(value)}" for name, value in facts.items()]
    return "\n".join([*lines, ""])


def _games(rated: RatedGames) -> Games:
    """Return the games of a pool as the record that their file is read as, in the order of rating."""
    games = rated.games
    return Games(
        Players(rated.names),
        rated.first.astype(np.int32),
        rated.second.astype(np.int32),
        np.array(games.score),
        advantage=np.array(games.advantage, dtype=np.int8) if any(games.advantage) else None,
        weight=np.array(games.weight) if any(weight != 1.0 for weight in games.weight) else None,
        time=np.maximum.accumulate(np.array(games.seconds)).astype("datetime64[s]"),
    )
