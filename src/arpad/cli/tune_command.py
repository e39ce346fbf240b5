"""``arpad tune``: the parameters with which a system predicts the games best."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.lab_reading import (
    from_option,
    lab_options,
    min_games_option,
    page_option,
    seed_option,
    to_option,
)
from arpad.cli.options import examples, json_option, system_options

if TYPE_CHECKING:
    from arpad.lab.tuning.study import ProfilePoint, Tuning


@click.command(
    "tune",
    epilog=examples(
        "arpad tune results.csv --system elo --free k=5:80 --free advantage=0:150",
        "arpad tune results.csv --system glicko2 --free volatility=0.01:0.2 --train-to 2020",
    ),
)
@lab_options
@system_options
@click.option(
    "--free",
    "free",
    multiple=True,
    required=True,
    metavar="NAME=LOW:HIGH",
    help="A parameter and the range in which its best value is looked for; may be repeated.",
)
@from_option
@click.option(
    "--train-to",
    metavar="PERIOD",
    help="The last moment of the training games; about two thirds of the games if not given.",
)
@to_option
@min_games_option
@seed_option("What the first settings are drawn from; the same seed gives the same values.")
@page_option
@json_option
def command(
    system: str,
    settings: tuple[str, ...],
    free: tuple[str, ...],
    start: str | None,
    train_to: str | None,
    end: str | None,
    min_games: int,
    seed: int,
    out: str | None,
    as_json: bool,
    refit: str | None,
    **options: Any,
) -> None:
    """Find the parameters with which a system would have predicted the games of FILE... best.

    They are found on the training games, each predicted from the games before it, and tried on the later
    games, which the search does not see. The profile tells how much worse other values are, one parameter at
    a time: which of them the games really tell apart.
    """
    from arpad.cli.lab_reading import check_page, request_of, source_of
    from arpad.cli.options import system_of
    from arpad.cli.progress import Stages
    from arpad.cli.tables import as_json as print_json
    from arpad.lab.tuning.face import tune

    ranges = _ranges(free)
    rating_system = system_of(system, settings)
    request = request_of(options)
    files = [] if out is None else [out]
    with request.writing(*files), Stages(2 + len(files)) as stages:
        if out is not None:
            check_page(out)
        games = request.read(stages)
        with stages.stage(f"tuning {rating_system.name}"):
            tuning = tune(
                games,
                rating_system,
                ranges,
                schedule=request.schedule,
                period=request.period,
                events=request.events,
                refit=refit,
                start=start,
                train_to=train_to,
                end=end,
                min_games=min_games,
                seed=seed,
            )
        if out is not None:
            from arpad.office.pages.lab_report import write_report
            from arpad.office.pages.tuning_page import tuning_page

            with stages.stage(f"writing {out}"):
                write_report(tuning_page(tuning, source=source_of(request, games)), out)
    if as_json:
        print_json(tuning.as_json())
    else:
        _print(tuning)
    if out is not None:
        click.echo(f"wrote {out}", err=as_json)


def _ranges(texts: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    """Read ``k=5:80``.

    Raises:
        BadInput: one is not of that form.
    """
    from arpad.cli.options import pairs_of
    from arpad.core import BadInput

    ranges = {}
    for name, text in pairs_of(texts, "--free").items():
        low, _, high = text.partition(":")
        try:
            ranges[name] = float(low), float(high)
        except ValueError:
            raise BadInput(
                f"--free {name}={text} is not a range", remedy="Write it as --free k=5:80."
            ) from None
    return ranges


def _print(tuning: Tuning) -> None:
    """Print the best values, the losses and the profile."""
    from arpad.cli.number_formats import counted, grouped
    from arpad.cli.tables import Column, TextTable, show

    values = ", ".join(f"{name}={value:g}" for name, value in tuning.best.items())
    click.echo(f"{tuning.system.name}: {values}, the best of {counted(tuning.tried, 'setting')}.")
    for note in tuning.notes:
        click.echo(note)
    click.echo()
    rows = []
    for name, span in (("training", tuning.training), ("validation", tuning.validation)):
        if span is not None:
            rows.append([name, grouped(span.games), f"{span.log_loss:.4f}", f"{span.given:.4f}"])
    heads = (
        Column("Games for"),
        Column("Games", "right"),
        Column("Log loss", "right"),
        Column("as given", "right"),
    )
    show(TextTable(heads, rows))
    for parameter in tuning.free:
        click.echo()
        points = [point for point in tuning.profile if point.name == parameter.name]
        columns = (
            Column(parameter.name, "right"),
            Column("Log loss", "right"),
            Column("worse by", "right"),
            Column("95 % interval", "right"),
        )
        cells = [
            [
                f"{point.value:g}",
                f"{point.log_loss:.5f}",
                "best" if point.value == tuning.best[parameter.name] else f"{point.more:.5f}",
                _interval(point, tuning.best[parameter.name]),
            ]
            for point in points
        ]
        show(TextTable(columns, cells))
    click.echo()
    for sentence in tuning.advice:
        click.echo(sentence)


def _interval(point: ProfilePoint, best: float) -> str:
    """Return the interval of a point; nothing at the best value, – where the games are too few for one."""
    if point.value == best:
        return ""
    return "–" if math.isinf(point.low) else f"{point.low:.5f} to {point.high:.5f}"
