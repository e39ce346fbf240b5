"""How a table is read: by the known names where they explain it, and else as the evidence says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from arpad.core import BadInput
from arpad.record.assembly.build_games import Conventions
from arpad.record.columns.candidates import is_called_result
from arpad.record.columns.choice import best_of, likeliest_first
from arpad.record.columns.flagged_rows import with_flag
from arpad.record.columns.flags import says_only_endings
from arpad.record.columns.forms import ExportForm, form_of, with_result
from arpad.record.columns.headerless import has_numbers_for_names, with_numbers
from arpad.record.columns.incomplete import incomplete
from arpad.record.columns.nested_cells import nested_cells
from arpad.record.columns.nesting import flattened
from arpad.record.columns.numbered_outcome import numbered_outcome
from arpad.record.columns.outcome_letters import outcome_letters
from arpad.record.columns.questions import Ambiguous, ContestsAsked, DirectionAsked, OrderAsked, ResultAsked
from arpad.record.columns.reading import ColumnReading, GameTable, Reshape, Rows
from arpad.record.columns.repeated_headers import repeats_header, without_repeated_headers
from arpad.record.columns.same_names import own_names, with_own_names
from arpad.record.columns.sample import FEW_BAD, Sample, Trial, left_out, open_places
from arpad.record.columns.seats import contest_reading_of, players_in_lists
from arpad.record.columns.shape_readings import (
    SHAPES,
    SHAPES_WITHOUT_PAIR,
    after,
    first_of,
    of_level_zeros,
    of_mirrored,
    of_positions,
    of_set_rows,
    of_set_texts,
    of_side_objects,
    of_team_rows,
    of_won_rows,
    rewritten,
)
from arpad.record.columns.shapes import seat_rows
from arpad.record.columns.side_players import side_players
from arpad.record.columns.slashed_scores import slashed_scores
from arpad.record.columns.words import OPPONENTS, is_numbered, tokens

SAMPLE_ROWS = 400
"""Rows that are looked at."""

MOSTLY_BAD = 0.5
"""The share of rows that the known names must misread before anything else is tried: what they read is read
as ever, with a damaged row or two or without."""

LEVEL = 0.5
"""The score of a draw."""

FEWEST_GAMES = 3
"""Games from which points that say something else than the results are those before the round."""

MUCH_BETTER = 0.2
"""The share of these bad rows that a reading by evidence may have."""


def reading_of(
    header: Sequence[str],
    rows: Sequence[Sequence[str | None]],
    *,
    chosen: Mapping[str, str] | None = None,
    conventions: Conventions | None = None,
    file: str | None = None,
) -> ColumnReading | None:
    """Return how a table is read by evidence; None where the known names explain it, or nothing does.

    Args:
        header: the names of the columns.
        rows: the first rows, as text.
        chosen: what the caller chose; it holds, and only the rest is looked for.
        conventions: how the values are meant.
        file: for the error.

    Raises:
        Ambiguous: two readings are equally good, and say something else of the games.
        ContestsAsked: the table is one of contests, whose columns have to be chosen.
    """
    rows = [row for row in rows[:SAMPLE_ROWS] if any(value and value.strip() for value in row)]
    if not rows:
        return None
    own = [row for row in rows if not repeats_header(header, row)]
    if own and len(own) < len(rows):
        reading = _of_rewritten(header, own, chosen or {}, conventions or Conventions(), file)
        if reading is not None:
            return replace(after(without_repeated_headers, reading), left_out="lines that repeat the header")
    if has_numbers_for_names(header, rows, (chosen or {}).values()):
        table = with_numbers(header, list(enumerate(rows)))
        sample = Sample(table.header, [row for _, row in table.rows], conventions or Conventions())
        return of_positions(sample, chosen or {}, file)
    names = own_names(header)
    if names is not None:
        return _with_own_names(names, header, rows, chosen or {}, conventions or Conventions(), file)
    if len(set(header)) < len(header):
        return None
    players = players_in_lists(header, rows)
    if players:
        if contest_reading_of(header, rows, chosen or {}) is None:
            raise OrderAsked(players, file)
        return None
    conventions = conventions or Conventions()
    sample = Sample(header, rows, conventions)
    # Known names may take the players for the sides.
    of_teams = of_team_rows(sample, chosen or {}, file)
    if of_teams is not None:
        return of_teams
    columns, by_names = _known_names(sample, chosen or {})
    level = None if by_names is None else of_level_zeros(sample, columns)
    if level is not None:
        return level
    rewriting = _rewritten_results(sample, by_names, columns)
    if rewriting is not None:
        return rewriting
    if by_names is not None and by_names.bad <= MOSTLY_BAD:
        return _by_known_names(sample, columns, chosen or {}, file)
    flat = flattened(header, rows)
    if flat is not None:
        return _by_objects(header, rows, flat, columns, conventions, file)
    reading = with_flag(sample, _by_evidence(sample, by_names, columns, file), columns)
    if reading is None and by_names is None and not chosen:
        _check_complete(sample, file)
    return reading


def _known_names(sample: Sample, chosen: Mapping[str, str]) -> tuple[dict[str, str], Trial | None]:
    """Return the choice that holds, and how the known names get on with the sample; None where they mislead.

    A column of results that names the end of some games alone is no result, and is left out of the choice.
    """
    columns = dict(chosen)
    by_names = sample.trial(columns)
    if by_names is not None and "score" not in columns:
        score = sample.roles(columns).get("score")
        if any(column.name == score and says_only_endings(column) for column in sample.columns):
            columns["score"] = ""
            by_names = sample.trial(columns)
    if by_names is not None and by_names.bad > FEW_BAD:
        columns, by_names = _without_points_before(sample, columns, by_names)
    if by_names is not None and (
        sample.names_objects(columns)
        or sample.names_mix_sides(columns)
        or sample.names_overlook_sets(columns)
    ):
        by_names = None
    return columns, by_names


def _without_points_before(
    sample: Sample, columns: dict[str, str], by_names: Trial
) -> tuple[dict[str, str], Trial]:
    """Return the choice without points that are those before the round: they say something else mostly."""
    points = ("points_first", "points_second")
    if {"score", *points} & columns.keys() or not {"score", *points} <= sample.roles(columns).keys():
        return columns, by_names
    alone = {**columns, **dict.fromkeys(points, "")}
    by_results, by_points = sample.trial(alone), sample.trial({**columns, "score": ""})
    if by_results is None or by_points is None or by_results.bad > FEW_BAD or not by_results.games:
        return columns, by_names
    if len(by_results.games) < FEWEST_GAMES:
        return columns, by_names
    made = {game.row: game.score for game in by_points.games}
    other = sum(made.get(game.row) != game.score for game in by_results.games)
    return (alone, by_results) if other >= MOSTLY_BAD * len(by_results.games) else (columns, by_names)


def _rewritten_results(
    sample: Sample, by_names: Trial | None, columns: Mapping[str, str]
) -> ColumnReading | None:
    """Return how a table of known names is read whose results are written in a way of their own."""
    if by_names is None or by_names.bad <= FEW_BAD:
        return None
    for words in (outcome_letters(sample.columns), slashed_scores(sample.columns)):
        if words is None:
            continue
        table = rewritten(sample, words.games)
        read = table.trial(columns)
        if read is not None and read.bad <= FEW_BAD:
            return ColumnReading(table.roles(columns), reshape=words.games)
    return None


def _by_known_names(
    sample: Sample, columns: Mapping[str, str], chosen: Mapping[str, str], file: str | None
) -> ColumnReading | None:
    """Return how a table is read that the known names explain, where they leave something out; else None.

    Raises:
        NoResult: what they take for results are none.
    """
    sample.check_results(columns, file)
    others = {**columns, **sample.time_instead(columns)}
    known = sample.roles(others)
    # Only a table of opponents is looked at: a record is read the same whether its rows are set aside.
    if OPPONENTS.intersection(tokens(known["second"])) or is_numbered(known["second"]):
        mirrored = of_mirrored(sample, ColumnReading(known))
        if mirrored is not None:
            return mirrored
    won = of_won_rows(sample, ColumnReading(others))
    if won is not None:
        return won
    return with_flag(sample, ColumnReading(others) if others != chosen else None, columns)


def _by_objects(
    header: Sequence[str],
    rows: Sequence[Sequence[str | None]],
    flat: tuple[Sequence[str], Sequence[Sequence[str | None]]],
    columns: Mapping[str, str],
    conventions: Conventions,
    file: str | None,
) -> ColumnReading | None:
    """Return how a table is read whose cells hold objects of JSON.

    Args:
        header: the names of the columns.
        rows: the first rows, as text.
        flat: the same with a column for each value of the objects.
        columns: what the caller chose.
        conventions: how the values are meant.
        file: for the error.
    """
    form = form_of(flat[0])
    if form is not None:
        return ColumnReading({**form.columns, **columns}, reshape=_of_form(form))
    players = side_players(header, rows)
    if players is not None:
        sides = players(header, list(enumerate(rows)))
        texts = [row for _, row in sides.rows]
        reading = _of_rewritten(header, texts, columns, conventions, file)
        return None if reading is None else replace(after(players, reading), shape="lists of players")
    write = nested_cells(header, rows)
    if write is None:
        return _of_nested(Sample(*flat, conventions), columns, file)
    games = _flat_table(*write(header, list(enumerate(rows)))[:2])
    reading = _of_nested(Sample(games.header, [row for _, row in games.rows], conventions), columns, file)
    return None if reading is None else after(write, reading)


def _of_rewritten(
    header: Sequence[str],
    rows: Sequence[Sequence[str | None]],
    chosen: Mapping[str, str],
    conventions: Conventions,
    file: str | None,
) -> ColumnReading | None:
    """Return how a table is read that was written anew, be it by the known names; None where it is not."""
    reading = reading_of(header, rows, chosen=chosen, conventions=conventions, file=file)
    if reading is None:
        known = Sample(header, rows, conventions).trial(chosen)
        if known is None or known.bad > FEW_BAD:
            return None
    return reading or ColumnReading(chosen)


def _with_own_names(
    names: Sequence[str],
    header: Sequence[str],
    rows: Sequence[Sequence[str | None]],
    chosen: Mapping[str, str],
    conventions: Conventions,
    file: str | None,
) -> ColumnReading | None:
    """Return how a table is read whose columns had not each a name of its own."""
    if not chosen and contest_reading_of(header, rows, {}) is not None:
        return None
    reading = _of_rewritten(names, rows, chosen, conventions, file)
    return None if reading is None else after(with_own_names, reading)


def _by_evidence(
    sample: Sample, by_names: Trial | None, chosen: Mapping[str, str], file: str | None
) -> ColumnReading | None:
    """Return the best reading of a sample; None where nothing explains it.

    Args:
        sample: the first rows.
        by_names: how the known names get on with it; None where they find no games.
        chosen: what the caller chose.
        file: for the error.

    Raises:
        Ambiguous: two readings are equally good, and say something else of the games.
        ContestsAsked: the table is one of contests, whose columns have to be chosen.
    """
    reading = first_of(SHAPES, sample, by_names, chosen, file)
    if reading is not None:
        return reading
    trials = likeliest_first(sample.trials(chosen))
    if not trials:
        reading = first_of(SHAPES_WITHOUT_PAIR, sample, by_names, chosen, file)
        if reading is not None or by_names is not None:
            return reading
        words = outcome_letters(sample.columns) or slashed_scores(sample.columns)
        if words is not None:
            reading = _by_evidence(rewritten(sample, words.games), None, chosen, file)
            return None if reading is None else after(words.games, reading)
        seats = seat_rows(sample.columns)
        if seats is not None:
            raise ContestsAsked(seats, file)
        unclear = None if {"first", "second", "score"} & chosen.keys() else numbered_outcome(sample.columns)
        if unclear is not None:
            raise DirectionAsked(*unclear, file)
        return None
    if by_names is not None and trials[0].bad > MUCH_BETTER * by_names.bad:
        return None
    reading = best_of(sample, trials, file)
    if "score" not in chosen:
        _check_named(sample, reading, file)
    return (
        of_won_rows(sample, reading)
        or of_set_rows(sample, reading)
        or of_mirrored(sample, reading)
        or reading
    )


def _check_named(sample: Sample, reading: ColumnReading, file: str | None) -> None:
    """Check that a column is called a result.

    Raises:
        ResultAsked: only its values say that it may be one.
    """
    score = reading.columns.get("score")
    column = next((each for each in sample.columns if each.name == score), None)
    if column is not None and not is_called_result(column):
        raise ResultAsked(reading.columns, file)


def _check_complete(sample: Sample, file: str | None) -> None:
    """Check that a table which cannot be read does not lack something that can be named.

    Raises:
        Incomplete: it does, and is no table of contests.
    """
    lacking = incomplete(sample.columns, file)
    if lacking is not None and contest_reading_of(sample.header, sample.rows, {}) is None:
        raise lacking


def _of_nested(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read whose cells hold objects, each value of which is a column of the sample."""
    alone = {**left_out({"score": ""}), **chosen} if chosen.get("score") else chosen
    for columns in (chosen, alone):  # points that nobody chose may contradict a result that somebody chose
        by_names = sample.trial(columns)
        if by_names is not None and by_names.bad <= FEW_BAD:
            return ColumnReading(columns, reshape=_flat_table)
    sets = of_set_texts(sample, chosen, file)
    reading = (
        _by_evidence(sample, None, chosen, file) if sets is None else _beside_sets(sample, sets, chosen, file)
    )
    reading = reading or of_side_objects(sample, chosen, file)
    if reading is None:
        return None
    reading = with_flag(sample, reading, chosen) or reading
    inner = reading.reshape

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        flat = _flat_table(header, rows)
        games = flat if inner is None else inner(flat.header, flat.rows)
        # A place of a bracket that nobody has reached yet is no game of anybody.
        is_open = open_places(games.header, reading.columns)
        return games._replace(rows=[each for each in games.rows if not is_open(each[1])])

    return replace(reading, reshape=reshape)


