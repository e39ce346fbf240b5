"""What was done to a tournament, act by act and in words: the event log as people read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from arpad.core import BadInput
from arpad.office.events.beginning import New
from arpad.office.events.event import Event
from arpad.office.events.state import State
from arpad.office.events.undoing import Undone
from arpad.office.log.event_log import EventLog, Stamp
from arpad.office.log.replay import take
from arpad.office.policy import Finding, Severity


@dataclass(frozen=True)
class HistoryEntry:
    """An act, as people read it.

    Args:
        seq: the sequence number of its last event: undoing goes back to such a number.
        words: what each of its events did.
        stamp: who did it, and when.
        stands: whether it was not undone.
        rounds: of which it is; the round that was paired last before it where it is of none, 0 before the
            first.
        findings: what is to be said of a decision of the arbiter; none of what is done in every tournament,
            and none where the events were not weighed.
    """

    seq: int
    words: tuple[str, ...]
    stamp: Stamp
    stands: bool
    rounds: tuple[int, ...] = (0,)
    findings: tuple[Finding, ...] = ()

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None where it is no decision."""
        if any(finding.severity is Severity.WARNING for finding in self.findings):
            return Severity.WARNING
        return Severity.NOTE if self.findings else None

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles that it departs from, each once."""
        return tuple(dict.fromkeys(finding.article for finding in self.findings if finding.article))


def history(log: EventLog, *, weigh: bool = False) -> list[HistoryEntry]:
    """Return every act of a log, the first first; names and numbers are those of then.

    Args:
        log: the tournament.
        weigh: whether each event is weighed by the articles of today, which takes longer than its words.
    """
    standing = {seq for seq, _ in log.standing}
    kept: list[tuple[int, Event]] = []
    entries: list[HistoryEntry] = []
    state = _first_state(log)
    seq = 0
    for act in log.acts:
        words = []
        findings: list[Finding] = []
        rounds: dict[int, None] = {}
        for event in act.events:
            seq += 1
            words.append(event.describe(state))
            rounds |= dict.fromkeys(event.rounds_of(state))
            if weigh:
                findings += [finding for finding in event.weigh(state) if finding not in findings]
            if isinstance(event, Undone):
                kept = [(at, other) for at, other in kept if at <= event.to]
                state = _first_state(log)
                for _, other in kept:
                    _follow(state, other)
                continue
            kept.append((seq, event))
            _follow(state, event)
        undoing = isinstance(act.events[-1], Undone)
        stands = undoing or seq in standing
        entries.append(HistoryEntry(seq, tuple(words), act.stamp, stands, tuple(rounds), tuple(findings)))
    return entries


def _first_state(log: EventLog) -> State:
    """Return the state with which the first event of a log begins the tournament."""
    first = log.acts[0].events[0]
    assert isinstance(first, New)
    return State(first)


def _follow(state: State, event: Event) -> None:
    """Change a state by an event of a log that was replayed; the beginning is in the first state already."""
    if not isinstance(event, New):
        take(state, event)


def words_of_act(before: EventLog, events: Iterable[Event]) -> list[str]:
    """Return in words what an act did to a log.

    Args:
        before: the log before the act; of the act that begins a tournament anything.
        events: of the act; none of them undoes anything.
    """
    state = before.state()
    words = []
    for event in events:
        words.append(event.describe(state))
        if isinstance(event, New):
            state = State(event)
        else:
            take(state, event)
    return words


def undone_by(log: EventLog, to: int) -> list[str]:
    """Return in words which events stand that undoing back to an event takes away, the last first."""
    standing = {seq for seq, _ in log.standing}
    lines = [
        (act.seq - len(act.words) + at, words)
        for act in history(log)
        for at, words in enumerate(act.words, 1)
    ]
    return [words for seq, words in reversed(lines) if seq > to and seq in standing]


def moment(log: EventLog, time: str) -> int:
    """Return the sequence number of the last event that stands and was done at a time or before it.

    Args:
        log: the tournament; its acts have times.
        time: in ISO form; UTC if it names no other zone. A day alone is its beginning.

    Raises:
        BadInput: the text is not a time, nothing was done by then, or a clock was set back, so that what was
            done before the last such event has a later time.
    """
    try:
        wanted = datetime.fromisoformat(time.strip())
    except ValueError:
        raise BadInput(
            f"{time[:40]!r} is neither an event's number nor a time",
            code="undo.not-a-moment",
            remedy="Write 57, or 2026-02-01T09:30.",
        ) from None
    wanted = datetime.combine(wanted.date(), wanted.time(), UTC) if wanted.tzinfo is None else wanted
    ends, seq, end, later = set(log.ends_of_acts()), 0, 0, 0
    for act in log.acts:
        seq += len(act.events)
        if not act.stamp.time:
            continue
        if datetime.fromisoformat(act.stamp.time) > wanted:
            later = later or seq
        elif seq in ends:
            end = seq
    if not end:
        raise BadInput(f"nothing was done by {time.strip()}", code="undo.before-beginning")
    if 0 < later < end:
        raise BadInput(
            f"a clock was set back: event {later} has a later time than {time.strip()}, and event {end}, "
            "which came after it, an earlier one",
            code="undo.clock-set-back",
            remedy="Name the number of the event.",
        )
    return end
