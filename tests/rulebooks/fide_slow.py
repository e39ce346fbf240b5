"""FIDE's lists a second time, slow and obvious: one dictionary per player, one loop over months.

It shares nothing with the package but the rules: the tables come from a second transcription.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

FIXTURES = Path(__file__).parents[1] / "fixtures"
REFORM = date(2024, 3, 1)


def _rows(name: str) -> list[dict[str, str]]:
    with (FIXTURES / name).open() as file:
        return list(csv.DictReader(file))


DP = {round(100 * float(row["p"])): int(row["dp"]) for row in _rows("fide_8_1_1.csv")}
PD = [
    (int(row["D_min"]), int(row["D_max"] or 10**9), Decimal(row["PD_higher"]), Decimal(row["PD_lower"]))
    for row in _rows("fide_8_1_2.csv")
]


@dataclass(frozen=True)
class Game:
    day: date
    event: str
    first: str
    second: str
    score: float


@dataclass
class Player:
    rating: int | None
    games: int = 0
    peak: int = 0
    born: int | None = None
    pool: list[tuple[int, int, float]] = field(default_factory=list)
    """Month, opponent's rating, score."""
    seen_first: bool = False


def half_up(x: Decimal) -> int:
    return int(x.quantize(Decimal(1), ROUND_HALF_UP))


def month_of(day: date) -> int:
    return 12 * day.year + day.month - 1


def limited_help(day: date) -> bool:
    return date(2022, 1, 1) <= day < REFORM


def helped_games(player: Player, met: list[tuple[Game, int | None, int, float]]) -> list[int]:
    """Return which games the 400-point rule helps in: of the years 2022 to 2024 one a tournament."""
    best: dict[str, tuple[int, int]] = {}
    free = []
    for at, (game, own, theirs, _) in enumerate(met):
        mine = player.rating if own is None else own
        assert mine is not None
        if not limited_help(game.day):
            free.append(at)
        elif mine - theirs > best.get(game.event, (400, 0))[0]:
            best[game.event] = (mine - theirs, at)
    return free + [at for _, at in best.values()]


def expected(own: int, opponent: int, day: date, standard: bool, helped: bool) -> Decimal:
    d = own - opponent
    if not (standard and day >= date(2025, 10, 1) and own >= 2650):
        d = max(-400, min(400, d) if helped else d)
    for low, high, winner, loser in PD:
        if low <= abs(d) <= high:
            return winner if d >= 0 else loser
    raise AssertionError


def k_of(player: Player, n: int, year: int, standard: bool, on: date) -> int:
    """K of a period of n games, the first of them on that day."""
    assert player.rating is not None
    peak = max(player.peak, player.rating)
    if peak >= 2400:
        k = 10
    elif (player.born is not None and year - player.born <= 18 and peak < 2300) or player.games < 30:
        k = 40
    else:
        k = 20
    if not standard and on < REFORM:
        k = 20
    return k if k * n <= 700 else 700 // n


def initial(games: list[tuple[int, float]], month: int) -> int:
    n, won, total = len(games), Decimal(sum(s for _, s in games)), Decimal(sum(r for r, _ in games))
    if month >= month_of(REFORM):
        p = half_up(100 * (won + 1) / (n + 2))
        return min(2200, half_up((total + 3600) / (n + 2) + DP[p]))
    if won * 2 > n:
        return half_up(total / n + 40 * (won - Decimal(n) / 2))
    return half_up(total / n + DP[half_up(100 * won / n)])


def not_rated(a: int, b: int, day: date, standard: bool) -> bool:
    return not standard and day >= date(2024, 12, 1) and abs(a - b) >= 600 and max(a, b) > 2600


def lists(players: dict[str, Player], games: list[Game], standard: bool = True) -> dict[str, int | None]:
    """Return the ratings after all games; the players change."""
    start: dict[str, date] = {}
    end: dict[str, date] = {}
    for game in games:
        start[game.event] = min(start.get(game.event, game.day), game.day)
        end[game.event] = max(end.get(game.event, game.day), game.day)
    if not games:
        return {}
    began = {event: month_of(day) for event, day in start.items()}
    rated = {event: month_of(day + timedelta(days=2)) for event, day in end.items()}
    first_day = min(game.day for game in games)
    lowest = 1400 if first_day >= REFORM else 1000
    for player in players.values():
        if player.rating is not None and player.rating < lowest:
            player.rating = None
    published: dict[int, dict[str, int | None]] = {}
    for month in range(min(began.values()), max(rated.values()) + 1):
        if month == month_of(REFORM) and first_day < REFORM:
            for player in players.values():
                if player.rating is not None and player.rating < 2000:
                    player.rating += half_up(Decimal("0.4") * (2000 - player.rating))
                if player.rating is not None and player.rating < 1400:
                    player.rating = None
        published[month] = {name: player.rating for name, player in players.items()}
        lowest = 1400 if month >= month_of(REFORM) else 1000
        after: dict[str, int | None] = {}
        for name, player in players.items():
            mine = [g for g in games if rated[g.event] == month and name in (g.first, g.second)]
            met = []
            for game in sorted(mine, key=lambda g: g.day):
                then = published[began[game.event]]
                theirs = then[game.second if game.first == name else game.first]
                if theirs is not None:
                    score = game.score if game.first == name else 1 - game.score
                    met.append((game, then[name], theirs, score))
            after[name] = play(player, met, month, lowest, standard)
        for name, rating in after.items():
            players[name].rating = rating
    return {name: player.rating for name, player in players.items()}


def play(
    player: Player,
    met: list[tuple[Game, int | None, int, float]],
    month: int,
    lowest: int,
    standard: bool,
) -> int | None:
    if player.rating is not None:
        total, n, first = Decimal(0), 0, date.max
        helped = helped_games(player, met)
        for at, (game, own, theirs, score) in enumerate(met):
            mine = player.rating if own is None else own
            if not not_rated(mine, theirs, game.day, standard):
                total += Decimal(score) - expected(mine, theirs, game.day, standard, at in helped)
                n += 1
                first = min(first, game.day)
        if n == 0:
            return player.rating
        peak = max(player.peak, player.rating)
        change = k_of(player, n, month // 12, standard, first) * total
        new = player.rating + half_up(change)
        player.games += n
        player.peak = max(peak, new)
        if new < lowest:
            player.pool, player.seen_first = [], False
            return None
        return new
    if not met:
        return None
    if not player.seen_first:
        player.seen_first = True
        event = met[0][0].event
        if sum(score for game, _, _, score in met if game.event == event) == 0:
            met = [item for item in met if item[0].event != event]
    player.pool += [(month, theirs, score) for _, _, theirs, score in met]
    player.pool = [item for item in player.pool if item[0] > month - 26]
    if len(player.pool) < 5:
        return None
    made = initial([(theirs, score) for _, theirs, score in player.pool], month)
    if made < lowest:
        return None
    player.games += len(player.pool)
    player.peak = max(player.peak, made)
    player.pool, player.seen_first = [], False
    return made
