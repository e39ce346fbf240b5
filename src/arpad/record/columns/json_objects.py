"""JSON that holds the list of games within, as JSON Lines: ``{"season": …, "matches": [{…}, {…}]}``.

The list may be one, or one of each of several objects (the matches of each round). Of several lists the one
that is called after games is read, else the longest; a note says which. Lists of objects with the same keys
are one record (group stage, final), and of matches that hold the list of their maps the matches are read.
Lists that are called as the parts of a tournament (winners, losers, final) are one record if their objects
tell sides and results by the same keys; the note says which lists that may hold games were left out.
What stands beside a list that is one of several stands beside each of its objects too: the name of the round.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arpad.core.wording import counted
from arpad.record.columns.flags import is_flag_name
from arpad.record.columns.held_lists import HeldList, Within, held_lists, tells_time
from arpad.record.columns.keyed_objects import KEY, PARTS, is_part, with_sides_of_keys
from arpad.record.columns.named_ids import with_names
from arpad.record.columns.words import GAMES, IDS, folded_words, marks_of, tokens
from arpad.record.tables.header import names_games

MOST_BYTES = 1 << 28
"""The largest object that is looked into: it is held as a whole."""

_FULL = 0.9
"""The least share of different objects: where many stand twice, they stand at both of their sides."""

STATE = "status"
"""The key that is added where only the name of a list says that its games go on."""

_GOING_ON = frozenset(folded_words("live running ongoing"))
"""What a list of games is called that are being played: their score is not the result."""

_OF_PLAYERS = frozenset(
    folded_words("player team club rating ratings elo spieler joueur jugador speler gracz")
)
"""What the keys of objects are called that are players and not tournaments."""


def holds_a_list(head: bytes) -> bool:
    """Tell whether a text begins as a JSON object that is not the first of JSON Lines."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith(b"{"):
        return False
    first, _, rest = text.partition(b"\n")
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        # Pretty-printed, or longer than what is looked at; a line of JSON Lines that is damaged ends in "}".
        return not first.rstrip().endswith(b"}")
    if rest.strip() or not isinstance(value, dict) or names_games(value):
        return False  # JSON Lines, or one game, whose list is that of its moves
    return any(not each.alone for each in held_lists(value))


def holds_deeper_lists(head: bytes, *, whole: bool) -> bool:
    """Tell whether a text may begin as a JSON array of tournaments or rounds that hold their games.

    Args:
        head: the first bytes.
        whole: whether they are all.
    """
    text = head.decode("utf-8-sig", "replace").lstrip()
    try:
        value, _ = json.JSONDecoder().raw_decode(text, len(text) - len(text[1:].lstrip()))
    except (ValueError, RecursionError):
        return not whole  # an object that is longer than what is looked at: hardly a game
    return isinstance(value, dict) and _deeper_list([value]) is not None


def lines_of_array(text: bytes, file: str) -> tuple[Iterator[bytes], str] | None:
    """Return the games that the objects of an array hold, a line each, and a note; None where they hold none.

    Args:
        text: the whole text, in UTF-8.
        file: its name, for the note.
    """
    value = _loaded(text)
    if not isinstance(value, list):
        return None
    best = _deeper_list(value)
    if best is None:
        return None
    texts = [] if best.names_nobody else [json.dumps(row, sort_keys=True) for row, _ in best.rows]
    if len(texts) > 1 and len(set(texts)) < _FULL * len(texts):
        return None
    return _lines(held_lists(value), best, file, "objects of the array")


def lines_of_object(text: bytes, file: str) -> tuple[Iterator[bytes], str] | None:
    """Return the objects of the list of games, a line each, and a note; None where there is no such list.

    Args:
        text: the whole text, in UTF-8.
        file: its name, for the note.
    """
    value = _loaded(text)
    lists = held_lists(value) if isinstance(value, dict) else []
    if all(each.alone for each in lists):
        return None
    return _lines(lists, _list_of_games(lists), file, "object")


def _loaded(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _list_of_games(lists: Sequence[HeldList]) -> HeldList:
    best = max(lists, key=lambda candidate: candidate.rank)
    outer = [each for each in lists if each.holds(best) and not each.alone]
    for each in outer:
        if each.is_called_games and each.has_sides:
            return each
    if best.names_nobody:
        # Sets, maps and results by the id of a side are parts of what names the sides.
        for each in outer:
            if each.has_side_objects:
                return each
    if not best.is_called_games and not best.has_sides:
        named = [each for each in lists if each.has_side_objects and not each.alone]
        best = max(named, key=lambda candidate: candidate.rank, default=best)
    return best


def _deeper_list(values: Sequence[Any]) -> HeldList | None:
    """Return the list of games that objects without sides of their own hold; None if there is none."""
    lists = held_lists(values)
    top = next((each for each in lists if not each.path), None)
    if top is None or top.has_sides or names_games(top.keys):
        return None
    if any(_OF_PLAYERS.intersection(tokens(key)) for key in top.keys):
        return None
    deeper = [each for each in lists if each.path and not each.alone]
    best = _list_of_games(deeper) if deeper else None
    if best is None or not best.is_called_games or not best.has_players:
        return None
    return None if best.names_nobody and not _are_ids_named(best, lists) else best


def _are_ids_named(games: HeldList, lists: Sequence[HeldList]) -> bool:
    """Whether the sides of games are ids that another list names."""
    rows, within = _rows_of([games])
    return bool(with_names(rows, within, [each for each in lists if each is not games])[1])


def _lines(lists: Sequence[HeldList], best: HeldList, file: str, where: str) -> tuple[Iterator[bytes], str]:
    read = [
        each
        for each in lists
        if each is best
        or (not each.alone and each.is_called_games and each.has_keys_of(best))
        or (_is_part_beside(each, best) and each.tells_as(best))
    ]
    names = " and ".join(repr(".".join(each.path) or KEY) for each in read)
    what, be = ("list", "is") if len(read) == 1 else ("lists", "are")
    note = f"{file}: the {what} {names} of the {where} {be} read"
    rest = [each for each in lists if each.may_hold_games and not _touches(each, read)]
    if rest:
        left = " and ".join(f"{'.'.join(each.path)!r} ({counted(len(each.rows), 'object')})" for each in rest)
        note += f"; not read: {left}"
    games, within = _rows_of(read)
    if len(read) > 1:
        # A place of a bracket that nobody has reached yet is no game of anybody.
        there = [at for at, row in enumerate(games) if not best.is_open(row)]
        games, within = [games[at] for at in there], [within[at] for at in there]
    rows, names_in = with_names(games, within, [each for each in lists if each not in read])
    if names_in:
        note += f"; the names of its ids stand in {names_in!r}"
    with_sides = with_sides_of_keys(rows)
    if with_sides != rows:
        rows, note = with_sides, f"{note}; its keys name both sides"
    return (json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows), note


def _is_part_beside(each: HeldList, best: HeldList) -> bool:
    """Whether two lists are called as parts of one tournament: by numbers, states, rounds and brackets."""
    if each.holds(best) or best.holds(each) or not each.path or not best.path:
        return False
    if len(each.path) != len(best.path):
        return _are_parts_of_names(each.path, best.path)
    differing = [
        words
        for one, other in zip(each.path, best.path, strict=True)
        if one != other
        for words in (one, other)
    ]
    return all(is_part(words) for words in differing) or _are_parts_of_names(each.path, best.path)


def _are_parts_of_names(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two paths end in names of other parts of games: ``group_matches.A`` and ``ko_round``."""
    same = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    parts = []
    for path in (one, other):
        words = {word for name in path[same:] for word in tokens(name)}
        games = {word for word in words if GAMES.search(word)}
        if not all(is_part(word) for word in words - games):
            return False
        parts.append({word for word in words - games if word in PARTS and len(word) > 1})
    return all(parts) and not parts[0] & parts[1]


def _touches(each: HeldList, read: Sequence[HeldList]) -> bool:
    return any(each is other or each.holds(other) or other.holds(each) for other in read)


def _rows_of(lists: Sequence[HeldList]) -> tuple[list[Mapping[str, Any]], list[Within]]:
    """Return the objects with what stands beside their list; one that stands in two lists (*latest*) once.

    Of parts that are not called games the same two may have met twice, with the same result, unless an id or
    a time says that it was one game.

    Returns:
        The objects, and within what each of them stands.
    """
    rows: list[Mapping[str, Any]] = []
    places: list[Within] = []
    before: set[str] = set()
    states = any(each.path and _is_going_on(each.path[-1]) for each in lists) and not any(
        is_flag_name(key) for each in lists for key in each.keys
    )
    for each in lists:
        state = {STATE: each.path[-1]} if states and each.path else {}
        known = each.is_called_games or any(tells_time(key) or _is_id(key) for key in each.keys)
        texts = [json.dumps(row, sort_keys=True) for row, _ in each.rows] if len(lists) > 1 else []
        for at, ((row, beside), within) in enumerate(zip(each.rows, each.within, strict=True)):
            if not texts or not known or texts[at] not in before:
                rows.append({**state, **beside, **row})
                places.append(within)
        before.update(texts)
    return rows, places


def _is_going_on(name: str) -> bool:
    """Whether a list is called as one of games that are being played."""
    words = set(tokens(name))
    return bool(words & _GOING_ON) and words <= _GOING_ON | {"game", "games", "match", "matches"}


def _is_id(key: str) -> bool:
    words = tokens(key)
    return bool(words) and words[-1] in IDS and not any(marks_of(word) for word in words)
