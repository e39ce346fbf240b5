"""How a table is read: by the known names where they explain it, and else as the evidence says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from arpad.core import BadInput
from arpad.record.build_games import RESULTS, Conventions
from arpad.record.columns.candidates import ColumnPair, pairs_of
from arpad.record.columns.crosstables import HEADER, Crosstable, crosstable_of
from arpad.record.columns.flags import blanked, flag_of, unplayed
from arpad.record.columns.forms import ExportForm, form_of, with_result
from arpad.record.columns.lineups import Lineups, lineups_of
from arpad.record.columns.mirrored import looks_mirrored, without_mirror_images
from arpad.record.columns.nesting import flattened
from arpad.record.columns.own_view import ADVANTAGE, own_view
from arpad.record.columns.questions import Ambiguous, ContestsAsked, OrderAsked
from arpad.record.columns.reading import ColumnReading, GameTable, Reshape, Rows
from arpad.record.columns.sample import FEW_BAD, SIDE_KEYS, Sample, Trial, left_out
from arpad.record.columns.seats import contest_reading_of, players_in_lists
from arpad.record.columns.set_scores import set_rows, set_scores
from arpad.record.columns.shapes import GameKey, by_game, roles_by_game, seat_rows, side_rows
from arpad.record.columns.winner_ids import winner_ids
from arpad.record.columns.words import OPPONENTS, tokens
from arpad.record.header import layout

SAMPLE_ROWS = 400
"""Rows that are looked at."""

CLEAR = 0.35
"""By how much the best reading has to be ahead of one that says something else, to be taken."""

MOSTLY_BAD = 0.5
"""The share of rows that the known names must misread before anything else is tried: what they read is read
as ever, with a damaged row or two or without."""

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
    if not rows or len(set(header)) < len(header):
        return None
    players = players_in_lists(header, rows)
    if players:
        if contest_reading_of(header, rows, chosen or {}) is None:
            raise OrderAsked(players, file)
        return None
    columns = dict(chosen or {})
    conventions = conventions or Conventions()
    sample = Sample(header, rows, conventions)
    by_names = sample.trial(columns)
    if by_names is not None and (sample.names_objects(columns) or sample.names_mix_sides(columns)):
        by_names = None
    if by_names is not None and by_names.bad <= MOSTLY_BAD:
        time = sample.time_instead(columns)
        known = sample.roles({**columns, **time})
        # Only a table of opponents is looked at: a record is read the same whether its rows are set aside.
        if OPPONENTS.intersection(tokens(known["second"])):
            mirrored = _of_mirrored(sample, ColumnReading(known))
            if mirrored is not None:
                return mirrored
        return _with_flag(sample, ColumnReading({**columns, **time}) if time else None, columns)
    flat = flattened(header, rows)
    if flat is None:
        return _with_flag(sample, _by_evidence(sample, by_names, columns, file), columns)
    form = form_of(flat[0])
    if form is not None:
        return ColumnReading({**form.columns, **columns}, reshape=_of_form(form))
    return _of_nested(Sample(*flat, conventions), columns, file)


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
    players = sample.key_of_players()
    reading = None if players is None else _of_players(sample, *players, chosen)
    if reading is not None:
        return reading
    crosstable = None if chosen or by_names is not None else crosstable_of(sample.columns)
    if crosstable is not None:
        return _of_crosstable(crosstable)
    lineups = None if chosen or by_names is not None else lineups_of(sample.columns)
    if lineups is not None:
        return _of_lineups(sample, lineups)
    reading = None if by_names is not None else _of_sets(sample, chosen)
    if reading is not None:
        return reading
    winners = None if by_names is not None else winner_ids(sample.columns, pairs_of(sample.columns))
    if winners is not None:
        named = _games_of(sample, winners.games)
        trials = sorted(named.trials(chosen), key=lambda trial: (-trial.likelihood, trial.bad))
        if trials:
            reading = _best_of(named, trials, file)
            return _after(winners.games, _with_flag(named, reading, chosen) or reading)
    trials = sorted(sample.trials(chosen), key=lambda trial: (-trial.likelihood, trial.bad))
    if not trials:
        reading = _of_sides(sample, chosen) or _of_own_view(sample, chosen, file)
        seats = seat_rows(sample.columns) if reading is None and by_names is None else None
        if seats is not None:
            raise ContestsAsked(seats, file)
        return reading
    if by_names is not None and trials[0].bad > MUCH_BETTER * by_names.bad:
        return None
    reading = _best_of(sample, trials, file)
    return _of_set_rows(sample, reading) or _of_mirrored(sample, reading) or reading


def _best_of(sample: Sample, trials: Sequence[Trial], file: str | None) -> ColumnReading:
    """Return the reading of the likeliest trial.

    Args:
        sample: the first rows.
        trials: the likeliest first; at least one.
        file: for the error.

    Raises:
        Ambiguous: two are equally good, and say something else of the games.
    """
    best, *others = trials
    others = [trial for trial in others if best.contradicts(trial)]
    close = [trial for trial in others if best.likelihood - trial.likelihood < CLEAR]
    if close:
        raise Ambiguous([best.columns, *(trial.columns for trial in close)], file)
    ahead = best.likelihood - others[0].likelihood if others else 1.0
    confidence = round(min(1.0, 0.5 + ahead / 2), 2)
    return ColumnReading(sample.needed(best.columns), confidence, [trial.columns for trial in others[:3]])


def _of_nested(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read whose cells hold objects, each value of which is a column of the sample."""
    by_names = sample.trial(chosen)
    if by_names is not None and by_names.bad <= FEW_BAD:
        return ColumnReading(chosen, reshape=_flat_table)
    reading = _by_evidence(sample, None, chosen, file)
    if reading is None:
        return None
    is_open = sample.is_open(reading.columns) if reading.reshape is None else None
    reading = _with_flag(sample, reading, chosen) or reading
    inner = reading.reshape

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        flat = _flat_table(header, rows)
        if is_open is not None:
            # A place of a bracket that nobody has reached yet is no game of anybody.
            flat = flat._replace(rows=[each for each in flat.rows if not is_open(each[1])])
        return flat if inner is None else inner(flat.header, flat.rows)

    return replace(reading, reshape=reshape)


