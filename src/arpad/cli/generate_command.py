"""``arpad generate``: random tournaments, for testing pairing programs against each other."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import click

from arpad.cli.options import examples, force_option

UNWRITTEN = ("fide-team", "double-swiss", "swiss-teams")
"""Systems of matches, for which the generator draws no games."""


class Probability(click.FloatRange):
    """A number from 0 to 1; nan is in no range, and no comparison says so."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a probability.", param, ctx)
        return number


probability: Probability = Probability(0.0, 1.0)

MOST = 9999
"""The highest starting rank for which a report has columns."""


@click.command(
    "generate",
    epilog=examples(
        "arpad generate --players 60 --rounds 9 --play 5 --seed 3 --out random.trf",
        "arpad generate --players 41 --rounds 7 --forfeits 0.1 --late 0.05 --out lively.trf",
    ),
)
@click.option(
    "--players", type=click.IntRange(2, MOST), required=True, metavar="N", help="How many players take part."
)
@click.option(
    "--rounds", type=click.IntRange(1, MOST), required=True, metavar="R", help="How many rounds are planned."
)
@click.option(
    "--play", type=click.IntRange(0, MOST), metavar="K", help="How many rounds are played; all if not given."
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same seed gives the same tournament."
)
@click.option("--out", required=True, metavar="FILE", help="Where the report goes; - prints it.")
@click.option("--system", default="fide-dutch", show_default=True, metavar="NAME", help="The pairing system.")
@click.option(
    "--edition", metavar="DATE", help="The rules in force on that day; 2017 for the old Dutch system."
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the system, such as boards=4.",
)
@click.option(
    "--forfeits",
    type=probability,
    default=0.02,
    show_default=True,
    help="The share of games lost by forfeit.",
)
@click.option(
    "--half-byes",
    type=probability,
    default=0.02,
    show_default=True,
    help="How likely a half-point bye is, per player and round.",
)
@click.option(
    "--zero-byes",
    type=probability,
    default=0.01,
    show_default=True,
    help="How likely an absence is, per player and round.",
)
@click.option(
    "--withdrawals",
    type=probability,
    default=0.005,
    show_default=True,
    help="How likely a withdrawal is, per player and round.",
)
@click.option(
    "--late", type=probability, default=0.0, show_default=True, help="The share of players who enter late."
)
@click.option(
    "--prohibited",
    type=probability,
    default=0.0,
    show_default=True,
    help="How many pairs must not meet, per player.",
)
@click.option("--accelerated", is_flag=True, help="Accelerate by Baku's rule (C.04.7).")
@force_option
def command(
    players: int,
    rounds: int,
    play: int | None,
    seed: int,
    out: str,
    system: str,
    edition: str | None,
    settings: tuple[str, ...],
    forfeits: float,
    half_byes: float,
    zero_byes: float,
    withdrawals: float,
    late: float,
    prohibited: float,
    accelerated: bool,
    force: bool,
) -> None:
    """Draw players, byes, forfeits and results from a seed, pair the rounds, and write the report.

    Results follow the chances of FIDE's own generator. If a round has no legal pairing, the tournament ends
    before that round, and a note says so.
    """
    from arpad.cli.events import check_system
    from arpad.cli.tournament_settings import settings_of
    from arpad.core import BadInput, counted
    from arpad.core.writing import check, replace
    from arpad.office.publishing.file_kinds import REPORT, with_report_end
    from arpad.rulebooks.pairing_catalogue import system_of, usual_points
    from arpad.rulebooks.reporting import named
    from arpad.rulebooks.tournament_report.rules import edition_day
    from arpad.tournament import Tournament
    from arpad.tournament.generator import Chances, generate
    from arpad.tournament.trf import write_trf

    check_system(system)
    if system in UNWRITTEN:
        raise BadInput(
            f"a report cannot store the matches of {system}: it has one result per player and round",
            remedy="Choose another system.",
        )
    if out != "-":
        check(out, REPORT, force=force)
    happens = Chances(forfeits, half_byes, zero_byes, withdrawals, late, prohibited, float(accelerated))
    on = edition_day(edition)
    chosen = settings_of(system, settings, rounds, on)
    if "acceleration" in chosen:
        raise BadInput("acceleration is given by --accelerated", remedy="Leave acceleration out of --set.")
    tournament = generate(
        system_of(Tournament(system=system, edition=on, settings=chosen)),
        players=players,
        rounds=rounds,
        play=play,
        seed=seed,
        happens=happens,
        points=usual_points(system),
        settings=chosen,
    )
    text = with_report_end(write_trf(named(dataclasses.replace(tournament, edition=on))))
    if out == "-":
        click.echo(text, nl=False)
        return
    with replace(out, REPORT, force=force) as stream:
        stream.write(text.encode())
    wanted = rounds if play is None else play
    short = (
        f"; for round {tournament.played + 1} no legal pairing exists" if tournament.played < wanted else ""
    )
    click.echo(f"wrote {out}: {players} players, {tournament.played} of {counted(rounds, 'round')}{short}")
