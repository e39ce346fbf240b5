"""JSON objects whose keys are not always the same: the ids of games or players, or the names of tournaments.

``{"m1": {…}, "m2": {…}}`` is the list of its values, as databases of documents write it; ``{"A": "Ann"}``
under a name for players says who the ids are; and ``{"1|Ann|Bob": {…}}`` has the sides in its keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from arpad.record.columns.candidates import ColumnPair, pairs_of
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import IDS, NAMES, SCORES, folded_words, tokens

KEY = "(key)"
"""The key that is added to an object for the key under which it stands."""

PARTS = frozenset(
    folded_words(
        "past finished completed complete played done running live current ongoing upcoming scheduled future "
        "recent previous next "
        "winners winner losers loser upper lower top bottom consolation bracket brackets main grand final "
        "finals semi semis semifinal semifinals quarter quarters quarterfinal quarterfinals eighth eighths "
        "third place bronze round rounds group groups pool pools stage stages phase phases playoff playoffs "
        "play offs off knockout knockouts qualifier qualifiers qualification league regular season seasons "
        "swiss week weeks matchday matchdays day days month year of r ro w l q qf sf f gf lb wb ub "
        "gruppe gruppen finale halbfinale viertelfinale achtelfinale endrunde vorrunde spieltag runde "
        "groupe groupes tour tours demi demis finales quart quarts huitieme huitiemes journee poule poules "
        "grupo grupos semifinales cuartos octavos jornada jornadas ronda rondas fase fases semifinais "
        "quartas oitavas rodada gironi girone semifinali quarti ottavi giornata turno turni "
        "halve kwartfinale achtste speelronde grupa grupy polfinal polfinaly cwiercfinal cwiercfinaly "
        "kolejka faza группа группы тур финал полуфинал четвертьфинал плейофф "
        "spring fall autumn winter summer fruhling sommer herbst printemps automne ete hiver primavera "
        "otono verano invierno ko men women boys girls "
        "결승 준결승 8강 16강 32강 조별 라운드 決勝 準決勝 準々決勝"
    )
)
"""What the parts of a tournament are called, and the states of its games."""

ALIKE = 0.5
"""The share of the keys of each object that the others have too, if they are a list."""

SHARED = 0.5
"""The share of the names on the side with fewer that the other has too, where keys name both sides."""

_PLAYERS = frozenset((*NAMES, "players", "teams", "participants", "competitors", "entrants", "members"))
"""What an object is called that names players by their ids."""

ID = re.compile(r"[^\W\d]{1,2}|\S*\d\S*|\S+_\S+")
"""How an id is written that is no name: ``A``, ``p12``, ``7``; ``GER`` may well be one."""

_OF_SIDES = NAMES.keys() | SCORES.keys() | IDS

_BETWEEN = (r"\|", "::", r"\s+vs?\.?\s+", r"[_-]vs[_-]", r"\s+[-–—]\s+", ";", "/", "~", "#", "__")
"""What stands between the parts of a key that names both sides, the surest first."""

_SAYS_VERSUS = (r"\s+vs?\.?\s+", r"[_-]vs[_-]")


def is_part(name: str) -> bool:
    """Whether something is called as a part of a tournament: by a number, a state, a round or a bracket."""
    words = tokens(name)
    return bool(words) and all(
        word in PARTS or word.isdecimal() or re.fullmatch(r"[a-z]", word) is not None for word in words
    )


def keyed_objects(value: Mapping[str, Any]) -> list[Mapping[str, Any]] | None:
    """Return the values of an object as a list, each with its key; None where its keys are names of fields.

    Args:
        value: as JSON is read.
    """
    results = _keyed_results(value)
    if results is not None:
        return results
    objects = list(value.values())
    if len(objects) < 2 or not all(isinstance(each, dict) and each for each in objects):
        return None
    if not _are_alike(objects) or _are_sides(list(value)):
        return None
    if any(map(_holds_more, objects)):
        # Parts of a tournament are told apart by their names; tournaments by what they are called.
        if any(map(is_part, value)) or not any(_has_plain(each) for each in objects):
            return None
    elif not all(_has_plain(each) or _has_sides(each) for each in objects):
        return None
    return [{KEY: key, **each} for key, each in value.items()]


def _keyed_results(value: Mapping[str, Any]) -> list[Mapping[str, Any]] | None:
    """Return the results of an object whose keys name both sides: ``{"Ann vs Bob": "2-1"}``."""
    if len(value) < 2 or not all(isinstance(each, (str, int, float)) for each in value.values()):
        return None
    for between in (*_SAYS_VERSUS, r"\|"):
        if all(len(re.split(between, key.strip(), flags=re.IGNORECASE)) in (2, 3) for key in value):
            return [{KEY: key, "result": each} for key, each in value.items()]
    return None


def _are_alike(objects: Sequence[Mapping[str, Any]]) -> bool:
    common = set.intersection(*(set(each) for each in objects))
    return bool(common) and all(len(common) >= ALIKE * len(each) for each in objects)


def _are_sides(keys: Sequence[str]) -> bool:
    """Whether keys are called after the two sides of a game, or its parts."""
    columns = [SampleColumn(at, key, ()) for at, key in enumerate(keys)]
    return len(keys) <= 3 and any(set(pair.stem) <= _OF_SIDES for pair in pairs_of(columns))


def _holds_more(value: Mapping[str, Any]) -> bool:
    """Whether an object that is no game holds lists of objects, or objects that hold such."""
    if _has_sides(value):
        return False
    return any(
        any(isinstance(one, dict) for one in each)
        if isinstance(each, list)
        else isinstance(each, dict) and _holds_more(each)
        for each in value.values()
    )


def _has_plain(value: Mapping[str, Any]) -> bool:
    return any(isinstance(each, (str, int, float)) for each in value.values())


def _has_sides(value: Mapping[str, Any]) -> bool:
    return bool(pairs_of([SampleColumn(at, key, ()) for at, key in enumerate(value)]))


def named_keys(name: str, value: Any) -> list[Mapping[str, Any]] | None:
    """Return the ids and the names of an object that gives one to each id; None for another value.

    Of a list of names the ids are the numbers, from 0 on.

    Args:
        name: what the object is called.
        value: as JSON is read.
    """
    words = set(tokens(name)) | {word.removesuffix("s") for word in tokens(name)}
    if isinstance(value, list):
        value = {str(at): each for at, each in enumerate(value)}
    if not isinstance(value, dict) or len(value) < 2 or not words & _PLAYERS:
        return None
    if not all(isinstance(each, str) and each.strip() for each in value.values()):
        return None
    if not all(ID.fullmatch(key) for key in value):
        return None  # whose club or country it is
    return [{KEY: key, "name": each} for key, each in value.items()]


def with_sides_of_keys(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return games whose keys name both sides, with the names; other games as they are."""
    same = list(rows)
    keys = [str(row.get(KEY) or "") for row in rows]
    if not keys or not all(keys):
        return same
    pairs = pairs_of([SampleColumn(at, key, ()) for at, key in enumerate(rows[0])])
    sides = [pair for pair in pairs if not set(pair.stem) - IDS - NAMES.keys()]
    made = [pair for pair in sides if _are_points(rows, pair)]
    if len(made) < len(sides):
        return same
    points = [pair for pair in pairs if pair in made or set(pair.stem) & SCORES.keys()]
    points = [pair for pair in points if pair.kind in ("number", "home", "place", "white")]
    for between in _BETWEEN:
        parts = [re.split(between, key.strip(), flags=re.IGNORECASE) for key in keys]
        if {len(each) for each in parts} not in ({2}, {3}) or not all(map(all, parts)):
            continue
        names = [(each[-2].strip(), each[-1].strip()) for each in parts]
        if _are_names(names, sure=between in _SAYS_VERSUS):
            return [
                {**_of_key(each, points[:1]), **_with_points(row, made)}
                for each, row in zip(parts, rows, strict=True)
            ]
    return same


