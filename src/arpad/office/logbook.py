"""The logbook of a tournament: a file of events, of which the tournament is what they add up to.

Events are only ever appended; to undo one is an event too. The file is JSON, one event a line, so that a
person can read what happened and a version control system can show it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from arpad.core import BadInput
from arpad.office.replacing import replacing
from arpad.tournament.model import Bye, Entrant, Pairing, Round, Tournament
from arpad.tournament.points import FIDE_POINTS, FOOTBALL_POINTS
from arpad.tournament.results import Result

FORMAT = 1
POINT_SYSTEMS = {"fide": FIDE_POINTS, "football": FOOTBALL_POINTS}

Event = dict[str, Any]


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
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{path} cannot be read: {error}") from error
        events: list[Event] = []
        for line, row in enumerate(text.splitlines(), 1):
            try:
                event = json.loads(row)
            except ValueError:
                event = None
            if not isinstance(event, dict) or (line > 1 and "do" not in event):
                raise BadInput(
                    "this is no event of a tournament", file=str(path), row=line, remedy="Restore the file."
                )
            events.append(event)
        if not events or events[0].get("arpad tournament") != FORMAT:
            raise BadInput(f"{path} is no tournament of arpad", remedy="arpad tournament new makes one.")
        book = cls(tuple(events[1:]))
        try:
            book.tournament()
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise BadInput(f"{path} is damaged: {error!r}", remedy="Restore it.") from error
        return book

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
        if known is not None and Logbook.read(path).events != known.events:
            raise BadInput(f"{path} has changed meanwhile", remedy="Look what was entered, and try again.")
        rows = [json.dumps({"arpad tournament": FORMAT})]
        rows += [json.dumps(event, ensure_ascii=False) for event in self.events]
        with replacing(path) as stream:
            stream.write("".join(f"{row}\n" for row in rows).encode())

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
        standing = self.standing_events()
        paired = [index for index, event in enumerate(standing) if event["do"] == "pair"]
        return Logbook(tuple(standing[: paired[at - 1]]))

    def tournament(self) -> Tournament:
        """Return what the events add up to."""
        first, *rest = self.standing_events()
        tournament = Tournament(
            name=first["name"],
            system=first["system"],
            planned=int(first["rounds"]),
            seed=int(first["seed"]),
            edition=date.fromisoformat(first["edition"]) if "edition" in first else None,
            points=POINT_SYSTEMS[first.get("points", "fide")],
            settings=first.get("settings", {}),
        )
        for event in rest:
            tournament = _after(tournament, event)
        return tournament


def _after(tournament: Tournament, event: Event) -> Tournament:
    match event["do"]:
        case "add":
            entrant = Entrant(**{key: value for key, value in event.items() if key != "do"})
            return replace(tournament, entrants=(*tournament.entrants, entrant))
        case "number":
            return _numbered(tournament, event["order"])
        case "away":
            return _away(tournament, event["number"], event["rounds"], Result(event["result"]))
        case "pair":
            games = tuple(
                Pairing(white, black, coloured=event.get("coloured", True)) for white, black in event["pairs"]
            )
            byes = tuple(Bye(number, Result(result)) for number, result in event["byes"])
            return replace(
                tournament.with_round(Round(games, byes)),
                initial_colour=event.get("initial_colour", tournament.initial_colour),
            )
        case "result":
            return _with_result(tournament, event)
    raise ValueError(event["do"])


def _numbered(tournament: Tournament, order: Sequence[int]) -> Tournament:
    """Return the tournament with new numbers, before its first round: the first of the order gets 1."""
    if tournament.rounds or sorted(order) != sorted(tournament.by_number):
        raise ValueError("number")
    new = {old: number for number, old in enumerate(order, 1)}
    return replace(
        tournament,
        entrants=tuple(replace(tournament.by_number[old], number=number) for old, number in new.items()),
        absences={at: {new[old]: why for old, why in who.items()} for at, who in tournament.absences.items()},
    )


def _away(tournament: Tournament, number: int, rounds: Sequence[int], result: Result) -> Tournament:
    absences = {at: dict(who) for at, who in tournament.absences.items()}
    for at in rounds:
        absences.setdefault(at, {})[number] = result
    return replace(tournament, absences=absences)


def _with_result(tournament: Tournament, event: Event) -> Tournament:
    at, board = event["round"], event["board"]
    white, black = Result(event["white"]), Result(event["black"])
    points = event.get("points")
    pair = None if points is None else (Fraction(points[0]), Fraction(points[1]))
    rounds = list(tournament.rounds)
    games = list(rounds[at - 1].pairings)
    games[board - 1] = replace(games[board - 1], white_result=white, black_result=black, points=pair)
    rounds[at - 1] = replace(rounds[at - 1], pairings=tuple(games))
    return replace(tournament, rounds=tuple(rounds))
