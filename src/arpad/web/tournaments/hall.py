"""The screen in the hall: pairings with results, then standings, in turns, readable from afar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ClassVar

from arpad.office.desk.timetable import Slot, timetable
from arpad.office.events.reports import EVERYWHERE
from arpad.office.pages.event_tables import RankTable, RoundTable, round_table, standings_table
from arpad.office.reports.codes import BoardCodes
from arpad.rulebooks.pairing_catalogue import names_black_first
from arpad.rulebooks.standings import by_points, edition_for, ranked_apart
from arpad.rulebooks.standings import standings as made_standings
from arpad.tournament.model import Tournament
from arpad.web.answers import Page
from arpad.web.asked import Asked
from arpad.web.tournaments.codes import codes_of
from arpad.web.tournaments.event import Head, opened

ROWS = 16
"""Rows on one screen."""

CODE_BOARDS = 3
"""Boards on one screen whose codes are to be scanned from afar."""

SECONDS = 12
"""How long a screen stands."""


@dataclass(frozen=True)
class HallPage(Page):
    """One screen of the hall.

    Args:
        head: the tournament.
        round: the part of the round that is shown; None where the standings are.
        ranks: the part of the standings that is shown; None where the round is.
        screen: which screen it is, from 0.
        screens: how many there are.
        seconds: how long it stands.
        made: when it was made, UTC.
        begins: when the next round begins; None where the timetable does not say.
        html_codes: by which players report the boards of this screen.
    """

    TEMPLATE: ClassVar[str] = "tournament_hall.html.j2"
    head: Head
    round: RoundTable | None
    ranks: RankTable | None
    screen: int
    screens: int
    seconds: int
    made: str
    begins: Slot | None
    html_codes: Sequence[BoardCodes] = ()


def hall(asked: Asked) -> HallPage:
    """Show a screen of the hall: of the round that was published last, or of the standings before it."""
    found = opened(asked)
    text = asked.request.query_params.get("screen", "0")
    asked_for = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    known = max((at for at in range(1, found.seen + 1) if at in found.log.published), default=0)
    rounds = _rounds(found.tournament, known)
    ranks = _ranks(found.tournament, known)
    codes = codes_of(asked, found, known, pending=True) if known and found.log.reporting == EVERYWHERE else ()
    scanned = [codes[at : at + CODE_BOARDS] for at in range(0, len(codes), CODE_BOARDS)]
    screens = max(len(rounds) + len(ranks) + len(scanned), 1)
    screen = asked_for % screens
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    one = rounds[screen] if screen < len(rounds) else None
    after = screen - len(rounds)
    two = ranks[after] if 0 <= after < len(ranks) else None
    three = scanned[after - len(ranks)] if after >= len(ranks) and scanned else ()
    begins = _begins(found.tournament, known + 1)
    return HallPage(found.head, one, two, screen, screens, SECONDS, now, begins, three)


def _begins(tournament: Tournament, at: int) -> Slot | None:
    """Return when a round begins; None where the timetable does not say."""
    slot = timetable(tournament, at)[-1]
    return slot if slot.day or slot.time else None


def _rounds(tournament: Tournament, known: int) -> list[RoundTable]:
    if not known:
        return []
    whole = round_table(
        tournament, known, black_first=names_black_first(tournament.system), scores=by_points(tournament)
    )
    parts = [whole.boards[at : at + ROWS] for at in range(0, len(whole.boards), ROWS)]
    last = len(parts) - 1
    return [
        replace(whole, boards=part, free=whole.free if at == last else {}, decided=())
        for at, part in enumerate(parts)
    ]


def _ranks(tournament: Tournament, known: int) -> list[RankTable]:
    complete = known - 1 if known and tournament.rounds[known - 1].pending else known
    if not complete:
        return []
    until = tournament.until(complete)
    rules = edition_for(until, None)
    found = []
    for one in ranked_apart(until).values():
        whole = standings_table(made_standings(one, None, rules), terms=False)
        found += [replace(whole, rows=whole.rows[at : at + ROWS]) for at in range(0, len(whole.rows), ROWS)]
    return found
