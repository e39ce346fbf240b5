"""Why two do not meet in FIDE's systems: the absolute criteria, and the state in which the two must meet."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from arpad.core import Step, worded
from arpad.rulebooks.fide.pairing.common.in_words import COLOURS, preference_step
from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, PairingState, score_text
from arpad.rulebooks.fide.pairing.common.refusal import refused
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound
from arpad.tournament.why_not import OTHERS_LEFT, PairQuestion, Value, Verdict, WhyNot

R = TypeVar("R")


class Absolute(NamedTuple):
    """Where a text has its absolute criteria.

    Args:
        code: the text's number.
        rematch: that two do not meet again.
        bye: who may not have the bye.
        colours: that two with the same absolute preference do not meet.
        complete: that the others can be paired, beside two who meet.
        complete_bye: the same beside somebody who has the bye.
        bye_left: that somebody can have the bye.
    """

    code: str
    rematch: str
    bye: str
    colours: str
    complete: str
    complete_bye: str
    bye_left: str


def short(article: str) -> str:
    """Return the name of a criterion: ``C5`` of ``2.3.1 [C5]``, or the article itself."""
    return article.rsplit("[", maxsplit=1)[-1].rstrip("]")


def kept_apart(tournament: Tournament, at: int, a: int, b: int, article: str) -> Verdict | None:
    """Return that two played each other, or that the organiser has forbidden it; None if neither is so.

    Args:
        tournament: before the round.
        at: the round.
        a: a number.
        b: another.
        article: the one that forbids to play again.
    """
    line = tournament.history.get(a, ())
    earlier_round = next(
        (n for n, entry in enumerate(line, 1) if entry.opponent == b and entry.result.played), 0
    )
    if earlier_round:
        step = Step("played each other", f"in round {earlier_round}", source=article)
        return Verdict(short(article), f"they played each other in round {earlier_round}", article, (step,))
    if (min(a, b), max(a, b)) in tournament.prohibited(at):
        step = Step("forbidden", "by the organiser", source="prohibited")
        return Verdict("prohibited", "the organiser has forbidden it", steps=(step,))
    return None


def bye_barred(tournament: Tournament, number: int, article: str) -> Verdict:
    """Return why somebody may not have the bye (C.04.1, 4).

    Args:
        tournament: before the round.
        number: whose it may not be.
        article: the one that says so.
    """
    line = list(enumerate(tournament.history[number], 1))
    win = tournament.points.of(Result.WIN)
    given = next((at for at, entry in line if entry.result is Result.PAIRING_BYE), 0)
    unplayed = [(at, entry) for at, entry in line if not (entry.opponent and entry.result.played)]
    forfeit = [at for at, entry in unplayed if entry.result is Result.FORFEIT_WIN]
    # The editions before 2026 let a bye that is worth a win bar nobody: a win by forfeit is named before it.
    won = [*forfeit, *(at for at, _ in unplayed if tournament.gained(number, at) >= win)]
    text = f"{number} scored as much as for a win in round {won[0]} without playing" if won else ""
    if given:
        text = f"{number} had the bye in round {given}"
    return Verdict(short(article), text, article, (Step("may not have the bye", text, source=article),))


def together(state: PairingState, a: int, b: int) -> PairingState:
    """Return a state in which two can be paired with each other only; ``b`` 0 is the bye."""
    pair = {a, b} - {0}
    others = [player.number for player in state.players if player.number not in pair]
    barred = {(min(number, other), max(number, other)) for number in pair for other in others}
    players = tuple(
        replace(player, may_bye=player.may_bye and (player.number not in pair if b else player.number == a))
        for player in state.players
    )
    return replace(state, players=players, prohibited=state.prohibited | barred)


def bye_to(other: int, chosen: int) -> str:
    """Return the player who would have the bye, in words."""
    return worded("the bye would go to {other} instead of {made}", other=other, made=chosen)


def total(article: str, words: str, count: int) -> Value:
    """Return the value of a criterion that counts."""
    return Value(short(article), words, count, str(count), article)


@dataclass(frozen=True)
class PlayersWhyNot(WhyNot[R]):
    """The comparison of a system of players with absolute colour preferences: Dutch, Burstein, Dubov.

    Args:
        question: the participants who are asked about.
        tournament: before the round.
        state: the players as the rules see them.
    """

    question: PairQuestion
    tournament: Tournament
    state: PairingState

    @property
    @abstractmethod
    def absolute(self) -> Absolute:
        """Where the text has its absolute criteria."""

    @abstractmethod
    def legal(self, player: PairingPlayer, opponent: PairingPlayer) -> bool:
        """Return whether two players may meet."""

    @abstractmethod
    def together(self, state: PairingState) -> R:
        """Return the best round in which the two meet, who in this state may meet each other only.

        Raises:
            NoLegalRound: there is none.
        """

    def forbidden(self) -> Verdict | None:
        """Return which absolute criterion keeps the two apart."""
        players = {player.number: player for player in self.state.players}
        player, opponent = players[self.question.a], players.get(self.question.b)
        if opponent is None:
            return None if player.may_bye else bye_barred(self.tournament, player.number, self.absolute.bye)
        if self.legal(player, opponent):
            return None
        at, article = self.question.at, self.absolute.colours
        steps = tuple(
            preference_step(
                player.number, player.colours, player.colours.preference, player.colours.strength, article
            )
            for player in (player, opponent)
        )
        text = f"both have an absolute preference for {COLOURS[player.colours.preference]}"
        same_colour = Verdict(short(article), text, article, steps)
        return (
            kept_apart(self.tournament, at, player.number, opponent.number, self.absolute.rematch)
            or same_colour
        )

    def with_pair(self) -> R | Verdict:
        """Return the best round in which the two meet, or who of the others stand in their own way."""
        state, a, b = self.state, self.question.a, self.question.b
        try:
            return self.together(together(state, a, b))
        except NoLegalRound:
            pass
        others = tuple(player for player in state.players if player.number not in (a, b))
        refusal = refused(
            others,
            state.prohibited,
            lambda i, j: self.legal(others[i], others[j]),
            state.at,
            self.absolute.code,
        )
        if str(refusal.article).endswith("[C2]"):
            article = self.absolute.bye_left
            step = Step("the bye", "nobody else may have it", source=article)
            return Verdict(short(article), "then nobody could have the bye", article, (step,))
        article = self.absolute.complete if b else self.absolute.complete_bye
        steps = [Step("the others", refusal.problem, source=article)]
        if refusal.players:
            steps.append(Step("among them", ", ".join(map(str, refusal.players)), source=article))
        return Verdict(short(article), OTHERS_LEFT, article, tuple(steps))

    def premises(self) -> tuple[Step, ...]:
        """Return the scores of the two, if they differ."""
        score = {player.number: player.score for player in self.state.players}
        a, b = self.question.a, self.question.b
        if not b or score[a] == score[b]:
            return ()
        text = " and ".join(score_text(score[number], self.state.unit) for number in (a, b))
        return (Step(f"scores of {a} and {b}", text),)
