"""How fast the systems beyond Elo rate, beside the C loop and those other libraries that are installed."""

from __future__ import annotations

import importlib
import json
import math
import platform
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np

from arpad.ratings.bradleyterry import BradleyTerry
from arpad.ratings.glicko2 import Glicko2
from arpad.ratings.system import RatingSystem, Schedule
from arpad.ratings.timeline import Timeline
from arpad.ratings.trueskill import TrueSkill
from arpad.ratings.ttt import TrueSkillThroughTime
from arpad.ratings.wenglin import WengLin
from arpad.ratings.wholehistory import Q
from arpad.ratings.whr import WholeHistoryRating
from arpad.record import Games
from arpad.record.periods import parse_period
from bench.records import synthetic
from bench.speed import best, c_loop, show

Row = dict[str, Any]
Case = tuple[str, RatingSystem, Schedule, str | None]

PRIOR = 350.0
"""The prior's deviation for Bradley and Terry: rare players of the record won all or lost all."""

LONG: tuple[Case, ...] = (
    ("trueskill, live", TrueSkill(), "live", None),
    ("weng-lin, live", WengLin(), "live", None),
    ("glicko2, monthly", Glicko2(), "period", "1mo"),
)
WHOLE: tuple[Case, ...] = (
    ("bradley-terry", BradleyTerry(prior=PRIOR), "period", "all"),
    ("whr, gradient < 1e-3", WholeHistoryRating(precision=1e-3), "period", "1d"),
    ("whr", WholeHistoryRating(), "period", "1d"),
    ("ttt", TrueSkillThroughTime(), "period", "1d"),
)
WHOLE_GAMES, WHOLE_PLAYERS = 100_000, 10_000


def newton(games: Games) -> Callable[[], object]:
    """Return Bradley and Terry's fit as one writes it with SciPy: Newton's method, conjugate gradients."""
    from scipy.sparse import coo_array, diags_array
    from scipy.sparse.linalg import cg

    n, rows = len(games.players), np.arange(len(games))
    ones = np.ones(len(games))
    seats = np.concatenate((games.first, games.second))
    design = coo_array((np.concatenate((ones, -ones)), (np.tile(rows, 2), seats)), shape=(len(games), n))
    precision = 1.0 / (PRIOR * Q) ** 2

    def fit() -> object:
        X = design.tocsr()
        theta = np.zeros(n)
        for _ in range(50):
            E = 1.0 / (1.0 + np.exp(-(X @ theta)))
            A = X.T @ diags_array(E * (1.0 - E)) @ X + diags_array(np.full(n, precision))
            step, _ = cg(A, X.T @ (games.score - E) - precision * theta, rtol=1e-8)
            theta += step
            if np.abs(step).max() < 1e-9:
                break
        return theta

    return fit


def trueskill_peer(games: Games) -> Callable[[], object]:
    """Return the package trueskill's live update of every game."""
    peer = importlib.import_module("trueskill")

    def run() -> object:
        known: dict[int, Any] = {}
        for a, b, s in _rows(games):
            one, two = known.get(a) or peer.Rating(), known.get(b) or peer.Rating()
            if s >= 0.5:
                known[a], known[b] = peer.rate_1vs1(one, two, drawn=s == 0.5)
            else:
                known[b], known[a] = peer.rate_1vs1(two, one)
        return known

    return run


def openskill_peer(games: Games) -> Callable[[], object]:
    """Return the package openskill's live update of every game."""
    model = importlib.import_module("openskill.models").PlackettLuce()

    def run() -> object:
        known: dict[int, Any] = {}
        for a, b, s in _rows(games):
            sides = [[known.get(a) or model.rating()], [known.get(b) or model.rating()]]
            (known[a],), (known[b],) = model.rate(sides, ranks=[1.0 - s, s])
        return known

    return run


def choix_peer(games: Games) -> Callable[[], object]:
    """Return the package choix's fit; it knows no draws, so a draw is a win of the first here."""
    peer = importlib.import_module("choix")
    pairs = [(a, b) if s >= 0.5 else (b, a) for a, b, s in _rows(games)]
    return lambda: peer.ilsr_pairwise(len(games.players), pairs, alpha=0.01)


def evalica_peer(games: Games) -> Callable[[], object]:
    """Return the package evalica's fit."""
    peer = importlib.import_module("evalica")
    names = {0.0: peer.Winner.Y, 0.5: peer.Winner.Draw, 1.0: peer.Winner.X}
    rows = _rows(games)
    first, second, won = (
        [str(a) for a, _, _ in rows],
        [str(b) for _, b, _ in rows],
        [names[s] for *_, s in rows],
    )
    return lambda: peer.bradley_terry(first, second, won)


def ttt_peer(games: Games) -> Callable[[], object]:
    """Return the package trueskillthroughtime's run to its own default precision."""
    peer = importlib.import_module("trueskillthroughtime")
    rows = _rows(games)
    sides = [[[str(a)], [str(b)]] for a, b, _ in rows]
    results = [[s, 1.0 - s] for *_, s in rows]
    assert games.time is not None
    days = games.time.astype("datetime64[D]").astype(int).tolist()

    def run() -> object:
        history = peer.History(
            composition=sides,
            results=results,
            times=days,
            sigma=25 / 3,
            beta=25 / 6,
            gamma=25 / 300,
            p_draw=0.1,
        )
        return history.convergence(verbose=False)

    return run


