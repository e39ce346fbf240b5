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
from arpad.rulebooks.standings import standings as compute_standings
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


class HallSeat(NamedTuple):
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
        made: when the page was written, UTC.
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
    seats: Sequence[HallSeat]
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


class ScreenContent(NamedTuple):
    """What one screen shows; see :class:`HallPage`."""

    round: RoundTable | None = None
    seats: Sequence[HallSeat] = ()
    ranks: RankTable | None = None
    times: Sequence[Slot] = ()
    html_codes: Sequence[BoardCodes] = ()
    alone: bool = False


def hall(context: RequestContext) -> HallPage:
    """Show a screen of the hall: of the round that was published last, or of the standings before it.

    A screen that has a name shows what the arbiter lets it show; all others everything in turns.
    """
    view = tournament_view(context)
    settings = hall_of(view.tournament)
    display = context.query("display") if context.query("display") in DISPLAYS else ""
    kind = settings.screens.get(display, EVERYTHING)
    text = context.request.query_params.get("screen", "0")
    requested = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    number = max((at for at in range(1, view.seen + 1) if at in view.log.published), default=0)
    rows = ROWS - CLOCK_ROWS * (settings.ends is not None) - NOTE_ROWS * bool(settings.note)
    parts = _parts(context, view, number, kind, rows) or [ScreenContent()]
    screen = requested % len(parts)
    part = parts[screen]
    now = datetime.now(UTC)
    return HallPage(
        view.head,
        number,
        part.round,
        part.seats,
        part.ranks,
        part.times,
        display,
        screen,
        len(parts),
        SECONDS,
        now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        _begins(view.tournament, number + 1),
        settings.note,
        part.alone and bool(settings.note),
        "" if settings.ends is None else settings.ends.strftime("%Y-%m-%dT%H:%M:%SZ"),
        settings.left(now),
        part.html_codes,
    )


def _parts(
    context: RequestContext, view: TournamentView, number: int, kind: str, rows: int
) -> list[ScreenContent]:
    """Return what a screen shows in turns."""
    tournament = view.tournament
    parts: list[ScreenContent] = []
    if kind in (EVERYTHING, "pairings"):
        parts += [ScreenContent(round=table) for table in _rounds(tournament, number, rows)]
    if kind == "names":
        seats = _seats(tournament, number)
        parts += [ScreenContent(seats=seats[at : at + rows]) for at in range(0, len(seats), rows)]
    if kind in (EVERYTHING, "standings"):
        parts += [ScreenContent(ranks=table) for table in _ranks(tournament, number, rows)]
    if kind == "timetable":
        times = [slot for slot in timetable(tournament, rounds_of(tournament)) if slot.day or slot.time]
        parts += [ScreenContent(times=times[at : at + rows]) for at in range(0, len(times), rows)]
    if kind in (EVERYTHING, "codes") and number and view.log.reporting == EVERYWHERE:
        codes = codes_of(context, view, number, pending=True)
        parts += [
            ScreenContent(html_codes=codes[at : at + CODE_BOARDS]) for at in range(0, len(codes), CODE_BOARDS)
        ]
    if kind == "note":
        parts.append(ScreenContent(alone=True))
    return parts


def _seats(tournament: Tournament, number: int) -> list[HallSeat]:
    """Return who sits where in a round, in the order of the names."""
    if not number:
        return []
    by_number, seats = tournament.by_number, []
    for board, game in enumerate(tournament.rounds[number - 1].pairings, 1):
        for own, other, colour in ((game.white, game.black, "White"), (game.black, game.white, "Black")):
            shown = colour if game.coloured else ""
            seats.append(HallSeat(by_number[own].name, board, shown, by_number[other].name, free=False))
    for bye in tournament.rounds[number - 1].byes:
        word = without_game(tournament, bye.number, number, bye.result)
        seats.append(HallSeat(by_number[bye.number].name, 0, "", word, free=True))
    return sorted(seats, key=lambda seat: folded(seat.name))


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
    view = tournament_view(context)
    check_arbiter(context, view)
    settings = hall_of(view.tournament)
    displays = [Display(name, kind) for name, kind in settings.screens.items()]
    return ScreensPage(view.head, settings.note, settings.left(datetime.now(UTC)), displays)


def set_screens(context: RequestContext) -> Redirect:
    """Set an announcement, the clock of the round, or what each screen shows: what the form has."""
    view = tournament_view(context)
    check_arbiter(context, view)
    details: dict[str, str] = {}
    if "note" in context.form:
        details |= announced(context.text("note"))
    if "minutes" in context.form:
        details |= clock_of(context.whole("minutes", 0), datetime.now(UTC))
    chosen = {name: context.text(f"display-{name}") for name in DISPLAYS if f"display-{name}" in context.form}
    if chosen:
        details |= shown_on({**hall_of(view.tournament).screens, **chosen})
    if not details:
        raise BadInput(
            "the form sets nothing", code="hall.nothing", remedy="Open the page again, and send its form."
        )
    act(context, view, lambda log: desk.set_details(log, details))
    return Redirect(f"{view.head.address}/screens")


def _begins(tournament: Tournament, at: int) -> Slot | None:
    """Return when a round begins; None where the timetable does not say."""
    slot = timetable(tournament, at)[-1]
    return slot if slot.day or slot.time else None


def _rounds(tournament: Tournament, number: int, rows: int) -> list[RoundTable]:
    if not number:
        return []
    whole = round_table(
        tournament, number, black_first=names_black_first(tournament.system), scores=by_points(tournament)
    )
    parts = [whole.boards[at : at + rows] for at in range(0, len(whole.boards), rows)]
    last = len(parts) - 1
    return [
        replace(whole, boards=part, free=whole.free if at == last else {}, decided=())
        for at, part in enumerate(parts)
    ]


def _ranks(tournament: Tournament, number: int, rows: int) -> list[RankTable]:
    complete = number - 1 if number and tournament.rounds[number - 1].pending else number
    if not complete:
        return []
    until = tournament.until(complete)
    rules = edition_for(until, None)
    tables = []
    for part in ranked_apart(until).values():
        whole = standings_table(compute_standings(part, None, rules), terms=False)
        tables += [replace(whole, rows=whole.rows[at : at + rows]) for at in range(0, len(whole.rows), rows)]
    return tables
