"""The kinds of files that an organisation publishes, and how arpad knows those that it has written."""

from __future__ import annotations

import os
import re
from pathlib import Path

from arpad.core.writing import Kind, begins

INDEX_PAGE = "index.html"
"""The page of the list in a folder of pages."""

PAGE_MARK = re.compile(rb'.*<meta name="generator" content="arpad ', re.DOTALL)

MANIFEST_MARK = re.compile(rb'\{\s*"manifest"\s*:\s*\{')
"""How a list or a history as JSON begins."""

LIST_MARK = re.compile(rb"(pool,)?rank,player,rating,[^\n]*games,wins,draws,losses,")

HISTORY_MARK = re.compile(rb"(pool,)?player,((period|time),([^\n]*,)?rating|rating,deviation,low,high)\b")
"""How a history as CSV begins. One of bare players and ratings could be anybody's list of entries."""

STANDINGS_MARK = re.compile(
    rb'(group,)?rank,number,name,title,rating,federation,points,|\{\s*"edition"\s*:[^\n]*\n?\s*"tiebreaks"\s*:'
)

POINTS_MARK = re.compile(rb"rank,player,(division,)?points,items,counted,plays\s|" + MANIFEST_MARK.pattern)

ODDS_MARK = re.compile(
    rb"(date,)?(event,)?(round,)?first,second,first_rating,second_rating,|" + MANIFEST_MARK.pattern
)
"""How the odds of fixtures begin as CSV and as JSON."""

FIDE_MARK = re.compile(rb"rank,player,rating,games,last_played,inactive|" + MANIFEST_MARK.pattern)
"""How a list of FIDE ratings begins as CSV and as JSON."""

BESIDE_MARK = re.compile(rb'\{\s*"arpad manifest"\s*:')
"""How the manifest beside a list as CSV begins."""

PRINTED_MARK = re.compile(
    rb"(table,)?board,by,(white|black)_(number|team),|(table,)?rank,number,title,name,federation,rating,"
    rb"|(table,)?number,title,name,rating,federation,fide_id,birth,sex,|name,number,board,colour,opponent,"
    rb"|table,number,name,bye,rounds,points|number,title,name,fide_id,federation,birth,rating,games,average,"
    rb'|number,title,name,federation,rating,norm,games,|\{\s*"report"\s*:'
)
"""How the reports of :mod:`arpad.office.reports` begin as CSV and as JSON."""

TEXT_END = re.compile(rb"\nMade by arpad [^\n]+\.\n\Z")

PAIRS_MARK = re.compile(rb"\d+\s+(\d+ \d+\s+)*")

REPORT_END = "### written by arpad"
"""The last line of a tournament report that arpad has written, a comment in TRF."""

FOOTER = 1 << 24
"""The longest end of a Parquet file that is looked through, in bytes."""


def _is_parquet(path: Path) -> bool:
    """Tell whether a file is Parquet with the manifest of a publication among its metadata."""
    try:
        with path.open("rb") as stream:
            stream.seek(-8, os.SEEK_END)
            tail = stream.read(8)
            length = int.from_bytes(tail[:4], "little")
            if tail[4:] != b"PAR1" or length > min(FOOTER, stream.tell() - 8):
                return False
            stream.seek(-8 - length, os.SEEK_END)
            return b"\x05arpad" in stream.read(length)
    except OSError:
        return False


def _tail(path: Path) -> bytes:
    """Return the last bytes of a file; none of a file that cannot be read."""
    try:
        with path.open("rb") as stream:
            stream.seek(0, os.SEEK_END)
            stream.seek(-min(stream.tell(), 64), os.SEEK_END)
            return stream.read()
    except OSError:
        return b""


def _ends_as_report(path: Path) -> bool:
    return _tail(path).rstrip().endswith(REPORT_END.encode())


def _ends_as_text(path: Path) -> bool:
    return TEXT_END.search(_tail(path)) is not None


def _holds_pairs(path: Path) -> bool:
    try:
        return PAIRS_MARK.fullmatch(path.read_bytes()) is not None if path.stat().st_size < FOOTER else False
    except OSError:
        return False


_list, _history, _json = begins(LIST_MARK), begins(HISTORY_MARK), begins(MANIFEST_MARK)

LIST = Kind("a rating list", lambda path: _list(path) or _json(path) or _is_parquet(path))
HISTORY = Kind("a rating history", lambda path: _history(path) or _json(path) or _is_parquet(path))
PAGE = Kind("a page", begins(PAGE_MARK))
MANIFEST = Kind("a manifest", begins(BESIDE_MARK))
STANDINGS = Kind("standings", begins(STANDINGS_MARK))
_points, _fide, _odds = begins(POINTS_MARK), begins(FIDE_MARK), begins(ODDS_MARK)
POINTS = Kind("a list of points", lambda path: _points(path) or _is_parquet(path))
FIDE_LIST = Kind("a list of FIDE ratings", lambda path: _fide(path) or _is_parquet(path))
ODDS = Kind("odds of fixtures", lambda path: _odds(path) or _is_parquet(path))
REPORT = Kind("a tournament report", _ends_as_report)
_page, _printed = begins(PAGE_MARK), begins(PRINTED_MARK)
PRINTED = Kind("a printed report", lambda path: _page(path) or _printed(path) or _ends_as_text(path))
PAIRINGS = Kind("a list of pairs", _holds_pairs)


def with_report_end(text: str) -> str:
    """Return a tournament report with the comment by which arpad knows it again."""
    ending = "\r\n" if text.endswith("\r\n") else "\n"
    return f"{text}{REPORT_END}{ending}"