def whr_peer(games: Games) -> Callable[[], object]:
    """Return the package whole-history-rating's run of forty rounds; a draw is a win of the second here."""
    peer = importlib.import_module("whr.whole_history_rating")
    assert games.time is not None
    days = games.time.astype("datetime64[D]").astype(int)
    days = (days - days.min() + 1).tolist()

    def run() -> object:
        base = peer.WHR()
        for (a, b, s), day in zip(_rows(games), days, strict=True):
            base.create_game(str(a), str(b), "B" if s == 1.0 else "W", day, 0)
        base.iterate(40)
        return base

    return run


PEERS: tuple[tuple[str, str, int, Callable[[Games], Callable[[], object]]], ...] = (
    ("trueskill, live", "trueskill", 2_000, trueskill_peer),
    ("weng-lin, live", "openskill", 2_000, openskill_peer),
    ("bradley-terry", "choix", 10_000, choix_peer),
    ("bradley-terry", "evalica", 10_000, evalica_peer),
    ("whr", "whole-history-rating", 2_000, whr_peer),
    ("ttt", "trueskillthroughtime", 1_000, ttt_peer),
)
"""Our case, the package, how many games it is given, and how to run it; a slow one is given fewer."""


def _rows(games: Games) -> list[tuple[int, int, float]]:
    columns = games.first.tolist(), games.second.tolist(), games.score.tolist()
    return list(zip(*columns, strict=True))


def measured(label: str, games: int, seconds: float, yardstick: float | None) -> Row:
    """Return a measurement as :func:`bench.speed.show` prints it; the yardstick in games per second."""
    row: Row = {"case": label, "games": games, "seconds": seconds, "games_per_second": games / seconds}
    if yardstick is not None:
        row["speed_of_the_c_loop"] = games / seconds / yardstick
    show(row)
    return row


def ours(cases: tuple[Case, ...], games: Games) -> list[Row]:
    """Measure the C loop, then our systems, on a record in memory.

    Elo's loop says little of systems that go over the record many times; it tells what the machine does.
    """
    with tempfile.TemporaryDirectory() as name:
        seconds = c_loop(games, Path(name))
    rate = None if seconds is None else len(games) / seconds
    rows = [] if seconds is None else [measured("C loop, elo", len(games), seconds, rate)]
    for label, system, schedule, period in cases:
        timeline = Timeline.of(games, schedule, None if period is None else parse_period(period))
        if schedule == "period":
            _ = timeline.bounds
        spent = best(lambda system=system, timeline=timeline: system.rate(timeline))  # type: ignore[misc]
        rows.append(measured(label, len(games), spent, rate))
    return rows


def peers(mine: list[Row]) -> list[Row]:
    """Measure the other libraries that can be imported, and say how many times as fast ours are per game."""
    rows = []
    for case, package, size, prepare in PEERS:
        games = synthetic(size, max(2, size // 10))
        try:
            run = prepare(games)
        except ImportError:
            click.echo(f"{package:26s}  not installed: left out")
            continue
        row = measured(f"  {package}", size, best(run, 1), None)
        row["beside"] = case
        row["ours_is_times_as_fast"] = _rate(mine, case) / row["games_per_second"]
        click.echo(f"{'':28s}{case} here: {row['ours_is_times_as_fast']:,.1f} × as fast per game")
        rows.append(row)
    return rows


def _rate(rows: list[Row], case: str) -> float:
    return float(max((row["games_per_second"] for row in rows if row["case"] == case), default=math.nan))


@click.command()
@click.option("--games", "sizes", multiple=True, type=int, default=(1_000_000, 10_000_000))
@click.option("--players", default=500_000, show_default=True)
@click.option("--whole", default=WHOLE_GAMES, show_default=True, help="Games of the whole-history systems.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("bench/results/systems.json"), show_default=True
)
def main(sizes: tuple[int, ...], players: int, whole: int, out: Path) -> None:
    """Measure the other systems, and libraries installed beside arpad, and write the figures as JSON."""
    rows: list[Row] = []
    for size in sizes:
        rows += ours(LONG, synthetic(size, players))
        click.echo()
    games = synthetic(whole, min(WHOLE_PLAYERS, max(2, whole // 10)))
    rows += ours(WHOLE, games)
    scipy = measured("  SciPy's Newton and CG", whole, best(newton(games)), None)
    scipy |= {"beside": "bradley-terry"}
    scipy["ours_is_times_as_fast"] = _rate(rows, "bradley-terry") / scipy["games_per_second"]
    click.echo(f"{'':28s}bradley-terry here: {scipy['ours_is_times_as_fast']:,.2f} × as fast")
    rows += [scipy, *peers(rows)]
    out.parent.mkdir(parents=True, exist_ok=True)
    machine = {"processor": platform.processor() or platform.machine(), "python": platform.python_version()}
    out.write_text(json.dumps({"machine": machine, "numpy": np.__version__, "measurements": rows}, indent=1))
    click.echo(f"figures written to {out}")


if __name__ == "__main__":
    main()
