"""``arpad backtest``: which system would have predicted the games best."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.lab_reading import from_option, lab_options, min_games_option, page_option, to_option
from arpad.cli.options import examples, json_option

if TYPE_CHECKING:
    from arpad.lab.backtest.study import Backtest


@click.command(
    "backtest",
    epilog=examples(
        "arpad backtest results.csv",
        "arpad backtest results.csv --systems elo,k=24,elo,k=32,glicko2 --from 2020",
        "arpad backtest results.csv --systems elo,elo,period=1w,glicko2,period=1w",
        "arpad backtest results.csv --systems elo --odds B365H,B365D,B365A --out report.html",
    ),
)
@lab_options
@click.option(
    "--systems",
    metavar="NAME[,SETTING=…],…",
    help="The rating systems, such as elo,k=24,glicko2; schedule=, period= and refit= behind a name are its "
    "own. If not given, those that fit the record, tuned on its first half and compared on the second.",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of all systems that have it, such as advantage=60; may be repeated.",
)
@from_option
@to_option
@min_games_option
@click.option(
    "--unpredicted",
    type=click.Choice(["drop", "even"]),
    default="drop",
    show_default=True,
    help="Games that a forecaster says nothing of: leave them out for all, or take ½.",
)
@click.option(
    "--forecast",
    "forecasts",
    multiple=True,
    metavar="COLUMN",
    help="A column of others' probabilities of the first side, to compare with; may be repeated.",
)
@click.option(
    "--odds",
    multiple=True,
    metavar="A,[DRAW,]B",
    help="Columns of a bookmaker's decimal odds; the margin is taken out. May be repeated.",
)
@click.option(
    "--by",
    "segments",
    multiple=True,
    type=click.Choice(["games", "favourite", "year", "pool"]),
    help="Print the log loss by games played before, by how clear the favourite is, by year, by pool; may be "
    "repeated.",
)
@page_option
@json_option
def command(
    systems: str | None,
    settings: tuple[str, ...],
    start: str | None,
    end: str | None,
    min_games: int,
    unpredicted: str,
    forecasts: tuple[str, ...],
    odds: tuple[str, ...],
    segments: tuple[str, ...],
    out: str | None,
    as_json: bool,
    refit: str | None,
    **options: Any,
) -> None:
    """Predict every game of FILE... from the games before it, by several systems, and compare.

    Each game is predicted from what was known before it, or before its rating period, and only then learned
    from. The log loss is two-way: a draw counts as half a win and half a loss. Every game counts, those of
    newcomers too, unless --from or --min-games leaves some out. A system is called better only where a test
    (Diebold and Mariano, by months) says so.
    """
    from arpad.cli.lab_reading import check_page, request_of, source_of
    from arpad.cli.options import pairs_of
    from arpad.cli.progress import Stages
    from arpad.cli.tables import as_json as print_json
    from arpad.lab.backtest.advice import memo
    from arpad.lab.backtest.face import backtest as backtest_systems
    from arpad.lab.forecasts.segments import SEGMENTS

    parted = [[part.strip() for part in text.split(",")] for text in odds]
    extra = list(dict.fromkeys([*forecasts, *(name for names in parted for name in names)]))
    request = request_of(options, *extra)
    files = [] if out is None else [out]
    with request.writing(*files), Stages(2 + bool(files)) as stages:
        if out is not None:
            check_page(out)
        games = request.read(stages)
        with stages.stage("backtesting"):
            backtest = backtest_systems(
                games,
                systems,
                parameters=pairs_of(settings, "--set"),
                schedule=request.schedule,
                period=request.period,
                events=request.events,
                refit=refit,
                start=start,
                end=end,
                min_games=min_games,
                unpredicted=unpredicted,
                forecasts=forecasts,
                odds=parted,
                segments=SEGMENTS if as_json or out is not None else segments,
            )
        if out is not None:
            from arpad.office.pages.backtest_page import write_backtest

            with stages.stage(f"writing {out}"):
                write_backtest(backtest, out, source_of(request, games))
    if as_json:
        print_json({**backtest.as_json(), "memo": memo(backtest)})
    else:
        _print(backtest, segments)
    if out is not None:
        click.echo(f"wrote {out}", err=as_json)


def _print(backtest: Backtest, segments: tuple[str, ...]) -> None:
    """Print the table of scores, the segments that are asked for, and the memo."""
    from arpad.cli.number_formats import counted
    from arpad.cli.tables import Column, TextTable, show
    from arpad.lab.backtest.advice import memo

    click.echo(f"{counted(int(backtest.counts.sum()), 'game')}, each predicted from the games before it.")
    for note in backtest.notes:
        click.echo(note)
    click.echo()
    three = backtest.entries[0].three_way is not None
    columns = [
        Column("Forecaster", wraps=True),
        Column("Log loss", "right"),
        Column("95 % interval", "right", spare=3),
        Column("Brier", "right"),
        Column("Accuracy", "right", spare=2),
        Column("ECE", "right", spare=4),
    ]
    if three:
        columns += [Column("Three-way", "right", spare=1), Column("RPS", "right", spare=5)]
    rows = []
    for entry in backtest.entries:
        row = [
            entry.label,
            f"{entry.log_loss.mean:.4f}",
            "–"
            if math.isinf(entry.log_loss.low)
            else f"{entry.log_loss.low:.4f} to {entry.log_loss.high:.4f}",
            f"{entry.brier:.4f}",
            f"{entry.accuracy:.1%}",
            f"{entry.ece:.3f}",
        ]
        if three:
            row += [f"{entry.three_way:.4f}", f"{entry.ranked:.4f}"]
        rows.append(row)
    show(TextTable(tuple(columns), rows))
    names = {"games": "games played", "favourite": "favourite", "year": "year", "pool": "pool"}
    for name in segments:
        _print_segments(backtest, names[name])
    click.echo()
    for sentence in memo(backtest):
        click.echo(sentence)


def _print_segments(backtest: Backtest, by: str) -> None:
    """Print the log loss of the games put together in one way."""
    from arpad.cli.number_formats import grouped
    from arpad.cli.tables import Column, TextTable, show

    rows = [
        [segment.label, grouped(segment.games), *(f"{loss:.4f}" for loss in segment.log_loss.values())]
        for segment in backtest.segmented
        if segment.by == by
    ]
    click.echo()
    if not rows:
        has = {"year": "dates", "pool": "pools"}.get(by, "such games")
        click.echo(f"Not by {by}: the record has no {has}.")
        return
    heads = [Column(entry.label, "right", wraps=True) for entry in backtest.entries]
    show(TextTable((Column(by.capitalize()), Column("Games", "right"), *heads), rows))
