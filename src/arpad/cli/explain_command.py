"""``arpad explain``: why a player's rating is what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import (
    LARGEST_COUNT,
    examples,
    json_option,
    record_options,
    schedule_option,
    system_options,
)

if TYPE_CHECKING:
    from arpad.core import Explanation
    from arpad.ratings.result import Ratings
    from arpad.record import Record


@click.command(
    "explain",
    epilog=examples(
        'arpad explain results.csv --player "Kim Ji-u" --set k=32 --last 5 --steps',
    ),
)
@record_options
@system_options
@schedule_option
@click.option("--player", required=True, metavar="NAME", help="The player, by the name in the record.")
@click.option(
    "--last",
    type=click.IntRange(1, LARGEST_COUNT),
    metavar="N",
    help="Only the last N games (live) or periods.",
)
@click.option(
    "--period",
    "periods",
    multiple=True,
    metavar="P",
    help="How long a rating period is, as for rate (1mo, 1w, event…); or which period to show: 2024-03, "
    "an event's name. May be given for both.",
)
@click.option(
    "--only", metavar="LABEL", help="Only this period; for numbered periods, where --period is a length."
)
@click.option("--pool", metavar="NAME", help="Only the games of this pool, as rate --by pool rates them.")
@click.option(
    "--entry-from",
    "entries",
    multiple=True,
    metavar="POOL=OTHER",
    help="With --pool: newcomers to a pool bring their rating of another pool, as for rate.",
)
@click.option("--steps", is_flag=True, help="Unfold every change into formula, numbers, rounding and source.")
@json_option
def command(
    player: str,
    last: int | None,
    periods: tuple[str, ...],
    only: str | None,
    pool: str | None,
    entries: tuple[str, ...],
    steps: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Explain a player's rating: a line for each game of FILE..., adding up to its change.

    The options for the record and the system are those of rate: take the line that made the list, and put
    explain and --player NAME in place of rate, --pool NAME in place of --by pool. Every line has the date,
    the opponent, the opponent's rating before the game, the expected score, the result and the change.
    """
    from dataclasses import replace

    import arpad
    from arpad.cli.progress import Stages
    from arpad.cli.rate_output import sources
    from arpad.cli.request import RatingRequest
    from arpad.cli.tables import as_json as print_json
    from arpad.rulebooks.known_systems import known_list

    unused = {"last": last, "period": periods, "only": only, "pool": pool, "entry-from": entries}
    if known_list(options["system"]) is not None:
        from arpad.cli import skill_points

        point_list = skill_points.PointList.of(options, unused)
        skill_points.explain(point_list, player, steps=steps, as_json=as_json)
        return
    if entries and pool is None:
        raise click.UsageError("--entry-from is for --pool.")
    entry_from = sources(entries)
    request = RatingRequest(**options)
    request.check()
    with request.writing(), Stages(2) as stages:
        games = request.read(stages, by_pool=pool is not None)
        length, label = _length_and_label(periods, only, games)
        request = replace(request, period=length)
        if pool is not None:
            of_pool = games.of_pool(pool)
            games = games if entry_from else of_pool
        if pool is not None and entry_from:
            ratings = request.rate_by_pool(games, stages, history=True, entry_from=entry_from)[pool]
        else:
            ratings = request.rate(games, stages, history=True, pool=pool)
        names = _partners(player, ratings)
        explanations = [arpad.explain(ratings, name, last=last, period=label) for name in names]
    if as_json:
        print_json(
            explanations[0].as_dict()
            if len(explanations) == 1
            else [explanation.as_dict() for explanation in explanations]
        )
        return
    for number, explanation in enumerate(explanations):
        if number:
            click.echo()
        _show(explanation, ratings, steps)


def _partners(player: str, ratings: Ratings) -> list[str]:
    """Return the players that a name stands for: one, or the partners of ``Ann+Bob``."""
    names = set(ratings.players.names)
    partners = [name.strip() for name in player.split("+")]
    return [player] if player in names or not names.issuperset(partners) else partners


def _length_and_label(
    periods: tuple[str, ...], only: str | None, games: Record
) -> tuple[str | None, str | None]:
    """Tell the length of a rating period from the label of one to show.

    A bare number is a length where the record's time is numbers, and a year where it is dates.

    Raises:
        BadInput: two of the same are given.
    """
    from arpad.core import BadInput
    from arpad.record.periods import parse_period

    length, label = None, only
    dated = games.time is not None and games.time.dtype.kind == "M"
    for text in periods:
        try:
            is_length = not (parse_period(text).unit == "number" and dated)
        except BadInput:
            is_length = False
        if (length if is_length else label) is not None:
            what = "the length of a rating period" if is_length else "the period to show"
            raise BadInput(
                f"--period gives {what} twice: {length if is_length else label!r} and {text!r}",
                remedy="Give each once: a length such as 1mo, and a period to show such as 2024-03.",
            )
        if is_length:
            length = text
        else:
            label = text
    return length, label


def _counted(unit: Explanation) -> int:
    """Return how many games a unit has; a contest of many sides is one, whatever its lines."""
    from arpad.ratings.explain import games_in

    lines = sum(1 for _ in games_in(unit))
    return lines if "period" in unit.facts else min(1, lines)


def _show(explanation: Explanation, ratings: Ratings, steps: bool) -> None:
    from arpad.cli import explaining, number_formats
    from arpad.cli.request import provenance
    from arpad.cli.tables import faint, show, shown, strong

    before, after = explanation.facts["before"], explanation.facts["after"]
    count = sum(_counted(unit) for unit in explanation.parts)
    initial = explaining.initial_rating_text(explanation)
    pooled = sum(1 for unit in explanation.parts for part in unit.parts if part.facts.get("pooled"))
    change = f"{number_formats.signed(explanation.value)} in {number_formats.counted(count - pooled, 'game')}"
    parts = [initial] if initial and count == pooled else [initial, change] if initial else [change]
    click.echo(strong(f"{explanation.label}: {', '.join(parts)}"))
    click.echo()
    show(explaining.explained(explanation))
    click.echo()
    if steps:
        for line in explaining.unfolded(explanation.parts):
            click.echo(shown(line))
    click.echo(
        f"{explaining.equation(before, explanation.value, after)}   "
        "(rating before + sum of the changes = rating after)"
    )
    if not steps:
        click.echo(faint("--steps unfolds every change"))
    click.echo()
    click.echo(faint(provenance(ratings)))
