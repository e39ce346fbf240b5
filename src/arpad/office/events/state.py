"""The state of a tournament while its events are read, and the tournament that it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arpad.core import BadInput
from arpad.office.events.plan import Plan
from arpad.office.events.side_report import OFF, SideReport
from arpad.office.events.team_state import Teams
from arpad.tournament.adjustments import Adjustment
from arpad.tournament.formats.round_robin import rounds_of_table
from arpad.tournament.model import Acceleration, Colour, Entrant, Prohibition, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.trf.national import renumbered


@dataclass
class State:
    """A tournament while its events are read. Participants are known by their ``entrant`` number throughout.

    A state is changed only by events that are applied to it; a :meth:`copy` keeps the state before them.

    Args:
        plan: how the tournament is played; title, number of rounds, tie-breaks and details can change.
        entrants: by ``entrant``, in the order of the entries.
        rounds: with ``entrant`` numbers in the place of pairing numbers.
        absences: round → entrant → the bye.
        open_absences: entrant → the bye, of the participants who are away until further notice.
        initial_colour: what was drawn.
        prohibitions: who may not meet, by ``entrant`` numbers.
        adjustments: points that were set by hand, by ``entrant`` numbers.
        accelerations: points for the pairing only.
        fixed_boards: entrant → the board at which the participant always plays.
        published: the rounds whose pairings were made known.
        finished: whether the tournament is over.
        numbered_rounds: the rounds with the pairing numbers of now; None where they are to be made.
        numbers: the pairing numbers that are taken.
        teams: the players of teams, their line-ups and results.
        reporting: where codes stand by which players report results: ``off``, ``slips`` or ``everywhere``.
        reports: (round, board) → entrant → what that side reports of a board without a result.
    """

    plan: Plan
    entrants: dict[int, Entrant] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    absences: dict[int, dict[int, Result]] = field(default_factory=dict)
    open_absences: dict[int, Result] = field(default_factory=dict)
    initial_colour: Colour = ""
    prohibitions: tuple[Prohibition, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    fixed_boards: dict[int, int] = field(default_factory=dict)
    published: frozenset[int] = frozenset()
    finished: bool = False
    numbered_rounds: list[Round | None] = field(default_factory=list)
    numbers: set[int] = field(default_factory=set)
    teams: Teams = field(default_factory=Teams)
    reporting: str = OFF
    reports: dict[tuple[int, int], dict[int, SideReport]] = field(default_factory=dict)

    def copy(self) -> State:
        """Return a state that can be changed apart from this one; rounds and entrants are shared values."""
        return replace(
            self,
            entrants=dict(self.entrants),
            rounds=list(self.rounds),
            absences={at: dict(byes) for at, byes in self.absences.items()},
            open_absences=dict(self.open_absences),
            fixed_boards=dict(self.fixed_boards),
            numbered_rounds=list(self.numbered_rounds),
            numbers=set(self.numbers),
            teams=self.teams.copy(),
            reports=dict(self.reports),
        )

    def number(self, entrant: int) -> int:
        """Return the pairing number that a participant has now."""
        return self.entrants[entrant].number

    def check_entered(self, *entrants: int) -> None:
        """Refuse participants that nobody entered.

        Raises:
            BadInput: somebody is not entered.
        """
        for entrant in entrants:
            if entrant not in self.entrants:
                raise BadInput(f"there is no entrant {entrant}", code="entrant.unknown")

    def round_of(self, at: int) -> Round:
        """Return a round that is paired.

        Raises:
            BadInput: it is not paired.
        """
        if not 1 <= at <= len(self.rounds):
            raise BadInput(f"round {at} is not paired", code="round.not-paired")
        return self.rounds[at - 1]

    def set_round(self, at: int, round_: Round) -> None:
        """Put another round in the place of one that is paired."""
        self.rounds[at - 1] = round_
        self.numbered_rounds[at - 1] = None

    def update_numbers(self) -> None:
        """Note that pairing numbers have changed."""
        self.numbered_rounds = [None] * len(self.rounds)
        self.numbers = {entry.number for entry in self.entrants.values()}

    def absences_to_come(self) -> dict[int, dict[int, Result]]:
        """Return the participants who are away, by round; who is gone, in the next one.

        A table that says how many rounds there are, as that of a round robin does, has them in all of them.
        """
        if not self.open_absences:
            return self.absences
        coming = len(self.rounds) + 1
        last = max(coming, rounds_of_table(self.plan.system, len(self.entrants), self.plan.settings))
        return self.absences | {
            at: self.absences.get(at, {}) | self.open_absences for at in range(coming, last + 1)
        }

    def tournament(self) -> Tournament:
        """Return the tournament, with the pairing numbers of now."""
        number = {entrant: entry.number for entrant, entry in self.entrants.items()}
        for at, round_ in enumerate(self.numbered_rounds):
            if round_ is None:
                self.numbered_rounds[at] = _numbered(self.rounds[at], number)
        plan = self.plan
        tournament = Tournament(
            entrants=tuple(sorted(self.entrants.values(), key=lambda entry: entry.number)),
            rounds=tuple(round_ for round_ in self.numbered_rounds if round_ is not None),
            name=plan.name,
            system=plan.system,
            edition=plan.edition,
            planned=plan.rounds,
            points=plan.points,
            initial_colour=self.initial_colour,
            seed=plan.seed,
            accelerations=self.accelerations,
            prohibitions=tuple(
                replace(pair, numbers=frozenset(number[entrant] for entrant in pair.numbers))
                for pair in self.prohibitions
            ),
            absences={
                at: {number[entrant]: bye for entrant, bye in byes.items()}
                for at, byes in self.absences_to_come().items()
            },
            tiebreaks=plan.tiebreaks,
            settings=plan.settings,
            details=renumbered(plan.details, (self._players() or number).get),
            adjustments=tuple(
                replace(points, numbers=tuple(number[entrant] for entrant in points.numbers))
                for points in self.adjustments
            ),
            fixed_boards={number[entrant]: board for entrant, board in self.fixed_boards.items()},
            tiebreak_edition=plan.tiebreak_edition,
        )
        return self.teams.add_to(tournament, number)

    def _players(self) -> dict[int, int]:
        """Return the numbers of the teams' players by ``entrant``: national ratings are theirs."""
        return {entrant: player.number for entrant, player in self.teams.players.items()}


def _numbered(round_: Round, number: Mapping[int, int]) -> Round:
    """Return a round with pairing numbers in the place of ``entrant`` numbers."""
    return Round(
        tuple(replace(game, white=number[game.white], black=number[game.black]) for game in round_.pairings),
        tuple(replace(bye, number=number[bye.number]) for bye in round_.byes),
    )
