"""Boards of votes with a fault planted in each, and how often ``arpad audit`` finds it; and the clean board.

    python -m bench.boards --boards 200
    python -m bench.boards --peer /tmp/peers/bin/python --boards 3

A voter judges two models by the logistic curve of their strengths and the voter's own taste. With --peer,
arenakit audits the same boards (in an environment of its own, see :mod:`bench.arena`).
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from arpad.lab.audit import audit
from arpad.record import Games, Players
from arpad.record.record import Labels

Floats = NDArray[np.float64]
Draw = np.random.Generator

PEER = Path(__file__).with_name("boards_peer.py")


@dataclass(frozen=True)
class Votes:
    """How votes are drawn.

    Args:
        models: how many models.
        votes: how many votes.
        spread: strengths reach from + to − this, evenly, in natural units.
        ties: the share of votes that are ties, whoever meets.
        voters: how many voters.
        taste: the standard deviation of a voter's taste for each model.
        heavy: how many voters cast an outsized share, ``heavy_share`` together, with ``heavy_taste``.
        heavy_share: their share of the votes.
        heavy_taste: the standard deviation of their tastes.
        loud: a voter with a share of the votes and a taste of so much for the third model, and against the
            fourth: (share, taste).
        first: what the first side is worth.
        skewed: how often the second-best model stands first, where not by chance.
        draws: the share of ties of the games of the weakest model but one, where it is not that of all.
        circle: what each of the first three models is worth against the next.
        apart: whether the two halves never meet.
        popularity: how unevenly models are chosen: each is chosen by this factor less often than the one
            before; 1 for all alike.
        level: models that are made equal, by index.
    """

    models: int = 6
    votes: int = 6000
    spread: float = 1.2
    ties: float = 0.1
    voters: int = 300
    taste: float = 0.0
    heavy: int = 0
    heavy_share: float = 0.0
    heavy_taste: float = 0.0
    loud: tuple[float, float] | None = None
    first: float = 0.0
    skewed: float = 0.5
    draws: float | None = None
    circle: float | None = None
    apart: bool = False
    popularity: float = 1.0
    level: tuple[int, ...] = field(default=())

    def drawn(self, seed: int) -> Games:
        """Return a board."""
        draw = np.random.Generator(np.random.PCG64(seed))
        strength = np.linspace(self.spread, -self.spread, self.models)
        strength[list(self.level)] = strength[list(self.level)].mean() if self.level else 0.0
        first, second = self._who(draw)
        voter, tastes = self._voters(draw)
        x = strength[first] - strength[second]
        if self.circle is not None:
            step = (second - first) % 3
            x = np.where((first < 3) & (second < 3), np.where(step == 1, self.circle, -self.circle), x)
        x = x + tastes[voter, first] - tastes[voter, second] + self.first
        tie = np.full(self.votes, self.ties)
        if self.draws is not None:
            slow = self.models - 2
            tie[(first == slow) | (second == slow)] = self.draws
        won = draw.random(self.votes) < 1.0 / (1.0 + np.exp(-x))
        score = np.where(draw.random(self.votes) < tie, 0.5, won.astype(np.float64))
        names = Players([f"model {chr(65 + k)}" for k in range(self.models)])
        voters = tuple(f"voter {k}" for k in range(self.voters))
        return Games(names, first, second, score, cluster=Labels(voter.astype(np.int32), voters))

    def _who(self, draw: Draw) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return who meets whom."""
        share = self.popularity ** -np.arange(self.models)
        pools = np.array_split(np.arange(self.models), 2) if self.apart else [np.arange(self.models)]
        pool = draw.integers(0, len(pools), self.votes)
        first, second = np.empty(self.votes, np.int32), np.empty(self.votes, np.int32)
        for number, members in enumerate(pools):
            rows = np.flatnonzero(pool == number)
            keys = draw.exponential(size=(len(rows), len(members))) / share[members]
            two = np.argsort(keys, axis=1)[:, :2]  # two without replacement, by their shares
            first[rows], second[rows] = members[two].T
        if self.skewed != 0.5:
            there = (first == 1) | (second == 1)
            wants = np.where(draw.random(self.votes) < self.skewed, first != 1, first == 1)
            swap = there & wants
            first[swap], second[swap] = second[swap], first[swap]
        return first, second

    def _voters(self, draw: Draw) -> tuple[NDArray[np.int64], Floats]:
        """Return who votes, and the tastes of all."""
        tastes = self.taste * draw.standard_normal((self.voters, self.models))
        voter = draw.integers(0, self.voters, self.votes)
        if self.heavy:
            tastes[: self.heavy] = self.heavy_taste * draw.standard_normal((self.heavy, self.models))
            often = draw.random(self.votes) < self.heavy_share
            voter[often] = draw.integers(0, self.heavy, int(often.sum()))
        if self.loud is not None:
            share, taste = self.loud
            tastes[0] = 0.0
            tastes[0, 2], tastes[0, 3] = 0.5 * taste, -0.5 * taste
            voter[draw.random(self.votes) < share] = 0
        return voter, tastes


