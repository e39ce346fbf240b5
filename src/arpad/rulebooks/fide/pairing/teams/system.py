"""FIDE's Swiss system for teams (C.04.6, in force since 2026-02-01).

Scoregroups are paired from the top. Where one cannot be paired in itself, teams of lower scores are called
up, as few as possible, of the highest scores, the first by their numbers; see
:mod:`arpad.rulebooks.fide.pairing.teams.brackets`. There are no absolute colour preferences.

A pairing is a match: its result is worth match points, its points are the game points of both teams, and
White is the team that has White on the first board. The tournament's points say what matches and the bye are
worth (1.4: by default as much as a draw): :data:`TEAM_POINTS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import ClassVar, Literal

from arpad.core import BadInput, Edition, Explanation, Step, worded, worded_count
from arpad.rulebooks.fide.pairing.common.players import score_text
from arpad.rulebooks.fide.pairing.teams.brackets import (
    P,
    Procedure,
    TeamBracket,
    brackets,
    bye_of,
)
from arpad.rulebooks.fide.pairing.teams.colours import colour_of, first_of
from arpad.rulebooks.fide.pairing.teams.teams import STRONG, Kind, PairingTeam, TeamPairingState, teams_of
from arpad.tournament.model import Bye, Pairing, Round, Tournament
from arpad.tournament.points import Points
from arpad.tournament.system import Paired
from arpad.tournament.why_not import PairQuestion

TEAM_POINTS = Points(Fraction(2), Fraction(1), pairing_bye=Fraction(1))
"""Two match points for a match won, one for one drawn and for the bye (1.4)."""

OF_2026 = Edition(date(2026, 2, 1), "C.04.6 of 2026-02-01")
ARTICLE = "C.04.6"

WORDS: dict[str, str] = {
    "C4": worded("upfloaters"),
    "C6": worded("upfloaters that the following scoregroup will need"),
    "C7": worded("upfloaters that floated in the previous round"),
    "C8": worded("teams without the colour that they prefer"),
    "C9": worded("teams without the colour that they strongly prefer"),
    "C10": worded("opponents of upfloaters that floated in the previous round"),
}
"""What the criteria count."""


@dataclass(frozen=True)
class TeamSwiss:
    """C.04.6.

    Args:
        edition: its text.
        primary: ``mp`` for match points, ``gp`` for game points (1.2.1); match points if it is not said.
        secondary: the other, for colours (4.2.2); ``none`` if they are not used. Where nothing is said, game
            points beside match points; where only ``primary`` is, none, as in a report's type (TRF26, 192).
        colours: preferences of Type ``a``, Type ``b``, or ``none`` (1.7).
        following: how C6 is read: ``fewest`` upfloaters in the following scoregroup's bracket, or ``parity``:
            none or one, and if no set gives that, it does not count.
    """

    edition: Edition = OF_2026
    primary: str = ""
    secondary: str = ""
    colours: Kind = "a"
    following: Literal["fewest", "parity"] = "fewest"
    name: str = "fide-team"

    EDITIONS: ClassVar[tuple[Edition, ...]] = (OF_2026,)

    def __post_init__(self) -> None:
        """Refuse what the rules do not know."""
        for label, value, choices in (
            ("primary", self.primary, ("", "mp", "gp")),
            ("secondary", self.secondary, ("", "mp", "gp", "none")),
            ("colours", self.colours, ("a", "b", "none")),
            ("following", self.following, ("fewest", "parity")),
        ):
            if value not in choices:
                raise BadInput(
                    worded("{label} cannot be {value!r}", label=label, value=value),
                    remedy=worded("It is {known}.", known=", ".join(choice for choice in choices if choice)),
                )

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the next round.

        Raises:
            NoLegalRound: not all can be paired (3.3.3).
            BadInput: a result is still to come, or game points are missing.
        """
        state = self.state(tournament)
        procedure = self.procedure(state, tournament.planned)
        bye = bye_of(state.teams, procedure)
        paired_brackets = brackets([team for team in state.teams if team is not bye], procedure)
        boards = [board for bracket in paired_brackets for board in boards_of(bracket.pairs)]
        pairings = tuple(self._match(first, second, state)[0] for first, second in boards)
        byes = [Bye(bye.number)] if bye else []
        byes += [Bye(number, result) for number, result in sorted(state.away.items())]
        return Paired(Round(pairings, tuple(byes)), lambda: self._explanation(state, paired_brackets, bye))

    def why_not(self, tournament: Tournament, a: int, b: int) -> Explanation:
        """Return what the best round with two teams paired would have cost; ``b`` 0 is the bye.

        Raises:
            NoLegalRound: there is no round at all.
            BadInput: one of them is not to be paired, or a result is still to come.
        """
        from arpad.rulebooks.fide.pairing.teams.why_not import TeamsWhyNot

        state = self.state(tournament)
        question = PairQuestion(state.at, a, b, {team.number for team in state.teams})
        procedure = self.procedure(state, tournament.planned)
        return TeamsWhyNot(question, tournament, state, procedure, WORDS).explanation()

    def state(self, tournament: Tournament) -> TeamPairingState:
        """Return the teams as these rules see them."""
        primary = self.primary or "mp"
        secondary = self.secondary or ("" if self.primary else "gp")
        if secondary in ("none", primary):
            secondary = ""
        if secondary == "gp" and not self.secondary and not _has_game_points(tournament):
            # Nobody has asked for them, and nobody has entered them.
            secondary = ""
        return teams_of(tournament, primary=primary, secondary=secondary, kind=self.colours)

    def procedure(self, state: TeamPairingState, planned: int) -> Procedure[PairingTeam]:
        """Return the procedure with this round's criteria.

        Args:
            state: the teams.
            planned: how many rounds there will be; 0 if nobody has said, and then none is among the last two.
        """
        early = not planned or state.at < planned - 1
        costs = [] if self.colours == "none" else [("C8", _unfulfilled)]
        if self.colours == "b":
            costs.append(("C9", _strongly_unfulfilled))
        return Procedure(ARTICLE, state.legal, costs, early, early, "C10", self.following == "fewest")

    def _match(self, first: PairingTeam, second: PairingTeam, state: TeamPairingState) -> tuple[Pairing, str]:
        colour, article = colour_of(first, second, state.initial, self.colours)
        white, black = (first, second) if colour == "w" else (second, first)
        return Pairing(white.number, black.number), article

    def _explanation(
        self,
        state: TeamPairingState,
        paired_brackets: tuple[TeamBracket[PairingTeam], ...],
        bye: PairingTeam | None,
    ) -> Explanation:
        parts = [self._bracket(bracket, state) for bracket in paired_brackets]
        steps = []
        if bye:
            steps.append(bye_step(bye, ARTICLE))
        return Explanation(
            worded("round {round}", round=state.at),
            outcome=worded_count("{count} bracket", "{count} brackets", len(paired_brackets)),
            steps=tuple(steps),
            parts=tuple(parts),
        )

    def _bracket(self, bracket: TeamBracket[PairingTeam], state: TeamPairingState) -> Explanation:
        def coloured() -> Iterator[Step]:
            for first, second in boards_of(bracket.pairs):
                game, article = self._match(first, second, state)
                yield Step("match", f"{game.white}–{game.black}", source=f"{ARTICLE}, {article}")

        return bracket_explanation(bracket, ARTICLE, WORDS, tuple(coloured()))


