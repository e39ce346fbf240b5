"""A round of the Lim system (2.2): scoregroups towards the median, which is paired last.

What happens in a scoregroup is in :mod:`arpad.rulebooks.fide.pairing.lim.groups`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arpad.core import worded
from arpad.rulebooks.fide.pairing.common.colours import other
from arpad.rulebooks.fide.pairing.lim.groups import ARTICLE, Floater, PairedScoregroup, Scoregroup
from arpad.rulebooks.fide.pairing.lim.players import DOWN, UP, Direction, LimRules, Member, Reach
from arpad.rulebooks.fide.pairing.teams.brackets import blocked
from arpad.tournament.model import Colour
from arpad.tournament.system import NoLegalRound

Couple = tuple[Member, Member]

PAIRED = {DOWN: worded("paired downward"), UP: worded("paired upward")}
"""Directions in words."""


@dataclass(frozen=True)
class LimBoard:
    """A pair with its colours.

    Args:
        white: the number of the player who has White.
        black: of the player who has Black.
        scores: of both, the higher first.
        article: that gives the colours.
    """

    white: int
    black: int
    scores: tuple[int, int]
    article: str


@dataclass(frozen=True)
class LimStage:
    """A scoregroup when its turn came (2.2).

    Args:
        score: twice that of its residents.
        way: its direction, in words.
        group: its pairs and floaters.
        scoregroup: who was in it.
        undone: pairs of the neighbours undone before it, with the article (2.6).
    """

    score: int
    way: str
    group: PairedScoregroup
    scoregroup: Scoregroup = field(compare=False)
    undone: tuple[tuple[Couple, str], ...] = ()


@dataclass
class LimPairedRound:
    """A round that is paired.

    Args:
        bye: who has the bye.
        boards: the pairs.
        stages: the scoregroups in the order in which they were paired.
    """

    bye: Member | None = None
    boards: list[LimBoard] = field(default_factory=list)
    stages: list[LimStage] = field(default_factory=list)


@dataclass(frozen=True)
class LimRound:
    """The procedure of a round (2.2).

    Args:
        rules: the round's.
        middle: twice the median's score: the points of as many wins as rounds were played.
        reach: what can still be paired.
    """

    rules: LimRules
    middle: int
    reach: Reach

    def pair(self, members: Sequence[Member]) -> LimPairedRound:
        """Pair the round.

        Raises:
            NoLegalRound: not all can be paired.
        """
        done = LimPairedRound(self.bye(members))
        rest = [member for member in members if member is not done.bye]
        if 2 * self.reach.pairs(rest) < len(rest):
            raise self._no_round(members)
        groups: dict[int, list[Member]] = {}
        for member in rest:
            groups.setdefault(2 * member.score, []).append(member)
        above = sorted((score for score in groups if score > self.middle), reverse=True)
        below = sorted(score for score in groups if score < self.middle)
        high, down = self._side(groups, above, DOWN, done)
        low, up = self._side(groups, below, UP, done)
        middle = self._median(tuple(groups.get(self.middle, ())), down, up, (high, low), done)
        for pairs, upper in ((high, True), (low, False), (middle, True)):
            done.boards.extend(self.board(pair, upper=upper) for pair in pairs)
        return done

    def bye(self, members: Sequence[Member]) -> Member | None:
        """Return who gets the bye (1.1; 7.1 in the first round); nobody if the number is even.

        Raises:
            NoLegalRound: it cannot be given so that all others can be paired.
        """
        if len(members) % 2 == 0:
            return None
        first = not self.middle
        order = sorted(members, key=lambda member: (member.rating if first else member.score, -member.number))
        for member in order:
            if member.may_bye and self.reach.without(members, member, len(members) // 2):
                return member
        raise self._no_round(members)

    def board(self, pair: Couple, *, upper: bool) -> LimBoard:
        """Return the pair's colours (5).

        Args:
            pair: two players.
            upper: whether they were paired in the median or above it (5.4).
        """
        higher, lower = sorted(pair, key=lambda member: member.number)
        colour, article = self.colour(higher, lower, upper=upper)
        white, black = (higher, lower) if colour == "w" else (lower, higher)
        low, high = sorted((higher.score, lower.score))
        return LimBoard(white.number, black.number, (high, low), article)

    def colour(self, higher: Member, lower: Member, *, upper: bool) -> tuple[Colour, str]:
        """Return the colour of the higher numbered of two, and the article that gives it."""
        allowed = [c for c in ("w", "b") if higher.may_have(c) and lower.may_have(other(c))]
        if len(allowed) == 1:
            return ("w" if allowed[0] == "w" else "b"), "5.3"
        if not higher.colours and not lower.colours:
            return (self.rules.initial if higher.place % 2 else other(self.rules.initial)), "7.2"
        if higher.due != lower.due:
            return higher.due or other(lower.due), "5.1"
        # Rounds without a game are as if they stood before all others (C.04.2, 3.4).
        for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
            if mine != theirs:
                return ("b" if mine == "w" else "w"), "5.4"
        return (higher.due if upper else other(lower.due)), "5.4"

    def _side(
        self,
        groups: dict[int, list[Member]],
        scores: Sequence[int],
        direction: Direction,
        done: LimPairedRound,
    ) -> tuple[list[Couple], list[Member]]:
        """Pair the scoregroups on one side of the median; return the pairs and who floats into the median."""
        pairs: list[Couple] = []
        floating: tuple[Member, ...] = ()
        for at, score in enumerate(scores):
            beyond = scores[at + 1] if at + 1 < len(scores) else self.middle
            scoregroup = Scoregroup(
                self.rules,
                self.reach,
                tuple(groups[score]),
                tuple(map(Floater, floating)),
                tuple(groups.get(beyond, ())),
                direction,
            )
            group = scoregroup.paired()
            pairs.extend(group.pairs)
            floating = group.floaters
            way = PAIRED[direction]
            done.stages.append(LimStage(score, way, group, scoregroup))
        return pairs, list(floating)

    def _median(
        self,
        residents: tuple[Member, ...],
        down: list[Member],
        up: list[Member],
        sides: tuple[list[Couple], list[Couple]],
        done: LimPairedRound,
    ) -> tuple[Couple, ...]:
        """Pair the median; while it cannot be paired, undo the latest pairing of a side (2.6)."""
        high, low = sides
        undone: list[tuple[Couple, str]] = []
        while True:
            members = [*residents, *down, *up]
            if 2 * self.reach.pairs(members) == len(members):
                break
            lower = bool(low) and (len(down) > len(up) or not high)
            pair = low.pop() if lower else high.pop()
            (up if lower else down).extend(pair)
            undone.append((pair, "2.6.1" if lower else "2.6.2"))
        incoming = (*map(Floater, down), *(Floater(member, ahead=False) for member in up))
        scoregroup = Scoregroup(self.rules, self.reach, residents, incoming)
        group = scoregroup.paired()
        if members:
            way = worded("the median, paired last")
            done.stages.append(LimStage(self.middle, way, group, scoregroup, tuple(undone)))
        return group.pairs

    def _no_round(self, members: Sequence[Member]) -> NoLegalRound:
        players, text = blocked(members, self.rules.compatible)
        return NoLegalRound(
            worded(
                "not all can be paired within the limits of meetings, colours and byes: {text}", text=text
            ),
            article=f"{ARTICLE}, 2.1",
            players=players,
            remedy="The arbiter decides which limit gives way.",
        )
