"""``arpad demo``: the main job, on results that come with the package."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import examples

if TYPE_CHECKING:
    from arpad.core import Explanation
    from arpad.ratings.result import Ratings

TOP = 10
CHAMPION, TITLE = "Argentina", "World Cup 2022"
SETTINGS = ("k=30", "margin=goals", "advantage=100")
"""As the World Football Elo Ratings (eloratings.net) have it, wins count by their goals, and the host has 100
points. They have K 60 for finals beside all other matches; here, where finals are all there is, 30 has the
best log loss of 20, 30, 40, 50, 60 and 80 over the matches from the hundredth on (0.636)."""


@click.command(
    "demo",
    epilog=examples(
        "arpad demo --out world-cup.html",
    ),
)
@click.option(
    "--out",
    default="arpad-world-cup.html",
    show_default=True,
    metavar="FILE",
    help="Where to write the report; its ending says the format, as for rate --out.",
)
def command(out: str) -> None:
    """Rate all 964 matches of the men's football World Cups, 1930 to 2022.

    Prints the top of the list with the history of each team, writes an HTML report, explains one champion's
    title match by match, and tells what to type next. The results come with the package.
    """
    import arpad
    from arpad.cli.progress import Stages
    from arpad.cli.request import RatingRequest, provenance
    from arpad.cli.tables import faint, strong
    from arpad.office import check_destination, publish
    from arpad.record.samples import football_world_cups

    check_destination(out)
    path = football_world_cups()
    request = RatingRequest([str(path)], settings=SETTINGS)
    with Stages(3) as stages:
        games = request.read(stages)
        ratings = request.rate(games, stages, history=True)
        with stages.stage(f"writing {out}"):
            publish(ratings, out, title="Men's football World Cups, 1930 to 2022")
    title = arpad.explain(ratings, CHAMPION, period=TITLE)

    click.echo(strong("Every match of the men's football World Cups, 1930 to 2022, rated by Elo"))
    click.echo()
    _show_list(ratings)
    click.echo()
    click.echo(strong(f"How {CHAMPION} won the {TITLE}, match by match"))
    click.echo()
    _show_title(title)
    click.echo()
    click.echo(f"The whole list, with charts: {out}")
    click.echo()
    click.echo(strong("Type next"))
    for line in next_commands(str(path)):
        click.echo(f"  {line}")
    click.echo()
    click.echo(faint(provenance(ratings)))


def next_commands(path: str) -> list[str]:
    """Return what to type next, for the same results and then for two numbers."""
    file = shlex.quote(path)
    settings = " ".join(f"--set {setting}" for setting in SETTINGS)
    return [
        f'arpad explain {file} {settings} --player {CHAMPION} --period "{TITLE}" --steps',
        f"arpad rate {file} --system glicko2 --period event --min-games 10 --out list.csv",
        "arpad odds 2307 2107",
    ]


def _show_list(ratings: Ratings) -> None:
    from arpad.cli.tables import Column, TextTable, faint, show

    table = ratings.table(top=TOP)
    years, lines = _histories(ratings, table["player"].to_list())
    columns = [
        Column("rank", "right"),
        Column("team", shrinks=True),
        Column("rating", "right"),
        Column("won", "right", spare=1),
        Column("drawn", "right", spare=1),
        Column("lost", "right", spare=1),
        Column(f"{years[0]} to {years[-1]}"),
    ]
    rows = [
        [*(str(row[name]) for name in ("rank", "player")), f"{row['rating']:.0f}",
         *(str(row[name]) for name in ("wins", "draws", "losses")), line]
        for row, line in zip(table.iter_rows(named=True), lines, strict=True)
    ]  # fmt: skip
    show(TextTable(columns, rows))
    click.echo(faint(f"A block for each of the {len(years)} tournaments: the rating after it."))
    click.echo(faint("A penalty shoot-out counts as the draw that it followed."))


def _histories(ratings: Ratings, players: list[str]) -> tuple[list[int], list[str]]:
    """Return the years of the tournaments, and per player the line of ratings after each."""
    import polars as pl

    from arpad.cli.sparkline import sparkline

    history = ratings.history(*players).with_columns(pl.col("time").dt.year().alias("year"))
    after = history.group_by("player", "year", maintain_order=True).agg(pl.col("rating").last())
    assert ratings.timeline.days is not None
    years = sorted({int(day.astype(object).year) for day in ratings.timeline.days})
    low, high = history["rating"].min(), history["rating"].max()
    lines = []
    for player in players:
        rating_by_year = dict(after.filter(pl.col("player") == player).select("year", "rating").iter_rows())
        values: list[float | None] = []
        for year in years:
            values.append(rating_by_year.get(year, values[-1] if values else None))
        lines.append(sparkline(values, low, high))  # type: ignore[arg-type]
    return years, lines


def _show_title(title: Explanation) -> None:
    from arpad.cli import explaining
    from arpad.cli.tables import show

    facts: dict[str, Any] = title.facts
    show(explaining.explained(title))
    click.echo()
    click.echo(explaining.equation(facts["before"], title.value, facts["after"]))
