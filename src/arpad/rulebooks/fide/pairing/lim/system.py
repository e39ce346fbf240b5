"""FIDE's Lim system (C.04.4.3, in force since 2026-02-01; its rules are those of 1999).

Scoregroups are paired from the top down to just above the median, from the lowest up to just below it, and
the median last. Floaters go towards the median. If it cannot be paired, pairings of its neighbours are undone
(2.6). What happens in a scoregroup is in :mod:`arpad.rulebooks.fide.pairing.lim.groups`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar

from arpad.core import Edition, Explanation
from arpad.rulebooks.fide.pairing.common.colours import other
from arpad.rulebooks.fide.pairing.common.players import LEVEL, State, shown, state_of
from arpad.rulebooks.fide.pairing.lim.groups import ARTICLE, Floater, Group, Scoregroup
from arpad.rulebooks.fide.pairing.lim.players import DOWN, UP, Direction, Field, Member, Reach, Rules
from arpad.rulebooks.fide.pairing.teams.brackets import blocked
from arpad.tournament.model import Bye, Colour, Pairing, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound, Paired

OF_2026 = Edition(date(2026, 2, 1), "C.04.4.3 of 2026-02-01")
Couple = tuple[Member, Member]


@dataclass(frozen=True)
class Lim:
    """C.04.4.3.

    Args:
        edition: its text.
        maxi: whether the tournament was declared a maxi-tournament, in which players are exchanged for colour
            only within 100 rating points (3.2.3, 3.8, 5.7). The text does not say when one is.
    """

    edition: Edition = OF_2026
    maxi: bool = False
    name: str = "fide-lim"

    EDITIONS: ClassVar[tuple[Edition, ...]] = (OF_2026,)

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the next round.

        Raises:
            NoLegalRound: not all can be paired within the limits (2.1).
            BadInput: a result is still to come.
        """
        state, procedure, members = self.prepared(tournament)
        done = procedure.pair(members)
        byes = [Bye(done.bye.number)] if done.bye else []
        byes += [Bye(number, result) for number, result in sorted(state.away.items())]
        boards = sorted(
            done.boards, key=lambda board: (-board.scores[0], -board.scores[1], min(board.white, board.black))
        )
        pairings = tuple(Pairing(board.white, board.black) for board in boards)

        def explain() -> Explanation:
            from arpad.rulebooks.fide.pairing.lim.explanation import told

            return told(done, state.at, lambda score: shown(score, 2 * state.unit))

        return Paired(Round(pairings, tuple(byes)), explain)

    def why_not(self, tournament: Tournament, a: int, b: int) -> Explanation:
        """Return at which step two were paired otherwise, or what forbids the pair; ``b`` 0 is the bye.

        Raises:
            NoLegalRound: not all can be paired within the limits at all (2.1).
            BadInput: one of them is not to be paired, or a result is still to come.
        """
        from arpad.rulebooks.fide.pairing.lim.why_not import compare

        return compare(tournament, *self.prepared(tournament), a, b)

    def prepared(self, tournament: Tournament) -> tuple[State, LimRound, list[Member]]:
        """Return the state before the next round, its procedure, and its players."""
        state = state_of(tournament)
        forbidden: dict[int, set[int]] = {one.number: set(one.met) for one in state.players}
        for a, b in state.prohibited:
            if a in forbidden and b in forbidden:
                forbidden[a].add(b)
                forbidden[b].add(a)
        members = []
        for one in state.players:
            line = tournament.history[one.number]
            played = bool(line) and bool(line[-1].opponent) and line[-1].result.played
            members.append(
                Member(
                    one.number,
                    one.place,
                    tournament.by_number[one.number].rating,
                    one.score,
                    one.colours.colours,
                    frozenset(forbidden[one.number]),
                    played and one.floats[0] != LEVEL,
                    one.may_bye,
                )
            )
        rules = Rules(bool(tournament.planned) and state.at >= tournament.planned, self.maxi, state.initial)
        win = int(tournament.points.of(Result.WIN) * state.unit)
        return state, LimRound(rules, (state.at - 1) * win, Field(members, rules)), members


@dataclass(frozen=True)
class Board:
    """A pair with its colours.

    Args:
        white: the number of who has White.
        black: of who has Black.
        scores: of both, the higher first.
        article: that gives the colours.
    """

    white: int
    black: int
    scores: tuple[int, int]
    article: str


