"""Why somebody floats, and no one else: the best pairing of the bracket in which it is otherwise, compared.

Each question is the bracket itself with some edges taken away, solved again. Only what an explanation asks
for is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from arpad.core import Explanation, Step
from arpad.rulebooks.fide.pairing.common.players import State
from arpad.rulebooks.fide.pairing.dutch.brackets import Bracket, Solved
from arpad.rulebooks.fide.pairing.dutch.completion import complete
from arpad.rulebooks.fide.pairing.dutch.edition_2017 import OldBracket
from arpad.rulebooks.fide.pairing.dutch.editions import Book
from arpad.rulebooks.fide.pairing.dutch.values import values
from arpad.tournament.matching.dense.graph import mates_of
from arpad.tournament.why_not import first_difference

PASSED_OVER = 5
"""How many who rank below a floater are compared with one, the lowest ranked first."""

LATER = "as good by all criteria, but later in FIDE's order"


class Otherwise(NamedTuple):
    """A bracket paired otherwise, and why that was not chosen.

    Args:
        article: the criterion at which it is worse first, or the order in which it comes later.
        words: the same in words.
        other: the best such pairing; None if there is none.
    """

    article: str
    words: str
    other: Solved | None


def without(bracket: Bracket, pairs: Iterable[tuple[int, int]], stay: Collection[int] = ()) -> Bracket | None:
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


def judged(book: Book, unit: int, chosen: Solved, bracket: Bracket | None) -> Otherwise:
    """Compare a bracket as it was paired with one under a condition.

    Args:
        book: the edition.
        unit: a point, in the scores' units.
        chosen: as it was paired.
        bracket: the same players; None if the condition cannot be met.
    """
    if bracket is None:
        return Otherwise(book.completion, "not everybody could be paired", None)
    other = bracket.solved()
    found = first_difference(values(chosen, unit), values(other, unit))
    if found:
        made, its = found
        return Otherwise(its.name, its.difference(made), other)
    return Otherwise(_later(book, chosen, other), LATER, other)


def _later(book: Book, one: Solved, two: Solved) -> str:
    """Return by which order one of two candidates comes later; empty if they are the same."""
    if one.pairs == two.pairs:
        return ""
    moved = one.bracket.moved
    met = [[(u, v) for u, v in solved.pairs if u < moved] for solved in (one, two)]
    if [u for u, _ in met[0]] != [u for u, _ in met[1]]:
        return book.sets
    if met[0] != met[1]:
        return book.transpositions
    upper = [{u for u, _ in solved.pairs if u >= moved} for solved in (one, two)]
    return book.exchanges if upper[0] != upper[1] else book.transpositions


def float_explanations(book: Book, state: State, solved: Solved) -> tuple[Explanation, ...]:
    """Return why each downfloater of a bracket floats, and why each upfloater meets who came from above.

    The bye is not among them.
    """
    bracket = solved.bracket
    parts = []
    for u in solved.floaters:
        if bracket.size < len(bracket.players):
            parts.append(_downfloat(book, state, solved, u))
    for u, v in solved.pairs:
        if bracket.players[u].score > bracket.players[v].score:
            parts.append(_upfloat(book, state, solved, v))
    return tuple(parts)


def _number(solved: Solved, u: int) -> int:
    return solved.bracket.players[u].number


def _refused(
    book: Book, solved: Solved, u: int, otherwise: Otherwise, bye_matters: Callable[[], bool]
) -> Otherwise:
    """Say more of a condition that cannot be met."""
    bracket = solved.bracket
    if otherwise.other is not None:
        return otherwise
    n = bracket.n
    rivals = range(bracket.moved if u < bracket.moved else 0, bracket.size)
    if not any(bracket.allowed[u * n + v] for v in rivals):
        return Otherwise("–".join(book.absolute), "nobody here may be the opponent", None)
    if book.bye_score and bye_matters():
        return Otherwise(book.bye_score, "the bye would go to a higher score", None)
    return otherwise


def _bye_is_open(bracket: Bracket) -> Bracket:
    """Return a bracket with the bye open to everybody whose it may be (C2), whatever their score."""
    n = bracket.n
    allowed = bracket.allowed.copy()
    if bracket.bye:
        for u, one in enumerate(bracket.players):
            if one.may_bye:
                allowed[u * n + n - 1] = allowed[(n - 1) * n + u] = 1
    return replace(bracket, allowed=allowed)


def if_paired(book: Book, unit: int, solved: Solved, u: int) -> Otherwise:
    """Return what the best pairing would cost in which a downfloater is paired in the bracket."""
    bracket = solved.bracket
    otherwise = judged(book, unit, solved, without(bracket, (), (u,)))
    return _refused(book, solved, u, otherwise, lambda: without(_bye_is_open(bracket), (), (u,)) is not None)


def if_instead(book: Book, unit: int, solved: Solved, u: int, w: int) -> Otherwise:
    """Return what the best pairing would cost in which ``w`` floats down, and ``u`` does not."""
    bracket = solved.bracket
    apart = [(w, v) for v in range(bracket.size) if v != w]
    otherwise = judged(book, unit, solved, without(bracket, apart, (u,)))
    return _refused(
        book, solved, u, otherwise, lambda: without(_bye_is_open(bracket), apart, (u,)) is not None
    )


def if_not_up(book: Book, unit: int, solved: Solved, u: int) -> Otherwise:
    """Return what the best pairing would cost in which an upfloater meets nobody of a higher score."""
    bracket = solved.bracket
    mine = bracket.players[u].score
    apart = [(u, v) for v in range(u) if bracket.players[v].score > mine]
    otherwise = judged(book, unit, solved, without(bracket, apart))
    if otherwise.other is None and book.bye_score and without(_bye_is_open(bracket), apart) is not None:
        return Otherwise(book.bye_score, "the bye would go to a higher score", None)
    return otherwise


def _downfloat(book: Book, state: State, solved: Solved, u: int) -> Explanation:
    otherwise = if_paired(book, state.unit, solved, u)
    steps = []
    others = _numbers(solved, otherwise, lambda one: one.floaters)
    players = solved.bracket.players
    lower = [
        w
        for w in range(u + 1, solved.bracket.size)
        if players[w].score == players[u].score and w not in solved.floaters
    ]
    for w in reversed(lower[-PASSED_OVER:]):
        instead = if_instead(book, state.unit, solved, u, w)
        steps.append(Step(f"why not {_number(solved, w)}", instead.words, source=instead.article))
    return _explanation(book, solved, u, "floats down", otherwise, others, steps)


def _upfloat(book: Book, state: State, solved: Solved, u: int) -> Explanation:
    otherwise = if_not_up(book, state.unit, solved, u)
    players = solved.bracket.players
    met = players[solved.mates[u]].score
    mine = players[u].score
    others = _numbers(
        solved,
        otherwise,
        lambda one: [b for a, b in one.pairs if players[a].score == met and players[b].score == mine],
    )
    return _explanation(book, solved, u, "floats up", otherwise, others, [])


def _numbers(solved: Solved, otherwise: Otherwise, chosen: Callable[[Solved], Iterable[int]]) -> list[int]:
    """Return who is chosen in the other pairing only."""
    if otherwise.other is None:
        return []
    return [_number(solved, w) for w in sorted(set(chosen(otherwise.other)) - set(chosen(solved)))]


def _explanation(
    book: Book, solved: Solved, u: int, what: str, otherwise: Otherwise, others: list[int], steps: list[Step]
) -> Explanation:
    number = _number(solved, u)
    names = " and ".join(map(str, others))
    instead = f"with {names} instead," if others else "otherwise,"
    if otherwise.words == LATER:
        text = f"by the sequence ({otherwise.article}); {instead} it is {LATER}"
    elif otherwise.article == "–".join(book.absolute):
        text = f"by {otherwise.article}; {otherwise.words}"
    else:
        text = f"by {otherwise.article}; {instead} {otherwise.words}"
    return Explanation(
        f"{number} {what}",
        steps=tuple(steps),
        facts={"player": number, "article": otherwise.article, "instead": others},
        outcome=text,
    )
