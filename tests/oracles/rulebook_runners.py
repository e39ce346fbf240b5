"""How numbers are got that only one rulebook has: its tables, its articles, its records in files."""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from itertools import chain, repeat
from typing import Any

import numpy as np

from arpad.ratings.elo.curves import CURVES
from arpad.ratings.explain import updates
from arpad.ratings.parameters import parameters_of
from arpad.ratings.rate import rate
from arpad.record import Games, Players
from arpad.rulebooks.fide import Fide
from arpad.rulebooks.fide.editions import EDITIONS
from arpad.rulebooks.fide.initial import explain_initial
from arpad.rulebooks.fide.norms import BY_RATING, NORMS
from arpad.rulebooks.fide.performance import performance
from arpad.rulebooks.fide.tables import TABLE_8_1_1, row_of
from arpad.rulebooks.football import importance as classes
from arpad.rulebooks.germany.formulas import BOUNDS
from arpad.rulebooks.rating_catalogue import system_class
from arpad.rulebooks.uschess import editions as uschess
from oracles.runners import Row, system_of
from oracles.table import FIXTURES

Q = math.log(10) / 400


def fide_initial(row: Row) -> dict[str, float]:
    """Make an initial rating by the edition of a day."""
    since = date.fromisoformat(row["edition"])
    code, edition = next((i, e) for i, e in enumerate(EDITIONS) if e.since == since)
    told = explain_initial(Fide().numbers(), edition, code, row["opponents"], row["score"], None)
    return {step.label: float(step.value) for step in told.steps}


def fide_performance(row: Row) -> dict[str, float]:
    """Return a performance, its share and its difference."""
    found = performance(row["opponents"], row["scores"])
    return {**{step.label: float(step.value) for step in found.steps}, "value": float(found.rating)}


def fide_title(row: Row) -> dict[str, float]:
    """Return what a title asks."""
    if row["title"] in BY_RATING:
        return {"rating": float(BY_RATING[row["title"]])}
    title = NORMS[row["title"]]
    names = ("performance", "average", "floor", "rating", "direct")
    return {name: float(getattr(title, name)) for name in names}


def fide_dp(row: Row) -> dict[str, float]:
    """Return an entry of table 8.1.1."""
    return {"value": float(dict(TABLE_8_1_1)[float(row["p"])])}


def fide_row(row: Row) -> dict[str, float]:
    """Return a row of table 8.1.2; what is printed as empty is infinite."""
    found = row_of(int(row["difference"]))
    return found._asdict()


def threshold(row: Row) -> dict[str, float]:
    """Return US Chess's bonus threshold of a day."""
    (code,) = uschess.codes(np.array([row["on"]], dtype="datetime64[D]"))
    return {"value": uschess.EDITIONS[code].threshold}


def dwz_table(row: Row) -> dict[str, float]:
    """Return an entry of the DSB's table, by the per cent above 50."""
    return {"value": BOUNDS[row["hundredths"]]}


def importance(row: Row) -> dict[str, float]:
    """Return what a class of football matches is worth."""
    return {"value": getattr(classes, row["table"])[row["stage"]].importance}


def parameter(row: Row) -> dict[str, float]:
    """Return a system's default."""
    found = {known.name: known.default for known in parameters_of(system_class(row["system"]))}
    return {"value": float(found[row["name"]])}


def curve(row: Row) -> dict[str, float]:
    """Return the expected score of a difference by one of Elo's curves."""
    return {"value": CURVES[row["curve"]].expectations(float(row["difference"]), row.get("scale", 400.0))[0]}


def difference(row: Row) -> dict[str, float]:
    """Return the difference that gives an expected score by the logistic curve."""
    return {"value": CURVES["logistic"].difference(float(Fraction(row["share"])), 400.0)}


def percent(row: Row) -> dict[str, float]:
    """Return the expected score of a difference by the logistic curve, in per cent."""
    return {"value": 100.0 * CURVES["logistic"].expectations(float(row["difference"]), 400.0)[0]}


def margin(row: Row) -> dict[str, float]:
    """Return TrueSkill's draw margin between so many players."""
    system: Any = system_of(row)
    return {"value": system.margin(*row["args"])}


