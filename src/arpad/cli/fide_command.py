"""``arpad fide``: a month's list, a performance, a norm, by FIDE's own articles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import Option, examples, force_option, json_option, raw_option, rejects_option
from arpad.core import BadInput, parse_score

if TYPE_CHECKING:
    from datetime import date

    from arpad.cli.request import RatingRequest
    from arpad.core import Step
    from arpad.office.publishing.published_table import PublishedTable
    from arpad.rulebooks.fide.monthly import RatingList
    from arpad.rulebooks.fide.norms import Norm
    from arpad.rulebooks.fide.performance import Performance
    from arpad.rulebooks.fide.titles import Reached

UNRATED = ("unrated", "unr", "-", "0")
"""How an opponent without a rating is written."""

games_option: Option = click.option(
    "--games",
    "games_text",
    required=True,
    metavar='"RATING:SCORE …"',
    help="The opponents' ratings with your scores: 1, 0, ½, 0.5, 1-0, win…",
)


@click.group(
    "fide",
    epilog=examples(
        'arpad fide norm --title GM --games "2433:1 2380:0.5 2551:1"',
        "arpad fide list results.csv --month 2026-01 --players december.csv",
    ),
)
def command() -> None:
    """FIDE's monthly lists (B.02), performance ratings and title norms (B.01)."""


@command.command(
    "list",
    short_help="Make the rating list of a month.",
    epilog=examples("arpad fide list results.csv --month 2026-01 --players december.csv"),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--month", required=True, metavar="YYYY-MM", help="The month of the list, such as 2026-01.")
@click.option("--players", metavar="FILE", help="The list before the games: rating, games, peak, birth_year.")
@click.option("--columns", multiple=True, metavar="ROLE=NAME,…", help="Which column is what, as for rate.")
@rejects_option
@click.option(
    "--system",
    type=click.Choice(["fide", "fide-rapid", "fide-blitz"]),
    default="fide",
    show_default=True,
    help="Which of FIDE's three lists.",
)
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter of the system: closing=1."
)
@click.option("--titles", is_flag=True, help="Add the players who reach FM, CM, WFM or WCM by rating.")
@click.option(
    "--out",
    "outs",
    multiple=True,
    metavar="FILE",
    help="Write the list: .csv, .json or .parquet, each with a manifest; may be repeated.",
)
@force_option
@raw_option
@json_option
def list_command(
    files: Sequence[str],
    month: str,
    players: str | None,
    columns: Sequence[str],
    rejects: str | None,
    system: str,
    settings: Sequence[str],
    titles: bool,
    outs: Sequence[str],
    force: bool,
    as_json: bool,
) -> None:
    """Make the list of a month from the tournaments of FILE... (column event) that ended in time.

    A tournament counts with the list in force when it began, and for the first list whose closing day (three
    days before; --set closing=1 for one day) is not before its end. --players is the list before the first
    game; a player without a rating there is unrated until five games against rated opponents make a rating.

    --titles takes the highest rating of peak, rating and every month, and asks for 30 games; women's titles
    are for players whose sex in --players is F. A player who has the title there already, or a higher one, is
    left out.
    """
    from arpad.office.publishing.composition import FIDE_LIST
    from arpad.office.publishing.published_table import check_table, publish_table

    request = _request(files, system, settings, players, columns, rejects, force, titles=titles)
    with request.writing(*outs):
        check_table(FIDE_LIST, outs)
        hashing = request.begin_hashing() if outs else None
        rating_list, by_rating = _monthly_list(request, month, titles=titles)
        if hashing is not None:
            publish_table(_published_table(request, month, rating_list, by_rating), outs, hashing.result())
    if as_json:
        from arpad.cli.tables import as_json as print_json

        print_json(_document(rating_list, by_rating))
    else:
        _show(rating_list, by_rating)
    for out in outs:
        click.echo(f"wrote {out}", err=as_json)


def _request(
    files: Sequence[str],
    system: str,
    settings: Sequence[str],
    players: str | None,
    columns: Sequence[str],
    rejects: str | None,
    force: bool,
    *,
    titles: bool,
) -> RatingRequest:
    """Return how the tournaments are read and rated, found to be in order.

    Raises:
        BadInput: an option is not.
    """
    from arpad.cli.request import RatingRequest

    if titles and system != "fide":
        raise BadInput("titles follow the standard rating", remedy="Leave out --titles or --system.")
    request = RatingRequest(
        files,
        system=system,
        settings=settings,
        players=() if players is None else (players,),
        columns=columns,
        rejects=rejects,
        force=force,
    )
    request.check()
    return request


