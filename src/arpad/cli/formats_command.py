"""``arpad formats``: which tournament format finds the best player and the true order, by simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arpad.cli.lab_reading import draws_option, page_option, seed_option
from arpad.cli.options import examples, force_option, json_option

if TYPE_CHECKING:
    from arpad.lab.formats import FormatStudy, MeanFigure, SimulatedField


@click.command(
    "formats",
    epilog=examples(
        "arpad formats --players 32 --rounds 5",
        "arpad formats --players 60 --rounds 4:11",
        "arpad formats --players 32 --format groups --format knockout,seeded=no --draws 0.3",
    ),
)
@click.option("--players", type=int, metavar="N", help="How many players; their true strengths are drawn.")
@click.option(
    "--strengths", metavar="POINTS,…", help="The true strengths of the players, instead of a number."
)
@click.option(
    "--spread",
    type=float,
    default=200.0,
    show_default=True,
    metavar="POINTS",
    help="The standard deviation of the true strengths.",
)
@click.option(
    "--noise",
    type=float,
    default=50.0,
    show_default=True,
    metavar="POINTS",
    help="The standard deviation of a rating, by which players are seeded, around the true strength.",
)
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="NAME[,SETTING=…]",
    help="What is played: league[,legs=2], knockout[,seeded=no][,best_of=3], double-elimination, "
    "groups[,groups=8][,going_on=2], swiss[,rounds=7][,rule=fold], mcmahon[,width=100][,bar=8]. The pairing "
    "rules: fold, random, adjacent, nearest. All formats that fit the players if not given.",
)
@click.option(
    "--rounds",
    default=None,
    metavar="N or N:M",
    help="Rounds of Swiss and McMahon; from N to M to see how many are needed. If not given, half as many "
    "again as a knockout has.",
)
@draws_option
@click.option(
    "--scale",
    type=float,
    default=400.0,
    show_default=True,
    metavar="POINTS",
    help="Rating points for odds of ten to one.",
)
@click.option(
    "--tournaments",
    type=int,
    default=10_000,
    show_default=True,
    metavar="N",
    help="How many tournaments of each format are simulated.",
)
@click.option("--top", type=int, metavar="K", help="How many of the first are compared with the strongest.")
@seed_option("Another seed, other tournaments.")
@page_option
@force_option
@json_option
def command(
    players: int | None,
    strengths: str | None,
    spread: float,
    noise: float,
    formats: tuple[str, ...],
    rounds: str | None,
    draws: float,
    scale: float,
    tournaments: int,
    top: int | None,
    seed: int,
    out: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Compare tournament formats: who wins, how true the ranking is, how many games it takes.

    Players of known strength play each format many times, all formats with the same luck. The ranking of each
    tournament is compared with the true order.
    """
    from arpad.cli.lab_reading import check_page
    from arpad.cli.tables import as_json as print_json
    from arpad.core.writing import together
    from arpad.lab.formats import advice
    from arpad.lab.formats import formats as compared

    with together([], force=force):
        if out is not None:
            check_page(out)
        field = _field(players, strengths, spread, noise)
        study = compared(
            field,
            formats,
            rounds=None if rounds is None else _range(rounds),
            draws=draws,
            scale=scale,
            tournaments=tournaments,
            top=top,
            seed=seed,
        )
        if out is not None:
            from arpad.office.pages.formats_page import formats_page
            from arpad.office.pages.lab_report import write_report

            write_report(formats_page(study), out)
    sentences = advice(study)
    if as_json:
        print_json({**study.as_json(), "advice": sentences})
    else:
        _print(study)
        for sentence in sentences:
            click.echo(sentence)
    if out is not None:
        click.echo(f"wrote {out}", err=as_json)


def _field(players: int | None, strengths: str | None, spread: float, noise: float) -> SimulatedField:
    """Return the field that is asked for."""
    from arpad.core import BadInput
    from arpad.lab.formats import SimulatedField

    if (players is None) == (strengths is None):
        raise BadInput(
            "the players are given by --players N or by --strengths, and by one of them only",
            remedy="Give one.",
        )
    if strengths is None:
        assert players is not None
        return SimulatedField(players, spread, noise)
    try:
        values = [float(part) for part in strengths.split(",")]
    except ValueError:
        raise BadInput(
            f"--strengths {strengths} cannot be read",
            remedy="Write numbers with commas between them: 2100,2050.5,1990.",
        ) from None
    return SimulatedField.of(values, noise)


def _range(text: str) -> list[int]:
    """Return the numbers of ``5`` or ``4:11``."""
    from arpad.core import BadInput

    first, _, last = text.partition(":")
    try:
        low, high = int(first), int(last or first)
    except ValueError:
        low, high = 1, 0
    if not 1 <= low <= high <= 100:
        raise BadInput(f"--rounds {text} cannot be read", remedy="Give 5, or 4:11 for 4 to 11 rounds.")
    return list(range(low, high + 1))


def _print(study: FormatStudy) -> None:
    """Print the table of a study."""
    from arpad.cli.number_formats import grouped
    from arpad.cli.tables import Column, TextTable, show

    field = study.field
    description = (
        f"{field.players} players of known strength"
        if field.strengths
        else f"{field.players} players, true strengths with a standard deviation of {field.spread:g} points"
    )
    click.echo(
        f"{description}; ratings err by {field.noise:g}. "
        f"{grouped(study.tournaments)} tournaments of each format."
    )
    click.echo()
    columns = (
        Column("Format", wraps=True),
        Column("Best wins", "right"),
        Column("Kendall's τ", "right"),
        Column(f"Top {study.top}", "right", spare=3),
        Column("Misjudged", "right", spare=1),
        Column("at best", "right", spare=2),
        Column("Games", "right"),
        Column("per player", "right", spare=4),
    )
    rows = []
    for worth in study.formats:
        figures = worth.figures
        rows.append(
            [
                worth.format.label,
                _share(figures["best_wins"]),
                f"{figures['tau'].mean:.3f} ± {_half(figures['tau']):.3f}",
                _share(figures["top"]),
                "–" if figures["unmet"].mean == 0 else f"{figures['misjudged'].mean:.1%}",
                "–" if figures["unmet"].mean == 0 else f"{figures['bound'].mean:.1%}",
                f"{figures['games'].mean:,.0f}",
                f"{figures['least'].mean:.0f} to {figures['most'].mean:.0f}"
                if figures["least"].mean != figures["most"].mean
                else f"{figures['most'].mean:.0f}",
            ]
        )
    show(TextTable(columns, rows))
    click.echo()
    click.echo(
        "Best wins: how often the strongest player is first. Kendall's τ: 1 for the true order, 0 for a "
        "random one. Misjudged: over the pairs that never met, how often the one ranked lower would win; at "
        "best, if every pair were judged by who is likelier. The rule nearest ranks by strength, given the "
        "ratings and all results; the others rank by points."
    )
    click.echo()


def _half(figure: MeanFigure) -> float:
    return (figure.high - figure.low) / 2


def _share(figure: MeanFigure) -> str:
    return f"{figure.mean:.1%} ± {100 * _half(figure):.1f}"
