"""A column that tells games from fixtures: ``status``, ``played``, ``finished``, ``state``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import FIXTURES, OUTCOMES, tokens
from arpad.record.letters import folded

FORFEIT = "forfeit"
"""What stands in the place of a result that was awarded without play."""

_PLAYED = frozenset(
    (
        *("true", "yes", "y", "1", "ft", "finished", "final", "completed", "complete", "played", "aet"),
        *("ended", "closed", "done", "over", "fulltime", "post", "result", "decided"),
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
_AWARDED = frozenset(
    (
        *("awarded", "awd", "walkover", "wo", "forfeit", "forfeited", "defaulted", "wertung", "kampflos"),
        *("forfait", "tavolino", "giudizio", "технический", "몰수"),
    )
)
"""What says that a game was decided without play."""
_CALLED_OFF = frozenset(
    (
        *("postponed", "pst", "ppd", "cancelled", "canceled", "calledoff", "abandoned", "void", "voided"),
        *("annulled", "notplayed", "didnotplay", "rainedout", "abgesagt", "ausgefallen", "abgebrochen"),
        *("annulliert", "verlegt", "verschoben", "nichtgespielt", "aplazado", "suspendido", "cancelado"),
        *("reporte", "annule", "nonjoue", "rinviata", "annullata", "sospesa", "uitgesteld", "afgelast"),
        *("gestaakt", "adiado", "przelozony", "odwolany", "odlozeno", "zruseno", "отложен", "отменен"),
        *("ertelendi", "iptal", "연기", "취소", "延期", "中止", "取消", "추후편성"),
    )
)
"""What a remark says of a game that was not played, or not to its end."""
_REMARKS = frozenset(
    (
        *("note", "notes", "remark", "remarks", "comment", "comments", "annotation", "info", "bemerkung"),
        *("bemerkungen", "anmerkung", "anmerkungen", "hinweis", "kommentar", "remarque", "remarques"),
        *("commentaire", "observacion", "observaciones", "observacoes", "nota", "opmerking", "opmerkingen"),
        *("uwagi", "uwaga", "poznamka", "примечание", "комментарии", "not", "비고", "備考", "备注"),
    )
)
"""What a column is called that has remarks in words, of which most say nothing of a result."""
_NO_CONTEST = frozenset(("nc", "cnc", "nocontest", "nodecision", "overturned", "nullified"))
"""What the end of a fight is called that counts for nobody: *could not continue*, *no contest*."""
_ENDINGS = frozenset(("method", "decision", "finish", "ending", "reason", "type", "win", "by", "how", "art"))
"""What a column is called that says how a fight ended."""
_SAYS_NO_GAME = (_UNPLAYED | _CALLED_OFF | _AWARDED | _NO_CONTEST) - {"0", "n", "open"}
_TRUTHS = frozenset(("true", "false", "yes", "no", "y", "n", "1", "0"))
_SAY_PLAYED = frozenset(
    ("played", "finished", "completed", "complete", "gespielt", "jugado", "disputado", "giocata")
)
"""What a column of truths is called that says whether a game was played; *final* may be the last round."""


def _word(value: str | None) -> str:
    return "".join(sign for sign in folded(value or "") if sign.isalnum())


@dataclass(frozen=True)
class Flag:
    """A column that says which rows were not played.

    Args:
        column: the column.
        words: its words for a game that was not played, or not to its end, as :func:`_word` has them.
    """

    column: SampleColumn
    words: frozenset[str]

    def says_unplayed(self, value: str | None) -> bool:
        """Whether a value says that the game was not played, or not to its end."""
        return _word(value) in self.words


def is_flag_name(name: str) -> bool:
    """Whether a column is called as one that tells games from fixtures."""
    words = tokens(name)
    return bool(words) and len(words) <= 3 and bool(FIXTURES.intersection(words))


def flag_of(columns: Sequence[SampleColumn]) -> Flag | None:
    """Return the column whose values say of each row whether it was played; None if there is none.

    Of how fights ended only the words for no contest and no play count: 0 may be a result, *open* a stance.
    """
    for column in columns:
        words = {_word(value) for value in column.distinct}
        if (
            is_flag_name(column.name)
            and words <= _PLAYED | _UNPLAYED | _AWARDED
            and words & (_UNPLAYED | _AWARDED)
        ):
            if not words <= _TRUTHS or _SAY_PLAYED.intersection(column.tokens):
                return Flag(column, _UNPLAYED | _AWARDED)
        elif _is_ending(column) and words & (_NO_CONTEST | _AWARDED):
            return Flag(column, _NO_CONTEST | _AWARDED)
        elif is_remark_name(column.name) and words & (_CALLED_OFF | _NO_CONTEST | _AWARDED):
            return Flag(column, _CALLED_OFF | _NO_CONTEST | _AWARDED)
    return None


def is_remark_name(name: str) -> bool:
    """Whether a column is called as one of remarks."""
    words = tokens(name)
    return 1 <= len(words) <= 2 and bool(_REMARKS.intersection(words))


def says_no_game(value: str) -> bool:
    """Whether a value may say, in a column of any kind, that a game was not played or not to its end."""
    return _word(value) in _SAYS_NO_GAME


def says_only_endings(column: SampleColumn) -> bool:
    """Whether a column of results names the end of some games, such as a forfeit, and no result of any."""
    words = {_word(value) for value in column.distinct}
    return bool(words) and words <= _CALLED_OFF | _AWARDED | _NO_CONTEST


def are_truths(column: SampleColumn) -> bool:
    """Whether a column says yes or no in words: a 1 or a 0 may be the number of a round."""
    words = {_word(value) for value in column.distinct}
    return bool(words) and words <= _TRUTHS and not words <= {"0", "1"}


def _is_ending(column: SampleColumn) -> bool:
    return 1 <= len(column.tokens) <= 3 and bool((_ENDINGS | OUTCOMES.keys()).intersection(column.tokens))


def blanked(
    header: Sequence[str], flag: Flag, results: Sequence[str]
) -> Callable[[Sequence[str | None]], Sequence[str | None]]:
    """Return what takes the results out of a row that was not played, so that it is a fixture or a forfeit.

    Args:
        header: the names of the columns.
        flag: the column that says it.
        results: the columns of the result.
    """
    at = header.index(flag.column.name)
    places = {header.index(name) for name in results if name in header}

    def blank(row: Sequence[str | None]) -> Sequence[str | None]:
        if at >= len(row) or not flag.says_unplayed(row[at]):
            return row
        instead = FORFEIT if _word(row[at]) in _AWARDED else None
        return [instead if place in places and value else value for place, value in enumerate(row)]

    return blank
