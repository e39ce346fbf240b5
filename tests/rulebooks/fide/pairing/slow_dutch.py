"""The Dutch system done slowly: C.04.3 read literally, for fields of up to nine players.

Written from the articles alone, to compare an engine with. A bracket's candidates are generated one by one in
the order of article 4, each is judged by all criteria as one tuple, and the first of the best is taken. What the
articles ask of the players below (completion, the score of who gets the bye, the following bracket) is found by
trying everything. Here stands what the editions share, by the articles' numbers of 2026; what each has of its own
is in ``slow_dutch_2026`` and ``slow_dutch_2017``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

from arpad.tournament.model import Entry, Tournament
from arpad.tournament.results import Result

Numbers = tuple[int, ...]
"""Players by their numbers, ranked by 1.2."""

Pairs = tuple[tuple[int, int], ...]
"""Who meets whom, the higher ranked first."""

NO_BYE = Fraction(-1)
"""The score of nobody."""


class Candidate(NamedTuple):
    """The pairing of a bracket: its pairs, and who goes down (3.3)."""

    pairs: Pairs
    floaters: Numbers


@dataclass(frozen=True)
class Bracket:
    """A bracket (1.3), and the scoregroups under it."""

    movers: Numbers
    residents: Numbers
    below: tuple[Numbers, ...]

    @property
    def players(self) -> Numbers:
        return self.movers + self.residents


@dataclass(frozen=True)
class Player:
    """What the articles ask about somebody before the round."""

    number: int
    tpn: int
    score: Fraction
    colours: str
    """Of the games played, the oldest first (C.04.2, 3.4)."""
    met: frozenset[int]
    floats: tuple[str, str]
    """``down``, ``up`` or none: in the previous round, and in the one before."""
    barred: bool
    """May not get the bye (C2)."""
    unplayed: int
    topscorer: bool

    @property
    def difference(self) -> int:
        """Article 1.6."""
        return self.colours.count("w") - self.colours.count("b")

    @cached_property
    def preference(self) -> tuple[str, str]:
        """Article 1.7: the colour, and how strong."""
        if not self.colours:
            return "", "none"
        if self.difference > 1 or (abs(self.difference) < 2 and self.colours.endswith("ww")):
            return "b", "absolute"
        if self.difference < -1 or self.colours.endswith("bb"):
            return "w", "absolute"
        if self.difference:
            return ("b" if self.difference > 0 else "w"), "strong"
        return other(self.colours[-1]), "mild"


STRENGTH = ("none", "mild", "strong", "absolute")


def other(colour: str) -> str:
    return {"w": "b", "b": "w"}[colour]


def exchanges(first: Numbers, second: Numbers) -> list[tuple[Numbers, Numbers]]:
    """Article 4.3, with no exchange at all in front: S1 and S2 after each exchange, ranked again."""
    bsn = {number: at for at, number in enumerate(first + second, 1)}
    found = []
    for size in range(min(len(first), len(second)) + 1):
        for down in combinations(first, size):
            for up in combinations(second, size):
                moved = sorted((bsn[one] for one in down), reverse=True)
                gained = sorted(bsn[one] for one in up)
                order = (size, sum(gained) - sum(moved), [-one for one in moved], gained)
                s1 = tuple(sorted((set(first) - set(down)) | set(up), key=bsn.__getitem__))
                s2 = tuple(sorted((set(second) - set(up)) | set(down), key=bsn.__getitem__))
                found.append((order, s1, s2))
    return [(s1, s2) for _, s1, s2 in sorted(found)]


class SlowDutch(ABC):
    """A round of at most nine players, by one edition."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.at = tournament.played + 1
        away = tournament.absent(self.at)
        here = [number for number in tournament.by_number if number not in away]
        self.forbidden = tournament.prohibited(self.at)
        tpn = self.pairing_numbers(here)
        self.player = {number: self.read(number, tpn[number]) for number in here}
        self.ranked = tuple(sorted(here, key=lambda one: (-self.player[one].score, one)))
        scores = sorted({player.score for player in self.player.values()}, reverse=True)
        self.groups = tuple(
            tuple(number for number in self.ranked if self.player[number].score == score) for score in scores
        )
        self.least_bye: Callable[[frozenset[int]], Fraction | None] = lru_cache(None)(self._least_bye)
        self.outcomes: Callable[[Bracket], tuple[Candidate, ...]] = lru_cache(None)(self._outcomes)
        self.following: Callable[[Numbers, tuple[Numbers, ...]], Any] = lru_cache(None)(self._following)

    # The players before the round.

    def pairing_numbers(self, here: Sequence[int]) -> dict[int, int]:
        """Number those who have come so far: a late entry has no TPN before (C.04.2, 2.3)."""
        come = set(here)
        for one in self.tournament.rounds:
            come.update(number for game in one.pairings for number in (game.white, game.black))
            come.update(bye.number for bye in one.byes if bye.result is Result.PAIRING_BYE)
        return {number: at for at, number in enumerate(sorted(come), 1)}

    def score(self, number: int, at: int) -> Fraction:
        """Somebody's score when a round is paired, accelerated points among it (C.04.7)."""
        won = self.tournament.scores(at - 1)[number]
        return won + self.tournament.acceleration(number, at)

    def read(self, number: int, tpn: int) -> Player:
        line = self.tournament.history[number]
        games = [entry for entry in line if entry.result.played]
        score = self.score(number, self.at)
        worth = self.tournament.points.of
        most = (self.at - 1) * max(worth(Result.WIN), worth(Result.DRAW))
        return Player(
            number,
            tpn,
            score,
            "".join(entry.colour for entry in games),
            frozenset(entry.opponent for entry in games),
            (self.float_of(number, self.at - 1), self.float_of(number, self.at - 2)),
            any(self.bars(entry) for entry in line),
            len(line) - len(games),
            self.at == self.tournament.planned and score * 2 > most,
        )

    def float_of(self, number: int, at: int) -> str:
        """Article 1.4."""
        if at < 1:
            return ""
        entry = self.tournament.history[number][at - 1]
        if not entry.result.played:
            return "down" if self.unplayed_floats(entry) else ""
        own, his = self.score(number, at), self.score(entry.opponent, at)
        return "down" if own > his else "up" if own < his else ""

    @abstractmethod
    def unplayed_floats(self, entry: Entry) -> bool:
        """Whether a round without a game is a downfloat."""

    @abstractmethod
    def bars(self, entry: Entry) -> bool:
        """Whether a round keeps somebody from the bye (C2)."""

    # The absolute criteria and completion.

    def may_meet(self, a: int, b: int) -> bool:
        """C1 and C3."""
        one, two = self.player[a], self.player[b]
        if b in one.met or (min(a, b), max(a, b)) in self.forbidden:
            return False
        if one.topscorer or two.topscorer:
            return True
        return one.preference != two.preference or one.preference[1] != "absolute"

    def _least_bye(self, players: frozenset[int]) -> Fraction | None:
        """The lowest score of who gets the bye if all these are paired; None if they cannot be (C4, C5)."""
        if not players:
            return NO_BYE
        top = min(players)
        rest = players - {top}
        free = [self.player[one].score for one in players if not self.player[one].barred]
        least = min(free, default=None) if len(players) % 2 else NO_BYE
        found: list[Fraction] = []
        if len(players) % 2 and not self.player[top].barred and self.least_bye(rest) is not None:
            found.append(self.player[top].score)
        for one in rest:
            if least in found:  # nothing can be less
                break
            if self.may_meet(top, one) and (score := self.least_bye(rest - {one})) is not None:
                found.append(score)
        return min(found, default=None)

    def left(self, floaters: Numbers, below: tuple[Numbers, ...]) -> Fraction | None:
        """The same for a bracket's downfloaters with everybody under it."""
        if not below and len(floaters) > 1:
            return None
        return self.least_bye(frozenset(floaters).union(*below))

    def _outcomes(self, bracket: Bracket) -> tuple[Candidate, ...]:
        """All pairings of a bracket, in no order; two moved-down players never meet in one (3.3.3)."""

        def some(players: Numbers) -> Iterator[Candidate]:
            if not players:
                yield Candidate((), ())
                return
            top, rest = players[0], players[1:]
            for pairs, floaters in some(rest):
                yield Candidate(pairs, (top, *floaters))
            for one in rest:
                if self.may_meet(top, one) and one in bracket.residents:
                    for pairs, floaters in some(tuple(x for x in rest if x != one)):
                        yield Candidate(((top, one), *pairs), floaters)

        return tuple(some(bracket.players))

    # A bracket.

    def candidates(self, bracket: Bracket, sets: Sequence[Numbers], pairs: int) -> Iterator[Candidate]:
        """Articles 3.3, 3.6 and 3.7: the candidates with so many pairs, for these sets of MDPs in turn."""
        for s1 in sets:
            limbo = tuple(one for one in bracket.movers if one not in s1)
            for opponents in permutations(bracket.residents, len(s1)):
                moved = tuple(zip(s1, opponents, strict=True))
                if not all(self.may_meet(*pair) for pair in moved):
                    continue
                remainder = tuple(one for one in bracket.residents if one not in opponents)
                for inner, floaters in self.homogeneous(remainder, pairs - len(s1)):
                    yield Candidate(moved + inner, limbo + floaters)

    def homogeneous(self, players: Numbers, pairs: int) -> Iterator[Candidate]:
        """Article 3.6: a homogeneous bracket or a remainder."""
        for s1, s2 in exchanges(players[:pairs], players[pairs:]):
            for order in permutations(s2, len(s1)):
                made = tuple(zip(s1, order, strict=True))
                if all(self.may_meet(*pair) for pair in made):
                    ranked = tuple((a, b) if self.higher(a, b) == a else (b, a) for a, b in made)
                    yield Candidate(ranked, tuple(one for one in s2 if one not in order))

    def first_of_the_best(self, candidates: Iterator[Candidate], bracket: Bracket, ideal: Any) -> Candidate:
        """Articles 3.4 and 3.8. ``ideal``: what a perfect candidate has."""
        best: tuple[Any, Candidate] | None = None
        for candidate in candidates:
            if self.complies(candidate, bracket):
                judged = self.criteria(candidate, bracket)
                if best is None or judged < best[0]:
                    best = judged, candidate
                if judged == ideal:
                    break
        assert best is not None, "the articles leave no candidate"
        return best[1]

    @abstractmethod
    def complies(self, candidate: Candidate, bracket: Bracket) -> bool:
        """Whether a candidate's downfloaters do not breach an absolute criterion or completion."""

    @abstractmethod
    def criteria(self, candidate: Candidate, bracket: Bracket) -> Any:
        """The quality criteria in their order; less is better."""

    @abstractmethod
    def _following(self, floaters: Numbers, below: tuple[Numbers, ...]) -> Any:
        """What the following bracket can reach with these moved down to it (C8)."""

    @abstractmethod
    def pair_bracket(self, bracket: Bracket) -> Candidate:
        """Article 3."""

    def pairs(self) -> tuple[set[tuple[int, int]], int] | None:
        """White and Black of every game, and who gets the bye (0: nobody); None if there is no such round."""
        if self.least_bye(frozenset(self.ranked)) is None:
            return None
        made, floaters = self.brackets()
        return {self.colours(a, b) for a, b in made}, (floaters[0] if floaters else 0)

    def brackets(self) -> Candidate:
        """Article 1.9: from the top."""
        made: Pairs = ()
        floaters: Numbers = ()
        for at, group in enumerate(self.groups):
            pairs, floaters = self.pair_bracket(Bracket(floaters, group, self.groups[at + 1 :]))
            made += pairs
        return Candidate(made, floaters)

    # Colours, and the criteria about them.

    def higher(self, a: int, b: int) -> int:
        return min(a, b, key=self.ranked.index)

    def colours(self, a: int, b: int) -> tuple[int, int]:
        """Article 5.2: White and Black."""
        first = self.higher(a, b)
        second = b if first == a else a
        given = self.colour_of(self.player[first], self.player[second])
        return (first, second) if given == "w" else (second, first)

    def colour_of(self, first: Player, second: Player) -> str:
        """The colour of the higher ranked of two."""
        (colour, strong), (his, his_strong) = first.preference, second.preference
        if colour != his:  # 5.2.1
            return colour or other(his)
        if strong != his_strong:  # 5.2.2
            return colour if STRENGTH.index(strong) > STRENGTH.index(his_strong) else other(colour)
        if strong == "absolute" and abs(first.difference) != abs(second.difference):
            return colour if abs(first.difference) > abs(second.difference) else other(colour)
        for own, opposite in zip(reversed(first.colours), reversed(second.colours), strict=False):  # 5.2.3
            if own != opposite:
                return other(own)
        if colour:  # 5.2.4
            return colour
        initial = self.tournament.initial_colour  # 5.2.5
        return initial if first.tpn % 2 else other(initial)

    def colour_costs(self, pairs: Pairs) -> tuple[int, int, int, int]:
        """C10 to C13."""
        far = thrice = against = strongly = 0
        for pair in pairs:
            top = any(self.player[one].topscorer for one in pair)
            for number, colour in zip(self.colours(*pair), "wb", strict=True):
                player = self.player[number]
                wanted, strong = player.preference
                far += top and abs(player.difference + (1 if colour == "w" else -1)) > 2
                thrice += top and player.colours.endswith(colour * 2)
                against += bool(wanted) and wanted != colour
                strongly += strong == "strong" and wanted != colour
        return far, thrice, against, strongly

    def floated(self, number: int, way: str, back: int) -> bool:
        """Whether somebody had such a float in the previous round (1), or two rounds before (2)."""
        return self.player[number].floats[back - 1] == way

    def apart(self, a: int, b: int) -> Fraction:
        return abs(self.player[a].score - self.player[b].score)

    def scores(self, players: Numbers) -> tuple[Fraction, ...]:
        return descending(self.player[one].score for one in players)


def descending(values: Any) -> tuple[Fraction, ...]:
    return tuple(sorted(values, reverse=True))
