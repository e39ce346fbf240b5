"""Results that were corrected after a later round was paired, which was paired by the results of then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from arpad.office.log.event_log import EventLog
from arpad.rulebooks.pairing_catalogue import written_result
from arpad.tournament.model import Pairing, Tournament


class CorrectedResult(NamedTuple):
    """A result that a later round was paired without.

    Args:
        round: of the game.
        board: of the game, as it is now.
        white: the number of the player who has White, as it is now.
        black: the other.
        before: the result by which the later round was paired, in the order of the board.
        now: the result as it is now.
        paired: the last round that was paired by ``before``.
    """

    round: int
    board: int
    white: int
    black: int
    before: str
    now: str
    paired: int

    @property
    def text(self) -> str:
        """The correction in words, with numbers: what a tournament report can say of it in a comment."""
        return (
            f"round {self.round}: the result of {self.white} (White) and {self.black} was corrected from "
            f"{self.before} to {self.now} after round {self.paired} was paired"
        )


def corrected_results(log: EventLog, before: int | None = None) -> Iterator[CorrectedResult]:
    """Yield the results by which a later round was paired and which are others now, by rounds and boards.

    Args:
        log: the tournament.
        before: the round of which is asked, whose pairing counts alone; None for every later round.
    """
    now = log.tournament()
    seen = [(at, log.as_paired(at).before) for at in range(2, now.played + 1) if before in (None, at)]
    results_by_pairing = [(at, [_results(state, n) for n in range(len(state.rounds))]) for at, state in seen]
    for at, round_ in enumerate(now.rounds, 1):
        for board, game in enumerate(round_.pairings, 1):
            if game.pending:
                continue
            result, players = written_result(now.system, game), _names(now, game)
            then = [
                (later, results[at - 1].get(players, result))
                for later, results in results_by_pairing
                if at < later
            ]
            others = [(later, earlier) for later, earlier in then if earlier != result]
            if others:
                later, earlier_result = others[-1]
                yield CorrectedResult(at, board, game.white, game.black, earlier_result, result, later)


def _results(tournament: Tournament, at: int) -> Mapping[tuple[str, str], str]:
    """Return the results of a round, counted from 0, by the names: the numbers may be others since."""
    return {
        _names(tournament, game): written_result(tournament.system, game)
        for game in tournament.rounds[at].pairings
        if not game.pending
    }


def _names(tournament: Tournament, game: Pairing) -> tuple[str, str]:
    return tournament.by_number[game.white].name, tournament.by_number[game.black].name
