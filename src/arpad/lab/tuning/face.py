"""``arpad.tune``: a system by name, games from a file or a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from arpad.lab.forecasts.walking import Pace
from arpad.lab.tuning.study import Tuning
from arpad.lab.tuning.study import tune as tuned
from arpad.record import Record
from arpad.rulebooks.rating import as_record, as_system

if TYPE_CHECKING:
    from arpad.ratings.model import Schedule
    from arpad.ratings.rate import Events
    from arpad.record.kinds.games import Readable
    from arpad.rulebooks.rating import System


def tune(
    games: Record | Readable,
    system: System,
    free: Mapping[str, Sequence[float]],
    *,
    schedule: Schedule | None = None,
    period: str | None = None,
    events: Events = "split",
    refit: str | None = None,
    start: str | None = None,
    train_to: str | None = None,
    end: str | None = None,
    min_games: int = 0,
    seed: int = 1,
    columns: Mapping[str, str] | None = None,
    **parameters: str | float | None,
) -> Tuning:
    """Return the parameters with which a system would have predicted the training games best.

    ``arpad.tune(games, "elo", {"k": (5, 80), "advantage": (0, 150)}, train_to="2010")``

    Args:
        games: a record, or what :func:`arpad.read_games` reads.
        system: a rating system, its class, or its name.
        free: parameter → the least and the greatest value that is tried.
        schedule: ``live`` or ``period``.
        period: the length of a rating period.
        events: whether a name that comes back is another event.
        refit: how often a system that rates all games at once is run anew.
        start: the first moment whose games count; earlier ones are learned from only.
        train_to: the last moment of the training games (``2010``, ``2010-05``, ``2010-05-17``, or a number);
            if not given, about two thirds of the games that count are for training.
        end: the last moment of the later games.
        min_games: games count whose sides have both played so many before.
        seed: of what is drawn at random; the same seed gives the same values.
        columns: of a table or a file, which column is what.
        parameters: of the system, by name, which are not free.

    Returns:
        The best values, the log loss on the training games and on the later ones, and the profile.

    Raises:
        BadInput: a name is unknown, a range is empty, the games cannot be read, or no game is for training.
        NotProvided: the record has contests of several players or sides.
    """
    rating_system = as_system(system, parameters)
    return tuned(
        as_record(games, rating_system, columns),
        rating_system,
        free,
        pace=Pace(schedule, period, events, refit),
        start=start,
        train_to=train_to,
        end=end,
        min_games=min_games,
        seed=seed,
    )
