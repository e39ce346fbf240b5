"""The choice among readings: the likeliest is taken if it is clearly ahead, else both are asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arpad.record.columns.questions import Ambiguous
from arpad.record.columns.reading import ColumnReading
from arpad.record.columns.sample import Sample, Trial

CLEAR = 0.35
"""By how much the best reading has to be ahead of one that says something else, to be taken."""


def likeliest_first(trials: Iterable[Trial]) -> list[Trial]:
    """Return trials, the likeliest first; of equal ones, the one with fewer bad rows."""
    return sorted(trials, key=lambda trial: (-trial.likelihood, trial.bad))


def best_of(sample: Sample, trials: Sequence[Trial], file: str | None) -> ColumnReading:
    """Return the reading of the likeliest trial.

    Args:
        sample: the first rows.
        trials: the likeliest first; at least one.
        file: for the error.

    Raises:
        Ambiguous: two are equally good, and say something else of the games.
    """
    best, *others = trials
    others = [trial for trial in others if best.contradicts(trial)]
    close = [trial for trial in others if best.likelihood - trial.likelihood < CLEAR]
    if close:
        raise Ambiguous([best.columns, *(trial.columns for trial in close)], file)
    ahead = best.likelihood - others[0].likelihood if others else 1.0
    confidence = round(min(1.0, 0.5 + ahead / 2), 2)
    return ColumnReading(sample.needed(best.columns), confidence, [trial.columns for trial in others[:3]])
