"""A tournament as JSON, exactly and with a version: what was written is what is read.

Points are text, ``"1/2"``; results are the letters of FIDE's report file. What has its default is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, fields
from datetime import date
from fractions import Fraction
from typing import Any

from arpad.core import BadInput, NotProvided
from arpad.tournament.adjustments import Adjustment
from arpad.tournament.model import Acceleration, Bye, Entrant, Pairing, Prohibition, Round, Tournament
from arpad.tournament.points import Points
from arpad.tournament.results import Result

VERSION = 1
"""Of the form; a reader of a later one reads the earlier ones."""

KIND = "arpad tournament"


def to_json(tournament: Tournament, *, indent: int | None = None) -> str:
    """Return a tournament as JSON.

    Args:
        tournament: any; its settings hold numbers, text, truth, None, dates, fractions, lists, tuples, maps.
        indent: blanks per level; None for one line.

    Raises:
        NotProvided: a setting is of another kind.
    """
    body = _body(tournament)
    return json.dumps({"kind": KIND, "version": VERSION, **body}, ensure_ascii=False, indent=indent)


def _body(tournament: Tournament) -> dict[str, Any]:
    return _record(
        tournament,
        {
            "entrants": lambda all_: [_record(entrant, {"members": list}) for entrant in all_],
            "rounds": lambda all_: [_round(round_) for round_ in all_],
            "edition": lambda day: day and day.isoformat(),
            "tiebreak_edition": lambda day: day and day.isoformat(),
            "points": lambda points: _record(points, dict.fromkeys(_names(Points), _fraction)),
            "accelerations": lambda all_: [_acceleration(acceleration) for acceleration in all_],
            "prohibitions": lambda all_: [
                {"numbers": sorted(prohibition.numbers), "first": prohibition.first, "last": prohibition.last}
                for prohibition in all_
            ],
            "absences": _absences,
            "tiebreaks": list,
            "settings": _value,
            "details": dict,
            "adjustments": lambda all_: [_adjustment(adjustment) for adjustment in all_],
            "players": _body,
        },
    )


def from_json(text: str, file: str | None = None) -> Tournament:
    """Read what :func:`to_json` wrote.

    Args:
        text: the JSON.
        file: where it comes from, for errors.

    Raises:
        BadInput: it is something else, or of a later version.
    """
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        row = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise BadInput(f"this is not JSON ({error})", file=file, row=row) from error
    if not isinstance(whole, dict) or whole.get("kind") != KIND:
        raise BadInput("this is not a tournament", file=file, remedy=f'Expected "kind": "{KIND}".')
    version = whole.get("version")
    if version != VERSION:
        raise BadInput(
            f"the tournament is of version {version!r}, and version {VERSION} is known",
            file=file,
            remedy="Read it with a later arpad.",
        )
    with _places(file):
        return _tournament({name: value for name, value in whole.items() if name not in ("kind", "version")})


@contextmanager
def _places(file: str | None) -> Iterator[None]:
    """Say what is wrong with a value of the wrong kind."""
    try:
        yield
    except BadInput as error:
        raise BadInput(error.problem, file=file, remedy=error.remedy) from error
    except (TypeError, ValueError, KeyError, AttributeError, ZeroDivisionError, RecursionError) as error:
        raise BadInput(f"the tournament is damaged ({type(error).__name__}: {error})", file=file) from error


def _names(kind: type) -> list[str]:
    return [field.name for field in fields(kind)]


def _record(value: Any, forms: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """Return the fields of a value that are not its defaults."""
    body = {}
    for field in fields(value):
        own = getattr(value, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if own != default:
            body[field.name] = forms[field.name](own) if field.name in forms else own
    return body


def _fraction(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _round(round_: Round) -> dict[str, Any]:
    pairings = []
    for game in round_.pairings:
        line: dict[str, Any] = {
            "white": game.white,
            "black": game.black,
            "results": game.white_result.value + game.black_result.value,
        }
        if game.points is not None:
            line["points"] = [str(value) for value in game.points]
        if game.handicap:
            line["handicap"] = game.handicap
        if not game.coloured:
            line["coloured"] = False
        pairings.append(line)
    return {
        "pairings": pairings,
        "byes": [{"number": bye.number, "result": bye.result.value} for bye in round_.byes],
    }


def _acceleration(acceleration: Acceleration) -> dict[str, Any]:
    return _record(acceleration, {"points": str, "game_points": str, "numbers": list})


def _adjustment(adjustment: Adjustment) -> dict[str, Any]:
    return _record(
        adjustment,
        {
            "points": _fraction,
            "game_points": _fraction,
            "numbers": list,
            "result": lambda result: result and result.value,
        },
    )


def _absences(absences: Mapping[int, Mapping[int, Result]]) -> dict[str, dict[str, str]]:
    return {
        str(at): {str(number): result.value for number, result in byes.items()}
        for at, byes in absences.items()
    }


def _value(value: Any) -> Any:
    """Return a setting; what JSON cannot express is a map of one key that begins with ``@``."""
    if value is None or isinstance(value, (bool, int, float, str)):
        if isinstance(value, float) and value - value != 0:
            raise NotProvided(f"the setting {value} cannot be written as JSON")
        return value
    if isinstance(value, Fraction):
        return {"@fraction": str(value)}
    if isinstance(value, Result):
        return {"@result": value.value}
    if type(value) is date:
        return {"@date": value.isoformat()}
    if isinstance(value, tuple):
        return {"@tuple": [_value(item) for item in value]}
    if isinstance(value, list):
        return [_value(item) for item in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) and key[:1] != "@" for key in value):
        return {key: _value(item) for key, item in value.items()}
    if isinstance(value, Mapping):
        return {"@map": [[_value(key), _value(item)] for key, item in value.items()]}
    raise NotProvided(f"the setting {value!r} cannot be written as JSON")


def _setting(value: Any) -> Any:
    if isinstance(value, list):
        return [_setting(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "@fraction" in value:
        return Fraction(value["@fraction"])
    if "@date" in value:
        return date.fromisoformat(value["@date"])
    if "@result" in value:
        return Result(value["@result"])
    if "@tuple" in value:
        return tuple(_setting(item) for item in value["@tuple"])
    if "@map" in value:
        return {_setting(key): _setting(item) for key, item in value["@map"]}
    return {key: _setting(item) for key, item in value.items()}


def _tournament(body: dict[str, Any]) -> Tournament:
    forms: dict[str, Callable[[Any], Any]] = {
        "entrants": lambda all_: tuple(_entrant(entrant) for entrant in all_),
        "rounds": lambda all_: tuple(_read_round(round_) for round_ in all_),
        "edition": lambda day: None if day is None else date.fromisoformat(day),
        "tiebreak_edition": lambda day: None if day is None else date.fromisoformat(day),
        "points": _points,
        "accelerations": lambda all_: tuple(_read_acceleration(acceleration) for acceleration in all_),
        "prohibitions": lambda all_: tuple(
            Prohibition(
                frozenset(map(_whole, prohibition["numbers"])),
                _whole(prohibition["first"]),
                _whole(prohibition["last"]),
            )
            for prohibition in all_
        ),
        "absences": lambda all_: {
            int(at): {int(number): Result(letter) for number, letter in byes.items()}
            for at, byes in all_.items()
        },
        "tiebreaks": lambda all_: tuple(map(_text, all_)),
        "settings": _setting,
        "details": lambda all_: {_text(key): _text(text) for key, text in all_.items()},
        "adjustments": lambda all_: tuple(_read_adjustment(adjustment) for adjustment in all_),
        "players": lambda players: None if players is None else _tournament(players),
        "name": _text,
        "system": _text,
        "planned": _whole,
        "seed": _whole,
        "initial_colour": _text,
    }
    unknown = sorted(set(body) - set(forms))
    if unknown:
        raise BadInput(f"the tournament has an unknown field {unknown[0]!r}")
    return Tournament(**{name: forms[name](value) for name, value in body.items()})


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise BadInput(f"{value!r} is not a whole number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{value!r} is not text")
    return value


def _entrant(body: dict[str, Any]) -> Entrant:
    whole = ("number", "rating", "arrives")
    parts = {
        name: tuple(map(_whole, value))
        if name == "members"
        else _whole(value)
        if name in whole
        else _text(value)
        for name, value in body.items()
    }
    entrant = Entrant(**parts)  # type: ignore[arg-type]
    if entrant.number < 1:
        raise BadInput(
            f"{entrant.number} is not a valid pairing number", remedy="Pairing numbers begin at 1."
        )
    return entrant


def _points(values: dict[str, str | None]) -> Points:
    return Points(**{name: None if value is None else Fraction(value) for name, value in values.items()})  # type: ignore[arg-type]


def _read_acceleration(body: dict[str, Any]) -> Acceleration:
    low, high = map(_whole, body["numbers"])
    return Acceleration(
        Fraction(body["points"]),
        _whole(body["first"]),
        _whole(body["last"]),
        (low, high),
        Fraction(body.get("game_points", 0)),
    )


def _read_adjustment(body: dict[str, Any]) -> Adjustment:
    points, games, letter = body["points"], body.get("game_points"), body.get("result")
    return Adjustment(
        None if points is None else Fraction(points),
        tuple(map(_whole, body.get("numbers", ()))),
        _whole(body.get("round", 0)),
        None if letter is None else Result(letter),
        None if games is None else Fraction(games),
        _text(body.get("reason", "")),
    )


def _read_round(body: dict[str, Any]) -> Round:
    pairings = []
    for game in body["pairings"]:
        white, black = game["results"]
        points = game.get("points")
        own_other = None if points is None else (Fraction(points[0]), Fraction(points[1]))
        pairings.append(
            Pairing(
                _whole(game["white"]),
                _whole(game["black"]),
                Result(white),
                Result(black),
                own_other,
                _whole(game.get("handicap", 0)),
                bool(game.get("coloured", True)),
            )
        )
    byes = tuple(Bye(_whole(bye["number"]), Result(bye["result"])) for bye in body["byes"])
    return Round(tuple(pairings), byes)
