"""The event log of a tournament, of which the tournament is what the events add up to.

Events are only ever appended; to undo them is an event too. What is done at once, such as the results of a
whole round, is one act: the log holds it as one entry, which is kept or undone as a whole. A log that could
not be replayed cannot be made: :meth:`EventLog.add` replays what it adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from arpad.core import BadInput, worded
from arpad.office.events.beginning import New
from arpad.office.events.event import Event
from arpad.office.events.fields import MOST_ROUNDS, MOST_SEED, Fields
from arpad.office.events.kinds import in_range
from arpad.office.events.side_report import SideReport
from arpad.office.events.state import State
from arpad.office.events.undoing import Undone
from arpad.office.log.replay import Progress, when_paired
from arpad.office.policy import Finding
from arpad.rulebooks.pairing_catalogue import usual_points
from arpad.rulebooks.pairing_settings import edition_in_force, in_force
from arpad.rulebooks.standings import tiebreaks_on
from arpad.tournament.model import Round, Tournament
from arpad.tournament.points import FIDE_POINTS, FOOTBALL_POINTS, Points

__all__ = ["LONGEST_STAMP", "POINT_SYSTEMS", "EventLog", "LogEntry", "PairedRoundState", "Stamp"]

POINT_SYSTEMS: Mapping[str, Points] = {"fide": FIDE_POINTS, "football": FOOTBALL_POINTS}
"""Point systems that have a name."""

LONGEST_STAMP = 200
"""In characters: an author, or an operation's name."""


@dataclass(frozen=True)
class Stamp:
    """Who did an act, when, and by what; all is empty where nobody knows.

    Args:
        time: UTC, as ``2026-02-01T09:30:00Z``.
        author: the name of who did it.
        op: the operation's own name: a repetition under this name is answered, and nothing is done.
        request: a digest of the request under that name.
        program: the version of arpad.
    """

    time: str = ""
    author: str = ""
    op: str = ""
    request: str = ""
    program: str = ""


@dataclass(frozen=True)
class LogEntry:
    """The events of one act, which were done at once and are kept or undone together.

    Args:
        events: in their order; at least one.
        stamp: who did it, when and by what.
    """

    events: tuple[Event, ...]
    stamp: Stamp = Stamp()


class PairedRoundState(NamedTuple):
    """A round, and the tournament as it stood when the round was paired, both with the numbers of then.

    Args:
        before: the tournament before it, without what was corrected or entered since.
        round: as it was paired, without results.
    """

    before: Tournament
    round: Round


