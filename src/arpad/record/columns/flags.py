"""A column that tells games from fixtures: ``status``, ``played``, ``finished``, ``state``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import FIXTURES, OUTCOMES, tokens
from arpad.record.tables.letters import folded

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
_BEGIN_PLAYED = (
    "final",
    "finish",
    "complet",
    "fulltime",
    "afterextra",
    "afterpen",
    "beendet",
    "finalizad",
    "odehran",
    "terminad",
)
_BEGIN_UNPLAYED = (
    *(
        "live",
        "postpon",
        "cancel",
        "abandon",
        "suspend",
        "sched",
        "delay",
        "notplayed",
        "notstarted",
        "tobeplayed",
    ),
    *(
        "notyet",
        "upcoming",
        "inprogress",
        "nochnicht",
        "nichtgespielt",
        "offen",
        "ausstehend",
        "geplant",
        "porjugar",
    ),
    *(
        "pendiente",
        "programad",
        "aplazad",
        "suspendid",
        "avenir",
        "ajouer",
        "reporte",
        "dagiocare",
        "programmat",
    ),
    *(
        "rinviat",
        "teplej",
        "zaplanowan",
        "nierozegr",
        "przeloz",
        "nezah",
        "neodehr",
        "odloz",
        "planovan",
        "неначал",
        "незаверш",
    ),
    *(
        "предстои",
        "запланир",
        "отлож",
        "перенес",
        "oynanmadi",
        "ertelen",
        "baslamadi",
        "agendad",
        "adiad",
        "ajogar",
    ),
    *("nogtespelen", "nietgespeeld", "ejspelad", "planerad", "uppskjut", "ikkespil", "ikkjespel", "planlagt"),
    *("예정", "연기", "경기전", "未開始", "未开始", "未开", "未赛", "未消化", "試合前", "延期", "中止"),
)
"""How words begin that say of a game whether it was played, with whatever follows: *Final/OT*, *LIVE 63'*."""
_NOT_PLAYED = ("notplayed", "notstarted", "tobeplayed", "nichtgespielt", "nonjoue", "nojugado", "nongiocat")
_MINUTE = re.compile(r"\d{1,3}(\+\d{1,2})?\s*['′’]")
"""The minute of a game that is being played."""
_ENDINGS = frozenset(("method", "decision", "finish", "ending", "reason", "type", "win", "by", "how", "art"))
"""What a column is called that says how a fight ended."""
_YES = frozenset(
    (
        *(
            "true",
            "yes",
            "y",
            "1",
            "t",
            "x",
            "ja",
            "j",
            "oui",
            "si",
            "sim",
            "да",
            "evet",
            "tak",
            "ano",
            "예",
            "是",
        ),
        *("✓", "✔"),
    )
)
_NO = frozenset(
    ("false", "no", "n", "0", "f", "nee", "nein", "non", "nao", "нет", "hayir", "nie", "ne", "아니오", "否")
)
_TRUTHS = _YES | _NO
_SAY_PLAYED = frozenset(
    (
        *("played", "finished", "completed", "complete", "gespielt", "jugado", "disputado", "giocata"),
        *(
            "gespeeld",
            "spelad",
            "spillet",
            "oynandi",
            "сыгран",
            "zagrany",
            "odehrano",
            "joue",
            "confirmed",
            "started",
        ),
    )
)
"""What a column of truths is called that says whether a game was played; *final* may be the last round."""


def _word(value: str | None) -> str:
    return "".join(sign for sign in folded(value or "") if sign.isalnum())


def _first_word(value: str | None) -> str:
    """Return the first word of a remark: ``postponed`` of *postponed (snow)*."""
    return _word((folded(value or "").split() or [""])[0])


def _is_unplayed(value: str | None) -> bool:
    """Whether a state says that the game was not played, or not to its end."""
    word = _word(value)
    return (
        word in _UNPLAYED
        or word.startswith(_BEGIN_UNPLAYED)
        or bool(_MINUTE.fullmatch((value or "").strip()))
    )


def _is_played(value: str | None) -> bool:
    word = _word(value)
    return word in _PLAYED or word.startswith(_BEGIN_PLAYED)


