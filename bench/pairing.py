"""How fast arpad pairs a round, beside another engine on the same file if there is one."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament.generator import QUIET, generate, played_out
from arpad.tournament.model import Tournament
from arpad.tournament.trf import write_trf


def peer_seconds(command: str, tournament: Tournament, limit: float) -> tuple[float | None, str]:
    """Return the seconds another engine takes for the next round, start included, and its pairs."""
    with tempfile.TemporaryDirectory() as name:
        file, out = Path(name) / "t.trf", Path(name) / "pairs"
        file.write_text(write_trf(tournament, dialect="trf16"))
        start = time.perf_counter()
        try:
            subprocess.run(
                [*command.split(), str(file), "-p", str(out)], timeout=limit, check=True, capture_output=True
            )
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
            return None, ""
        return time.perf_counter() - start, out.read_text()


def pairs(tournament: Tournament, system: Any) -> str:
    """Return the next round as engines print it."""
    from arpad.cli.pair_command import engine_lines
    from arpad.rulebooks.tournament_report.pairing import pairs_of

    return "\n".join(engine_lines(pairs_of(system.pair(tournament).round))) + "\n"


@click.command()
@click.option("--players", "sizes", multiple=True, type=int, default=(100, 300, 1000))
@click.option("--rounds", default=9, show_default=True)
@click.option("--system", "name", default="fide-dutch", show_default=True)
@click.option("--peer", help="Another engine: 'bbpPairings --dutch'.")
@click.option("--limit", default=120.0, show_default=True, help="Seconds after which the peer is given up.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("bench/results/pairing.json"))
def main(sizes: tuple[int, ...], rounds: int, name: str, peer: str | None, limit: float, out: Path) -> None:
    """Pair every round of a random tournament of each size, and print the seconds of each."""
    system = pairing_system(name)
    # Small fields are paired without machine code until a large one has loaded it.
    generate(system, players=250, rounds=3, seed=2, happens=QUIET)
    rows = []
    for players in sizes:
        lots = random.Random(players)
        tournament = generate(system, players=players, rounds=rounds, play=0, seed=players, happens=QUIET)
        for at in range(1, rounds + 1):
            spent = []
            for _ in range(3 if players <= 300 else 1):
                fresh = replace(tournament)
                start = time.perf_counter()
                paired = system.pair(fresh).round
                spent.append(time.perf_counter() - start)
            row: dict[str, Any] = {"players": players, "round": at, "seconds": min(spent)}
            if peer:
                row["peer_seconds"], text = peer_seconds(peer, tournament, limit)
                row["same"] = (
                    {tuple(line.split()) for line in text.splitlines()[1:]}
                    == {tuple(line.split()) for line in pairs(tournament, system).splitlines()[1:]}
                    if text
                    else None
                )
            rows.append(row)
            shown = f"{players:5d} players  round {at}  {row['seconds'] * 1000:9.1f} ms"
            if peer:
                other = row["peer_seconds"]
                shown += (
                    f"   peer {other:8.2f} s  {other / row['seconds']:7.1f} ×"
                    if other
                    else "   peer given up"
                )
                shown += f"   same pairs: {row['same']}"
            click.echo(shown)
            tournament = tournament.with_round(played_out(paired, tournament, lots, QUIET))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    click.echo(f"peak memory {memory:,.0f} MB")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps({"system": name, "peak_MB": memory, "rounds": rows}, indent=1))


if __name__ == "__main__":
    main()
