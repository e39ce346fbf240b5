"""Command lines over those files: every command, with options that people give and that they should not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.ratings.parameters import parameters_of
from arpad.rulebooks.rating_catalogue import SYSTEMS, system_class
from fuzz import words
from fuzz.documents import FORMATS, Draws, document

GAMES = (
    "games.csv",
    "games.csv",
    "games.csv",
    "games.tsv",
    "games.jsonl",
    "games.json",
    "games.parquet",
    "games.pgn",
    "games.xlsx",
    "games.ods",
    "races.csv",
    "cup.trf",
    "cup.arpad",
)
COUNTED = ("games.csv", "games.tsv", "games.jsonl", "games.json", "games.parquet", "races.csv")
"""Files of which the judge can count the rows."""

KNOWN = tuple(SYSTEMS)
PAIRINGS = (
    "fide-dutch",
    "fide-dutch",
    "fide-burstein",
    "fide-dubov",
    "fide-lim",
    "monrad",
    "othello",
    "mcmahon",
    "keizer",
    "shogi",
    "nonsense",
)
CODES = (
    "BH",
    "BH/C1",
    "SB",
    "DE",
    "PS",
    "WIN",
    "BH/C1,SB,DE",
    "ARO",
    "TPR",
    "XX",
    "",
    "BH/C99",
    "KS/L9",
    "BH,BH",
)


@dataclass(frozen=True)
class Case:
    """One run of the command.

    Args:
        words: the command line; its files lie in the current folder.
        files: their names and bytes.
        plain: the name of the one file of games that was left as it is written and whose rows can be
            counted, else None.
    """

    words: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]
    plain: str | None = None


def _number(rng: Draws) -> str:
    return rng.choice(words.NUMBERS) if rng.odd(0.1) else str(rng.randrange(1, 3000))


def _pick(rng: Draws, values: tuple[str, ...]) -> str:
    """Return one of the values; mostly of the first half, where those stand that are meant."""
    return rng.choice(values[: (len(values) + 1) // 2] if not rng.odd(0.3) else values)


def _rating(rng: Draws) -> str:
    return "/".join(_number(rng) for _ in range(1 if rng.clean else rng.choice((1, 2, 3, 4))))


IMPORTANCE = {"fifa-men": "importance=25", "fifa-women": "importance=3", "eloratings": "importance=25"}


def _system(rng: Draws) -> list[str]:
    """Return a rating system and settings of it, mostly within their ranges."""
    if rng.odd(0.02):
        return ["--system", rng.choice(("", "Elo", "gliko", "skill-points"))]
    name = rng.choice(KNOWN)
    found = ["--system", name]
    if name.startswith("fide") or name in ("eloratings", "dwz"):
        found += [
            "--set",
            IMPORTANCE.get(name, "initial=1500"),
        ]
    known_ones = [
        known for known in parameters_of(system_class(name)) if known.name not in ("initial", "importance")
    ]
    for known in rng.sample(known_ones, min(len(known_ones), rng.choice((0, 0, 0, 1, 2)))):
        if rng.odd(0.1):
            value = rng.choice((*words.NUMBERS, "normal", "none", "log", "40 if games<30; 20", "x"))
        elif known.choices:
            value = rng.choice(known.choices)
        elif isinstance(known.default, bool | str) or known.default is None:
            value = (
                rng.choice(("yes", "20", "40 if games<30; 20", "1500"))
                if rng.odd(0.5)
                else str(known.default or 20)
            )
        else:
            value = repr(
                rng.choice(
                    (known.default, 0.9 * known.default) if rng.clean else (known.low, known.high, 1.0)
                )
            )
        found += ["--set", value if rng.odd(0.01) else f"{known.name}={value}"]
    return found


def _options(rng: Draws, known: Mapping[str, tuple[str, ...] | None], share: float = 0.08) -> list[str]:
    """Return some of these options, each with one of its values; of flags the value is None."""
    found: list[str] = []
    for name, values in known.items():
        if rng.chance(share):
            found += [name] if values is None else [name, _pick(rng, values)]
    return found


NAMES = (*words.NAMES[:3], *words.NAMES[:9])
COUNTS = ("1", "2", "3", "1", "-1", "0", "99999999999999999999", "1.5", "", "x")
RECORD: Mapping[str, tuple[str, ...] | None] = {
    "--columns": (
        "first=white,second=black",
        "score=result",
        "first=white",
        "nonsense=a",
        "first=",
        "time=date",
    ),
    "--rejects": ("rejects.csv", "bad.csv", "games.csv", ""),
    "--as-of": words.DAYS,
    "--byes": ("bye", "Ann,Bob", ""),
    "--aliases": ("aliases.csv", "aliases.csv", "none.csv"),
    "--decimal": ("point", "comma", ".", ""),
    "--date-format": ("dmy", "mdy", "%d.%m.%Y", "%Y-%m-%d", "ymd", "%", "x", ""),
    "--encoding": ("utf-8", "cp1250", "latin-1", "klingon"),
    "--sheet": ("Games", "More", "x"),
    "--lenient": None,
    "--period": words.PERIODS,
    "--schedule": ("live", "period", "both", ""),
}
READING: Mapping[str, tuple[str, ...] | None] = {
    name: RECORD[name]
    for name in ("--columns", "--byes", "--aliases", "--date-format", "--decimal", "--encoding", "--sheet")
}
LOOK: Mapping[str, tuple[str, ...] | None] = {
    **READING,
    "--write-aliases": ("names.csv", "games.csv", ""),
    "--force": None,
}
RATE: Mapping[str, tuple[str, ...] | None] = {
    "--by": ("pool", "pool", "event"),
    "--ranks": None,
    "--divisions": ("chess", "dota", "a=1500", ""),
    "--min-games": COUNTS,
    "--top": COUNTS,
    "--active-since": words.DAYS,
    "--provisional": ("apart", "omitted", "ranked", "x"),
    "--previous": ("games.csv", "players.csv", "list.csv", ""),
    "--out": (
        "list.csv",
        "list.json",
        "list.parquet",
        "list.html",
        "games.csv",
        "list.doc",
        "/nowhere/list.csv",
    ),
    "--history": ("history.csv", "list.csv", "history.html"),
    "--force": None,
}
EXPLAIN: Mapping[str, tuple[str, ...] | None] = {
    "--last": COUNTS,
    "--only": ("2024-01", "A", "1", ""),
    "--steps": None,
    "--json": None,
}
ODDS: Mapping[str, tuple[str, ...] | None] = {"--advantage": None, "--steps": None, "--json": None, "--table": None,
        "--draws": ("0.35", "1", "-1", "nan", "davidson=0.8", "max", "rao-kupper=1e9", "fraction=x", "x"),
        "--date": words.DAYS}  # fmt: skip
EDITIONS = ("2017", "2026-02-01", "2024-08-01", "x", "")
PAIR: Mapping[str, tuple[str, ...] | None] = {"--edition": EDITIONS, "--seed": COUNTS, "--explain": None, "--json": None, "--lenient": None,
        "--set": ("boards=4", "points=football", "x", "rounds=-1")}  # fmt: skip
AUDIT: Mapping[str, tuple[str, ...] | None] = {"--cluster": ("event", "voter", "white", "x", ""), "--level": words.NUMBERS,
         "--out": ("a.html", "a.htm", "a.x", "games.csv"), "--rejects": ("set-aside.csv",), "--json": None}  # fmt: skip
SPANS = ("2024-01", "2024", "1", "2024-02-30", "x", "")
PACE: Mapping[str, tuple[str, ...] | None] = {
    "--period": words.PERIODS,
    "--schedule": ("live", "period", "both", ""),
    "--events": ("split", "named", "x"),
    "--refit": ("1mo", "1y", "1d", "0", "x"),
}
LAB_FILES: Mapping[str, Mapping[str, tuple[str, ...] | None]] = {
    "backtest": {"--systems": ("elo,glicko2", "elo,k=24,elo,k=40", "whr", "ttt", "elo,elo", "k=24,elo", "", "gliko"),
                 "--set": ("advantage=30", "k=1e308", "x", "="), "--from": SPANS, "--to": SPANS, "--min-games": COUNTS,
                 "--unpredicted": ("drop", "even", "x"), "--forecast": ("rating", "result", "x"), "--odds": ("a,b", "a", ""),
                 "--by": ("games", "favourite", "year", "pool", "x"), "--out": ("b.html", "games.csv", "b.x")},
    "tune": {"--train-to": SPANS, "--from": SPANS, "--to": SPANS, "--min-games": COUNTS, "--seed": COUNTS,
             "--out": ("t.html", "games.csv", "t.x")},
    "inflation": {"--step": ("1mo", "1y", "1", "0", "event", "x"), "--from": SPANS, "--established": COUNTS,
                  "--ages": ("25:45", "0:200", "45:25", "x", ""), "--out": ("i.html", "games.csv", "i.x"),
                  "--measure": ("floor", "per-loss,points=1", "bonus", "conversion,day=2024-02", "youth", "seasons,carry=2",
                                "none", "floor,below=nan", "floor,x=1", "conversion,share=-1e308", "", "x")},
    "scenario": {"--threshold": words.NUMBERS, "--entry": ("carried", "anew", "x"), "--top": COUNTS,
                 "--out": ("s.html", "games.csv", "s.x")},
}  # fmt: skip
SMALL_SHARES = ("0.1", "0.5", "0", "1", "-1", "nan", "1e308", "x")
LAB_DRAWN: Mapping[str, Mapping[str, tuple[str, ...] | None]] = {
    "simulate": {"--systems": ("elo", "elo,k=10,glicko2", "whr", "trueskill", "", "x"), "--spread": words.NUMBERS,
                 "--mixing": words.NUMBERS, "--improve": words.NUMBERS, "--decline": words.NUMBERS, "--drift": words.NUMBERS,
                 "--quit": SMALL_SHARES, "--losers": words.NUMBERS, "--growth": SMALL_SHARES, "--draws": SMALL_SHARES,
                 "--seed": COUNTS, "--games-file": ("g.csv", "", "g.x"), "--players-file": ("p.csv", "g.csv"),
                 "--out": ("s.html", "s.x")},
    "matchmaking": {"--rule": ("window", "window,width=30", "expected-score", "information,margin=0", "window,width=nan",
                               "window,x=1", "", "x"), "--minutes": words.NUMBERS, "--spread": words.NUMBERS,
                    "--size": COUNTS, "--parties": SMALL_SHARES, "--newcomers": SMALL_SHARES, "--seed": COUNTS,
                    "--out": ("m.html", "m.x")},
    "formats": {"--format": ("league", "knockout,best_of=3", "swiss,rounds=3", "double-elimination", "groups,groups=2",
                             "mcmahon,bar=4", "swiss,rule=x", "league,legs=-1", "knockout,best_of=2", "", "x"),
                "--rounds": ("3", "2:4", "0", "4:2", "99", "x", ""), "--spread": words.NUMBERS, "--noise": words.NUMBERS,
                "--draws": SMALL_SHARES, "--scale": words.NUMBERS, "--top": COUNTS, "--seed": COUNTS,
                "--out": ("f.html", "f.x")},
}  # fmt: skip
TOURNAMENT = (
    "add",
    "away",
    "back",
    "explain",
    "export",
    "next",
    "page",
    "pair",
    "result",
    "round",
    "standings",
    "undo",
)


def case(rng: Draws) -> Case:
    """Draw one case."""
    kind = rng.choices(("rate", "look", "explain", "odds", "ask", "whatif", "fide", "pair", "standings", "check", "tournament", "generate", "audit",
                        *LAB_FILES, *LAB_DRAWN),
                       (36, 16, 8, 5, 6, 5, 5, 8, 7, 5, 9, 2, 6, *(3 for _ in LAB_FILES), *(1 for _ in LAB_DRAWN)))[0]  # fmt: skip
    if kind in ("odds", "whatif"):
        return Case(tuple(_typed(rng, kind)), ())
    if kind == "generate":
        return Case(tuple(_generate(rng)), ())
    if kind in LAB_DRAWN:
        return Case(tuple(_drawn(rng, kind)), ())
    wanted = (
        rng.choice(GAMES)
        if kind in ("rate", "look", "explain", "ask", "fide", "audit", *LAB_FILES)
        else rng.choice(("cup.trf", "cup.trf", "cup.arpad"))
    )
    if kind == "tournament":
        wanted = "cup.arpad"
    if rng.odd(0.03):
        wanted = rng.choice(tuple(FORMATS))
    name, data, whole = document(rng, wanted)
    files = [(name, data)]
    plain = name if whole and wanted in COUNTED and name == wanted else None
    line = [kind, name]
    if kind in ("rate", "explain"):
        line += [
            *(["--system", "trueskill"] if wanted == "races.csv" and rng.chance(0.8) else _system(rng)),
            *_options(rng, {} if rng.clean and not name.startswith("games") else RECORD, 0.05),
        ]
        line += (
            ["--rejects", "set-aside.csv"]
            if name.startswith("games") and rng.chance(0.4) and "--rejects" not in line
            else []
        )
        line += (
            [*_options(rng, RATE), "--json"]
            if kind == "rate"
            else [
                "--player",
                "Player 1" if wanted == "cup.trf" else _pick(rng, NAMES),
                *_options(rng, EXPLAIN, 0.15),
            ]
        )
        if rng.chance(0.2):
            players, listed, _ = document(rng, "players.csv")
            files.append((players, listed))
            line += ["--players", players]
    elif kind == "look":
        line += [*_options(rng, {} if rng.clean and not name.startswith("games") else LOOK, 0.06), "--json"]
    elif kind == "audit":
        line += _options(
            rng, {**({} if rng.clean and not name.startswith("games") else READING), **AUDIT}, 0.15
        )
    elif kind in LAB_FILES:
        line += _lab(rng, kind)
    elif kind == "ask":
        line, more = _ask(rng, name)
        files += more
    elif kind == "fide":
        files.append(("list.csv", document(rng, "players.csv")[1]))
        line = ["fide", "list", name, "--month", rng.choice(("2024-02", "2024-02", "1999-07", "9999-12", "0001-01", "2024-13", "x")),
                "--players", "list.csv", *_options(rng, {"--titles": None, "--json": None}, 0.4)]  # fmt: skip
    elif kind in ("pair", "check"):
        line += _options(rng, {"--system": PAIRINGS, **PAIR} if kind == "pair" else {"--system": PAIRINGS, "--legal": None,
                               "--json": None, "--edition": EDITIONS, "--seed": COUNTS}, 0.25)  # fmt: skip
    elif kind == "standings":
        line += _options(rng, {"--tiebreaks": CODES, "--edition": EDITIONS, "--explain": ("1", "Player 1", "99"),
                               "--json": None, "--out": ("s.csv", "s.html", "s.x")}, 0.3)  # fmt: skip
    elif kind == "tournament":
        line = ["tournament", *_act(rng, name)]
    if "aliases.csv" in line and name != "aliases.csv":
        files.append(("aliases.csv", document(rng, "aliases.csv")[1]))
    return Case(tuple(word.replace("\0", "") for word in line), tuple(files), plain)


def _lab(rng: Draws, kind: str) -> list[str]:
    """Draw the options of a command of the laboratory that reads games."""
    found = _options(rng, {**({} if rng.clean else READING), **PACE}, 0.05)
    if kind == "tune":  # a hundred settings and more are tried: of systems that rate a small file at once
        found += ["--system", rng.choice(("elo", "glicko2", "stephenson", "trueskill"))]
    elif kind != "backtest":
        found += _system(rng)
    if kind == "tune":
        free = (
            "k=5:80",
            "deviation=50:300",
            "beta=1:30",
            "k=80:5",
            "k=1:1e308",
            "k=nan:5",
            "margin=0:1",
            "k",
            "",
        )
        found += ["--free", _pick(rng, free)]
    if kind == "scenario":
        found += [
            "--against",
            _pick(rng, ("elo,k=40", "glicko2", "elo", "whr", "", "x,k=1")),
            "--from",
            _pick(rng, SPANS),
        ]
    return [*found, *_options(rng, LAB_FILES[kind], 0.15), *(["--json"] if rng.chance(0.5) else [])]


def _drawn(rng: Draws, kind: str) -> list[str]:
    """Draw a simulation of few players: most of the time goes by the number of them."""
    drawn: dict[str, dict[str, tuple[str, ...]]] = {
        "simulate": {"--players": ("8", "20", "1", "-1", "x"), "--years": ("2", "3", "0", "1.5"), "--games": ("6", "1", "0", "nan"),
                     "--runs": ("1", "2", "0", "-1"), "--warm-up": ("1", "0", "5", "-1")},
        "matchmaking": {"--population": ("years=1", "years=2,improve=100", "years=1,quit=0.9,growth=-0.5", "years=x", "players=3", "nan"), "--players": ("8", "20", "3", "-1", "x"), "--hours": ("0.5", "0.2", "0", "nan"), "--games": ("4", "1", "0", "nan"),
                        "--runs": ("1", "2", "0", "-1")},
        "formats": {"--players": ("4", "9", "1", "-1", "x"), "--tournaments": ("20", "50", "0", "-1", "1")},
    }  # fmt: skip
    line = [kind]
    for name, values in drawn[kind].items():
        line += [name, _pick(rng, values) if rng.odd(0.3) else values[0]]
    return [*line, *_options(rng, LAB_DRAWN[kind], 0.12), *(["--json"] if rng.chance(0.5) else [])]


def _ask(rng: Draws, name: str) -> tuple[list[str], list[tuple[str, bytes]]]:
    """Draw a question about a file: the odds of two of its players, or of fixtures."""
    line = ["odds", name, *_system(rng), *_options(rng, {} if rng.clean else RECORD, 0.05)]
    files: list[tuple[str, bytes]] = []
    if rng.chance(0.5):
        line[2:2] = [_pick(rng, NAMES) for _ in range(2 if rng.clean else rng.choice((1, 2, 2, 3)))]
    elif rng.chance(0.7):
        _, data, _ = document(rng, rng.choice(GAMES))
        files.append(("fixtures.csv", data))
        line += ["--fixtures", "fixtures.csv"]
    asked = {**ODDS, "--out": ("c.csv", "c.json", "c.parquet", "games.csv", "c.x"), "--pool": words.NAMES}
    return [*line, *_options(rng, asked, 0.1)], files


def _typed(rng: Draws, kind: str) -> list[str]:
    if kind == "odds":
        ratings = [_rating(rng) for _ in range(2 if rng.clean else rng.choice((0, 1, 2, 3, 5)))]
        ratings = [word + "+" + _rating(rng) if rng.odd(0.15) else word for word in ratings]
        return ["odds", *ratings, *_system(rng), *_options(rng, ODDS)]
    games = " ".join(
        f"{_rating(rng)}:{_pick(rng, words.RESULTS[:7] if rng.clean else words.RESULTS)}"
        for _ in range(rng.randrange(1, 5))
    )
    line = ["whatif", "--rating", _number(rng), "--games", games, *_system(rng)]
    attributes = tuple(
        f"{name}={_number(rng)}" for name in ("birth_year", "games", "peak", "elapsed", "nonsense")
    )
    known = {"--deviation": words.NUMBERS, "--volatility": words.NUMBERS, "--attr": attributes, "--date": words.DAYS,
             "--steps": None, "--json": None, "--schedule": ("live", "period")}  # fmt: skip
    return [*line, *_options(rng, known, 0.2)]


def _generate(rng: Draws) -> list[str]:
    players, rounds = (
        _pick(rng, ("5", "12", "30", "2", "-1", "10000", "x")),
        _pick(rng, ("1", "3", "5", "0", "40")),
    )
    shares = dict.fromkeys(
        ("--forfeits", "--half-byes", "--late"), ("0", "0.1", "1", "0.5", "-1", "nan", "1e308")
    )
    return ["generate", "--players", players, "--rounds", rounds, "--out", "-", "--system", rng.choice(PAIRINGS),
            *_options(rng, {**shares, "--play": COUNTS, "--seed": COUNTS, "--accelerated": None}, 0.2)]  # fmt: skip


def _act(rng: Draws, name: str) -> list[str]:
    act = rng.choice(TOURNAMENT)
    match act:
        case "add":
            return [act, name, rng.choice(words.NAMES), *_options(rng, {"--rating": words.NUMBERS}, 0.5)]
        case "away" | "back":
            return [
                act,
                name,
                _pick(rng, ("P1", "1", "2", "99", "", "x")),
                *_options(rng, {"--round": COUNTS}, 0.4),
            ]
        case "export" | "page":
            return [act, name, rng.choice(("out.trf", "out.html", "", "games.csv"))]
        case "result":
            return [
                act,
                name,
                _pick(rng, words.RESULTS[:7] if rng.clean else words.RESULTS),
                *_options(rng, {"--board": COUNTS, "--round": COUNTS}, 0.7),
            ]
        case "next":
            return [act, name, "second.arpad", *_options(rng, {"--take": COUNTS, "--rounds": COUNTS}, 0.4)]
        case _:
            return [act, name, *_options(rng, {"--round": COUNTS, "--json": None}, 0.2)]
