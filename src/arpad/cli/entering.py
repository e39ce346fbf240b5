"""What a command says of its players file: whether rating goes on from a list, and what it does not use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

import click
import numpy as np

from arpad.cli.number_formats import counted
from arpad.cli.tables import shown
from arpad.office.publishing.list_origin import departures
from arpad.record.kinds.players import told_unused, unused

if TYPE_CHECKING:
    from arpad.ratings.system import RatingSystem
    from arpad.record import Players, Record


def say_pools(
    games: Record, system: RatingSystem, files: Sequence[str], lists: Mapping[str, Players]
) -> None:
    """Say on standard error that the pools go on from lists, and by what else these were made.

    Args:
        games: the record, with its pools.
        system: the rating system.
        files: the lists.
        lists: the players of each pool as a list has them.
    """
    name = " and ".join(PurePath(file).name for file in files)
    pools = ", ".join(f"{pool} ({counted(len(players), 'player')})" for pool, players in lists.items())
    click.echo(f"rating goes on from the list {name}, pool by pool: {pools}", err=True)
    say_departures(files, system, games)


def say_departures(files: Sequence[str], system: RatingSystem, games: Record | None) -> None:
    """Say on standard error by what else the lists were made than by this system."""
    for file in files:
        for departure in departures(file, system, games):
            click.echo(f"{PurePath(file).name}: {departure}", err=True)


def say(games: Record, system: RatingSystem, files: Sequence[str]) -> None:
    """Say on standard error what the players file was taken for, or the ranking list and the file.

    Args:
        games: the record, with what the files say of its players.
        system: the rating system.
        files: the players files.
    """
    players, name = games.players, " and ".join(PurePath(file).name for file in files)
    if players.continued:
        here = np.zeros(len(players), dtype=bool)
        here[games.appearances().player] = True
        both, new = int((here & players.listed).sum()), int((here & ~players.listed).sum())
        click.echo(
            f"rating goes on from the list {name}: {counted(int(players.listed.sum()), 'player')}, "
            f"{both} of them with games here; {counted(new, 'newcomer')}",
            err=True,
        )
        say_departures(files, system, games)
    ignored = unused(players, (*system.attributes, *(column.name for column in system.state_columns)))
    note = told_unused(name, ignored)
    if note is not None:
        click.echo(shown(f"note: {note}"), err=True)
