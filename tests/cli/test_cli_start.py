"""What a start costs, and what a shell sees: imports, pipes, signals, colours."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import arpad
from arpad.cli import main

Process = Callable[..., "subprocess.CompletedProcess[bytes]"]
Environment = Callable[..., dict[str, str]]

HEAVY = ("polars", "numba", "scipy", "rich", "jinja2", "pandas", "pyarrow")


def imported(process: Process, *words: str) -> set[str]:
    """Run a command in a process of its own and return which modules it imported."""
    program = (
        "import sys\n"
        "from arpad.cli import main\n"
        "try:\n"
        f"    main({list(words)!r})\n"
        "except SystemExit as end:\n"
        "    assert not end.code\n"
        "print('imported', *sys.modules)\n"
    )
    done = process("-c", program)
    assert done.returncode == 0, done.stderr.decode()
    return set(done.stdout.decode().splitlines()[-1].split()[1:])


def loaded(process: Process, *words: str) -> set[str]:
    """Run a command in a process of its own and return which of the heavy modules it imported."""
    return imported(process, *words) & set(HEAVY)


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "2307", "2107"),
        ("odds", "2307", "2107", "--system", "glicko2", "--json"),
        ("odds", "--table", "--system", "fide"),
        ("whatif", "--rating", "1500", "--games", "1500:1", "--system", "kbaduk"),
        ("systems",),
    ],
)
def test_small_questions_import_nothing_heavy(words: tuple[str, ...], process: Process) -> None:
    assert loaded(process, *words) == set()


def test_help_imports_no_command_and_nothing_to_calculate_with(process: Process) -> None:
    of_arpad = {name for name in imported(process, "--help") if name.startswith("arpad.")}
    assert not {name for name in of_arpad if name.endswith("_command")}
    assert {name.split(".")[1] for name in of_arpad} == {"_version", "cli", "compiled", "core"}
    assert "arpad.core.explanation" not in of_arpad
    rating = imported(process, "rate", "--help")
    assert {name for name in rating if name.endswith("_command")} == {"arpad.cli.rate_command"}
    assert not rating & {
        "arpad.record",
        "arpad.ratings",
        "arpad.core.explanation",
        "json",
        "numpy",
        "pathlib",
    }


def test_the_list_of_systems_imports_no_system(process: Process) -> None:
    found = imported(process, "systems")
    assert not found & {"numpy", "arpad.ratings", "arpad.record", "arpad.rulebooks.fide"}


def test_odds_import_nothing_that_hashes_or_compiles(process: Process) -> None:
    """What a digest, a thread and machine code need belongs to a record, and two ratings are none."""
    found = imported(process, "odds", "2307", "2107")
    assert not found & {"arpad.record.digest", "arpad.compiled.compiling", "arpad.cli.request"}
    assert not found & {"hashlib", "concurrent.futures", "importlib.metadata", "json"}


def test_a_printed_list_imports_nothing_that_writes_files(process: Process) -> None:
    """Nor other systems, other formats and other lists than the one that is printed."""
    from arpad.record.samples import football_world_cups

    found = imported(process, "rate", str(football_world_cups()))
    unused = {
        "arpad.core.writing",
        "arpad.office.publishing.publication",
        "arpad.office.publishing.composition",
    }
    unused |= {"arpad.cli.skill_points", "arpad.rulebooks.online", "arpad.ratings.glicko"}
    unused |= {
        "arpad.record.kinds.players",
        "arpad.record.cells.interning_loop",
        "arpad.record.tables.parquet_pages",
    }
    unused |= {"arpad.record.tables.row_reader", "arpad.compiled.compiling"}
    unused |= {"arpad.record.survey.evidence", "numpy.ma"}
    unused |= {"arpad.record.tables.rejects", "arpad.core.hostile", "gzip", "encodings.euc_kr"}
    assert not found & unused


def test_rating_300_games_imports_no_numba(process: Process, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    rows = "".join(f"2026-01-{1 + i // 12:02d},p{i % 17},p{20 + i % 13},{i % 2}\n" for i in range(300))
    path.write_text("date,player_a,player_b,score\n" + rows)
    for system in ("elo", "glicko2"):
        assert loaded(process, "rate", str(path), "--system", system) <= {"polars"}


def test_a_closed_pipe_is_silent(environment: Environment) -> None:
    from arpad.record.samples import football_world_cups

    words = [sys.executable, "-m", "arpad", "rate", str(football_world_cups()), "--top", "0"]
    with subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(arpad, "read_games", interrupted)
    result = CliRunner().invoke(main, ["rate", "results.csv"])
    assert result.exit_code == 130
    assert result.output == ""


def test_a_console_without_the_dash(process: Process) -> None:
    done = process("-m", "arpad", "odds", "--table", "--system", "fide", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0
    assert b"   ?  " in done.stdout
    assert done.stderr == b""


def test_python_m_arpad_names_itself(process: Process) -> None:
    assert process("-m", "arpad").stdout.startswith(b"Usage: arpad ")


def on_a_terminal(environment: Environment, *words: str, columns: int = 80, **extra: str) -> str:
    """Run a command on a pseudo-terminal and return what it wrote there."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    variables = environment(COLUMNS=str(columns), **extra)
    with subprocess.Popen(
        [sys.executable, "-m", "arpad", *words], env=variables, stdout=follower, stderr=subprocess.DEVNULL
    ) as running:
        os.close(follower)
        written = b""
        while True:
            try:
                chunk = os.read(leader, 65536)
            except OSError:
                break
            if not chunk:
                break
            written += chunk
        assert running.wait() == 0, written.decode()
    os.close(leader)
    return written.decode().replace("\r\n", "\n")