def _are_points(rows: Sequence[Mapping[str, Any]], pair: ColumnPair) -> bool:
    """Whether what is called after a side is what it made: ``{"home": 2, "away": 1}``."""
    values = [row.get(column.name) for row in rows for column in pair.columns]
    return not pair.stem and all(value is None or isinstance(value, (int, float)) for value in values)


def _with_points(row: Mapping[str, Any], made: Sequence[ColumnPair]) -> Mapping[str, Any]:
    names = {column.name for pair in made for column in pair.columns}
    return {f"{key} score" if key in names else key: value for key, value in row.items()}


def _of_key(parts: Sequence[str], points: Sequence[ColumnPair]) -> Mapping[str, str]:
    """Return what a key says, the sides called as their points are."""
    words = ["1", "2"]
    for pair in points:
        words = [next(word for word in column.tokens if word not in pair.stem) for column in pair.columns]
    sides = {f"team {word}": name.strip() for word, name in zip(words, parts[-2:], strict=True)}
    return {**({"round": parts[0].strip()} if len(parts) == 3 else {}), **sides}


def _are_names(sides: Sequence[tuple[str, str]], *, sure: bool) -> bool:
    """Whether the parts of keys are the names of two sides that play each other."""
    first, second = ({pair[side] for pair in sides} for side in (0, 1))
    if any(one == other or not one or not other for one, other in sides):
        return False
    return sure or len(first & second) >= SHARED * min(len(first), len(second)) > 0
