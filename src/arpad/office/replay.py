"""What the events of a tournament's logbook add up to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any

from arpad.rulebooks.pairings import usual_points
from arpad.tournament.model import Bye, Entrant, Pairing, Round, Tournament
from arpad.tournament.points import FIDE_POINTS, FOOTBALL_POINTS
from arpad.tournament.results import Result

POINT_SYSTEMS = {"fide": FIDE_POINTS, "football": FOOTBALL_POINTS}

Event = dict[str, Any]

WHOLE = ("number", "rating", "arrives")
"""What of an entrant is a whole number; all else is text."""


def replayed(events: Iterable[Event]) -> Tournament:
    """Return the tournament of events, none of them undone; the first is ``new``.

    Raises:
        BadInput: they contradict each other.
        AttributeError, KeyError, TypeError, ValueError, IndexError: an event is damaged.
    """
    first, *rest = events
    state = _State()
    for event in rest:
        state.take(event)
    settings = first.get("settings", {})
    if not isinstance(settings, dict):
        raise TypeError("settings")
    return Tournament(
        entrants=tuple(state.entrants),
        rounds=tuple(Round(tuple(games), tuple(byes)) for games, byes in state.rounds),
        name=_text(first["name"]),
        system=_text(first["system"]),
        planned=int(first["rounds"]),
        seed=int(first["seed"]),
        edition=date.fromisoformat(first["edition"]) if "edition" in first else None,
        points=POINT_SYSTEMS[first["points"]] if "points" in first else usual_points(first["system"]),
        initial_colour=state.initial_colour,
        absences=state.all_absences(),
        settings=settings,
    )


@dataclass
class _State:
    """The tournament while events are read; ``gone`` is who is away until further notice."""

    entrants: list[Entrant] = field(default_factory=list)
    rounds: list[tuple[list[Pairing], list[Bye]]] = field(default_factory=list)
    absences: dict[int, dict[int, Result]] = field(default_factory=dict)
    gone: dict[int, Result] = field(default_factory=dict)
    initial_colour: Any = ""

    def take(self, event: Event) -> None:
        """Take one more event."""
        match event["do"]:
            case "add":
                entrant = _entrant(event)
                if event.get("insert"):
                    self._rename(
                        {one.number: one.number + (one.number >= entrant.number) for one in self.entrants}
                    )
                self.entrants.append(entrant)
            case "number":
                self._number(event["order"])
            case "away":
                self._away(event)
            case "back":
                self._back(event["number"], event.get("rounds"))
            case "pair":
                self._pair(event)
            case "result":
                self._result(event)
            case other:
                raise ValueError(other)

    def all_absences(self) -> dict[int, dict[int, Result]]:
        """Return who is away in which round; who is gone, in the next."""
        if not self.gone:
            return self.absences
        coming = len(self.rounds) + 1
        return {**self.absences, coming: self.absences.get(coming, {}) | self.gone}

    def _number(self, order: list[int]) -> None:
        """Give new numbers: the first of the order gets 1."""
        if sorted(order) != sorted(entrant.number for entrant in self.entrants):
            raise ValueError("number")
        self._rename({old: number for number, old in enumerate(order, 1)})

    def _rename(self, new: Mapping[int, int]) -> None:
        """Give new numbers by the old ones; all that was played goes with them."""
        by_number = {entrant.number: entrant for entrant in self.entrants}
        self.entrants = [replace(by_number[old], number=number) for old, number in new.items()]
        self.rounds = [
            (
                [replace(game, white=new[game.white], black=new[game.black]) for game in games],
                [replace(bye, number=new[bye.number]) for bye in byes],
            )
            for games, byes in self.rounds
        ]
        self.absences = {at: _renamed(who, new) for at, who in self.absences.items()}
        self.gone = _renamed(self.gone, new)

    def _away(self, event: Event) -> None:
        number, result = event["number"], Result(event["result"])
        if "rounds" not in event:
            self.gone[number] = result
            return
        for at in event["rounds"]:
            self.absences.setdefault(at, {})[number] = result

    def _back(self, number: int, rounds: list[int] | None) -> None:
        """Forget that somebody is away in rounds to come; None for all of them."""
        for at, who in self.absences.items():
            if at > len(self.rounds) and (rounds is None or at in rounds):
                who.pop(number, None)
        if rounds is None:
            self.gone.pop(number, None)

    def _pair(self, event: Event) -> None:
        coloured = event.get("coloured", True)
        pairs = event["pairs"]
        stones = event.get("handicaps", [0] * len(pairs))
        games = [
            Pairing(white, black, handicap=int(handicap), coloured=coloured)
            for (white, black), handicap in zip(pairs, stones, strict=True)
        ]
        byes = [Bye(number, Result(result)) for number, result in event["byes"]]
        self.absences = self.all_absences()
        self.rounds.append((games, byes))
        self.initial_colour = event.get("initial_colour", self.initial_colour)

    def _result(self, event: Event) -> None:
        at, board = event["round"], event["board"]
        if at < 1 or board < 1:
            raise IndexError("round or board")
        points = event.get("points")
        pair = None if points is None else (Fraction(points[0]), Fraction(points[1]))
        games = self.rounds[at - 1][0]
        games[board - 1] = replace(
            games[board - 1],
            white_result=Result(event["white"]),
            black_result=Result(event["black"]),
            points=pair,
        )


def _entrant(event: Event) -> Entrant:
    known = {key: value for key, value in event.items() if key not in ("do", "insert")}
    for key, value in known.items():
        if type(value) is not (int if key in WHOLE else str):
            raise TypeError(key)
    return Entrant(**known)


def _renamed(who: Mapping[int, Result], new: Mapping[int, int]) -> dict[int, Result]:
    return {new[old]: why for old, why in who.items()}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value