def _with_flag(
    sample: Sample, reading: ColumnReading | None, chosen: Mapping[str, str]
) -> ColumnReading | None:
    """Return a reading by which rows that a flag calls unplayed are fixtures, though they have a result.

    Args:
        sample: the first rows.
        reading: by evidence; None where the known names tell everything, or nothing does.
        chosen: what the caller chose.
    """
    flag = flag_of(sample.columns)
    if flag is None or (reading is not None and reading.reshape is not None):
        return reading
    try:
        roles = layout(sample.header, chosen if reading is None else reading.columns)
    except BadInput:
        return reading
    results = [roles.name(role) for role in RESULTS if role in roles.roles]
    cells = [column.values for column in sample.columns if column.name in results]
    if flag.name in results or not any(
        unplayed(state) and any(values[row] for values in cells) for row, state in enumerate(flag.values)
    ):
        return reading

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        blank = blanked(header, flag.name, results)
        return GameTable(header, [(line, blank(row)) for line, row in rows])

    return replace(reading or ColumnReading(chosen), reshape=reshape, flag=flag.name)


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


def _of_players(
    sample: Sample, key: GameKey, sides: ColumnPair, chosen: Mapping[str, str]
) -> ColumnReading | None:
    """Return how a table with a row for each player of both sides is read: the first row of each game."""
    at = key.column.at

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        games: dict[str, tuple[int, Sequence[str | None]]] = {}
        for line, row in rows:
            games.setdefault((row[at] or "").strip() or f"\0{line}", (line, row))
        return GameTable(header, list(games.values()))

    games = _games_of(sample, reshape)
    names = (sides.first.name, sides.second.name)
    trials = [trial for trial in games.trials(chosen) if _sides_of(trial.columns) == names]
    if not trials:
        return None
    best = max(trials, key=lambda trial: trial.likelihood)
    return ColumnReading(games.needed(best.columns), 0.9, shape="players", reshape=reshape)


def _of_sides(sample: Sample, chosen: Mapping[str, str]) -> ColumnReading | None:
    """Return how a table with a row for each side of a game is read; None where it is none."""
    sides = side_rows(sample.columns)
    if sides is None:
        return None

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        return by_game(header, rows, sides)

    games = _games_of(sample, reshape)
    names, result = roles_by_game(sides)
    trial = games.trial_without_misfits(
        {**left_out(result), **names, **result, **games.time(), **chosen}, 1.0
    )
    if trial is None or trial.bad > FEW_BAD:
        return None
    return ColumnReading(games.needed(trial.columns), 0.9, shape="sides", reshape=reshape)


