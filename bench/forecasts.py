"""Which system predicts real games best: a table of systems tuned on earlier games, with intervals.

``python -m bench.forecasts nba`` reads the games that the tests have; ``internationals`` and ``othello`` need
a file: results.csv of github.com/martj42/international_results, or the World Othello archive's games as CSV
with the columns date, tournament, a, b, a_result. Every parameter is tuned on games before those that count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations as pairs
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import polars as pl
from numpy.typing import NDArray

import arpad
from arpad.core import ArpadError
from arpad.lab.backtest.face import label_of
from arpad.lab.forecasts.comparing import estimate
from arpad.lab.forecasts.cutting import cut, span_of
from arpad.lab.forecasts.draws import draws_before
from arpad.lab.forecasts.judging import ACCURACY, GAMES, LOG_LOSS, Sums, judged
from arpad.lab.forecasts.walking import Pace, in_order, walk_forward
from arpad.lab.tuning.study import tune
from arpad.record import Games

FIXTURES = Path(__file__).parents[1] / "tests" / "fixtures"

Floats = NDArray[np.float64]
Ranges = Mapping[str, tuple[float, float]]

HOME = (0.0, 150.0)


class Entry(NamedTuple):
    """A system of the table.

    Args:
        name: of the system.
        settings: its other parameters.
        free: what is tuned, with its range.
        pace: its rating periods.
        weighted: whether games count by their importance.
    """

    name: str
    settings: Mapping[str, Any]
    free: Ranges
    pace: Pace = Pace()
    weighted: bool = False


def usual(home: tuple[float, float] | None, period: str) -> list[Entry]:
    """Return the systems that every record is given.

    Args:
        home: the range of the home advantage; None where nobody has one.
        period: the rating period of the systems that have some.
    """

    def free(name: str = "advantage", **ranges: tuple[float, float]) -> Ranges:
        return ranges if home is None else {**ranges, name: home}

    own = Pace("period", period)
    return [
        Entry("elo", {}, free(k=(2.0, 120.0))),
        Entry("glicko", {}, free(deviation=(30.0, 350.0), c=(1.0, 150.0)), own),
        Entry("glicko2", {}, free(deviation=(30.0, 350.0), volatility=(0.003, 0.3)), own),
        Entry("stephenson", {}, free("gamma", deviation=(30.0, 350.0), cval=(1.0, 150.0)), own),
        Entry("bayes-elo", {"draws": "none"}, free(deviation=(30.0, 350.0))),
        Entry("weng-lin", {}, {"beta": (1.0, 30.0), "tau": (0.002, 2.0)}),
        Entry("trueskill", {}, {"beta": (1.0, 30.0), "tau": (0.002, 2.0)}),
        Entry("elo-mmr", {}, {"beta": (50.0, 500.0), "gamma": (1.0, 100.0)}),
    ]


@dataclass(frozen=True)
class Contest:
    """Games, and who is to predict them.

    Args:
        games: of the record.
        tune_from: the first moment whose games count in tuning.
        train_to: the last one.
        start: the first moment of the table.
        end: the last one.
        entries: the systems.
        reference: with whom all are compared: the beginning of a label.
        theirs: label → others' forecasts, float64 per game.
        importance: what each game counts; None where all count alike.
        decisive: whether drawn games are left out, and forecasts are of who wins if somebody does.
    """

    games: Games
    tune_from: str
    train_to: str
    start: str
    end: str
    entries: list[Entry]
    reference: str
    theirs: Mapping[str, Floats] = field(default_factory=dict)
    importance: Floats | None = None
    decisive: bool = False


def fivethirtyeight(path: Path) -> tuple[Games, Floats]:
    """Return the games of one of FiveThirtyEight's files, and its probabilities, in order of time."""
    table = pl.read_csv(path, infer_schema_length=None)
    score = (pl.col("score1") > pl.col("score2")).cast(pl.Float64)
    table = table.with_columns(
        result=pl.when(pl.col("score1") == pl.col("score2")).then(0.5).otherwise(score),
        at_home=pl.when(pl.col("neutral").cast(pl.String).is_in(["1", "true", "True"])).then(0).otherwise(1),
    )
    if "season" not in table.columns:
        autumn = pl.col("date").str.slice(5, 2).cast(pl.Int64) >= 9
        table = table.with_columns(
            season=pl.col("date").str.slice(0, 4).cast(pl.Int64) + autumn.cast(pl.Int64)
        )
    roles = {"first": "team1", "second": "team2", "score": "result", "time": "date", "event": "season"}
    roles |= {"points_first": "score1", "points_second": "score2", "advantage": "at_home"}
    games = in_order(arpad.read_games(table, columns={**roles, "covariate elo_prob1": "elo_prob1"}))
    assert games.covariates is not None
    return replace(games, covariates=None), games.covariates.values[:, 0]


SEASONS = {"carry": (0.4, 1.0)}


