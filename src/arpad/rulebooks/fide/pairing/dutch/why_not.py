"""Why two do not meet in the Dutch system: the brackets of the best round in which they do, compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arpad.core import worded
from arpad.rulebooks.fide.pairing.common.players import Player, State, score_text
from arpad.rulebooks.fide.pairing.common.why_not import Absolute, PlayersWhyNot, bye_to
from arpad.rulebooks.fide.pairing.dutch.brackets import Solved
from arpad.rulebooks.fide.pairing.dutch.completion import may_meet
from arpad.rulebooks.fide.pairing.dutch.edition_2017 import OldBracket
from arpad.rulebooks.fide.pairing.dutch.editions import Book
from arpad.rulebooks.fide.pairing.dutch.values import bracket_score, values
from arpad.tournament.system import NoLegalRound
from arpad.tournament.why_not import RoundByNumbers, Stage, Value, Verdict, verdict_of


@dataclass(frozen=True)
class DutchWhyNot(PlayersWhyNot[Sequence[Solved]]):
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
        met, colours = self.book.absolute
        return Absolute("C.04.3", met, self.book.unpaired, colours, *(self.book.completion,) * 3)

    def legal(self, one: Player, two: Player) -> bool:
        """Return whether two players may meet."""
        return may_meet(one, two, self.state.prohibited)

    def chosen(self) -> Sequence[Solved]:
        """Return the round as it is paired."""
        return self.book.pair(self.state)

    def together(self, state: State) -> Sequence[Solved]:
        """Return the best round in which the two meet."""
        return self.book.pair(state)

    def by_numbers(self, one: Sequence[Solved]) -> RoundByNumbers:
        """Return a round by numbers."""
        pairs = sorted(
            sorted((bracket.bracket.players[u].number, bracket.bracket.players[v].number))
            for bracket in one
            for u, v in bracket.pairs
        )
        return RoundByNumbers(pairs, _bye(self.state, one))

    def stages(self, chosen: Sequence[Solved], other: Sequence[Solved]) -> Iterable[Stage]:
        """Return the score of the player who has the bye, then the brackets."""
        return stages(self.state, chosen, other, self.book)


def _bye(state: State, brackets: Sequence[Solved]) -> int:
    """Return who has the bye; 0 for nobody."""
    met = {one.bracket.players[u].number for one in brackets for pair in one.pairs for u in pair}
    return next((one.number for one in state.players if one.number not in met), 0)


def stages(state: State, chosen: Sequence[Solved], other: Sequence[Solved], book: Book) -> Iterable[Stage]:
    """Return what is compared of two rounds.

    Args:
        state: before the round.
        chosen: as it was paired.
        other: another.
        book: the edition.
    """
    byes = [_bye(state, brackets) for brackets in (chosen, other)]
    if book.bye_score and byes[0] != byes[1]:
        points = {one.number: one.score for one in state.players}
        made, other_bye = (
            [Value(book.bye_score, worded("score"), points[number], score_text(points[number], state.unit))]
            for number in byes
        )
        yield Stage(made, other_bye, bye=bye_to(byes[1], byes[0]))
    for one, two in zip(chosen, other, strict=False):
        if one.pairs == two.pairs and one.floaters == two.floaters:
            continue
        score = bracket_score(one, state.unit)
        its = two
        if isinstance(one.bracket, OldBracket) and isinstance(two.bracket, OldBracket):
            alike = one.bracket.size == two.bracket.size
            if alike and one.bracket.whole != two.bracket.whole:
                # One of the two was paired again for completion; what the criteria choose is compared.
                its = replace(two.bracket, whole=one.bracket.whole).solved()
            if not alike or (one.pairs == its.pairs and one.floaters == its.floaters):
                yield Stage([_completable(book, True)], [_completable(book, False)], score)
                return
        mine, theirs = ([*values(each, state.unit), _place(each, book)] for each in (one, its))
        yield Stage(mine, theirs, score)


def _completable(book: Book, yes: bool) -> Value:
    """Return whether those left by a bracket can be paired, as a value."""
    words = worded("with these pairs those left could not all be paired")
    text = worded("can all be paired") if yes else worded("cannot all be paired")
    return Value(book.completion, worded("those left"), not yes, text, change=lambda *_: words)


def _place(solved: Solved, book: Book) -> Value:
    """Return a pairing's place in the sequence of candidates, of which only is known whether it differs."""
    players = solved.bracket.players
    pairs = [f"{players[u].number}–{players[v].number}" for u, v in solved.pairs]

    def first_pair(other: Value, made: Value) -> str:
        its, mine = next((x, y) for x, y in zip(other.rank, made.rank, strict=True) if x != y)
        return worded("{this} instead of {that}", this=its, that=mine)

    return Value(book.earlier, worded("pairing"), pairs, ", ".join(pairs), ordering=True, change=first_pair)


def why_not_another_bye(state: State, chosen: Sequence[Solved], number: int, book: Book) -> Verdict:
    """Return where the best round is worse in which somebody else gets the bye.

    Args:
        state: before the round.
        chosen: as it was paired.
        number: who gets it.
        book: the edition.
    """
    players = tuple(replace(one, may_bye=one.may_bye and one.number != number) for one in state.players)
    if not any(one.may_bye for one in players):
        return Verdict(book.unpaired, worded("nobody else may have it"))
    try:
        other = book.pair(replace(state, players=players))
    except NoLegalRound:
        return Verdict(book.completion, worded("with another's, the others could not all be paired"))
    verdict = verdict_of(stages(state, chosen, other, book), worded("the best round with another's"))
    assert verdict is not None
    return verdict
