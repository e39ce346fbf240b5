"""The standings after any round, the crosstable, and the page of a participant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from arpad.office.pages.event_page import TERMS
from arpad.office.pages.event_tables import (
    CrossTable,
    RankTable,
    crosstable,
    standings_table,
    without_game,
)
from arpad.office.pages.standings_tables import dropped
from arpad.office.reports.standings import cells_told
from arpad.rulebooks.fide.tiebreaks import FIDE
from arpad.rulebooks.pairing_catalogue import written_result
from arpad.rulebooks.standings import edition_for, ranked_apart
from arpad.rulebooks.standings import standings as made_standings
from arpad.tournament.model import Entrant, Tournament
from arpad.web.answers import Page
from arpad.web.asked import Asked, Unknown
from arpad.web.tournaments.event import Head, Opened, opened


@dataclass(frozen=True)
class StandingsPage(Page):
    """The standings.

    Args:
        head: the tournament.
        after: the round after which they hold; 0 before the first.
        tables: by group; a single one without a name.
        order: the tie-breaks in order, each with its full name, and its modifiers in words.
        dropped: tie-breaks that were left out, each with the reason.
        rules: the edition of FIDE's rules of tie-breaks; empty where none of them is FIDE's.
        since: the day since which these rules are in force.
    """

    TEMPLATE: ClassVar[str] = "tournament_standings.html.j2"
    head: Head
    after: int
    tables: Mapping[str, RankTable]
    order: Sequence[tuple[str, str, Sequence[str]]]
    dropped: Sequence[tuple[str, str]]
    rules: str
    since: str


def standings(asked: Asked) -> StandingsPage:
    """Show the standings after a round; each value unfolds into what it is made of."""
    found = opened(asked)
    after = asked.whole_of_path("round") if "round" in asked.request.path_params else found.seen
    if after > found.seen:
        raise Unknown(f"round {after} is not published yet")
    tournament = found.tournament.until(after)
    rules = edition_for(tournament, None)
    tables = {group: made_standings(one, None, rules) for group, one in ranked_apart(tournament).items()}
    order = next(iter(tables.values())).order
    unfolds = len(tournament.entrants) * max(after, 1) * len(order) <= TERMS
    return StandingsPage(
        found.head,
        after,
        {group: standings_table(one, terms=unfolds) for group, one in tables.items()},
        [(str(one), one.kind.title, one.code.words()) for one in order if str(one) != "PTS"],
        list(dropped(tables)),
        rules.name if any(one.code.name in FIDE.kinds for one in order) else "",
        rules.since.isoformat(),
    )


@dataclass(frozen=True)
class CrosstablePage(Page):
    """Who met whom with what result.

    Args:
        head: the tournament.
        tables: by group; a single one without a name.
        cells: what stands in their cells.
    """

    TEMPLATE: ClassVar[str] = "tournament_crosstable.html.j2"
    head: Head
    tables: Mapping[str, CrossTable]
    cells: str


def cross(asked: Asked) -> CrosstablePage:
    """Show the crosstable."""
    found = opened(asked)
    tournament = found.tournament.until(found.seen)
    apart = ranked_apart(tournament)
    rules = edition_for(tournament, None)
    tables = {group: crosstable(one, made_standings(one, None, rules)) for group, one in apart.items()}
    square = any(one.square for one in tables.values())
    coloured = any(entry.colour for line in tournament.history.values() for entry in line)
    return CrosstablePage(found.head, tables, cells_told(square=square, coloured=coloured))


class Met(NamedTuple):
    """A round of a participant.

    Args:
        round: its number.
        board: the board; 0 without a game.
        opponent: who was met; None without a game.
        colour: ``White``, ``Black`` or nothing.
        result: the result as boards print it, or what stands for a round without a game.
        score: what it brought; None if the result is to come.
    """

    round: int
    board: int
    opponent: Entrant | None
    colour: str
    result: str
    score: Fraction | None


@dataclass(frozen=True)
class ParticipantPage(Page):
    """A participant's rounds.

    Args:
        head: the tournament.
        entrant: the participant.
        games: by round.
        points: so far.
    """

    TEMPLATE: ClassVar[str] = "tournament_participant.html.j2"
    head: Head
    entrant: Entrant
    games: Sequence[Met]
    points: Fraction


def participant(asked: Asked) -> ParticipantPage:
    """Show the rounds of a participant."""
    found = opened(asked)
    number = asked.whole_of_path("number")
    tournament = found.tournament.until(found.seen)
    if number not in tournament.by_number:
        raise Unknown(f"no participant has the number {number}")
    return ParticipantPage(found.head, tournament.by_number[number], *games_of(found, number))


def games_of(found: Opened, number: int) -> tuple[list[Met], Fraction]:
    """Return the rounds of a participant, and the points so far."""
    tournament = found.tournament.until(found.seen)
    games = [_met(found, tournament, number, at) for at in range(1, found.seen + 1)]
    points = tournament.scores(found.seen).get(number, Fraction(0)) if found.seen else Fraction(0)
    return games, points


def _met(found: Opened, tournament: Tournament, number: int, at: int) -> Met:
    for board, game in enumerate(tournament.rounds[at - 1].pairings, 1):
        if number not in (game.white, game.black):
            continue
        other = game.black if number == game.white else game.white
        colour = ("White" if number == game.white else "Black") if game.coloured else ""
        score = None if game.pending else tournament.gained(number, at)
        return Met(
            at, board, tournament.by_number[other], colour, written_result(tournament.system, game), score
        )
    entry = tournament.history[number][at - 1]
    word = without_game(tournament, number, at, entry.result)
    return Met(at, 0, None, "", word, tournament.gained(number, at))
