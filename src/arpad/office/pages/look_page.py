"""A look at a record as a page: what it is read as, its games by time and by player, and what to look at."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.office.charts.bars import bars
from arpad.office.pages.formatting import count
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, ReportPart, drawing, lab_report
from arpad.record.survey import wording
from arpad.record.survey.facts import games_by_time, games_per_player, players_by_games
from arpad.record.survey.survey import Survey


def look_page(
    survey: Survey, title: str = "A look before rating", source: str = "", notes: Sequence[str] = ()
) -> str:
    """Return the page of a look at a record.

    Args:
        survey: what was seen.
        title: the heading.
        source: the games that it is about.
        notes: what there is to say beside, such as of players files.
    """
    notes = [*survey.source.notes, *notes]
    parts = [
        _columns(survey) if survey.files else None,
        _facts(survey),
        _by_time(survey),
        _by_games(survey),
        _rejects(survey) if survey.rejects else None,
        _findings(survey) if survey.findings else None,
        _names(survey) if survey.near or survey.vague or survey.names_until else None,
        ReportPart("notes", _capital(wording.NOTES), notes) if notes else None,
    ]
    lede = f"{wording.account(survey)}."
    return lab_report(title, "Look", lede, [part for part in parts if part is not None], source)


def _columns(survey: Survey) -> ReportPart:
    """Return what every column was taken for."""
    several = len(survey.files) > 1
    rows = [
        [name, role, *([file.name] if several else [])]
        for file in survey.files
        for name, role in (
            *wording.columns(file),
            *((name, wording.UNUSED) for name in wording.unused(file)),
        )
    ]
    heads = [Head("Column"), Head("Read as", kind="words"), *([Head("File", kind="words")] * several)]
    notes = dict.fromkeys(sentence for file in survey.files if (sentence := wording.voters(file)))
    grid = Grid("columns-table", "What every column is read as", heads, rows)
    return ReportPart(
        "columns", _capital(wording.COLUMNS), grid=grid, notes=[_capital(each) for each in notes]
    )


def _facts(survey: Survey) -> ReportPart:
    rows = [[_capital(label), text] for label, text in wording.facts(survey)]
    heads = [Head("Fact"), Head("Seen", kind="words")]
    return ReportPart("facts", "The record", grid=Grid("facts-table", "What the record holds", heads, rows))


def _by_time(survey: Survey) -> ReportPart | None:
    counts = games_by_time(survey.record.time)
    grid = Grid(
        "time-table", "How many games there are at what time", [Head("Time"), Head("Games")], _cells(counts)
    )
    return _counted("time", "Games by time", "game", counts, grid) if counts else None


def _by_games(survey: Survey) -> ReportPart | None:
    counts = players_by_games(games_per_player(survey.record))
    grid = Grid(
        "players-table",
        "How many players have so many games",
        [Head("Games"), Head("Players")],
        _cells(counts),
    )
    return _counted("players", "Players by games", "player", counts, grid) if counts else None


def _cells(counts: Sequence[tuple[str, int]]) -> list[list[str]]:
    return [[label, f"{each:,}"] for label, each in counts]


def _counted(key: str, title: str, noun: str, counts: Sequence[tuple[str, int]], grid: Grid) -> ReportPart:
    """Return a chart of counts with its table."""
    chart = drawing(
        lambda caption, narrow: bars(counts, caption, narrow=narrow),
        f"{key}-chart",
        title,
        " ".join(f"{label}: {count(each, noun)}." for label, each in counts),
    )
    return ReportPart(key, title, chart=chart, grid=grid, folded=True)


def _rejects(survey: Survey) -> ReportPart:
    heads = [Head("Row"), Head("Problem", kind="words")]
    grid = Grid("rejects-table", "What is wrong, and what to do", heads, list(wording.rejects(survey)))
    return ReportPart("rejects", _capital(wording.REJECTS), grid=grid, notes=wording.more_rejects(survey))


def _findings(survey: Survey) -> ReportPart:
    """Return what looks like a mistake, what to do, and where."""
    rows = [[_capital(problem), "; ".join(places)] for problem, places in wording.findings(survey)]
    heads = [Head("What, and what to do"), Head("Where", kind="words")]
    grid = Grid("findings-table", "What looks like a mistake", heads, rows)
    return ReportPart("findings", _capital(wording.FINDINGS), grid=grid)


def _names(survey: Survey) -> ReportPart:
    heads = [Head("Names"), Head("What the record says", kind="words")]
    pairs = [[f"{name} and {other}", remark] for name, other, remark in wording.names(survey)]
    grid = Grid("names-table", "Near-equal names", heads, pairs) if pairs else None
    return ReportPart("names", _capital(wording.NAMES), grid=grid, notes=list(wording.more_names(survey)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
