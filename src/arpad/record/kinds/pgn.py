r"""Games of chess in PGN: the headers, line by line, so that a file larger than memory can be read.

What is kept is a few numbers a game. Of a game the tags White and Black are needed, and the tag Result or a
result behind the moves; Event and Round are labels; the time is UTCDate with UTCTime, else UTCDate, else
Date. White has the advantage.

Decisions:

- A game with the result ``*`` (or an empty one) is unfinished: no game of the record and no fault either. It
  is counted in ``Source.fixtures``.
- A game of which one side is empty, a dash or a word for a bye is a bye, and one with a result of
  :data:`arpad.record.cells.unplayed.FORFEITS`, or whose Termination speaks of a forfeit (:data:`UNPLAYED`),
  is a forfeit; ``time forfeit`` is a game that was lost on time.
  ``?`` is somebody whose name is not known, so it is a fault.
- A result of two whole numbers of which one is more than 2 (``33-31``) is what each side made; the more of it
  wins.
- A date that no calendar has (``2024.02.30``, ``foo``) is a fault. One of which a part is unknown
  (``2024.??.??``) is a fault where other games of the file have whole dates. If none has, a game is dated to
  the first day of what is known of it (1 January 2024), and one without a year is a fault. If no game has
  even a year, the record has no time and keeps the order of the file.
- Moments are kept only if every game has UTCDate and UTCTime; otherwise the dates are.
- ``1/2``, ``½-½`` and ``1:0`` are read as the results that they mean.
- Text is UTF-8; a value that is not is cp1252, which contains the letters of ISO 8859-1, the standard's own
  character set.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, progress
from arpad.core.score import normal_result, points_of
from arpad.record.assembly.build_games import Assembled
from arpad.record.assembly.identity import BETWEEN, NO_ID, Named, appearances, identified
from arpad.record.assembly.selection import games_of
from arpad.record.cells.unplayed import DEFAULT_BYES, UNDECIDED, is_bye, is_forfeit
from arpad.record.files.encodings import Evidence, supposed
from arpad.record.files.limits import LIMITS
from arpad.record.files.source_file import Stored
from arpad.record.games import Games, Labels, Time
from arpad.record.kinds.observer import Observer
from arpad.record.kinds.pgn_headers import BROKEN, Tags, headers
from arpad.record.record import LABELS
from arpad.record.tables.faults import Fault, Faults

RESULTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
MADE = re.compile(r"(\d{1,6})-(\d{1,6})")
"""What each side made: discs, points, goals."""
UNPLAYED = re.compile(r"\b(unplayed|forfeit(s|ed|ure)?|walk-?over|no[- ]?show|kampflos)\b", re.IGNORECASE)
ON_TIME = re.compile(r"\btime\b", re.IGNORECASE)
"""What Termination says of games that were decided without play; of a forfeit on time it says otherwise."""
UNKNOWN = ("", "?", "-")
EPOCH = date(1970, 1, 1).toordinal()
NO_DAY = 1 - 2**31
"""Stands for a date of which not even the year is known."""

DATE = re.compile(r"(\d{4}|\?{1,4})[.-](\d{1,2}|\?{1,2})[.-](\d{1,2}|\?{1,2})")

TAGS = {"first": "White", "second": "Black", "score": "Result", "event": "Event", "round": "Round"}
"""Role -> tag. Others, such as ``stage`` or ``pool``, are read from the tag that the caller names."""

IDS = {"first_id": "WhiteFideId", "second_id": "BlackFideId"}
"""Role -> tag of the ids of the players beside their names."""


@dataclass
class _Words:
    """A column of words that grows: numbers per game, words by number."""

    codes: array[int] = field(default_factory=lambda: array("i"))
    index: dict[str, int] = field(default_factory=dict)

    def add(self, word: str) -> None:
        self.codes.append(-1 if word in UNKNOWN else self.index.setdefault(word, len(self.index)))


@dataclass
class _Record:
    """The games of a file as far as it is read."""

    tags: Mapping[str, str]
    players: dict[Named, int] = field(default_factory=dict)
    first: array[int] = field(default_factory=lambda: array("i"))
    second: array[int] = field(default_factory=lambda: array("i"))
    score: array[float] = field(default_factory=lambda: array("d"))
    day: array[int] = field(default_factory=lambda: array("i"))
    second_of_day: array[int] = field(default_factory=lambda: array("i"))
    made: tuple[array[float], array[float]] = field(default_factory=lambda: (array("d"), array("d")))
    line: array[int] = field(default_factory=lambda: array("q"))
    whole: array[int] = field(default_factory=lambda: array("b"))
    dates: _Words = field(default_factory=_Words)
    labels: dict[str, _Words] = field(default_factory=dict)
    western: list[Evidence] = field(default_factory=list)
    rows: int = 0
    fixtures: int = 0
    byes: int = 0
    forfeits: int = 0
    rejected: int = 0


def read_pgn(
    file: Stored,
    columns: Mapping[str, str] | None,
    faults: Faults,
    byes: frozenset[str] = DEFAULT_BYES,
    observer: Observer | None = None,
) -> Games:
    """Read the headers of a PGN file.

    Args:
        file: plain or compressed.
        columns: role -> tag, before :data:`TAGS`: ``{"pool": "Variant"}``; an empty tag leaves it out.
        faults: takes the bad games; with their lines, the first of the tags or the one at fault.
        byes: the names that stand for nobody.
        observer: is shown how the file was read.

    Raises:
        BadInput: there is no game in it, or one is bad and nobody takes the rejects.
    """
    record = _Record(_tags(columns or {}))
    record.labels = {role: _Words() for role in LABELS if role in record.tags}
    with progress.part(0.0, 0.95), file.open(told=True) as stream:
        for tags in headers(stream, record.western):
            record.rows += 1
            if BROKEN not in tags and _unplayed(tags, record, byes):
                continue
            fault = _bad(tags, record)
            if fault is not None:
                _report_dates_first(record, file, faults)
                record.rejected += faults.add(file.name, [fault])
            else:
                _keep(tags, record)
    if not record.rows:
        raise BadInput("the file holds no games", file=file.name, remedy='Expected tags: [White "…"].')
    return _games(record, file, faults, observer)


def _tags(columns: Mapping[str, str]) -> dict[str, str]:
    tags = TAGS | IDS
    known = tuple(dict.fromkeys((*TAGS, *LABELS, *IDS)))
    for role, tag in columns.items():
        if role not in known:
            raise BadInput(
                f"the column {role!r} cannot be chosen in PGN",
                remedy=f"Known are {', '.join(known)}.",
            )
        if tag:
            tags[role] = tag
        elif role in LABELS:
            tags.pop(role, None)
    if any(columns.get(role) == "" for role in IDS):
        for role in IDS:
            del tags[role]
    return tags


def _value(tags: Tags, name: str) -> str:
    return tags.get(name, ("", 0))[0]


def _first_line(tags: Tags) -> int:
    return min(line for _, line in tags.values())


def _fault(tags: Tags, name: str, problem: str, expected: str) -> Fault:
    value, line = tags.get(name, (None, _first_line(tags)))
    row = " ".join(f'[{tag} "{text}"]' if tag else text for tag, (text, _) in tags.items())
    return Fault(line, name, value, problem, expected, row)


def _bad(tags: Tags, record: _Record) -> Fault | None:
    """Return what is wrong with a game, apart from its date."""
    if BROKEN in tags:
        return _fault(
            tags, BROKEN, "the line is not a complete tag", 'Expected [White "…"]; is a quote missing?'
        )
    white, black, result = (record.tags[role] for role in ("first", "second", "score"))
    for name in (white, black):
        if len(_value(tags, name)) > LIMITS.name:
            problem = f"the name has more than {LIMITS.name:,} characters"
            return _fault(tags, name, problem, "Is a quote missing?")
        if _value(tags, name) in UNKNOWN:
            return _fault(tags, name, "the name is missing", "Expected the name of a player.")
    value = _value(tags, result)
    if not value:
        return _fault(tags, result, "the result is missing", "Expected 1-0, 0-1, 1/2-1/2 or *.")
    if math.isnan(_result(value)) and _made(value) is None:
        return _fault(tags, result, f"{value!r} is not a valid result", "Expected 1-0, 0-1, 1/2-1/2 or *.")
    one, two = (_named(tags, record, side) for side in ("first", "second"))
    if one.name == two.name and (one.id == two.id or not (one.id and two.id)):
        return _fault(tags, black, f"{one.name!r} plays against itself", "Expected two players.")
    if one.id and one.id == two.id:
        problem = f"{two.name!r} has the id of {one.name!r}"
        return _fault(tags, record.tags["second_id"], problem, "Expected two players.")
    return None


def _named(tags: Tags, record: _Record, side: str) -> Named:
    """Return the name of a side, with the id beside it."""
    tag = record.tags.get(f"{side}_id")
    number = "" if tag is None else _value(tags, tag).replace(BETWEEN, "")
    return Named("" if number.lower() in NO_ID else number, _value(tags, record.tags[side]))


def _date_tag(tags: Tags) -> str:
    """Return the tag that dates a game: UTCDate, unless of the two only Date is whole."""
    utc = _day(_value(tags, "UTCDate"))
    return "UTCDate" if "UTCDate" in tags and (utc.whole or utc is NO_DATE or "Date" not in tags) else "Date"


def _unplayed(tags: Tags, record: _Record, byes: frozenset[str]) -> bool:
    """Count a game that was not played, or not yet; tell whether it is one."""
    white, black, result = (tags.get(record.tags[role]) for role in ("first", "second", "score"))
    if any(side is not None and is_bye(side[0], byes) for side in (white, black)):
        record.byes += 1
        return True
    if white is None or black is None or result is None or white[0] == black[0]:
        return False
    if "?" in (white[0], black[0]):
        return False
    if is_forfeit(result[0]) or _without_play(_value(tags, "Termination")):
        record.forfeits += 1
        return True
    if normal_result(result[0]) in UNDECIDED:
        record.fixtures += 1
        return True
    return False


def _without_play(termination: str) -> bool:
    return UNPLAYED.search(termination) is not None and ON_TIME.search(termination) is None


@lru_cache(maxsize=1024)
def _result(value: str) -> float:
    """Return the score of White, NaN for what is not the result of a game."""
    known = RESULTS.get(value)
    if known is not None:
        return known
    if normal_result(value) in ("1/2", "½"):
        return 0.5
    made = points_of(value)
    return made[0] if made in ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0)) else math.nan


def _made(result: str) -> tuple[float, float] | None:
    """Return what each side made, None for a result of another kind."""
    found = MADE.fullmatch(result)
    if found is None or max(int(found[1]), int(found[2])) <= 2:
        return None
    return float(found[1]), float(found[2])


def _score(first: float, second: float) -> float:
    return 0.5 if first == second else float(first > second)


def _keep(tags: Tags, record: _Record) -> None:
    players = record.players
    for seats, side in ((record.first, "first"), (record.second, "second")):
        seats.append(players.setdefault(_named(tags, record, side), len(players)))
    result = _value(tags, record.tags["score"])
    score = _result(result)
    made = _made(result) if math.isnan(score) else None
    record.score.append(score if made is None else _score(*made))
    for column, points in zip(record.made, made or (math.nan, math.nan), strict=True):
        column.append(points)
    tag = _date_tag(tags)
    value, line = tags.get(tag, ("", _first_line(tags)))
    day = _day(value)
    record.day.append(day.first)
    record.whole.append(day.whole)
    record.second_of_day.append(_seconds(_value(tags, "UTCTime")) if tag == "UTCDate" and day.whole else -1)
    record.line.append(line)
    record.dates.add("" if day.whole else value)
    for role, words in record.labels.items():
        words.add(_value(tags, record.tags[role]))


class _Day(NamedTuple):
    """A date as far as it is known.

    Args:
        first: days since 1970 of the first day that it can be; NO_DAY where the year is unknown.
        whole: whether it is that day.
    """

    first: int
    whole: bool


UNDATED = _Day(NO_DAY, whole=False)
NO_DATE = _Day(NO_DAY - 1, whole=False)
"""Stands for what is not a date, known or not."""


@lru_cache(maxsize=4096)
def _day(value: str) -> _Day:
    """Return the day of ``2024.03.05`` or ``2024.??.??``."""
    if value in UNKNOWN:
        return UNDATED
    parts = DATE.fullmatch(value)
    if parts is None:
        return NO_DATE
    year, month, day = (0 if part.startswith("?") else int(part) for part in parts.groups())
    known = [not part.startswith("?") for part in parts.groups()]
    try:
        # 2000 is a leap year, and January has 31 days: what is unknown forbids nothing.
        date(year if known[0] else 2000, month if known[1] else 1, day if known[2] else 1)
    except ValueError:
        return NO_DATE
    if not known[0]:
        return UNDATED
    first = date(year, month if known[1] else 1, day if known[1] and known[2] else 1)
    return _Day(first.toordinal() - EPOCH, all(known))


def _seconds(value: str) -> int:
    """Return the seconds since midnight of ``18:30:00``, −1 where that is not given."""
    found = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d+)?", value)
    return int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3]) if found else -1


def _date_faults(record: _Record, rows: Iterable[int]) -> Iterator[Fault]:
    names = [named.name for named in record.players]
    words = list(record.dates.index)
    best, form = (
        ("a whole date", "2024.03.05") if any(record.whole) else ("a date with its year", "2024.??.??")
    )
    for row in rows:
        code = record.dates.codes[row]
        value = words[code] if code >= 0 else ""
        white, black = names[record.first[row]], names[record.second[row]]
        made = record.made[0][row], record.made[1][row]
        score = next(text for text, score in RESULTS.items() if score == record.score[row])
        if not math.isnan(made[0]):
            score = f"{made[0]:g}-{made[1]:g}"
        problem, expected = f"{value!r} is not {best}", f"Expected {form}, as other games of the file have."
        if record.day[row] == NO_DATE.first:
            problem, expected = f"{value!r} is not a date", "Expected 2024.03.05, or 2024.??.?? if unknown."
        yield Fault(
            record.line[row],
            "Date",
            value or None,
            problem if value else "the date is missing",
            expected,
            f'[Date "{value}"] [White "{white}"] [Black "{black}"] [Result "{score}"]',
        )


def _by_ids(record: _Record, rows: Iterable[int]) -> Iterator[Fault]:
    """Yield the games of a player against itself, which only the ids of other games show."""
    names = list(record.players)
    for row in rows:
        white, black = names[record.first[row]].name, names[record.second[row]].name
        yield Fault(
            record.line[row],
            record.tags["second"],
            black,
            f"{black!r} and {white!r} are one player by the ids of other games",
            "Expected two players.",
            f'[White "{white}"] [Black "{black}"]',
        )


def _report_dates_first(record: _Record, file: Stored, faults: Faults) -> None:
    """Let a game with a bad date stop the reading before a later fault does."""
    if not faults.stops:
        return
    bad = _undated(record)
    if bad.any():
        faults.add(file.name, _date_faults(record, [int(np.argmax(bad))]))


def _undated(record: _Record) -> NDArray[np.bool_]:
    """Return the games that are not dated as well as the best dated game of the file."""
    whole, day = np.array(record.whole, dtype=np.bool_), _ints(record.day)
    if whole.any():
        return ~whole
    return day <= (NO_DAY if (day > NO_DAY).any() else NO_DATE.first)


def _games(record: _Record, file: Stored, faults: Faults, observer: Observer | None) -> Games:
    """Return what was kept; the games whose dates are bad, where others have good ones, are faults."""
    raw = _ints(record.first), _ints(record.second)
    known = identified(list(record.players), appearances(raw, len(record.players)), frozenset(), IDS)
    columns: dict[str, Any] = {
        "first": known.codes[raw[0]],
        "second": known.codes[raw[1]],
        "score": np.array(record.score, dtype=np.float64),
        "advantage": np.ones(len(record.first), dtype=np.int8),
    }
    if not all(map(math.isnan, record.made[0])):
        columns |= {
            name: np.array(made, dtype=np.float64)
            for name, made in zip(("points_first", "points_second"), record.made, strict=True)
        }
    for role, words in record.labels.items():
        if words.index:
            columns[role] = Labels(_ints(words.codes), list(words.index))
    bad = _undated(record)
    if (_ints(record.day) > NO_DAY).any():
        columns["time"] = _time(record, ~bad)
    itself = (columns["first"] == columns["second"]) & ~bad
    wrong = [
        *_date_faults(record, np.flatnonzero(bad).tolist()),
        *_by_ids(record, np.flatnonzero(itself).tolist()),
    ]
    record.rejected += faults.add(file.name, sorted(wrong, key=lambda fault: fault.line))
    bad = bad | itself
    found = Assembled(columns, known.names, [], bad, ids=known.ids)
    counts = {"byes": record.byes + record.forfeits, "forfeits": record.forfeits, "fixtures": record.fixtures}
    notes = (*file.notes, *(f"{file.name}: {note}" for note in known.notes))
    if observer is not None:
        there = {*columns, *(IDS if known.ids else ())}
        tags = {
            role: tag for role, tag in record.tags.items() if role not in (*LABELS, *IDS) or role in there
        }
        tags |= {"time": "Date"} if "time" in columns else {}
        lines = np.array(record.line, dtype=np.int64)[~bad]
        observer.saw(file.name, file.format, tuple(tags.values()), tags, lines)
    if record.western:
        notes += (supposed(file.name, "cp1252", record.western[0]),)
    return games_of(
        found, (file.name,), rows=record.rows, rejected=record.rejected, counts=counts, notes=notes
    )


def _ints(values: array[int]) -> NDArray[np.int32]:
    return np.array(values, dtype=np.int32)


def _time(record: _Record, good: NDArray[np.bool_]) -> Time:
    """Return moments if every game has one, else dates."""
    days = np.where(good, _ints(record.day), 0).astype("datetime64[D]")
    seconds = _ints(record.second_of_day)
    if (seconds[good] < 0).any():
        return days
    return days.astype("datetime64[s]") + seconds
