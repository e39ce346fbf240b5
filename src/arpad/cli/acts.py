"""Acts on an event file from the command line: done once under an operation's name, and answered."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from arpad.office.log.event_file import Done
    from arpad.office.log.event_log import EventLog

F = TypeVar("F", bound=Callable[..., Any])


def op_option(function: F) -> F:
    """Give a command the option ``--op``."""
    return click.option(
        "--op",
        default="",
        metavar="ID",
        help="A name for this operation: the same command under the same name is answered, not repeated.",
    )(function)


def do(file: Path, change: Callable[[EventLog], EventLog], op: str, *asked: object) -> Done:
    """Do an act on an event file, and say on the standard error if it was done before.

    Args:
        file: the event file.
        change: what is done.
        op: the operation's name; empty for none.
        asked: the command and its arguments, which must be the same under the same name.

    Raises:
        BadInput: as :meth:`arpad.office.log.event_file.EventFile.act`.
    """
    from arpad.office.log.event_file import EventFile

    done = EventFile(file).act(change, op=op, request=request_of(op, *asked))
    note_repeated(done, op)
    return done


def request_of(op: str, *asked: object) -> str:
    """Return a digest of what is asked for under an operation's name; nothing without a name."""
    if not op:
        return ""
    text = json.dumps(asked, default=str, sort_keys=True)
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:32]


def note_repeated(done: Done, op: str) -> None:
    """Say on the standard error that an act was done before."""
    if done.repeated:
        since = ", and undone since" if done.undone else ""
        with contextlib.suppress(OSError, ValueError):
            click.echo(f"the operation {op} was done before{since}: nothing was changed", err=True)


def say_findings(done: Done) -> None:
    """Say on the standard error what an act has to say; a repeated act has said it before."""
    from arpad.cli.tables import shown

    if not done.repeated:
        for finding in done.after.findings:
            click.echo(shown(finding.line()), err=True)


@contextmanager
def answering() -> Iterator[None]:
    """Print the answer to an act that is done: where it cannot be printed, the act is done nevertheless.

    Whoever reads the exit code learns whether the act happened, also where the standard output is full or
    closed.
    """
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError) as error:
        if not isinstance(error, OSError) and sys.stdout is not None and not sys.stdout.closed:
            raise
        _discard_output()
        with contextlib.suppress(OSError, ValueError):
            click.echo("arpad: the act is done and kept; its answer could not be printed", err=True)


def _discard_output() -> None:
    """Let what still waits for a full or closed output go nowhere, so that the program ends well."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
