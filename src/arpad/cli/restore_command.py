"""``arpad restore``: a database from a backup."""

from __future__ import annotations

import click

from arpad.cli.options import examples


@click.command(
    "restore",
    epilog=examples(
        "arpad restore club-2026-03-01.zip sqlite:///club-again.db",
        "arpad restore club-2026-03-01.zip postgresql://arpad@localhost/club",
    ),
)
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.argument("database", metavar="DATABASE")
def command(file: str, database: str) -> None:
    """Put the backup FILE into DATABASE, which must be empty, and verify all of it.

    Every event must follow the one before, every tournament is replayed, the games of every pool are rated
    anew, and every published list must be as it was published. Nothing is written if anything is damaged. It
    does not matter whether the backup was made from SQLite or PostgreSQL.
    """
    from arpad.cli.events import tell
    from arpad.core import counted
    from arpad.office.backups.restoring import restore
    from arpad.office.store.opening import open_database

    opened = open_database(database, migrate=False)
    try:
        restoration = restore(file, opened)
        address = opened.address
    finally:
        opened.close()
    seen = restoration.verified
    where = f"{counted(seen.tournaments, 'tournament')} and {counted(seen.pools, 'pool')}"
    click.echo(f"{address}: restored as of {restoration.contents.created_at}")
    click.echo(f"{counted(seen.events, 'event')} of {where} follow each other")
    if seen.pools and not seen.others:
        click.echo(f"the ratings equal a replay of {counted(seen.games, 'game')}, bit for bit")
    if seen.lists:
        click.echo(f"{counted(seen.lists, 'published list')} as they were published")
    for other in seen.others:
        kept, replayed = (
            f"{rating:.6f}" if rating is not None else "nothing" for rating in (other.kept, other.replayed)
        )
        tell(
            [
                f"in the pool {other.pool} {other.player} has {kept}, and a replay gives {replayed}: another "
                "arpad or another kind of machine has rated these games; ratings are as in the backup"
            ]
        )
