"""``arpad matchmaking``: rules of matching judged on a simulated online queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arpad.cli.lab_reading import page_option, seed_option
from arpad.cli.options import examples, force_option, json_option

if TYPE_CHECKING:
    from arpad.lab.matchmaking import Matchmaking
    from arpad.lab.population import Population


@click.command(
    "matchmaking",
    epilog=examples(
        "arpad matchmaking",
        "arpad matchmaking --rule window,width=50 --rule window,width=200 --players 100",
        "arpad matchmaking --population years=5,improve=150,quit=0.3",
        "arpad matchmaking --size 3 --parties 0.4 --out report.html",
    ),
)
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME[,SETTING=…]",
    help="Who may meet whom: window[,width=100][,widening=5][,most=600], "
    "expected-score[,margin=0.1][,widening=0.005][,most=0.45], information with the same settings. "
    "All if not given.",
)
@click.option(
    "--players",
    type=int,
    default=300,
    show_default=True,
    help="Players of the population at its beginning; those who are left at its end come again and again.",
)
@click.option(
    "--population",
    "numbers",
    metavar="NAME=VALUE,…",
    help="More of the population, as of 'arpad simulate': years=5,improve=150,drift=30; 2 years and 60 games "
    "a year if not given.",
)
@click.option("--hours", type=float, default=6.0, show_default=True, help="How long the queue is open.")
@click.option(
    "--games",
    type=float,
    default=3.0,
    show_default=True,
    help="Games an hour that each player would play without waiting.",
)
@click.option("--minutes", type=float, default=10.0, show_default=True, help="How long a game takes.")
@click.option(
    "--spread",
    type=float,
    default=200.0,
    show_default=True,
    metavar="POINTS",
    help="The standard deviation of the true strengths.",
)
@click.option("--size", type=int, default=1, show_default=True, help="Players of a side, up to 5.")
@click.option(
    "--parties",
    type=float,
    default=0.0,
    show_default=True,
    metavar="SHARE",
    help="The share of the players who come as parties of two and play on one side.",
)
@click.option(
    "--newcomers",
    type=float,
    default=0.3,
    show_default=True,
    metavar="SHARE",
    help="The share of the players who have no rating yet.",
)
@click.option(
    "--runs",
    type=int,
    default=5,
    show_default=True,
    metavar="N",
    help="How many queues are simulated for each rule; the intervals come from their differences.",
)
@seed_option("Another seed, other queues.")
@page_option
@force_option
@json_option
def command(
    rules: tuple[str, ...],
    runs: int,
    seed: int,
    out: str | None,
    force: bool,
    as_json: bool,
    players: int,
    numbers: str | None,
    hours: float,
    games: float,
    minutes: float,
    spread: float,
    size: int,
    parties: float,
    newcomers: float,
) -> None:
    """Judge rules of matching on a simulated online queue of players whose strengths are known.

    They are the players of a population at the end of its years, as 'arpad simulate' draws it. They come,
    wait, are matched by the rule, play and come again; some are newcomers. Printed are how long they wait,
    how even the games truly are, and how far the newcomers' ratings are from the truth at the end.
    """
    from arpad.cli.lab_reading import check_page
    from arpad.cli.progress import Stages
    from arpad.cli.tables import as_json as print_json
    from arpad.core.writing import together
    from arpad.lab.matchmaking import Queue, matchmaking

    population = _population(numbers, {"players": players, "spread": spread})
    queue = Queue(population, hours, games, minutes, size, parties, newcomers)
    with together([], force=force), Stages(1 + bool(out)) as stages:
        if out is not None:
            check_page(out)
        with stages.stage("matching"):
            study = matchmaking(queue, rules or None, runs=runs, seed=seed)
        if out is not None:
            from arpad.office.pages.lab_report import write_report
            from arpad.office.pages.matchmaking_page import matchmaking_page

            with stages.stage(f"writing {out}"):
                write_report(matchmaking_page(study), out)
    if as_json:
        print_json(study.as_json())
    else:
        _print(study)
    if out is not None:
        click.echo(f"wrote {out}", err=as_json)


def _population(numbers: str | None, given: dict[str, float]) -> Population:
    """Return the population that is described.

    Raises:
        BadInput: a name or a number is not valid, or a number is given twice.
    """
    from dataclasses import replace

    from arpad.cli.options import pairs_of
    from arpad.core import BadInput
    from arpad.lab.matchmaking.queueing import USUAL

    fields = [field for field in vars(USUAL) if field not in given]
    more: dict[str, float] = {}
    for name, text in pairs_of((numbers or "").split(",") if numbers else (), "--population").items():
        if name not in fields:
            own = f"--{name} gives it." if name in given else f"It has {', '.join(fields)}."
            raise BadInput(f"--population has no number {name!r}", remedy=own)
        try:
            more[name] = int(text) if name == "years" else float(text)
        except ValueError:
            raise BadInput(f"--population {name}={text} is not a number") from None
    return replace(USUAL, **given, **more)  # type: ignore[arg-type]


def _print(study: Matchmaking) -> None:
    """Print the table and the answers."""
    from arpad.cli.number_formats import counted
    from arpad.cli.tables import Column, TextTable, show

    click.echo(f"{counted(study.runs, 'queue')} of {study.queue.description}.")
    click.echo()
    heads = ("Wait", "1 in 20 waits", "Favourite", "Uneven", "Error", "Games")
    rows = [
        [
            entry.rule.label,
            f"{entry.figures['wait'].mean:.1f} s",
            f"{entry.figures['late'].mean:.0f} s",
            f"{entry.figures['favourite'].mean:.1%}",
            f"{entry.figures['uneven'].mean:.1%}",
            f"{entry.figures['error'].mean:.0f}",
            f"{entry.figures['games'].mean:.1f}",
        ]
        for entry in study.rules
    ]
    show(TextTable((Column("Rule", wraps=True), *(Column(head, "right") for head in heads)), rows))
    click.echo()
    click.echo(
        "Wait: mean, and what one player in twenty waits longer than. Favourite: mean expected score of the "
        "favourite by the true strengths. Uneven: games whose favourite expects 75 % and more. Error: root "
        "mean square of rating less strength of the newcomers at the end, in points. Games: of a player."
    )
    if study.memo:
        click.echo()
    for sentence in study.memo:
        click.echo(sentence)
