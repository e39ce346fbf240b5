"""Why somebody floats, and no one else: the best pairing of the bracket in which it is otherwise, compared.

Each question is the bracket itself with some edges taken away, solved again. Only what an explanation asks
for is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from arpad.core import Explanation, Step, worded
from arpad.rulebooks.fide.pairing.dutch.brackets import DutchBracket, DutchSolution
from arpad.rulebooks.fide.pairing.dutch.completion import complete
from arpad.rulebooks.fide.pairing.dutch.edition_2017 import OldBracket
from arpad.rulebooks.fide.pairing.dutch.editions import Book
from arpad.rulebooks.fide.pairing.dutch.values import values
from arpad.tournament.matching.dense.graph import mates_of
from arpad.tournament.why_not import first_difference

PASSED_OVER = 5
"""How many who rank below a floater are compared with one, the lowest ranked first."""

LATER = worded("as good by all criteria, but later in FIDE's order")


class Otherwise(NamedTuple):
    """A bracket paired otherwise, and why that was not chosen.

    Args:
        article: the criterion at which it is worse first, or the order in which it comes later.
        words: the same in words.
        other: the best such pairing; None if there is none.
    """

    article: str
    words: str
    other: DutchSolution | None


def without(
    bracket: DutchBracket, pairs: Iterable[tuple[int, int]], stay: Collection[int] = ()
) -> DutchBracket | None:
    """Return a bracket with some pairs forbidden, or None if it cannot be paired then.

    Args:
        bracket: it.
        pairs: of vertices.
        stay: who may not leave the bracket: one, or two who may meet each other only.
    """
    n, size = bracket.n, bracket.size
    allowed: Any = bracket.allowed.copy()

    def bar(u: int, v: int) -> None:
        allowed[u * n + v] = allowed[v * n + u] = 0

    for u, v in pairs:
        bar(u, v)
    for u in stay:
        for v in range(size, n):
            bar(u, v)
    for u in range(bracket.moved):
        for v in range(u):
            bar(u, v)  # moved-down players do not meet each other
    if isinstance(bracket, OldBracket):
        if not bracket.whole:
            if any(not any(allowed[u * n : u * n + size]) for u in stay):
                return None
            return replace(bracket, allowed=allowed, bound=frozenset(stay))
        _, left = complete(n, allowed, bracket.fast)
        return replace(bracket, allowed=allowed) if left < 0 else None
    graph, left = complete(n, allowed, bracket.fast)
    return replace(bracket, allowed=allowed, mates=mates_of(graph)) if left < 0 else None


def _deciding_order(book: Book, chosen: DutchSolution, other: DutchSolution) -> str:
    """Return by which order one of two candidates comes later; empty if they are the same."""
    if chosen.pairs == other.pairs:
        return ""
    moved = chosen.bracket.moved
    moved_pairs = [[(u, v) for u, v in solved.pairs if u < moved] for solved in (chosen, other)]
    if [u for u, _ in moved_pairs[0]] != [u for u, _ in moved_pairs[1]]:
        return book.sets
    if moved_pairs[0] != moved_pairs[1]:
        return book.transpositions
    upper = [{u for u, _ in solved.pairs if u >= moved} for solved in (chosen, other)]
    return book.exchanges if upper[0] != upper[1] else book.transpositions


def _bye_is_open(bracket: DutchBracket) -> DutchBracket:
    """Return a bracket with the bye open to everybody whose it may be (C2), whatever their score."""
    n = bracket.n
    allowed = bracket.allowed.copy()
    if bracket.bye:
        for u, player in enumerate(bracket.players):
            if player.may_bye:
                allowed[u * n + n - 1] = allowed[(n - 1) * n + u] = 1
    return replace(bracket, allowed=allowed)


def float_explanations(book: Book, unit: int, solved: DutchSolution) -> tuple[Explanation, ...]:
    """Return why each downfloater of a bracket floats, and why each upfloater meets who came from above.

    The bye is not among them.

    Args:
        book: the edition.
        unit: a point, in the scores' units.
        solved: the bracket as it was paired.
    """
    floats, bracket = _Floats(book, unit, solved), solved.bracket
    down = solved.floaters if bracket.size < len(bracket.players) else ()
    up = [v for u, v in solved.pairs if bracket.players[u].score > bracket.players[v].score]
    return (*map(floats.downfloat, down), *map(floats.upfloat, up))


class _Floats(NamedTuple):
    """The questions about a bracket's floaters; see :func:`float_explanations`."""

    book: Book
    unit: int
    solved: DutchSolution

    def otherwise(self, apart: Collection[tuple[int, int]], stay: tuple[int, ...] = ()) -> Otherwise:
        """Return the best pairing without some pairs, in which some may not leave the bracket."""
        book, solved = self.book, self.solved
        bracket = without(solved.bracket, apart, stay)
        if bracket is None:
            return self._impossible(apart, stay)
        other = bracket.solved()
        difference = first_difference(values(solved, self.unit), values(other, self.unit))
        if difference:
            value, other_value = difference
            return Otherwise(other_value.name, other_value.difference(value), other)
        return Otherwise(_deciding_order(book, solved, other), LATER, other)

    def _impossible(self, apart: Collection[tuple[int, int]], stay: tuple[int, ...]) -> Otherwise:
        """Return why the bracket cannot be paired so."""
        book, bracket = self.book, self.solved.bracket
        for u in stay:
            rivals = range(bracket.moved if u < bracket.moved else 0, bracket.size)
            if not any(bracket.allowed[u * bracket.n + v] for v in rivals):
                return Otherwise("–".join(book.absolute), worded("nobody here may be the opponent"), None)
        if book.bye_score and without(_bye_is_open(bracket), apart, stay) is not None:
            return Otherwise(book.bye_score, worded("the bye would go to a higher score"), None)
        return Otherwise(book.completion, worded("not everybody could be paired"), None)

    def downfloat(self, u: int) -> Explanation:
        """Return why a downfloater is not paired in the bracket, and why nobody lower floats instead."""
        solved = self.solved
        players, size = solved.bracket.players, solved.bracket.size
        lower = [
            w for w in range(u + 1, size) if players[w].score == players[u].score and w not in solved.floaters
        ]
        steps = []
        for w in reversed(lower[-PASSED_OVER:]):
            instead = self.otherwise([(w, v) for v in range(size) if v != w], (u,))
            label = worded("why not {number}", number=players[w].number)
            steps.append(Step(label, instead.words, source=instead.article))
        down = worded("{number} floats down", number=players[u].number)
        return self._explanation(u, down, self.otherwise((), (u,)), lambda pairing: pairing.floaters, steps)

    def upfloat(self, u: int) -> Explanation:
        """Return why an upfloater meets a player of a higher score."""
        players = self.solved.bracket.players
        mine, above = players[u].score, players[self.solved.mates[u]].score
        otherwise = self.otherwise([(u, v) for v in range(u) if players[v].score > mine])

        def chosen(pairing: DutchSolution) -> list[int]:
            return [b for a, b in pairing.pairs if (players[a].score, players[b].score) == (above, mine)]

        up = worded("{number} floats up", number=players[u].number)
        return self._explanation(u, up, otherwise, chosen, [])

    def _explanation(
        self,
        u: int,
        what: str,
        otherwise: Otherwise,
        chosen: Callable[[DutchSolution], Iterable[int]],
        steps: list[Step],
    ) -> Explanation:
        """Return the explanation of a float; ``chosen`` says who floats so in a pairing."""
        players = self.solved.bracket.players
        others = sorted({*chosen(otherwise.other)} - {*chosen(self.solved)}) if otherwise.other else []
        instead = [players[w].number for w in others]
        if otherwise.article == "–".join(self.book.absolute):
            text = worded("by {article}; {reason}", article=otherwise.article, reason=otherwise.words)
        else:
            names = (
                worded("with {numbers} instead", numbers=_numbers_text(instead))
                if instead
                else worded("otherwise")
            )
            text = worded(
                "by {article}; {otherwise}, {reason}",
                article=otherwise.article,
                otherwise=names,
                reason=otherwise.words,
            )
            if otherwise.words == LATER:
                text = worded(
                    "by the sequence ({article}); {otherwise}, it is {reason}",
                    article=otherwise.article,
                    otherwise=names,
                    reason=LATER,
                )
        number = players[u].number
        return Explanation(
            what,
            steps=tuple(steps),
            facts={"player": number, "article": otherwise.article, "instead": instead},
            outcome=text,
        )


def _numbers_text(numbers: list[int]) -> str:
    """Return numbers in words: ``3 and 5``."""
    text = str(numbers[0])
    for number in numbers[1:]:
        text = worded("{first} and {last}", first=text, last=number)
    return text
