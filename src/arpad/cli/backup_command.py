"""``arpad backup``: the whole organisation in one file."""

from __future__ import annotations

import click

from arpad.cli.options import examples


@click.command(
    "backup",
    epilog=examples(
        "arpad backup sqlite:///club.db club-2026-03-01.zip",
        "arpad backup postgresql://arpad@localhost/club club-2026-03-01.zip",
        "arpad backup sqlite:///club.db for-the-federation.zip --without-people",
    ),
)
@click.argument("database", metavar="DATABASE")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.option(
    "--without-people",
    is_flag=True,
    help="Leave out users, passwords and tokens, so that the file can be given to others.",
)
def command(database: str, file: str, without_people: bool) -> None:
    """Write everything that DATABASE has into the new file FILE, as it is at one moment.

    arpad serve may run meanwhile. The file is a ZIP archive: every table as JSON Lines, and every tournament
    as FIDE's report (TRF). It can be restored into SQLite and PostgreSQL alike: arpad restore.
    """
    from arpad.cli.events import tell
    from arpad.core import counted
    from arpad.office.backups.making import back_up
    from arpad.office.store.opening import open_database

    opened = open_database(database, migrate=False, new=False)
    try:
        backup = back_up(opened, file, people=not without_people)
    finally:
        opened.close()
    has = [(backup.count("tournaments"), "tournament"), (backup.count("pools"), "pool")]
    words = ", ".join(counted(*count) for count in [*has, (backup.count("events"), "event")])
    click.echo(f"{file}: {words}, as of {backup.contents.created_at}")
    if backup.unreported:
        tell([f"no FIDE report of {', '.join(backup.unreported)}: it has no room for what they are"])
