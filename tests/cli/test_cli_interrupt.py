"""Ctrl-C in a long run: it ends at once, with the code of an interrupt, and leaves no file behind."""

from __future__ import annotations

import os
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from cli.conftest import _environment

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="terminals, and processor time in /proc"),
]

GAMES, PLAYERS = 3_000_000, 100_000

ANSWERED = 1.0
"""Seconds of processor time within which a run has to end: a second for the user, where nothing else computes."""

PATIENCE = 60.0
"""Seconds by the clock after which a run that computes nothing either has not ended at all."""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of three million games."""
    path = tmp_path_factory.mktemp("record") / "games.csv"
    random = np.random.default_rng(4)
    first = random.integers(0, PLAYERS, GAMES)
    names = pl.Series([f"player {i}" for i in range(PLAYERS)])
    pl.DataFrame(
        {
            "period": np.sort(random.integers(0, 60, GAMES)),
            "white": names.gather(first),
            "black": names.gather((first + random.integers(1, PLAYERS, GAMES)) % PLAYERS),
            "result": pl.Series(["0-1", "1-0"]).gather(random.integers(0, 2, GAMES)),
        }
    ).write_csv(path)
    return path


@pytest.fixture(scope="module")
def long_record(record: Path) -> Iterator[Path]:
    """A file of fifteen million games, the reading of which lasts until the bar is drawn, on a quick machine too."""
    path = record.with_name("long.csv")
    header, _, games = record.read_bytes().partition(b"\n")
    with path.open("wb") as written:
        written.write(header + b"\n")
        for _ in range(5):
            written.write(games)
    yield path
    path.unlink()


class Pressed:
    """What a run computes after Ctrl-C was pressed.

    Args:
        running: the run, the only child of this process.
    """

    def __init__(self, running: subprocess.Popen[bytes]) -> None:
        self._ended_before = _of_children()
        # Its own and its children's seconds, in user and in system mode: fields 14 to 17 of proc(5).
        told = Path(f"/proc/{running.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        self._before = sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK")
        running.send_signal(signal.SIGINT)

    def seconds(self) -> float:
        """Return its processor time since then; it has ended and was waited for."""
        return _of_children() - self._ended_before - self._before


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def interrupted(folder: Path, seen: str, *words: str) -> tuple[float, int, str]:
    """Run a command on a terminal, press Ctrl-C when it shows something; return what it took to end, and how."""
    import pty

    master, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "arpad", *words],
        cwd=folder,
        env=_environment(),
        stdout=subprocess.DEVNULL,
        stderr=terminal,
        start_new_session=True,
    ) as running:
        try:
            os.close(terminal)
            shown, limit = "", time.monotonic() + 120.0
            while seen not in shown:
                assert time.monotonic() < limit, shown
                assert running.poll() is None, shown
                if select.select([master], [], [], 1.0)[0]:
                    shown += os.read(master, 4096).decode()
            sent, pressed = time.monotonic(), Pressed(running)
            while running.poll() is None and time.monotonic() < sent + PATIENCE:
                if select.select([master], [], [], 0.02)[0]:
                    try:
                        shown += os.read(master, 4096).decode()
                    except OSError:  # nobody is there any more
                        break
            running.wait(PATIENCE)
            return pressed.seconds(), running.returncode, shown
        finally:
            running.kill()
            os.close(master)


def test_ctrl_c_ends_a_long_reading(long_record: Path, tmp_path: Path) -> None:
    ends_at_once(long_record, tmp_path, "reading", ["--system", "elo"])


@pytest.mark.parametrize(
    "settings",
    [
        ["--system", "whr"],
        ["--system", "ttt"],
        ["--system", "bayes-elo"],
        ["--system", "stephenson"],
        ["--system", "bradley-terry", "--set", "prior=350"],
    ],
    ids="-".join,
)
def test_ctrl_c_ends_a_long_run(record: Path, tmp_path: Path, settings: list[str]) -> None:
    ends_at_once(record, tmp_path, "rating", settings)


def ends_at_once(record: Path, tmp_path: Path, seen: str, settings: list[str]) -> None:
    """Press Ctrl-C at a stage of ``arpad rate``: it ends within a second, and the list of before stays as it was."""
    list_file = tmp_path / "list.csv"
    list_file.write_text("of an earlier day\n", encoding="utf-8")
    words = ["rate", str(record), *settings, "--out", "list.csv", "--force"]
    seconds, code, shown = interrupted(tmp_path, seen, *words)
    assert code == 130, shown
    assert "Traceback" not in shown
    assert seconds < ANSWERED
    assert [path.name for path in tmp_path.iterdir()] == ["list.csv"]
    assert list_file.read_text(encoding="utf-8") == "of an earlier day\n"


def pressed_after(after: float, words: list[str], folder: Path) -> tuple[int, bytes, bytes]:
    """Run a command and press Ctrl-C after so many seconds, if it has not ended by then.

    Returns:
        Its exit code, its output and its messages.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "arpad", *words],
        cwd=folder,
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        try:
            with suppress(subprocess.TimeoutExpired):
                out, errors = running.communicate(timeout=after)
                return running.returncode, out, errors
            pressed = Pressed(running)
            out, errors = running.communicate(timeout=PATIENCE)
            assert pressed.seconds() < ANSWERED
        finally:
            running.kill()
        return running.returncode, out, errors


@pytest.mark.parametrize(
    ("after", "line"),
    [
        (2.5, "look games.csv"),
        (2.5, "backtest games.csv --systems elo,glicko2,trueskill --out report.html"),
        (2.5, "tune games.csv --system glicko2 --free tau=0.1:1.2 --out report.html"),
        (2.5, "scenario games.csv --system elo --against glicko2 --from 30 --out report.html"),
        (2.5, "inflation games.csv --system whr --step 1 --out report.html"),
        (2.5, "explain games.csv --system whr --player 'player 1'"),
        (2.5, "rate games.csv --system whr --pages site"),
        (2.5, "rate games.csv --system glicko2 --pages book.html --history history.csv"),
        (2.5, "odds games.csv --system whr --fixtures next.csv --out chances.csv"),
        (2.5, "formats --players 64 --tournaments 100000 --out report.html"),
        (2.5, "simulate --systems elo,whr --players 3000 --years 40 --runs 50 --out report.html"),
        (2.5, "matchmaking --players 3000 --hours 100 --runs 50 --out report.html"),
    ],
    ids=lambda each: each.split(" --")[0] if isinstance(each, str) else "",
)
def test_ctrl_c_ends_every_long_command(after: float, line: str, record: Path, tmp_path: Path) -> None:
    (tmp_path / "games.csv").symlink_to(record)
    (tmp_path / "next.csv").write_text("white,black\nplayer 1,player 2\n", encoding="utf-8")
    before = set(tmp_path.iterdir())
    code, out, errors = 0, b"", b""
    while (
        code == 0 or b"wrote " in out
    ):  # all was done, but for the end of the process: press the key earlier
        for made in set(tmp_path.iterdir()) - before:
            shutil.rmtree(made) if made.is_dir() else made.unlink()
        code, out, errors = pressed_after(after, shlex.split(line), tmp_path)
        after /= 2
    assert (code, out) == (130, b""), errors
    assert b"Traceback" not in errors
    assert set(tmp_path.iterdir()) == before
