"""Why a round of the Dutch system is as it is, bracket by bracket."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arpad.core import Explanation, Step, counted
from arpad.rulebooks.fide.pairing.common.colours import allocate
from arpad.rulebooks.fide.pairing.common.players import Player, State, shown
from arpad.rulebooks.fide.pairing.dutch.brackets import Solved
from arpad.rulebooks.fide.pairing.dutch.edition_2017 import OldBracket
from arpad.rulebooks.fide.pairing.dutch.editions import Book
from arpad.rulebooks.fide.pairing.dutch.floats import floats_told, named
from arpad.rulebooks.fide.pairing.dutch.measures import measures
from arpad.rulebooks.fide.pairing.dutch.why_not import measured, why_not_another_bye

STRENGTHS = ("no preference", "mild", "strong", "absolute")
COLOURS = {"w": "White", "b": "Black"}
RULES = {
    "5.2.1": "both get the colour they prefer",
    "5.2.2": "the stronger preference, or the wider colour difference",
    "5.2.3": "the other way round than when they last had different colours",
    "5.2.4": "the preference of the higher ranked",
    "5.2.5": "the initial-colour, by the higher ranked one's number",
}


def round_told(state: State, brackets: Sequence[Solved], edition: str, book: Book) -> Explanation:
    """Return the explanation of a round.

    Args:
        state: before the round.
        brackets: as they were paired.
        edition: the text's name.
        book: what the text calls things.
    """
    parts = [_bracket_told(state, one, book) for one in brackets]
    pairs = [(one.bracket.players[u], one.bracket.players[v]) for one in brackets for u, v in one.pairs]
    parts += [colours_told(state, higher, lower, book) for higher, lower in pairs]
    met = {player.number for pair in pairs for player in pair}
    bye = [one for one in state.players if one.number not in met]
    if bye:
        parts.append(_bye_told(state, brackets, bye[0], book))
    said = counted(len(pairs), "game") + (f", the bye to {bye[0].number}" if bye else "")
    return Explanation(f"Round {state.at} by {edition}", outcome=said, parts=tuple(parts))


def _names(players: Iterable[Player]) -> str:
    return ", ".join(str(one.number) for one in players)


def _bracket_told(state: State, one: Solved, book: Book) -> Explanation:
    bracket = one.bracket
    players = bracket.players
    steps = []
    if bracket.moved < bracket.size:
        steps.append(Step("residents", _names(players[bracket.moved : bracket.size]), source=book.residents))
    if bracket.moved:
        steps.append(Step("moved down", _names(players[: bracket.moved]), source=book.floaters))
    if one.floaters:
        steps.append(Step("float down", _names(players[u] for u in one.floaters), source=book.floaters))
    if isinstance(bracket, OldBracket) and bracket.whole and bracket.size < len(players):
        said = "paired again so that all below it can be, together"
        steps.append(Step("penultimate bracket", said, source=book.completion))
    steps += [measured(measure) for measure in measures(one, state.unit)]
    pairs = ", ".join(f"{players[u].number}–{players[v].number}" for u, v in one.pairs)
    return Explanation(
        f"Bracket of {named(one, state.unit)}",
        outcome=pairs or "nobody is paired",
        steps=tuple(steps),
        parts=floats_told(book, state, one),
    )


def colours_told(state: State, higher: Player, lower: Player, book: Book) -> Explanation:
    """Return why somebody has White."""
    colour, rule = allocate(higher, lower, state.initial)
    white, black = (higher, lower) if colour == "w" else (lower, higher)
    steps = [Step("colours", RULES[rule], source=book.colours[rule])]
    for one in (white, black):
        due = one.colours
        said = f"{STRENGTHS[due.strength]}, {COLOURS[due.preference]}" if due.preference else STRENGTHS[0]
        steps.append(Step(str(one.number), said, working=due.colours or "no game", source=book.preference))
    return Explanation(
        f"{white.number}–{black.number}", outcome=f"{white.number} has White", steps=tuple(steps)
    )


def _bye_told(state: State, brackets: Sequence[Solved], one: Player, book: Book) -> Explanation:
    steps = [Step("score", shown(one.score, state.unit), source=book.bye_score)]
    barred = [x for x in state.players if x.score <= one.score and not x.may_bye]
    if barred:
        steps.append(Step("may not have it", _names(barred), source=book.unpaired))
    steps.append(Step("unplayed games", float(one.unplayed), source=book.bye_games, digits=0))
    cost = why_not_another_bye(state, brackets, one.number, book)
    steps.append(Step("why nobody else", cost.text, source=cost.article))
    return Explanation(
        "Pairing-allocated bye",
        outcome=str(one.number),
        steps=tuple(steps),
        facts={"player": one.number, "article": cost.article},
    )
