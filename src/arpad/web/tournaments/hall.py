"""The screens in the hall, readable from afar: the round, the standings, and what is set for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ClassVar, NamedTuple
from urllib.parse import urlencode

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk.hall import DISPLAYS, EVERYTHING, KINDS, announced, clock_of, hall_of, shown_on
from arpad.office.desk.timetable import Slot, timetable
from arpad.office.events.side_report import EVERYWHERE
from arpad.office.pages.event_tables import (
    RankTable,
    RoundTable,
    round_table,
    standings_table,
    without_game,
)
from arpad.office.reports.codes import BoardCodes
from arpad.record.tables.letters import folded
from arpad.rulebooks.pairing_catalogue import names_black_first
from arpad.rulebooks.standings import by_points, edition_for, ranked_apart
from arpad.rulebooks.standings import standings as made_standings
from arpad.tournament.model import Tournament
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.codes import codes_of
from arpad.web.tournaments.event import TournamentHead, TournamentView, act, check_arbiter, tournament_view
from arpad.web.tournaments.timetable import rounds_of

ROWS = 16
"""Rows on one screen; fewer beside a clock and an announcement."""

CLOCK_ROWS, NOTE_ROWS = 1, 2
"""The room that these take."""

CODE_BOARDS = 3
"""Boards on one screen whose codes are to be scanned from afar."""

SECONDS = 12
"""How long a screen stands."""


class Seat(NamedTuple):
    """A participant of a round, by name.

    Args:
        name: the participant.
        board: the board; 0 without a game.
        colour: ``White``, ``Black`` or nothing.
        opponent: the opponent; what stands for the round without one.
        free: whether there is none.
    """

    name: str
    board: int
    colour: str
    opponent: str
    free: bool


@dataclass(frozen=True)
class HallPage(Page):
    """One screen of the hall.

    Args:
        head: the tournament.
        number: the round that was published last; 0 for none.
        round: the part of the round that is shown; None where something else is.
        seats: who sits where, by name: a part of it; none where something else is shown.
        ranks: the part of the standings that is shown; None where something else is.
        times: when the rounds begin; none where something else is shown.
        display: which screen of the hall it is; empty for none of those that are told apart.
        screen: which part it shows, from 0.
        screens: how many there are.
        seconds: how long it stands.
        made: when it was made, UTC.
        begins: when the next round begins; None where the timetable does not say.
        note: the announcement; empty for none.
        alone: whether the announcement is all that is shown.
        ends: when the clock of the round runs out, UTC; empty where none runs.
        left: the minutes that it has left.
        html_codes: by which players report the boards of this screen.
    """

    TEMPLATE: ClassVar[str] = "tournament_hall.html.j2"
    head: TournamentHead
    number: int
    round: RoundTable | None
    seats: Sequence[Seat]
    ranks: RankTable | None
    times: Sequence[Slot]
    display: str
    screen: int
    screens: int
    seconds: int
    made: str
    begins: Slot | None
    note: str
    alone: bool
    ends: str
    left: int
    html_codes: Sequence[BoardCodes] = ()

    @property
    def next(self) -> str:
        """The address of what this screen shows after it."""
        query = {"screen": str((self.screen + 1) % self.screens)}
        if self.display:
            query["display"] = self.display
        return f"{self.head.address}/hall?{urlencode(query)}"


class Part(NamedTuple):
    """What one screen shows; see :class:`HallPage`."""

    round: RoundTable | None = None
    seats: Sequence[Seat] = ()
    ranks: RankTable | None = None
    times: Sequence[Slot] = ()
    html_codes: Sequence[BoardCodes] = ()
    alone: bool = False


def hall(context: RequestContext) -> HallPage:
    """Show a screen of the hall: of the round that was published last, or of the standings before it.

    A screen that has a name shows what the arbiter lets it show; all others everything in turns.
    """
    found = tournament_view(context)
    set_for = hall_of(found.tournament)
    display = context.query("display") if context.query("display") in DISPLAYS else ""
    kind = set_for.screens.get(display, EVERYTHING)
    text = context.request.query_params.get("screen", "0")
    asked_for = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    known = max((at for at in range(1, found.seen + 1) if at in found.log.published), default=0)
    rows = ROWS - CLOCK_ROWS * (set_for.ends is not None) - NOTE_ROWS * bool(set_for.note)
    parts = _parts(context, found, known, kind, rows) or [Part()]
    screen = asked_for % len(parts)
    part = parts[screen]
    now = datetime.now(UTC)
    return HallPage(
        found.head,
        known,
        part.round,
        part.seats,
        part.ranks,
        part.times,
        display,
        screen,
        len(parts),
        SECONDS,
        now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        _begins(found.tournament, known + 1),
        set_for.note,
        part.alone and bool(set_for.note),
        "" if set_for.ends is None else set_for.ends.strftime("%Y-%m-%dT%H:%M:%SZ"),
        set_for.left(now),
        part.html_codes,
    )


def _parts(context: RequestContext, found: TournamentView, known: int, kind: str, rows: int) -> list[Part]:
    """Return what a screen shows in turns."""
    tournament = found.tournament
    parts: list[Part] = []
    if kind in (EVERYTHING, "pairings"):
        parts += [Part(round=one) for one in _rounds(tournament, known, rows)]
    if kind == "names":
        seats = _seats(tournament, known)
        parts += [Part(seats=seats[at : at + rows]) for at in range(0, len(seats), rows)]
    if kind in (EVERYTHING, "standings"):
        parts += [Part(ranks=one) for one in _ranks(tournament, known, rows)]
    if kind == "timetable":
        times = [one for one in timetable(tournament, rounds_of(tournament)) if one.day or one.time]
        parts += [Part(times=times[at : at + rows]) for at in range(0, len(times), rows)]
    if kind in (EVERYTHING, "codes") and known and found.log.reporting == EVERYWHERE:
        codes = codes_of(context, found, known, pending=True)
        parts += [Part(html_codes=codes[at : at + CODE_BOARDS]) for at in range(0, len(codes), CODE_BOARDS)]
    if kind == "note":
        parts.append(Part(alone=True))
    return parts


def _seats(tournament: Tournament, known: int) -> list[Seat]:
    """Return who sits where in a round, in the order of the names."""
    if not known:
        return []
    by_number, found = tournament.by_number, []
    for board, game in enumerate(tournament.rounds[known - 1].pairings, 1):
        for own, other, colour in ((game.white, game.black, "White"), (game.black, game.white, "Black")):
            shown = colour if game.coloured else ""
            found.append(Seat(by_number[own].name, board, shown, by_number[other].name, free=False))
    for bye in tournament.rounds[known - 1].byes:
        word = without_game(tournament, bye.number, known, bye.result)
        found.append(Seat(by_number[bye.number].name, 0, "", word, free=True))
    return sorted(found, key=lambda one: folded(one.name))


class Display(NamedTuple):
    """A screen of the hall that the arbiter is told of.

    Args:
        name: of the screen.
        shows: what it shows.
    """

    name: str
    shows: str


@dataclass(frozen=True)
class ScreensPage(Page):
    """What the screens of the hall show.

    Args:
        head: the tournament.
        note: the announcement.
        left: the minutes that the clock of the round has left; 0 where none runs.
        displays: the screens.
        kinds: what each can show.
    """

    TEMPLATE: ClassVar[str] = "tournament_screens.html.j2"
    head: TournamentHead
    note: str
    left: int
    displays: Sequence[Display]
    kinds: Sequence[str] = (EVERYTHING, *KINDS)


def screens(context: RequestContext) -> ScreensPage:
    """Show what is set for the screens."""
    found = tournament_view(context)
    check_arbiter(context, found)
    set_for = hall_of(found.tournament)
    displays = [Display(name, kind) for name, kind in set_for.screens.items()]
    return ScreensPage(found.head, set_for.note, set_for.left(datetime.now(UTC)), displays)


def set_screens(context: RequestContext) -> Redirect:
    """Set an announcement, the clock of the round, or what each screen shows: what the form has."""
    found = tournament_view(context)
    check_arbiter(context, found)
    details: dict[str, str] = {}
    if "note" in context.form:
        details |= announced(context.text("note"))
    if "minutes" in context.form:
        details |= clock_of(context.whole("minutes", 0), datetime.now(UTC))
    chosen = {name: context.text(f"display-{name}") for name in DISPLAYS if f"display-{name}" in context.form}
    if chosen:
        details |= shown_on({**hall_of(found.tournament).screens, **chosen})
    if not details:
        raise BadInput(
            "the form sets nothing", code="hall.nothing", remedy="Open the page again, and send its form."
        )
    act(context, found, lambda log: desk.set_details(log, details))
    return Redirect(f"{found.head.address}/screens")


def _begins(tournament: Tournament, at: int) -> Slot | None:
    """Return when a round begins; None where the timetable does not say."""
    slot = timetable(tournament, at)[-1]
    return slot if slot.day or slot.time else None


def _rounds(tournament: Tournament, known: int, rows: int) -> list[RoundTable]:
    if not known:
        return []
    whole = round_table(
        tournament, known, black_first=names_black_first(tournament.system), scores=by_points(tournament)
    )
    parts = [whole.boards[at : at + rows] for at in range(0, len(whole.boards), rows)]
    last = len(parts) - 1
    return [
        replace(whole, boards=part, free=whole.free if at == last else {}, decided=())
        for at, part in enumerate(parts)
    ]


def _ranks(tournament: Tournament, known: int, rows: int) -> list[RankTable]:
    complete = known - 1 if known and tournament.rounds[known - 1].pending else known
    if not complete:
        return []
    until = tournament.until(complete)
    rules = edition_for(until, None)
    found = []
    for one in ranked_apart(until).values():
        whole = standings_table(made_standings(one, None, rules), terms=False)
        found += [replace(whole, rows=whole.rows[at : at + rows]) for at in range(0, len(whole.rows), rows)]
    return found