@dataclass(frozen=True)
class EventLog:
    """The events so far.

    Args:
        acts: in their order; the first event is :class:`New`. :meth:`of` checks them, and :meth:`add` what is
            added; the constructor does not.
        identity: what tells this tournament from every other; empty for a log that is in no file yet.
        findings: what the last act has to say; a log that was read from a file has none.
    """

    acts: tuple[LogEntry, ...] = field(repr=False)
    identity: str = field(default="", compare=False)
    findings: tuple[Finding, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def new(
        cls,
        *,
        name: str,
        system: str,
        rounds: int,
        seed: int,
        edition: date | None = None,
        points: str | Points | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> EventLog:
        """Return the log of a new tournament, with the editions and all settings that are in force.

        Args:
            name: its title.
            system: the pairing system.
            rounds: how many are planned; 0 if nobody has said.
            seed: what all lots are drawn from.
            edition: the day whose rules hold; None for the newest.
            points: a name of :data:`POINT_SYSTEMS`, or the values; None for those of the system's rules. The
                rules' own also stand for ``fide``.
            settings: those that are not at their defaults.

        Raises:
            BadInput: there is no such system, point system, edition or setting, or a number is out of range.
        """
        worth: Points | None
        if isinstance(points, str):
            if points not in POINT_SYSTEMS:
                raise BadInput(
                    worded("there is no point system {points!r}", points=points),
                    remedy=worded("Use {known}.", known=", ".join(POINT_SYSTEMS)),
                    code="points.unknown",
                )
            # Rules with points of their own have them in the place of 1-½-0.
            worth = None if points == "fide" else POINT_SYSTEMS[points]
        else:
            worth = points
        chosen = in_force(system, settings or {}, edition)
        given = Fields({"name": name, "rounds": rounds, "seed": seed})
        event = New(
            name=given.text("name"),
            system=system,
            rounds=given.whole("rounds", 0, MOST_ROUNDS),
            seed=given.whole("seed", -MOST_SEED, MOST_SEED),
            points=usual_points(system) if worth is None else worth,
            edition=edition_in_force(system, chosen) if edition is None else edition,
            tiebreak_edition=tiebreaks_on(edition).since,
            settings=chosen,
        )
        return cls((LogEntry((in_range(event),)),))

    @classmethod
    def of(cls, acts: Iterable[LogEntry], identity: str = "") -> EventLog:
        """Return the log of acts that are replayed first.

        Raises:
            Contradiction: an event contradicts those before.
        """
        log = cls(tuple(acts), identity)
        _ = log._progress
        return log

    def add(self, *events: Event, findings: Iterable[Finding] = (), stamp: Stamp = Stamp()) -> EventLog:
        """Return the log with one more act; its events are replayed first.

        Args:
            events: what the act does.
            findings: what it has to say.
            stamp: who did it, when and by what.

        Raises:
            Contradiction: they contradict those before.
            BadInput: there is none, or a field is out of its range.
        """
        if not events:
            raise BadInput("an act has at least one event", code="act.empty")
        entry = LogEntry(tuple(in_range(event) for event in events), stamp)
        return self.followed_by([entry]).saying(findings)

    def followed_by(self, acts: Sequence[LogEntry]) -> EventLog:
        """Return the log with more acts, whose fields are in their ranges; they are replayed first.

        Raises:
            Contradiction: they contradict those before.
        """
        after = self._progress.after(event for act in acts for event in act.events)
        log = EventLog((*self.acts, *acts), self.identity)
        log.__dict__["_progress"] = after
        return log

    def saying(self, findings: Iterable[Finding]) -> EventLog:
        """Return the log whose last act has this to say."""
        log = EventLog(self.acts, self.identity, tuple(findings))
        log.__dict__["_progress"] = self._progress
        return log

    def as_one_act(self, count: int, stamp: Stamp) -> EventLog:
        """Return the log with all that follows its first acts made one act.

        Args:
            count: how many acts stay as they are.
            stamp: of the act.
        """
        events = tuple(event for act in self.acts[count:] for event in act.events)
        log = EventLog(self.acts[:count], self.identity)._with(LogEntry(events, stamp), self._progress)
        return log.saying(self.findings)

    def stamped(self, stamp: Stamp) -> EventLog:
        """Return the log with a stamp on every act; only the first has the operation's name."""
        later = replace(stamp, op="", request="")
        acts = tuple(LogEntry(act.events, later if at else stamp) for at, act in enumerate(self.acts))
        log = EventLog(acts, self.identity, self.findings)
        log.__dict__["_progress"] = self._progress
        return log

    def named(self, identity: str) -> EventLog:
        """Return the log as that of a tournament with an identity."""
        log = EventLog(self.acts, identity, self.findings)
        log.__dict__["_progress"] = self._progress
        return log

    def _with(self, act: LogEntry, progress: Progress) -> EventLog:
        log = EventLog((*self.acts, act), self.identity)
        # A frozen dataclass keeps cached properties there too.
        log.__dict__["_progress"] = progress
        return log

    @cached_property
    def _progress(self) -> Progress:
        return Progress.of(self.events)

    @property
    def progress(self) -> Progress:
        """What the events add up to, with their sequence numbers; it is never changed."""
        return self._progress

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, those that were undone among them."""
        return tuple(event for act in self.acts for event in act.events)

    @property
    def seq(self) -> int:
        """The sequence number of the last event; the first has 1."""
        return self._progress.seq

    @property
    def next_entrant(self) -> int:
        """The ``entrant`` number of the next entry."""
        return self._progress.entrants + 1

    @property
    def published(self) -> frozenset[int]:
        """The rounds whose pairings were made known."""
        return self._progress.state.published

    @property
    def reporting(self) -> str:
        """Where codes stand by which players report results: ``off``, ``slips`` or ``everywhere``."""
        return self._progress.state.reporting

    @property
    def reports(self) -> Mapping[tuple[int, int], Mapping[int, SideReport]]:
        """What players report of boards without a result: (round, board) → entrant → the report."""
        return self._progress.state.reports

    @property
    def finished(self) -> bool:
        """Whether the tournament is over."""
        return self._progress.state.finished

    @property
    def standing(self) -> list[tuple[int, Event]]:
        """The events that were not undone, with their sequence numbers."""
        return list(self._progress.standing)

    def state(self) -> State:
        """Return what the events add up to, by ``entrant`` numbers; a copy."""
        return self._progress.state.copy()

    @cached_property
    def by_number(self) -> Mapping[int, int]:
        """The ``entrant`` numbers by the pairing numbers of now."""
        return {entry.number: entrant for entrant, entry in self._progress.state.entrants.items()}

    @cached_property
    def by_player_number(self) -> Mapping[int, int]:
        """The ``entrant`` numbers of the players of teams, by their numbers among the players."""
        return {player.number: entrant for entrant, player in self._progress.state.teams.players.items()}

    def seated(self, at: int, number: int) -> tuple[int, ...]:
        """Return the players of a team by board in a round that is paired, by their numbers; 0 for nobody.

        Args:
            at: the round.
            number: the pairing number of the team.
        """
        teams = self._progress.state.teams
        members = teams.seated.get(at, {}).get(self.by_number[number], ())
        return tuple(teams.players[player].number if player else 0 for player in members)

    def number_of(self, entrant: int) -> int:
        """Return the pairing number that a participant has now."""
        return self._progress.state.number(entrant)

    def tournament(self) -> Tournament:
        """Return what the events add up to; the same object every time."""
        return self._tournament

    @cached_property
    def _tournament(self) -> Tournament:
        return self._progress.state.tournament()

    def undo(self) -> tuple[EventLog, tuple[Event, ...]]:
        """Return the log with its last standing act undone, whole, and the events of that act.

        Raises:
            BadInput: only the beginning is left.
        """
        standing = self._progress.standing
        if len(standing) <= 1:
            raise BadInput("there is nothing to undo", code="undo.nothing")
        first = self._first_of_act(standing[-1][0])
        undone = [(seq, event) for seq, event in standing if seq >= first]
        to = max(seq for seq, _ in standing if seq < first)
        return self.add(Undone(to)), tuple(event for _, event in undone)

    def ends_of_acts(self) -> list[int]:
        """Return the sequence numbers of the last events of the acts that stand, in rising order.

        Where what was entered together with the creation was undone, the creation stands alone: event 1.
        """
        standing = {seq for seq, _ in self._progress.standing}
        entered = len(self.acts[0].events)
        ends, seq = [] if entered in standing else [1], 0
        for act in self.acts:
            seq += len(act.events)
            if seq in standing:
                ends.append(seq)
        return ends

    def _first_of_act(self, seq: int) -> int:
        """Return the sequence number of the first event of an act, of the beginning's the second."""
        first = 1
        for act in self.acts:
            if first <= seq < first + len(act.events):
                break
            first += len(act.events)
        return max(first, 2)

    def until_act(self, count: int) -> EventLog:
        """Return the log as it was after so many acts."""
        return EventLog(self.acts[:count], self.identity)

    def act_of(self, op: str) -> int | None:
        """Return the place of the act that was done under an operation's name, from 0; None if none was."""
        return next((at for at, act in enumerate(self.acts) if op and act.stamp.op == op), None)

    def as_paired(self, at: int) -> PairedRoundState:
        """Return a round, and the tournament as it stood when that round was paired.

        This is the one answer for whoever pairs a round again: results that were corrected, entries that were
        made and numbers that have shifted since are not in it.

        Args:
            at: a round that is paired.

        Raises:
            BadInput: it is not paired.
        """
        if at not in self._paired:
            raise BadInput(worded("round {at} is not paired yet", at=at), code="round.not-paired")
        before, after = self._paired[at]
        return PairedRoundState(before.tournament(), after.tournament().rounds[at - 1])

    def numbers_then(self, at: int) -> dict[int, int]:
        """Return the numbers that participants had when a round was paired, by their numbers of now.

        Args:
            at: a round that is paired.
        """
        then, now = self._paired[at][0].entrants, self._progress.state.entrants
        return {now[entrant].number: entry.number for entrant, entry in then.items() if entrant in now}

    def all_as_paired(self) -> list[PairedRoundState]:
        """Return :meth:`as_paired` for every round."""
        return [self.as_paired(at) for at in range(1, len(self._paired) + 1)]

    @cached_property
    def _paired(self) -> Mapping[int, tuple[State, State]]:
        return when_paired(self._progress.standing)
