"""The games of tournaments as a record that any system can rate."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np

from arpad.record.cells.interning import composed
from arpad.record.games import Games
from arpad.record.players import Players
from arpad.record.record import Labels, Source
from arpad.tournament.model import Entrant, Pairing, Tournament
from arpad.tournament.results import Result

_SCORES = {
    Result.WIN: 1.0,
    Result.DRAW: 0.5,
    Result.LOSS: 0.0,
    Result.UNRATED_WIN: 1.0,
    Result.UNRATED_DRAW: 0.5,
    Result.UNRATED_LOSS: 0.0,
}
_UNRATED = frozenset({Result.UNRATED_WIN, Result.UNRATED_DRAW, Result.UNRATED_LOSS})
_Kind = Literal["game", "pending", "rejected", "forfeit"]
_WORDS = ("federation", "sex", "title", "identity", "grade")
ESTABLISHED_GAMES = 100
"""The number of games that somebody with a rating is taken to have played, where nobody says it.

Reports have ratings and no numbers of games. This is more than any rulebook asks before it takes a rating as
settled (FIDE 30, US Chess 26, and it counts no more than 50 for anybody).
"""
_CENTURY = 70
"""Years of two digits from here on are of the twentieth century."""


def games_of(
    tournaments: Tournament | Sequence[Tournament], *, unrated: bool = False, files: tuple[str, ...] = ()
) -> Games:
    """Return the games that were played, forfeits and byes not among them.

    The same name in two tournaments is the same player; in one, the names of two players get their identity
    number, or else their pairing number, behind them. What one tournament knows of a player (rating,
    birth_year, federation, sex, title, identity, grade) holds if no earlier one did. White is ``first`` and
    has the advantage. ``event`` is the tournament's name, ``round`` the round's number. The time is the
    round's date (TRF 132), or else the tournament's first day (042); if a tournament has neither, it is a
    number that counts the rounds of all tournaments on. The rows that ``source`` accounts for are the
    pairings and byes of the rounds: a game that both players lost is no game of the record and counts as
    rejected, a pending one as a fixture, a forfeit and a game of less than a move among the forfeits. Who
    has a rating counts as established (:func:`established`). Of teams whose players are known, the games
    are those of the players.

    Args:
        tournaments: in the order of play.
        unrated: whether games of less than a move (W, D, L), which FIDE does not rate, are taken too.
        files: where they come from.
    """
    several = [tournaments] if isinstance(tournaments, Tournament) else list(tournaments)
    several = [_of_players(tournament) for tournament in several]
    index: dict[str, int] = {}
    entries: list[list[Entrant]] = []
    games: list[_Game] = []
    counts: Counter[_Kind] = Counter()
    byes = 0
    rounds_before = 0
    for event, tournament in enumerate(several):
        players = _add_players(tournament, index, entries)
        dates = round_dates(tournament)
        for at, round_ in enumerate(tournament.rounds, 1):
            byes += len(round_.byes)
            for game in round_.pairings:
                kind = _kind(game, unrated)
                counts[kind] += 1
                if kind == "game":
                    first, second = players[game.white], players[game.black]
                    score, number = _SCORES[game.white_result], rounds_before + at
                    games.append(_Game(first, second, game, score, event, at, dates[at - 1], number))
        rounds_before += len(tournament.rounds)
    titles = [tournament.name or f"tournament {at}" for at, tournament in enumerate(several, 1)]
    return Games(
        first=np.array([game.first for game in games], dtype=np.int32),
        second=np.array([game.second for game in games], dtype=np.int32),
        score=np.array([game.score for game in games], dtype=np.float64),
        advantage=np.array([int(game.pairing.coloured) for game in games], dtype=np.int8),
        players=_players(index, entries),
        event=_labels([titles[game.event] for game in games]),
        round=_labels([str(game.round) for game in games]),
        source=Source(
            files,
            rows=sum(
                len(round_.pairings) + len(round_.byes)
                for tournament in several
                for round_ in tournament.rounds
            ),
            games=len(games),
            byes=byes + counts["forfeit"],
            forfeits=counts["forfeit"],
            fixtures=counts["pending"],
            rejected=counts["rejected"],
        ),
        **_optional_columns(games),
    )


class _Game(NamedTuple):
    """A game that counts, and where it was played.

    Args:
        first: White, as an index of the record's players.
        second: Black.
        pairing: the game.
        score: White's.
        event: which of the tournaments, from 0.
        round: which round of it, from 1.
        day: of the round; None where nobody says it.
        number: which round of all tournaments, one after the other, from 1.
    """

    first: int
    second: int
    pairing: Pairing
    score: float
    event: int
    round: int
    day: date | None
    number: int


def _add_players(
    tournament: Tournament, index: dict[str, int], entries: list[list[Entrant]]
) -> dict[int, int]:
    """Return the record's index of each participant by number, after those who are new were added.

    Args:
        tournament: the next tournament.
        index: the players so far, by name.
        entries: what the tournaments so far know of each of them.
    """
    players: dict[int, int] = {}
    for number, name in _unique_names(tournament).items():
        place = index.setdefault(name, len(index))
        if place == len(entries):
            entries.append([])
        entries[place].append(tournament.by_number[number])
        players[number] = place
    return players


def _kind(game: Pairing, unrated: bool) -> _Kind:
    """Return what a pairing is for the record; a game of less than a move counts if ``unrated``."""
    if game.pending:
        return "pending"
    if game.white_result not in _SCORES or game.black_result not in _SCORES:
        return "forfeit"
    if game.black_result is not game.white_result.opposite():
        return "rejected"
    return "game" if unrated or game.white_result not in _UNRATED else "forfeit"


def _optional_columns(games: Sequence[_Game]) -> dict[str, Any]:
    """Return points and handicaps, where some game has them, and the time: dates if all games have one."""
    columns: dict[str, Any] = {}
    if any(game.pairing.points is not None for game in games):
        for side, name in enumerate(("points_first", "points_second")):
            columns[name] = np.array([_points(game.pairing, side) for game in games])
    if any(game.pairing.handicap for game in games):
        columns["handicap"] = np.array([float(game.pairing.handicap) for game in games])
    days = [game.day for game in games]
    if days and None not in days:
        columns["time"] = np.array(days, dtype="datetime64[D]")
    else:
        columns["time"] = np.array([game.number for game in games], dtype=np.int64)
    return columns


def _of_players(tournament: Tournament) -> Tournament:
    """Return the tournament whose games are rated: of teams that of their players, with name and dates."""
    if tournament.players is None:
        return tournament
    return replace(tournament.players, name=tournament.name, details=tournament.details)


def established(players: Players) -> Players:
    """Return players of whom nobody with a rating is a newcomer: unknown ``games`` become a settled number.

    Rulebooks take who has played few games, or none, for a newcomer, whose rating they change quickly. That
    nobody said how many games it were makes nobody one.
    """
    games = players.number("games")
    supposed = np.isnan(games) & ~np.isnan(players.number("rating"))
    if not supposed.any():
        return players
    return players.with_attributes({"games": np.where(supposed, float(ESTABLISHED_GAMES), games)})


def round_dates(tournament: Tournament) -> list[date | None]:
    """Return the date of every round: its own (``26/03/01``), or else the tournament's first day.

    Dates are apart by blanks, as reports have them, or by commas.

    Dates that no calendar has are as if they were not there.
    """
    own = [_date(text) for text in _dates(tournament)]
    start = _date(tournament.details.get("start", ""))
    count = len(tournament.rounds)
    if len(own) < count or None in own[:count]:
        return [start] * count
    return own[:count]


def has_round_dates(tournament: Tournament) -> bool:
    """Tell whether the rounds have dates of their own."""
    return len(_dates(tournament)) >= max(len(tournament.rounds), 1)


def _dates(tournament: Tournament) -> list[str]:
    return re.findall(r"[^,;\s]+", tournament.details.get("round_dates", ""))


def _date(text: str) -> date | None:
    match = re.match(r"(\d{4}|\d{2})[/.-](\d{1,2})[/.-](\d{1,2})\b", text.strip(), re.ASCII)
    if match is None:
        return None
    year, month, day = (int(part) for part in match.groups())
    if year < 100:
        year += 1900 if year >= _CENTURY else 2000
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _points(game: Pairing, side: int) -> float:
    points: tuple[Fraction, Fraction] | None = game.points
    return float("nan") if points is None else float(points[side])


def _unique_names(tournament: Tournament) -> dict[int, str]:
    counts: dict[str, int] = {}
    for entrant in tournament.entrants:
        counts[entrant.name] = counts.get(entrant.name, 0) + 1
    names: dict[int, str] = {}
    for number, entrant in tournament.by_number.items():
        name = composed(entrant.name)
        if not name or counts[name] > 1:
            name = f"{name} ({entrant.identity or f'no. {number}'})".strip()
        names[number] = name
    if len(set(names.values())) < len(names):
        # The same name and the same identity number twice: the pairing numbers tell them apart.
        names = {number: f"{tournament.by_number[number].name} (no. {number})".strip() for number in names}
    return names


def _labels(words: Iterable[str]) -> Labels:
    index: dict[str, int] = {}
    codes = [index.setdefault(word, len(index)) for word in words]
    return Labels(np.array(codes, dtype=np.int32), list(index))


def _players(index: dict[str, int], entries: list[list[Entrant]]) -> Players:
    attributes: dict[str, Any] = {}
    ratings = [
        next((float(entrant.rating) for entrant in entrants if entrant.rating > 0), np.nan)
        for entrants in entries
    ]
    births = [
        next((year for entrant in entrants if (year := birth_year(entrant)) is not None), None)
        for entrants in entries
    ]
    for name, values in (("rating", ratings), ("birth_year", births)):
        numbers = np.array([np.nan if value is None else float(value) for value in values])
        if not np.isnan(numbers).all():
            attributes[name] = numbers
    for name in _WORDS:
        words = [
            next((word for entrant in entrants if (word := getattr(entrant, name))), None)
            for entrants in entries
        ]
        if any(words):
            attributes[name] = np.array(words, dtype=object)
    return established(Players(list(index), attributes))


def birth_year(entrant: Entrant) -> int | None:
    """Return a player's year of birth; None if it is not known."""
    match = re.match(r"([12]\d{3})\b", entrant.birth, re.ASCII)
    return int(match[1]) if match else None