def _beside_sets(
    sample: Sample, sets: ColumnReading, chosen: Mapping[str, str], file: str | None
) -> ColumnReading:
    """Return the reading by other columns than the sets, unless it leaves more games without a result.

    Raises:
        Ambiguous: the sets say something else: the points made within them do not decide.
    """
    try:
        reading = _by_evidence(sample, None, chosen, None)
    except BadInput:
        return sets
    other = None if reading is None or reading.reshape is not None else sample.trial(reading.columns)
    by_sets = sample.trial(sets.columns)
    assert by_sets is not None
    if reading is None or other is None or len(other.games) < len(by_sets.games):
        return sets
    decided = [game for game in by_sets.games if game.score != LEVEL]
    if replace(by_sets, games=decided).contradicts(other):
        raise Ambiguous([sets.columns, reading.columns], file)
    return reading


def _flat_table(header: Sequence[str], rows: Rows) -> GameTable:
    """Return a table with a column for each value of the objects in its cells."""
    flat = flattened(header, [row for _, row in rows])
    return GameTable(header, rows) if flat is None else _with_lines(flat, rows)


def _with_lines(table: tuple[Sequence[str], Sequence[Sequence[str | None]]], rows: Rows) -> GameTable:
    """Return a table whose rows are those of another one, with their lines."""
    header, cells = table
    return GameTable(header, [(line, row) for (line, _), row in zip(rows, cells, strict=True)])


def _of_form(form: ExportForm) -> Reshape:
    """Return what makes the table of an export one with a column for the result."""

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        flat = _flat_table(header, rows)
        return _with_lines(with_result(form, flat.header, [row for _, row in flat.rows]), rows)

    return reshape
