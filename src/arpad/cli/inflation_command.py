"""``arpad inflation``: do the ratings of a record inflate, where do the points come from, what would help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.cli.lab_reading import lab_options, page_option
from arpad.cli.options import examples, json_option, system_options

if TYPE_CHECKING:
    from arpad.lab.inflation import Inflation
    from arpad.lab.inflation.estimating import Slope


@click.command(
    "inflation",
    epilog=examples(
        "arpad inflation results.csv",
        "arpad inflation results.csv --system elo --set k=24 --measure floor,below=200 --measure per-loss",
        "arpad inflation results.csv --players players.csv --ages 25:45 --out report.html",
    ),
)
@lab_options
@system_options
@click.option(
    "--step",
    metavar="LENGTH",
    help="A step of time: 1y, 3mo, 1mo; or how many numbers of numbered periods.",
)
@click.option(
    "--from",
    "start",
    metavar="PERIOD",
    help="The first moment that counts: 2010, 2010-05, or a number. Earlier games are rated only.",
)
@click.option(
    "--established",
    type=int,
    default=60,
    show_default=True,
    metavar="N",
    help="Games after which a player counts for the drift of players of constant strength.",
)
@click.option(
    "--ages",
    metavar="LOW:HIGH",
    help="Only players of these ages count for that drift, such as 25:45; needs years of birth.",
)
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME[,SETTING=…]",
    help="What is tried on the same games, with elo: per-loss[,points=0.8], floor[,below=100], "
    "bonus[,threshold=10], conversion[,share=0.4][,above=200][,day=2015], youth[,k=40][,until=18], "
    "seasons[,carry=0.75], or none. All if not given.",
)
@page_option
@json_option
def command(
    system: str,
    settings: tuple[str, ...],
    step: str | None,
    start: str | None,
    established: int,
    ages: str | None,
    measures: tuple[str, ...],
    out: str | None,
    as_json: bool,
    refit: str | None,
    **options: Any,
) -> None:
    """Ask whether the ratings of FILE... inflate, where points come from, and what would change it.

    Printed are mean, median, the highest ratings and the spread by steps of time, what entrants bring,
    leavers take and games create, how fast the ratings of players of constant strength rise (by
    overlapping careers), and what each measure would have changed on the same games.
    """
    from arpad.cli.lab_reading import check_page, request_of, source_of
    from arpad.cli.options import system_of
    from arpad.cli.progress import Stages
    from arpad.cli.tables import as_json as print_json
    from arpad.lab.forecasts.walking import Pace
    from arpad.lab.inflation import inflation as study_inflation

    rating_system = system_of(system, settings)
    request = request_of(options)
    pace = Pace(request.schedule, request.period, request.events, refit)
    files = [] if out is None else [out]
    with request.writing(*files), Stages(2 + bool(files)) as stages:
        if out is not None:
            check_page(out)
        tried = () if measures == ("none",) else (measures or None)
        between = None if ages is None else _ages(ages)
        games = request.read(stages)
        with stages.stage("following the ratings"):
            inflation = study_inflation(
                games,
                rating_system,
                step=step,
                start=start,
                established=established,
                ages=between,
                measures=tried,
                pace=pace,
            )
        if out is not None:
            from arpad.office.pages.inflation_page import inflation_page
            from arpad.office.pages.lab_report import write_report

            with stages.stage(f"writing {out}"):
                write_report(inflation_page(inflation, source=source_of(request, games)), out)
    if as_json:
        print_json(inflation.as_json())
    else:
        _print(inflation)
    if out is not None:
        click.echo(f"wrote {out}", err=as_json)


def _ages(text: str) -> tuple[float, float]:
    """Return the ages of ``25:45``."""
    from arpad.core import BadInput

    low, _, high = text.partition(":")
    try:
        ages = float(low), float(high)
    except ValueError:
        ages = (1.0, 0.0)
    if not ages[0] <= ages[1]:
        raise BadInput(f"--ages {text} cannot be read", remedy="Give two ages such as 25:45.")
    return ages


def _print(inflation: Inflation) -> None:
    """Print the ratings by steps of time, the account of the points, the answers and the measures."""
    from arpad.cli.number_formats import counted, grouped
    from arpad.cli.tables import Column, TextTable, show
    from arpad.lab.backtest.face import label_of

    digits = inflation.system.decimals
    click.echo(f"{counted(inflation.games, 'game')} rated by {label_of(inflation.system)}.")
    click.echo()
    heads = ("Players", "Mean", "Median", "Top 10", "Top 100", "Spread", "Level", "95 % interval")
    columns = [Column("Step"), *(Column(head, "right", spare=spare) for spare, head in enumerate(heads))]
    rows = []
    for row in inflation.table.iter_rows(named=True):
        numbers = [row[name] for name in ("mean", "median", "top_10", "top_100", "spread")]
        level = (row["level"], row["level_low"], row["level_high"])
        rows.append(
            [
                row["step"],
                grouped(row["players"]),
                *("–" if each is None else f"{each:.{digits}f}" for each in numbers),
                "–" if level[0] is None else f"{_signed(level[0], digits)}",
                "–"
                if level[1] is None or level[1] == level[2]
                else f"{_signed(level[1], digits)} to {_signed(level[2], digits)}",
            ]
        )
    show(TextTable(tuple(columns), rows))
    click.echo()
    heads = ("Entered", "brought", "Returned", "back", "Left", "took", "Games created", "between")
    columns = [Column("Step"), *(Column(head, "right") for head in heads)]
    rows = [
        [
            row["step"],
            *(
                grouped(row[name]) if isinstance(row[name], int) else f"{row[name] + 0.0:,.0f}"
                for name in ("entered", "brought", "returned", "back", "left", "took", "created", "between")
            ),
        ]
        for row in inflation.table.with_columns(created=inflation.table["created"].round(6)).iter_rows(
            named=True
        )
    ]
    show(TextTable(tuple(columns), rows))
    click.echo()
    for sentence in inflation.memo:
        click.echo(sentence)
    _print_measures(inflation)


def _print_measures(inflation: Inflation) -> None:
    """Print what each measure would have changed."""
    from arpad.cli.tables import Column, TextTable, show

    if not inflation.effects:
        return
    unit = inflation.unit
    columns = (
        Column("Measure", wraps=True),
        Column(f"changes the rise a {unit}", "right"),
        Column("95 % interval", "right", spare=1),
        Column(f"Drift a {unit}", "right", spare=2),
        Column("Mean at the end", "right", spare=3),
    )
    rows = [
        [
            entry.measure.label,
            _points(entry.effect.mean),
            _interval(entry.effect),
            _points(entry.drift.mean),
            f"{entry.last:.{inflation.system.decimals}f}",
        ]
        for entry in inflation.effects
        if not entry.problem
    ]
    click.echo()
    if rows:
        show(TextTable(columns, rows))
    for entry in inflation.effects:
        if entry.problem:
            click.echo(f"Not tried: {entry.measure.label}: {entry.problem}.")


def _signed(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def _points(value: float) -> str:
    return "–" if value != value else _signed(value, 2)  # noqa: PLR0124 - a NaN is not equal to itself


def _interval(slope: Slope) -> str:
    if not abs(slope.low) < float("inf"):
        return "–"
    return f"{_signed(slope.low, 2)} to {_signed(slope.high, 2)}"
