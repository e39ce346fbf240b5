"""``arpad serve``: the office in a browser."""

from __future__ import annotations

import click

from arpad.cli.options import examples


@click.command(
    "serve",
    epilog=examples(
        "arpad serve",
        "arpad serve --sample --database sqlite:///try.db",
        "arpad serve --host 0.0.0.0 --port 80 --database postgresql://arpad@localhost/club",
    ),
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen at; 0 for one that is free.",
)
@click.option(
    "--database",
    default="sqlite:///arpad.db",
    show_default=True,
    metavar="URL",
    help="Where everything is kept: sqlite:///FILE, or postgresql://USER@HOST/NAME.",
)
@click.option("--sample", is_flag=True, help="Put sample tournaments into a new database first.")
def command(host: str, port: int, database: str, sample: bool) -> None:
    """Run tournaments in a browser, on this machine or for everybody in the hall.

    The address stands on the first line of the output. The owner comes in by the link on the second line,
    which works once; visitors see what is published.
    """
    from arpad.web.serving import serve

    serve(database, host=host, port=port, sample=sample, say=click.echo)
