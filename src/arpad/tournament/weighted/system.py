"""A pairing system made of a ladder: what every such system does the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from arpad.core import Edition, Explanation, Step, worded
from arpad.tournament.conflict import conflict_of
from arpad.tournament.model import Bye, Pairing, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound, Paired
from arpad.tournament.weighted.colours import BY_LOT
from arpad.tournament.weighted.explanation import ExplainedBoard, explain
from arpad.tournament.weighted.field import PairingField
from arpad.tournament.weighted.rungs import Ban, Costs, Ladder
from arpad.tournament.weighted.solve import BestRound, best
from arpad.tournament.weighted.why_not import LadderWhyNot
from arpad.tournament.why_not import PairQuestion

F = TypeVar("F", bound=PairingField)


@dataclass(frozen=True)
class WeightedSystem(ABC, Generic[F]):
    """A pairing system of weighted choices: a ladder, and who has which colour.

    A system says what it makes of a tournament (:meth:`field`), its ladder, its colours, and its name.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    status: ClassVar[str] = "exact"
    """``exact``, or ``unverified`` where the rules are recalled and no text could be had."""
    notes: ClassVar[tuple[str, ...]] = ()
    bye_article: ClassVar[str] = ""
    black_first: ClassVar[bool] = False
    """Whether Black, who moves first, is named first."""

    @property
    @abstractmethod
    def edition(self) -> Edition:
        """Which text it follows."""

    @abstractmethod
    def field(self, tournament: Tournament) -> F:
        """Return what the rules ask about the next round.

        Raises:
            BadInput: a result is still to come, or a setting cannot be what it is.
        """

    @abstractmethod
    def ladder(self, field: F) -> Ladder[F]:
        """Return the ladder for a round."""

    @abstractmethod
    def colours(self, field: F, i: int, j: int) -> tuple[Pairing, str]:
        """Return the game of two rows, and why they have their colours."""

    def order(self, field: F, i: int, j: int) -> tuple[Any, ...]:
        """Return by what a game's board is chosen, the least first: the higher score, both, the numbers."""
        high, low = sorted((int(field.score[i]), int(field.score[j])), reverse=True)
        first, second = sorted((int(field.numbers[i]), int(field.numbers[j])))
        return (-high, -low, first, second)

    def notes_on(self, field: F) -> tuple[Step, ...]:
        """Return what an explanation says before all else, such as the order drawn by lot."""
        return ()

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the next round.

        Raises:
            NoLegalRound: there is none.
            BadInput: a result is still to come, or a setting cannot be what it is.
        """
        field = self.field(tournament)
        ladder = self.ladder(field)
        solution = best(Costs(ladder, field))
        if solution is None:
            raise self._no_round(field, ladder)
        pairs = sorted(solution.pairs, key=lambda pair: self.order(field, *pair))
        games = [(i, j, *self.colours(field, i, j)) for i, j in pairs]
        byes = [] if solution.bye is None else [Bye(int(field.numbers[solution.bye]))]
        byes += [Bye(number, result) for number, result in sorted(tournament.absent(field.round).items())]
        round_ = Round(tuple(game for _, _, game, _ in games), tuple(byes))

        def explanation() -> Explanation:
            boards = []
            for i, j, game, why in games:
                rows = (field.row[game.white], field.row[game.black])
                boards.append(ExplainedBoard(i, j, why, rows[::-1] if self.black_first else rows))
            if solution.bye is not None:
                boards.append(ExplainedBoard(solution.bye, None))
            return explain(ladder, field, boards, self.notes_on(field))

        return Paired(round_, explanation)

    def best(self, tournament: Tournament) -> BestRound | None:
        """Return the best round as rows of the field with its sums rung by rung, None if there is none."""
        field = self.field(tournament)
        return best(Costs(self.ladder(field), field))

    def as_good(self, tournament: Tournament, round_: Round) -> bool:
        """Tell whether only the lot can have chosen between a round and the one that this system pairs.

        Args:
            tournament: before the round.
            round_: the round. Its colours do not count.

        Raises:
            BadInput: a result is still to come, or a setting cannot be what it is.
        """
        field = self.field(tournament)
        ladder = self.ladder(field).without_lots()
        costs = Costs(ladder, field)
        solution = best(costs)
        there = [bye.number for bye in round_.byes if bye.result is Result.PAIRING_BYE]
        there += [number for game in round_.pairings for number in (game.white, game.black)]
        if solution is None or sorted(there) != sorted(map(int, field.numbers)):
            return False
        pairs = [sorted((field.row[game.white], field.row[game.black])) for game in round_.pairings]
        bye = next((field.row[b.number] for b in round_.byes if b.result is Result.PAIRING_BYE), None)
        low, high = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        if not costs.free(low, high).all() or (bye is not None and not costs.may_have_bye()[bye]):
            return False
        return ladder.cost(field, [(a, b) for a, b in pairs], bye) == solution.cost

    def whites(self, tournament: Tournament, round_: Round) -> list[int | None]:
        """Return who has White in each game of a round by the rules; None where the lot decides.

        Raises:
            BadInput: a result is still to come, or a setting cannot be what it is.
        """
        field = self.field(tournament)
        allocated = [
            self.colours(field, field.row[game.white], field.row[game.black]) for game in round_.pairings
        ]
        return [None if BY_LOT in why else game.white for game, why in allocated]

    def why_not(self, tournament: Tournament, a: int, b: int) -> Explanation:
        """Return what the best round with two participants paired would have cost.

        Args:
            tournament: before the round.
            a: a number.
            b: another; 0 for the bye.

        Raises:
            BadInput: one of them does not take part, or nobody gets the bye.
            NoLegalRound: there is no round at all.
        """
        field = self.field(tournament)
        ladder = self.ladder(field)
        question = PairQuestion(field.round, a, b, field.row, lambda number: field.named(field.row[number]))
        costs = Costs(ladder, field)
        chosen = best(costs)
        if chosen is None:
            raise self._no_round(field, ladder)
        return LadderWhyNot(question, ladder, field, costs, chosen).explanation()

    def _no_round(self, field: F, ladder: Ladder[F]) -> NoLegalRound:
        """Return the error for a round that cannot be, with the smallest group that cannot be paired."""
        n = len(field)
        allowed = np.ones((n + n % 2, n + n % 2), dtype=bool)
        i, j = np.triu_indices(n, 1)
        blocked: dict[str, tuple[Ban[Any], Any]] = {}
        for ban in ladder.bans:
            table = np.zeros_like(allowed)
            if ban.pair is not None:
                table[i, j] = table[j, i] = ban.pair(field, i, j)
            if ban.bye is not None and n % 2:
                table[:n, n] = table[n, :n] = ban.bye(field)
            allowed &= ~table
            blocked[ban.name] = (ban, table)
        np.fill_diagonal(allowed, False)
        bans = [(ban, table) for ban, table in blocked.values()]
        numbers = [int(number) for number in field.numbers]

        def keeping(a: int, b: int) -> Ban[Any]:
            return next(ban for ban, table in bans if table[a, b])

        if n % 2 and not allowed[n].any():
            ban = keeping(n, 0)
            problem = worded(
                "nobody may get the bye of round {round} ({name})", round=field.round, name=ban.name
            )
            players = tuple(sorted(numbers))
        else:
            players, text = conflict_of(
                allowed, numbers, lambda a, b: worded("may not have") if n in (a, b) else keeping(a, b).name
            )
            rows = [field.row[number] for number in players]
            ban = max(bans, key=lambda entry: int(entry[1][rows].sum()))[0]
            problem = worded("round {round} cannot be paired: {text}", round=field.round, text=text)
        return NoLegalRound(
            problem,
            article=ban.article,
            players=players,
            remedy="Play fewer rounds, or lift a prohibition.",
        )


def game(field: PairingField, white: int, black: int, handicap: int = 0) -> Pairing:
    """Return a game to be played, from rows."""
    return Pairing(
        int(field.numbers[white]),
        int(field.numbers[black]),
        Result.PENDING,
        Result.PENDING,
        handicap=handicap,
    )