BOARDS: Mapping[str, tuple[Votes, frozenset[str]]] = {
    "clean": (Votes(), frozenset()),
    "too few votes": (Votes(votes=200), frozenset({"few-games"})),
    "first side favoured": (Votes(first=0.9, skewed=0.98), frozenset({"first-side"})),
    "draw-prone model": (Votes(draws=0.85), frozenset({"draws"})),
    "circle of three": (Votes(circle=1.0), frozenset({"cycles"})),
    "separate pools": (Votes(apart=True), frozenset({"groups"})),
    "lopsided schedule": (Votes(popularity=2.6), frozenset({"schedule"})),
    "clustered voters": (Votes(taste=0.6, voters=100), frozenset({"clusters"})),
    "power voters": (
        Votes(taste=0.15, heavy=6, heavy_share=0.35, heavy_taste=0.8),
        frozenset({"clusters"}),
    ),
    "loud voter": (Votes(voters=40, loud=(0.35, 4.0), level=(2, 3)), frozenset({"one-cluster"})),
}
"""The boards by name, each with what an audit is to find."""


def found_on(
    board: Votes, seed: int, look: Callable[[Games], frozenset[str]] | None = None
) -> frozenset[str]:
    """Return the codes of what is found on a board that is drawn."""
    games = board.drawn(seed)
    if look is not None:
        return look(games)
    return frozenset(one.code for one in audit(games).findings)


def arenakit(peer: str) -> Callable[[Games], frozenset[str]]:
    """Return what asks arenakit."""

    def look(games: Games) -> frozenset[str]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "votes.csv"
            word = np.where(games.score == 0.5, "tie", np.where(games.score == 1.0, "model_a", "model_b"))
            assert games.cluster is not None
            frame = games.to_frame().select("first", "second", "cluster")
            frame.columns = ["model_a", "model_b", "voter_id"]
            frame.with_columns(winner=word).write_csv(file)
            told = subprocess.run([peer, str(PEER), str(file)], check=True, capture_output=True, text=True)
        return frozenset(json.loads(told.stdout))

    return look


@click.command(help=__doc__)
@click.option("--boards", default=200, show_default=True, help="How many of each are drawn.")
@click.option("--peer", help="The Python of an environment with arenakit.")
@click.option("--only", multiple=True, help="Only this board; may be repeated.")
def main(boards: int, peer: str | None, only: tuple[str, ...]) -> None:
    """Print for every board what is found, and how often."""
    look = None if peer is None else arenakit(peer)
    for name, (board, expected) in BOARDS.items():
        if only and name not in only:
            continue
        start, counts, whole = time.process_time(), Counter[str](), 0
        for seed in range(boards):
            codes = found_on(board, seed, look)
            counts.update(codes)
            whole += expected <= codes if expected else not codes
        told = ", ".join(f"{code} {100 * count / boards:.1f} %" for code, count in counts.most_common())
        spent = (time.process_time() - start) / boards
        right = "" if look else f"right {100 * whole / boards:5.1f} %   "
        click.echo(f"{name:20} {right}{told or 'nothing'}   ({spent:.2f} s each)")


if __name__ == "__main__":
    main()
