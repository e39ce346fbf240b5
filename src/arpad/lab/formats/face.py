"""``arpad.formats``: formats by name, those that fit a field, and how many rounds are enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arpad.core import BadInput
from arpad.lab.formats.catalogue import (
    DoubleEliminationFormat,
    Format,
    GroupsAndKnockoutFormat,
    KnockoutFormat,
    LeagueFormat,
    McMahonFormat,
    RatingsAlone,
    SwissFormat,
    format_of,
)
from arpad.lab.formats.fields import SimulatedField
from arpad.lab.formats.study import FormatStudy, format_study

LARGE_LEAGUE = 128
"""Players beyond whom no league is simulated unless it is asked for."""


def formats(
    players: int | Sequence[float] | SimulatedField,
    played: Sequence[str | Format] = (),
    *,
    rounds: int | Sequence[int] | None = None,
    spread: float = 200.0,
    noise: float = 50.0,
    draws: float = 0.0,
    scale: float = 400.0,
    tournaments: int = 10_000,
    top: int | None = None,
    seed: int = 1,
) -> FormatStudy:
    """Simulate tournaments of each format, and return what their rankings are worth.

    ``arpad.formats(32, rounds=5)`` compares all formats that fit 32 players, and
    ``arpad.formats(60, rounds=range(4, 12))`` tells how many rounds of a Swiss are enough.
    The same seed gives the same figures, on any number of cores.

    Args:
        players: how many; or their true strengths, in rating points; or a field.
        played: formats, by name with their settings (``"knockout,seeded=no"``), or made; all that fit the
            players if not given.
        rounds: of Swiss and McMahon that do not say themselves; several to see how many are needed. If not
            given, half as many again as a knockout has.
        spread: the standard deviation of the true strengths, in rating points; of known ones without meaning.
        noise: the standard deviation of a player's rating around the true strength, in rating points.
        draws: d of the draw model 4dE(1 − E): 0 for none, ½ for a draw every other time between equals.
        scale: rating points for odds of ten to one.
        tournaments: how many of each format.
        top: how many of the first are compared with the strongest; if not given an eighth of the players, at
            least three.
        seed: of all that is drawn.

    Raises:
        BadInput: a format is unknown or cannot take so many players, or a number is out of its range.
    """
    if isinstance(players, SimulatedField):
        field = players
    elif isinstance(players, int):
        field = SimulatedField(players, spread, noise)
    else:
        field = SimulatedField.of(players, noise)
    chosen = formats_for(field.players, played, rounds)
    return format_study(field, chosen, tournaments=tournaments, top=top, seed=seed, scale=scale, draws=draws)


def formats_for(
    players: int, played: Sequence[str | Format] = (), rounds: int | Sequence[int] | None = None
) -> list[Format]:
    """Return the formats that are asked for, or all that fit the number of players; see :func:`formats`.

    Raises:
        BadInput: a format is unknown, or no number of rounds is given.
    """
    enough = min(players - 1 + players % 2, -(-3 * (players - 1).bit_length() // 2))
    many = [enough] if rounds is None else [rounds] if isinstance(rounds, int) else list(rounds)
    if not many:
        raise BadInput("no number of rounds is given", remedy="Give 5, or range(4, 12).")
    chosen: list[Format] = []
    for each in played:
        format_ = format_of(each) if isinstance(each, str) else each
        if isinstance(each, str) and isinstance(format_, SwissFormat) and "rounds=" not in each:
            chosen += [replace(format_, rounds=count) for count in many]
        else:
            chosen.append(format_)
    return chosen or _fitting(players, many)


def _fitting(players: int, rounds: list[int]) -> list[Format]:
    """Return all formats that fit the number of players; with several numbers of rounds, a Swiss of each."""
    fitting: list[Format] = [RatingsAlone()]
    if players <= LARGE_LEAGUE:
        fitting.append(LeagueFormat())
    if len(rounds) > 1:
        return [*fitting, *(SwissFormat(count) for count in rounds)]
    fitting += [KnockoutFormat(), KnockoutFormat(seeded=False), DoubleEliminationFormat()]
    for groups in (8, 4, 2):
        try:
            with_groups = GroupsAndKnockoutFormat(groups)
            with_groups.check(players)
        except BadInput:
            continue
        fitting.append(with_groups)
        break
    fitting += [SwissFormat(rounds[0], rule) for rule in ("fold", "random", "adjacent", "nearest")]
    return [*fitting, McMahonFormat(rounds[0])]
