"""An earlier commit and this tree beside each other: rating kernels, rounds of Dutch, commands from cold.

Each tree runs in a process of its own, and the two take turns, so that both meet the same machine. A ratio is
the earlier time by the present one, turn by turn, and the median of the turns: above 1 is faster than before.
Beside it stands the ratio of the best turns, which other work of the machine disturbs least.
Kernels, which may use several cores, are measured by the clock; rounds and commands by the processor's time.
"""

from __future__ import annotations

import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import click

from bench import BLAS_THREADS
from bench.quiet import Quiet

KERNELS: tuple[tuple[str, str, str | None], ...] = (
    ("elo", "live", None),
    ("elo", "period", "1mo"),
    ("fide", "period", "1mo"),
    ("glicko", "period", "1mo"),
    ("glicko", "live", "1mo"),
    ("glicko2", "period", "1mo"),
    ("glicko2", "live", "1mo"),
    ("glicko-boost", "period", "1mo"),
    ("stephenson", "period", "1mo"),
    ("trueskill", "live", None),
    ("weng-lin", "live", None),
    ("bayes-elo", "period", "all"),
    ("bradley-terry", "period", "all"),
    ("whr", "period", "1d"),
    ("ttt", "period", "1d"),
)
"""System, schedule, rating period."""

SETTINGS: dict[str, dict[str, float]] = {"fide": {"initial": 1500.0}, "bradley-terry": {"prior": 350.0}}
"""System -> the parameters without which it rates no synthetic record, in which nobody has a rating yet."""

WHOLE = ("bayes-elo", "bradley-terry", "whr", "ttt")
"""Systems that weigh the whole record at once; they rate a tenth of the games."""

TRIED = 30
"""How many times as many turns are tried as are counted, where cores have to be quiet."""

ROUNDS = ((100, 5), (300, 5), (1000, 5), (3000, 3))
"""Players of a field, and the round of Dutch that is paired."""

COMMANDS = (
    "--version",
    "--help",
    "odds 2307 2107",
    "systems",
    "rate --help",
    "rate {games}",
    "rate {games} --system glicko2",
)


def found(module: str, before: str) -> Any:
    """Import a module of the rulebooks by its name of today, or by the one that it had."""
    try:
        return import_module(f"arpad.rulebooks.{module}")
    except ModuleNotFoundError:
        return import_module(f"arpad.rulebooks.{before}")


def rating(name: str, schedule: str, period: str | None, games: int) -> Callable[[], str]:
    """Return what rates a synthetic record, and answers with a digest of the ratings."""
    from arpad.ratings.timeline import Timeline
    from arpad.record.periods import parse_period
    from bench.records import synthetic

    system: Any = found("rating_catalogue", "catalogue").rating_system(name, SETTINGS.get(name))
    record = synthetic(games, max(2, games // 20))
    rule = None if period is None else parse_period(period)
    timeline = Timeline.of(record, schedule, rule)  # type: ignore[arg-type]
    if schedule == "period" and period is not None:
        _ = timeline.bounds

    def rate() -> str:
        state, _ = system.rate(timeline)
        return hashlib.sha256(state.columns["rating"].tobytes()).hexdigest()[:12]

    return rate


def pairing(players: int, at: int) -> Callable[[], str]:
    """Return what pairs a round of Dutch, and answers with a digest of the pairs."""
    from arpad.tournament.generator import QUIET, generate

    system = found("pairing_catalogue", "pairings").pairing_system("fide-dutch")
    tournament = generate(system, players=players, rounds=at, seed=players, happens=QUIET, play=at - 1)

    def pair() -> str:
        games = system.pair(replace(tournament)).round.pairings
        text = " ".join(f"{game.white}-{game.black}" for game in games)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    return pair


def serve() -> None:
    """Prepare and time what is asked for, a line of JSON each; run in a process of either tree."""
    action: Callable[[], str] | None = None
    clock = time.perf_counter
    for line in sys.stdin:
        asked = json.loads(line)
        answer: dict[str, Any] = {}
        try:
            if "rate" in asked:
                action, clock = rating(*asked["rate"]), time.perf_counter
                action()
            elif "pair" in asked:
                action, clock = pairing(*asked["pair"]), time.process_time
                action()
            elif action is not None:
                start = clock()
                answer["same"] = action()
                answer["seconds"] = clock() - start
        except Exception as error:  # what the earlier tree cannot do is a row of its own
            answer["error"] = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), flush=True)


