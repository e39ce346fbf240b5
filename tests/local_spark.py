"""Apache Spark on this machine, for the tests of arpad[spark].

CI must have it (``ARPAD_REQUIRE_SPARK=1``); elsewhere what needs it is skipped, with the reason.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arpad.cluster.session import check_installed
from arpad.core import NotProvided


def required() -> None:
    """Skip a test, or fail it, where Spark cannot be started."""
    try:
        check_installed()
    except NotProvided as missing:
        if os.environ.get("ARPAD_REQUIRE_SPARK"):
            pytest.fail(f"{missing}, and ARPAD_REQUIRE_SPARK is set")
        pytest.skip(str(missing))


def _port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def standalone(folder: Path, workers: int = 2) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Run a master and some workers of one core each; yield the master's address, and the workers.

    Args:
        folder: for what they write.
        workers: how many.
    """
    required()
    import pyspark

    home = Path(pyspark.__file__).parent
    port = _port()
    known = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_LOG_DIR": str(folder),
        "SPARK_WORKER_DIR": str(folder / "workers"),
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "SPARK_NO_DAEMONIZE": "1",
    }
    classes = "org.apache.spark.deploy"
    at, share = ["--host", "127.0.0.1"], ["--cores", "1", "--memory", "1g"]
    words = [
        [f"{classes}.master.Master", *at, "--port", str(port), "--webui-port", str(_port())],
        *(
            [
                f"{classes}.worker.Worker",
                *at,
                "--webui-port",
                str(_port()),
                *share,
                f"spark://127.0.0.1:{port}",
            ]
            for _ in range(workers)
        ),
    ]
    started: list[subprocess.Popen[bytes]] = []
    logs = []
    try:
        for number, each in enumerate(words):
            logs.append((folder / f"daemon-{number}.log").open("wb"))
            command = [str(home / "bin" / "spark-class"), *each]
            started.append(
                subprocess.Popen(command, env=known, stdout=logs[-1], stderr=logs[-1], start_new_session=True)
            )
        _wait_for(folder, workers)
        yield f"spark://127.0.0.1:{port}", started[1:]
    finally:
        for one in started:
            kill(one)
        for log in logs:
            log.close()


def _wait_for(folder: Path, workers: int) -> None:
    end = time.monotonic() + 120.0
    while time.monotonic() < end:
        told = (folder / "daemon-0.log").read_text(errors="replace")
        if told.count("Registering worker") >= workers:
            return
        time.sleep(0.2)
    pytest.fail(f"the workers did not come to the master: {told[-2000:]}")


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started in a session of its own (kill -9), with all that it has started."""
    import signal
    from contextlib import suppress

    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
