"""A table of standings: who has won, drawn and lost how often. It has no games, and looks like a contest."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.record.columns.words import folded_words
from arpad.record.tables.letters import folded

_WON = frozenset(
    folded_words("w won wins win s siege g pg v victorias vitorias victoires ganados 승 胜 勝 в")
)
_LOST = frozenset(
    folded_words("l lost losses loss n niederlagen p pp derrotas defaites perdidos d 패 负 敗 п")
)
_OTHERS = frozenset(
    folded_words(
        "p pld mp gp pj j played games spiele sp matches pts points punkte puntos pontos d t drawn "
        "draws ties u unentschieden e pe empates nuls gf ga gd diff tore goaldifference goalsfor "
        "goalsagainst pct winpct gb 승점 경기 무 积分 場次 平 勝点 分 и н о очки"
    )
)
"""What the columns of standings are called beside those of wins and losses."""

ENOUGH = 2
"""How many columns of this kind stand beside wins and losses."""


def are_standings(header: Sequence[str]) -> bool:
    """Whether the names of columns are those of a table of standings."""
    words = {"".join(sign for sign in folded(name) if sign.isalnum()) for name in header}
    won, lost = words & _WON, words & _LOST
    return bool(won) and bool(lost - won) and len((words & _OTHERS) - won - lost) >= ENOUGH
