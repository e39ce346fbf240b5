"""Tournament reports that were damaged: whatever they are, reading them ends in a message of arpad.

Reports of players and of teams, of programs and by the grammar of TRF26, are damaged at random: bytes, columns,
lines, numbers, whole records. Each is read, judged, ranked, paired and taken over. Anything but arpad's own
error is a fault of the program.

In the folder ``tests``, ``python -m fuzz.reports --count 200000 [--seed N]`` tries so many, and prints what failed.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from arpad.core import ArpadError
from arpad.office import desk
from arpad.rulebooks.fide.legality import rules_of
from arpad.rulebooks.pairing_catalogue import SYSTEMS, system_of
from arpad.rulebooks.standings import standings
from arpad.tournament.checking import illegal
from arpad.tournament.model import Tournament
from arpad.tournament.trf import Document, parse, write_trf

TESTS = Path(__file__).parent.parent
FOLDERS = ("fixtures/team_reports", "fixtures/player_reports", "tournament/trf/files")
LONGEST = 9_000
"""Bytes of the longest report that is damaged: a larger one tells nothing that a smaller does not."""

RECORDS = (
    "240 H 002    1    9",
    "250 1.0  1.0 001 002 0001 0040",
    "260 001 003    1    2",
    "299 1.0 002    1",
    "300   1   2   1    3    5",
    "310   3 Team C                           T3     2200    1.0    1.0   3     5    6",
    "320  1.0  1.0   3   2",
    "330 +-   1   1   2",
    "352 WB",
    "362 TW 2.0   TD 1.0   TL 0.0",
    "162  W 1.0    D 0.5    L 0.0    P 2.0",
    "192 FIDE_TEAM_MP_GP",
    "192 FIDE_DOUBLEROUNDROBIN",
    "202 BH/C1,SB,DE",
    "XXA    1  1.0  0.5",
    "XXS W=1 D=0.5 PAB=0.5",
    "XXZ 1 2 3",
    "013 Club                                1    2",
    "FRA    2                                        1900 FRA      X12345",
)


def originals() -> list[bytes]:
    """Return the reports that are damaged."""
    found = [path.read_bytes() for folder in FOLDERS for path in sorted((TESTS / folder).glob("*.trf"))]
    return [one for one in found if len(one) <= LONGEST]


def _lines(rng: random.Random, text: bytes) -> tuple[list[bytes], int]:
    lines = text.split(b"\n")
    return lines, rng.randrange(len(lines))


def _cut(rng: random.Random, text: bytes) -> bytes:
    return text[: rng.randrange(len(text) + 1)]


def _byte(rng: random.Random, text: bytes) -> bytes:
    at = rng.randrange(len(text) + 1)
    return text[:at] + bytes([rng.choice((rng.randrange(256), 32, 48, 49, 45, 10))]) + text[at + 1 :]


def _blank(rng: random.Random, text: bytes) -> bytes:
    at = rng.randrange(len(text) + 1)
    return text[:at] + b" " * rng.randrange(1, 9) + text[at:]


def _line_out(rng: random.Random, text: bytes) -> bytes:
    lines, at = _lines(rng, text)
    return b"\n".join(lines[:at] + lines[at + 1 :])


def _line_twice(rng: random.Random, text: bytes) -> bytes:
    lines, at = _lines(rng, text)
    return b"\n".join([*lines[:at], lines[at], *lines[at:]])


def _lines_exchanged(rng: random.Random, text: bytes) -> bytes:
    lines, at = _lines(rng, text)
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]
    return b"\n".join(lines)


def _columns_exchanged(rng: random.Random, text: bytes) -> bytes:
    lines, at = _lines(rng, text)
    line = lines[at]
    if len(line) < 12:
        return text
    one, two = sorted(rng.sample(range(len(line)), 2))
    lines[at] = line[:one] + line[two : two + 4] + line[one + 4 : two] + line[one : one + 4] + line[two + 4 :]
    return b"\n".join(lines)


def _number(rng: random.Random, text: bytes) -> bytes:
    digits = [at for at, byte in enumerate(text) if 48 <= byte <= 57]
    if not digits:
        return text
    at = rng.choice(digits)
    return text[:at] + str(rng.choice((0, 1, 2, 5, 9))).encode() + text[at + 1 :]


def _letter(rng: random.Random, text: bytes) -> bytes:
    cells = [at for at, byte in enumerate(text) if byte in b"10=+-HFUZWDLwb"]
    if not cells:
        return text
    at = rng.choice(cells)
    return text[:at] + bytes([rng.choice(b"10=+-HFUZWDLwb* ")]) + text[at + 1 :]


def _record(rng: random.Random, text: bytes) -> bytes:
    lines, at = _lines(rng, text)
    lines.insert(at, rng.choice(RECORDS).encode())
    return b"\n".join(lines)


DAMAGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _cut,
    _byte,
    _blank,
    _line_out,
    _line_twice,
    _lines_exchanged,
    _columns_exchanged,
    _number,
    _number,
    _letter,
    _letter,
    _record,
    _record,
)


def damaged(rng: random.Random, text: bytes) -> bytes:
    """Return a report with one to four damages."""
    for _ in range(rng.choice((1, 1, 2, 3, 4))):
        text = rng.choice(DAMAGES)(rng, text)
    return text


def tried(content: bytes) -> Iterator[tuple[str, BaseException]]:
    """Read a report in every way, and yield what is raised beside arpad's own errors, with the way."""

    def read(lenient: bool) -> tuple[Document, Tournament]:
        document = parse(content, "fuzz.trf")
        told = document.teams(lenient=lenient) if document.of_teams else document.tournament(lenient=lenient)
        return document, told

    for lenient in (False, True):
        try:
            document, told = read(lenient)
        except ArpadError:
            continue
        except Exception as error:
            yield f"read, lenient={lenient}", error
            continue
        for way, act in _ways(document, told, lenient):
            try:
                act()
            except ArpadError:
                continue
            except Exception as error:
                yield f"{way}, lenient={lenient}", error


def _ways(document: Document, told: Tournament, lenient: bool) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is done with a report that could be read."""

    def pair() -> None:
        if told.system in SYSTEMS and len(told.entrants) <= 40 and told.played < 20:
            system_of(told).pair(told)

    yield "warnings", lambda: document.warnings
    yield "check", lambda: list(illegal(told, rules_of(told.system)))
    yield "standings", lambda: standings(told)
    yield "pair", pair
    yield "write", lambda: write_trf(told)
    yield "new", lambda: desk.take_over(document, lenient=lenient)


def failures(count: int, seed: int) -> Iterator[tuple[bytes, str, BaseException]]:
    """Try so many damaged reports, and yield those that end in something else than a message."""
    rng = random.Random(seed)
    reports = originals()
    for _ in range(count):
        content = damaged(rng, rng.choice(reports))
        for way, error in tried(content):
            yield content, way, error


def main() -> int:
    """Try reports as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    seen: dict[str, int] = {}
    for content, way, error in failures(asked.count, asked.seed):
        last = traceback.extract_tb(error.__traceback__)[-1]
        key = f"{way.split(',')[0]}: {type(error).__name__} at {last.filename.rpartition('arpad/')[2]}:{last.lineno}"
        seen[key] = seen.get(key, 0) + 1
        if seen[key] == 1:
            print(f"{key}: {error}\n{content.decode(errors='replace')}\n", flush=True)
    print(f"{asked.count:,} reports, {sum(seen.values())} failures of {len(seen)} kinds")
    return bool(seen)


if __name__ == "__main__":
    sys.exit(main())
