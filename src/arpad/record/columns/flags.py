"""A column that tells games from fixtures: ``status``, ``played``, ``finished``, ``state``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import FIXTURES, tokens
from arpad.record.letters import folded

_PLAYED = frozenset(
    (
        *("true", "yes", "y", "1", "ft", "finished", "final", "completed", "complete", "played", "aet"),
        *("ended", "closed", "done", "over", "awarded", "awd", "fulltime", "post", "result", "decided"),
        *("beendet", "gespielt", "finalizado", "finalizada", "terminado", "termine", "finito", "giocata"),
        *("gespeeld", "afgelopen", "encerrado", "zakonczony", "завершен", "сыгран", "bitti", "종료", "終了"),
        *("完场", "已结束", "off", "matchfinished", "finishedaet", "finishedpen", "pen", "fin"),
    )
)
_UNPLAYED = frozenset(
    (
        *("false", "no", "n", "0", "ns", "notstarted", "scheduled", "upcoming", "timed", "fixture"),
        *("pre", "preview", "pending", "tbd", "tba", "postponed", "pst", "ppd", "cancelled", "canceled"),
        *("live", "inprogress", "inplay", "1h", "2h", "ht", "halftime", "suspended", "susp", "abandoned"),
        *("delayed", "waiting", "open", "geplant", "angesetzt", "verlegt", "programado", "aplazado"),
        *("reporte", "programmata", "rinviata", "gepland", "uitgesteld", "agendado", "adiado", "abd"),
        *("запланирован", "отложен", "예정", "연기", "未開始", "未开始", "延期", "future", "canc", "prevu"),
    )
)
_TRUTHS = frozenset(("true", "false", "yes", "no", "y", "n", "1", "0"))
_SAY_PLAYED = frozenset(
    ("played", "finished", "completed", "complete", "gespielt", "jugado", "disputado", "giocata")
)
"""What a column of truths is called that says whether a game was played; *final* may be the last round."""


def _word(value: str | None) -> str:
    return "".join(sign for sign in folded(value or "") if sign.isalnum())


def is_flag_name(name: str) -> bool:
    """Whether a column is called as one that tells games from fixtures."""
    words = tokens(name)
    return bool(words) and len(words) <= 3 and bool(FIXTURES.intersection(words))


def flag_of(columns: Sequence[SampleColumn]) -> SampleColumn | None:
    """Return the column whose values say of each row whether it was played; None if there is none."""
    for column in columns:
        words = {_word(value) for value in column.distinct}
        if not (is_flag_name(column.name) and words <= _PLAYED | _UNPLAYED and words & _UNPLAYED):
            continue
        if not words <= _TRUTHS or _SAY_PLAYED.intersection(column.tokens):
            return column
    return None


def are_truths(column: SampleColumn) -> bool:
    """Whether a column says yes or no in words: a 1 or a 0 may be the number of a round."""
    words = {_word(value) for value in column.distinct}
    return bool(words) and words <= _TRUTHS and not words <= {"0", "1"}


def unplayed(value: str | None) -> bool:
    """Whether a value of such a column says that the game was not played, or not to its end."""
    return _word(value) in _UNPLAYED


def blanked(
    header: Sequence[str], flag: str, results: Sequence[str]
) -> Callable[[Sequence[str | None]], Sequence[str | None]]:
    """Return what takes the results out of a row that was not played, so that it is a fixture.

    Args:
        header: the names of the columns.
        flag: the column that says it.
        results: the columns of the result.
    """
    at = header.index(flag)
    places = {header.index(name) for name in results if name in header}

    def blank(row: Sequence[str | None]) -> Sequence[str | None]:
        if at >= len(row) or not unplayed(row[at]):
            return row
        return [None if place in places else value for place, value in enumerate(row)]

    return blank
