"""The games and the players of a simulated life as CSV files that every command reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from arpad.core.writing import Kind, begins, replace
from arpad.lab.population.drawing import Simulated
from arpad.lab.population.model import FOUNDED

if TYPE_CHECKING:
    import polars as pl

GAMES_HEADER = ("date", "event", "first", "second", "score", "first_strength", "second_strength")
PLAYERS_HEADER = ("player", "birth_year", "entered", "left", "strength")

GAMES_FILE = Kind("simulated games", begins(re.compile(",".join(GAMES_HEADER).encode())))
PLAYERS_FILE = Kind("simulated players", begins(re.compile(",".join(PLAYERS_HEADER).encode())))


def games_table(life: Simulated) -> pl.DataFrame:
    """Return the games with the true strengths of both sides, in the columns :data:`GAMES_HEADER`."""
    import polars as pl

    frame = life.games.to_frame()
    strengths = {name: pl.Series(life.strengths[:, at]).round(1) for at, name in enumerate(GAMES_HEADER[-2:])}
    return frame.with_columns(frame["time"].alias("date"), **strengths).select(GAMES_HEADER)


def players_table(life: Simulated) -> pl.DataFrame:
    """Return the players who have a game, with their strength in the last one, by :data:`PLAYERS_HEADER`."""
    import polars as pl

    games, strength = life.games, np.full(len(life.entered), np.nan)
    # Of several values for one player numpy keeps the last: the strength in the last game.
    strength[np.stack([games.first, games.second], axis=1).ravel()] = life.strengths.ravel()
    there = ~np.isnan(strength)
    rows = {
        "player": list(games.players.names),
        "birth_year": games.players.number("birth_year").astype(np.int64),
        "entered": FOUNDED + life.entered // 12,
        "left": pl.Series(FOUNDED + life.left // 12).set(pl.Series(life.left >= life.months), None),
        "strength": strength.round(1),
    }
    return pl.DataFrame(rows).filter(pl.Series(there)).select(PLAYERS_HEADER)


def write_games(life: Simulated, path: str) -> None:
    """Write the games.

    Raises:
        BadInput: the file may not be written.
    """
    with replace(path, GAMES_FILE) as stream:
        stream.write(games_table(life).write_csv().encode())


def write_players(life: Simulated, path: str) -> None:
    """Write the players.

    Raises:
        BadInput: the file may not be written.
    """
    with replace(path, PLAYERS_FILE) as stream:
        stream.write(players_table(life).write_csv().encode())
