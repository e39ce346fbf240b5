"""Readings of tables in which a row is no game, or says it in a way of its own: a function for each shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from arpad.core import BadInput
from arpad.record.columns.candidates import pairs_of
from arpad.record.columns.choice import best_of, likeliest_first
from arpad.record.columns.count_tables import GAMES, MATCH, count_table
from arpad.record.columns.crosstables import HEADER, crosstable_of
from arpad.record.columns.flagged_rows import with_flag
from arpad.record.columns.flags import flag_of
from arpad.record.columns.headerless import positions, results_beside, with_numbers
from arpad.record.columns.lineups import lineups_of
from arpad.record.columns.mirrored import are_all_mirrored, looks_mirrored, without_mirror_images
from arpad.record.columns.name_parts import name_parts
from arpad.record.columns.outcome_letters import outcome_letters
from arpad.record.columns.own_view import ADVANTAGE, own_view
from arpad.record.columns.questions import CountsAsked, OwnScoreAsked, ResultAsked
from arpad.record.columns.reading import ColumnReading, GameTable, Reshape, Rows
from arpad.record.columns.rosters import each_of_sides, rosters
from arpad.record.columns.sample import FEW_BAD, SIDE_KEYS, Sample, Trial, left_out
from arpad.record.columns.set_scores import SET_LISTS, set_rows, set_scores
from arpad.record.columns.shapes import by_game, roles_by_game, side_rows
from arpad.record.columns.side_objects import side_objects
from arpad.record.columns.sides_by_values import level_zeros, named_winner, unknown_sides, winning_header
from arpad.record.columns.slashed_scores import slashed_scores
from arpad.record.columns.team_rows import team_rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.versus import SIDES, VersusColumn, versus_column
from arpad.record.columns.win_counts import RESULT as WIN_COUNT_RESULT
from arpad.record.columns.win_counts import win_counts
from arpad.record.columns.winner_ids import winner_ids
from arpad.record.columns.winner_words import winner_words
from arpad.record.columns.won_flags import RESULT, won_flag
from arpad.record.columns.won_rows import RESULT as WON_RESULT
from arpad.record.columns.won_rows import won_rows
from arpad.record.columns.words import OPPONENTS, tokens
from arpad.record.tables.header import layout

_SET_TEXT = re.compile(r"\d{1,3}-\d{1,3}(?: \d{1,3}-\d{1,3})*")
"""Sets with a blank between."""


def of_players(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table with a row for each player of both sides is read: the first row of each game."""
    players = sample.key_of_players()
    if players is None:
        return None
    key, sides = players
    at = key.column.at

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        games: dict[str, tuple[int, Sequence[str | None]]] = {}
        for line, row in rows:
            games.setdefault((row[at] or "").strip() or f"\0{line}", (line, row))
        return GameTable(header, list(games.values()))

    games = rewritten(sample, reshape)
    names = (sides.first.name, sides.second.name)
    trials = [trial for trial in games.trials(chosen) if _sides_of(trial.columns) == names]
    if not trials:
        return None
    best = max(trials, key=lambda trial: trial.likelihood)
    return ColumnReading(games.needed(best.columns), 0.9, shape="players", reshape=reshape)


