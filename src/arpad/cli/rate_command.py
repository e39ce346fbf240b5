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

    from arpad.cli.progress import Stages
    from arpad.cli.request import RatingRequest
    from arpad.office.publishing.inputs import InputFile
    from arpad.ratings.result import Provisional, Ratings
    from arpad.record import Record, Source


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
    from arpad.ratings.result import day_of
    from arpad.rulebooks.known_systems import known_list

    for_games = {
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
        _rate_points(options, for_games, divisions, outs, top=top, title=title, as_json=as_json)
        return
    request, entry_from = _request(options, by, entries, previous)
    outputs = output.RatingFiles(outs, history_file, pages)
    how: dict[str, Any] = {
        "min_games": min_games or 1,
        "top": top or None,
        "title": title,
        "active_since": None if active_since is None else day_of(active_since),
        "provisional": provisional,
        "options": [*request.reading_options, *(word for text in entries for word in ("--entry-from", text))],
    }
    with request.writing(*outputs.paths), Stages(2 + bool(outputs.paths)) as stages:
        output.check_targets(outs, history_file, pages)
        how["extras"] = output.extras(ranks, divisions, request.previous_list, joint=joint)
        request.say_other_system()
        hashing = request.begin_hashing() if outputs.paths or as_json else None
        games = request.read(stages, by_pool=by is not None)
        request.say_near_names(games)
        ratings = _rate(request, games, stages, entry_from=entry_from, history=outputs.traced)
        inputs = () if hashing is None else hashing.result()
        written = outputs.write(ratings, inputs, how, stages)
    _print(ratings, games.source, inputs, how, top=top, as_json=as_json)
    outputs.say_written(ratings, how, written, as_json=as_json)


def _rate(
    request: RatingRequest,
    games: Record,
    stages: Stages,
    *,
    entry_from: dict[str, str] | None,
    history: bool,
) -> dict[str, Ratings] | Ratings:
    """Rate the games, or those of each pool.

    Args:
        request: how they are rated.
        games: the games.
        stages: what is told of the progress.
        entry_from: from which pool the newcomers of each bring a rating; None where games are rated as one.
        history: whether to keep the history.
    """
    if entry_from is None:
        return request.rate(games, stages, history=history)
    return request.rate_by_pool(games, stages, history=history, entry_from=entry_from)


def _print(
    ratings: dict[str, Ratings] | Ratings,
    source: Source,
    inputs: Sequence[InputFile],
    how: dict[str, Any],
    *,
    top: int | None,
    as_json: bool,
) -> None:
    """Print the lists, or everything as JSON, which has all players."""
    from arpad.cli.rate_output import SHOWN, print_json, print_lists

    if as_json:
        print_json(ratings, source, inputs, how)
    else:
        print_lists(ratings, {**how, "top": SHOWN if top is None else top or None})


def _request(
    options: dict[str, Any], by: str | None, entries: tuple[str, ...], previous: str | None
) -> tuple[RatingRequest, dict[str, str] | None]:
    """Return how the games are read and rated, and from which pool the newcomers of each bring a rating.

    The latter is None where games are rated as one.

    Raises:
        BadInput: an option is not valid.
    """
    from arpad.cli.rate_output import sources
    from arpad.cli.request import RatingRequest

    if entries and by is None:
        raise click.UsageError("--entry-from is for lists of several pools: add --by.")
    entry_from = sources(entries)
    if by not in (None, "pool"):
        options["columns"] = (*options["columns"], f"pool={by}")
    request = RatingRequest(**options, previous=previous)
    request.check()
    return request, None if by is None else entry_from


def _rate_points(
    options: dict[str, Any],
    for_games: dict[str, Any],
    divisions: str | None,
    outs: tuple[str, ...],
    *,
    top: int | None,
    title: str | None,
    as_json: bool,
) -> None:
    """Print and write a list of points, which is no rating; ``for_games`` are the options that it refuses.

    Raises:
        NotProvided: one of these is given.
    """
    from arpad.cli import skill_points
    from arpad.cli.rate_output import extras

    point_list = skill_points.PointList.of(options, for_games)
    bands = extras(False, divisions).divisions
    skill_points.rate(point_list, top=top, divisions=bands, outs=outs, as_json=as_json, title=title)
