"""PAPP's penalties: what every pair costs, and the bye.

Every pair has a penalty, for the one player having Black and for the other having it; the lesser of the two
is the pair's. Its parts, with PAPP's numbers as it is handed out, each a setting:

- colours: by how much more often each will have had one colour, and who has the same again;
- floats: by the gap in score; more for floating the same way again, less for floating back after a loss to
  a higher score or a win against a lower score;
- repeats: a second meeting, a second bye (a round without a game counts as one);
- chauvinism: two of a country;
- elitism: a gap costs more at the top than at the bottom, and more so towards the end.

The bye is a player whose score is half a point below the lowest.

Source: T. Bousch, E. Lazard, S. Nicolet, PAPP 1.37: its manual, its configuration and its program. Where they
differ: chauvinism is in force in all rounds, as the configuration has it, and not in the first alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from arpad.core import BadInput
from arpad.rulebooks.othello.pairing import same_federation
from arpad.tournament.model import Entry
from arpad.tournament.results import Result
from arpad.tournament.weighted import Bools, CostTerm, Ints, PairingField, SystemSettings

SOURCE = "PAPP 1.37, penalties"
MOST = 10_000_000
"""The greatest penalty, and the most that a pair can cost: what PAPP calls infinite."""

GAPS = (
    "20000,40588,62785,87119,114041,143998,177453,214908,256910,304062,357037,416582,483534,558828,643514,"
    "738767,845906,966413,1101949,1254381,1425805,1618578,1835345,2079081"
)


@lru_cache(maxsize=64)
def table(words: str, name: str) -> tuple[int, ...]:
    """Return a table of penalties given as text: 0, then one number after the other.

    Raises:
        BadInput: it holds something else than whole numbers up to :data:`MOST`, or they fall though they
            may not.
    """
    try:
        penalties = (0, *(int(word) for word in words.split(",") if word.strip()))
    except ValueError:
        raise BadInput(f"{name} cannot be {words!r}", remedy="Expected whole numbers: 20,105,225.") from None
    falls = name != "elitism" and any(later < earlier for earlier, later in pairwise(penalties))
    if falls or len(penalties) == 1 or min(penalties) < 0 or max(penalties) > MOST:
        raise BadInput(f"{name} cannot be {words!r}", remedy=f"From 0 to {MOST}, without falling.")
    return penalties


@dataclass(frozen=True)
class ChampionshipSettings(SystemSettings):
    """PAPP's penalties. Tables go on with their last number.

    Args:
        differences: for each player by how much more often the player will have had one colour: once, twice…
        colour_again: for each who has the same colour as in the round before.
        gaps: by the gap in score: ½, 1, 1½…
        float_again: for each who floats the same way as in the player's last game.
        float_back: taken off for each who floats back, having lost above or won below in the round before.
        same_colours: for two who met with the same colours.
        other_colours: for two who met with the others.
        bye_again: for the bye's player, for each round without a game.
        at_once: more, if the meeting or the bye was in the round before.
        federation: for two of a federation.
        federation_rounds: the last round of that; 0 for all.
        elitism: times both scores, times the gap, all in half-points, halved: by the round.
        rematches: ``never``, or ``avoid``: PAPP's penalties alone.
    """

    differences: str = "20,105,225,530,1075"
    colour_again: int = field(default=15, metadata={"low": 0, "high": MOST})
    gaps: str = GAPS
    float_again: int = field(default=25, metadata={"low": 0, "high": MOST})
    float_back: int = field(default=10, metadata={"low": 0, "high": MOST})
    same_colours: int = field(default=MOST, metadata={"low": 0, "high": MOST})
    other_colours: int = field(default=5_000_000, metadata={"low": 0, "high": MOST})
    bye_again: int = field(default=MOST, metadata={"low": 0, "high": MOST})
    at_once: int = field(default=1, metadata={"low": 0, "high": MOST})
    federation: int = field(default=2, metadata={"low": 0, "high": MOST})
    federation_rounds: int = field(default=0, metadata={"low": 0})
    elitism: str = "100,100,100,200,200,300,300,300,300,400"
    rematches: str = field(default="never", metadata={"among": ("never", "avoid")})

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("differences", "gaps", "elitism"):
            table(getattr(self, name), name)
        least = table(self.gaps, "gaps")[1]
        if 2 * self.float_back > least:
            raise BadInput(
                f"float_back cannot be {self.float_back}", remedy=f"At most half of the least gap's {least}."
            )

    def chauvinist(self, at: int) -> bool:
        """Return whether two of a federation cost something in a round."""
        return not self.federation_rounds or at <= self.federation_rounds


@dataclass(frozen=True, eq=False)
class ChampionshipField(PairingField):
    """The participants, with the penalties and what they ask for."""

    settings: ChampionshipSettings

    def penalty(self, name: str, at: Ints) -> Ints:
        """Return a table's penalties; beyond its end the last one."""
        penalties = np.array(table(getattr(self.settings, name), name), dtype=np.int64)
        return np.asarray(penalties[np.minimum(at, len(penalties) - 1)])

    @cached_property
    def halves(self) -> Ints:
        """Scores in half-points."""
        return np.asarray(self.score * 2 // self.unit)

    @property
    def bye_score(self) -> int:
        """The bye's score in half-points: one below the lowest."""
        return int(self.halves.min()) - 1

    @cached_property
    def had_black(self) -> Ints:
        """Row by row, how often the one had Black against the other over the board."""
        counts = np.zeros((len(self), len(self)), dtype=np.int64)
        for round_ in self.tournament.rounds:
            for pair in round_.pairings:
                if not pair.white_result.played:
                    continue
                black, white = self.row.get(pair.black), self.row.get(pair.white)
                if black is not None and white is not None:
                    counts[black, white] += 1
        return counts

    @cached_property
    def met_last(self) -> Bools:
        """Row by row, whether two were paired in the round before."""
        return np.asarray(self.last_met() == self.round - 1) & (self.round > 1)

    @cached_property
    def last_colour(self) -> Ints:
        """+1 for Black in the round before, −1 for White, 0 for neither."""
        return self.colours[:, -1] if self.round > 1 else np.zeros(len(self), dtype=np.int64)

    @property
    def lines(self) -> list[tuple[Entry, ...]]:
        """The participants' rounds so far, row by row."""
        return [self.tournament.history[int(number)] for number in self.numbers]

    @cached_property
    def last_float(self) -> Ints:
        """By how many half-points a player stood above the opponent of the last game; +1 for the bye."""
        before = [self.tournament.scores(at) for at in range(self.tournament.played)]
        gaps = np.zeros(len(self), dtype=np.int64)
        for row, line in enumerate(self.lines):
            for entry, scores in zip(line, before, strict=True):
                if entry.opponent:
                    gaps[row] = int(2 * (scores[int(self.numbers[row])] - scores[entry.opponent]))
                elif entry.result is Result.PAIRING_BYE:
                    gaps[row] = 1
        return gaps

    @cached_property
    def floats_back(self) -> Bools:
        """Who lost above or won below in the round before; from the third round on."""
        if self.round < 3:
            return np.zeros(len(self), dtype=bool)
        gained = np.array([self._won(line[-1]) for line in self.lines], dtype=np.int64)
        lost_above = (self.last_float < 0) & (gained == 0)
        return np.asarray(lost_above | ((self.last_float > 0) & (gained == 2)))

    def _won(self, entry: Entry) -> int:
        """Return the half-points that a game brought; none without a game."""
        return int(2 * self.tournament.points.of(entry.result)) if entry.opponent else 0

    def black_first(self, i: Ints, j: Ints) -> tuple[Ints, Ints]:
        """Return the penalties of colours and repeats that go with the colours, if the former has Black."""
        its = self.settings
        colours = self.penalty("differences", np.abs(self.balance[i] + 1))
        colours += self.penalty("differences", np.abs(self.balance[j] - 1))
        again = (self.last_colour[i] == 1).astype(np.int64) + (self.last_colour[j] == -1)
        repeats = its.same_colours * self.had_black[i, j] + its.other_colours * self.had_black[j, i]
        return colours + its.colour_again * again, repeats + its.at_once * self.met_last[i, j]

    def corrected(self, rows: Ints, gap: Ints) -> Ints:
        """Return what players' last floats add or take off, who float down by a gap (up, if below 0)."""
        way = gap * self.last_float[rows]
        back = (way < 0) & self.floats_back[rows]
        return np.asarray(self.settings.float_again * (way > 0) - self.settings.float_back * back)


def _better(field: ChampionshipField, i: Ints, j: Ints, part: int) -> Ints:
    """Return a part of what goes with the colours, as the better colours have it."""
    forward, reverse = field.black_first(i, j), field.black_first(j, i)
    return np.where(forward[0] + forward[1] <= reverse[0] + reverse[1], forward[part], reverse[part])


def floats(field: ChampionshipField, i: Ints, j: Ints) -> Ints:
    """Return what the gap in score costs."""
    gap = field.halves[i] - field.halves[j]
    cost = field.penalty("gaps", np.abs(gap)) + field.corrected(i, gap) + field.corrected(j, -gap)
    return np.asarray(cost)


def floats_to_bye(field: ChampionshipField) -> Ints:
    """Return what the gap to the bye costs."""
    gap, rows = field.halves - field.bye_score, np.arange(len(field))
    return np.asarray(field.penalty("gaps", gap) + field.corrected(rows, gap))


def elitism(field: ChampionshipField, i: Ints, j: Ints) -> Ints:
    """Return what a gap costs by how high it is."""
    a, b = field.halves[i], field.halves[j]
    times = int(field.penalty("elitism", np.array([field.round]))[0])
    return np.asarray(times * (a + b) * np.abs(a - b) // 2)


def elitism_of_bye(field: ChampionshipField) -> Ints:
    """Return the same for the bye; nothing while its score is below 0."""
    a, b = field.halves, field.bye_score
    times = int(field.penalty("elitism", np.array([field.round]))[0])
    return np.asarray(times * (a + b) * (a - b) // 2) * (b >= 0)


def repeats_of_bye(field: ChampionshipField) -> Ints:
    """Return what rounds without a game cost, all that the bye's player costs held at :data:`MOST`."""
    without = [[not entry.opponent for entry in line] for line in field.lines]
    had = np.array([sum(line) for line in without], dtype=np.int64)
    last = np.array([bool(line and line[-1]) for line in without], dtype=np.int64)
    others = colours_of_bye(field) + floats_to_bye(field) + elitism_of_bye(field)
    return _held(field.settings.bye_again * had + field.settings.at_once * last, others)


def _held(repeats: Ints, others: Ints) -> Ints:
    return np.minimum(repeats, np.maximum(MOST - others, 0))


def colours(field: ChampionshipField, i: Ints, j: Ints) -> Ints:
    """Return what the better colours cost."""
    return _better(field, i, j, 0)


def colours_of_bye(field: ChampionshipField) -> Ints:
    """Return what it costs not to come nearer to as many games with either colour."""
    return field.penalty("differences", np.abs(field.balance))


def repeats(field: ChampionshipField, i: Ints, j: Ints) -> Ints:
    """Return what meeting again costs, all that the pair costs held at :data:`MOST`."""
    others = colours(field, i, j) + floats(field, i, j) + elitism(field, i, j)
    if field.settings.chauvinist(field.round):
        others += field.settings.federation * same_federation(field, i, j)
    return _held(_better(field, i, j, 1), others)


def no_repeats(field: ChampionshipField, i: Ints, j: Ints) -> Ints:
    """Return 0: where nobody may meet again, nobody who may meet has met."""
    return np.zeros(len(i), dtype=np.int64)


def terms(settings: ChampionshipSettings, at: int) -> tuple[CostTerm[ChampionshipField], ...]:
    """Return the parts of the sum in a round."""
    parts: list[CostTerm[ChampionshipField]] = [
        CostTerm("colours", 1, colours, colours_of_bye),
        CostTerm("floats", 1, floats, floats_to_bye),
        CostTerm("elitism", 1, elitism, elitism_of_bye),
        CostTerm("repeats", 1, repeats if settings.rematches == "avoid" else no_repeats, repeats_of_bye),
    ]
    if settings.chauvinist(at):
        parts.append(CostTerm("chauvinism", settings.federation, same_federation))
    return tuple(parts)