def of_rosters(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table with a row for each player of a side is read, the players of a side as one."""
    found = None if chosen else rosters(sample.columns)
    if found is None:
        return None
    sides = rewritten(sample, found.games)
    letters = outcome_letters(each_of_sides(sides.columns), of_sides=True)
    if letters is not None:
        sides = rewritten(sides, letters.games)
    reading = of_sides(sides, chosen, file)
    if reading is None:
        return None
    if letters is not None:
        reading = after(letters.games, reading)
    return replace(after(found.games, reading), shape="rosters")


def of_team_rows(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table with a row for each player of a team is read, as games of the teams."""
    found = team_rows(sample.columns, pairs_of(sample.columns))
    if found is None:
        return None
    games = rewritten(sample, found.games)
    letters = outcome_letters(games.columns, of_sides=True)
    if letters is not None:
        games = rewritten(games, letters.games)
    names = (found.sides.first.name, found.sides.second.name)
    trials = likeliest_first(games.trials_of(names, chosen))
    if not trials:
        return None
    reading = best_of(games, trials, file)
    if letters is not None:
        reading = after(letters.games, reading)
    return replace(after(found.games, reading), shape="team rows")


def of_sides(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table with a row for each side of a game is read; None where it is none."""
    sides = side_rows(sample.columns)
    if sides is None:
        return None

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        return by_game(header, rows, sides)

    games = rewritten(sample, reshape)
    names, result = roles_by_game(sides)
    trial = games.trial_without_misfits(
        {**left_out(result), **names, **result, **games.time(), **chosen}, 1.0
    )
    if trial is None or trial.bad > FEW_BAD:
        return None
    return ColumnReading(games.needed(trial.columns), 0.9, shape="sides", reshape=reshape)


def of_crosstable(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a crosstable is read, a game for each pair of cells; None for another table."""
    table = None if chosen else crosstable_of(sample.all_columns)
    if table is None:
        return None

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


def of_counts(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a crosstable of two numbers a cell is read; None for another table.

    Raises:
        CountsAsked: the numbers may count games, or be the score of a match.
    """
    meant = chosen.get("score", "")
    if chosen and (len(chosen) > 1 or meant not in (GAMES, MATCH)):
        return None
    table = count_table(sample.all_columns)
    if table is None:
        return None
    if not meant and not table.are_counts(list(enumerate(sample.rows))):
        raise CountsAsked(table.example(sample.rows), file)

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        padded = [(line, [*row, *[None] * (len(header) - len(row))]) for line, row in rows]
        games = table.table(padded, counts=meant != MATCH)
        if games is None:
            raise BadInput(
                "two cells of the crosstable say something else of one pair", remedy="Correct one of them."
            )
        return games

    columns = {"first": "first", "second": "second", "score": "result", "advantage": "", "round": ""}
    return ColumnReading(columns, 0.9, shape="matrix" if meant == MATCH else "counts", reshape=reshape)


def of_lineups(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read that has a column for each player of a side; None for another."""
    lineups = None if chosen else lineups_of([each for each in sample.columns if not each.is_of_a_game])
    if lineups is None:
        return None
    games = rewritten(sample, lineups.games)
    names = dict(zip(("first", "second"), lineups.names, strict=True))
    points = lineups.points
    result = {"points_first": points.first.name, "points_second": points.second.name}
    trial = games.trial_without_misfits({**left_out(result), **names, **result, **games.time()}, 1.0)
    if trial is None or trial.bad > FEW_BAD:
        return None
    return ColumnReading(games.needed(trial.columns), 0.9, shape="lineups", reshape=lineups.games)


def of_sets(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read that has a column for each set; None where it has none."""
    sets = set_scores(sample.columns)
    if sets is None:
        return None
    games = rewritten(sample, sets.games)
    result = {"score": games.header[-1]}
    choice = {**left_out(result), **result, **chosen}
    best = max(games.trials(choice), key=lambda trial: trial.likelihood, default=None)
    return None if best is None else ColumnReading(games.needed(best.columns), 0.9, reshape=sets.games)


def of_set_rows(sample: Sample, reading: ColumnReading) -> ColumnReading | None:
    """Return how a table is read with a row for each set of a match; None where a row is a game."""
    by_name = {column.name: column for column in sample.columns}
    roles = sample.roles(reading.columns)
    points = [by_name[roles[role]] for role in ("points_first", "points_second") if role in roles]
    rows = set_rows(sample.columns, points) if len(points) == 2 else None
    return None if rows is None else replace(reading, shape="sets", reshape=rows.matches)


def of_winner_words(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read whose winners are told by words for their sides; None for another."""
    words = winner_words(sample.columns, pairs_of(sample.columns))
    if words is None:
        return None
    named = rewritten(sample, words.games)
    trials = likeliest_first(named.trials(chosen))
    if not trials:
        return None
    reading = best_of(named, trials, file)
    return after(words.games, with_flag(named, reading, chosen) or reading)


def of_name_parts(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read that has the names of both sides in two columns each; None for another."""
    parts = None if {"first", "second"} & chosen.keys() else name_parts(pairs_of(sample.columns))
    if parts is None:
        return None
    games = rewritten(sample, parts.games)
    trials = [trial for trial in games.trials(chosen) if set(_sides_of(trial.columns)) == set(parts.names)]
    if not trials:
        return None
    reading = best_of(games, likeliest_first(trials), file)
    return after(parts.games, with_flag(games, reading, chosen) or reading)


def of_won_rows(sample: Sample, reading: ColumnReading) -> ColumnReading | None:
    """Return how a table of winners is read in which some rows are no wins; None where all are."""
    found = layout(sample.header, reading.columns)
    if not found.sides.won or reading.reshape is not None or {"score", "points_first"} & found.roles.keys():
        return None
    names = [found.name("first"), found.name("second")]
    counts = win_counts(sample.columns, names)
    if counts is not None:
        columns = {**reading.columns, "score": WIN_COUNT_RESULT}
        return replace(reading, columns=columns, shape="wins", reshape=counts.games)
    rows = won_rows(sample.columns, flag_of(sample.columns), names)
    if rows is None:
        return None
    return replace(reading, columns={**reading.columns, "score": WON_RESULT}, reshape=rows.games)


def of_won_flag(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read in which a column says yes or no of one side's win; None for another."""
    flag = won_flag(sample.columns)
    if flag is None:
        return None
    games = rewritten(sample, flag.games)
    result = {"score": RESULT}
    trials = likeliest_first(games.trials({**left_out(result), **result, **chosen}))
    if trials:
        return ColumnReading(games.needed(trials[0].columns), 0.9, reshape=flag.games)
    reading = of_own_view(games, chosen, file)
    return None if reading is None else after(flag.games, reading)


def of_level_zeros(sample: Sample, chosen: Mapping[str, str]) -> ColumnReading | None:
    """Return how a table is read whose winner is 1, 2, or 0 where the points are level; None for another."""
    roles = sample.roles(chosen)
    by_name = {column.name: column for column in sample.columns}
    names = [roles.get(role, "") for role in ("winner", "points_first", "points_second")]
    if not all(name in by_name for name in names) or "winner" in chosen:
        return None
    winner, first, second = (by_name[name] for name in names)
    zeros = level_zeros(winner, (first, second))
    if zeros is None:
        return None
    read = rewritten(sample, zeros.games).trial(chosen)
    return ColumnReading(chosen, reshape=zeros.games) if read is not None and read.bad <= FEW_BAD else None


def of_named_winner(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read whose winner is one of two names of its row; None for another.

    Raises:
        Ambiguous: two readings are equally good, and say something else of the games.
    """
    found = None if {"first", "second"} & chosen.keys() else named_winner(sample.columns)
    if found is None:
        return None
    names, result = (found.first.name, found.second.name), {"winner": found.winner.name}
    trials = likeliest_first(sample.trials_of(names, {**left_out(result), **result, **chosen}))
    return best_of(sample, trials, file) if trials else None


def of_winning_header(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read whose winner is told by the names of the sides' columns; None for another.

    Raises:
        Ambiguous: two readings are equally good, and say something else of the games.
    """
    found = None if {"first", "second"} & chosen.keys() else winning_header(sample.columns)
    if found is None:
        return None
    named = rewritten(sample, found.games)
    by_name = {column.at: column.name for column in sample.columns}
    first, second = (by_name[at] for at in found.names)
    result = {"winner": by_name[found.winner]}
    trials = likeliest_first(named.trials_of((first, second), {**left_out(result), **result, **chosen}))
    if not trials:
        return None
    reading = best_of(named, trials, file)
    return after(found.games, with_flag(named, reading, chosen) or reading)


def of_sides_by_values(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read whose columns are told apart by a word that nobody knows; None for another.

    Raises:
        Ambiguous: two readings are equally good, and say something else of the games.
    """
    if {"first", "second"} & chosen.keys():
        return None
    trials = likeliest_first(
        trial
        for sides, pairs in unknown_sides(sample.columns)
        for trial in sample.trials_by_pairs(sides, pairs, chosen)
    )
    if not trials:
        return None
    reading = best_of(sample, trials, file)
    return with_flag(sample, reading, chosen) or reading


def of_versus(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read that names both sides in one column; None for another."""
    versus = None if {"first", "second"} & chosen.keys() else versus_column(sample.columns)
    if versus is None:
        return None
    games = rewritten(sample, versus.games)
    trials = likeliest_first(games.trials_of(SIDES, chosen))
    return replace(best_of(games, trials, file), reshape=versus.games) if trials else None


def of_positions(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how the rows of a table without a header are read; None where the values do not tell.

    Args:
        sample: with the first line among its rows, and the numbers of the columns as their names.
        chosen: what the caller chose.
        file: for the error.

    Raises:
        Ambiguous: two readings are equally good, and say something else of the games.
    """
    there = positions(sample.columns)
    # Where no other column has the day, 3/1 may be one.
    slashed = None if there.time is None else slashed_scores(sample.columns, named=False)
    if slashed is not None:
        sample = rewritten(sample, slashed.games)
        there = positions(sample.columns)
    trials = []
    choices = [{}] if {"first", "second"} <= chosen.keys() else there.choices(sample.columns)
    for choice in choices:
        trial = sample.trial({**choice, **chosen}, 1.0)
        if trial is not None and trial.bad <= FEW_BAD:
            trials.append(trial)
    if not trials:
        versus = None if chosen else versus_column(sample.columns)
        return None if versus is None else _of_versus_positions(sample, versus)
    reading = best_of(sample, _without_agreeing_winners(trials), file)
    time = {} if there.time is None else {"time": there.time.name}
    kept = {role: name for role, name in (time | dict(reading.columns)).items() if name}
    if "winner" in kept and not chosen:
        raise ResultAsked(kept, file)  # it may as well be who was expected to win, or served first
    reading = replace(
        reading, columns=kept, shape="positions", reshape=None if slashed is None else slashed.games
    )
    return after(with_numbers, reading)


def _without_agreeing_winners(trials: Sequence[Trial]) -> Sequence[Trial]:
    """Return trials by points alone, where a column of winners says the same of every game."""
    points = [trial for trial in trials if "points_first" in trial.columns or "score" in trial.columns]
    same = [
        trial
        for trial in trials
        if "winner" in trial.columns and any(not trial.contradicts(other) for other in points)
    ]
    return [trial for trial in trials if trial not in same]


def _of_versus_positions(sample: Sample, versus: VersusColumn) -> ColumnReading | None:
    """Return how rows are read without a header, with both sides in one column; None without a result."""
    games = rewritten(sample, versus.games)
    places = [column.at for column in games.columns if column.name in SIDES]
    found = [
        {"first": SIDES[0], "second": SIDES[1], **result} for result in results_beside(games.columns, *places)
    ]
    trials = [trial for trial in (games.trial(choice) for choice in found) if trial is not None]
    if len(trials) != 1 or trials[0].bad > FEW_BAD:
        return None
    time = positions(sample.columns).time
    columns = {**trials[0].columns, **({} if time is None else {"time": time.name})}
    reading = ColumnReading(columns, 0.9, shape="positions", reshape=versus.games)
    return after(with_numbers, reading)


def of_winner_ids(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how a table is read whose winners are told by ids, and the sides by names; None for another."""
    winners = winner_ids(sample.columns, pairs_of(sample.columns))
    if winners is None:
        return None
    named = rewritten(sample, winners.games)
    trials = likeliest_first(named.trials(chosen))
    if not trials:
        return None
    reading = best_of(named, trials, file)
    return after(winners.games, with_flag(named, reading, chosen) or reading)


def of_own_view(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how the games of one side are read; None where the table is of another shape."""
    view = None if {"first", "second"} & chosen.keys() else own_view(sample.columns)
    if view is None:
        return None
    games = rewritten(sample, view.games)
    advantage = {"advantage": ADVANTAGE} if ADVANTAGE in games.header else {}
    trials = likeliest_first(games.trials_of(view.columns, {**advantage, **chosen}))
    if not trials:
        return None
    reading = best_of(games, trials, file)
    score = next((column for column in sample.columns if column.name == reading.columns.get("score")), None)
    if view.side is not None and score is not None and _stands_first(score):
        raise OwnScoreAsked(score.name, view.side.name, file)
    return replace(reading, shape="own", reshape=view.games)


def _stands_first(score: SampleColumn) -> bool:
    """Whether results are two numbers that are not level."""
    pairs = [re.fullmatch(r"(\d+)\s*[-–:]\s*(\d+)", value) for value in score.filled]
    return any(pair is not None and pair[1] != pair[2] for pair in pairs)


def of_mirrored(sample: Sample, reading: ColumnReading) -> ColumnReading | None:
    """Return how a table is read in which every game stands twice; None where it stands once.

    Sides that the words tell apart (home, White, the winner) are never each other's mirror image.
    """
    columns = reading.columns
    pair = layout(sample.header, columns).sides
    if pair.advantage or pair.won:
        return None
    names = (columns.get("first", ""), columns.get("second", ""))
    if reading.reshape is not None or not all(names):
        return None
    points = (columns.get("points_first", ""), columns.get("points_second", ""))
    swapped = [pair for pair in (names, points) if all(pair)]
    table = GameTable(sample.header, list(enumerate(sample.rows)))
    same, result = [name for name in (columns.get("time"),) if name], columns.get("score", "")
    if not same:
        # Without a day only the result tells a mirror image from a return match.
        same = [name for name in (columns.get("round"),) if name]
        if not all(points) and not (result and OPPONENTS.intersection(tokens(names[1]))):
            return None
        if not are_all_mirrored(table, swapped, same, result):
            return None
    elif OPPONENTS.intersection(tokens(names[1])):
        if not looks_mirrored(table, swapped, same, result):
            return None
    elif not are_all_mirrored(table, swapped, same, result):
        return None

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        return GameTable(header, without_mirror_images(header, swapped, same, result)(rows))

    return replace(reading, shape="mirrored", reshape=reshape)


def of_side_objects(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how games are read whose sides are objects of one form, be they few; None for other rows."""
    found = None if {"first", "second"} & chosen.keys() else side_objects(sample.columns)
    if found is None:
        return None
    sides, points = found
    names = {"first": sides.first.name, "second": sides.second.name}
    result = {"points_first": points.first.name, "points_second": points.second.name}
    columns = {**left_out(result), **names, **result, **sample.time(sides.columns, names), **chosen}
    trial = sample.trial_without_misfits(columns, 1.0)
    if trial is None or trial.bad > FEW_BAD:
        return None
    return ColumnReading(sample.needed(trial.columns), 0.9)


def of_set_texts(sample: Sample, chosen: Mapping[str, str], file: str | None) -> ColumnReading | None:
    """Return how games are read whose result is a column of sets; None where there is not one such."""
    columns = [
        column
        for column in sample.columns
        if SET_LISTS.intersection(column.tokens) and column.filled and column.share_of(_SET_TEXT) == 1.0
    ]
    if len(columns) != 1 or {"score", "winner", "points_first"} & chosen.keys():
        return None
    trials = likeliest_first(sample.trials_by(columns[0].name, chosen))
    return best_of(sample, trials, file) if trials else None


class Shape(NamedTuple):
    """A way in which a table can tell games otherwise than by a row for each, with two columns of sides.

    Args:
        read: returns how a sample of this shape is read, by the choices of columns and the file, for errors;
            None for a sample of another shape.
        beside_names: whether it is looked for also where the known names find games, though bad ones.
    """

    read: Callable[[Sample, Mapping[str, str], str | None], ColumnReading | None]
    beside_names: bool = False


SHAPES = (
    Shape(of_players, beside_names=True),
    Shape(of_team_rows, beside_names=True),
    Shape(of_crosstable),
    Shape(of_counts),
    Shape(of_lineups),
    Shape(of_name_parts, beside_names=True),
    Shape(of_sets),
    Shape(of_winner_ids),
)
"""What is looked for before pairs of columns are weighed: their columns would make pairs that mislead."""

SHAPES_WITHOUT_PAIR = (
    Shape(of_sides, beside_names=True),
    Shape(of_rosters),
    Shape(of_own_view, beside_names=True),
    Shape(of_winner_words, beside_names=True),
    Shape(of_won_flag, beside_names=True),
    Shape(of_versus, beside_names=True),
    Shape(of_named_winner),
    Shape(of_winning_header),
    Shape(of_sides_by_values),
)
"""What is looked for where no two columns name the sides with a result."""


def first_of(
    shapes: Sequence[Shape],
    sample: Sample,
    by_names: Trial | None,
    chosen: Mapping[str, str],
    file: str | None,
) -> ColumnReading | None:
    """Return how a sample is read that has one of some shapes, the first that fits; None where none does.

    Args:
        shapes: in the order in which they are looked for.
        sample: the first rows.
        by_names: how the known names get on with it; None where they find no games.
        chosen: what the caller chose.
        file: for the error.

    Raises:
        Ambiguous: two readings are equally good, and say something else of the games.
    """
    tried = (shape.read(sample, chosen, file) for shape in shapes if by_names is None or shape.beside_names)
    return next((reading for reading in tried if reading is not None), None)


def after(first: Reshape, reading: ColumnReading) -> ColumnReading:
    """Return a reading of a table that is reshaped before it is read so."""
    then = reading.reshape

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        table = first(header, rows)
        return table if then is None else then(table.header, table.rows)

    return replace(reading, reshape=reshape)


def rewritten(sample: Sample, reshape: Reshape) -> Sample:
    """Return the sample of the table that a reshape makes."""
    table = reshape(sample.header, list(enumerate(sample.rows)))
    return Sample(table.header, [row for _, row in table.rows], sample.conventions)


def _sides_of(columns: Mapping[str, str]) -> tuple[str, str]:
    for first, second in (("first", "second"), *SIDE_KEYS.values()):
        if columns.get(first) and columns.get(second):
            return columns[first], columns[second]
    return "", ""
