"""``arpad scenario``: what if another rating system had been used since a day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.cli.lab_reading import lab_options, page_option
from arpad.cli.options import LARGEST_COUNT, examples, json_option, system_options

if TYPE_CHECKING:
    from arpad.lab.scenario import Scenario


@click.command(
    "scenario",
    epilog=examples(
        "arpad scenario results.csv --system elo --against elo,k=40 --from 2020",
        "arpad scenario results.csv --system elo --against glicko2 --from 2020 --threshold 2000",
    ),
)
@lab_options
@system_options
@click.option(
    "--against", required=True, metavar="NAME[,SETTING=…]", help="The other system, such as glicko2,tau=0.6."
)
@click.option(
    "--from",
    "start",
    required=True,
    metavar="PERIOD",
    help="The first moment with the other system: 2010, 2010-05, 2010-05-17, or a number.",
)
@click.option(
    "--threshold",
    "thresholds",
    multiple=True,
    type=float,
    metavar="RATING",
    help="A rating that matters, such as a title's: who would reach it, and who no more; may be repeated.",
)
@click.option(
    "--entry",
    type=click.Choice(["carried", "anew"]),
    default="carried",
    show_default=True,
    help="The other system goes on from the list before (carried), or rates all games (anew).",
)
@click.option(
    "--top",
    type=click.IntRange(0, LARGEST_COUNT),
    default=20,
    show_default=True,
    metavar="N",
    help="Print the first N players; 0 for all.",
)
@page_option
@json_option
def command(
    system: str,
    settings: tuple[str, ...],
    against: str,
    start: str,
    thresholds: tuple[float, ...],
    entry: str,
    top: int,
    out: str | None,
    as_json: bool,
    refit: str | None,
    **options: Any,
) -> None:
    """Ask of FILE... what would be if another system had been used since a day.

    Printed are both lists side by side, who gains and who loses, who reaches a rating that matters by one
    system alone, and which of the two would have predicted the games since then better.
    """
    from arpad.cli.lab_reading import check_page, request_of, source_of
    from arpad.cli.options import system_of
    from arpad.cli.progress import Stages
    from arpad.cli.tables import as_json as print_json
    from arpad.core import BadInput
    from arpad.lab.backtest.face import systems_of
    from arpad.lab.forecasts.walking import Pace
    from arpad.lab.scenario import scenario as compare_systems

    used = system_of(system, settings)
    others = systems_of(against, {})
    if len(others) != 1:
        raise BadInput(f"--against names {len(others)} systems", remedy="Name one, such as glicko2,tau=0.6.")
    request = request_of(options)
    pace = Pace(request.schedule, request.period, request.events, refit)
    files = [] if out is None else [out]
    with request.writing(*files), Stages(2 + len(files)) as stages:
        if out is not None:
            check_page(out)
        games = request.read(stages)
        with stages.stage("rating by both systems"):
            scenario = compare_systems(
                games, used, others[0], start, thresholds=thresholds, entry=entry, pace=pace
            )
        if out is not None:
            from arpad.office.pages.lab_report import write_report
            from arpad.office.pages.scenario_page import scenario_page

            with stages.stage(f"writing {out}"):
                write_report(scenario_page(scenario, source=source_of(request, games)), out)
    if as_json:
        print_json(scenario.as_json())
    else:
        _print(scenario, top)
    if out is not None:
        click.echo(f"wrote {out}", err=as_json)


def _print(scenario: Scenario, top: int) -> None:
    """Print the lists side by side, who crosses a threshold, and the memo."""
    from arpad.cli.tables import Column, TextTable, show
    from arpad.lab.backtest.face import label_of

    system, other = scenario.used.system, scenario.supposed.system
    digits = max(system.decimals, other.decimals)
    table = scenario.table.head(top) if top else scenario.table
    rows = [
        [
            str(row["rank_used"]),
            row["player"],
            f"{row['rating_used']:.{digits}f}",
            f"{row['rating_supposed']:.{digits}f}",
            f"{row['points']:+.{digits}f}",
            str(row["rank_supposed"]),
            f"{row['places']:+d}" if row["places"] else "0",
        ]
        for row in table.iter_rows(named=True)
    ]
    heads = (
        Column("Rank", "right"),
        Column("Player", wraps=True),
        Column(label_of(system), "right"),
        Column(label_of(other), "right"),
        Column("points", "right"),
        Column("Rank then", "right"),
        Column("places", "right"),
    )
    show(TextTable(heads, rows))
    if len(table) < len(scenario.table):
        click.echo(f"{len(scenario.table) - len(table):,} more players: --top 0 prints all.")
    for row in scenario.crossings.iter_rows(named=True):
        way = "would reach" if row["supposed"] >= row["threshold"] else "would not reach"
        click.echo(
            f"{row['player']} {way} {row['threshold']:g}: {row['used']:.{digits}f} now, "
            f"{row['supposed']:.{digits}f} then."
        )
    click.echo()
    for sentence in scenario.memo:
        click.echo(sentence)
