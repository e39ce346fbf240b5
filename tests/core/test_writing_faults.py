"""Errors at every call of writing, processes that die there, and losses of power: whole, old or new, together."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.core.writing import Kind, begins, exclusive, replace, together
from core.faulty_disk import ERRORS, Died, Disk, folder_in_memory

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the calls of POSIX")

LIST = Kind("a list", begins(re.compile(rb"list\n")))
OLD, NEW = b"list\nold\n", b"list\n" + b"new\n" * 50

Written = dict[str, bytes | None]


def one(folders: list[Path]) -> None:
    with replace(folders[0] / "a", LIST) as stream:
        stream.write(NEW)


def new_one(folders: list[Path]) -> None:
    with exclusive(folders[0] / "n", LIST) as stream:
        stream.write(NEW)


def several(folders: list[Path]) -> None:
    with together():
        for path in (folders[0] / "a", folders[0] / "n", folders[1] / "b"):
            with replace(path, LIST) as stream:
                stream.write(NEW)


SCENARIOS: dict[Callable[[list[Path]], None], tuple[str, ...]] = {
    one: ("0/a",),
    new_one: ("0/n",),
    several: ("0/a", "0/n", "1/b"),
}
"""What is done, and which files it writes."""

BEFORE: Written = {"0/a": OLD, "0/n": None, "1/b": OLD}

scenarios = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)


class Room:
    """Two folders and what is in them, made anew for every attempt."""

    def __init__(self, tmp_path: Path) -> None:
        self.base = tmp_path / "room"
        self.folders = [self.base / "0", self.base / "1"]
        self.number = 0

    def fresh(self) -> Path:
        shutil.rmtree(self.base, ignore_errors=True)
        for folder in self.folders:
            folder.mkdir(parents=True)
        for name, content in BEFORE.items():
            if content is not None:
                (self.base / name).write_bytes(content)
        return self.base / "store"

    def written(self) -> Written:
        return {
            name: (self.base / name).read_bytes() if (self.base / name).exists() else None for name in BEFORE
        }

    def after(self, scenario: Callable[[list[Path]], None]) -> Written:
        return BEFORE | dict.fromkeys(SCENARIOS[scenario], NEW)

    def leftovers(self) -> list[str]:
        return [name for folder in self.folders for name in os.listdir(folder) if name.startswith(".")]

    def check_whole(self, scenario: Callable[[list[Path]], None]) -> None:
        """Every file is what it was or what it shall be."""
        after = self.after(scenario)
        for name, content in self.written().items():
            assert content in (BEFORE[name], after[name]), name

    def check_together(self, scenario: Callable[[list[Path]], None]) -> Written:
        """Once somebody has written there again, all files are old or all are new, and nothing else is there."""
        for folder in self.folders:
            with replace(folder / "z", LIST) as stream:
                stream.write(NEW)
            (folder / "z").unlink()
        found = self.written()
        assert found in (BEFORE, self.after(scenario))
        assert self.leftovers() == []
        return found


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A room in memory; the disk is simulated."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    with folder_in_memory() as folder:
        yield Room(folder)


def calls(scenario: Callable[[list[Path]], None], room: Room) -> int:
    """Return how many calls it takes if nothing fails."""
    disk = Disk(room.folders, room.fresh())
    with pytest.MonkeyPatch.context() as patch:
        disk.install(patch)
        scenario(room.folders)
    assert room.check_together(scenario) == room.after(scenario)
    return disk.count


@scenarios
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: errno.errorcode[error])
def test_an_error_at_any_call(scenario: Callable[[list[Path]], None], error: int, room: Room) -> None:
    refused = 0
    for at in range(calls(scenario, room)):
        disk = Disk(room.folders, room.fresh(), at, error)
        with pytest.MonkeyPatch.context() as patch:
            disk.install(patch)
            try:
                scenario(room.folders)
                said = ""
            except BadInput as problem:
                said = str(problem)
        disk.end()
        expected = BEFORE if said else room.after(scenario)
        assert room.written() == expected, (at, said)
        refused += bool(said)
        assert room.check_together(scenario) == expected
    assert refused > 5


@scenarios
def test_bytes_that_are_taken_one_by_one(scenario: Callable[[list[Path]], None], room: Room) -> None:
    disk = Disk(room.folders, room.fresh(), short=True)
    with pytest.MonkeyPatch.context() as patch:
        disk.install(patch)
        scenario(room.folders)
    assert room.check_together(scenario) == room.after(scenario)


@scenarios
def test_a_process_that_dies_at_any_call(scenario: Callable[[list[Path]], None], room: Room) -> None:
    ends = []
    for at in range(calls(scenario, room)):
        disk = Disk(room.folders, room.fresh(), at)
        with pytest.MonkeyPatch.context() as patch:
            disk.install(patch)
            with pytest.raises(Died):
                scenario(room.folders)
        disk.end()
        room.check_whole(scenario)
        ends.append(room.check_together(scenario))
    assert BEFORE in ends
    assert room.after(scenario) in ends


@scenarios
def test_a_loss_of_power_at_any_call(scenario: Callable[[list[Path]], None], room: Room) -> None:
    count = calls(scenario, room)
    tried = 0
    for at in [*range(count), None]:
        disk = Disk(room.folders, room.fresh(), at)
        with pytest.MonkeyPatch.context() as patch:
            disk.install(patch)
            with contextlib.suppress(Died):
                scenario(room.folders)
        disk.end()
        for _ in disk.states():
            tried += 1
            room.check_whole(scenario)
            found = room.check_together(scenario)
            # What was acknowledged is there.
            assert at is not None or found == room.after(scenario)
    assert tried > count
