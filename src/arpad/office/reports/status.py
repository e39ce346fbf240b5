"""The state of an event at a glance: how far it is, what is outstanding, and what can be done next."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from arpad.core import BadInput, counted, numbered_as
from arpad.office.desk.stages import is_over
from arpad.office.hand_decisions import by_hand
from arpad.office.pages.event_tables import without_game
from arpad.office.policy import Finding
from arpad.office.reports.entries import byes_to_come
from arpad.rulebooks.pairing_catalogue import FIXED, SYSTEMS, system_of
from arpad.tournament.formats.knockout import undecided
from arpad.tournament.model import Tournament


@dataclass(frozen=True)
class Outstanding:
    """A result that is still to come.

    Args:
        round: its round.
        board: its board.
        white: the number of the player with White, or who is named first.
        black: the other's.
    """

    round: int
    board: int
    white: int
    black: int


@dataclass(frozen=True)
class RoundAbsence:
    """A participant who is not to be paired in a round to come.

    Args:
        number: whose.
        round: the round.
        bye: what the participant gets for it: ``half-point bye``, ``away``; ``not here yet`` of a late entry.
    """

    number: int
    round: int
    bye: str


@dataclass(frozen=True)
class NextStep:
    """What the arbiter can do next.

    Args:
        code: a stable name for programs: ``enter``, ``pair``, ``result``, ``publish``, ``finish``,
            ``print``.
        text: the step in words.
        round: the round that it is about; 0 for none.
        board: the board that it is about, where it is one alone; 0 for none.
        between: of a knockout, who drew and now have to find out who goes on; empty else.
    """

    code: str
    text: str
    round: int = 0
    board: int = 0
    between: tuple[str, ...] = ()


@dataclass(frozen=True)
class Status:
    """The state of an event.

    Args:
        tournament: the event.
        edition: the text that the pairing system follows; empty if it is not known.
        coming: the next round to pair; 0 if there is none.
        outstanding: the results that are still to come.
        absences: in the rounds to come, late entries among them.
        set_by_hand: what the arbiter set by hand, with the rules that it departs from.
        published: the rounds whose pairings were made known; None where that is not recorded.
        finished: whether the event was finished.
        steps: what can be done next.
    """

    tournament: Tournament
    edition: str
    coming: int
    outstanding: tuple[Outstanding, ...]
    absences: tuple[RoundAbsence, ...]
    set_by_hand: tuple[Finding, ...]
    published: tuple[int, ...] | None
    finished: bool
    steps: tuple[NextStep, ...]

    @property
    def system(self) -> str:
        """The title of the pairing system, with the edition."""
        name = self.tournament.system
        title = SYSTEMS[name].title if name in SYSTEMS else name
        return f"{title}, {self.edition}" if self.edition else title

    @property
    def here(self) -> int | None:
        """How many are to be paired in the next round; None where there is none, or the format decides."""
        if not self.coming or self.tournament.system in FIXED:
            return None
        missing = {absence.number for absence in self.absences if absence.round == self.coming}
        return len(self.tournament.entrants) - len(missing)

    def as_dict(self) -> dict[str, Any]:
        """Return the state for JSON."""
        by_number = self.tournament.by_number
        return {
            "name": self.tournament.name,
            "system": self.tournament.system,
            "edition": self.edition,
            "rounds": {
                "paired": self.tournament.played,
                "planned": self.tournament.planned or None,
                "next": self.coming or None,
                "published": None if self.published is None else list(self.published),
            },
            "finished": self.finished,
            "participants": {"entered": len(by_number), "next_round": self.here},
            "outstanding": [
                {
                    "round": missing.round,
                    "board": missing.board,
                    "white": by_number[missing.white].name,
                    "black": by_number[missing.black].name,
                    "white_number": missing.white,
                    "black_number": missing.black,
                }
                for missing in self.outstanding
            ],
            "absences": [
                {
                    "round": absence.round,
                    "name": by_number[absence.number].name,
                    "number": absence.number,
                    "bye": absence.bye,
                }
                for absence in self.absences
            ],
            "by_hand": [
                {
                    "code": finding.code,
                    "round": finding.round,
                    "text": finding.text,
                    "article": finding.article,
                }
                for finding in self.set_by_hand
            ],
            "next": [
                {
                    "code": step.code,
                    "text": step.text,
                    **({"round": step.round} if step.round else {}),
                    **({"board": step.board} if step.board else {}),
                }
                for step in self.steps
            ],
        }


LATE = "not here yet"
"""What stands for a late entry before the round in which it is paired first."""


def status(
    tournament: Tournament, *, published: Collection[int] | None = None, finished: bool = False
) -> Status:
    """Return the state of an event.

    Args:
        tournament: the event.
        published: the rounds whose pairings were made known; None where that is not recorded.
        finished: whether it was finished.
    """
    outstanding = tuple(
        Outstanding(at, board, round_.pairings[board - 1].white, round_.pairings[board - 1].black)
        for at, round_ in enumerate(tournament.rounds, 1)
        for board in round_.pending
    )
    over = finished or _over(tournament)
    coming = 0 if over else tournament.played + 1
    absences = [] if over else byes_to_come(tournament)
    return Status(
        tournament,
        _edition(tournament),
        coming,
        outstanding,
        tuple(
            RoundAbsence(
                number,
                at,
                LATE
                if tournament.by_number[number].arrives > at
                else without_game(tournament, number, at, result),
            )
            for at, number, result in absences
        ),
        tuple(by_hand(tournament)),
        None if published is None else tuple(sorted(published)),
        finished,
        tuple(_steps(tournament, outstanding, published, over, finished)),
    )


def _over(tournament: Tournament) -> bool:
    """Tell whether all rounds are paired: by the plan, or without one, by a format that has an end."""
    if tournament.played and tournament.rounds[-1].pending and tournament.system in FIXED:
        return bool(tournament.planned) and tournament.played >= tournament.planned
    if not tournament.planned and tournament.system not in FIXED:
        return False
    if tournament.planned and tournament.played >= tournament.planned:
        return True
    return tournament.system in FIXED and is_over(tournament)


def _edition(tournament: Tournament) -> str:
    try:
        return system_of(tournament).edition.name
    except BadInput:
        return ""


def _undecided_games(tournament: Tournament) -> list[NextStep]:
    """Return the games of a knockout that are over without a winner: what they lack comes before all else."""
    steps = []
    for at, board in undecided(tournament):
        game = tournament.rounds[at - 1].pairings[board - 1]
        names = tuple(tournament.by_number[number].name for number in (game.white, game.black))
        text = f"Board {board}: who goes on, {names[0]} or {names[1]}? Enter the result of the play-off"
        steps.append(NextStep("result", text, at, board, names))
    return steps


def _steps(
    tournament: Tournament,
    outstanding: tuple[Outstanding, ...],
    published: Collection[int] | None,
    over: bool,
    finished: bool,
) -> list[NextStep]:
    """Return what the arbiter can do next, the most urgent first."""
    at = tournament.played
    if finished:
        return [NextStep("print", "The event is finished: print the standings and the reports")]
    if len(tournament.entrants) < 2:
        return [NextStep("enter", "Enter the participants")]
    steps = _undecided_games(tournament)
    open_ = bool(outstanding or steps)
    if not at:
        steps.append(NextStep("enter", "Enter further participants"))
    if at and published is not None and at not in published and tournament.rounds[at - 1].pending:
        steps.append(NextStep("publish", f"Publish the pairings of round {at}", at))
    for round_ in dict.fromkeys(missing.round for missing in outstanding):
        boards = [missing.board for missing in outstanding if missing.round == round_]
        which = numbered_as("board", boards)
        steps.append(
            NextStep("result", f"Enter {counted(len(boards), 'result')} of round {round_}: {which}", round_)
        )
    if not over and not open_:
        steps.append(NextStep("pair", f"Pair round {at + 1}", at + 1))
    if at and not open_ and (over or not tournament.planned):
        steps.append(NextStep("finish", "Finish the event"))
        steps.append(NextStep("print", "Print the standings and the reports"))
    return steps
