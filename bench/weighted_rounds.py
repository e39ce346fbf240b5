"""How many CPU seconds a round takes in systems of weighted choices."""

from __future__ import annotations

import os
import random
import time

import click

from arpad.rulebooks.go.grades import grade_of
from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament.generator import QUIET, played_out
from arpad.tournament.model import Entrant, Tournament

SYSTEMS = ("othello", "mcmahon", "go-swiss", "monrad")


def field(players: int, name: str, seed: int, rounds: int) -> Tournament:
    """Return a tournament before its first round: normal strengths, grades from 20 kyu to 5 dan."""
    lots = random.Random(seed)
    entrants = []
    for number in range(1, players + 1):
        rating = int(lots.gauss(1500, 300))
        grade = grade_of(max(-20, min(4, round((rating - 2000) / 50))))
        country, club = f"F{lots.randrange(6)}", f"club {lots.randrange(max(1, players // 10))}"
        entrants.append(
            Entrant(number, f"p{number}", rating=rating, grade=grade, federation=country, club=club)
        )
    return Tournament(tuple(entrants), system=name, planned=rounds, seed=seed)


def seconds(name: str, players: int, rounds: int, seed: int) -> list[float]:
    """Return the CPU seconds of each round."""
    lots, system = random.Random(seed), pairing_system(name)
    tournament, spent = field(players, name, seed, rounds), []
    for _ in range(rounds):
        start = time.process_time()
        one = system.pair(tournament).round
        spent.append(time.process_time() - start)
        tournament = tournament.with_round(played_out(one, tournament, lots, QUIET))
    return spent


@click.command()
@click.option("--players", "sizes", multiple=True, type=int, default=(300, 1000), show_default=True)
@click.option("--rounds", default=9, show_default=True)
@click.option("--system", "names", multiple=True, default=SYSTEMS, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(sizes: tuple[int, ...], rounds: int, names: tuple[str, ...], seed: int) -> None:
    """Print the seconds of one core for every round of random tournaments, compiled loops warm."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    click.echo(f"{'':18}" + "".join(f"{at:6d}" for at in range(1, rounds + 1)) + "   most")
    for name in names:
        seconds(name, 101, 3, seed)  # loads what is compiled
        for players in sizes:
            spent = seconds(name, players, rounds, seed)
            row = "".join(f"{one:6.2f}" for one in spent)
            click.echo(f"{name:12}{players:6d}{row}{max(spent):7.2f}")


if __name__ == "__main__":
    main()
