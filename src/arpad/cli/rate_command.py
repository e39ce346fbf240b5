"""``arpad rate``: from a file of results to a ranking list."""

from __future__ import annotations

from typing import Any

import click

from arpad.cli.options import examples, json_option, record_options, schedule_option, system_options


@click.command(
    "rate",
    short_help="Rate games: from a file of results to a ranking list.",
    epilog=examples(
        "arpad rate results.csv --system glicko2 --period 1mo --min-games 5 --out list.html",
    ),
)
@record_options
@system_options
@schedule_option
@click.option(
    "--period", metavar="LENGTH", help="How long a rating period is: 1d, 1w, 1mo, event, all, or 1 (number)."
)
@click.option("--by", type=click.Choice(["pool"]), help="Rate every pool by itself: one list for each.")
@click.option("--min-games", type=click.IntRange(0), metavar="N", help="Leave out who has played fewer.")
@click.option(
    "--top",
    type=click.IntRange(0),
    metavar="N",
    help="Only the first N; 0 for all. Printed are 20 if not given.",
)
@click.option(
    "--out",
    "outs",
    multiple=True,
    metavar="FILE",
    help="Write the list, unrounded: .csv, .parquet, .json or .html; may be repeated.",
)
@click.option("--history", "history_file", metavar="FILE", help="Write how every rating went, row by row.")
@json_option
def command(
    by: str | None,
    min_games: int | None,
    top: int | None,
    outs: tuple[str, ...],
    history_file: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Rate the games of FILE... and print the ranking list.

    A FILE is CSV, TSV, JSON Lines, Parquet or PGN, also .gz or .zst; - reads CSV from the standard input.
    Columns are known by their usual names: white, black, result; home_team, away_team, home_score,
    away_score; winner, loser; player_a, player_b, score; date; weight; neutral; event; pool.

    --min-games and --top hold for what is printed and for the files of --out. Without --top the printed
    list ends after 20 rows, and files and JSON have all. ± is 1.96 deviations: the interval that holds the
    strength with a probability of 95 %. A rating with ? is provisional.
    """
    from arpad.cli import rate_output as output
    from arpad.cli.progress import Stages
    from arpad.cli.request import Request
    from arpad.office import publish, publish_history

    request = Request(**options)
    request.check()
    request.check_not_read(*outs, history_file)
    output.check_targets(outs, history_file)
    traced = history_file is not None or any(out.lower().endswith(".html") for out in outs)
    how: dict[str, Any] = {
        "min_games": min_games or 1,
        "top": top or None,
        "options": request.reading_options,
    }
    with Stages(2 + len(outs) + (history_file is not None)) as stages:
        games = request.read(stages)
        rate = request.rate_by_pool if by == "pool" else request.rate
        ratings = rate(games, stages, history=traced)
        for out in outs:
            with stages.stage(f"writing {out}"):
                publish(ratings, out, **how)
        if history_file is not None:
            with stages.stage(f"writing {history_file}"):
                publish_history(ratings, history_file, options=request.reading_options)
    if as_json:
        output.print_json(ratings, how)
    else:
        rows = output.SHOWN if top is None else top or None
        output.print_lists(ratings, how["min_games"], rows)
    for path in filter(None, (*outs, history_file)):
        click.echo(f"wrote {path}", err=as_json)
