"""Tables of games as strangers keep them, drawn at random: words of many languages, columns that mislead.

In the folder ``tests``: ``python -m fuzz.tables --count 20000 --seed 1`` reads so many tables and prints how
many were read right, how many were asked about or refused, and each that was read wrong.
"""

from __future__ import annotations

import argparse
import csv
import io
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import arpad

SIDES: dict[str, tuple[str, str, bool]] = {
    "en home": ("home", "away", True),
    "en visitor": ("home", "visitor", True),
    "en 1": ("1", "2", False),
    "en a": ("a", "b", False),
    "en colour": ("white", "black", True),
    "en won": ("winner", "loser", False),
    "en corner": ("blue", "red", False),
    "de": ("heim", "gast", True),
    "fr": ("domicile", "exterieur", True),
    "es": ("local", "visitante", True),
    "it": ("casa", "ospite", True),
    "nl": ("thuis", "uit", True),
    "pt": ("mandante", "visitante", True),
    "pl": ("gospodarz", "gosc", True),
    "ru": ("хозяева", "гости", True),
    "tr": ("ev", "deplasman", True),
    "sv": ("hemma", "borta", True),
    "ko": ("홈", "원정", True),
    "zh": ("主队", "客队", True),
    "ja": ("ホーム", "アウェイ", True),
}
"""Words for the two sides, and whether they say who is at home or has White."""

NOUNS = {
    "en": (
        ("team", "player", "club", "name", "team name"),
        ("score", "goals", "points", "pts", "runs", "sets"),
    ),
    "de": (("mannschaft", "verein", "spieler"), ("tore", "punkte", "sätze")),
    "fr": (("équipe", "joueur", "club"), ("buts", "points", "score")),
    "es": (("equipo", "jugador", "club"), ("goles", "puntos", "sets")),
    "it": (("squadra", "giocatore"), ("gol", "punti", "reti")),
    "nl": (("ploeg", "speler", "club"), ("doelpunten", "punten", "score")),
    "pt": (("equipa", "jogador", "clube"), ("gols", "pontos", "golos")),
    "pl": (("drużyna", "zawodnik"), ("bramki", "gole", "punkty")),
    "ru": (("команда", "игрок", "клуб"), ("голы", "очки", "счёт")),
    "tr": (("takım", "oyuncu"), ("gol", "skor", "sayı")),
    "sv": (("lag", "spelare"), ("mål", "poäng")),
    "ko": (("팀", "선수"), ("득점", "점수")),
    "zh": (("", "名称"), ("得分", "进球")),
    "ja": (("チーム", ""), ("得点", "スコア")),
}
"""Words for who a side is, and for what it made."""

DATES = (
    "date",
    "match date",
    "Datum",
    "fecha",
    "data",
    "дата",
    "tarih",
    "날짜",
    "日期",
    "game_date",
    "played on",
)
NOISE = (
    "half", "odds", "rank", "elo", "age", "shots", "seed", "rating before", "corners", "xg", "attendance share",
)  # fmt: skip
LONE = ("id", "season", "round", "venue", "city", "referee", "attendance", "notes", "league")
WINNERS = ("winner", "Winner Name", "match_winner", "winning side")


@dataclass(frozen=True)
class Drawn:
    """A table and what it says.

    Args:
        text: as CSV.
        games: first side, second side, and the first side's score.
        at_home: whether the first side is at home or has White, so that it must be read as the first.
    """

    text: str
    games: Sequence[tuple[str, str, float]]
    at_home: bool


