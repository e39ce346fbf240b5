"""Football.TXT: the schedules and results of openfootball, as text.

The form is that of https://openfootball.github.io/spec: a title (``= World Cup 1930``), rounds
(``▪ Group 1``, ``» Matchday 3``, ``Matchday 3``), days on lines of their own or before the match, and matches
as ``Ann v Bob  2-1 (1-0)`` or ``Ann  2-1 (1-0)  Bob  @ Ground``. ``#`` begins a comment; goals stand in
brackets below their match.

Decisions: a line with two sides, or with a score, is a row; any other line is text. ``w/o`` and ``[awarded]``
are forfeits; ``n/p``, ``abd`` and what stands in square brackets as cancelled, postponed or abandoned make a
fixture, and so does a match without a score; ``bye`` is a bye. Points are those after extra time; where they
are level, who won the shoot-out is the winner. The sides are ``team1`` and ``team2``, as in openfootball's
JSON: who plays at home, the form does not say (``--columns home=team1,away=team2`` does).
"""

from __future__ import annotations

import re
from datetime import date

from arpad.core.wording import counted
from arpad.record.files.exports.export import Cell, Export, ExportRow
from arpad.record.files.exports.football_days import DAY, FootballDays, year_of
from arpad.record.files.exports.football_scores import SECTION, FootballScore, score_of

TITLE = re.compile(r"(=+)\s*(.*?)\s*=*")
ROUND = re.compile(
    r"(?i)(?:[▪»›*•#]+\s*(?P<marked>\S.*)"
    r"|(?P<plain>(?:match\s?day|round|group|quarter-?finals?|semi-?finals?|finals?|spieltag)\b[^|]*))"
)
CLOCK = re.compile(
    r"\d{1,2}[:.h]\d{2}(?:\s*(?:UTC|GMT|[A-Z]{2,3}T)(?:[+±-]\d{1,2}(?::\d{2})?)?)?(?:\s+\(\d[^()]*\))?(?=\s|$)"
)
NUMBER = re.compile(r"\(\d{1,4}\)\s+")
"""The number of a match, before its sides."""
BETWEEN = re.compile(r"(?<=\S)\s+(?:vs?\.?|[-–])\s+(?=\S)")
UNPLAYED = re.compile(r"(?<=\S)\s+(?P<word>w/o|n/p|abd|bye)(?=\s|$)\.?", re.IGNORECASE)
FORFEIT = re.compile(r"(?i)\b(awarded|awd|walk-?over|w/o|forfeit\w*)\b")
NO_GAME = re.compile(r"(?i)\b(cancel\w*|postponed|abandoned|abd|annul\w*|void\w*|suspended|n/p|withdr\w*)\b")
TABLE = re.compile(r"(?:\s+\d{1,4}){3}\s*$")
"""What stands before the goals of a line of a league table."""
NOTE = re.compile(r"\[([^\[\]]*)\]")


class _Schedule:
    """What the lines before the one at hand said, and the matches."""

    def __init__(self) -> None:
        self.days: FootballDays = FootballDays()
        self.event = ""
        self.round = ""
        self.day: date | None = None
        self.open = 0
        """How many brackets of a line of goals are not closed yet."""
        self.rows: list[ExportRow] = []


def begins_as_football(text: str) -> bool:
    """Tell whether a text begins as Football.TXT: a title or a round, and a match."""
    lines = [line.strip() for line in text.split("\n")]
    titled = any(re.match(r"=+\s*\w|[▪»]\s*\w", line) for line in lines)
    return titled and any(_match(_plain(line), line, FootballDays(), None) is not None for line in lines)


def read_football_txt(text: bytes, file: str) -> Export | None:
    """Return the matches of a text; None where there is none.

    Args:
        text: in UTF-8.
        file: its name.
    """
    schedule = _Schedule()
    for number, whole in enumerate(text.decode("utf-8-sig", "replace").split("\n"), start=1):
        _take(whole, number, schedule)
    if not schedule.rows:
        return None
    rounds = {row.cells["round"] for row in schedule.rows} - {""}
    what = f"Football.TXT, {counted(len(schedule.rows), 'match', 'matches')}"
    return Export(
        what + (f" in {counted(len(rounds), 'round')}" if rounds else ""), _with_days(schedule.rows)
    )


def _with_days(rows: list[ExportRow]) -> list[ExportRow]:
    """Return the rows without days where a match that was played has none: the order of lines counts then."""
    if all(row.cells["date"] for row in rows if row.cells["score1"] is not None):
        return rows
    return [
        ExportRow(row.place, {name: cell for name, cell in row.cells.items() if name != "date"})
        for row in rows
    ]


