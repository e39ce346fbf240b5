"""``arpad rate``: from a file of results to a ranking list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import (
    LARGEST_COUNT,
    examples,
    json_option,
    period_option,
    record_options,
    schedule_option,
    system_options,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arpad.ratings.result import Provisional, Ratings


@click.command(
    "rate",
    epilog=examples(
        "arpad rate results.csv --system glicko2 --period 1mo --min-games 5 --out list.html",
    ),
)
@record_options
@system_options
@schedule_option
@period_option
@click.option(
    "--by",
    metavar="COLUMN",
    help="Rate apart what this column tells apart, such as category or pool: a list for each of its values.",
)
@click.option(
    "--entry-from",
    "entries",
    multiple=True,
    metavar="POOL=OTHER",
    help="With --by: newcomers to a pool bring their rating of another pool, such as blitz=rapid.",
)
@click.option(
    "--ranks",
    is_flag=True,
    help="Add the ranks that the games leave open: with 95 % the true rank of a player is among them.",
)
@click.option(
    "--joint",
    is_flag=True,
    help="Let these ranks hold for all players together with 95 %, and add tiers; files also have joint "
    "intervals and quasi standard errors.",
)
@click.option(
    "--divisions",
    metavar="NAMES",
    help='Add names for ratings to the list, such as "Bronze; Silver 1200; Gold 1500".',
)
@click.option(
    "--min-games",
    type=click.IntRange(0, LARGEST_COUNT),
    metavar="N",
    help="Leave out players with fewer games.",
)
@click.option(
    "--active-since",
    metavar="DATE",
    help="Leave out players whose last game was before that day (or numbered period).",
)
@click.option(
    "--provisional",
    type=click.Choice(["ranked", "apart", "omitted"]),
    default="ranked",
    show_default=True,
    help="Players with a provisional rating: ranked among the others, apart behind them without a rank, or "
    "omitted.",
)
@click.option(
    "--previous",
    metavar="FILE",
    help="The list before: who has moved up (▲) and down (▼), who is new, who is gone, and how much every "
    "rating has changed.",
)
@click.option(
    "--top",
    type=click.IntRange(0, LARGEST_COUNT),
    metavar="N",
    help="Print, and show on a page, only the first N players; 0 for all. If not given, 20 are printed. "
    "Other files and JSON have all players.",
)
@click.option(
    "--out",
    "outs",
    multiple=True,
    metavar="FILE",
    help="Write the list, unrounded: .csv, .parquet, .json or .html; may be repeated.",
)
@click.option(
    "--pages",
    metavar="DIR|FILE.html",
    help="Write the list as a page with its players: history, games, opponents, explanation. In a folder "
    "each player has a page; one file holds them all, with fewer games of each.",
)
@click.option("--title", metavar="TEXT", help="The heading of the list, printed and on the page.")
@click.option(
    "--history", "history_file", metavar="FILE", help="Write the history of every rating, row by row."
)
@json_option
def command(
    by: str | None,
    entries: tuple[str, ...],
    ranks: bool,
    joint: bool,
    divisions: str | None,
    min_games: int | None,
    active_since: str | None,
    provisional: Provisional,
    previous: str | None,
    top: int | None,
    outs: tuple[str, ...],
    pages: str | None,
    title: str | None,
    history_file: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Rate the games of FILE... and print the ranking list.

    A FILE is CSV, TSV, JSON, Parquet or PGN, also .gz or .zst; - reads CSV from the standard input. A
    tournament report (TRF) and the file of arpad tournament are read too.
    Columns are known by their usual names: white, black, result; home_team, away_team, home_score,
    away_score; winner, loser; player_a, player_b, score; date; weight; neutral; event; pool.

    --min-games, --active-since, --provisional and --previous hold for what is printed and for the files of
    --out; --top holds for what is printed and for pages. ± is 1.96 deviations: the interval that holds the
    strength with a probability of 95 %. A rating with ? is provisional.

    The files of one run appear together at its end, or, where anything fails, none of them. A file that is
    there already is replaced if arpad has written it; any other file only with --force.

    --system skill-points sums every player's best scores instead, from the columns player, item, points.
    """
    from arpad.cli import rate_output as output
    from arpad.cli.progress import Stages
    from arpad.cli.request import RatingRequest
    from arpad.ratings.result import day_of
    from arpad.rulebooks.known_systems import known_list

    of_games = {
        "by": by,
        "entry-from": entries,
        "ranks": ranks,
        "joint": joint,
        "min-games": min_games,
        "active-since": active_since,
        "provisional": provisional if provisional != "ranked" else None,
        "previous": previous,
        "history": history_file,
        "pages": pages,
    }
    if known_list(options["system"]) is not None:
        from arpad.cli import skill_points

        point_list = skill_points.PointList.of(options, of_games)
        divided = output.extras(False, divisions).divisions
        skill_points.rate(point_list, top=top, divisions=divided, outs=outs, as_json=as_json, title=title)
        return
    if entries and by is None:
        raise click.UsageError("--entry-from is for lists of several pools: add --by.")
    entry_from = output.sources(entries)
    if by not in (None, "pool"):
        options["columns"] = (*options["columns"], f"pool={by}")
    request = RatingRequest(**options, previous=previous)
    request.check()
    traced = (
        history_file is not None or pages is not None or any(out.lower().endswith(".html") for out in outs)
    )
    how: dict[str, Any] = {
        "min_games": min_games or 1,
        "top": top or None,
        "title": title,
        "active_since": None if active_since is None else day_of(active_since),
        "provisional": provisional,
        "options": [*request.reading_options, *(word for text in entries for word in ("--entry-from", text))],
    }
    index = [] if pages is None else [output.list_page_of(pages)]
    files = [*outs, *index, *([] if history_file is None else [history_file])]
    with request.writing(*files), Stages(2 + bool(files)) as stages:
        output.check_targets(outs, history_file, pages)
        how["extras"] = output.extras(ranks, divisions, request.previous_list, joint=joint)
        request.say_other_system()
        hashing = request.begin_hashing() if files or as_json else None
        games = request.read(stages, by_pool=by is not None)
        request.say_near_names(games)
        ratings: dict[str, Ratings] | Ratings
        written: Sequence[Path] = ()
        if by is not None:
            ratings = request.rate_by_pool(games, stages, history=traced, entry_from=entry_from)
        else:
            ratings = request.rate(games, stages, history=traced)
        inputs = () if hashing is None else hashing.result()
        if files:
            from arpad.office import publish_all

            with stages.stage(f"writing {', '.join(files)}"):
                written = publish_all(ratings, outs, history_file, pages=pages, inputs=inputs, **how)
    if as_json:
        output.print_json(ratings, games.source, inputs, how)
    else:
        rows = output.SHOWN if top is None else top or None
        output.print_lists(ratings, {**how, "top": rows})
    for path in files:
        click.echo(f"wrote {path}", err=as_json)
        output.say_cut(path, ratings, how, in_parts=path in index and path != pages)
    if pages is not None:
        output.say_pages(pages, ratings, how, written, as_json=as_json)
