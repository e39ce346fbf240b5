"""``arpad balance``: teams as equal as possible, with the chance of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import examples, json_option, record_settings, schedule_option, system_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.ratings.balance import Balanced
    from arpad.ratings.fixture_odds import FixtureRatings
    from arpad.ratings.model import Rating

PARTNERS = "+"


@click.command(
    "balance",
    epilog=examples(
        "arpad balance results.csv Ann Bob Cid Dan --system weng-lin",
        "arpad balance list.csv Ann Bob Cid Dan Eve --sizes 3,2 --apart Ann+Bob",
    ),
)
@click.argument("words", nargs=-1, required=True, metavar="FILE... [PLAYER]...")
@record_settings
@system_options
@schedule_option
@click.option("--period", metavar="LENGTH", help="How long a rating period is, as for rate: 1d, 1w, 1mo…")
@click.option("--pool", metavar="NAME", help="Only the games of this pool, or its rows of a list.")
@click.option(
    "--teams", type=click.IntRange(2, 1000), default=2, show_default=True, metavar="N", help="How many teams."
)
@click.option("--sizes", metavar="N,N…", help="How many players each team has, such as 5,4.")
@click.option("--keep", multiple=True, metavar="A+B…", help="These play in one team; may be repeated.")
@click.option(
    "--apart", multiple=True, metavar="A+B…", help="No two of these play together; may be repeated."
)
@json_option
def command(
    words: tuple[str, ...],
    pool: str | None,
    teams: int,
    sizes: str | None,
    keep: tuple[str, ...],
    apart: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Divide players into teams that are as equal as possible by their ratings.

    FILE is a record, rated as by arpad rate with the same options, or a list that arpad rate has written.
    Without PLAYER all its players are divided. PLAYER=1500 is a guest with that rating.

    A team is as strong as the sum of its ratings under systems that rate teams (trueskill, weng-lin,
    elo-mmr, plackett-luce, bridge), else as their mean. The difference between the strongest team and the
    weakest is the least possible; where there are too many divisions to look at all, a note says so.
    """
    from arpad.cli.ratings_source import RatingsSource, split_words
    from arpad.cli.request import RatingRequest
    from arpad.cli.tables import as_json as print_json
    from arpad.cli.tables import faint
    from arpad.ratings.balance import balance

    context = click.get_current_context()
    default = click.core.ParameterSource.DEFAULT
    if sizes is not None and context.get_parameter_source("teams") is not default:
        raise click.UsageError("Give --teams or --sizes, not both.")
    files, names = split_words(words)
    source = RatingsSource(
        RatingRequest(files=files, **options), pool, context.get_parameter_source("system") is not default
    )
    with source.before() as before:
        pass
    division = balance(
        before.system,
        _ratings(before, names),
        teams=teams,
        sizes=None if sizes is None else _sizes(sizes),
        keep=_groups(keep, "--keep"),
        apart=_groups(apart, "--apart"),
    )
    if as_json:
        print_json({**_document(division), **source.facts(before, drawn=False)})
        return
    _show(division, before)
    click.echo()
    click.echo(faint(source.provenance(before, drawn=False)))


def _ratings(before: FixtureRatings, names: Sequence[str]) -> dict[str, Rating]:
    """Return the ratings of the players asked for; of all if none is named.

    Raises:
        BadInput: somebody is not known, or named twice.
    """
    from arpad.cli.rating_arguments import rating_of
    from arpad.core import BadInput

    if not names:
        return {name: before.at(name) for name in before.players.names}
    ratings: dict[str, Rating] = {}
    for word in names:
        name, equals, rating = word.rpartition("=")
        if before.knows(word) or not equals:
            name, guest = before.name(word), before.at(word)
        else:
            name, guest = name.strip(), rating_of(rating)
        if name in ratings:
            raise BadInput(f"{name} is given twice", remedy="Give every player once.")
        ratings[name] = guest
    return ratings


def _sizes(text: str) -> list[int]:
    from arpad.core import BadInput

    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() and len(word) < 7 for word in words):
        raise BadInput(f"--sizes {text} cannot be read", remedy="Write it as 5,4.")
    return [int(word) for word in words]


def _groups(texts: Sequence[str], option: str) -> list[list[str]]:
    from arpad.core import BadInput

    groups = [[name.strip() for name in text.split(PARTNERS)] for text in texts]
    for text, group in zip(texts, groups, strict=True):
        if len(group) < 2 or len(set(group)) < len(group) or not all(group):
            raise BadInput(f"{option} {text} cannot be read", remedy=f"Write it as {option} Ann+Bob.")
    return groups


def _document(division: Balanced) -> dict[str, Any]:
    return {
        "teams": [
            {
                "players": list(team.players),
                "ratings": [rating.value for rating in team.ratings],
                "strength": team.strength,
                "chance": team.chance,
            }
            for team in division.teams
        ],
        "spread": division.spread,
        "strength": "sum" if division.summed else "mean",
        "exact": division.exact,
    }


def _show(division: Balanced, before: FixtureRatings) -> None:
    from arpad.cli.number_formats import plain
    from arpad.cli.tables import Column, TextTable, show

    decimals = max(1, before.system.decimals)
    columns = [
        Column("team", "right"),
        Column("players", wraps=True),
        Column("sum" if division.summed else "mean", "right"),
        Column("chance of first" if division.summed else "expected", "right"),
    ]
    rows = [
        [str(at), ", ".join(team.players), plain(team.strength, decimals), f"{team.chance:.4f}"]
        for at, team in enumerate(division.teams, start=1)
    ]
    show(TextTable(columns, rows))
    apart = f"strongest and weakest differ by {plain(division.spread, decimals)}"
    end = "no division is more even" if division.exact else "the best of a search; a more even one may exist"
    click.echo(f"{apart}; {end}")
