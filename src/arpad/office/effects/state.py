"""The state of a tournament while its events are read, and the tournament that it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arpad.core import BadInput
from arpad.office.effects.team_state import Teams
from arpad.office.events.beginning import New
from arpad.office.events.decisions import PointsSet
from arpad.office.events.reports import OFF, ResultReported
from arpad.tournament.adjustments import Adjustment
from arpad.tournament.formats.round_robin import rounds_of_table
from arpad.tournament.model import Acceleration, Colour, Entrant, Prohibition, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.trf.national import renumbered


@dataclass
class State:
    """A tournament while its events are read. Participants are known by their ``entrant`` number throughout.

    A state is changed only by the effects of events; whoever needs the one before makes a :meth:`copy` first.

    Args:
        new: how the tournament began, as it is now: title, plan, tie-breaks and details can change.
        entrants: by ``entrant``, in the order of the entries.
        rounds: with ``entrant`` numbers in the place of pairing numbers.
        absences: round → entrant → the bye.
        gone: the participants who are away until further notice.
        initial_colour: what was drawn.
        prohibitions: who may not meet, by ``entrant`` numbers.
        points_set: points that were set by hand.
        accelerations: points for the pairing only.
        fixed_boards: entrant → the board at which the participant always plays.
        published: the rounds whose pairings were made known.
        finished: whether the tournament is over.
        shown: the rounds with the pairing numbers of now; None where they are to be made.
        numbers: the pairing numbers that are taken.
        teams: the players of teams, their line-ups and results.
        reporting: where codes stand by which players report results: ``off``, ``slips`` or ``everywhere``.
        reports: (round, board) → entrant → what that side reports of a board without a result.
    """

    new: New
    entrants: dict[int, Entrant] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    absences: dict[int, dict[int, Result]] = field(default_factory=dict)
    gone: dict[int, Result] = field(default_factory=dict)
    initial_colour: Colour = ""
    prohibitions: tuple[Prohibition, ...] = ()
    points_set: tuple[PointsSet, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    fixed_boards: dict[int, int] = field(default_factory=dict)
    published: frozenset[int] = frozenset()
    finished: bool = False
    shown: list[Round | None] = field(default_factory=list)
    numbers: set[int] = field(default_factory=set)
    teams: Teams = field(default_factory=Teams)
    reporting: str = OFF
    reports: dict[tuple[int, int], dict[int, ResultReported]] = field(default_factory=dict)

    def copy(self) -> State:
        """Return a state that can be changed apart from this one; rounds and entrants are shared values."""
        return replace(
            self,
            entrants=dict(self.entrants),
            rounds=list(self.rounds),
            absences={at: dict(who) for at, who in self.absences.items()},
            gone=dict(self.gone),
            fixed_boards=dict(self.fixed_boards),
            shown=list(self.shown),
            numbers=set(self.numbers),
            teams=self.teams.copy(),
            reports=dict(self.reports),
        )

    def number(self, entrant: int) -> int:
        """Return the pairing number that a participant has now."""
        return self.entrants[entrant].number

    def check_known(self, *entrants: int) -> None:
        """Refuse participants that nobody entered.

        Raises:
            BadInput: there is one.
        """
        for one in entrants:
            if one not in self.entrants:
                raise BadInput(f"there is no entrant {one}", code="entrant.unknown")

    def round_of(self, at: int) -> Round:
        """Return a round that is paired.

        Raises:
            BadInput: it is not paired.
        """
        if not 1 <= at <= len(self.rounds):
            raise BadInput(f"round {at} is not paired", code="round.not-paired")
        return self.rounds[at - 1]

    def set_round(self, at: int, one: Round) -> None:
        """Put another round in the place of one that is paired."""
        self.rounds[at - 1] = one
        self.shown[at - 1] = None

    def renumbered(self) -> None:
        """Note that pairing numbers have changed."""
        self.shown = [None] * len(self.rounds)
        self.numbers = {one.number for one in self.entrants.values()}

    def absences_to_come(self) -> dict[int, dict[int, Result]]:
        """Return the participants who are away, by round; who is gone, in the next one.

        A table that says how many rounds there are, as that of a round robin does, has them in all of them.
        """
        if not self.gone:
            return self.absences
        coming = len(self.rounds) + 1
        last = max(coming, rounds_of_table(self.new.system, len(self.entrants), self.new.settings))
        return self.absences | {at: self.absences.get(at, {}) | self.gone for at in range(coming, last + 1)}

    def tournament(self) -> Tournament:
        """Return the tournament, with the pairing numbers of now."""
        number = {entrant: one.number for entrant, one in self.entrants.items()}
        for at, shown in enumerate(self.shown):
            if shown is None:
                self.shown[at] = _numbered(self.rounds[at], number)
        new = self.new
        tournament = Tournament(
            entrants=tuple(sorted(self.entrants.values(), key=lambda one: one.number)),
            rounds=tuple(one for one in self.shown if one is not None),
            name=new.name,
            system=new.system,
            edition=new.edition,
            planned=new.rounds,
            points=new.points,
            initial_colour=self.initial_colour,
            seed=new.seed,
            accelerations=self.accelerations,
            prohibitions=tuple(
                replace(one, numbers=frozenset(number[entrant] for entrant in one.numbers))
                for one in self.prohibitions
            ),
            absences={
                at: {number[entrant]: why for entrant, why in who.items()}
                for at, who in self.absences_to_come().items()
            },
            tiebreaks=new.tiebreaks,
            settings=new.settings,
            details=renumbered(new.details, (self._players() or number).get),
            adjustments=tuple(_adjustment(one, number) for one in self.points_set),
            fixed_boards={number[entrant]: board for entrant, board in self.fixed_boards.items()},
            tiebreak_edition=new.tiebreak_edition,
        )
        return self.teams.seen(tournament, number)

    def _players(self) -> dict[int, int]:
        """Return the numbers of the teams' players by ``entrant``: national ratings are theirs."""
        return {entrant: one.number for entrant, one in self.teams.players.items()}


def _adjustment(event: PointsSet, number: Mapping[int, int]) -> Adjustment:
    return Adjustment(
        event.points,
        tuple(number[entrant] for entrant in event.entrants),
        event.round,
        event.result,
        event.game_points,
        event.reason,
    )


def _numbered(one: Round, number: Mapping[int, int]) -> Round:
    """Return a round with pairing numbers in the place of ``entrant`` numbers."""
    return Round(
        tuple(replace(game, white=number[game.white], black=number[game.black]) for game in one.pairings),
        tuple(replace(bye, number=number[bye.number]) for bye in one.byes),
    )