def _monthly_list(
    request: RatingRequest, month: str, *, titles: bool
) -> tuple[RatingList, Mapping[str, Reached] | None]:
    """Make the list of a month, and tell who reaches a title by rating where that is asked for."""
    from arpad.cli.progress import Stages
    from arpad.rulebooks.fide.monthly import rating_list
    from arpad.rulebooks.fide.system import Fide
    from arpad.rulebooks.fide.titles import reached

    day, rules = _first_of(month), request.rating_system
    assert isinstance(rules, Fide)
    with Stages(2) as stages:
        games = request.read(stages)
        with stages.stage(f"making the list of {month}"):
            monthly_list = rating_list(games, rules, day)
            return monthly_list, reached(monthly_list) if titles else None


def _published_table(
    request: RatingRequest, month: str, rating_list: RatingList, by_rating: Mapping[str, Reached] | None
) -> PublishedTable:
    """Return the list as it is published: a row for each player, the unrated last."""
    import polars as pl

    from arpad.office.pages.formatting import exact
    from arpad.office.publishing.composition import FIDE_LIST
    from arpad.office.publishing.published_table import PublishedTable
    from arpad.ratings.parameters import settings_of

    ratings = [row.rating for row in rating_list.players]
    columns: dict[str, Any] = {
        "rank": pl.Series(
            [None if rating is None else ratings.index(rating) + 1 for rating in ratings], dtype=pl.Int64
        ),
        "player": pl.Series([row.player for row in rating_list.players], dtype=pl.String),
        "rating": pl.Series(ratings, dtype=pl.Int64),
        "games": pl.Series([row.games for row in rating_list.players], dtype=pl.Int64),
        "last_played": pl.Series([row.last_played for row in rating_list.players], dtype=pl.Date),
        "inactive": pl.Series([row.inactive for row in rating_list.players], dtype=pl.Boolean),
    }
    if by_rating is not None:
        achievements = (by_rating.get(row.player) for row in rating_list.players)
        titles = [
            None if achievement is None else ", ".join(achievement.titles) for achievement in achievements
        ]
        columns["titles_by_rating"] = pl.Series(titles, dtype=pl.String)
    record, parameters = rating_list.ratings.timeline.record, settings_of(request.rating_system)
    command = ["arpad", "fide", "list", *(PurePath(file).name for file in request.files)]
    command += ["--month", month.strip(), "--system", request.rating_system.name, *request.reading_options]
    for name, value in parameters.items():
        command += ["--set", f"{name}={exact(value)}"]
    facts = {
        "system": request.rating_system.name,
        "asked": dict(parameters),
        "list": rating_list.day.isoformat(),
        "closing": rating_list.closing.isoformat(),
        "games": len(rating_list.ratings.timeline.games),
        "left_out": rating_list.left_out,
        "rejected": record.source.rejected,
        "digest": record.digest,
    }
    return PublishedTable(
        FIDE_LIST, pl.DataFrame(columns), facts, [*command, *(["--titles"] if by_rating is not None else [])]
    )


def recompute(given: dict[str, Any], _: bool) -> PublishedTable:
    """Make a published list again from the parameters of ``arpad fide list``."""
    names = ("files", "system", "settings", "players", "columns", "rejects", "force", "titles")
    request = _request(**{name: given[name] for name in names})
    return _published_table(
        request, given["month"], *_monthly_list(request, given["month"], titles=given["titles"])
    )


@command.command(
    "performance",
    short_help="Calculate a performance rating.",
    epilog=examples('arpad fide performance --games "2433:1 2380:0.5 2551:0"'),
)
@games_option
@json_option
def performance_command(games_text: str, as_json: bool) -> None:
    """Calculate the performance rating Rp = Ra + dp, step by step, as the title regulations do."""
    from arpad.rulebooks.fide.performance import performance as calculate_performance

    opponents, scores = _games(games_text)
    if any(math.isnan(rating) for rating in opponents):
        raise BadInput(
            "a performance needs rated opponents",
            remedy="Leave out unrated opponents, or use arpad fide norm.",
        )
    performance = calculate_performance(opponents, scores)
    if as_json:
        from arpad.cli.tables import as_json as print_json

        print_json({"performance": performance.rating, **_performance(performance)})
        return
    for step in performance.steps:
        click.echo(step.line())


@command.command(
    "norm",
    short_help="Judge games as a title norm.",
    epilog=examples('arpad fide norm --title IM --games "2433:1 2280:0.5 2351:1 unrated:1"'),
)
@games_option
@click.option("--title", required=True, metavar="TITLE", help="GM, IM, WGM or WIM.")
@json_option
def norm_command(games_text: str, title: str, as_json: bool) -> None:
    """Judge games as a title norm: number of games, score, average opponent and performance.

    An unrated opponent is written unrated:1. The opponents' titles and federations, which a norm asks for
    too, are not judged.
    """
    from arpad.rulebooks.fide.norms import norm as judge_norm

    norm = judge_norm(*_games(games_text), title)
    if as_json:
        from arpad.cli.tables import as_json as print_json

        print_json(_norm(norm))
        return
    for condition in norm.conditions:
        click.echo(f"{condition.name}: {'met' if condition.holds else 'NOT met'}")
        for step in condition.steps:
            click.echo(f"    {step.line()}")
    click.echo()
    verdict = "a norm" if norm.is_norm else f"not a norm ({', '.join(norm.failing)})"
    click.echo(f"{norm.title.name}: performance {norm.performance.rating}, {verdict}")
    click.echo("not judged: the opponents' titles and federations")


