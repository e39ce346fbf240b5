"""What Dubov's and Burstein's systems share (C.04.4.1 and C.04.4.2, 2026): first of all the bye is assigned.

Both texts number these articles alike: the absolute criteria (2.1), completion (2.2), the assignment of the
bye (3.1) and the allocation of colours (5.2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

from arpad.core import BadInput
from arpad.rulebooks.fide.pairing.common.colours import ABSOLUTE, ColourHistory, other
from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, PairingState
from arpad.rulebooks.fide.pairing.common.refusal import refused
from arpad.tournament.matching import Completion
from arpad.tournament.model import Bye, Colour, Pairing, Round, Tournament
from arpad.tournament.system import NoLegalRound

Rule = Literal["5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"]


@dataclass(frozen=True)
class ByeFirstField:
    """Who is to be paired in a round, and which pairs the absolute criteria leave.

    Vertices are positions in ``state.players``.

    Args:
        state: of the tournament before the round.
        code: the text's number, ``C.04.4.1``.
    """

    state: PairingState
    code: str

    @cached_property
    def players(self) -> tuple[PairingPlayer, ...]:
        """By score, then by pairing number."""
        return self.state.players

    @cached_property
    def vertex(self) -> dict[int, int]:
        """The vertex of each number."""
        return {player.number: v for v, player in enumerate(self.players)}

    @cached_property
    def barred(self) -> tuple[frozenset[int], ...]:
        """For each player whom the player may not meet: C1, C3 and the tournament's prohibitions."""
        at = self.vertex
        barred: list[set[int]] = [{at[n] for n in player.opponents if n in at} for player in self.players]
        for a, b in self.state.prohibited:
            if a in at and b in at:
                barred[at[a]].add(at[b])
                barred[at[b]].add(at[a])
        for colour in ("w", "b"):
            bound = {
                i
                for i, player in enumerate(self.players)
                if player.colours.strength == ABSOLUTE and player.colours.preference == colour
            }
            for i in bound:
                barred[i] |= bound - {i}
        return tuple(map(frozenset, barred))

    def may_meet(self, a: int, b: int) -> bool:
        """Return whether two may meet (C1, C3)."""
        return b not in self.barred[a]

    def edges(self, vertices: Sequence[int]) -> list[tuple[int, int]]:
        """Return the pairs that may meet, as positions in ``vertices``."""
        return [
            (i, j)
            for i, a in enumerate(vertices)
            for j, b in enumerate(vertices[i + 1 :], i + 1)
            if b not in self.barred[a]
        ]

    def completion(self) -> Completion:
        """Return who may still be paired with whom, for questions of completion (C4)."""
        forbidden = [(a, b) for a, others in enumerate(self.barred) for b in others if a < b]
        return Completion(len(self.players), forbidden)


def declared_rounds(tournament: Tournament, code: str, article: str) -> int:
    """Return how many rounds there will be.

    Raises:
        BadInput: nobody has said.
    """
    if not tournament.planned:
        raise BadInput(
            "the number of rounds is not declared, and the rules depend on it",
            article=f"{code}, {article}",
            remedy="Say how many rounds there will be (C.04.1, 1).",
        )
    return tournament.planned


class ByeDecision(NamedTuple):
    """The player who gets the pairing-allocated bye, and those before in the order who could not.

    Args:
        vertex: whose; None if the number of players is even.
        barred: the players before in the order who may not have it (3.1.1).
        stuck: the players before in the order who would leave players who cannot be paired (3.1.2).
    """

    vertex: int | None
    barred: tuple[int, ...] = ()
    stuck: tuple[int, ...] = ()


def bye_given(field: ByeFirstField, standing: Callable[[int], Any]) -> ByeDecision:
    """Assign the bye (3.1): lowest score, most games played, then as ``standing`` says; the largest first.

    Args:
        field: the players who are to be paired.
        standing: of a vertex; larger is lower ranked (3.1.5).

    Raises:
        NoLegalRound: nobody can be paired so that the absolute criteria hold.
    """
    players, completion = field.players, field.completion()
    if len(players) % 2 == 0:
        if not completion.complete():
            raise no_round(field)
        return ByeDecision(None)

    def order(i: int) -> tuple[int, int, Any]:
        return -players[i].score, -players[i].unplayed, standing(i)

    barred: list[int] = []
    stuck: list[int] = []
    for i in sorted(range(len(players)), key=order, reverse=True):
        if not players[i].may_bye:
            barred.append(i)
        elif completion.complete_without((i,)):
            return ByeDecision(i, tuple(barred), tuple(stuck))
        else:
            stuck.append(i)
    raise no_round(field)


def no_round(field: ByeFirstField) -> NoLegalRound:
    """Return the refusal, with the smallest conflict found; if nobody may have the bye, with everybody."""
    state, barred = field.state, field.barred
    return refused(field.players, state.prohibited, lambda a, b: b not in barred[a], state.at, field.code)


class ColourDue(NamedTuple):
    """A player for the allocation of colours.

    Args:
        colours: the colours so far.
        preference: the colour due, or none.
        strength: how strongly.
        place: the pairing number; see :class:`PairingPlayer`.
    """

    colours: ColourHistory
    preference: Colour
    strength: int
    place: int


def allocate(higher: ColourDue, lower: ColourDue, initial: Colour) -> tuple[Colour, Rule]:
    """Return the colour of the higher ranked of two players, and the article that gives it.

    Args:
        higher: the higher ranked.
        lower: the opponent.
        initial: the initial-colour (5.1), ``w`` or ``b``.
    """
    if not higher.colours.colours and not lower.colours.colours:
        return (initial if higher.place % 2 else other(initial)), "5.2.1"
    if higher.preference != lower.preference:
        return higher.preference or other(lower.preference), "5.2.2"
    if higher.strength != lower.strength:
        granted = higher.strength > lower.strength
        return higher.preference if granted else other(lower.preference), "5.2.3"
    for mine, theirs in zip(reversed(higher.colours.colours), reversed(lower.colours.colours), strict=False):
        if mine != theirs:
            return theirs, "5.2.4"  # type: ignore[return-value]
    return higher.preference, "5.2.5"


def published(field: ByeFirstField, games: Sequence[tuple[int, int]], bye: int | None) -> Round:
    """Return the round in the order of publication (C.04.2): points of the better, of both, the number.

    Args:
        field: the players who were paired.
        games: White and Black, as vertices.
        bye: the player with the pairing-allocated bye, if there is one.
    """
    players, state = field.players, field.state

    def order(game: tuple[int, int]) -> tuple[int, int, int]:
        high, low = sorted(
            (players[game[0]], players[game[1]]), key=lambda player: (-player.points, player.number)
        )
        return -high.points, -low.points, high.number

    boards = tuple(
        Pairing(players[white].number, players[black].number) for white, black in sorted(games, key=order)
    )
    byes = [] if bye is None else [Bye(players[bye].number)]
    byes += [Bye(number, result) for number, result in sorted(state.away.items())]
    return Round(boards, tuple(byes))