class Tree:
    """One tree's process: what it is asked for, one thing at a time."""

    def __init__(self, source: Path, cache: Path) -> None:
        # A user's commands find their bytecode; where Python is told to write none, each start would measure
        # how long the source takes to compile.
        self.environment = os.environ | {
            "PYTHONPATH": f"{source}:{Path.cwd()}",
            "XDG_CACHE_HOME": str(cache),
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(cache / "bytecode"),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from bench.against import serve; serve()"],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **asked: Any) -> dict[str, Any]:
        """Return the answer to one question."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def command(self, words: str) -> float:
        """Return the seconds of the processor that a command takes from its start to its end."""
        environment = {name: value for name, value in self.environment.items() if name not in BLAS_THREADS}
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "arpad", *words.split()],
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        after = getrusage(RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Give a folder with an earlier commit, and take it away again."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", place, commit], check=True)
        try:
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", place], check=True)


def row(label: str, old: list[float], new: list[float], same: bool | None) -> dict[str, Any]:
    """Print a case of the table and return it."""
    ratios = [before / now for before, now in zip(old, new, strict=True)]
    middle, best = statistics.median(ratios), min(old) / min(new)
    bits = {None: "", True: "  equal bits", False: "  DIFFERENT"}[same]
    span = f"{min(ratios):.2f} to {max(ratios):.2f}, {len(ratios)} turns"
    click.echo(
        f"{label:34s} {statistics.median(old):8.3f} s {statistics.median(new):8.3f} s"
        f"  × {middle:5.2f} ({span}), best × {best:5.2f}{bits}"
    )
    return {"case": label, "before": old, "now": new, "ratio": middle, "best": best, "same": same}


def timed(
    label: str, trees: tuple[Tree, Tree], turns: int, quiet: Quiet | None, **asked: Any
) -> dict[str, Any] | None:
    """Let both trees do the same in turns; with ``quiet``, only turns between quiet moments count."""
    for tree in trees:
        answer = tree.ask(**asked)
        if "error" in answer:
            click.echo(f"{label:34s} cannot be compared: {answer['error']}")
            return None
    answers: list[list[dict[str, Any]]] = []
    tried = 0
    while len(answers) < turns and tried < TRIED * turns:
        tried += 1
        before = quiet is None or quiet()
        answer_of_both = [tree.ask(run=True) for tree in trees]
        if before and (quiet is None or quiet()):
            answers.append(answer_of_both)
    if not answers:
        click.echo(f"{label:34s} not measured: the cores were never quiet")
        return None
    old, new = ([answer["seconds"] for answer in column] for column in zip(*answers, strict=True))
    return row(label, old, new, all(one["same"] == other["same"] for one, other in answers))


@click.command()
@click.argument("commit")
@click.option("--games", default=2_000_000, show_default=True)
@click.option("--turns", default=5, show_default=True)
@click.option(
    "--only", type=click.Choice(["kernels", "rounds", "commands"]), multiple=True, help="Leave out the rest."
)
@click.option("--system", "systems", multiple=True, help="Of the kernels, only those of this system.")
@click.option("--quiet", is_flag=True, help="Count turns only while every core works at full speed.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("bench/results/against.json"))
def main(
    commit: str,
    games: int,
    turns: int,
    only: tuple[str, ...],
    systems: tuple[str, ...],
    quiet: bool,
    out: Path,
) -> None:
    """Time COMMIT and this tree in turns, and write the figures as JSON."""
    chosen = only or ("kernels", "rounds", "commands")
    rows = []
    probe = Quiet() if quiet else None
    with tempfile.TemporaryDirectory() as name, checked_out(commit) as place:
        caches = [Path(name) / "before", Path(name) / "now"]
        trees = (Tree(place / "src", caches[0]), Tree(Path.cwd() / "src", caches[1]))
        click.echo(f"{'':34s} {'before':>10s} {'now':>10s}   before / now")
        if "kernels" in chosen:
            for system, schedule, period in KERNELS:
                if systems and system not in systems:
                    continue
                size = games // 10 if system in WHOLE else games
                label = f"{system}, {schedule}, {size:,} games"
                rows.append(timed(label, trees, turns, probe, rate=[system, schedule, period, size]))
        if "rounds" in chosen:
            for players, at in ROUNDS:
                label = f"Dutch, {players} players, round {at}"
                rows.append(timed(label, trees, turns, probe, pair=[players, at]))
        if "commands" in chosen:
            from arpad.record.samples import football_world_cups

            for words in COMMANDS:
                filled = words.format(games=football_world_cups())
                for tree in trees:
                    tree.command(filled)
                spent = [[tree.command(filled) for tree in trees] for _ in range(2 * turns)]
                old, new = (list(column) for column in zip(*spent, strict=True))
                rows.append(row(f"arpad {words.format(games='games.csv')}", old, new, None))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps([one for one in rows if one], indent=1))
    click.echo(f"figures written to {out}")


if __name__ == "__main__":
    main()
