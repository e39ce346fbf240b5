"""What the commands of the laboratory share: reading games, and the span of those that count."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from arpad.cli.options import force_option, raw_option, reading_options, schedule_option

if TYPE_CHECKING:
    from arpad.cli.request import Request

F = TypeVar("F", bound=Callable[..., Any])


def lab_options(function: F) -> F:
    """Add the options by which games are read, and those that say how systems go through them."""
    for option in reversed(
        (
            reading_options,
            click.option(
                "--rejects", metavar="FILE", help="Set unreadable rows aside here, and go on without them."
            ),
            schedule_option,
            click.option(
                "--period",
                metavar="LENGTH",
                help="How long a rating period is: 1d, 1w, 1mo, event, all, or 1 (number).",
            ),
            click.option(
                "--events",
                type=click.Choice(["split", "named"]),
                default="split",
                show_default=True,
                help="Where events count: split makes a name that comes back later an event of its own, "
                "named takes all games of one name as one event.",
            ),
            click.option(
                "--refit",
                metavar="LENGTH",
                help="How often a system that rates all games at once (whr, ttt, bradley-terry) is run anew; "
                "its rating periods if not given, or else 1mo.",
            ),
            force_option,
            raw_option,
        )
    ):
        function = option(function)
    return function


READING = (
    "files",
    "players",
    "columns",
    "byes",
    "encoding",
    "sheet",
    "aliases",
    "date_format",
    "lenient",
    "rejects",
    "schedule",
    "period",
    "events",
    "force",
)


def request_of(options: dict[str, Any], *more: str) -> Request:
    """Return the request to read the games.

    Args:
        options: of the command; those of reading are taken out of them.
        more: columns of numbers that are read beside, such as others' forecasts.
    """
    from arpad.cli.request import Request

    read = {name: options.pop(name) for name in READING if name in options}
    request = Request(**read, covariates=more)
    request.check()
    return request


def check_page(out: str) -> None:
    """Refuse a report that is not a page."""
    from arpad.core import BadInput

    if not out.lower().endswith((".html", ".htm")):
        raise BadInput(
            f"{out} is not a page", remedy="Name a file that ends with .html; --json prints the data."
        )
