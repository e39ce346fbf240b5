"""Why two do not meet in Dubov's and Burstein's systems: the bye is compared first, then the brackets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from arpad.core import Step, worded
from arpad.rulebooks.fide.pairing.common.bye_first import ByeDecision, ByeFirstField, Rule, bye_given
from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, PairingState, score_text
from arpad.rulebooks.fide.pairing.common.why_not import Absolute, PlayersWhyNot, bye_to
from arpad.tournament.why_not import SHOWN, RoundByNumbers, Stage, Value, few, first_difference

F = TypeVar("F", bound=ByeFirstField)


class PairedBracket(Protocol):
    """A bracket that is paired."""

    @property
    def games(self) -> Sequence[tuple[int, int, Rule]]:
        """White and Black, as vertices, and the article that gives the colours."""
        ...


P = TypeVar("P", bound=PairedBracket)


def bracket_then(
    score: str,
    players: Sequence[PairingPlayer],
    chosen: Sequence[tuple[int, int]],
    other: Sequence[tuple[int, int]],
    rest: str,
) -> Step:
    """Return how a bracket would be paired in the other round; of many pairs only those that are new.

    Args:
        score: of the scoregroup.
        players: by vertex.
        chosen: the pairs of the bracket as it was paired.
        other: those of the other round.
        rest: what becomes of those who are in no pair, in words.
    """
    before = set(map(frozenset, chosen))
    shown = other if len(other) <= SHOWN else [pair for pair in other if frozenset(pair) not in before]
    pairs = few([f"{players[x].number}–{players[y].number}" for x, y in shown]) or "no pair"
    if len(shown) < len(other):
        pairs += f" ({len(shown)} of {len(other)} pairs are new)"
    return Step(f"bracket of scoregroup {score}, then", pairs + rest)


@dataclass(frozen=True)
class ByeFirstWhyNot(PlayersWhyNot[tuple[ByeDecision, Sequence[P]]], Generic[F, P]):
    """The comparison of one of the two systems.

    Args:
        question: the participants who are asked about.
        tournament: before the round.
        field: everybody who is to be paired.
    """

    field: F

    last = ""
    """What decides on the bye at last (3.1.5), in words."""

    @abstractmethod
    def standing(self, field: F, vertex: int) -> Any:
        """Return what decides on the bye at last (3.1.5): the largest first."""

    @abstractmethod
    def brackets(self, field: F, bye: ByeDecision) -> Sequence[P]:
        """Pair a field whose bye is given."""

    @abstractmethod
    def brackets_with(self, other: F, bye: ByeDecision) -> Sequence[P]:
        """Pair the field so that two meet, who may meet each other only in ``other``."""

    @abstractmethod
    def compared(self, chosen: P, other: P, left: Sequence[int]) -> Stage | None:
        """Return the values of a bracket in two rounds that are the same above it; None if it is the same.

        Args:
            chosen: as it was paired.
            other: in the other round.
            left: everybody who is not yet paired when it begins.
        """

    @property
    def absolute(self) -> Absolute:
        """Where both texts have the absolute criteria."""
        complete, bye_left = ("2.2.1 [C4]", "3.1.2 [C4]"), "2.1.2 [C2]"
        return Absolute(self.field.code, "2.1.1 [C1]", "3.1.1 [C2]", "2.1.3 [C3]", *complete, bye_left)

    def legal(self, player: PairingPlayer, opponent: PairingPlayer) -> bool:
        """Return whether two players may meet."""
        return self.field.may_meet(self.field.vertex[player.number], self.field.vertex[opponent.number])

    def chosen(self) -> tuple[ByeDecision, Sequence[P]]:
        """Return the round as it is paired."""
        bye = self._bye(self.field)
        return bye, self.brackets(self.field, bye)

    def together(self, state: PairingState) -> tuple[ByeDecision, Sequence[P]]:
        """Return the best round in which the two meet."""
        other = replace(self.field, state=state)
        bye = self._bye(other)
        return bye, self.brackets_with(other, bye) if self.question.b else self.brackets(self.field, bye)

    def by_numbers(self, round_: tuple[ByeDecision, Sequence[P]]) -> RoundByNumbers:
        """Return a round by numbers."""
        (bye, solved), players = round_, self.field.players
        games = [game for bracket in solved for game in bracket.games]
        pairs = sorted(sorted((players[white].number, players[black].number)) for white, black, _ in games)
        return RoundByNumbers(pairs, 0 if bye.vertex is None else players[bye.vertex].number)

    def stages(
        self, chosen: tuple[ByeDecision, Sequence[P]], other: tuple[ByeDecision, Sequence[P]]
    ) -> Iterable[Stage]:
        """Return the values on the bye, then those bracket by bracket."""
        if chosen[0].vertex != other[0].vertex:
            yield self._bye_moves(chosen[0].vertex, other[0].vertex)
        left = [v for v in range(len(self.field.players)) if v != chosen[0].vertex]
        for bracket, other_bracket in zip(chosen[1], other[1], strict=False):
            stage = self.compared(bracket, other_bracket, left)
            if stage is not None:
                yield stage
            gone = {v for game in bracket.games for v in game[:2]}
            left = [v for v in left if v not in gone]

    def _bye(self, field: F) -> ByeDecision:
        return bye_given(field, lambda v: self.standing(field, v))

    def _bye_moves(self, here: int | None, there: int | None) -> Stage:
        """Return why the bye goes to whom it goes, and not to another (3.1.3 to 3.1.5)."""
        assert here is not None
        assert there is not None
        field, a, b = self.field, self.question.a, self.question.b
        holder, candidate = field.players[here], field.players[there]
        chosen_values, other_values = (
            (
                Value("3.1.3", "score", player.score, score_text(player.score, field.state.unit)),
                Value("3.1.4", "games played", player.unplayed, str(len(player.colours.colours))),
                Value("3.1.5", self.last, -player.number, str(player.number)),
            )
            for player in (holder, candidate)
        )
        steps: tuple[Step, ...] = ()
        if b:
            reason = f"with it at {holder.number} the others could not all be paired"
            if holder.number in (a, b):
                reason = f"{holder.number}, who has it, would play"
            steps = (Step("the bye moves", reason, source="3.1.2 [C4]"),)
        return Stage(chosen_values, other_values, bye=bye_to(candidate.number, holder.number), steps=steps)


def apart(field: F, vertex: int, others: Iterable[int]) -> F:
    """Return the field in which a player may not meet some others."""
    state = field.state
    mine = field.players[vertex].number
    theirs = (field.players[v].number for v in others)
    more = {(min(mine, number), max(mine, number)) for number in theirs}
    return replace(field, state=replace(state, prohibited=state.prohibited | more))


def why_so(label: str, chosen: Sequence[Value], other: Sequence[Value] | None) -> Step:
    """Return why a player floats, or comes up: what would be worse otherwise.

    Args:
        label: what is asked: ``why 3 floats``.
        chosen: the values of the bracket as it was paired.
        other: those of the best bracket in which it is otherwise; None if those left could not be paired.
    """
    if other is None:
        text = worded("else the others could not all be paired")
        return Step(label, text, source="2.2.1 [C4]")
    difference = first_difference(chosen, other)
    assert difference is not None
    before, after = difference
    text = worded("else {what}", what=after.difference(before))
    if after.ordering:
        text = worded(
            "else, all criteria being equal, the {order} comes later: {what}",
            order=after.words,
            what=after.instead_of(before),
        )
    return Step(label, text, source=after.source)