def test_colours_on_a_terminal_and_none_without(environment: Environment) -> None:
    words = ("odds", "2307", "2107")
    assert "\x1b[" in on_a_terminal(environment, *words)
    assert "\x1b[" not in on_a_terminal(environment, *words, NO_COLOR="1")
    assert "\x1b[" not in on_a_terminal(environment, *words, TERM="dumb")


def test_a_narrow_terminal_leaves_columns_out(environment: Environment, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("date,winner,loser\n2026-01-01,Ada,Bo\n")
    words = ("rate", str(path), "--system", "glicko2")
    wide = on_a_terminal(environment, *words, columns=120, NO_COLOR="1").splitlines()
    narrow = on_a_terminal(environment, *words, columns=40, NO_COLOR="1").splitlines()
    assert wide[0].split() == (
        ["rank", "player", "rating", "±", "volatility", "games", "won", "drawn", "lost", "last", "played"]
    )
    assert narrow[0].split() == ["rank", "player", "rating", "±", "games"]
    assert narrow[3] == "the terminal is too narrow for: volatility, won, drawn, lost, last played"
    assert not any("narrow" in line for line in wide)


AT_THE_END = """
import atexit
import sys
import threading
import time
from arpad.cli import process

class Part:
    def __del__(self):
        print("taken apart")

def last(name, stands):
    print(name)

sys.argv = ["arpad", *%r]
start = process.take_over

def begun():
    threading.Thread(target=lambda: (time.sleep(0.2), print("thread"))).start()
    return start()

process.take_over = begun
convert = process.spare_blas
process.spare_blas = lambda: (atexit.register(last, "library", Part()), convert())
process.part = Part()
process.run()
"""


@pytest.mark.parametrize(("words", "code"), [(["--version"], 0), (["nonsense"], 2)])
def test_a_process_ends_when_all_is_done_that_somebody_waits_for(
    process: Process, words: list[str], code: int
) -> None:
    """Threads and what libraries do at the end are waited for; nothing is taken apart after that."""
    done = process("-c", AT_THE_END % words)
    assert done.returncode == code
    # On a busy machine the thread may be done before the command.
    *before, last = done.stdout.decode().splitlines()
    assert (last, before.count("thread")) == ("library", 1), done.stderr.decode()


NUMPY_LOADED = """
import os
from arpad.cli import app, process

def main(**_):
    import numpy
    print(os.environ["OPENBLAS_NUM_THREADS"], len(os.listdir("/proc/self/task")))

app.main = main
process.run()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted as Linux lists them")
def test_no_thread_waits_for_matrices(process: Process) -> None:
    """OpenBLAS would begin one for every core, and each would keep its core busy for a while."""
    done = process("-c", NUMPY_LOADED)
    assert done.stdout.split() == [b"1", b"1"], done.stderr.decode()
    done = process("-c", NUMPY_LOADED, OPENBLAS_NUM_THREADS="2")  # the user's own choice stands
    assert done.stdout.split()[0] == b"2", done.stderr.decode()


def test_an_error_of_the_program_itself_is_shown(process: Process) -> None:
    program = "from arpad.cli import app, process\napp.main = lambda **_: 1 / 0\nprocess.run()"
    done = process("-c", program)
    assert done.returncode == 1
    assert b"ZeroDivisionError" in done.stderr


DURING_AN_IMPORT = """
import functools
import importlib._bootstrap
import _imp
import signal
import time
from arpad.cli.process import answer_interrupt

acquire = _imp.acquire_lock
answer = {"arpad": answer_interrupt, "Python": signal.default_int_handler}[%r]

def on_interrupt(number, frame):
    _imp.acquire_lock = acquire
    answer(number, frame)

signal.signal(signal.SIGINT, on_interrupt)
acquire()  # what the call below stands for; Ctrl-C comes at its end
_imp.acquire_lock = functools.partial(signal.raise_signal, signal.SIGINT)
try:
    import colorsys
    time.sleep(20)
except KeyboardInterrupt:
    print("interrupted", "held" if _imp.lock_held() else "free")
"""


@pytest.mark.slow
@pytest.mark.parametrize(("whose", "left"), [("arpad", "free"), ("Python", "held")])
def test_an_interrupt_in_the_midst_of_an_import_keeps_no_lock(
    process: Process, whose: str, left: str
) -> None:
    """With Python's own answer the lock of all imports stays taken, and other threads would wait for ever."""
    done = process("-c", DURING_AN_IMPORT % whose)
    assert done.stdout.decode().split() == ["interrupted", left], done.stderr.decode()


IN_A_FINALIZER = """
import signal
import time
from arpad.cli.process import answer_interrupt

signal.signal(signal.SIGINT, {"arpad": answer_interrupt, "Python": signal.default_int_handler}[%r])

class Finalized:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

try:
    Finalized()
    time.sleep(2)
    print("ignored")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.slow
@pytest.mark.parametrize(("whose", "said"), [("arpad", "interrupted"), ("Python", "ignored")])
def test_an_interrupt_in_a_finalizer_is_heard_of(process: Process, whose: str, said: str) -> None:
    """Python's own answer is an error of the finalizer, which nobody hears of."""
    done = process("-c", IN_A_FINALIZER % whose)
    assert done.stdout.decode().split() == [said], done.stderr.decode()
    assert (b"Traceback" in done.stderr) == (whose == "Python")
