"""What explanations of Dubov's and Burstein's systems share: the bye (3.1) and the colours (5.2)."""

from __future__ import annotations

from collections.abc import Iterable

from arpad.core import Explanation, Step
from arpad.rulebooks.fide.pairing.common.bye_first import ByeGiven, Due, Field, Rule
from arpad.rulebooks.fide.pairing.common.players import shown

STRENGTHS = ("none", "mild", "strong", "absolute")
COLOURS = {"w": "White", "b": "Black"}
WHY: dict[str, str] = {
    "5.2.1": "neither has played: the initial-colour, by the higher ranked one's number",
    "5.2.2": "both get the colour that they are due",
    "5.2.3": "the stronger preference",
    "5.2.4": "the other way round than when they last had different colours",
    "5.2.5": "the preference of the higher ranked",
}


def bye_told(field: Field, bye: ByeGiven, last: str) -> Explanation:
    """Return who gets the bye and who of those before him could not.

    Args:
        field: who is to be paired.
        bye: what was decided.
        last: what decides at last (3.1.5), in words.
    """
    assert bye.vertex is not None

    def names(vertices: Iterable[int]) -> str:
        return ", ".join(str(field.players[v].number) for v in vertices)

    one = field.players[bye.vertex]
    steps = []
    if bye.barred:
        steps.append(Step("may not have it", names(bye.barred), source="3.1.1 [C2]"))
    if bye.stuck:
        steps.append(Step("without them the others cannot be paired", names(bye.stuck), source="3.1.2 [C4]"))
    steps += [
        Step("score", shown(one.score, field.state.unit), source="3.1.3"),
        Step("games played", str(len(one.colours.colours)), source="3.1.4"),
        Step(last, str(one.number), source="3.1.5"),
    ]
    return Explanation("Pairing-allocated bye", outcome=str(one.number), steps=tuple(steps))


def colour_told(white: Due, white_number: int, black: Due, black_number: int, rule: Rule) -> Explanation:
    """Return why somebody has White."""
    steps = tuple(
        Step(
            f"{number}",
            f"{STRENGTHS[one.strength]}, {COLOURS[one.preference]}" if one.preference else "no preference",
            working=one.colours.colours or "no game",
        )
        for one, number in ((white, white_number), (black, black_number))
    )
    return Explanation(
        f"{white_number}–{black_number}",
        outcome=WHY[rule],
        steps=(*steps, Step("colours", rule, source=rule)),
    )
