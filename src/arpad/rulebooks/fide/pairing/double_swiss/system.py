"""FIDE's Double-Swiss system (C.04.5, in force since 2026-02-01): every round is a match of two games.

The procedure is that of teams (:mod:`arpad.rulebooks.fide.pairing.teams.brackets`) without preferences of
colours; the rules of colours are its own.

A pairing is a match. White is who has White in the first game, its points are those of both games together
(``1½-½``), and these are what a player's score adds up: the tournament's points say so
(:data:`DOUBLE_SWISS_POINTS`). A match is forfeited only if somebody forfeits both games; such a pair may meet
again, and neither has had a colour. A single game that is forfeited counts as played.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import ClassVar

from arpad.core import BadInput, Edition, Explanation, Step, worded, worded_count
from arpad.rulebooks.fide.pairing.common.colours import other
from arpad.rulebooks.fide.pairing.teams.brackets import Procedure, TeamBracket, brackets, bye_of
from arpad.rulebooks.fide.pairing.teams.system import boards_of, bracket_explanation, bye_step
from arpad.rulebooks.fide.pairing.teams.teams import PairingTeam, TeamPairingState, teams_of
from arpad.rulebooks.fide.pairing.teams.teams import match_result as points_of_both
from arpad.tournament.model import Bye, Colour, Pairing, Round, Tournament
from arpad.tournament.points import Points
from arpad.tournament.results import Result
from arpad.tournament.system import Paired
from arpad.tournament.why_not import PairQuestion

DOUBLE_SWISS_POINTS = Points(Fraction(2), Fraction(1), pairing_bye=Fraction(3, 2), per_point=Fraction(1))
"""A match is worth its games' points, a forfeited one two; the bye as much as a win and a draw (1.4)."""

OF_2026 = Edition(date(2026, 2, 1), "C.04.5 of 2026-02-01")
ARTICLE = "C.04.5"

WORDS: dict[str, str] = {
    "C4": worded("upfloaters"),
    "C6": worded("upfloaters that the following scoregroup will need"),
    "C7": worded("upfloaters who floated in the previous round"),
    "C8": worded("opponents of upfloaters who floated in the previous round"),
}
"""What the criteria count."""


@dataclass(frozen=True)
class DoubleSwiss:
    """C.04.5.

    Args:
        edition: its text.
    """

    edition: Edition = OF_2026
    name: str = "double-swiss"

    EDITIONS: ClassVar[tuple[Edition, ...]] = (OF_2026,)

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the next round.

        Raises:
            NoLegalRound: not all can be paired (3.3.3).
            BadInput: a result is still to come.
        """
        state = teams_of(tournament, primary="mp", secondary="", kind="none")
        procedure = self.procedure(state, tournament.planned)
        bye = bye_of(state.teams, procedure)
        paired_brackets = brackets([player for player in state.teams if player is not bye], procedure)
        boards = [board for bracket in paired_brackets for board in boards_of(bracket.pairs)]
        pairings = tuple(_match(higher, lower, state.initial)[0] for higher, lower in boards)
        byes = [Bye(bye.number)] if bye else []
        byes += [Bye(number, result) for number, result in sorted(state.away.items())]
        return Paired(Round(pairings, tuple(byes)), lambda: _explanation(state, paired_brackets, bye))

    def why_not(self, tournament: Tournament, a: int, b: int) -> Explanation:
        """Return what the best round with two players paired would have cost; ``b`` 0 is the bye.

        Raises:
            NoLegalRound: there is no round at all.
            BadInput: one of them is not to be paired, or a result is still to come.
        """
        from arpad.rulebooks.fide.pairing.teams.why_not import TeamsWhyNot

        state = teams_of(tournament, primary="mp", secondary="", kind="none")
        question = PairQuestion(state.at, a, b, {player.number for player in state.teams})
        procedure = self.procedure(state, tournament.planned)
        return TeamsWhyNot(question, tournament, state, procedure, WORDS).explanation()

    def procedure(self, state: TeamPairingState, planned: int) -> Procedure[PairingTeam]:
        """Return the procedure with this round's criteria.

        Args:
            state: the players.
            planned: how many rounds there will be; 0 if nobody has said, and then none is the last.
        """
        early = not planned or state.at < planned
        return Procedure(ARTICLE, state.legal, (), early, early, "C8")


def colour_of(higher: PairingTeam, lower: PairingTeam, initial: Colour) -> tuple[Colour, str]:
    """Return the colour of the higher ranked player in the first game, and the article that gives it (4.3).

    Args:
        higher: of the higher score, or else of the smaller number.
        lower: the opponent.
        initial: the initial-colour.
    """
    mine, theirs = higher.colours, lower.colours
    if not mine and not theirs:
        return (initial if higher.number % 2 else other(initial)), "4.3.1"
    if mine.count("w") != theirs.count("w"):
        return ("w" if mine.count("w") < theirs.count("w") else "b"), "4.3.2"
    # Rounds without a match are as if they stood before all others (C.04.2, 3.4).
    for my_colour, their_colour in zip(reversed(mine), reversed(theirs), strict=False):
        if my_colour != their_colour:
            return ("b" if my_colour == "w" else "w"), "4.3.3"
    if mine:
        return ("b" if mine[-1] == "w" else "w"), "4.3.4"
    return ("w" if theirs[-1] == "w" else "b"), "4.3.5"


def match_result(text: str) -> tuple[Result, tuple[Fraction, Fraction] | None]:
    """Read a match's result: the points of both games, ``1½-½``, ``2-0``, ``1-0``.

    Raises:
        BadInput: it is not a result, or more than two games have.
    """
    white, points = points_of_both(text)
    if points is not None and (sum(points) > 2 or any((2 * own).denominator > 1 for own in points)):
        raise BadInput(
            worded("{text!r} is not a valid result of two games", text=text),
            remedy="Enter 2-0, 1½-½, 1-1 and the like.",
            code="result.not-valid",
        )
    return white, points


def _match(higher: PairingTeam, lower: PairingTeam, initial: Colour) -> tuple[Pairing, str]:
    colour, article = colour_of(higher, lower, initial)
    white, black = (higher, lower) if colour == "w" else (lower, higher)
    return Pairing(white.number, black.number), article


def _explanation(
    state: TeamPairingState, paired_brackets: tuple[TeamBracket[PairingTeam], ...], bye: PairingTeam | None
) -> Explanation:
    steps = []
    if bye:
        steps.append(bye_step(bye, ARTICLE))
    parts = []
    for bracket in paired_brackets:
        matches = []
        for higher, lower in boards_of(bracket.pairs):
            game, article = _match(higher, lower, state.initial)
            matches.append(Step("match", f"{game.white}–{game.black}", source=f"{ARTICLE}, {article}"))
        parts.append(bracket_explanation(bracket, ARTICLE, WORDS, tuple(matches)))
    return Explanation(
        worded("round {round}", round=state.at),
        outcome=worded_count("{count} bracket", "{count} brackets", len(paired_brackets)),
        steps=tuple(steps),
        parts=tuple(parts),
    )
