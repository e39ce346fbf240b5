"""Why two do not meet in the Dutch system: the brackets of the best round in which they do, compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arpad.core import worded
from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, PairingState, score_text
from arpad.rulebooks.fide.pairing.common.why_not import Absolute, PlayersWhyNot, bye_to
from arpad.rulebooks.fide.pairing.dutch.brackets import DutchSolution
from arpad.rulebooks.fide.pairing.dutch.completion import may_meet
from arpad.rulebooks.fide.pairing.dutch.edition_2017 import OldBracket
from arpad.rulebooks.fide.pairing.dutch.editions import Book
from arpad.rulebooks.fide.pairing.dutch.values import bracket_score, values
from arpad.tournament.system import NoLegalRound
from arpad.tournament.why_not import RoundByNumbers, Stage, Value, Verdict, verdict_of


@dataclass(frozen=True)
class DutchWhyNot(PlayersWhyNot[Sequence[DutchSolution]]):
    """The comparison by C.04.3.

    Args:
        question: the participants who are asked about.
        tournament: before the round.
        state: the players as the rules see them.
        book: the edition.
    """

    book: Book

    @property
    def absolute(self) -> Absolute:
        """Where the edition has the absolute criteria."""
        rematch, colours = self.book.absolute
        return Absolute("C.04.3", rematch, self.book.unpaired, colours, *(self.book.completion,) * 3)

    def legal(self, player: PairingPlayer, opponent: PairingPlayer) -> bool:
        """Return whether two players may meet."""
        return may_meet(player, opponent, self.state.prohibited)

    def chosen(self) -> Sequence[DutchSolution]:
        """Return the round as it is paired."""
        return self.book.pair(self.state)

    def together(self, state: PairingState) -> Sequence[DutchSolution]:
        """Return the best round in which the two meet."""
        return self.book.pair(state)

    def by_numbers(self, brackets: Sequence[DutchSolution]) -> RoundByNumbers:
        """Return a round by numbers."""
        pairs = sorted(
            sorted((solved.bracket.players[u].number, solved.bracket.players[v].number))
            for solved in brackets
            for u, v in solved.pairs
        )
        return RoundByNumbers(pairs, _bye(self.state, brackets))

    def stages(self, chosen: Sequence[DutchSolution], other: Sequence[DutchSolution]) -> Iterable[Stage]:
        """Return the score of the player who has the bye, then the brackets."""
        return stages(self.state, chosen, other, self.book)


def _bye(state: PairingState, brackets: Sequence[DutchSolution]) -> int:
    """Return who has the bye; 0 for nobody."""
    paired_numbers = {
        solved.bracket.players[u].number for solved in brackets for pair in solved.pairs for u in pair
    }
    return next((player.number for player in state.players if player.number not in paired_numbers), 0)


def stages(
    state: PairingState, chosen: Sequence[DutchSolution], other: Sequence[DutchSolution], book: Book
) -> Iterable[Stage]:
    """Return what is compared of two rounds.

    Args:
        state: before the round.
        chosen: as it was paired.
        other: another.
        book: the edition.
    """
    byes = [_bye(state, brackets) for brackets in (chosen, other)]
    if book.bye_score and byes[0] != byes[1]:
        points = {player.number: player.score for player in state.players}
        chosen_values, other_values = (
            [Value(book.bye_score, worded("score"), points[number], score_text(points[number], state.unit))]
            for number in byes
        )
        yield Stage(chosen_values, other_values, bye=bye_to(byes[1], byes[0]))
    for solved, alternative in zip(chosen, other, strict=False):
        if solved.pairs == alternative.pairs and solved.floaters == alternative.floaters:
            continue
        score = bracket_score(solved, state.unit)
        its = alternative
        if isinstance(solved.bracket, OldBracket) and isinstance(alternative.bracket, OldBracket):
            alike = solved.bracket.size == alternative.bracket.size
            if alike and solved.bracket.whole != alternative.bracket.whole:
                # One of the two was paired again for completion; what the criteria choose is compared.
                its = replace(alternative.bracket, whole=solved.bracket.whole).solved()
            if not alike or (solved.pairs == its.pairs and solved.floaters == its.floaters):
                yield Stage([_completable(book, True)], [_completable(book, False)], score)
                return
        mine, theirs = ([*values(each, state.unit), _place(each, book)] for each in (solved, its))
        yield Stage(mine, theirs, score)


def _completable(book: Book, yes: bool) -> Value:
    """Return whether those left by a bracket can be paired, as a value."""
    words = worded("with these pairs those left could not all be paired")
    text = worded("can all be paired") if yes else worded("cannot all be paired")
    return Value(book.completion, worded("those left"), not yes, text, change=lambda *_: words)


def _place(solved: DutchSolution, book: Book) -> Value:
    """Return a pairing's place in the sequence of candidates, of which only is known whether it differs."""
    players = solved.bracket.players
    pairs = [f"{players[u].number}–{players[v].number}" for u, v in solved.pairs]

    def first_pair(other: Value, chosen: Value) -> str:
        its, mine = next((x, y) for x, y in zip(other.rank, chosen.rank, strict=True) if x != y)
        return worded("{this} instead of {that}", this=its, that=mine)

    return Value(book.earlier, worded("pairing"), pairs, ", ".join(pairs), ordering=True, change=first_pair)


def why_not_another_bye(
    state: PairingState, chosen: Sequence[DutchSolution], number: int, book: Book
) -> Verdict:
    """Return where the best round is worse in which somebody else gets the bye.

    Args:
        state: before the round.
        chosen: as it was paired.
        number: who gets it.
        book: the edition.
    """
    players = tuple(
        replace(player, may_bye=player.may_bye and player.number != number) for player in state.players
    )
    if not any(player.may_bye for player in players):
        return Verdict(book.unpaired, worded("nobody else may have it"))
    try:
        other = book.pair(replace(state, players=players))
    except NoLegalRound:
        return Verdict(book.completion, worded("with another's, the others could not all be paired"))
    verdict = verdict_of(stages(state, chosen, other, book), worded("the best round with another's"))
    assert verdict is not None
    return verdict
