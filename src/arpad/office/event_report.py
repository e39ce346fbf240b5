"""An event file of ``arpad tournament`` as a report, with its rounds as they stood when they were paired."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.core import BadInput
from arpad.core.interface import argument
from arpad.rulebooks.tournament_report.report import TournamentReport

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog
    from arpad.rulebooks.tournament_report.rules import ChosenRules
    from arpad.tournament import Tournament
    from arpad.tournament.checking import Stood

SUFFIX = ".arpad"
EVENT = re.compile(rb'\{\s*"arpad tournament"\s*:')
"""How an event file begins; other files begin with a brace too, such as games in JSON Lines."""


@dataclass(frozen=True, eq=False, repr=False)
class EventReport(TournamentReport):
    """A tournament that arpad runs, with the log of its events.

    Args:
        tournament: the tournament as it is.
        file: the name for messages.
        notes: none.
        log: the events.
    """

    log: EventLog | None = None

    @classmethod
    def of(cls, log: EventLog, file: str) -> EventReport:
        """Return the report of an event log."""
        return cls(log.tournament(), file, log=log)

    @property
    def _log(self) -> EventLog:
        assert self.log is not None
        return self.log

    def to_pair(self, *, lenient: bool = False) -> Tournament:
        """Return the tournament whose next round is to be paired, with the numbers that pairing will give."""
        del lenient
        from arpad.office.desk import number_by_rating

        return number_by_rating(self._log).tournament()

    def check_rules(self, rules: ChosenRules) -> None:
        """Refuse what only reports have to be told.

        Raises:
            BadInput: there is a seed or a setting (``event-file.own-rules``).
        """
        if rules.of_lots:
            raise BadInput(
                "an event file has its own seed and settings",
                file=self.file or None,
                remedy=f"Leave out {argument('seed')} and {argument('settings', 'set')}.",
                code="event-file.own-rules",
            )

    def stood_before(self, at: int) -> Stood:
        """Return the tournament as it stood before a round was paired, and the round as it was paired."""
        stood = self._log.as_paired(at)
        return stood.before, stood.round

    def stood_before_rounds(self) -> list[Stood]:
        """Return how things stood at each pairing, as a check judges it.

        A round is paired again as things stood when it was paired: a result that was corrected since, or
        numbers that changed with a late entry, are no fault of it. A round that the arbiter paired or changed
        is judged as it is now.
        """
        from arpad.tournament.checking import before

        own = self.rounds_by_hand
        return [
            (before(self.tournament, at), self.rounds[at - 1]) if at in own else (stood.before, stood.round)
            for at, stood in enumerate(self._log.all_as_paired(), 1)
        ]

    @property
    def rounds_by_hand(self) -> frozenset[int]:
        """The rounds of which the arbiter set a board by hand."""
        return frozenset(
            at
            for at, (stood, now) in enumerate(zip(self._log.all_as_paired(), self.rounds, strict=True), 1)
            if any(game.by_hand for game in (*stood.round.pairings, *now.pairings))
        )

    @property
    def check_notes(self) -> tuple[str, ...]:
        """The boards and byes that the arbiter set by hand, with the rules that they depart from."""
        from arpad.office.hand_decisions import by_hand

        return tuple(finding.line() for finding in by_hand(self.tournament))

    @property
    def keeps_seed(self) -> bool:
        """Whether the file keeps the seed of the lots: it does."""
        return True


def is_logbook(file: str) -> bool:
    """Whether a file is an event file, if it is one of a tournament at all: its events are JSON.

    An empty file is one if it is called so. A file that cannot be read is none: whoever reads it says why.
    """
    start = _first_bytes(file)
    return start.startswith(b"{") if start else _is_event_file_name(file)


def is_event(file: str) -> bool:
    """Whether a file is an event file among files of any kind: by how it begins, or what it is called."""
    return EVENT.match(_first_bytes(file)) is not None or _is_event_file_name(file)


def _first_bytes(file: str) -> bytes:
    try:
        with Path(file).open("rb") as stream:
            return stream.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()
    except (OSError, ValueError):
        return b""


def _is_event_file_name(file: str) -> bool:
    return Path(file).suffix.lower() == SUFFIX


def event_report(path: str | Path, encoding: str | None = None) -> EventReport:
    """Read an event file.

    Raises:
        BadInput: it cannot be read, is damaged, or an encoding is named.
    """
    from arpad.office.log.event_file import EventFile

    check_not_encoded(str(path), encoding)
    return EventReport.of(EventFile(Path(path)).read(), str(path))


def event_report_of_content(content: str | bytes, file: str = "", encoding: str | None = None) -> EventReport:
    """Read the content of an event file.

    Args:
        content: text, or bytes in UTF-8.
        file: its name for messages.
        encoding: None; another is refused.

    Raises:
        BadInput: as of :func:`event_report`.
    """
    from arpad.office.log.event_format import parsed
    from arpad.record.files.encodings import decoded

    check_not_encoded(file, encoding)
    text = content if isinstance(content, str) else decoded(content, "utf-8", file)
    return EventReport.of(parsed(text, file), file)


def check_not_encoded(file: str, encoding: str | None) -> None:
    """Refuse to read the file of an event in a named encoding.

    Raises:
        BadInput: one is named (``event-file.encoding``).
    """
    if encoding is not None:
        raise BadInput(
            "the file of an event is always UTF-8",
            file=file,
            remedy=f"Leave out {argument('encoding')}.",
            code="event-file.encoding",
        )
