"""Publishing a ranking list or a history as a file; the suffix says in which format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace as replace_values
from datetime import date
from pathlib import Path

from arpad.core import BadInput
from arpad.core.writing import FileSet, Kind, check, replace, together
from arpad.office.publishing import file_kinds
from arpad.office.publishing.composition import (
    BOOK,
    HISTORY,
    INDEX,
    LIST,
    Composition,
    Pools,
    RequestedOutput,
)
from arpad.office.publishing.containers import CSV, FORMATS, HTML, manifest_path, manifest_text
from arpad.office.publishing.inputs import PREVIOUS, InputFile, inputs_of
from arpad.ratings.list_columns import PLAIN, Extras
from arpad.ratings.previous_list import PreviousList
from arpad.ratings.result import Provisional, Ratings

__all__ = ["Pools", "check_destination", "publish", "publish_all", "publish_history"]

TABLES = tuple(form for form in FORMATS if form != HTML)


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
    if path.suffix.lower() == CSV:
        check(manifest_path(path), file_kinds.MANIFEST, force=force)
    return path


def _destination(path: str | Path, *, history: bool = False) -> tuple[Path, Kind]:
    """Return the path and the kind of file that its suffix stands for."""
    path = Path(path)
    formats = TABLES if history else FORMATS
    if path.suffix.lower() not in formats:
        what = "a history" if history else "a ranking list"
        detail = f"not as {path.suffix}" if path.suffix else "and the name says none"
        raise BadInput(
            f"{what} is published as {', '.join(formats)}, {detail}",
            file=str(path),
            remedy=f"Name the file {path.stem}{formats[0]}, for instance.",
        )
    kind = (
        file_kinds.HISTORY if history else file_kinds.PAGE if path.suffix.lower() == HTML else file_kinds.LIST
    )
    return path, kind


def publish(
    ratings: Ratings | Pools,
    path: str | Path,
    *,
    min_games: int = 1,
    top: int | None = None,
    title: str | None = None,
    options: Sequence[str] = (),
    extras: Extras = PLAIN,
    active_since: date | int | str | None = None,
    provisional: Provisional = "ranked",
    previous: str | Path | None = None,
    inputs: Iterable[InputFile] | None = None,
    force: bool = False,
) -> None:
    """Publish a ranking list. The same ratings give the same bytes.

    Args:
        ratings: what to publish; of several pools, by name: the table gets a first column ``pool``.
        path: ``.csv`` (the bare table, and its manifest beside it: ``list.csv.manifest.json``), ``.parquet``
            (with the manifest as metadata ``arpad``), ``.json`` (``manifest`` and ``players``) or ``.html``
            (one self-contained page).
        min_games: leave out who has played fewer.
        top: show only so many rows on a page (of every pool); the other formats have all.
        title: the page's heading.
        options: what the command line needs besides system and schedule to read the record again.
        extras: the columns that are asked for beside those that every list has.
        active_since: leave out who has not played since that day, or the number of that period.
        provisional: players with a provisional rating are ``ranked`` among the others, stand ``apart``
            behind them without a rank, or are ``omitted``.
        previous: an earlier list with which this one is compared: who has moved, who is new, who is gone.
        inputs: the files that were read, by their hashes; if not given, the files that the record names are
            hashed as they are now.
        force: whether files may be replaced that arpad does not know as its own.

    Raises:
        BadInput: the suffix is none of these, or the file may not be written. What was there before stays.
    """
    publish_all(
        ratings,
        [path],
        min_games=min_games,
        top=top,
        title=title,
        options=options,
        extras=extras if previous is None else replace_values(extras, previous=PreviousList.read(previous)),
        active_since=active_since,
        provisional=provisional,
        inputs=inputs,
        force=force,
    )


def publish_history(
    ratings: Ratings | Pools,
    path: str | Path,
    *,
    options: Sequence[str] = (),
    inputs: Iterable[InputFile] | None = None,
    force: bool = False,
) -> None:
    """Publish how ratings went: one row per player and game (live) or rating period.

    Ratings whose history was not kept are computed once more.

    Args:
        ratings: what to publish; of several pools, by name: the table gets a first column ``pool``.
        path: ``.csv`` (and its manifest beside it), ``.parquet`` or ``.json`` (``manifest`` and ``history``).
        options: what the command line needs besides system and schedule to read the record again.
        inputs: as of :func:`publish`.
        force: as of :func:`publish`.

    Raises:
        BadInput: the suffix is none of these, or the file may not be written. What was there before stays.
    """
    publish_all(ratings, [], path, options=options, inputs=inputs, force=force)


def publish_all(
    ratings: Ratings | Pools,
    lists: Sequence[str | Path],
    history: str | Path | None = None,
    *,
    min_games: int = 1,
    top: int | None = None,
    title: str | None = None,
    options: Sequence[str] = (),
    extras: Extras = PLAIN,
    active_since: date | int | str | None = None,
    provisional: Provisional = "ranked",
    pages: str | Path | None = None,
    inputs: Iterable[InputFile] | None = None,
    force: bool = False,
) -> list[Path]:
    """Publish lists and a history of the same ratings; one manifest, which all of them hold, names them all.

    Args:
        ratings: as of :func:`publish`.
        lists: the files of the list.
        history: the file of the history; None for none.
        min_games: as of :func:`publish`.
        top: as of :func:`publish`.
        title: as of :func:`publish`.
        options: as of :func:`publish`.
        extras: as of :func:`publish`.
        active_since: as of :func:`publish`.
        provisional: as of :func:`publish`.
        pages: a folder for the list as a page, ``index.html``, with a page for each player in ``players``; or
            a file ``.html`` with the list and its players; None for neither.
        inputs: as of :func:`publish`.
        force: as of :func:`publish`.

    Returns:
        The files that were written.

    Raises:
        BadInput: the file extension is not supported, or a file may not be written. What was there before
            stays then.
    """
    places = [(*_destination(path), LIST) for path in lists]
    if history is not None:
        places.append((*_destination(history, history=True), HISTORY))
    folder = None if pages is None or is_book(pages) else Path(pages)
    if folder is not None:
        places.append((folder / file_kinds.INDEX_PAGE, file_kinds.PAGE, INDEX))
    elif pages is not None:
        places.append((Path(pages), file_kinds.PAGE, BOOK))
    outputs = [(path, kind, RequestedOutput(table, path.suffix.lower())) for path, kind, table in places]
    composed = Composition(
        ratings,
        [wanted for _, _, wanted in outputs],
        min_games=min_games,
        top=top,
        title=title,
        options=options,
        extras=extras,
        inputs=_input_files(ratings, extras) if inputs is None else tuple(inputs),
        active_since=active_since,
        provisional=provisional,
    )
    with together(force=force) as files:
        if folder is not None:
            _write_pages(files, folder, composed.further_pages, force=force)
        for path, kind, wanted in outputs:
            with replace(path, kind, force=force) as stream:
                stream.write(composed.file(wanted))
            if wanted.format == CSV:
                with replace(manifest_path(path), file_kinds.MANIFEST, force=force) as stream:
                    stream.write(f"{manifest_text(composed.manifest)}\n".encode())
    beside_list = [] if folder is None else [folder / name for name in composed.further_pages]
    return [*(path for path, _, _ in outputs), *beside_list]


def _write_pages(files: FileSet, folder: Path, pages: Mapping[str, bytes], *, force: bool) -> None:
    """Write the further pages of the list, and those of the players, beside that of the list."""
    for place in dict.fromkeys([folder, *((folder / name).parent for name in pages)]):
        files.make_folder(place)
    for name, page in pages.items():
        with replace(folder / name, file_kinds.PAGE, force=force) as stream:
            stream.write(page)


def is_book(pages: str | Path) -> bool:
    """Tell whether the list and its players go into one file, and not into a folder: it ends in ``.html``."""
    return Path(pages).suffix.lower() == HTML and not Path(pages).is_dir()


def check_folder(pages: str | Path) -> None:
    """Find out whether pages can be written to a folder, or to a page, before anything is computed.

    Raises:
        BadInput: it is another file, or the folder in which it would be made does not exist.
    """
    folder = Path(pages)
    if is_book(folder):
        check(folder, file_kinds.PAGE)
    elif folder.is_dir():
        check(folder / file_kinds.INDEX_PAGE, file_kinds.PAGE)
    elif folder.exists():
        raise BadInput(
            "pages of players need a folder, or one file that ends in .html",
            file=str(folder),
            remedy="Name a folder.",
        )
    elif not folder.absolute().parent.is_dir():
        raise BadInput(
            f"the folder {folder.parent} does not exist",
            file=str(folder),
            remedy="Create it, or write elsewhere.",
        )


def _input_files(ratings: Ratings | Pools, extras: Extras) -> tuple[InputFile, ...]:
    """Return the files that a record names, and the list with which it is compared, as they are now."""
    first_pool = ratings if isinstance(ratings, Ratings) else next(iter(ratings.values()), None)
    games = () if first_pool is None else inputs_of(first_pool.timeline.record.source.files)
    before = () if extras.previous is None else (extras.previous.source,)
    return (*games, *inputs_of(before, PREVIOUS))