def _games(text: str) -> tuple[list[float], list[float]]:
    """Read ``RATING:SCORE`` pairs; an unrated opponent's rating is NaN.

    Raises:
        BadInput: one is not of that form.
    """
    opponents, scores = [], []
    for part in (word.rstrip(",;") for word in text.split()):
        rating, colon, score = part.rpartition(":")
        if colon and rating.count(":") == 0:
            opponents.append(math.nan if rating.lower() in UNRATED else _rating(rating))
            scores.append(parse_score(score))
        else:
            raise BadInput(f"{part!r} is not a game", remedy="Write it as RATING:SCORE, 2380:0.5.")
    return opponents, scores


def _rating(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"{text!r} is not a rating", remedy="Expected a number, or unrated.")
    return value


def _first_of(month: str) -> date:
    from datetime import date

    try:
        return date.fromisoformat(f"{month.strip()}-01")
    except ValueError:
        raise BadInput(f"{month!r} is not a month", remedy="Write it as 2026-01.") from None


def _steps(steps: Sequence[Step]) -> list[dict[str, Any]]:
    return [step.as_dict() for step in steps]


def _performance(performance: Performance) -> dict[str, Any]:
    return {
        "average": performance.average,
        "p": performance.share / 100.0,
        "dp": performance.difference,
        "steps": _steps(performance.steps),
    }


def _norm(norm: Norm) -> dict[str, Any]:
    return {
        "title": norm.title.name,
        "norm": norm.is_norm,
        "failing": list(norm.failing),
        "performance": norm.performance.rating,
        "average": norm.performance.average,
        "conditions": [
            {"name": condition.name, "met": condition.holds, "steps": _steps(condition.steps)}
            for condition in norm.conditions
        ],
        "not_judged": ["titles", "federations"],
    }


def _document(rating_list: RatingList, by_rating: Mapping[str, Reached] | None) -> dict[str, Any]:
    from dataclasses import asdict

    rows = [asdict(row) for row in rating_list.players]
    if by_rating is not None:
        for row in rows:
            achievement = by_rating.get(row["player"])
            row["titles_by_rating"] = [] if achievement is None else list(achievement.titles)
    return {
        "list": rating_list.day,
        "closing": rating_list.closing,
        "system": rating_list.ratings.system.name,
        "games": len(rating_list.ratings.timeline.games),
        "left_out": rating_list.left_out,
        "players": rows,
    }


def _show(rating_list: RatingList, by_rating: Mapping[str, Reached] | None) -> None:
    from arpad.cli.number_formats import counted
    from arpad.cli.request import provenance
    from arpad.cli.tables import Column, TextTable, faint, show, strong

    click.echo(strong(f"{rating_list.ratings.system.title}, list of {rating_list.day.isoformat()}"))
    columns = [
        Column("rank", "right"),
        Column("player", shrinks=True),
        Column("rating", "right"),
        Column("games", "right", spare=1),
        Column("last played", spare=2),
        Column("status", spare=3),
    ]
    ratings = [row.rating for row in rating_list.players]
    rows = [
        [
            "" if row.rating is None else str(ratings.index(row.rating) + 1),
            row.player,
            "unrated" if row.rating is None else str(row.rating),
            str(row.games),
            "" if row.last_played is None else row.last_played.isoformat(),
            "inactive" if row.inactive else "",
        ]
        for row in rating_list.players
    ]
    if not any(row.inactive for row in rating_list.players):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    if by_rating is not None:
        columns.append(Column("reaches"))
        for row, listed in zip(rows, rating_list.players, strict=True):
            achievement = by_rating.get(listed.player)
            row.append("" if achievement is None else _title_text(achievement))
    show(TextTable(columns, rows))
    click.echo()
    if rating_list.left_out:
        late = counted(rating_list.left_out, "game")
        click.echo(
            faint(f"{late} of tournaments that ended after {rating_list.closing} are for a later list")
        )
    click.echo(faint(provenance(rating_list.ratings)))


def _title_text(achievement: Reached) -> str:
    """Write titles with the rating and the games that they rest on."""
    return f"{', '.join(achievement.titles)}: {achievement.highest} in {achievement.games} games"
