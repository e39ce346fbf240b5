"""FIDE's Lim system (C.04.4.3, in force since 2026-02-01; its rules are those of 1999).

Scoregroups are paired from the top down to just above the median, from the lowest up to just below it, and
the median last. Floaters go towards the median. If it cannot be paired, pairings of its neighbours are undone
(2.6). What happens in a scoregroup is in :mod:`arpad.rulebooks.fide.pairing.lim.groups`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from arpad.core import Edition, Explanation
from arpad.rulebooks.fide.pairing.common.players import LEVEL, PairingState, score_text, state_of
from arpad.rulebooks.fide.pairing.lim.explanation import round_explanation
from arpad.rulebooks.fide.pairing.lim.players import CompletionReach, LimRules, Member
from arpad.rulebooks.fide.pairing.lim.procedure import LimRound
from arpad.rulebooks.fide.pairing.lim.why_not import why_not
from arpad.tournament.model import Bye, Pairing, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import Paired
from arpad.tournament.why_not import PairQuestion

OF_2026 = Edition(date(2026, 2, 1), "C.04.4.3 of 2026-02-01")


@dataclass(frozen=True)
class Lim:
    """C.04.4.3.

    Args:
        edition: its text.
        maxi: whether the tournament was declared a maxi-tournament, in which players are exchanged for colour
            only within 100 rating points (3.2.3, 3.8, 5.7). The text does not say when one is.
    """

    edition: Edition = OF_2026
    maxi: bool = False
    name: str = "fide-lim"

    EDITIONS: ClassVar[tuple[Edition, ...]] = (OF_2026,)

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the next round.

        Raises:
            NoLegalRound: not all can be paired within the limits (2.1).
            BadInput: a result is still to come.
        """
        state, procedure, members = self.prepared(tournament)
        done = procedure.pair(members)
        byes = [Bye(done.bye.number)] if done.bye else []
        byes += [Bye(number, result) for number, result in sorted(state.away.items())]
        boards = sorted(
            done.boards, key=lambda board: (-board.scores[0], -board.scores[1], min(board.white, board.black))
        )
        pairings = tuple(Pairing(board.white, board.black) for board in boards)
        return Paired(
            Round(pairings, tuple(byes)),
            lambda: round_explanation(done, state.at, lambda score: score_text(score, 2 * state.unit)),
        )

    def why_not(self, tournament: Tournament, a: int, b: int) -> Explanation:
        """Return at which step two were paired otherwise, or what forbids the pair; ``b`` 0 is the bye.

        Raises:
            NoLegalRound: not all can be paired within the limits at all (2.1).
            BadInput: one of them is not to be paired, or a result is still to come.
        """
        state, procedure, members = self.prepared(tournament)
        question = PairQuestion(state.at, a, b, {member.number for member in members})
        return why_not(tournament, state, procedure, members, question)

    def prepared(self, tournament: Tournament) -> tuple[PairingState, LimRound, list[Member]]:
        """Return the state before the next round, its procedure, and its players."""
        state = state_of(tournament)
        forbidden: dict[int, set[int]] = {player.number: set(player.opponents) for player in state.players}
        for a, b in state.prohibited:
            if a in forbidden and b in forbidden:
                forbidden[a].add(b)
                forbidden[b].add(a)
        members = []
        for player in state.players:
            line = tournament.history[player.number]
            played = bool(line) and bool(line[-1].opponent) and line[-1].result.played
            members.append(
                Member(
                    player.number,
                    player.place,
                    tournament.by_number[player.number].rating,
                    player.score,
                    player.colours.colours,
                    frozenset(forbidden[player.number]),
                    played and player.floats[0] != LEVEL,
                    player.may_bye,
                )
            )
        rules = LimRules(
            bool(tournament.planned) and state.at >= tournament.planned, self.maxi, state.initial
        )
        win = int(tournament.points.of(Result.WIN) * state.unit)
        return state, LimRound(rules, (state.at - 1) * win, CompletionReach(members, rules)), members
