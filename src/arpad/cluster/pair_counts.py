"""Bradley and Terry's ratings of a whole history, from how often each two players met with which result.

The likelihood knows of games only how many of each kind there were between two players, so that is what Spark
counts. The counts go to the driver as weighted games, which :mod:`.ratings.whole_history.bradley_terry` fits
as on one machine. There have to be few enough pairs for the driver, however many games they have played.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.cluster.reading import GameLayout
from arpad.cluster.storage import Folder
from arpad.core import NotProvided
from arpad.core.interface import setting
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.ratings.win_counts import DRAWN, LOST, WON
from arpad.record import Games, Players


def check_variance(system: BradleyTerry) -> None:
    """Refuse deviations that need to know each game.

    Raises:
        NotProvided: these do.
    """
    if system.variance != "model":
        raise NotProvided(
            f"deviations by {system.variance} need every game, and only counts come together here",
            remedy=f"Choose those of the model: {setting('variance=model')}.",
        )


def counted(frame: Any, layout: GameLayout) -> Any:
    """Return a row for each two players, who has the advantage, and score, with how often that was.

    Args:
        frame: games by numbers, a table of Spark's.
        layout: its columns.
    """
    from pyspark.sql import functions as f

    by = ["first", "second", "score", *(["advantage"] if "advantage" in layout.optional else [])]
    weighted = "weight" in layout.optional
    if weighted:
        frame = frame.where(f.col("weight") > 0.0)
    aggregates = [f.count("*").alias("games"), f.sum("weight" if weighted else f.lit(1.0)).alias("weight")]
    if layout.unit:
        aggregates.append(f.max("time").alias("last"))
    return frame.groupBy(*by).agg(*aggregates)


def rated(
    system: BradleyTerry, folder: Folder, games: Folder, layout: GameLayout, players: Players
) -> Ratings:
    """Return the ratings of a record of which the pairs are counted.

    Args:
        system: the rating system.
        folder: of the job, where the counts stay.
        games: games by numbers.
        layout: their columns.
        players: all players.
    """
    place = folder / "pairs"
    if not place.is_complete():
        read = folder.spark.read.schema(layout.schema).parquet(games.path + "/period=0")
        counted(read, layout).write.mode("overwrite").parquet(place.path)
        place.complete()
    kinds = {"first": "int", "second": "int", "advantage": "tinyint", "games": "bigint", "last": "bigint"}
    names = ["first", "second", "score", *(["advantage"] if "advantage" in layout.optional else [])]
    names += ["games", "weight", *(["last"] if layout.unit else [])]
    table = place.table(", ".join(f"{name} {kinds.get(name, 'double')}" for name in names))
    # One order of addition, wherever a row comes from.
    columns = {name: table.column(name).to_numpy() for name in names}
    order = np.lexsort([columns[name] for name in reversed(names[: names.index("games")])])
    columns = {name: column[order] for name, column in columns.items()}
    record = Games(
        players,
        columns["first"],
        columns["second"],
        columns["score"],
        weight=columns["weight"],
        advantage=columns.get("advantage"),
    )
    ratings = rate(record, system)
    counts = np.zeros((len(players), 4), dtype=np.int64)
    kind = np.where(columns["score"] > 0.5, WON, np.where(columns["score"] == 0.5, DRAWN, LOST))
    for side, turned in (("first", kind), ("second", 2 - kind)):
        np.add.at(counts, (columns[side], turned), columns["games"])
    counts[:, 3] = np.where(counts[:, :3].any(axis=1), 0, -1)
    vars(ratings)["counts"] = counts.astype(np.int32)
    if layout.unit:
        last = np.full(len(players), np.iinfo(np.int64).min)
        for side in ("first", "second"):
            np.maximum.at(last, columns[side], columns["last"])
        vars(ratings)["last_played"] = (
            last.astype(np.float64) if layout.unit == "i" else last.astype(f"datetime64[{layout.unit}]")
        )
    return ratings
