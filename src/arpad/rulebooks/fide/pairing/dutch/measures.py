"""How much of each criterion a bracket's pairing has, in descending priority: C.04.3 of 2026 (2.3, 2.4).

For the edition of 2017, ``measures_2017.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.common.players import DOWN, UP, Player, shown
from arpad.rulebooks.fide.pairing.dutch.brackets import WHITE_BLACK, Solved
from arpad.rulebooks.fide.pairing.dutch.costs import bare_facts, colour_faults
from arpad.rulebooks.fide.pairing.dutch.criteria import Criterion

MEANINGS = {
    "C6": "downfloaters",
    "C7": "moved-down players who float again, from {score}",
    "C8": "downfloaters of the next bracket",
    "C8s": "downfloaters of the next bracket, from {score}",
    "C9": "unplayed games of who gets the bye",
    "C10": "pairs in which somebody's colour difference exceeds 2",
    "C11": "pairs in which somebody has the same colour a third time",
    "C12": "players without the colour they prefer",
    "C13": "players without the colour they strongly prefer",
    "C14": "residents who float down and did so a round ago",
    "C15": "opponents of moved-down players who floated up a round ago",
    "C16": "residents who float down and did so two rounds ago",
    "C17": "opponents of moved-down players who floated up two rounds ago",
    "C18": "moved-down players from {score} who float again and floated down a round ago",
    "C19": "opponents of moved-down players from {score} who floated up a round ago",
    "C20": "moved-down players from {score} who float again and floated down two rounds ago",
    "C21": "opponents of moved-down players from {score} who floated up two rounds ago",
}


class Measure(NamedTuple):
    """How much of a criterion a pairing has; less is better.

    Args:
        article: the criterion's name in the text.
        words: what is measured.
        value: a count; or scores in units of the state, the largest first, which compare one by one.
        unit: how much a point is in the scores' units.
    """

    article: str
    words: str
    value: int | tuple[int, ...]
    unit: int = 1

    @property
    def said(self) -> str:
        """The value as people write it."""
        if isinstance(self.value, int):
            return str(self.value)
        return ", ".join(shown(one, self.unit) for one in self.value if one) or "none"


class Difference(NamedTuple):
    """Where one pairing is worse than another first.

    Args:
        article: the criterion.
        words: what it measures.
        worse: how much of that the worse one has.
        better: how much the better one has.
    """

    article: str
    words: str
    worse: str
    better: str

    @property
    def said(self) -> str:
        """The difference in words."""
        return f"{self.words}: {self.worse} instead of {self.better}"


def first_difference(better: Sequence[Measure], worse: Sequence[Measure]) -> Difference | None:
    """Return at which criterion two pairings of one bracket differ first, None if at none."""
    known = {(one.article, one.words): one for one in better}
    for one in worse:
        mine = known.get((one.article, one.words))
        nothing = 0 if isinstance(one.value, int) else ()
        if one.value != (mine.value if mine else nothing):
            there = mine or one._replace(value=nothing)
            return Difference(one.article, one.words, one.said, there.said)
    return None


def faults_of(one: Player, two: Player) -> int:
    """Return which of C10 to C13 (in 2017 C.8 to C.11) a pair violates, as bits 1, 2, 4, 8."""
    both = (one.colours, two.colours)
    facts = bare_facts([])._replace(
        preference=[WHITE_BLACK[c.preference] for c in both],
        strength=[c.strength for c in both],
        difference=[abs(c.difference) for c in both],
        repeated=[WHITE_BLACK[c.repeated] for c in both],
    )
    return colour_faults(facts, 0, 1)


def vector(solved: Solved) -> list[tuple[Criterion, int]]:
    """Return how much of each criterion a bracket's pairing has, in descending priority."""
    bracket, mates = solved.bracket, solved.mates
    players = bracket.players
    found = dict(bracket.floats(mates))

    def add(article: str, level: int = 0, count: int = 1) -> None:
        found[Criterion(article, level)] = found.get(Criterion(article, level), 0) + count

    for u in solved.floaters:
        level = bracket.scores.index(players[u].score)
        for back, (resident, moved) in enumerate((("C14", "C18"), ("C16", "C20"))):
            if players[u].floats[back] == DOWN:
                add(moved if u < bracket.moved else resident, level if u < bracket.moved else 0)
        if solved.bye_alone:
            add("C9", count=players[u].unplayed)
    for u, v in solved.pairs:
        faults = faults_of(players[u], players[v])
        for at, article in enumerate(("C10", "C11", "C12", "C13")):
            if faults >> at & 1:
                add(article)
        if u < bracket.moved:
            for back, (count, gap) in enumerate((("C15", "C19"), ("C17", "C21"))):
                if players[v].floats[back] == UP:
                    add(count)
                    add(gap, bracket.scores.index(players[u].score))
    return [(one, found.get(one, 0)) for one in bracket.components]


def measures(solved: Solved, unit: int) -> list[Measure]:
    """Return what applies to a bracket: C8 where one follows, C9 where one floats, and to the bye.

    Args:
        solved: the bracket.
        unit: how much a point is in the scores' units.
    """
    bracket = solved.bracket
    told = []
    for one, count in vector(solved):
        if one.article == "C9" and not solved.bye_alone:
            continue
        if one.article in ("C8", "C8s") and bracket.near == bracket.size:
            continue
        scores = bracket.below if one.article == "C8s" else bracket.scores
        words = MEANINGS[one.article].format(score=shown(scores[one.level], unit))
        told.append(Measure(one.article.rstrip("s"), words, count, unit))
    return told
