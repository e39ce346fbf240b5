"""Publishing a ranking list or a history as a file; the suffix says in which format."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from arpad.core import BadInput
from arpad.core.hostile import FORMULA, is_raw, json_text, visible_json
from arpad.core.writing import Kind, check, replace
from arpad.office import kinds
from arpad.office.manifest import Manifest
from arpad.ratings.rate import with_history
from arpad.ratings.result import Ratings

if TYPE_CHECKING:
    import polars as pl

Pools: TypeAlias = Mapping[str, Ratings]
"""The ratings of every pool by its name."""

PAGE = ".html"
TABLES = (".csv", ".parquet", ".json")
LISTS = (*TABLES, PAGE)

MANIFEST_KEY = "arpad"
"""Under which a Parquet file's metadata holds the manifest, as JSON."""


def check_destination(path: str | Path, *, history: bool = False, force: bool = False) -> Path:
    """Find out whether a list (or a history) can be published under this name, before it is computed.

    Args:
        path: the file.
        history: whether it will be a history.
        force: whether a file may be replaced that arpad does not know as its own.

    Raises:
        BadInput: the suffix is not supported, or the file may not be written.
    """
    path, kind = _destination(path, history=history)
    check(path, kind, force=force)
    return path


def _destination(path: str | Path, *, history: bool = False) -> tuple[Path, Kind]:
    """Return the path and the kind of file that its suffix stands for."""
    path = Path(path)
    formats = TABLES if history else LISTS
    if path.suffix.lower() not in formats:
        what = "a history" if history else "a ranking list"
        found = f"not as {path.suffix}" if path.suffix else "and the name says none"
        raise BadInput(
            f"{what} is published as {', '.join(formats)}, {found}",
            file=str(path),
            remedy=f"Name the file {path.stem}{formats[0]}, for instance.",
        )
    kind = kinds.HISTORY if history else kinds.PAGE if path.suffix.lower() == PAGE else kinds.LIST
    return path, kind


def publish(
    ratings: Ratings | Pools,
    path: str | Path,
    *,
    min_games: int = 1,
    top: int | None = None,
    title: str | None = None,
    options: Sequence[str] = (),
    force: bool = False,
) -> None:
    """Publish a ranking list. The same ratings give the same bytes.

    Args:
        ratings: what to publish; of several pools, by name: the table gets a first column ``pool``.
        path: ``.csv``, ``.parquet`` (both the bare table; Parquet with the manifest as metadata ``arpad``),
            ``.json`` (``manifest`` and ``players``) or ``.html`` (one self-contained page).
        min_games: leave out who has played fewer.
        top: keep only so many rows (of every pool).
        title: the page's heading.
        options: what the command line needs besides system and schedule to read the record again.
        force: whether a file may be replaced that arpad does not know as its own.

    Raises:
        BadInput: the suffix is none of these, or the file may not be written. What was there before stays.
    """
    path, kind = _destination(path)
    if path.suffix.lower() == PAGE:
        from arpad.office.page import page

        text = page(ratings, min_games=min_games, top=top, title=title, options=options)
        with replace(path, kind, force=force) as stream:
            stream.write(text.encode())
        return
    table = _joined(ratings, lambda one: one.state_table(min_games=min_games, top=top))
    facts = _manifest(ratings, min_games=min_games, top=top, options=options)
    _write(table, facts, path, "players", kind, force=force)


def publish_history(
    ratings: Ratings | Pools, path: str | Path, *, options: Sequence[str] = (), force: bool = False
) -> None:
    """Publish how ratings went: one row per player and game (live) or rating period.

    Ratings whose history was not kept are computed once more.

    Args:
        ratings: what to publish; of several pools, by name: the table gets a first column ``pool``.
        path: ``.csv``, ``.parquet`` or ``.json`` (``manifest`` and ``history``).
        options: what the command line needs besides system and schedule to read the record again.
        force: whether a file may be replaced that arpad does not know as its own.

    Raises:
        BadInput: the suffix is none of these, or the file may not be written. What was there before stays.
    """
    path, kind = _destination(path, history=True)
    table = _joined(ratings, lambda one: with_history(one).history())
    _write(table, _manifest(ratings, options=options), path, "history", kind, force=force)


def _joined(ratings: Ratings | Pools, table: Callable[[Ratings], pl.DataFrame]) -> pl.DataFrame:
    """Return one table; of several pools theirs one below the other, with their names before them."""
    import polars as pl

    if isinstance(ratings, Ratings):
        return table(ratings)
    if not ratings:
        raise BadInput("there is no pool to publish")
    return pl.concat(
        [table(one).select(pl.lit(name).alias("pool"), pl.all()) for name, one in ratings.items()]
    )


def _manifest(ratings: Ratings | Pools, **selection: Any) -> dict[str, Any]:
    """Return the manifest for a file; of several pools ``{"pools": {name: manifest}}``."""
    if isinstance(ratings, Ratings):
        return Manifest.of(ratings, **selection).as_dict()
    return {"pools": {name: Manifest.of(one, **selection).as_dict() for name, one in ratings.items()}}


def _write(
    table: pl.DataFrame,
    manifest: dict[str, Any],
    path: Path,
    rows: str,
    kind: Kind = kinds.LIST,
    *,
    force: bool = False,
) -> None:
    """Write a table in the format of the path's suffix."""
    import polars as pl
    import polars.selectors as cs

    table = table.with_columns(cs.float().fill_nan(None))
    writers: dict[str, Callable[[BinaryIO], Any]] = {
        ".csv": lambda stream: _guarded(_moments_in_words(table)).write_csv(stream),
        ".parquet": lambda stream: table.write_parquet(
            stream, metadata={MANIFEST_KEY: json.dumps(manifest, ensure_ascii=False, allow_nan=False)}
        ),
        ".json": lambda stream: _write_json(_moments_in_words(table), manifest, stream, rows),
    }
    with replace(path, kind, force=force) as stream:
        try:
            writers[path.suffix.lower()](stream)
        except pl.exceptions.PolarsError as error:
            raise BadInput(f"{path} cannot be written: {error}", remedy="Write elsewhere.") from error


def _write_json(table: pl.DataFrame, manifest: dict[str, Any], stream: BinaryIO, rows: str) -> None:
    """Write one object: the manifest, and the table with one row per line."""
    head = json_text(manifest, indent=1)
    lines = table.write_ndjson().rstrip("\n").replace("\n", ",\n")
    stream.write(f'{{"manifest": {head},\n{json.dumps(rows)}: [\n{visible_json(lines)}\n]}}\n'.encode())


def _guarded(table: pl.DataFrame) -> pl.DataFrame:
    """Return the table with its texts as cells that no spreadsheet runs (:mod:`arpad.core.hostile`)."""
    import polars as pl
    import polars.selectors as cs

    if is_raw() or not table.select(cs.string()).width:
        return table
    text = cs.string()
    return table.with_columns(
        pl.when(text.str.contains(FORMULA)).then("'" + text).otherwise(text).name.keep()
    )


def _moments_in_words(table: pl.DataFrame) -> pl.DataFrame:
    """Return the table with its moments as ISO 8601 to the second, the same in CSV and JSON."""
    import polars.selectors as cs

    return table.with_columns(cs.datetime().dt.strftime("%Y-%m-%dT%H:%M:%S"))
