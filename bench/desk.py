"""How long the arbiter's acts take, in memory, on the event file and as a command, beside reading JSON."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import click

from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.events.rounds import RoundPaired
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_format import parsed, written
from arpad.office.log.event_log import EventLog

Change = Callable[[EventLog], EventLog]


def open_event(players: int, rounds: int) -> EventLog:
    """Return an event whose last round is paired; every result before it is an act of its own."""
    lots = random.Random(1)
    log = desk.create("open", "fide-dutch", rounds=rounds)
    known = {"federation": "HUN", "birth": "1990/05/17", "identity": "700001"}
    entries = [
        ParticipantEntry(f"Player {at}", {**known, "rating": 2800 - at}) for at in range(1, players + 1)
    ]
    log = desk.enter_all(log, entries)
    for at in range(1, rounds + 1):
        order = list(range(1, players + 1))
        lots.shuffle(order)
        log = log.add(RoundPaired(tuple(zip(order[::2], order[1::2], strict=True)), ()))
        for board in range(1, players // 2 + 1 if at < rounds else 1):
            log = desk.enter_result(log, at, board, lots.choice(("1-0", "½-½", "0-1")))
    return log


def acts(log: EventLog) -> dict[str, Change]:
    """Return acts that the event allows, by name."""
    last = log.tournament().played
    one = log.tournament().rounds[-1].pairings
    return {
        "enter": lambda log: desk.enter(log, "Late", {"rating": 2300}),
        "edit": lambda log: desk.edit(log, 3, {"federation": "KOR"}),
        "withdraw": lambda log: desk.away(desk.plan_rounds(log, last + 1), 5),
        "forbid": lambda log: desk.forbid(log, 1, 2),
        "set_points": lambda log: desk.set_points(log, 1, Fraction(-1)),
        "set_board": lambda log: desk.set_board(log, 1, one[0].white, one[1].black),
        "enter_result": lambda log: desk.enter_result(log, last, 3, "1-0"),
        "enter_results": lambda log: desk.enter_results(log, last, ["1-0"] * len(one)),
        "correct round 1": lambda log: desk.enter_result(log, 1, 3, "+-"),
        "set_tiebreaks": lambda log: desk.set_tiebreaks(log, ["BH", "SB"]),
        "publish": desk.publish,
        "unpair": desk.unpair,
        "undo": desk.undo,
    }


def seconds(act: Callable[[], object], turns: int) -> float:
    """Return the fewest seconds of the processor that one of some turns takes."""
    found = []
    for _ in range(turns):
        start = time.process_time()
        act()
        found.append(time.process_time() - start)
    return min(found)


def command_seconds(file: Path, turns: int) -> float:
    """Return the fewest seconds of the processor that the command of a result takes, start included."""
    words = [sys.executable, "-m", "arpad", "tournament", "result", str(file), "--board", "3", "1-0"]
    found = []
    for _ in range(turns):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


@click.command()
@click.option("--players", default=500, show_default=True)
@click.option("--rounds", default=11, show_default=True)
@click.option("--turns", default=5, show_default=True)
def main(players: int, rounds: int, turns: int) -> None:
    """Do acts on a large event, and print the milliseconds of the processor that each takes."""
    log = open_event(players, rounds)
    content = written(log.named("1f"))
    text = content.decode()
    plain = seconds(lambda: [json.loads(line) for line in text.splitlines()], turns)
    click.echo(f"{players} players, {rounds} rounds, {log.seq} events, {len(content)} bytes")

    def say(name: str, found: float) -> None:
        click.echo(f"{name:28} {1000 * found:8.1f} ms {found / plain:7.2f} of its lines read as JSON")

    say("read anew", seconds(lambda: parsed(text, "x"), turns))
    log = parsed(text, "x")
    log.tournament()
    for name, change in acts(log).items():
        say(f"{name}, in memory", seconds(lambda change=change: change(log), turns))  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as folder:
        file, other = EventFile(Path(folder) / "cup.arpad"), Path(folder) / "other.arpad"
        for name, change in acts(log).items():
            file.path.write_bytes(content)
            file.read()
            say(f"{name}, on the file", seconds(lambda change=change: file.act(change), 1))  # type: ignore[misc]
        other.write_bytes(content)
        say("enter_result, as a command", command_seconds(other, turns))


if __name__ == "__main__":
    main()
