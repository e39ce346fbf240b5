"""The rating report of an event by FIDE's rules (B.02): Ro, n, Rc, W, We, K and the change of every player.

Each change is :meth:`arpad.rulebooks.fide.system.Fide.update` of the event's games, as if no other event were
rated in the same period. The edition is that of each round's day. Decisions and assumptions, which the report
states where they matter: a player with a rating has 30 rated games or more and no higher rating before it; a
player without a year of birth is no junior; K · n is limited by the games of this event alone (8.3.3).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from arpad.compiled.specialising import interpreted
from arpad.core import BadInput, counted, worded
from arpad.office.desk.asking import round_of
from arpad.office.reports.heading import report_of
from arpad.office.reports.table import Cell, Report, ReportColumn, ReportTable
from arpad.ratings.model import Encounter, Rating
from arpad.rulebooks.fide import Fide
from arpad.rulebooks.fide.initial import initial_rating
from arpad.rulebooks.fide.performance import average_rating
from arpad.rulebooks.fide.system import NOT_RATED
from arpad.rulebooks.pairing_catalogue import names_black_first
from arpad.tournament.games import ESTABLISHED_GAMES, birth_year, round_dates
from arpad.tournament.model import Entrant, Tournament
from arpad.tournament.results import Result

SCORES = {Result.WIN: Fraction(1), Result.DRAW: Fraction(1, 2), Result.LOSS: Fraction(0)}
"""The results that are rated, and what each counts."""


@dataclass(frozen=True)
class EventGame:
    """A game that is rated, as one of its players sees it.

    Args:
        opponent: whom it was against.
        score: 1, ½ or 0.
        on: its day; None if nobody knows.
    """

    opponent: Entrant
    score: Fraction
    on: date | None


@dataclass(frozen=True)
class EventRatingChange:
    """What an event makes of a rating.

    Args:
        entrant: whose.
        rated: the games that count, against opponents with a rating.
        expected: We, the sum of the expected scores; None for a player without a rating.
        k: the K-factor; None for a player without a rating, or without a game.
        change: K · (W − We), not rounded to a whole number (8.3.4 rounds once a period).
        initial: Ru, the rating that the event alone gives a player without one (8.2); None for none.
    """

    entrant: Entrant
    rated: tuple[EventGame, ...]
    expected: Decimal | None = None
    k: Decimal | None = None
    change: Decimal | None = None
    initial: int | None = None

    @property
    def score(self) -> Fraction:
        """W, the points of the games that count."""
        return sum((game.score for game in self.rated), Fraction(0))

    @property
    def difference(self) -> Decimal | None:
        """W − We; None for a player without a rating."""
        return None if self.expected is None else _decimal(self.score) - self.expected

    @property
    def average(self) -> int | None:
        """Rc, the average rating of the opponents, a half rounded up; None without a game."""
        ratings = [float(game.opponent.rating) for game in self.rated]
        return average_rating(ratings) if ratings else None


def rated_games(tournament: Tournament) -> dict[int, list[EventGame]]:
    """Return the games over the board by the players' numbers, unplayed and unrated ones not among them.

    A game that both players lost, or that brought a point and a half, is not among them either.
    """
    games: dict[int, list[EventGame]] = {number: [] for number in tournament.by_number}
    for day, round_ in zip(round_dates(tournament), tournament.rounds, strict=True):
        for game in round_.pairings:
            if game.white_result not in SCORES or game.black_result is not game.white_result.opposite():
                continue
            for own, other, result in (
                (game.white, game.black, game.white_result),
                (game.black, game.white, game.black_result),
            ):
                games[own].append(EventGame(tournament.by_number[other], SCORES[result], day))
    return games


def changes(tournament: Tournament, system: Fide) -> list[EventRatingChange]:
    """Return what an event makes of every player's rating, by their numbers.

    Args:
        tournament: of players.
        system: FIDE's rating of standard, rapid or blitz chess.
    """
    players = []
    for number, games in rated_games(tournament).items():
        entrant = tournament.by_number[number]
        counting = tuple(game for game in games if is_listed(game.opponent, system, game.on))
        first = counting[0].on if counting else None
        if is_listed(entrant, system, first):
            players.append(_change(entrant, counting, system, tournament.name))
        else:
            players.append(EventRatingChange(entrant, counting, initial=_initial(counting, system)))
    return players


def rating(tournament: Tournament, at: int | None = None, system: Fide | None = None) -> Report:
    """Return the rating report of an event.

    Args:
        tournament: the tournament; of teams the games on their boards.
        at: the round after which; None for the last one that is paired.
        system: FIDE's rating of standard, rapid or blitz chess; None for standard.

    Raises:
        BadInput: the round is not paired, the event is not of chess, or the games of teams are not known.
    """
    rules = Fide() if system is None else system
    tournament, at = individual(tournament, at)
    players = changes(tournament, rules)
    rows: list[list[Cell]] = [
        [
            player.entrant.number,
            player.entrant.title or None,
            player.entrant.name,
            player.entrant.identity or None,
            player.entrant.federation or None,
            player.entrant.birth.replace("/", "-") or None,
            player.entrant.rating or None,
            len(player.rated),
            player.average,
            player.score,
            player.expected,
            player.difference,
            player.k,
            player.change,
            player.initial,
        ]
        for player in players
    ]
    columns = (
        ReportColumn("number", "No.", "right"),
        ReportColumn("title", "", optional=True),
        ReportColumn("name", "Name", name=True),
        ReportColumn("fide_id", "ID", "right", optional=True),
        ReportColumn("federation", "Fed.", title="federation", optional=True),
        ReportColumn("birth", "Born", optional=True),
        ReportColumn("rating", "Ro", "right", "rating before the event"),
        ReportColumn("games", "n", "right", "games that are rated"),
        ReportColumn("average", "Rc", "right", "average rating of the opponents"),
        ReportColumn("score", "W", "right", "score in the games that are rated"),
        ReportColumn("expected", "We", "right", "expected score"),
        ReportColumn("difference", "W−We", "right", signed=True),
        ReportColumn("k", "K", "right", "development coefficient"),
        ReportColumn("change", "Change", "right", "K · (W − We)", signed=True),
        ReportColumn("initial", "Ru", "right", "initial rating by this event alone", optional=True),
    )
    title = f"Rating report after round {at}: {rules.title}"
    notes = _notes(tournament, rules, players)
    return report_of(tournament, "rating", title, [ReportTable(columns, rows)], at=at, notes=notes)


def individual(tournament: Tournament, at: int | None) -> tuple[Tournament, int]:
    """Return the games of an event of chess after a round, of teams those on the boards, and the round.

    Raises:
        BadInput: the round is not paired, the event is not of chess, or the games of teams are not known.
    """
    at, _ = round_of(tournament, at)
    if names_black_first(tournament.system):
        raise BadInput(
            worded(
                "FIDE rates chess, and {system} pairs games in which Black moves first",
                system=tournament.system,
            ),
            code="rating.not-chess",
            remedy="Rate the event by its own federation's system.",
        )
    if tournament.players is not None:
        teams, tournament = tournament, tournament.players
        tournament = replace(tournament, name=teams.name, details={**teams.details, **tournament.details})
    elif tournament.system == "fide-team" or tournament.points.per_point is not None:
        raise BadInput(
            "the event has the results of matches, and not those of single games",
            code="rating.no-games",
            remedy="Enter the results of the games on the boards first.",
        )
    return tournament.until(at), at


def is_listed(entrant: Entrant, system: Fide, on: date | None) -> bool:
    """Tell whether a player's rating is one that FIDE publishes (7.1.4, 7.2.1)."""
    return entrant.rating > 0 and entrant.rating >= system.editions[system.edition_on(on)].lowest


