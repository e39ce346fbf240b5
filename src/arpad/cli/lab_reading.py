"""The options that commands of the laboratory share, and reading games by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import (
    LARGEST_COUNT,
    Option,
    events_option,
    force_option,
    period_option,
    raw_option,
    reading_options,
    rejects_option,
    schedule_option,
    together,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.cli.request import RatingRequest
    from arpad.record import Record

lab_options: Option = together(
    reading_options,
    rejects_option,
    schedule_option,
    period_option,
    events_option,
    click.option(
        "--refit",
        metavar="LENGTH",
        help="How often a system that rates all games at once (whr, ttt, bradley-terry) is run anew; "
        "its rating periods if not given, or else 1mo.",
    ),
    force_option,
    raw_option,
)
"""How games are read, and how systems go through them."""

from_option: Option = click.option(
    "--from",
    "start",
    metavar="PERIOD",
    help="The first moment whose games count: 2010, 2010-05, 2010-05-17, or a number; earlier games are only "
    "learned from.",
)

to_option: Option = click.option(
    "--to", "end", metavar="PERIOD", help="The last moment; later games are left out."
)

min_games_option: Option = click.option(
    "--min-games",
    type=click.IntRange(0, LARGEST_COUNT),
    default=0,
    show_default=True,
    metavar="N",
    help="Count the games whose sides have both played N before.",
)

draws_option: Option = click.option(
    "--draws",
    type=float,
    default=0.0,
    show_default=True,
    metavar="D",
    help="Share of draws: 4·D·E·(1 − E) of the games are drawn, D of those between equals. From 0 to 0.5.",
)


def seed_option(words: str) -> Option:
    """Return the option for the number that all lots are drawn from, told in some words."""
    return click.option(
        "--seed",
        type=click.IntRange(0, LARGEST_COUNT),
        default=1,
        show_default=True,
        metavar="N",
        help=words,
    )


page_option: Option = click.option("--out", metavar="FILE.html", help="Write a report with charts.")


def request_of(options: dict[str, Any], *more: str) -> RatingRequest:
    """Return the request to read the games.

    Args:
        options: those of :data:`lab_options`, by name, but for the refit.
        more: columns of numbers that are read beside, such as others' forecasts.
    """
    from arpad.cli.request import RatingRequest

    request = RatingRequest(**options, forecasts=more)
    request.check()
    return request


def source_of(request: RatingRequest, games: Record) -> str:
    """Return which games a report is about: their files, and the fingerprint of the record."""
    return source_in(request.files, games)


def source_in(files: Sequence[str], games: Record) -> str:
    """Return the same of files that were read without a request."""
    from pathlib import Path

    from arpad.cli.request import FINGERPRINT

    names = ", ".join(Path(each).name for each in files)
    return f"{names}; record {games.digest[:FINGERPRINT]}."


def check_page(out: str) -> None:
    """Refuse a report that is not a page."""
    from arpad.core import BadInput

    if not out.lower().endswith((".html", ".htm")):
        raise BadInput(
            f"{out} is not a page", remedy="Name a file that ends with .html; --json prints the data."
        )