@dataclass(frozen=True)
class Flag:
    """A column that says which rows were not played.

    Args:
        column: the column.
        unplayed: tells of a value whether it says that the game was not played, or not to its end.
    """

    column: SampleColumn
    unplayed: Callable[[str | None], bool]
    awards: Callable[[str | None], bool]

    def says_unplayed(self, value: str | None) -> bool:
        """Whether a value says that the game was not played, or not to its end."""
        return self.unplayed(value) or self.awards(value)


def is_flag_name(name: str) -> bool:
    """Whether a column is called as one that tells games from fixtures."""
    words = tokens(name)
    return bool(words) and len(words) <= 3 and bool(FIXTURES.intersection(words))


def flag_of(columns: Sequence[SampleColumn]) -> Flag | None:
    """Return the column whose values say of each row whether it was played; None if there is none.

    Of how fights ended only the words for no contest and no play count: 0 may be a result, *open* a stance.
    """
    for column in columns:
        flag = _flag_of(column)
        if flag is not None and any(map(flag.says_unplayed, column.values)):
            return flag
    return None


def _flag_of(column: SampleColumn) -> Flag | None:
    """Return what the values of a column say of each row; None where it is called as none that says it."""
    words = {_word(value) for value in column.distinct}
    named = _word(column.name)
    if words and words <= _TRUTHS and named in _AWARDED | _CALLED_OFF | _NO_CONTEST:
        says = _in(_YES)
        return Flag(column, _never, says) if named in _AWARDED else Flag(column, says, _never)
    if is_flag_name(column.name):
        if words <= _TRUTHS:
            if not _SAY_PLAYED.intersection(column.tokens):
                return None
            only_yes = words <= _YES and len(column.filled) < len(column.values)
            return Flag(column, (lambda value: not _word(value)) if only_yes else _in(_NO), _never)
        told = [value for value in column.distinct if _is_played(value) or _is_unplayed(value)]
        told += [value for value in column.distinct if _word(value) in _AWARDED]
        if 2 * len(told) < len(column.distinct):
            return None
        return Flag(column, _is_unplayed, _in(_AWARDED))
    if is_ending_name(column.name):
        return Flag(column, _in(_NO_CONTEST), _in(_AWARDED))
    if is_remark_name(column.name):
        return Flag(column, _begins_with(_CALLED_OFF | _NO_CONTEST), _begins_with(_AWARDED))
    return None


def _never(value: str | None) -> bool:
    return False


def _in(words: frozenset[str]) -> Callable[[str | None], bool]:
    return lambda value: _word(value) in words


def _begins_with(words: frozenset[str]) -> Callable[[str | None], bool]:
    return lambda value: (
        _word(value) in words
        or _first_word(value) in words
        or (words is not _AWARDED and _word(value).startswith(_NOT_PLAYED))
    )


def may_award(name: str) -> bool:
    """Whether a column is called by a word for games that were not played: *walkover*, *abandoned*."""
    return _word(name) in _AWARDED | _CALLED_OFF | _NO_CONTEST


def is_remark_name(name: str) -> bool:
    """Whether a column is called as one of remarks."""
    words = tokens(name)
    return 1 <= len(words) <= 2 and bool(_REMARKS.intersection(words))


def says_no_game(name: str, value: str) -> bool:
    """Whether a value may say, in a column of such a name, that a game was not played or not to its end."""
    if is_remark_name(name):
        return _begins_with(_CALLED_OFF | _NO_CONTEST | _AWARDED)(value)
    word = _word(value)
    return _is_unplayed(value) or word in _AWARDED or word in _NO


def says_only_endings(column: SampleColumn) -> bool:
    """Whether a column of results names the end of some games, such as a forfeit, and no result of any."""
    words = {_word(value) for value in column.distinct}
    return bool(words) and words <= _CALLED_OFF | _AWARDED | _NO_CONTEST


def are_truths(column: SampleColumn) -> bool:
    """Whether a column says yes or no in words: a 1 or a 0 may be the number of a round."""
    words = {_word(value) for value in column.distinct}
    return bool(words) and words <= _TRUTHS and not words <= {"0", "1"}


def is_ending_name(name: str) -> bool:
    """Whether a column is called as one of how games ended."""
    words = tokens(name)
    return 1 <= len(words) <= 3 and bool((_ENDINGS | OUTCOMES.keys()).intersection(words))


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
        instead = FORFEIT if flag.awards(row[at]) else None
        return [instead if place in places and value else value for place, value in enumerate(row)]

    return blank
