"""The Lim system by enumeration: C.04.4.3 as ``docs/pairing/fide-lim.md`` reads it, for fields of up to nine.

Shares nothing with the engine: it reads the tournament's lines, tries out what can be paired, and keeps a log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from arpad.tournament.model import Tournament
from arpad.tournament.results import Result


@dataclass(frozen=True)
class Turn:
    """Somebody was paired: from whom, and what each candidate was."""

    one: int
    opponent: int
    candidates: tuple[int, ...]
    compatible: frozenset[int]
    available: frozenset[int]
    suited: frozenset[int]
    floater: bool


@dataclass
class Stage:
    """A scoregroup when its turn came."""

    score: Fraction
    members: tuple[int, ...]
    floaters: list[int] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    undone: list[tuple[int, int]] = field(default_factory=list)


class LimReference:
    """The round after a tournament's last, by its numbers."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.at = tournament.played + 1
        away = tournament.absent(self.at)
        self.here = [number for number in tournament.by_number if number not in away]
        self.last = bool(tournament.planned) and self.at >= tournament.planned
        self.score = {number: self.points(number, self.at - 1) for number in self.here}
        self.stages: list[Stage] = []

    def points(self, number: int, rounds: int) -> Fraction:
        line = self.tournament.history[number][:rounds]
        won = sum((self.tournament.points.of(entry.result) for entry in line), Fraction(0))
        return won + self.tournament.acceleration(number, rounds + 1)

    def colours(self, number: int) -> str:
        return "".join(entry.colour for entry in self.tournament.history[number] if entry.result.played)

    def met(self, a: int, b: int) -> bool:
        return any(entry.opponent == b and entry.result.played for entry in self.tournament.history[a])

    def apart(self, a: int, b: int) -> bool:
        return (min(a, b), max(a, b)) in self.tournament.prohibited(self.at)

    def may_have(self, number: int, colour: str) -> bool:
        line = self.colours(number) + colour
        return line[-3:] != 3 * colour and abs(line.count("w") - line.count("b")) < 3

    def compatible(self, a: int, b: int) -> bool:
        """2.1, and 6."""
        if self.met(a, b) or self.apart(a, b):
            return False
        if self.last and self.score[a] == self.score[b]:
            return True
        return any(self.may_have(a, x) and self.may_have(b, y) for x, y in ("wb", "bw"))

    def due(self, number: int) -> str:
        line = self.colours(number)
        lead = line.count("w") - line.count("b")
        if lead:
            return "b" if lead > 0 else "w"
        return {"": "", "w": "b", "b": "w"}[line[-1:]]

    def suits(self, a: int, b: int) -> bool:
        return not self.due(a) or self.due(a) != self.due(b)

    def floated(self, number: int) -> bool:
        """Whether the previous round's opponent had another score."""
        if self.at == 1:
            return False
        entry = self.tournament.history[number][-1]
        if not entry.result.played:
            return False
        return self.points(number, self.at - 2) != self.points(entry.opponent, self.at - 2)

    def most(self, some: Sequence[int]) -> int:
        """How many pairs these can make."""
        if len(some) < 2:
            return 0
        first, *rest = some
        best = self.most(rest)
        for other in rest:
            if 2 * best >= len(some) - 1:
                break
            if self.compatible(first, other):
                best = max(best, 1 + self.most([one for one in rest if one != other]))
        return best

    def possible(self, some: Sequence[int]) -> bool:
        return 2 * self.most(some) == len(some)

    def may_bye(self, number: int) -> bool:
        points = self.tournament.points
        return not any(
            not entry.result.played
            and (
                entry.result in (Result.PAIRING_BYE, Result.FORFEIT_WIN)
                or points.of(entry.result) >= points.win
            )
            for entry in self.tournament.history[number]
        )

    def bye(self) -> int | None:
        """1.1 and 7.1; 0 if the number is even, None if it cannot be given."""
        if len(self.here) % 2 == 0:
            return 0
        rating = {number: self.tournament.by_number[number].rating for number in self.here}
        order = sorted(self.here, key=lambda n: (rating[n] if self.at == 1 else self.score[n], -n))
        for number in order:
            if self.may_bye(number) and self.possible([n for n in self.here if n != number]):
                return number
        return None

    def round(self) -> tuple[list[list[int]], int] | None:
        """Return the pairs and the bye; None if there is no round. Keeps the stages."""
        bye = self.bye()
        if bye is None or not self.possible([n for n in self.here if n != bye]):
            return None
        rest = [n for n in self.here if n != bye]
        middle = self.tournament.points.of(Result.WIN) * (self.at - 1) / 2
        scores = sorted({self.score[n] for n in rest})
        made: dict[int, list[tuple[int, int]]] = {1: [], -1: []}
        into: dict[int, list[int]] = {1: [], -1: []}
        sides = ((1, [s for s in reversed(scores) if s > middle]), (-1, [s for s in scores if s < middle]))
        for way, side in sides:
            for place, score in enumerate(side):
                beyond = side[place + 1] if place + 1 < len(side) else middle
                group = [n for n in rest if self.score[n] == score]
                stage = self.stage(score, group, into[way], [n for n in rest if self.score[n] == beyond], way)
                into[way] = stage.floaters
                made[way] += [(turn.one, turn.opponent) for turn in stage.turns]
        residents = [n for n in rest if self.score[n] == middle]
        undone = []
        while not self.possible([*residents, *into[1], *into[-1]]):
            # 2.6: of the side from which more float, the latest.
            way = -1 if made[-1] and (len(into[1]) > len(into[-1]) or not made[1]) else 1
            pair = made[way].pop()
            undone.append(pair)
            into[way] = [*into[way], *pair]
        if residents or into[1] or into[-1]:
            stage = self.stage(middle, residents, into[1], [], 1, behind=into[-1])
            stage.undone = undone
            made[1] += [(turn.one, turn.opponent) for turn in stage.turns]
        return sorted(sorted(pair) for pair in (*made[1], *made[-1])), bye

    def stage(
        self,
        score: Fraction,
        residents: Sequence[int],
        incoming: Sequence[int],
        adjacent: Sequence[int],
        way: int,
        behind: Sequence[int] = (),
    ) -> Stage:
        """Pair a scoregroup (2.3, 3, 4, 5.2)."""
        stage = Stage(score, (*incoming, *behind, *residents))
        self.stages.append(stage)
        stay = list(stage.members)
        pairs = self.most(stay)
        while len(stay) > 2 * pairs:
            one = next(
                n
                for n in self.order(stay, stage.floaters, incoming, adjacent, way)
                if self.most([x for x in stay if x != n]) == pairs
            )
            stage.floaters.append(one)
            stay.remove(one)
        first = sorted(incoming, key=lambda n: (-way * self.score[n], way * n))
        first += sorted(behind, key=lambda n: (-way * self.score[n], way * n), reverse=True)
        while stay:
            order = sorted(stay, key=lambda n: way * n)
            floater = next((n for n in first if n in stay), 0)
            one = floater or order[0]
            half = len(order) // 2
            candidates = [*order[half:], *reversed(order[1:half])]
            if floater:
                candidates = [n for n in order if n != one]
            compatible = [n for n in candidates if self.compatible(one, n)]
            available = [n for n in compatible if self.possible([x for x in stay if x not in (one, n)])]
            suited = [n for n in available if self.suits(one, n)]
            opponent = (suited or available)[0]
            stage.turns.append(
                Turn(
                    one,
                    opponent,
                    tuple(candidates),
                    frozenset(compatible),
                    frozenset(available),
                    frozenset(n for n in candidates if self.suits(one, n)),
                    bool(floater),
                )
            )
            stay = [n for n in stay if n not in (one, opponent)]
        return stage

    def order(
        self,
        stay: Sequence[int],
        chosen: Sequence[int],
        incoming: Sequence[int],
        adjacent: Sequence[int],
        way: int,
    ) -> list[int]:
        """Article 3: type, floated before, the colour that more are due, the number."""
        lead = sum({"w": 1, "b": -1, "": 0}[self.due(n)] for n in stay)
        many = "w" if lead > 0 else "b" if lead < 0 else None

        def ahead(n: int) -> list[int]:
            mine = (-way * self.score[n], way * n)
            return [x for x in chosen if (-way * self.score[x], way * x) < mine]

        def kind(n: int) -> int:
            finds = self.placed([*ahead(n), n], adjacent) > self.placed(ahead(n), adjacent)
            return {(False, True): 0, (False, False): 1, (True, True): 2, (True, False): 3}[
                n in incoming, finds
            ]

        return sorted(stay, key=lambda n: (kind(n), self.floated(n), self.due(n) != many, -way * n))

    def placed(self, some: Sequence[int], opponents: Iterable[int]) -> int:
        """How many of these can have an opponent each."""
        if not some:
            return 0
        first, *rest = some
        best = self.placed(rest, opponents)
        for other in opponents:
            if self.compatible(first, other):
                best = max(best, 1 + self.placed(rest, [n for n in opponents if n != other]))
        return best


class Together(LimReference):
    """The same when two may meet each other only; the second 0 is the bye."""

    def __init__(self, tournament: Tournament, a: int, b: int) -> None:
        super().__init__(tournament)
        self.pair = {a, b} - {0}

    def compatible(self, a: int, b: int) -> bool:
        return ({a, b} == self.pair or not {a, b} & self.pair) and super().compatible(a, b)

    def may_bye(self, number: int) -> bool:
        return super().may_bye(number) and (
            number not in self.pair if len(self.pair) == 2 else number in self.pair
        )