def nfl(path: Path | None) -> Contest:
    """Return the games of the NFL, 2000 to 2014 to be predicted."""
    games, theirs = fivethirtyeight(path or FIXTURES / "nfl_elo_1920_2014.csv.gz")
    entries = [
        *usual(HOME, "1w"),
        Entry("elo", {"margin": "log"}, {"k": (2.0, 60.0), "advantage": HOME, **SEASONS}),
        Entry("nfl", {}, {"k": (5.0, 60.0), "advantage": HOME, **SEASONS}),
    ]
    beside = {"FiveThirtyEight": theirs}
    return Contest(games, "1970", "2000-06", "2000-07", "2015-06", entries, "FiveThirtyEight", beside)


def nba(path: Path | None) -> Contest:
    """Return the games of the NBA, the seasons 2009–10 to 2013–14 to be predicted."""
    games, theirs = fivethirtyeight(path or FIXTURES / "nba_elo_2005_2014.csv.gz")
    entries = [
        *usual(HOME, "1w"),
        Entry("elo", {"margin": "log"}, {"k": (2.0, 60.0), "advantage": HOME, **SEASONS}),
        Entry("nba", {}, {"k": (5.0, 60.0), "advantage": HOME, **SEASONS}),
    ]
    beside = {"FiveThirtyEight": theirs}
    return Contest(games, "2005-07", "2009-07", "2009-08", "2014-07", entries, "FiveThirtyEight", beside)


FINALS = (
    *("UEFA Euro", "Copa América", "African Cup of Nations", "AFC Asian Cup", "Gold Cup"),
    *("Oceania Nations Cup", "Confederations Cup", "CONCACAF Championship"),
)


def class_of(tournament: str) -> str:
    """Return the class of a football match, as the World Football Elo Ratings name them."""
    if tournament == "FIFA World Cup":
        return "world cup"
    if tournament in FINALS:
        return "continental finals"
    if re.search("qualification|Nations League", tournament):
        return "qualifier"
    return "friendly" if tournament == "Friendly" else "tournament"


def internationals(path: Path | None) -> Contest:
    """Return football's internationals, 2015 to 2021 to be predicted."""
    if path is None:
        raise click.UsageError("internationals need results.csv of github.com/martj42/international_results")
    table = pl.read_csv(path, infer_schema_length=None, null_values=["NA"]).drop_nulls("home_score")
    classes = [class_of(name) for name in table["tournament"]]
    table = table.with_columns(stage=pl.Series(classes))
    roles = {"first": "home_team", "second": "away_team", "time": "date", "stage": "stage"}
    roles |= {"points_first": "home_score", "points_second": "away_score", "neutral": "neutral"}
    games = in_order(arpad.read_games(table, columns=roles))
    worth = {"world cup": 60, "continental finals": 50, "qualifier": 40, "tournament": 30, "friendly": 20}
    assert games.stage is not None
    importance = np.array([worth[name] / 40.0 for name in games.stage.names])[games.stage.codes]
    entries = [
        *usual((0.0, 200.0), "1mo"),
        Entry("elo", {"margin": "goals"}, {"k": (5.0, 120.0), "advantage": (0.0, 200.0)}, weighted=True),
        Entry("elo", {"margin": "log"}, {"k": (5.0, 120.0), "advantage": (0.0, 200.0)}, weighted=True),
        Entry("eloratings", {}, {}),
    ]
    return Contest(
        games, "1990", "2014", "2015", "2021", entries, "eloratings", {}, importance, decisive=True
    )


def othello(path: Path | None) -> Contest:
    """Return tournament games of Othello, 2023 to be predicted."""
    if path is None:
        raise click.UsageError("othello needs a file of games: date, tournament, a, b, a_result")
    table = pl.read_csv(path, infer_schema_length=None)
    # One result contradicts its discs: the table is read without them.
    table = table.select("date", "tournament", "a", "b", "a_result")
    roles = {"first": "a", "second": "b", "score": "a_result", "time": "date", "event": "tournament"}
    games = in_order(arpad.read_games(table, columns=roles))
    entries = usual(None, "1w")
    return Contest(games, "2022-04", "2022", "2023", "2023", entries, "elo")


CONTESTS: dict[str, Callable[[Path | None], Contest]] = {
    "nfl": nfl,
    "nba": nba,
    "internationals": internationals,
    "othello": othello,
}


def forecasts(contest: Contest, entry: Entry) -> tuple[str, Floats]:
    """Return a system's label after tuning, and its forecasts."""
    made = arpad.rating_system(entry.name, dict(entry.settings))
    games = contest.games
    if entry.weighted:
        games = replace(games, weight=contest.importance)
    pace = entry.pace if entry.pace.schedule in (None, *made.schedules) else Pace()
    if entry.free:
        found = tune(
            games.take(np.flatnonzero(span_of(games, None, contest.train_to))),
            made,
            entry.free,
            pace=pace,
            start=contest.tune_from,
            train_to=contest.train_to,
            profiled=False,
        )
        made = found.system
    expected = walk_forward(games, made, pace).expected
    return label_of(made) + (", weighted by importance" if entry.weighted else ""), expected


