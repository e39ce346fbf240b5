"""US Chess a second time, slow and obvious: the five steps of an event one after another, with dictionaries.

It shares nothing with the package but the rules. A player is a dictionary; an event is a list of games
(one, other, score of the one); every step makes a new dictionary from the one before.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from datetime import date

Game = tuple[str, str, float]


@dataclass
class Player:
    """What is known of a player before an event; ``results`` are all scores so far."""

    rating: float | None
    results: list[float] = field(default_factory=list)
    age: float | None = None
    peak: float | None = None
    events: int = 0
    floor: float = 100.0

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def all_won(self) -> bool:
        return self.games > 0 and set(self.results) == {1.0}

    @property
    def all_lost(self) -> bool:
        return self.games > 0 and set(self.results) == {0.0}


@dataclass
class Rules:
    """The edition's threshold and the kind of event."""

    threshold: float
    dual: bool = False
    match: bool = False


def threshold(on: date) -> float:
    """Return the bonus threshold by the day on which an event ends."""
    if on >= date(2025, 1, 1):
        return 10.0
    return 14.0 if date(2017, 5, 1) <= on < date(2023, 2, 1) else 12.0


def faced(name: str, games: list[Game]) -> list[tuple[str, float]]:
    """List opponents and own scores of a player."""
    seen = []
    for one, other, score in games:
        if one == name:
            seen.append((other, score))
        if other == name:
            seen.append((one, 1.0 - score))
    return seen


def special(R0: float, N0: float, kind: int, games: list[tuple[float, float]]) -> float:
    """Solve f = 0 exactly, between the corners of a function of straight pieces; of an interval, nearest R0."""
    pieces = [(N0, R0 - 400 * kind), *((1.0, theirs) for theirs, _ in games)]
    score = sum(s for _, s in games) + N0 * (1 + kind) / 2

    def f(x: float) -> float:
        return sum(w * min(1.0, max(0.0, 0.5 + (x - r) / 800)) for w, r in pieces) - score

    if abs(f(R0)) < 1e-10:
        return min(R0, 2700.0)
    corners = sorted({r + d for _, r in pieces for d in (-400, 400)})
    below = [x for x in corners if f(x) < -1e-10]
    above = [x for x in corners if f(x) > 1e-10]
    level = [x for x in corners if abs(f(x)) <= 1e-10]
    if level:
        root = min(level) if f(R0) < 0 else max(level)
    else:
        a, b = max(below), min(above)
        root = a + (b - a) * f(a) / (f(a) - f(b))
    return min(root, 2700.0)


def standard(R0: float, N0: float, rules: Rules, names: list[str], games: list[tuple[float, float]]) -> float:
    """Rate by K, expectation and bonus."""
    m = len(games)
    K = 800 / (N0 + m)
    if rules.dual and R0 > 2200:
        K = 200 / (N0 + m) if R0 >= 2500 else 800 * (6.5 - 0.0025 * R0) / (N0 + m)
    gain = K * sum(s - 1 / (1 + 10 ** (-(R0 - theirs) / 400)) for theirs, s in games)
    if m < 3 or max(Counter(names).values()) > 2 or rules.match:
        return R0 + gain
    return R0 + gain + max(0.0, gain - rules.threshold * math.sqrt(max(m, 4)))


def step_1(players: dict[str, Player]) -> dict[str, float]:
    """Initial ratings."""
    initial = {}
    for name, player in players.items():
        if player.rating is not None:
            initial[name] = player.rating
        elif player.age is None or player.age >= 26:
            initial[name] = 1300.0
        else:
            initial[name] = max(100.0, 50.0 * player.age)
    return initial


def step_2(players: dict[str, Player], initial: dict[str, float]) -> dict[str, float]:
    """Effective games."""
    effective = {}
    for name, player in players.items():
        R0 = initial[name]
        most = 50.0 if R0 > 2355 else 50 / math.sqrt(0.662 + 0.00000739 * (2569 - R0) ** 2)
        effective[name] = min(float(player.games), most)
    return effective


def step_3(players: dict[str, Player], initial: dict[str, float], games: list[Game]) -> dict[str, float]:
    """First estimates of the unrated; of the others, their rating."""
    estimate = dict(initial)
    for name, player in players.items():
        if player.games == 0 and faced(name, games):
            met = [(initial[other], score) for other, score in faced(name, games)]
            estimate[name] = max(100.0, special(initial[name], 1.0, 0, met))
    return estimate


def steps_4_and_5(
    players: dict[str, Player],
    initial: dict[str, float],
    effective: dict[str, float],
    met: dict[str, float],
    games: list[Game],
    rules: Rules,
) -> dict[str, float]:
    """Rate everybody from the initial rating, against opponents as ``met`` has them."""
    rated = dict(met)
    for name, player in players.items():
        seen = faced(name, games)
        if not seen:
            continue
        against = [(met[other], score) for other, score in seen]
        R0, N0 = initial[name], effective[name]
        if player.games <= 8 or player.all_won or player.all_lost:
            kind = 1 if player.all_won else -1 if player.all_lost else 0
            value = special(R0, N0, kind, against)
        else:
            value = standard(R0, N0, rules, [other for other, _ in seen], against)
        rated[name] = max(100.0, value)
    return rated


def qualifies(one: Player, other: Player, initial: tuple[float, float]) -> bool:
    """Tell whether a match between the two is rated."""
    return one.games > 25 and other.games > 25 and abs(initial[0] - initial[1]) <= 400


def rated_event(players: dict[str, Player], games: list[Game], rules: Rules) -> dict[str, float]:
    """Return everybody's rating after an event, and write it with the results into the players."""
    initial = step_1(players)
    # Peaks of players who came established and with none given.
    for name, player in players.items():
        if player.peak is None and player.games > 25 and faced(name, games):
            player.peak = initial[name]
    estimate = step_3(players, initial, games)
    if rules.match:
        games = [
            (one, other, score)
            for one, other, score in games
            if qualifies(players[one], players[other], (estimate[one], estimate[other]))
        ]
    effective = step_2(players, initial)
    intermediate = steps_4_and_5(players, initial, effective, estimate, games, rules)
    final = steps_4_and_5(players, initial, effective, intermediate, games, rules)
    for name, player in players.items():
        scores = [score for _, score in faced(name, games)]
        if not scores:
            final[name] = initial[name]
            continue
        player.results += scores
        player.events += len(scores) >= 3
        value = final[name]
        if rules.match:
            value = min(initial[name] + 50.0, max(initial[name] - 50.0, value))
        else:
            won, drawn = player.results.count(1.0), sum(0.0 < s < 1.0 for s in player.results)
            value = max(value, min(150.0, 100.0 + 4 * won + 2 * drawn + player.events), player.floor)
            if player.peak is not None and player.peak >= 1400:
                value = max(value, min(2100.0, (math.floor(player.peak + 0.5) - 200) // 100 * 100))
        final[name] = player.rating = value
        if player.games > 25:
            player.peak = value if player.peak is None else max(player.peak, value)
    return final