def _change(entrant: Entrant, games: tuple[EventGame, ...], system: Fide, event: str) -> EventRatingChange:
    year = birth_year(entrant)
    before = Rating(float(entrant.rating), games=ESTABLISHED_GAMES, birth_year=year)
    encounters = [
        Encounter(Rating(float(game.opponent.rating)), float(game.score), on=game.on, facts={"event": event})
        for game in games
    ]
    if not encounters:
        return EventRatingChange(entrant, (), Decimal("0.00"), None, Decimal("0.00"))
    parts = system.update(before, encounters, "period").explanation.parts
    kept = [not any(step.value == NOT_RATED for step in part.steps) for part in parts]
    rated = tuple(game for game, keep in zip(games, kept, strict=True) if keep)
    parts = tuple(part for part, keep in zip(parts, kept, strict=True) if keep)
    k = next((step.value for part in parts for step in part.steps if step.label == "K-factor"), None)
    return EventRatingChange(
        entrant,
        rated,
        _hundredths(math.fsum(part.facts["expected"] for part in parts)),
        None if k is None else Decimal(f"{k:g}"),
        _hundredths(math.fsum(part.value for part in parts)),
    )


def _initial(games: Sequence[EventGame], system: Fide) -> int | None:
    """Return Ru of games against rated opponents; None for too few, no point, or too low a rating."""
    edition = system.edition_on(games[-1].on) if games else -1
    rules = system.editions[edition]
    score = float(sum(game.score for game in games))
    if len(games) < rules.initial_games or not score:
        return None
    total = math.fsum(game.opponent.rating for game in games)
    initial = interpreted(initial_rating)(system.numbers(), edition, total, float(len(games)), score)
    return int(initial) if initial >= rules.lowest else None