def _plain(line: str) -> str:
    """Return a line without its comment."""
    return re.sub(r"(?:^|\s)#.*", "", line).strip().replace("\t", "  ")


def _take(whole: str, number: int, schedule: _Schedule) -> None:
    line = _plain(whole)
    if schedule.open or (line.startswith("(") and not NUMBER.match(line)):
        # Goals, which may go on over several lines.
        schedule.open = max(0, schedule.open + line.count("(") - line.count(")"))
        return
    title = TITLE.fullmatch(line) if line.startswith("=") else None
    if title is not None:
        _titled(len(title[1]), title[2], schedule)
        return
    if not line or "|" in line:
        return
    day = DAY.match(line.strip("[]"))
    if day is not None and not line.strip("[]")[day.end() :].strip():
        schedule.day = schedule.days.of(day)
        return
    if not (row := _match(line, whole, schedule.days, schedule.day)):
        found = ROUND.fullmatch(line)
        if found:
            schedule.round = " ".join((found["marked"] or found["plain"]).split())
        return
    schedule.rows.append(ExportRow(number, {**row, "round": schedule.round, "event": schedule.event}))
    if row.get("date"):
        schedule.day = date.fromisoformat(str(row["date"]))


def _titled(level: int, title: str, schedule: _Schedule) -> None:
    if level == 1:
        schedule.event = " ".join(title.split())
        schedule.days, schedule.day, schedule.round = FootballDays(year_of(title)), None, ""
    else:
        schedule.round = " ".join(title.split())


def _match(line: str, whole: str, days: FootballDays, day: date | None) -> dict[str, Cell] | None:
    """Return a match as a row; None where the line is none.

    Args:
        line: without its comment.
        whole: the line as it stands.
        days: gives a day of the line its year.
        day: the day above it.
    """
    rest = NUMBER.sub("", line, count=1) if NUMBER.match(line) else line
    found = DAY.match(rest)
    if found is not None and re.match(r"\]?\s+", rest[found.end() :]):
        day, rest = days.of(found), rest[found.end() :].lstrip("] ")
    clock = CLOCK.match(rest)
    rest = rest[clock.end() :].strip() if clock else rest
    notes = " ".join(NOTE.findall(rest))
    rest = NOTE.sub(" ", rest).split(" @ ")[0].strip()
    said = _sides(rest)
    if said is None:
        return None
    first, second, word, score = said
    if first == second and score is None:
        second = f"{second} (2)"  # a fixture whose sides are both to be found: N.N. v N.N.
    cells = _points(first, second, f"{notes} {word}", score)
    return {"date": None if day is None else day.isoformat(), "team1": first, "team2": second, **cells}


def _sides(rest: str) -> tuple[str, str, str, FootballScore | None] | None:
    """Return the sides of a match, a word for what was not played, and the score; None where it is none."""
    section = SECTION.search(rest)
    if section is not None:
        before, after = rest[: section.start()].strip(), rest[section.end() :].strip()
        if TABLE.search(f" {before}"):
            return None
        parts = BETWEEN.split(before)
        if len(parts) == 2:
            return _name(parts[0]), _name(parts[1]), "", score_of(section[0])
        if len(parts) == 1 and before and after and not re.match(r"[,;:]", after):
            return _name(before), _name(re.split(r"\s{2,}(?=\()", after)[0]), "", score_of(section[0])
        return None
    unplayed = UNPLAYED.search(rest)
    if unplayed is not None:
        after = rest[unplayed.end() :].strip()
        if unplayed["word"].lower() == "bye" or after:
            return _name(rest[: unplayed.start()]), _name(after), unplayed["word"], None
    parts = re.split(r"(?<=\S)\s+vs?\.?\s+(?=\S)", rest)
    return (_name(parts[0]), _name(parts[1]), "", None) if len(parts) == 2 else None


def _name(text: str) -> str:
    return " ".join(text.split())


def _points(first: str, second: str, said: str, score: FootballScore | None) -> dict[str, Cell]:
    """Return the columns of the result."""
    if FORFEIT.search(said):
        return {"score1": "forfeit", "score2": "forfeit", "winner": None}
    if score is None or NO_GAME.search(said):
        return {"score1": None, "score2": None, "winner": None}
    winner = None
    if score.shootout is not None and score.points[0] == score.points[1]:
        winner = first if score.shootout[0] > score.shootout[1] else second
    return {"score1": score.points[0], "score2": score.points[1], "winner": winner}
