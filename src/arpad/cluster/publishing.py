"""What a job puts into its folder: the list, its manifest, and the rows that were set aside.

On this machine's file system they appear together; elsewhere one after the other, each whole, the manifest
last. A folder without a manifest holds no list.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl

from arpad._version import __version__
from arpad.cluster.reading import Account
from arpad.cluster.storage import Folder, local_path
from arpad.core import BadInput
from arpad.core.hostile import guarded
from arpad.core.overwriting import Kind, begins
from arpad.core.writing import check, replace, together
from arpad.ratings.parameters import settings_of, values_of
from arpad.ratings.system import RatingSystem
from arpad.record.tables.faults import escaped
from arpad.record.tables.rejects import HEADER, REJECTS

LIST, MANIFEST, REJECTED = "list.parquet", "manifest.json", "rejects.csv"
"""The files of the folder."""

MARK = "arpad cluster"
"""The first key of the manifest, and the name of what the list's metadata holds; its value is the version."""

VERSION = 1


def _is_list(path: Path) -> bool:
    with suppress(pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        return MARK in pl.read_parquet_metadata(path)
    return False


KINDS = {
    LIST: Kind("a rating list", _is_list),
    MANIFEST: Kind("a manifest", begins(re.compile(rb'\s*\{\s*"' + MARK.encode()))),
    REJECTED: REJECTS,
}


def check_folder(folder: Folder, *, force: bool = False) -> None:
    """Find out before the work whether the files of a job may be written.

    Raises:
        BadInput: something is there that arpad has not written.
    """
    here = local_path(folder.path)
    if here is not None:
        if here.exists() and not here.is_dir():
            raise BadInput("there is a file, where a folder is to be", file=str(here), remedy="Name another.")
        with together(force=force):
            for name, kind in KINDS.items():
                if (here / name).exists():
                    check(here / name, kind)
    elif not force and (folder / LIST).exists() and not (folder / MANIFEST).exists():
        raise BadInput("there is a list without a manifest", file=folder.path, remedy="Name another folder.")


def write_files(folder: Folder, files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Write the files of a job, the manifest among them.

    Args:
        folder: where to.
        files: their content, by name.
        force: whether files that arpad does not know as its own may be replaced.
    """
    here = local_path(folder.path)
    if here is None:
        for name in sorted(files, key=lambda each: each == MANIFEST):
            (folder / name).write(files[name])
        return
    with together(force=force):
        for name, content in files.items():
            with replace(here / name, KINDS[name]) as stream:
                stream.write(content)


def list_file(table: pl.DataFrame, manifest: Mapping[str, Any]) -> bytes:
    """Return a list as Parquet, which holds its manifest."""
    out = io.BytesIO()
    table.write_parquet(out, metadata={MARK: json.dumps(manifest, ensure_ascii=False)})
    return out.getvalue()


def rejects_file(account: Account) -> bytes:
    """Return the rows that were set aside, as :class:`arpad.record.tables.rejects.Rejects` writes them."""
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow(HEADER)
    for file, fault in account.faults:
        words = (fault.column, escaped(fault.value or ""), fault.problem, escaped(fault.row))
        rows.writerow([guarded(file), fault.line, *map(guarded, words)])
    return text.getvalue().encode("utf-8", "backslashreplace")


def manifest_of(
    system: RatingSystem,
    account: Account,
    schedule: str,
    period: str | None,
    *,
    players: int,
    as_of: str | int | None = None,
    notes: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    pools: Iterable[str] = (),
) -> dict[str, Any]:
    """Return what a list was computed from, without a time of day: the same job gives the same manifest.

    Args:
        system: the rating system.
        account: what became of every row.
        schedule: ``live`` or ``period``.
        period: how rating periods are cut.
        players: how many are on the list.
        as_of: the day of the list.
        notes: what a reader of the list should know.
        options: how the files were read.
        pools: the pools that were rated apart.
    """
    first, last = account.ends
    return {
        MARK: VERSION,
        "arpad": __version__,
        "system": system.name,
        "title": system.title,
        "source": system.source,
        "status": system.status,
        "parameters": dict(values_of(system)),
        "asked": dict(settings_of(system)),
        "schedule": schedule,
        "period": period,
        "as_of": as_of,
        "files": account.files,
        "rows": account.total("rows"),
        "games": account.total("games"),
        "byes": account.total("byes"),
        "unfinished": account.total("fixtures"),
        "rejected": account.total("rejected"),
        "players": players,
        "first": first,
        "last": last,
        "options": dict(options or {}),
        "pools": list(pools),
        "notes": [*account.notes, *notes],
    }


def published(
    folder: Folder, table: pl.DataFrame, manifest: Mapping[str, Any], account: Account, *, force: bool = False
) -> dict[str, bytes]:
    """Write a list, its manifest, and the rows that were set aside if there are any; return the files."""
    content = list_file(table, manifest)
    whole = {**manifest, "list": {"file": LIST, "sha256": hashlib.sha256(content).hexdigest()}}
    files = {LIST: content, MANIFEST: (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode()}
    if account.faults:
        files[REJECTED] = rejects_file(account)
    write_files(folder, files, force=force)
    return files
