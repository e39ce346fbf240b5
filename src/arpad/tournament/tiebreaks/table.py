"""A tournament as tie-breaks see it: lines of rounds with their points, scores, and who is tied with whom."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar

from arpad.tournament.adjustments import brought, extra
from arpad.tournament.model import Entry, Tournament
from arpad.tournament.results import Result

Score = Literal["points", "mp", "gp"]
"""Which score: the points of players; match points or game points of teams."""

PREDETERMINED = ("round-robin", "robin", "berger", "varma", "scheveningen", "schiller", "groups")
"""Words in the names of systems whose pairings do not depend on results."""

T = TypeVar("T")


class ScoreLine(NamedTuple):
    """One round of a participant.

    Args:
        at: the round, from 1.
        entry: what the tournament has.
        points: what the round brought, of the score that is looked at.
        played: whether it counts as a game (match) played.
    """

    at: int
    entry: Entry
    points: Fraction
    played: bool

    @property
    def opponent(self) -> int:
        """The number of the scheduled opponent, 0 for none."""
        return self.entry.opponent

    @property
    def result(self) -> Result:
        """What the round brought."""
        return self.entry.result


@dataclass(frozen=True)
class ScoreTable:
    """A tournament, looked at by one of its scores. Games that are still to come are left out.

    Teams have two scores: match points by ``tournament.points``, and game points as the pairings have them
    (``Pairing.points``). The settings say the rest: ``primary`` (``mp`` or ``gp``), ``boards`` (how many a
    match has), ``unplayed_game_points`` (result → game points of a round without a match; if not given, a
    win's on every board for what is worth a win, half of it for what is worth a draw, else none) and
    ``board_points`` (round → team → points by board).

    Args:
        tournament: the tournament.
        score: which score.
        rules: what the tie-breaks of a rulebook ask beyond the tournament: an edition, say.
    """

    tournament: Tournament
    score: Score = "points"
    rules: Hashable = None

    @cached_property
    def _memo(self) -> dict[Hashable, Any]:
        return {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` gives, made only the first time."""
        if key not in self._memo:
            self._memo[key] = make()
        value: T = self._memo[key]
        return value

    def by(self, score: Score) -> ScoreTable:
        """Return the same by another score."""
        if score == self.score:
            return self
        other = self.once(("by", score), lambda: replace(self, score=score))
        other._memo.setdefault(("by", self.score), self)
        return other

    @cached_property
    def team(self) -> bool:
        """Whether the participants are teams with two scores."""
        return "boards" in self.tournament.settings

    @property
    def boards(self) -> int:
        """How many boards a match has; 1 for players."""
        return int(self.tournament.settings.get("boards", 1))

    @property
    def primary(self) -> Score:
        """The score that places are given by."""
        if not self.team:
            return "points"
        return "gp" if str(self.tournament.settings.get("primary", "mp")) == "gp" else "mp"

    @property
    def secondary(self) -> Score:
        """The other score of teams."""
        return "mp" if self.primary == "gp" else "gp"

    @cached_property
    def predetermined(self) -> bool:
        """Whether nobody's results decided whom to meet."""
        given = self.tournament.settings.get("predetermined")
        if given is not None:
            return bool(given)
        return any(word in self.tournament.system for word in PREDETERMINED)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Everybody, by number."""
        return tuple(self.tournament.by_number)

    @cached_property
    def rounds(self) -> int:
        """How many rounds have been played or given points for."""
        return max((line.at for lines in self.lines.values() for line in lines), default=0)

    @property
    def planned(self) -> int:
        """How many rounds there will be, as far as it has been said."""
        return max(self.tournament.planned, self.tournament.played)

    @cached_property
    def lines(self) -> Mapping[int, tuple[ScoreLine, ...]]:
        """Everybody's rounds, without those that are to come."""
        return {
            number: tuple(
                ScoreLine(at, entry, self._points(number, at, entry), entry.result.played)
                for at, entry in enumerate(entries, 1)
                if entry.result is not Result.PENDING
            )
            for number, entries in self.tournament.history.items()
        }

    @cached_property
    def scores(self) -> Mapping[int, Fraction]:
        """Everybody's points."""
        return {
            number: sum((line.points for line in lines), self.extra(number))
            for number, lines in self.lines.items()
        }

    def extra(self, number: int, first: int = 0, last: int | None = None) -> Fraction:
        """Return somebody's bonuses less penalties of some rounds, else of all; 0 has those of none."""
        if last is None:
            last = self.tournament.played
        return extra(self.tournament.adjustments, number, first, last, games=self.score == "gp")

    def running(self, number: int) -> Iterator[tuple[ScoreLine, Fraction]]:
        """Yield somebody's rounds with the score after each, what was set by hand included."""
        score = self.extra(number, 0, 0)
        for line in self.lines[number]:
            score += line.points + self.extra(number, line.at, line.at)
            yield line, score

    def games(self, number: int, forfeits: bool = False) -> Iterator[ScoreLine]:
        """Yield the games of a participant that were played, or with those that were forfeited."""
        for line in self.lines[number]:
            if line.played or (forfeits and line.opponent):
                yield line

    def worth(self, result: Result) -> Fraction:
        """Return what a result is worth; of game points, what it is worth on every board together."""
        if self.score != "gp":
            return self.tournament.points.of(result)
        given = self.tournament.settings.get("unplayed_game_points", {})
        if result in given:
            return Fraction(given[result])
        points = self.tournament.points
        worth = points.of(result)
        if worth >= points.win:
            return Fraction(self.boards)
        return Fraction(self.boards, 2) if 0 < points.draw <= worth else Fraction(0)

    def _points(self, number: int, at: int, entry: Entry) -> Fraction:
        worth = self._usual(entry)
        adjustments = self.tournament.adjustments
        if not adjustments:
            return worth
        return brought(adjustments, number, at, entry.result, worth, games=self.score == "gp")

    def _usual(self, entry: Entry) -> Fraction:
        if self.score == "gp" and entry.points is not None:
            return entry.points
        if self.tournament.points.per_point is not None:
            return self.tournament.points.gained(entry.result, entry.points)
        return self.worth(entry.result)

    def name(self, number: int) -> str:
        """Return a participant's number and name."""
        return self._names[number]

    @cached_property
    def _names(self) -> dict[int, str]:
        return {
            number: f"{number} {entrant.name}".rstrip()
            for number, entrant in self.tournament.by_number.items()
        }
