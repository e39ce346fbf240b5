"""The logbook of a tournament: a file of events, of which the tournament is what they add up to.

Events are only ever appended; to undo one is an event too. The file is JSON, one event a line, so that a
person can read what happened and a version control system can show it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from arpad.core import BadInput
from arpad.office.replacing import replacing
from arpad.office.replay import POINT_SYSTEMS, Event, replayed
from arpad.tournament.model import Tournament

__all__ = ["Event", "Logbook"]

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

FORMAT = 1


@dataclass(frozen=True)
class Logbook:
    """The events so far.

    Args:
        events: in their order; the first is ``new``.
    """

    events: tuple[Event, ...]

    @classmethod
    def new(
        cls,
        *,
        name: str,
        system: str,
        rounds: int,
        seed: int,
        edition: date | None = None,
        points: str = "fide",
        settings: dict[str, Any] | None = None,
    ) -> Logbook:
        """Return the logbook of a new tournament.

        Raises:
            BadInput: there is no such point system.
        """
        if points not in POINT_SYSTEMS:
            raise BadInput(f"there is no point system {points!r}", remedy=f"Use {', '.join(POINT_SYSTEMS)}.")
        event: Event = {"do": "new", "name": name, "system": system, "rounds": rounds, "seed": seed}
        if edition is not None:
            event["edition"] = edition.isoformat()
        if points != "fide":
            event["points"] = points
        if settings:
            event["settings"] = settings
        return cls((event,))

    @classmethod
    def read(cls, path: Path) -> Logbook:
        """Read a logbook.

        Raises:
            BadInput: it is not there, or is none.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise BadInput(
                f"there is no file {path}", remedy=f"Begin with: arpad tournament new {path}"
            ) from None
        except UnicodeDecodeError:
            raise BadInput(f"{path} is no text in UTF-8", remedy="Restore the file.") from None
        except OSError as error:
            raise BadInput(f"{path} cannot be read: {error.strerror or error}") from error
        return cls.of(text, str(path))

    @classmethod
    def of(cls, text: str, file: str) -> Logbook:
        """Return the logbook that a text is.

        Args:
            text: the content of a file.
            file: its name, for errors.

        Raises:
            BadInput: it is none.
        """
        events: list[Event] = []
        rows: list[int] = []
        # Not splitlines: a name may hold a character at which that would break a line.
        for line, row in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            if not row.strip():
                continue
            try:
                event = json.loads(row)
            except (ValueError, RecursionError):
                event = None
            if not isinstance(event, dict) or (events and "do" not in event):
                raise BadInput(
                    "this is no event of a tournament", file=file, row=line, remedy="Restore the file."
                )
            events.append(event)
            rows.append(line)
        if not events or events[0].get("arpad tournament") != FORMAT:
            raise BadInput(f"{file} is no tournament of arpad", remedy="arpad tournament new makes one.")
        book = cls(tuple(events[1:]))
        problem = book._problem()
        if problem is not None:
            # The first event after which it is there; the last one if none is.
            many = next((n for n in range(1, len(book.events)) if cls(book.events[:n])._problem()), 0)
            raise BadInput(
                f"the event is damaged: {problem}",
                file=file,
                row=rows[many or -1],
                remedy="Restore the file.",
            )
        return book

    def _problem(self) -> str | None:
        """Return why the events add up to no tournament, None if they do."""
        try:
            self.tournament()
        except BadInput as error:
            return error.problem
        except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
            return f"{type(error).__name__} {error}"
        return None

    def write(self, path: Path, *, known: Logbook | None = None) -> None:
        """Write the logbook, whole or not at all.

        Args:
            path: where to.
            known: what was read; if somebody has added events since, theirs are not overwritten.

        Raises:
            BadInput: it cannot be written, or the file has changed meanwhile.
        """
        if known is None and path.exists():
            raise BadInput(f"{path} is there already", remedy="Give another name, or remove it first.")
        rows = [json.dumps({"arpad tournament": FORMAT})]
        rows += [json.dumps(event, ensure_ascii=False) for event in self.events]
        try:
            content = "".join(f"{row}\n" for row in rows).encode()
        except UnicodeEncodeError as error:
            # A command line hands on bytes that are no letters as halves of surrogate pairs.
            word = error.object[max(error.start - 10, 0) : error.end]
            raise BadInput(
                f"what is to be noted is not written in UTF-8: …{word!r}", remedy="Write it in UTF-8."
            ) from error
        with _alone(path, known is not None):
            if known is not None and Logbook.read(path).events != known.events:
                raise BadInput(
                    f"{path} has changed meanwhile", remedy="Look what was entered, and try again."
                )
            with replacing(path) as stream:
                stream.write(content)

    def add(self, event: Event) -> Logbook:
        """Return the logbook with one more event."""
        return Logbook((*self.events, event))

    def standing_events(self) -> list[Event]:
        """Return the events that were not undone."""
        standing: list[Event] = []
        for event in self.events:
            if event["do"] == "undo":
                standing.pop()
            else:
                standing.append(event)
        return standing

    def undo(self) -> tuple[Logbook, Event]:
        """Return the logbook with its last standing event undone, and that event.

        Raises:
            BadInput: only the beginning is left.
        """
        standing = self.standing_events()
        if len(standing) <= 1:
            raise BadInput("there is nothing to undo")
        return self.add({"do": "undo"}), standing[-1]

    def before_round(self, at: int) -> Logbook:
        """Return the logbook as it stood when a round was paired: results corrected since are not in it.

        Args:
            at: a round that is paired.
        """
        return Logbook(tuple(self.standing_events()[: self._pairing(at)]))

    def after_pairing(self, at: int) -> Logbook:
        """Return the logbook as it stood just after a round was paired.

        Args:
            at: a round that is paired.
        """
        return Logbook(tuple(self.standing_events()[: self._pairing(at) + 1]))

    def _pairing(self, at: int) -> int:
        paired = [index for index, event in enumerate(self.standing_events()) if event["do"] == "pair"]
        return paired[at - 1]

    def tournament(self) -> Tournament:
        """Return what the events add up to."""
        return replayed(self.standing_events())


@contextmanager
def _alone(path: Path, there: bool) -> Iterator[None]:
    """Let nobody else write the file between the look at what is in it and its replacement.

    Whoever waits holds the file that was, and finds another one in its place.
    """
    if fcntl is None or not there:
        yield
        return
    try:
        stream = path.open("rb")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}") from error
    with stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield
