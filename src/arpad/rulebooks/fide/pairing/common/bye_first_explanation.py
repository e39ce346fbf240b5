"""What explanations of Dubov's and Burstein's systems share: the bye (3.1) and the colours (5.2)."""

from __future__ import annotations

from arpad.core import Explanation, Step, worded
from arpad.rulebooks.fide.pairing.common.bye_first import ByeDecision, ByeFirstField, ColourDue, Rule
from arpad.rulebooks.fide.pairing.common.in_words import counted_number_step, numbers, preference_step
from arpad.rulebooks.fide.pairing.common.players import score_text

WHY: dict[str, str] = {
    "5.2.1": worded(
        "neither has played: the initial-colour where the number of the higher ranked is odd, else the other"
    ),
    "5.2.2": worded("both get the colour that they are due"),
    "5.2.3": worded("the stronger preference"),
    "5.2.4": worded("the other way round than when they last had different colours"),
    "5.2.5": worded("the preference of the higher ranked"),
}


def bye_explanation(field: ByeFirstField, bye: ByeDecision, last: str) -> Explanation:
    """Return the player who gets the bye, and those before in the order who could not.

    Args:
        field: the players who are to be paired.
        bye: what was decided.
        last: what decides at last (3.1.5), in words.
    """
    assert bye.vertex is not None

    player = field.players[bye.vertex]
    steps = []
    if bye.barred:
        steps.append(
            Step("may not have it", numbers(field.players[v] for v in bye.barred), source="3.1.1 [C2]")
        )
    if bye.stuck:
        steps.append(
            Step(
                "without them the others cannot be paired",
                numbers(field.players[v] for v in bye.stuck),
                source="3.1.2 [C4]",
            )
        )
    steps += [
        Step("score", score_text(player.score, field.state.unit), source="3.1.3"),
        Step("games played", str(len(player.colours.colours)), source="3.1.4"),
        Step(last, str(player.number), source="3.1.5"),
    ]
    return Explanation("Pairing-allocated bye", outcome=str(player.number), steps=tuple(steps))


def colour_explanation(
    white: ColourDue, white_number: int, black: ColourDue, black_number: int, rule: Rule, *, higher: int
) -> Explanation:
    """Return why somebody has White.

    Args:
        white: the player with White.
        white_number: that player's pairing number.
        black: the opponent.
        black_number: the opponent's number.
        rule: the article that gave the colours.
        higher: the number of the higher ranked of the two.
    """
    steps = [
        preference_step(number, player.colours, player.preference, player.strength)
        for player, number in ((white, white_number), (black, black_number))
    ]
    if rule == "5.2.1":
        place = white.place if higher == white_number else black.place
        steps.append(counted_number_step(higher, place, rule))
    return Explanation(
        f"{white_number}–{black_number}",
        outcome=WHY[rule],
        steps=(*steps, Step("colours", rule, source=rule)),
    )


def bracket_of(score: str) -> str:
    """Return the name of a bracket: that of its scoregroup."""
    if score == "1":
        return worded("Bracket of {score} point", score=score)
    return worded("Bracket of {score} points", score=score)