def _after(first: Reshape, reading: ColumnReading) -> ColumnReading:
    """Return a reading of a table that is reshaped before it is read so."""
    then = reading.reshape

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        table = first(header, rows)
        return table if then is None else then(table.header, table.rows)

    return replace(reading, reshape=reshape)


def _of_lineups(sample: Sample, lineups: Lineups) -> ColumnReading | None:
    """Return how a table is read that has a column for each player of a side."""
    games = _games_of(sample, lineups.games)
    names = dict(zip(("first", "second"), lineups.names, strict=True))
    points = lineups.points
    result = {"points_first": points.first.name, "points_second": points.second.name}
    trial = games.trial_without_misfits({**left_out(result), **names, **result, **games.time()}, 1.0)
    if trial is None or trial.bad > FEW_BAD:
        return None
    return ColumnReading(games.needed(trial.columns), 0.9, shape="lineups", reshape=lineups.games)


def _of_sets(sample: Sample, chosen: Mapping[str, str]) -> ColumnReading | None:
    """Return how a table is read that has a column for each set; None where it has none."""
    sets = set_scores(sample.columns)
    if sets is None:
        return None
    games = _games_of(sample, sets.games)
    result = {"score": games.header[-1]}
    choice = {**left_out(result), **result, **chosen}
    best = max(games.trials(choice), key=lambda trial: trial.likelihood, default=None)
    return None if best is None else ColumnReading(games.needed(best.columns), 0.9, reshape=sets.games)


def _of_own_view(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how the games of one side are read; None where the table is of another shape."""
    view = None if {"first", "second"} & chosen.keys() else own_view(sample.columns)
    if view is None:
        return None
    games = _games_of(sample, view.games)
    advantage = {"advantage": ADVANTAGE} if ADVANTAGE in games.header else {}
    tried = games.trials_of(view.columns, {**advantage, **chosen})
    trials = sorted(tried, key=lambda trial: (-trial.likelihood, trial.bad))
    if not trials:
        return None
    return replace(_best_of(games, trials, file), shape="own", reshape=view.games)


def _of_set_rows(sample: Sample, reading: ColumnReading) -> ColumnReading | None:
    """Return how a table is read with a row for each set of a match; None where a row is a game."""
    by_name = {column.name: column for column in sample.columns}
    roles = sample.roles(reading.columns)
    points = [by_name[roles[role]] for role in ("points_first", "points_second") if role in roles]
    rows = set_rows(sample.columns, points) if len(points) == 2 else None
    return None if rows is None else replace(reading, shape="sets", reshape=rows.matches)


def _of_mirrored(sample: Sample, reading: ColumnReading) -> ColumnReading | None:
    """Return how a table is read in which every game stands twice; None where it stands once.

    Sides that the words tell apart (home, White, the winner) are never each other's mirror image.
    """
    columns = reading.columns
    pair = layout(sample.header, columns).sides
    if pair.advantage or pair.won:
        return None
    names = (columns.get("first", ""), columns.get("second", ""))
    if reading.reshape is not None or not all(names) or not columns.get("time"):
        return None
    points = (columns.get("points_first", ""), columns.get("points_second", ""))
    swapped = [pair for pair in (names, points) if all(pair)]
    same = [columns["time"]]
    if not looks_mirrored(GameTable(sample.header, list(enumerate(sample.rows))), swapped, same):
        return None

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        return GameTable(header, without_mirror_images(header, swapped, same)(rows))

    return replace(reading, shape="mirrored", reshape=reshape)


def _of_crosstable(table: Crosstable) -> ColumnReading:
    """Return how a crosstable is read: a game for each pair of cells."""

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        games = table.games([(line, [*row, *[None] * (len(header) - len(row))]) for line, row in rows])
        if games is None:
            raise BadInput(
                "two rows of the crosstable say something else of one game", remedy="Correct one of them."
            )
        return GameTable(HEADER, [(game.line, game[1:]) for game in games])

    columns = {"first": "first", "second": "second", "score": "result"}
    for role in ("advantage", "round"):
        columns[role] = role if table.rounds else ""
    return ColumnReading(columns, 0.9, shape="matrix", reshape=reshape)


def _games_of(sample: Sample, reshape: Reshape) -> Sample:
    table = reshape(sample.header, list(enumerate(sample.rows)))
    return Sample(table.header, [row for _, row in table.rows], sample.conventions)


def _sides_of(columns: Mapping[str, str]) -> tuple[str, str]:
    for first, second in (("first", "second"), *SIDE_KEYS.values()):
        if columns.get(first) and columns.get(second):
            return columns[first], columns[second]
    return "", ""
