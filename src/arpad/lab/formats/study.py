"""Many tournaments of each format over the same fields and luck, and what their rankings are worth."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from arpad.compiled.specialising import specialise
from arpad.core import BadInput
from arpad.core.waiting import shared
from arpad.lab.formats.catalogue import Format
from arpad.lab.formats.fields import Drawn, Floats, SimulatedField
from arpad.lab.formats.games import SimulatedGames, TournamentRecord, Work
from arpad.lab.formats.judgement import TournamentFigures, judge, places
from arpad.ratings.draws import fraction
from arpad.ratings.elo.curves import logistic

AT_ONCE = 1 << 22
"""Lucky numbers drawn at once: 32 MB for each of the processor's cores."""

MOST_TOURNAMENTS = 1_000_000

Z95 = 1.959963984540054
"""Half the width of a 95 % interval, in standard errors."""


class MeanFigure(NamedTuple):
    """A mean over the simulated tournaments.

    Args:
        mean: of the tournaments.
        low: the lower bound of its 95 % interval.
        high: the upper one.
    """

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Floats) -> MeanFigure:
        """Return the mean of independent values, with its interval."""
        mean = float(values.mean())
        half = Z95 * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf
        return cls(mean, mean - half, mean + half)


@dataclass(frozen=True)
class FormatWorth:
    """What a format is worth.

    Args:
        format: what was played.
        figures: by the names of :class:`TournamentFigures`.
        judged: the figures of each tournament, in the same order for every format.
    """

    format: Format
    figures: dict[str, MeanFigure]
    judged: TournamentFigures

    def as_json(self) -> dict[str, Any]:
        """Return the format, its settings and its figures as a document."""
        return {
            "format": self.format.name,
            "label": self.format.label,
            "settings": dataclasses.asdict(self.format),
            **{name: figure._asdict() for name, figure in self.figures.items()},
        }


@dataclass(frozen=True)
class FormatStudy:
    """What some formats are worth for the same field.

    Args:
        field: who played.
        formats: in the order in which they were given.
        tournaments: simulated, of each format.
        top: how many of the first are compared with the strongest.
        seed: of all that was drawn.
        scale: of the curve, in rating points.
        draws: of the draw model.
    """

    field: SimulatedField
    formats: tuple[FormatWorth, ...]
    tournaments: int
    top: int
    seed: int
    scale: float
    draws: float

    def as_json(self) -> dict[str, Any]:
        """Return the whole study as a document."""
        return {
            "players": self.field.players,
            "spread": None if self.field.strengths else self.field.spread,
            "strengths": self.field.strengths and list(self.field.strengths),
            "noise": self.field.noise,
            "tournaments": self.tournaments,
            "top": self.top,
            "seed": self.seed,
            "scale": self.scale,
            "draws": self.draws,
            "formats": [worth.as_json() for worth in self.formats],
        }

    def difference(self, measure: str, index: int, other: int) -> MeanFigure:
        """Return how much more a measure is in one format than in another, by the same fields and luck.

        Args:
            measure: a name of :class:`TournamentFigures`.
            index: the place of a format in ``formats``.
            other: of another.
        """
        first, second = (getattr(self.formats[at].judged, measure) for at in (index, other))
        return MeanFigure.of(first - second)


def format_study(
    field: SimulatedField,
    formats: Sequence[Format],
    *,
    tournaments: int = 10_000,
    top: int | None = None,
    seed: int = 1,
    scale: float = 400.0,
    draws: float = 0.0,
    curve: Callable[[float, float], tuple[float, float]] = logistic,
) -> FormatStudy:
    """Simulate tournaments and return what their rankings are worth.

    The same seed gives the same figures, on any number of cores.

    Args:
        field: who plays.
        formats: what is played.
        tournaments: how many of each format.
        top: how many of the first are compared with the strongest; if not given an eighth of the players, at
            least three.
        seed: of all that is drawn.
        scale: of the curve, in rating points.
        draws: d of the draw model 4dE(1 − E): 0 for none, ½ for a draw every other time between equals.
        curve: of the expected score.

    Raises:
        BadInput: a format cannot take so many players, or a number is out of its range.
    """
    if not 1 <= tournaments <= MOST_TOURNAMENTS:
        raise BadInput(f"{tournaments} tournaments cannot be simulated; give 1 to {MOST_TOURNAMENTS:,}")
    if not 0.0 <= draws <= 0.5:
        raise BadInput(f"draws is {draws:g}; it must be a number from 0 to 0.5")
    if not 0.0 < scale < math.inf:
        raise BadInput(f"scale is {scale:g}; it must be a number of rating points above 0")
    if not formats:
        raise BadInput("no format is given")
    for format_ in formats:
        format_.check(field.players)
    top = min(field.players, top if top is not None else max(3, field.players // 8))
    if top < 1:
        raise BadInput(f"top is {top}; it must be at least 1")
    run = _Run(field, tuple(formats), top, seed, scale, draws, curve, tournaments)
    judgements = run.all()
    return FormatStudy(
        field,
        tuple(
            FormatWorth(
                format_,
                {name: MeanFigure.of(getattr(judged, name)) for name in TournamentFigures._fields},
                judged,
            )
            for format_, judged in zip(formats, judgements, strict=True)
        ),
        tournaments,
        top,
        seed,
        scale,
        draws,
    )


@dataclass(frozen=True)
class _Run:
    """A study that is under way."""

    field: SimulatedField
    formats: tuple[Format, ...]
    top: int
    seed: int
    scale: float
    draws: float
    curve: Callable[[float, float], tuple[float, float]]
    tournaments: int

    def all(self) -> list[TournamentFigures]:
        """Return the figures of every tournament, by format."""
        players = self.field.players
        pair_games = max(format_.pair_games for format_ in self.formats)
        size = max(1, AT_ONCE // (pair_games * players**2))
        bounds = [(at, min(at + size, self.tournaments)) for at in range(0, self.tournaments, size)]
        effort = float(self.tournaments) * players * players
        parts = {"expected": self.curve, "outcomes": fraction}
        loops = [specialise(format_.loop, parts if format_.plays else {}, effort) for format_ in self.formats]
        judging = specialise(judge, {"expected": self.curve}, effort)

        def some(part: tuple[int, int]) -> list[TournamentFigures]:
            games, field, lots = self._drawn(*part, pair_games)
            judgements = []
            for format_, loop in zip(self.formats, loops, strict=True):
                record = TournamentRecord.empty(*field.strength.shape)
                work = Work.room(format_.start(field.rating), lots, field.rating)
                loop(games, record, work, *format_.arguments(players, self.field.noise, self.scale))
                judged = TournamentFigures.empty(len(field.strength))
                judging(games, record, places(record.keys), self.top, judged)
                judgements.append(judged)
            return judgements

        chunks = shared(some, bounds)
        return [
            TournamentFigures(
                *(np.concatenate(columns) for columns in zip(*(part[at] for part in chunks), strict=True))
            )
            for at in range(len(self.formats))
        ]

    def _drawn(self, begin: int, end: int, pair_games: int) -> tuple[SimulatedGames, Drawn, Floats]:
        """Draw fields, luck and lots of some of the tournaments, the same for every format."""
        lots = np.random.default_rng([self.seed, begin])
        players = self.field.players
        field = self.field.draw(end - begin, lots)
        luck = lots.random((end - begin, pair_games, players, players))
        draws = lots.random((end - begin, max(format_.lots for format_ in self.formats), players))
        return SimulatedGames(field.strength, luck, self.scale, self.draws), field, draws
