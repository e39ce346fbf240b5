"""A table that a form brings, and that its preview brings back with what was chosen of its columns.

Nothing of it is kept on the server before it is accepted: the page of the preview holds the file, packed.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arpad.core import BadInput, worded
from arpad.office.store.column_choices import ColumnChoice
from arpad.record.survey.understanding import ROLES, whole_choice
from arpad.web.context import RequestContext, Upload

LARGEST = 8 * 2**20
"""The largest file, in bytes."""

DATES = ("dmy", "mdy", "ymd")
"""How dates can be said to be written."""

MOST_COLUMNS = 200
"""Columns that have a field of their own on a page."""


@dataclass(frozen=True)
class SentFile:
    """A file with what was chosen of it, and what its preview has shown.

    Args:
        name: of the file.
        content: its bytes.
        choice: how it was read; nothing where its columns say it.
        header: the names of its columns, as they were shown.
        roles: what each of them was shown to be.
        choices: readings that were shown to be equally good.
        again: of results, whether those are added that the list has already.
        headed: of participants, whether the first row has the names of the columns.
        count: how many results or participants the preview said it would take.
    """

    name: str
    content: bytes = field(repr=False)
    choice: ColumnChoice = field(default_factory=ColumnChoice)
    header: Sequence[str] = ()
    roles: Sequence[str] = ()
    choices: Sequence[Mapping[str, str]] = ()
    again: bool = False
    headed: bool = True
    count: int = 0

    def packed(self) -> str:
        """Return the file as the form of its preview brings it back."""
        state = {
            "name": self.name,
            "columns": dict(self.choice.columns),
            "dates": self.choice.dates,
            "header": list(self.header),
            "roles": list(self.roles),
            "choices": [dict(choice) for choice in self.choices],
            "again": self.again,
            "headed": self.headed,
            "count": self.count,
        }
        return b64encode(zlib.compress(json.dumps(state).encode() + b"\n" + self.content)).decode()

    @classmethod
    def unpacked(cls, text: str, largest: int = LARGEST) -> SentFile:
        """Return the file of :meth:`packed`.

        Args:
            text: as it was packed.
            largest: the largest file, in bytes.

        Raises:
            BadInput: it is not as the preview has written it.
        """
        try:
            unpacking = zlib.decompressobj()
            whole = unpacking.decompress(b64decode(text, validate=True), 2 * largest)
            if not unpacking.eof:
                raise ValueError("it is longer than any that was sent")
            state, _, content = whole.partition(b"\n")
            return cls._of(json.loads(state), content)
        except (ValueError, zlib.error, RecursionError) as error:
            raise BadInput("the file did not come back whole", code="form.file") from error

    @classmethod
    def _of(cls, state: Any, content: bytes) -> SentFile:
        """Return what was said of a file.

        Raises:
            ValueError: it is not what :meth:`packed` says.
        """
        if not isinstance(state, dict) or not state.keys() >= {"name", "header", "roles", "choices"}:
            raise ValueError("not as it was packed")
        header, roles = _texts(state["header"]), _texts(state["roles"])
        if len(header) != len(roles) or not isinstance(state["choices"], list):
            raise ValueError("not as it was packed")
        dates = state.get("dates")
        return cls(
            str(state["name"]),
            content,
            ColumnChoice(_columns(state.get("columns", {})), dates if dates in DATES else ""),
            header,
            roles,
            [_columns(choice) for choice in state["choices"]],
            state.get("again") is True,
            state.get("headed") is not False,
            state["count"] if type(state.get("count")) is int else 0,
        )


def chosen_or_pasted(context: RequestContext) -> Upload:
    """Return the file that a form brings; or the rows that were pasted into it, as one.

    Raises:
        BadInput: there is neither.
    """
    file = context.files.get("file")
    if file is not None and file.content:
        return file
    pasted = context.form.get("rows", "")
    if pasted.strip():
        return Upload(worded("pasted rows"), pasted.replace("\r\n", "\n").lstrip("\n").encode())
    raise BadInput(
        "there is no file, and no row was pasted",
        code="form.no-file",
        remedy="Choose a file, or paste rows of a spreadsheet.",
    )


def sent_file(context: RequestContext, largest: int = LARGEST) -> SentFile:
    """Return the file that a form brings: chosen, pasted, or brought back by its preview.

    Args:
        context: the request.
        largest: the largest file, in bytes.

    Raises:
        BadInput: there is none, or it is too large.
    """
    brought = context.form.get("state", "")
    if brought:
        return SentFile.unpacked(brought, largest)
    file = chosen_or_pasted(context)
    sent = SentFile(file.name, file.content)
    if len(sent.content) > largest:
        raise BadInput(
            worded("the file has more than {most} MB", most=largest // 2**20),
            file=sent.name,
            code="form.too-large",
            remedy="Divide it into several files.",
        )
    return sent


def chosen(
    context: RequestContext,
    sent: SentFile,
    roles: Collection[str] = ROLES,
    whole: Callable[[Sequence[str], Sequence[str]], Mapping[str, str]] = whole_choice,
) -> tuple[ColumnChoice, bool]:
    """Return how a file is to be read by the fields of its preview, and whether that is not as before.

    Args:
        context: the request.
        sent: the file.
        roles: what a column can be chosen for.
        whole: makes a choice of the names of the columns and what each of them is.

    Raises:
        BadInput: two columns are chosen for the same.
    """
    number = context.text("choice")
    dates = context.text("dates") if "dates" in context.form else sent.choice.dates
    dates = dates if dates in DATES else ""
    if number.isascii() and number.isdecimal() and len(number) < 3 and int(number) < len(sent.choices):
        return ColumnChoice(sent.choices[int(number)], dates), True
    typed = typed_roles(context, sent, roles)
    if typed != list(sent.roles):
        return ColumnChoice(whole(sent.header, typed), dates), True
    return ColumnChoice(sent.choice.columns, dates), dates != sent.choice.dates


def typed_roles(context: RequestContext, sent: SentFile, roles: Collection[str] = ROLES) -> list[str]:
    """Return for what each column is chosen in the fields of a preview, as one of some roles."""
    typed = [context.form.get(f"role-{at}", role) for at, role in enumerate(sent.roles)]
    return [role if role in roles else "" for role in typed]


def _texts(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ValueError("not texts")
    return value


def _columns(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value.values()):
        raise ValueError("not columns")
    return value
