"""A session of Spark, and what is said where there is none to be had."""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from arpad.core import BadInput, NotProvided
from arpad.core.interface import option

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.log.level": "ERROR",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "500000",
    "spark.sql.files.maxPartitionBytes": "64m",
    "spark.sql.maxConcurrentOutputFileWriters": "128",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.parquet.compression.codec": "zstd",
}
"""What a session of arpad's own is started with; a session that is handed over keeps its own."""


def check_installed() -> None:
    """Find out whether Spark can be started here.

    Raises:
        NotProvided: PySpark or Java is not there.
    """
    try:
        import pyspark  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise NotProvided(
            "Apache Spark is not installed", remedy='Install it: pip install "arpad[spark]".'
        ) from error
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=os.path.join(home, "bin")) if home else shutil.which("java")
    if java is None:
        raise NotProvided(
            "Apache Spark needs Java, and none was found"
            + (f" in JAVA_HOME, {home}" if home else " on the PATH"),
            remedy="Install a JRE 17 or newer (Debian: apt install default-jre-headless).",
        )


@contextmanager
def spark_session(
    master: str | None = None, *, memory: str | None = None, settings: Mapping[str, str] | None = None
) -> Iterator[Any]:
    """Start a session of Spark, and stop it in the end.

    Args:
        master: where Spark runs: ``local[4]``, ``spark://host:7077``, ``yarn``, ``k8s://…``. None for what
            the environment says (``spark-submit``), or else this machine with all its cores.
        memory: of the driver, such as ``4g``.
        settings: of Spark, by name, before those that arpad sets.

    Raises:
        NotProvided: PySpark or Java is not there, or the master cannot be reached.
    """
    check_installed()
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    builder: Any = SparkSession.builder.appName("arpad")
    if master is not None:
        builder = builder.master(master)
    chosen = dict(SETTINGS)
    if "PYTHONPATH" in os.environ:
        chosen["spark.executorEnv.PYTHONPATH"] = os.environ["PYTHONPATH"]
    if memory is not None:
        chosen["spark.driver.memory"] = memory
    for name, value in {**chosen, **(settings or {})}.items():
        builder = builder.config(name, value)
    try:
        with _silent_of_pandas():
            spark = builder.getOrCreate()
    except Exception as error:  # py4j's and Spark's own, whatever their kind
        raise NotProvided(
            f"Spark did not start at {master or 'its default master'}: {_first_line(error)}",
            remedy=f"Give the address of a master that runs: {option('master', 'local[2]')}.",
        ) from error
    if "spark.sql.shuffle.partitions" not in (settings or {}):
        spark.conf.set("spark.sql.shuffle.partitions", str(max(4, 2 * spark.sparkContext.defaultParallelism)))
    try:
        yield spark
    finally:
        spark.stop()


@contextmanager
def in_words() -> Iterator[None]:
    """Let what goes wrong on an executor be told in arpad's words, and nothing be said of pandas.

    Tables travel as Arrow here; PySpark looks for pandas all the same, and warns of its version.
    """
    from pyspark.errors import PythonException

    try:
        with _silent_of_pandas():
            yield
    except PythonException as error:
        message = str(error)
        mark = "arpad.core.errors."
        if mark not in message:
            raise
        line = next(line for line in reversed(message.splitlines()) if mark in line)
        kind, _, problem = line.split(mark, 1)[1].partition(": ")
        raise (NotProvided if kind == "NotProvided" else BadInput)(problem.rstrip(". ")) from error


@contextmanager
def _silent_of_pandas() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
        yield


def _first_line(error: Exception) -> str:
    return next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
