"""Seasons, from each of which a rating is carried into the next: whether events can be such; which go on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.ratings.timeline import Timeline
from arpad.record import Games
from arpad.record.events import BREAK, PAUSE, YEAR, spans_of

REMEDY = "Name the column of the seasons as the event, or set carry to 1."


NONE, ELSEWHERE = -1, -2
"""The codes of a player's last season where there is none, and where the record has no game of it."""


def seasons_before(timeline: Timeline) -> NDArray[np.int32]:
    """Return int32 over players, the season last played in by the list before the record.

    Of the seasons of one name, the latest of the list goes on in the record, unless a pause lies between that
    would part them (:mod:`arpad.record.events`).
    """
    games = timeline.games
    seasons = np.full(len(games.players), NONE, dtype=np.int32)
    words = games.players.attributes.get("season")
    if words is None or not games.players.continued:
        return seasons
    opened = games.players.attributes.get("season_began", np.full(len(words), None, dtype=object))
    of_name: dict[str, dict[str, list[int]]] = {}
    for player in np.flatnonzero(words != np.array(None)).tolist():
        seasons[player] = ELSEWHERE
        of_name.setdefault(str(words[player]), {}).setdefault(str(opened[player] or ""), []).append(player)
    if games.event is None or not len(games):
        return seasons
    began, ended = _spans(timeline)
    names, several = _names(timeline), {group.name for group in timeline.parted}
    for name, begun in of_name.items():
        codes = [code for code, event_name in enumerate(names) if event_name == name and began[code] < np.inf]
        if not codes:
            continue
        latest = max(begun)
        first = min(codes, key=lambda code: (began[code], code))
        if timeline.days is not None and latest:
            since = float(np.datetime64(latest, "D").astype(np.int64))
            long = name in several or len(begun) > 1 or max(ended[code] for code in codes) - since > YEAR
            pause = began[first] - np.nanmax(timeline.listed_days[begun[latest]])
            if pause >= (BREAK if long else PAUSE):
                continue
        seasons[begun[latest]] = first
    return seasons


def seasons_left(timeline: Timeline, season: NDArray[np.int32]) -> dict[str, NDArray[np.object_]]:
    """Return object over players, the season last played in and the day on which it began; None for none.

    Args:
        timeline: the record.
        season: the seasons' codes, as the loop left them.
    """
    players = timeline.games.players
    words, opened = (np.full(len(season), None, dtype=object) for _ in range(2))
    names, before = _names(timeline), seasons_before(timeline)
    began = _spans(timeline)[0]
    earlier = {int(code): int(np.flatnonzero(before == code)[0]) for code in np.unique(before[before >= 0])}
    listed = [players.attributes.get(name) for name in ("season", "season_began")]
    for player, code in enumerate(season.tolist()):
        here = player if code == ELSEWHERE else earlier.get(code)
        if code >= 0:
            words[player] = names[code]
            if timeline.days is not None:
                opened[player] = str(np.datetime64(int(began[code]), "D"))
        if here is not None:
            words[player], opened[player] = (None if column is None else column[here] for column in listed)
    return {"season": words, "season_began": opened}


def _spans(timeline: Timeline) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return per event the first and the last day of its games; +∞ and −∞ of one without any.

    Without dates, the first and the last row.
    """
    event = timeline.games.event
    if event is None:
        return np.empty(0), np.empty(0)
    first, last = np.full(len(event.names), np.inf), np.full(len(event.names), -np.inf)
    inside = np.flatnonzero(event.codes >= 0)
    days = timeline.days
    when = (np.arange(len(event.codes)) if days is None else days.astype(np.int64)).astype(np.float64)
    np.minimum.at(first, event.codes[inside], when[inside])
    np.maximum.at(last, event.codes[inside], when[inside])
    return first, last


def _names(timeline: Timeline) -> list[str]:
    """Return the names of the events as the record had them, before any was parted."""
    event = timeline.games.event
    whole = {label: group.name for group in timeline.parted for label in group.events}
    return [] if event is None else [whole.get(name, name) for name in event.names]


def check_seasons(games: Games, system: str, shortest: int, before: NDArray[np.int32]) -> None:
    """Refuse events that are tournaments: a rating would be carried again and again.

    Args:
        games: the record, in order of time.
        system: what the rating system is called.
        shortest: the fewest days between the beginnings of two seasons; 0 where they may be of any length.
        before: the players' last seasons by the list before the record; one that goes on began there.

    Raises:
        BadInput: a player returns to an event after games of another one, or plays in two that begin too soon
            after each other.
    """
    if games.event is None or not len(games):
        return
    code = np.repeat(games.event.codes, 2).astype(np.int64)
    player = np.stack((games.first, games.second), axis=1).ravel()
    inside = code >= 0
    order = np.argsort(player[inside], kind="stable")
    player, code = player[inside][order], code[inside][order]
    new = np.ones(len(player), dtype=bool)
    new[1:] = (player[1:] != player[:-1]) | (code[1:] != code[:-1])
    player, code = player[new], code[new]  # per player the seasons, one after the other
    names, players = games.event.names, games.players.names
    reason = f"{system} carries ratings from season to season, and"
    stays = np.lexsort((np.arange(len(player)), code, player))
    again = (np.diff(player[stays]) == 0) & (np.diff(code[stays]) == 0)
    if again.any():
        at = int(stays[1:][again].min())
        raise BadInput(
            f"{reason} {players[player[at]]} returns to {names[code[at]]} after games of "
            f"{names[code[at - 1]]}: these are tournaments, not seasons",
            remedy=REMEDY,
        )
    if not shortest or games.time is None or games.time.dtype.kind != "M":
        return
    first, _ = spans_of(games.event.codes, games.time.astype("datetime64[D]").astype(np.int64), len(names))
    first[np.unique(before[before >= 0])] -= shortest  # it began so early or earlier
    begun = first[code]
    soon = (np.diff(player) == 0) & (np.diff(begun) < shortest)
    if soon.any():
        at = int(np.argmax(soon))
        raise BadInput(
            f"{reason} {names[code[at + 1]]}, in which {players[player[at]]} plays, begins "
            f"{begun[at + 1] - begun[at]} days after {names[code[at]]}: these are tournaments, not seasons",
            remedy=REMEDY,
        )
