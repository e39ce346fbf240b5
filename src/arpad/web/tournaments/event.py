"""The tournament that an address names, and what stands at the head of all its pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple

from arpad.core import BadInput, worded
from arpad.office.club.rights import Actor, Task, may, require
from arpad.office.log.event_log import EventLog
from arpad.office.log.store import StoredAct
from arpad.office.pages.bracket import DRAWN
from arpad.office.reports.heading import days_of, place_of
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog, Visibility
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.tournament.model import Tournament
from arpad.web.context import RequestContext, Unknown

DRAFT, OPEN, COMPLETE = "draft", "open", "complete"


class RoundChip(NamedTuple):
    """A round in the row of rounds.

    Args:
        number: of the round.
        state: ``draft`` until it is published, ``open`` while a result is to come, then ``complete``.
        begun: whether a result is there.
    """

    number: int
    state: str
    begun: bool = False

    @property
    def state_text(self) -> str:
        """The state in a word, as pages say it."""
        if self.state == OPEN:
            return worded("being played") if self.begun else worded("published")
        return worded("draft") if self.state == DRAFT else worded("complete")


@dataclass(frozen=True)
class TournamentHead:
    """What stands at the head of the pages of a tournament.

    Args:
        name: by which addresses name it.
        title: its title.
        system: the pairing system's name.
        system_title: the pairing system in words.
        place: where it is; empty where that is not known.
        days: the first and the last, as ``2026-05-01``; one if they are the same, none if unknown.
        participants: how many.
        planned: rounds; 0 if nobody has said.
        rounds: those that the visitor may see.
        finished: whether the tournament is over.
        runs: whether who asks runs it.
        seq: the number of its last event.
        visibility: where it is shown: ``listed``, ``hidden`` or ``archived``.
    """

    name: str
    title: str
    system: str
    system_title: str
    place: str
    days: tuple[str, ...]
    participants: int
    planned: int
    rounds: tuple[RoundChip, ...]
    finished: bool
    runs: bool
    seq: int
    visibility: str = Visibility.LISTED

    @property
    def drawn(self) -> bool:
        """Whether there is a drawing of it: a bracket, or groups."""
        return self.system in DRAWN

    @property
    def address(self) -> str:
        """Where its pages are."""
        return f"/tournaments/{self.name}"


class TournamentView(NamedTuple):
    """A tournament as the actor of a request may see it.

    Args:
        store: where its log is.
        log: its events.
        tournament: what they add up to.
        head: the head of its pages.
        seen: how many of its rounds the visitor may see.
        stream: by which rights name it.
    """

    store: TournamentLog
    log: EventLog
    tournament: Tournament
    head: TournamentHead
    seen: int
    stream: int


def tournament_view(context: RequestContext) -> TournamentView:
    """Return the tournament that the address names.

    Raises:
        Unknown: there is none.
    """
    return tournament_view_for(context.actor, context.site.database, str(context.request.path_params["name"]))


def tournament_view_for(actor: Actor, database: Database, name: str) -> TournamentView:
    """Return a tournament as an actor may see it.

    Args:
        actor: who looks at it.
        database: where it is.
        name: of the tournament.

    Raises:
        Unknown: there is none.
    """
    store = TournamentLog(database, name)
    try:
        log, place = store.read(), store.place()
    except BadInput as error:
        if error.code == "tournament.unknown":
            raise _nothing_here() from error
        raise
    tournament = log.tournament()
    seen = tournament.played
    runs = may(actor, Task.RUN_TOURNAMENT, tournament=place.stream)
    if not runs and place.visibility == Visibility.HIDDEN:
        raise _nothing_here()
    if not runs:
        # A round is the arbiter's own until it is published; an earlier one is known by what followed it.
        visible = [at for at in range(1, seen + 1) if at in log.published or at < seen]
        seen = max(visible, default=0)
    head = replace(head_of(store.name, log, seen, runs=runs), visibility=place.visibility)
    return TournamentView(store, log, tournament, head, seen, place.stream)


def _nothing_here() -> Unknown:
    return Unknown(worded("there is no tournament at this address"), code="tournament.unknown")


def head_of(name: str, log: EventLog, seen: int, *, runs: bool) -> TournamentHead:
    """Return the head of a tournament's pages.

    Args:
        name: by which addresses name it.
        log: its events.
        seen: how many rounds are shown.
        runs: whether who asks runs it.
    """
    tournament = log.tournament()
    return TournamentHead(
        name,
        tournament.name or name,
        tournament.system,
        SYSTEMS[tournament.system].title if tournament.system in SYSTEMS else tournament.system,
        place_of(tournament),
        days_of(tournament),
        len(tournament.entrants),
        tournament.planned,
        tuple(_chip(log, tournament, at) for at in range(1, seen + 1)),
        log.finished,
        runs,
        log.seq,
    )


def _chip(log: EventLog, tournament: Tournament, at: int) -> RoundChip:
    round_ = tournament.rounds[at - 1]
    if not round_.pending:
        return RoundChip(at, COMPLETE, True)
    return RoundChip(at, OPEN if at in log.published else DRAFT, len(round_.pending) < len(round_.pairings))


def seen_round(context: RequestContext, view: TournamentView) -> int:
    """Return the round that the address names.

    Raises:
        Unknown: it is not paired, or not published yet.
    """
    at = context.whole_of_path("round")
    if not 1 <= at <= view.seen:
        raise Unknown(
            worded("round {at} is not published yet", at=at), remedy=worded("Look again when it is.")
        )
    return at


def check_arbiter(context: RequestContext, view: TournamentView) -> None:
    """Refuse whoever does not run the tournament.

    Raises:
        NotAllowed: the visitor does not.
    """
    require(context.actor, Task.RUN_TOURNAMENT, tournament=view.stream)


def act(context: RequestContext, view: TournamentView, change: Callable[[EventLog], EventLog]) -> StoredAct:
    """Do an act that a form asks for: once under the form's operation, and as its author saw the tournament.

    Args:
        context: the request; its form has ``op``, the operation's name, and ``seen``, the last event that the
            page showed.
        view: the tournament.
        change: the act.

    Raises:
        NotAllowed: the visitor does not run the tournament.
        BadInput: as :meth:`arpad.office.log.store.Store.act`.
    """
    check_arbiter(context, view)
    return act_as(context.actor.name, context, view, change, expected=context.whole("seen", 0) or None)


def act_as(
    author: str,
    context: RequestContext,
    view: TournamentView,
    change: Callable[[EventLog], EventLog],
    *,
    expected: int | None = None,
) -> StoredAct:
    """Do an act that a form asks for, once under its operation; whether it is allowed was asked before.

    Args:
        author: who does it.
        context: the request; its form has ``op``, the operation's name.
        view: the tournament.
        change: the act.
        expected: the last event that the author has seen; None where the act asks itself what holds now.

    Raises:
        BadInput: as :meth:`arpad.office.log.store.Store.act`.
    """
    op = context.text("op")
    values = sorted((key, value) for key, value in context.form.items() if key not in ("token", "op", "seen"))
    request = sha256(repr((context.request.url.path, values)).encode(errors="surrogatepass")).hexdigest()[:32]
    try:
        done = view.store.act(change, op=op, request=request if op else "", author=author, expected=expected)
    except BadInput as error:
        if error.code != "operation.another-act":
            raise
        raise BadInput(
            "this form was sent before, with something else typed into it",
            code="form.sent-already",
            remedy="Open the page again, and type what is to be changed.",
        ) from error
    context.site.watch.changed()
    return done
