"""What another pair would have cost in C.04.5 and C.04.6: the best round with it, and where that is worse.

The best round with a pair is that of the same procedure, in which each choice is the first that complies best
among those after which the two can still be paired with each other. What a set of upfloaters does to the
following scoregroup (C6) is counted as in the round that was paired, the pair aside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any

from arpad.core import Step
from arpad.rulebooks.fide.pairing.common.players import score_text
from arpad.rulebooks.fide.pairing.common.why_not import bye_barred, bye_to, kept_apart
from arpad.rulebooks.fide.pairing.teams.brackets import (
    P,
    Procedure,
    TeamBracket,
    brackets,
    bye_of,
    can_pair,
    no_round,
    upfloaters,
)
from arpad.rulebooks.fide.pairing.teams.teams import PairingTeam, TeamPairingState
from arpad.tournament.model import Tournament
from arpad.tournament.system import NoLegalRound
from arpad.tournament.why_not import OTHERS_LEFT, PairQuestion, RoundByNumbers, Stage, Value, Verdict, WhyNot

SETS = 300
"""How many sets of upfloaters are looked at one by one; of more, C6 is counted with the pair fixed."""

Round = tuple[tuple[TeamBracket[PairingTeam], ...], PairingTeam | None]
"""The brackets, and who has the bye."""


def fixed(procedure: Procedure[P], a: P, b: P | None) -> Procedure[P]:
    """Return the procedure in which two may meet only each other; or one nobody, who has the bye."""
    pair = {a.number} if b is None else {a.number, b.number}

    def legal(player: P, opponent: P) -> bool:
        inside = (player.number in pair) + (opponent.number in pair)
        return (inside == 0 or (inside == 2 and b is not None)) and procedure.legal(player, opponent)

    return replace(procedure, legal=legal)


def best_with(players: Sequence[P], procedure: Procedure[P], a: P, b: P) -> tuple[TeamBracket[P], ...]:
    """Return the brackets of the best round in which two meet.

    Args:
        players: an even number, who can all be paired so.
        procedure: the text.
        a: one.
        b: the other.
    """
    forced = fixed(procedure, a, b)
    # The two meet in the bracket in which both are.
    return brackets(
        players,
        forced,
        lambda residents, below, following: _upfloaters(residents, below, following, procedure, forced),
    )


def _upfloaters(
    residents: Sequence[P],
    below: Sequence[P],
    following: Fraction | None,
    procedure: Procedure[P],
    forced: Procedure[P],
) -> tuple[list[P], dict[str, int]]:
    """Return the first set of upfloaters that complies best, after which the two can be paired."""

    def possible(ups: Sequence[P]) -> bool:
        inside = {player.number for player in ups}
        left = [player for player in below if player.number not in inside]
        return can_pair([*residents, *ups], forced.legal) and can_pair(left, forced.legal)

    ups, counts = upfloaters(residents, below, following, procedure)
    if possible(ups):
        return ups, counts
    ups, counts = upfloaters(residents, below, following, forced)
    order = sorted(below, key=lambda player: (-player.score, player.number))
    levels = sorted({player.score for player in ups}, reverse=True)
    pools = [[player for player in order if player.score == score] for score in levels]
    sizes = [sum(player.score == score for player in ups) for score in levels]
    if prod(comb(len(pool), size) for pool, size in zip(pools, sizes, strict=True)) > SETS:
        return ups, counts
    best: tuple[Any, list[P], dict[str, int]] | None = None
    for parts in product(*(combinations(pool, size) for pool, size in zip(pools, sizes, strict=True))):
        chosen = [player for part in parts for player in part]
        if not possible(chosen):
            continue
        needed = _needed(chosen, below, following, procedure)
        floated = sum(player.floated for player in chosen) if procedure.spare_floaters else 0
        key = (needed if procedure.fewest else needed > 1, floated)
        if best is None or key < best[0]:
            best = key, chosen, {"C4": len(chosen), "C6": needed, "C7": floated}
    assert best is not None, "the set that was found is one of them"
    return best[1], best[2]


def _needed(ups: Sequence[P], below: Sequence[P], following: Fraction | None, procedure: Procedure[P]) -> int:
    """Return how many upfloaters the following scoregroup will need, if there is anybody left in it (C6)."""
    gone = {player.number for player in ups}
    left = [player for player in below if player.number not in gone]
    group = [player for player in left if player.score == following]
    if not group or not can_pair(left, procedure.legal):
        return 0
    rest = [player for player in left if player.score != following]
    return len(upfloaters(group, rest, None, procedure)[0])


@dataclass(frozen=True)
class TeamsWhyNot(WhyNot[Round]):
    """The comparison by C.04.5 or C.04.6.

    Args:
        question: the participants who are asked about.
        tournament: before the round.
        state: everybody who is to be paired.
        procedure: the text.
        words: what its criteria count.
    """

    question: PairQuestion
    tournament: Tournament
    state: TeamPairingState
    procedure: Procedure[PairingTeam]
    words: Mapping[str, str]

    @property
    def _participants(self) -> tuple[PairingTeam, PairingTeam | None]:
        teams = {team.number: team for team in self.state.teams}
        return teams[self.question.a], teams.get(self.question.b)

    def _article(self, number: str) -> str:
        return f"{self.procedure.article}, {number}"

    def forbidden(self) -> Verdict | None:
        """Return which absolute criterion keeps the two apart."""
        first, second = self._participants
        if second is None:
            if first.may_bye:
                return None
            return replace(bye_barred(self.tournament, first.number, self._article("2.1.2")), worse="C2")
        if second.number not in first.opponents and self.procedure.legal(first, second):
            return None
        article = self._article("2.1.1")
        verdict = kept_apart(self.tournament, self.question.at, first.number, second.number, article)
        assert verdict is not None
        return replace(verdict, worse="C1") if verdict.article == article else verdict

    def chosen(self) -> Round:
        """Return the round as it is paired."""
        bye = bye_of(self.state.teams, self.procedure)
        return brackets([team for team in self.state.teams if team is not bye], self.procedure), bye

    def with_pair(self) -> Round | Verdict:
        """Return the best round in which the two meet."""
        first, second = self._participants
        teams = self.state.teams
        forced = fixed(self.procedure, first, second)
        pair = (first, second)
        may = [
            replace(team, may_bye=team.may_bye and (team is first if second is None else team not in pair))
            for team in teams
        ]
        try:
            given = bye_of(may, forced)
            if given is None and not can_pair(teams, forced.legal):
                raise no_round(teams, forced)
        except NoLegalRound:
            article = self._article("2.2.1" if second else "3.4.1")
            return Verdict("C3", OTHERS_LEFT, article, (Step("the others", OTHERS_LEFT, source=article),))
        bye = next((team for team in teams if given and team.number == given.number), None)
        others = [team for team in teams if team is not bye]
        if second is None:
            return brackets(others, self.procedure), bye
        return best_with(others, self.procedure, first, second), bye

    def by_numbers(self, round_: Round) -> RoundByNumbers:
        """Return a round by numbers."""
        paired_brackets, bye = round_
        pairs = sorted(sorted((x.number, y.number)) for bracket in paired_brackets for x, y in bracket.pairs)
        return RoundByNumbers(pairs, bye.number if bye else 0)

    def stages(self, chosen: Round, other: Round) -> Iterable[Stage]:
        """Return the values on the bye, then those bracket by bracket."""
        here, there = chosen[1], other[1]
        if here is not None and there is not None and here is not there:
            chosen_values, other_values = (
                [
                    Value("3.4.2", "score", team.score, score_text(team.score, 1), self._article("3.4.2")),
                    Value("3.4.3", "matches played", -team.played, str(team.played), self._article("3.4.3")),
                    Value("3.4.4", "largest TPN", -team.number, str(team.number), self._article("3.4.4")),
                ]
                for team in (here, there)
            )
            yield Stage(chosen_values, other_values, bye=bye_to(there.number, here.number))
        for bracket, other_bracket in zip(chosen[0], other[0], strict=False):
            yield Stage(
                self._values(bracket), self._values(other_bracket), score_text(bracket.residents[0].score, 1)
            )

    def _values(self, bracket: TeamBracket[PairingTeam]) -> list[Value]:
        """Return a bracket's values by criterion, and its places in the orders, by descending priority."""
        counts, ups, procedure = bracket.counts, bracket.upfloaters, self.procedure

        def criterion(name: str, rank: Any = None, text: str = "") -> Value:
            count = counts.get(name, 0)
            article = self._article(f"2.3.{int(name[1:]) - 3}")
            words = "scores of the upfloaters" if name == "C5" else self.words[name]
            return Value(name, words, count if rank is None else rank, text or str(count), article)

        def order(article: str, words: str, numbers: list[int]) -> Value:
            text = ", ".join(map(str, numbers)) or "nobody"
            return Value(article, words, numbers, text, self._article(article), ordering=True)

        scores = sorted(up.score for up in ups)
        needed = counts["C6"]
        following = criterion("C6")
        if not procedure.fewest:
            following = criterion("C6", needed > 1, "more than one" if needed > 1 else "none or one")
        return [
            criterion("C4"),
            criterion(
                "C5",
                [-score for score in scores],
                ", ".join(score_text(score, 1) for score in scores) or "none",
            ),
            following,
            criterion("C7"),
            order("3.5.4", "set of upfloaters", [up.number for up in ups]),
            *(criterion(name) for name, _ in procedure.costs),
            criterion(procedure.opponents),
            order("3.6.3", "identifier", [pair[side].number for side in (0, 1) for pair in bracket.pairs]),
        ]
