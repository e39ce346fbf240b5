"""Why a round of the Dutch system is as it is, bracket by bracket."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import Explanation, Step, worded, worded_count
from arpad.rulebooks.fide.pairing.common.colours import allocate
from arpad.rulebooks.fide.pairing.common.in_words import counted_number_step, numbers, preference_step
from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, PairingState, score_text
from arpad.rulebooks.fide.pairing.dutch.brackets import DutchSolution
from arpad.rulebooks.fide.pairing.dutch.edition_2017 import OldBracket
from arpad.rulebooks.fide.pairing.dutch.editions import Book
from arpad.rulebooks.fide.pairing.dutch.floats import float_explanations
from arpad.rulebooks.fide.pairing.dutch.values import bracket_score, values
from arpad.rulebooks.fide.pairing.dutch.why_not import why_not_another_bye

RULES = {
    "5.2.1": worded("both get the colour they prefer"),
    "5.2.2": worded("the stronger preference, or the wider colour difference"),
    "5.2.3": worded("the other way round than when they last had different colours"),
    "5.2.4": worded("the preference of the higher ranked"),
    "5.2.5": worded("the initial-colour where the number of the higher ranked is odd, else the other"),
}


def round_explanation(
    state: PairingState, brackets: Sequence[DutchSolution], edition: str, book: Book
) -> Explanation:
    """Return the explanation of a round.

    Args:
        state: before the round.
        brackets: as they were paired.
        edition: the text's name.
        book: what the text calls things.
    """
    parts = [_bracket_explanation(state, solved, book) for solved in brackets]
    pairs = [
        (solved.bracket.players[u], solved.bracket.players[v]) for solved in brackets for u, v in solved.pairs
    ]
    parts += [colours_explanation(state, higher, lower, book) for higher, lower in pairs]
    paired_numbers = {player.number for pair in pairs for player in pair}
    bye = [player for player in state.players if player.number not in paired_numbers]
    if bye:
        parts.append(_bye_explanation(state, brackets, bye[0], book))
    text = worded_count("{count} game", "{count} games", len(pairs))
    if bye:
        text = worded("{games}, the bye to {number}", games=text, number=bye[0].number)
    label = worded("Round {round} by {edition}", round=state.at, edition=worded(edition))
    return Explanation(label, outcome=text, parts=tuple(parts))


def _bracket_explanation(state: PairingState, solved: DutchSolution, book: Book) -> Explanation:
    bracket = solved.bracket
    players = bracket.players
    steps = []
    if bracket.moved < bracket.size:
        steps.append(Step("residents", numbers(players[bracket.moved : bracket.size]), source=book.residents))
    if bracket.moved:
        steps.append(Step("moved down", numbers(players[: bracket.moved]), source=book.floaters))
    if solved.floaters:
        steps.append(Step("float down", numbers(players[u] for u in solved.floaters), source=book.floaters))
    if isinstance(bracket, OldBracket) and bracket.whole and bracket.size < len(players):
        text = worded("paired again so that all below it can be, together")
        steps.append(Step("penultimate bracket", text, source=book.completion))
    # What a pairing has nothing of says nothing; an empty list of score differences is rank ().
    steps += [value.step() for value in values(solved, state.unit) if value.rank]
    pairs = ", ".join(f"{players[u].number}–{players[v].number}" for u, v in solved.pairs)
    return Explanation(
        worded("Bracket of {score}", score=bracket_score(solved, state.unit)),
        outcome=pairs or worded("nobody is paired"),
        steps=tuple(steps),
        parts=float_explanations(book, state.unit, solved),
    )


def colours_explanation(
    state: PairingState, higher: PairingPlayer, lower: PairingPlayer, book: Book
) -> Explanation:
    """Return why somebody has White."""
    colour, rule = allocate(higher, lower, state.initial)
    white, black = (higher, lower) if colour == "w" else (lower, higher)
    steps = [Step("colours", RULES[rule], source=book.colours[rule])]
    if rule == "5.2.5":
        steps.append(counted_number_step(higher.number, higher.place, book.colours[rule]))
    steps += [
        preference_step(
            player.number, player.colours, player.colours.preference, player.colours.strength, book.preference
        )
        for player in (white, black)
    ]
    return Explanation(
        f"{white.number}–{black.number}",
        outcome=worded("{number} has White", number=white.number),
        steps=tuple(steps),
    )


def _bye_explanation(
    state: PairingState, brackets: Sequence[DutchSolution], player: PairingPlayer, book: Book
) -> Explanation:
    steps = [Step("score", score_text(player.score, state.unit), source=book.bye_score)]
    barred = [other for other in state.players if other.score <= player.score and not other.may_bye]
    if barred:
        steps.append(Step("may not have it", numbers(barred), source=book.unpaired))
    steps.append(Step("unplayed games", float(player.unplayed), source=book.bye_games, digits=0))
    verdict = why_not_another_bye(state, brackets, player.number, book)
    steps.append(Step("why nobody else", verdict.text, source=verdict.worse))
    return Explanation(
        "Pairing-allocated bye",
        outcome=str(player.number),
        steps=tuple(steps),
        facts={"player": player.number, "article": verdict.worse},
    )