@dataclass(frozen=True)
class Stage:
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
    group: Group
    scoregroup: Scoregroup = field(compare=False)
    undone: tuple[tuple[Couple, str], ...] = ()


@dataclass
class Done:
    """A round that is paired.

    Args:
        bye: who has the bye.
        boards: the pairs.
        stages: the scoregroups in the order in which they were paired.
    """

    bye: Member | None = None
    boards: list[Board] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)


@dataclass(frozen=True)
class LimRound:
    """The procedure of a round (2.2).

    Args:
        rules: the round's.
        middle: twice the median's score: the points of as many wins as rounds were played.
        reach: what can still be paired.
    """

    rules: Rules
    middle: int
    reach: Reach

    def pair(self, members: Sequence[Member]) -> Done:
        """Pair the round.

        Raises:
            NoLegalRound: not all can be paired.
        """
        done = Done(self.bye(members))
        rest = [one for one in members if one is not done.bye]
        if 2 * self.reach.pairs(rest) < len(rest):
            raise self._no_round(members)
        groups: dict[int, list[Member]] = {}
        for one in rest:
            groups.setdefault(2 * one.score, []).append(one)
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
        order = sorted(members, key=lambda one: (one.rating if first else one.score, -one.number))
        for one in order:
            if one.may_bye and self.reach.without(members, one, len(members) // 2):
                return one
        raise self._no_round(members)

    def board(self, pair: Couple, *, upper: bool) -> Board:
        """Return the pair's colours (5).

        Args:
            pair: two players.
            upper: whether they were paired in the median or above it (5.4).
        """
        one, two = sorted(pair, key=lambda member: member.number)
        colour, article = self.colour(one, two, upper=upper)
        white, black = (one, two) if colour == "w" else (two, one)
        low, high = sorted((one.score, two.score))
        return Board(white.number, black.number, (high, low), article)

    def colour(self, one: Member, two: Member, *, upper: bool) -> tuple[Colour, str]:
        """Return the colour of the higher numbered of two, and the article that gives it."""
        allowed = [c for c in ("w", "b") if one.may_have(c) and two.may_have(other(c))]
        if len(allowed) == 1:
            return ("w" if allowed[0] == "w" else "b"), "5.3"
        if not one.colours and not two.colours:
            return (self.rules.initial if one.place % 2 else other(self.rules.initial)), "7.2"
        if one.due != two.due:
            return one.due or other(two.due), "5.1"
        # Rounds without a game are as if they stood before all others (C.04.2, 3.4).
        for mine, his in zip(reversed(one.colours), reversed(two.colours), strict=False):
            if mine != his:
                return ("b" if mine == "w" else "w"), "5.4"
        return (one.due if upper else other(two.due)), "5.4"

    def _side(
        self, groups: dict[int, list[Member]], scores: Sequence[int], direction: Direction, done: Done
    ) -> tuple[list[Couple], list[Member]]:
        """Pair the scoregroups on one side of the median; return the pairs and who floats into the median."""
        made: list[Couple] = []
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
            made.extend(group.pairs)
            floating = group.floaters
            way = "paired downward" if direction == DOWN else "paired upward"
            done.stages.append(Stage(score, way, group, scoregroup))
        return made, list(floating)

    def _median(
        self,
        residents: tuple[Member, ...],
        down: list[Member],
        up: list[Member],
        sides: tuple[list[Couple], list[Couple]],
        done: Done,
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
        incoming = (*map(Floater, down), *(Floater(one, ahead=False) for one in up))
        scoregroup = Scoregroup(self.rules, self.reach, residents, incoming)
        group = scoregroup.paired()
        if members:
            way = "the median, paired last"
            done.stages.append(Stage(self.middle, way, group, scoregroup, tuple(undone)))
        return group.pairs

    def _no_round(self, members: Sequence[Member]) -> NoLegalRound:
        players, text = blocked(members, self.rules.compatible)
        return NoLegalRound(
            f"not all can be paired within the limits of meetings, colours and byes: {text}",
            article=f"{ARTICLE}, 2.1",
            players=players,
            remedy="The arbiter decides which limit gives way.",
        )
