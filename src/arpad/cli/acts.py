"""Acts on an event file from the command line: done once under an operation's name, and answered."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from arpad.cli.options import Option, json_option

if TYPE_CHECKING:
    from arpad.office.acts.act import Act
    from arpad.office.log.event_log import EventLog
    from arpad.office.log.store import StoredAct
    from arpad.tournament import Tournament

F = TypeVar("F", bound=Callable[..., Any])

file_argument: Option = click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
"""The event file."""


def op_option(function: F) -> F:
    """Give a command the option ``--op``."""
    return click.option(
        "--op",
        default="",
        metavar="ID",
        help="A name for this operation: the same command under the same name is answered, not repeated.",
    )(function)


def act_options(function: F) -> F:
    """Give the command of an act the options ``--json`` and ``--op``."""
    return json_option(op_option(function))


def read_book(file: Path) -> EventLog:
    """Read the file of a tournament."""
    from arpad.office.log.event_file import EventFile

    return EventFile(file).read()


def round_of(tournament: Tournament, at: int | None) -> int:
    """Return the round that is meant: one that is paired, or the last.

    Raises:
        BadInput: it is not paired.
    """
    from arpad.office.desk.asking import round_of as meant

    return meant(tournament, at)[0]


def do(file: Path, change: Callable[[EventLog], EventLog], op: str, *arguments: object) -> StoredAct:
    """Do an act on an event file, and say on the standard error if it was done before.

    Args:
        file: the event file.
        change: what is done.
        op: the operation's name; empty for none.
        arguments: the command and its arguments, which must be the same under the same name.

    Raises:
        BadInput: as :meth:`arpad.office.log.event_file.EventFile.act`.
    """
    from arpad.office.log.event_file import EventFile

    done = EventFile(file).act(change, op=op, request=request_of(op, *arguments))
    note_repeated(done, op)
    return done


def do_act(file: Path, act: Act, op: str) -> StoredAct:
    """Do an act on an event file, and say on the standard error if it was done before.

    Args:
        file: the event file.
        act: the act.
        op: the operation's name; empty for none.

    Raises:
        BadInput: as :meth:`arpad.office.log.event_file.EventFile.act`.
    """
    from arpad.office.log.event_file import EventFile

    done = EventFile(file).act(act.change, op=op, request=act.digest() if op else "")
    note_repeated(done, op)
    return done


def request_of(op: str, *arguments: object) -> str:
    """Return a digest of what is asked for under an operation's name; nothing without a name."""
    if not op:
        return ""
    text = json.dumps(arguments, default=str, sort_keys=True)
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:32]


def note_repeated(done: StoredAct, op: str) -> None:
    """Say on the standard error that an act was done before."""
    if done.repeated:
        since = ", and undone since" if done.undone else ""
        with contextlib.suppress(OSError, ValueError):
            click.echo(f"the operation {op} was done before{since}: nothing was changed", err=True)


def say_findings(done: StoredAct) -> None:
    """Say on the standard error what an act has to say; a repeated act has said it before."""
    from arpad.cli.tables import shown

    if not done.repeated:
        for finding in done.after.findings:
            click.echo(shown(finding.line()), err=True)


def answer(
    done: StoredAct,
    as_json: bool,
    lines: Iterable[str] | None = None,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Print what became of an act, and what it has to say.

    Args:
        done: the act.
        as_json: whether that is printed as JSON, findings too; else findings go to the standard error.
        lines: the answer, fit for a terminal; None for what the act did, in words.
        data: the answer in JSON, beside which stand ``findings``; None for ``done``, the words.
    """
    from arpad.cli.tables import as_json as print_json
    from arpad.cli.tables import shown
    from arpad.office.log.history import words_of_act

    if as_json and data is None:
        data = {"done": words_of_act(done.before, done.events)}
    elif lines is None:
        lines = [shown(f"done: {word}") for word in words_of_act(done.before, done.events)]
    with answering():
        if as_json:
            findings = [] if done.repeated else [finding.as_dict() for finding in done.after.findings]
            print_json({**(data or {}), "findings": findings})
            return
        for line in lines or ():
            click.echo(line)
        say_findings(done)


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