def log_loss(expected: Floats, score: Floats) -> float:
    """Return the mean log loss of forecasts."""
    return float(-(score * np.log(expected) + (1.0 - score) * np.log1p(-expected)).mean())


def combinations(ours: Mapping[str, Floats], score: Floats, train: NDArray[np.bool_]) -> dict[str, Floats]:
    """Return forecasts made of those of several systems, chosen and weighted on the training games.

    One is the mean of the probabilities of the best pair; the other has the sum of all systems' log odds,
    each with its weight (logistic regression; Bates and Granger 1969 on why forecasts are combined).
    """
    from scipy.optimize import minimize

    told = {label: np.clip(np.nan_to_num(one, nan=0.5), 1e-6, 1.0 - 1e-6) for label, one in ours.items()}
    means = {pair: 0.5 * (told[pair[0]] + told[pair[1]]) for pair in pairs(told, 2)}
    best = min(means, key=lambda pair: log_loss(means[pair][train], score[train]))
    odds = np.stack([np.log(one / (1.0 - one)) for one in told.values()], axis=1)

    def expected(weights: Floats, rows: Any = slice(None)) -> Floats:
        found: Floats = np.clip(1.0 / (1.0 + np.exp(-(odds[rows] @ weights))), 1e-9, 1.0 - 1e-9)
        return found

    fitted = minimize(
        lambda weights: log_loss(expected(weights, train), score[train]), np.full(len(told), 1.0 / len(told))
    )
    weights = "; ".join(f"{label} {weight:+.2f}" for label, weight in zip(told, fitted.x, strict=True))
    click.echo(f"weights of log odds: {weights}", err=True)
    return {f"mean of {' and '.join(best)}": means[best], "all systems, weighted": expected(fitted.x)}


def of_who_wins(expected: Floats, games: Games) -> Floats:
    """Return the chance of the first side where the game is decided, by the draws of the games before."""
    draw = draws_before(expected, games.score).column(expected)
    return np.clip((expected - 0.5 * draw) / np.maximum(1.0 - draw, 1e-9), 0.0, 1.0)


@click.command()
@click.argument("name", type=click.Choice(list(CONTESTS)))
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--only", help="Systems, apart at commas.")
def main(name: str, file: Path | None, only: str | None) -> None:
    """Print the table of the games NAME, read from FILE."""
    contest = CONTESTS[name](file)
    games = contest.games
    told: dict[str, Floats] = dict(contest.theirs)
    ours: dict[str, Floats] = {}
    for entry in contest.entries:
        if only is not None and entry.name not in only.split(","):
            continue
        try:
            label, expected = forecasts(contest, entry)
        except ArpadError as problem:
            click.echo(f"{entry.name}: {problem}", err=True)
            continue
        told[label] = ours[label] = expected
        click.echo(f"{label} done", err=True)
        if contest.decisive:
            told[f"{label}, of who wins"] = ours[label] = of_who_wins(expected, games)
    train = span_of(games, contest.tune_from, contest.train_to)
    if contest.decisive:
        train &= games.score != 0.5
    if len(ours) > 1:
        told |= combinations(ours, games.score, train)
    counts = span_of(games, contest.start, contest.end)
    if contest.decisive:
        counts &= games.score != 0.5
    for expected in told.values():
        counts &= ~np.isnan(expected)
    parts = cut(games, counts)[0]
    sums = {label: judged(np.nan_to_num(each, nan=0.5), games.score, parts) for label, each in told.items()}
    reference = next((label for label in sums if label.startswith(contest.reference)), next(iter(sums)))
    base = sums[reference]
    click.echo(f"{int(counts.sum()):,} games from {contest.start} to {contest.end}")
    click.echo(f"| forecaster | log loss | 95 % interval | right | better than {reference} by |")
    click.echo("|---|---:|---:|---:|---:|")
    for label, one in sorted(sums.items(), key=lambda each: each[1].mean(LOG_LOSS)):
        click.echo(_row(label, one, base))


def _row(label: str, one: Sums, base: Sums) -> str:
    own = estimate(one.blocks[:, LOG_LOSS], one.blocks[:, GAMES])
    cells = [label, f"{own.mean:.4f}", f"{own.low:.4f} to {own.high:.4f}", f"{one.mean(ACCURACY):.1%}"]
    if one is base:
        return f"| {' | '.join(cells)} | – |"
    gain = estimate(base.blocks[:, LOG_LOSS] - one.blocks[:, LOG_LOSS], base.blocks[:, GAMES])
    return f"| {' | '.join(cells)} | {gain.mean:+.4f} ({gain.low:+.4f} to {gain.high:+.4f}) |"


if __name__ == "__main__":
    main()
