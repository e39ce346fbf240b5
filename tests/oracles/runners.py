"""How our numbers are got: one function per kind of table, from a row to numbers by name."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from importlib import import_module
from typing import Any

import numpy as np

from arpad.ratings.model import Encounter, Meeting, Rating, Update
from arpad.ratings.rate import rate
from arpad.ratings.system import RatingSystem
from arpad.record import Contests, Games, Players
from arpad.rulebooks.rating_catalogue import rating_system

Row = Mapping[str, Any]
FIELDS = ("deviation", "volatility", "games", "peak", "elapsed", "birth_year")


def system_of(row: Row) -> RatingSystem:
    """Return the row's system with the row's settings."""
    return rating_system(row["system"], row.get("set"))


def rating(given: Any) -> Rating:
    """Return a rating: a number, a list of rating, deviation and volatility, or an object."""
    if isinstance(given, list):
        return Rating(*given)
    if not isinstance(given, dict):
        return Rating(float(given))
    known = {name: value for name, value in given.items() if name in FIELDS}
    other = {name: value for name, value in given.items() if name not in (*FIELDS, "rating")}
    return Rating(given["rating"], **known, attributes=other)


def day(given: str | None) -> date | None:
    """Return a day."""
    return None if given is None else date.fromisoformat(given)


def encounter(row: Row, opponent: Any, score: float, *, mirrored: bool = False) -> Encounter:
    """Return a game with what the row says of it, as the first or as the second side sees it."""
    sign = -1 if mirrored else 1
    told = {name: row[name] for name in ("weight", "komi") if name in row}
    if "event" in row:
        told["facts"] = {"event": row["event"]}
    if "margin" in row:
        told["margin"] = sign * row["margin"]
    return Encounter(
        rating(opponent),
        1.0 - score if mirrored else score,
        sign * row.get("advantage", 0),
        handicap=sign * row.get("handicap", 0.0),
        on=day(row.get("on")),
        **told,
    )


def numbers(update: Update) -> dict[str, float]:
    """Return an update's numbers: what it makes of the rating, the steps, and every game's."""
    told = update.explanation
    after = update.after
    found: dict[str, float] = {"rating": after.value, "change": told.value, **after.attributes}
    for name in ("deviation", "volatility"):
        value = getattr(after, name)
        if value is not None:
            found[name] = value
    found["exact"] = math.fsum(part.value for part in told.parts)
    found |= {step.label: float(step.value) for step in told.steps if not isinstance(step.value, str)}
    for number, part in enumerate(told.parts, 1):
        found[f"game {number}"] = part.value
        if "expected" in part.facts:
            found[f"expected {number}"] = part.facts["expected"]
        for step in part.steps:
            if not isinstance(step.value, str):
                found[f"{step.label} {number}"] = float(step.value)
                total = f"sum {step.label}"
                found[total] = found.get(total, 0.0) + float(step.value)
    return found


def update(row: Row) -> dict[str, float]:
    """Update ``own`` by one game (``opponent``, ``score``) or by ``games`` of a rating period."""
    system = system_of(row)
    if "games" in row:
        games = [encounter(row, opponent, score) for opponent, score in row["games"] * row.get("times", 1)]
    else:
        games = [encounter(row, row["opponent"], row["score"])]
    schedule = row.get("schedule", "live" if "live" in system.schedules[:1] else "period")
    return numbers(system.update(rating(row["own"]), games, schedule))


def pair(row: Row) -> dict[str, float]:
    """Play one game and update both sides: ``first …`` and ``second …``."""
    system = system_of(row)
    schedule = row.get("schedule", system.schedules[0])
    first, second = rating(row["first"]), rating(row["second"])
    one = system.update(first, [encounter(row, row["second"], row["score"])], schedule)
    other = system.update(second, [encounter(row, row["first"], row["score"], mirrored=True)], schedule)
    grown = [system.aged(rated.after, 1.0).deviation or 0.0 for rated in (one, other)]
    return {
        **{f"{side} grown": value for side, value in zip(("first", "second"), grown, strict=True) if value},
        **{f"first {name}": value for name, value in numbers(one).items()},
        **{f"second {name}": value for name, value in numbers(other).items()},
    }


def sequence(row: Row) -> dict[str, float]:
    """Update ``own`` game by game, live, each a rating period after the one before."""
    system, own = system_of(row), rating(row["own"])
    for opponent, score in row["games"]:
        met = replace(own, elapsed=1.0)
        own = system.update(met, [encounter(row, opponent, score)], "live").after
    return {"rating": own.value, "deviation": own.deviation or math.nan}


def predict(row: Row) -> dict[str, float]:
    """Predict a game of ``first`` against ``second``."""
    found: Any = system_of(row).predict(
        rating(row["first"]), rating(row["second"]), row.get("advantage", 0), on=day(row.get("on"))
    )
    told = {"value": found.expected, "win": found.win, "draw": found.draw, "loss": found.loss}
    return {name: value for name, value in told.items() if value is not None}


def aged(row: Row) -> dict[str, float]:
    """Let rating periods go by."""
    found = system_of(row).aged(rating(row["own"]), row["periods"])
    return {"rating": found.value, "value": found.deviation or math.nan}


def record(row: Row) -> dict[str, float]:
    """Rate a record of ``games`` (first, second, score, day); names and ``name deviation``…, or by period."""
    games: list[list[Any]] = [game for game in row["games"] for _ in range(row.get("times", 1))]
    names = list(row.get("players", {})) or list(dict.fromkeys(n for game in games for n in game[:2]))
    given = {name: value for name, value in row.get("players", {}).items() if value}
    attributes = {
        key: np.array([float(given.get(name, {}).get(key, math.nan)) for name in names])
        for key in {key for value in given.values() for key in value}
    }
    timed = all(len(game) > 3 for game in games)
    played = Games(
        Players(names, attributes),
        np.array([names.index(game[0]) for game in games], dtype=np.int32),
        np.array([names.index(game[1]) for game in games], dtype=np.int32),
        np.array([float(game[2]) for game in games]),
        time=np.array([game[3] for game in games], dtype=np.int64) if timed else None,
        advantage=np.full(len(games), row["advantage"], dtype=np.int8) if "advantage" in row else None,
    )
    options = {name: row[name] for name in ("schedule", "period") if name in row}
    history = row.get("history", False)
    ratings = rate(played, system_of(row), history=history, **options)
    found = {}
    for name in names:
        for column, values in ratings.state.columns.items():
            found[name if column == "rating" else f"{name} {column}"] = float(values[names.index(name)])
        if history:
            for number, value in enumerate(ratings.history(name)["rating"].to_list(), 1):
                found[f"{name} {number}"] = value
    if row.get("natural"):  # strengths about their mean, e to the power of a rating in natural units
        mean = float(ratings.rating.mean())
        found |= {n: math.exp((found[n] - mean) * math.log(10) / 400) for n in names}
    for one in names:
        for other in names:
            difference = ratings.of(one).value - ratings.of(other).value
            found[f"{one} - {other}"] = difference * math.log(10) / 400
    return found


def contest(row: Row) -> dict[str, float]:
    """Rate one contest of newcomers: ``sizes`` of the sides and their ``places``; seats count from 1."""
    seats = iter(f"{number}" for number in range(1, sum(row["sizes"]) + 1))
    sides = [
        ([next(seats) for _ in range(size)], place)
        for size, place in zip(row["sizes"], row["places"], strict=True)
    ]
    shares = {"share": np.array(row["shares"], dtype=float)} if "shares" in row else {}
    ratings = rate(Contests.from_sides([sides], **shares), system_of(row))
    assert ratings.deviation is not None
    found = {}
    for number, (value, deviation) in enumerate(zip(ratings.rating, ratings.deviation, strict=True), 1):
        found[f"{number}"] = float(value)
        found[f"{number} deviation"] = float(deviation)
    return found


def session(row: Row) -> dict[str, float]:
    """Update every player of a bridge session, with the forecast and the covariances."""
    system: Any = system_of(row)
    four = [Rating(r, s) for r, s in zip(row["ratings"], row["deviations"], strict=True)]
    sides = (tuple(four[:2]), tuple(four[2:]))
    found = {}
    for player in range(4):
        met = Meeting(sides, (1, 2), *divmod(player, 2), results=(row["result"], 0.0))
        after = system.update(four[player], [met], "live").after
        found[f"{player + 1}"] = after.value
        found[f"{player + 1} deviation"] = after.deviation
    found["forecast"], deviation = system.forecast(sides)
    found["variance"] = deviation**2
    covariances = system.covariances(Meeting(sides, (1, 2), 0, 0, results=(row["result"], 0.0)))
    return {**found, "cov 1 2": float(covariances[0, 1]), "cov 1 3": float(covariances[0, 2])}


def function(row: Row) -> dict[str, float]:
    """Call a function by name (``module:name``) with ``args``; a tuple's values are numbered."""
    module, _, name = row["call"].partition(":")
    called: Any = import_module(f"arpad.{module}")
    for part in name.split("."):
        called = getattr(called, part)
    found = called(*(np.array(arg) if isinstance(arg, list) else arg for arg in row["args"]))
    if isinstance(found, tuple):
        return {str(number): float(value) for number, value in enumerate(found, 1)}
    return {"value": float(np.asarray(found).item())}


RUNNERS: dict[str, Callable[[Row], dict[str, float]]] = {
    "update": update,
    "pair": pair,
    "sequence": sequence,
    "predict": predict,
    "aged": aged,
    "record": record,
    "contest": contest,
    "session": session,
    "function": function,
}
