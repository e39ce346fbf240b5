"""Which systems fit a record, and with which parameters: tuned on the first half, compared on the second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from arpad.core import ArpadError, BadInput, counted, progress
from arpad.core.interface import option
from arpad.lab.backtest.study import Candidate, CountingRules
from arpad.lab.forecasts.cutting import span_of
from arpad.lab.forecasts.walking import Pace, in_order
from arpad.lab.tuning.study import tune
from arpad.ratings.parameters import settings_of
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Record
from arpad.rulebooks.rating_catalogue import rating_system

Ranges = Mapping[str, tuple[float, float]]


class Proposal(NamedTuple):
    """A system that may fit a record, with the parameters that the record decides.

    Args:
        name: of the system.
        settings: its other parameters.
        free: parameter → the least and the greatest value.
        advantage: the parameter for White or the home side; empty where there is none.
        margin: whether it needs the points of both sides.
    """

    name: str
    settings: Mapping[str, str]
    free: Ranges
    advantage: str = ""
    margin: bool = False


PROPOSALS = (
    Proposal("elo", {}, {"k": (2.0, 120.0)}, "advantage"),
    Proposal("elo", {"margin": "log"}, {"k": (2.0, 120.0)}, "advantage", margin=True),
    Proposal("glicko", {}, {"deviation": (30.0, 350.0), "c": (0.5, 150.0)}, "advantage"),
    Proposal("glicko2", {}, {"deviation": (30.0, 350.0), "volatility": (0.001, 0.3)}, "advantage"),
    Proposal("stephenson", {}, {"deviation": (30.0, 350.0), "cval": (0.5, 150.0)}, "gamma"),
    Proposal("weng-lin", {}, {"beta": (1.0, 30.0), "tau": (0.002, 2.0)}),
)
"""The systems that are tuned where none is named, each with the parameters that move its forecasts most."""

FEW = 200
"""With fewer games for tuning a note says that the values tell little: two or three parameters are fitted."""

HOME = (-100.0, 200.0)
"""From where to where the advantage of White or the home side is looked for, in points."""


def fitting(games: Games) -> list[tuple[RatingSystem, dict[str, tuple[float, float]]]]:
    """Return the systems that fit a record, with their free parameters.

    A margin of victory needs points of both sides; a system without home advantage is left out of a record
    that has one.
    """
    home = games.advantage is not None and bool(games.advantage.any())
    points = games.points_first is not None and games.points_second is not None
    if points:
        assert games.points_first is not None
        assert games.points_second is not None
        points = not bool(np.isnan(games.points_first - games.points_second).any())
    systems = []
    for proposal in PROPOSALS:
        if (proposal.margin and not points) or (home and not proposal.advantage):
            continue
        free = dict(proposal.free)
        if home:
            free[proposal.advantage] = HOME
        systems.append((rating_system(proposal.name, dict(proposal.settings)), free))
    return systems


def tuned_candidates(
    record: Record, rules: CountingRules, pace: Pace, seed: int = 1
) -> tuple[list[Candidate], CountingRules, list[str]]:
    """Return the systems that fit a record, tuned on its first half; the rules count the second half.

    Where the rules name a first moment, the games before it are for tuning.

    Raises:
        BadInput: no system can be tuned, or there are too few games.
    """
    games = in_order(record)
    train_to, start = _split(games, rules)
    candidates, notes, ends = [], [], []
    fewest = len(games)
    proposed = fitting(games)
    for at, (system, free) in enumerate(proposed):
        own = pace
        if pace.schedule is not None and pace.schedule not in system.schedules:
            own = pace._replace(schedule=None)
        try:
            with progress.part(at / len(proposed), (at + 1) / len(proposed)):
                tuning = tune(
                    games,
                    system,
                    free,
                    pace=own,
                    train_to=train_to,
                    min_games=rules.min_games,
                    seed=seed,
                    profiled=False,
                )
        except ArpadError as problem:
            notes.append(f"{system.name} was not tuned: {problem}")
            continue
        shown = ", ".join(
            f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in settings_of(tuning.system).items()
        )
        fewest = min(fewest, tuning.training.games)
        ends += [f"{name}={end:g} of {system.name}" for name, end in tuning.at_ends.items()]
        candidates.append(Candidate(f"{system.name} ({shown})", tuning.system, own, tuple(free)))
    if not candidates:
        raise BadInput(
            "no system could be tuned to this record", remedy=f"Name systems: {option('systems', 'elo')}."
        )
    notes.insert(
        0, f"The parameters were tuned on the games before {start}; only the games from there on count."
    )
    if fewest < FEW:
        notes.append(
            f"{counted(fewest, 'game')} for tuning are few: the values tell little, and other games would "
            "give others."
        )
    if ends:
        notes.append(
            f"At an end of the range that was searched: {', '.join(ends)}. "
            "The games do not settle such a value."
        )
    return candidates, rules._replace(start=start), notes


def _split(games: Games, rules: CountingRules) -> tuple[str, str]:
    """Return the last moment for tuning, and the first that counts.

    Raises:
        BadInput: the record has no times, or but one.
    """
    time = games.time
    if time is None:
        raise BadInput(
            "the record has no times, so there is no earlier half to tune on",
            remedy=f"Name systems: {option('systems', 'elo,glicko2')}.",
        )
    inside = np.flatnonzero(span_of(games, None, rules.end))
    if rules.start is not None:
        first = np.flatnonzero(span_of(games, rules.start, rules.end))
        at = int(first[0]) if len(first) else 0
    else:
        at = int(inside[len(inside) // 2]) if len(inside) else 0
    if time.dtype.kind == "M":
        day = time[at].astype("datetime64[D]")
        if not (time.astype("datetime64[D]") < day).any():
            raise BadInput("there are no games before those that count, on which systems could be tuned")
        return str(day - 1), str(day)
    if not (time < time[at]).any():
        raise BadInput("there are no games before those that count, on which systems could be tuned")
    return str(int(time[at]) - 1), str(int(time[at]))