def drawn(lots: random.Random) -> Drawn:
    """Return a table that is drawn at random."""
    kind = lots.choice(list(SIDES))
    first, second, at_home = SIDES[kind]
    language = kind.split()[0]
    who, made = NOUNS[language]
    names = [
        f"{lots.choice('ABCDEFGHKLMNPRST')}{lots.choice('aeiou')}{lots.choice('lmnrst')} {n}"
        for n in range(9)
    ]
    won = kind == "en won"
    rows = []
    for _ in range(lots.randrange(25, 60)):
        one, other = lots.sample(names, 2)
        a, b = lots.randrange(6), lots.randrange(6)
        if won and a <= b:
            a = b + 1
        rows.append((one, other, a, b))
    noun, thing = lots.choice(who), lots.choice(made)
    style = lots.choice(("snake", "camel", "space", "title", "reversed"))

    def called(side: str, word: str) -> str:
        parts = [part for part in ((word, side) if style == "reversed" else (side, word)) if part]
        if style == "camel":
            return parts[0] + "".join(part.title().replace(" ", "") for part in parts[1:])
        if style in ("snake", "reversed"):
            return "_".join(parts).replace(" ", "_")
        return " ".join(part.title() if style == "title" else part for part in parts)

    columns: list[tuple[str, list[Any]]] = [
        (called(first, noun), [row[0] for row in rows]),
        (called(second, noun), [row[1] for row in rows]),
    ]
    result = lots.choice(("points", "points", "points", "points", "winner", "outcome", "both"))
    if won and result != "points":
        result = "none"
    if result in ("points", "both"):
        columns.append((called(first, thing), [row[2] for row in rows]))
        columns.append((called(second, thing), [row[3] for row in rows]))
    if result in ("winner", "both"):
        names_of = [row[0] if row[2] > row[3] else row[1] if row[3] > row[2] else "draw" for row in rows]
        columns.append((lots.choice(WINNERS), names_of))
    if result == "outcome":
        words = lots.choice(
            (("1-0", "½-½", "0-1"), ("W", "D", "L"), ("1", "0.5", "0"), ("win", "draw", "loss"))
        )
        told = [words[0] if row[2] > row[3] else words[2] if row[3] > row[2] else words[1] for row in rows]
        columns.append((lots.choice(("result", "outcome", "Result")), told))
    if lots.random() < 0.7:
        days = sorted(f"2023-{lots.randrange(1, 13):02}-{lots.randrange(1, 29):02}" for _ in rows)
        columns.append((lots.choice(DATES), days))
    for word in lots.sample(NOISE, lots.randrange(4)):
        columns += [
            (called(side, word), [_noise(lots, word, row[3] if at else row[2]) for row in rows])
            for at, side in enumerate((first, second))
        ]
    for word in lots.sample(LONE, lots.randrange(4)):
        columns.append((word, [_lone(lots, word, at) for at in range(len(rows))]))
    lots.shuffle(columns)
    text = io.StringIO()
    writer = csv.writer(text, delimiter=lots.choice(",;"), lineterminator="\n")
    writer.writerow([name for name, _ in columns])
    writer.writerows(zip(*(values for _, values in columns), strict=True))
    games = [(a, b, 1.0 if x > y else 0.5 if x == y else 0.0) for a, b, x, y in rows]
    if won:
        games = [(a, b, 1.0) for a, b, _ in games]
    return Drawn(text.getvalue(), games, at_home)


def _noise(lots: random.Random, word: str, made: int) -> object:
    if word == "half":
        return lots.randint(0, made)
    if word in ("odds", "xg"):
        return round(lots.uniform(0.5, 8), 2)
    if word in ("elo", "rating before"):
        return lots.randrange(1200, 2500)
    return lots.randrange(1, 40) if word != "attendance share" else round(lots.random(), 3)


def _lone(lots: random.Random, word: str, at: int) -> object:
    if word == "id":
        return 1000 + at
    if word in ("season", "attendance"):
        return lots.randrange(2000, 2024) if word == "season" else lots.randrange(100, 60_000)
    if word == "round":
        return 1 + at // 6
    return lots.choice(("Oslo", "Rome", "Lyon", "Bern", ""))


def judged(table: Drawn, path: Path) -> str:
    """Read a table; return ``right``, ``asked``, ``refused``, or what is wrong."""
    path.write_text(table.text, encoding="utf-8")
    try:
        games = arpad.read_games(path)
    except arpad.BadInput as error:
        return "asked" if error.code == "columns.ambiguous" else f"refused {error.problem[:60]}"
    names = games.players.names
    read = [
        (names[a], names[b], float(s)) for a, b, s in zip(games.first, games.second, games.score, strict=True)
    ]
    if read == list(table.games):
        return "right"
    turned = [(b, a, 1.0 - s) for a, b, s in table.games]
    return "right" if not table.at_home and read == turned else "wrong"


def main() -> int:
    """Read tables that are drawn; 1 if one is read wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        for number in range(chosen.count):
            table = drawn(random.Random(f"{chosen.seed} {number}"))
            verdict = judged(table, Path(folder) / "games.csv")
            counts[verdict.split()[0]] += 1
            if verdict == "wrong" or (verdict != "right" and counts[verdict.split()[0]] <= 15):
                print(number, verdict, table.text.split("\n", 1)[0], sep=": ")
    print(
        f"{chosen.count:,} tables: {', '.join(f'{count:,} {what}' for what, count in counts.most_common())}"
    )
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
