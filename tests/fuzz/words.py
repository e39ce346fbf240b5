"""What the fuzzer's inputs are made of: words that people write in files of results, and words that they should not."""

from __future__ import annotations

NAMES = (
    "Ann", "Bob", "Chen, Li", "Dora", "Émile", "김민지", "Ольга", "O'Neil", 'Iron "Mike"', "van den Berg", "C++",
    "a+b", "bye", "BYE", "spielfrei", "-", "—", "", " ", "nan", "None", "null", "0", "1", "2.0", "=SUM(A1)", "@cmd",
    "x" * 300, "e\u0301mile", "\u202eevil", "tab\there", "Ann", "Bob", "Dora", "Émile", "TRUE", "1e5", "\x00", "\x1b[31m",
)  # fmt: skip
"""Names of players; some twice, so that they meet again."""

RESULTS = (
    "1-0", "0-1", "1/2-1/2", "½-½", "1", "0", "0.5", "win", "loss", "draw", "W", "L", "=", "3-1", "2:2", "33-31", "+", "-",
    "+ -", "1-0F", "0-0", "*", "", " ", "1.5", "-1", "2", "nan", "inf", "1e308", "9" * 5000, "0." + "3" * 5000, "1–0",
    "-:+", "6-4 6-3", "1-", "-0", "١-٠", "1_0", "0x1",
)  # fmt: skip

DATES = (
    "2024-01-31", "2024-02-29", "2023-02-29", "1930-07-13", "2022-12-18", "2024-06-01T12:30:00", "2024-06-01 12:30",
    "9999-12-31", "9999-12-01", "0001-01-01", "0000-01-01", "10000-01-01", "31.12.2024", "12/31/2024", "1", "2", "2.0",
    "1717200000", "1717200000000", "-5", "99999999999999999999", "1e300", "", "today", "2024-W05", "2024-13-01",
    "-9999-01-01", "2024-06-01T12:30:00+09:00", "2024-06-01T12:30:00.123456Z",
)  # fmt: skip

NUMBERS = (
    "0", "1", "-1", "0.5", "2", "10", "100", "1500", "-1500", "2200.5", "1e6", "1e7", "1e30", "1e308", "-1e308", "1e-300",
    "1e-320", "nan", "inf", "-inf", "9" * 400, "1_000", "1,5", "", "abc", "0x10", "٣", "½", "-0", "1e", "--1",
)  # fmt: skip

HEADERS = (
    "white", "black", "result", "date", "event", "round", "weight", "first", "second", "score", "winner", "loser", "home",
    "away", "home_score", "away_score", "player", "opponent", "neutral", "stage", "pool", "handicap", "komi", "rating",
    "place", "team", "contest", "time", "points_first", "points_second", "white_rating", "", "Result ", "WHITE", "white",
)  # fmt: skip

SHAPES = (
    ("white", "black", "result"),
    ("date", "white", "black", "result"),
    ("date", "home", "away", "home_score", "away_score"),
    ("winner", "loser"),
    ("date", "event", "white", "black", "result", "weight"),
    ("first", "second", "score", "round", "pool"),
    ("contest", "player", "place"),
    ("contest", "team", "player", "place", "date"),
    ("white", "black", "result", "handicap", "komi"),
    ("white", "white_id", "black", "black_id", "result", "round"),
    ("Datum", "Turnier", "Runde", "Weiß", "Schwarz", "Ergebnis"),
    ("Fecha", "Local", "Visitante", "Goles local", "Goles visitante"),
    ("question_id", "model_a", "model_b", "winner", "judge", "language", "tstamp"),
    ("home", "away", "sets", "winner"),
    ("date", "home_team", "home_team_id", "away_team", "away_team_id", "ftr"),
)
"""Headers that go together."""

CLEAN = (0, 1, 2, 3, 4, 9, 10, 11, 12)
"""The places of those of which all columns belong to the games of two."""

CONTEST_SHAPES = (
    ("date", "1st", "2nd", "3rd"),
    ("contest", "player", "place"),
    ("race", "driver", "place", "date"),
    ("match", "team", "player", "result"),
    ("Winner", "Runner-up", "Third", "event"),
)
"""Headers of contests of many sides."""

IDS = ("1", "2", "3", "4", "5", "6", "", "0", "-", "1503014", "x", "7.0")
"""Ids of players, some of them none."""

VOTES = ("model_a", "model_b", "tie", "tie (bothbad)", "both_bad", "winner_model_a", "", "Ann", "?")

SETS = ("21-19 21-15", "6-4 3-6 7-6(5)", "3:1 (11:9 9:11 11:5 11:7)", "2-1", "6-4 2-1 RET", "", "21-", "-:-")

STAMPS = ("1682351591.1322", "1682351654", "1682351591132", "0", "")

PLAYER_COLUMNS = (
    "name", "player", "rating", "deviation", "volatility", "games", "peak", "birth_year", "federation", "sex", "title",
    "last_played", "id",
)  # fmt: skip

PERIODS = (
    "1d", "2w", "1mo", "3mo", "1y", "event", "all", "1mo", "1y", "event", "1", "5", "99999999999999999999d", "0d", "-1d", "1.5mo", "999999y",
    "9223372036854775807", "", "week", "1d1d", "99999999mo", "100000000000w",
)  # fmt: skip

DAYS = (
    "2024-03-01",
    "2024-02-15",
    "2026-01-01",
    "2024-02-01",
    "2025-01-01",
    "1900-01-01",
    "9999-12-31",
    "0001-01-01",
    "3",
    "-1",
    "",
    "tomorrow",
    "2024-02-30",
    "9" * 30,
)