def _notes(tournament: Tournament, system: Fide, players: Sequence[EventRatingChange]) -> list[str]:
    """Return the edition, what was assumed, and what was not rated."""
    days = {game.on for player in players for game in player.rated}
    editions = dict.fromkeys(
        system.editions[system.edition_on(day)].name for day in sorted(days, key=lambda day: day or date.min)
    )
    notes = [f"Rules: {', then '.join(editions or [system.editions[-1].name])}."]
    if None in days:
        notes.append("No days of the rounds are known: the newest edition holds, and no player is a junior.")
    notes.append(
        "K assumes that every rated player has 30 rated games or more and no higher rating before: the "
        "entries do not tell."
    )
    rated = [player for player in players if player.expected is not None]
    if None not in days and (unknown := sum(birth_year(player.entrant) is None for player in rated)):
        notes.append(f"{counted(unknown, 'rated player')} without a year of birth: no juniors for K.")
    low = [player for player in players if player.expected is None and player.entrant.rating]
    if low:
        notes.append(
            f"{counted(len(low), 'player')} with a rating below the lowest that FIDE publishes: counted as "
            "unrated."
        )
    if any(player.expected is None for player in players):
        notes.append(
            "Unrated players: n, Rc and W count their games against rated opponents; five games, also of "
            "several events, make an initial rating."
        )
    return notes + _not_rated(tournament, players)


def _not_rated(tournament: Tournament, players: Sequence[EventRatingChange]) -> list[str]:
    """Return how many boards are not rated, and why."""
    listed = {player.entrant.number for player in players if player.expected is not None}
    why = {"forfeit": 0, "short": 0, "penalty": 0, "unrated": 0, "pending": 0}
    for round_ in tournament.rounds:
        for game in round_.pairings:
            both = game.white_result, game.black_result
            if game.pending:
                why["pending"] += 1
            elif any(result.forfeit for result in both):
                why["forfeit"] += 1
            elif any(result.played and result not in SCORES for result in both):
                why["short"] += 1
            elif both[0].opposite() is not both[1]:
                why["penalty"] += 1
            elif not {game.white, game.black} & listed:
                why["unrated"] += 1
    labels = (
        ("forfeit", "by forfeit"),
        ("short", "entered as unrated"),
        ("penalty", "with points for both sides that are not a game's"),
        ("unrated", "between two unrated players"),
        ("pending", "without a result yet"),
    )
    shown = [f"{counted(why[key], 'game')} {words}" for key, words in labels if why[key]]
    return [f"Not rated: {'; '.join(shown)}."] if shown else []


def _hundredths(value: float) -> Decimal:
    return Decimal(repr(round(value, 6))).quantize(Decimal("0.01"), ROUND_HALF_UP)


def _decimal(value: Fraction) -> Decimal:
    return (Decimal(value.numerator) / Decimal(value.denominator)).quantize(Decimal("0.01"))