def _lines(name: str) -> list[dict[str, str]]:
    with (FIXTURES / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _games(rows: list[tuple[str, str, float]], **columns: Any) -> Games:
    names = list(dict.fromkeys(chain.from_iterable(row[:2] for row in rows)))
    return Games(
        Players(names),
        np.array([names.index(row[0]) for row in rows], dtype=np.int32),
        np.array([names.index(row[1]) for row in rows], dtype=np.int32),
        np.array([row[2] for row in rows]),
        **columns,
    )


def food(row: Row) -> dict[str, float]:
    """Rate evalica's comparisons of food; ``shares``: of the strengths, which add up to 1."""
    score = {"left": 1.0, "right": 0.0, "tie": 0.5}
    games = _games(
        [(line["left"], line["right"], score[line["winner"]]) for line in _lines("evalica_food.csv")]
    )
    ratings = rate(games, system_of(row))
    found = ratings.rating
    if row.get("shares"):
        found = np.exp(Q * (found - found.mean()))
        found = found / found.sum()
    return dict(zip(games.players.names, found.tolist(), strict=True))


def baseball(row: Row) -> dict[str, float]:
    """Fit the American League's Eastern division of 1987; strengths less Baltimore's, in natural units."""
    rows: list[tuple[str, str, float]] = []
    for line in _lines("baseball_1987.csv"):
        home, away = line["home.team"], line["away.team"]
        rows += repeat((home, away, 1.0), int(line["home.wins"]))
        rows += repeat((home, away, 0.0), int(line["away.wins"]))
    games = _games(rows, advantage=np.ones(len(rows), dtype=np.int8))
    ratings = rate(games, system_of(row))
    system: Any = ratings.system
    found = {
        name: Q * (ratings.of(name).value - ratings.of("Baltimore").value) for name in games.players.names
    }
    return {**found, "home": Q * getattr(system, "h", math.nan)}


def afl(row: Row) -> dict[str, float]:
    """Rate two seasons of Australian football, or with ``all`` four, weeks with games as periods."""
    lines = _lines("afl_2009_2010.csv") + (_lines("afl_2011_2012.csv") if row.get("all") else [])
    weeks = np.array([int(line["week"]) for line in lines])
    games = _games(
        [(line["home"], line["away"], float(line["score"])) for line in lines],
        time=np.unique(weeks, return_inverse=True)[1].astype(np.int64),
    )
    found = rate(games, system_of(row), schedule="period", period="1").of(row["player"])
    return {"rating": found.value, "deviation": found.deviation or math.nan}


def deviance(row: Row) -> dict[str, float]:
    """Rate weeks up to 80 of four seasons and predict the rest, of players of 15 games and more.

    The binomial deviance, 100 for a coin; predictions are kept from .01 to .99, and the home side has the
    advantage that ``predict`` sets.
    """
    lines = _lines("afl_2009_2010.csv") + _lines("afl_2011_2012.csv")
    known = [line for line in lines if int(line["week"]) <= 80]
    weeks = np.array([int(line["week"]) for line in known])
    games = _games(
        [(line["home"], line["away"], float(line["score"])) for line in known],
        time=np.unique(weeks, return_inverse=True)[1].astype(np.int64),
    )
    ratings = rate(games, system_of(row), schedule="period", period="1")
    system = system_of({**row, "set": {**row.get("set", {}), **row["predict"]}})
    played = Counter(chain.from_iterable((line["home"], line["away"]) for line in known))
    losses = []
    for line in lines[len(known) :]:
        home, away, score = line["home"], line["away"], float(line["score"])
        if min(played[home], played[away]) >= 15:
            expected = system.predict(ratings.of(home), ratings.of(away), 1).expected
            p = min(0.99, max(0.01, expected))
            losses.append(-score * math.log2(p) - (1.0 - score) * math.log2(1.0 - p))
    return {"value": 100.0 * math.fsum(losses) / len(losses), "games": float(len(losses))}


BOOST_PLAYERS = {
    "A": (2300, 140), "B": (2295, 80), "C": (2280, 150), "D": (2265, 70),
    "E": (2260, 90), "F": (2255, 200), "G": (2250, 50), "H": (2075, 120),
}  # fmt: skip
BOOST_GAMES = (
    "AB0 AE0 AG1 BC5 BD1 BF1 CA1 CG1 CH5 DC0 DE0 DG0 EB5 EF1 EH0 FA0 FC0 FD5 GB0 GE5 GH0 HA1 HD1 HF1"
)
"""White, Black, White's score; 5 for a half."""


def boost(row: Row) -> dict[str, float]:
    """Rate the example of Glicko-Boost: per player the final, ``grown``, and the steps."""
    score = {"0": 0.0, "5": 0.5, "1": 1.0}
    rows = [(game[0], game[1], score[game[2]]) for game in BOOST_GAMES.split()]
    games = _games(rows, advantage=np.ones(len(rows), dtype=np.int8))
    names = games.players.names
    entry = np.array([BOOST_PLAYERS[name] for name in names], dtype=float)
    players = Players(names, {"rating": entry[:, 0], "deviation": entry[:, 1]})
    games = Games(players, games.first, games.second, games.score, advantage=games.advantage)
    system = system_of(row)
    ratings = rate(games, system, period="all", history=True)
    found: dict[str, float] = {}
    for name in names:
        after = ratings.of(name)
        found[name] = after.value
        found[f"{name} deviation"] = after.deviation or math.nan
        found[f"{name} grown"] = system.aged(after, 1.0).deviation or math.nan
        steps = updates(ratings, name)[0].explanation.steps
        found |= {
            f"{name} {step.label}": float(step.value) for step in steps if not isinstance(step.value, str)
        }
    return found


RULEBOOK_RUNNERS: dict[str, Callable[[Row], dict[str, float]]] = {
    "initial": fide_initial,
    "performance": fide_performance,
    "title": fide_title,
    "dp": fide_dp,
    "row": fide_row,
    "threshold": threshold,
    "dwz-table": dwz_table,
    "importance": importance,
    "parameter": parameter,
    "curve": curve,
    "difference": difference,
    "percent": percent,
    "margin": margin,
    "food": food,
    "baseball": baseball,
    "csv-player": afl,
    "deviance": deviance,
    "boost": boost,
}