def boards_of(pairs: Iterable[tuple[PairingTeam, PairingTeam]]) -> list[tuple[PairingTeam, PairingTeam]]:
    """Return a bracket's boards, first-teams first: by the higher score, the sum of scores, the number."""

    def place(pair: tuple[PairingTeam, PairingTeam]) -> tuple[Fraction, Fraction, int]:
        first, second = pair
        return -first.score, -second.score, first.number

    return sorted((first_of(*pair) for pair in pairs), key=place)


def bracket_explanation(
    bracket: TeamBracket[P], article: str, words: dict[str, str], matches: tuple[Step, ...]
) -> Explanation:
    """Return how a bracket came about: who is in it, what the criteria count, its identifier, its matches."""
    numbers = ", ".join(str(player.number) for player in bracket.residents)
    steps = [Step("residents", numbers, source=f"{article}, 1.3")]
    if bracket.upfloaters:
        ups = ", ".join(f"{player.number} ({score_text(player.score, 1)})" for player in bracket.upfloaters)
        steps.append(Step("upfloaters", ups, source=f"{article}, 3.5"))
    steps += [
        Step(name, worded("{words}: {what}", words=words[name], what=count), source=f"{article}, 2.3")
        for name, count in bracket.counts.items()
        if count or name == "C4"
    ]
    identifier = [str(top.number) for top, _ in bracket.pairs] + [str(low.number) for _, low in bracket.pairs]
    steps.append(Step("identifier", " ".join(identifier), source=f"{article}, 3.6"))
    score = score_text(bracket.residents[0].score, 1)
    outcome = ", ".join(step.printed() for step in matches)
    label = worded("scoregroup {score}", score=score)
    return Explanation(label, outcome=outcome, steps=(*steps, *matches))


def bye_step(bye: PairingTeam, article: str) -> Step:
    """Return who has the bye, with what decides on it.

    Args:
        bye: the team, or the player.
        article: the text's number.
    """
    matches = worded_count("{count} match", "{count} matches", bye.played)
    text = worded("score {score}, {matches} played", score=score_text(bye.score, 1), matches=matches)
    return Step("bye", str(bye.number), working=text, source=f"{article}, 3.4")


def _has_game_points(tournament: Tournament) -> bool:
    return all(
        game.points is not None
        for round_ in tournament.rounds
        for game in round_.pairings
        if game.white_result.played
    )


def _unfulfilled(team: PairingTeam, opponent: PairingTeam) -> int:
    return int(bool(team.preference) and team.preference == opponent.preference)


def _strongly_unfulfilled(team: PairingTeam, opponent: PairingTeam) -> int:
    return int(_unfulfilled(team, opponent) and team.strength == opponent.strength == STRONG)
