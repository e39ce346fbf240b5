"""The words in cells that say how a game ended, whether it was played, and yes or no.

In the languages of :mod:`.words`, which has the words of column names; compared without case and accents, and
for the states of games without blanks and signs.
"""

from __future__ import annotations

from arpad.record.columns.words import folded_words as _words

YES = frozenset(_words("true yes y 1 t x ja j oui si sim да evet tak ano 예 是 ✓ ✔"))
"""What says yes."""

NO = frozenset(_words("false no n 0 f nee nein non nao нет hayir nie ne 아니오 否"))
"""What says no."""

TRUTHS = YES | NO

TRUTH_WORDS = TRUTHS - {"0", "1"}
"""Truths in words: a 1 or a 0 may be a number."""

WON = YES.union(_words("1.0 w win won v s sieg g victory"))
"""What says that a side has won, in a column of one side."""

LOST = NO.union(_words("0.0 l loss lost lose niederlage p defeat"))
"""What says that a side has lost, in such a column."""

DRAWN = frozenset(_words("d draw drawn tie 0.5 0,5 ½ 1/2 u x remis e"))
"""What says that a game was drawn, in such a column."""

DRAWS = frozenset(_words("draw drawn drew tied tie halved remis unentschieden empate pareggio nul gelijk"))
"""What a column or a remark says of a drawn game."""

PLAYED = frozenset(
    _words(
        "true yes y 1 ft finished final completed complete played aet ended closed done over fulltime "
        "post result decided beendet gespielt finalizado finalizada terminado termine finito giocata "
        "gespeeld afgelopen encerrado zakonczony завершен сыгран bitti 종료 終了 完场 已结束 "
        "off matchfinished finishedaet finishedpen pen fin"
    )
)
"""States of a game that was played."""

UNPLAYED = frozenset(
    _words(
        "false no n 0 ns notstarted scheduled upcoming timed fixture pre preview pending tbd tba "
        "postponed pst ppd cancelled canceled live inprogress inplay running ongoing "
        "unconfirmed 1h 2h ht halftime suspended susp "
        "abandoned delayed waiting open geplant angesetzt verlegt programado aplazado reporte programmata "
        "rinviata gepland uitgesteld agendado adiado abd запланирован отложен 예정 연기 未開始 未开始 延期 "
        "future canc prevu"
    )
)
"""States of a game that was not played, or not to its end."""

AWARDED = frozenset(
    _words(
        "awarded awd walkover wo forfeit forfeited defaulted wertung kampflos forfait tavolino giudizio "
        "технический 몰수"
    )
)
"""What says that a game was decided without play."""

CALLED_OFF = frozenset(
    _words(
        "postponed pst ppd cancelled canceled calledoff abandoned void voided annulled notplayed "
        "didnotplay rainedout abgesagt ausgefallen abgebrochen annulliert verlegt verschoben "
        "nichtgespielt aplazado suspendido cancelado reporte annule nonjoue rinviata annullata sospesa "
        "uitgesteld afgelast gestaakt adiado przelozony odwolany odlozeno zruseno отложен отменен "
        "ertelendi iptal 연기 취소 延期 中止 取消 추후편성"
    )
)
"""What a remark says of a game that was not played, or not to its end."""

PUT_OFF = frozenset(
    _words(
        "postponed pst ppd rescheduled verlegt verschoben aplazado aplazada reprogramado reporte rinviata "
        "rinviato posticipata uitgesteld adiado adiada przelozony przelozone odlozeno odlozene prestavljena "
        "uppskjuten utsatt udsat siirretty parcelta отложен перенесен ertelendi ditunda 연기 延期"
    )
)
"""What is said of a game that was put off to another day: with a result it was played then."""

NO_CONTEST = frozenset(_words("nc cnc nocontest nodecision overturned nullified"))
"""What the end of a fight is called that counts for nobody: *could not continue*, *no contest*."""

PLAYED_BEGIN = _words("final finish complet fulltime afterextra afterpen beendet finalizad odehran terminad")
"""How the words begin that say of a game that it was played, with whatever follows: *Final/OT*."""

UNPLAYED_BEGIN = _words(
    "live postpon cancel abandon suspend sched delay notplayed notstarted tobeplayed notyet upcoming "
    "inprogress nochnicht nichtgespielt offen ausstehend geplant porjugar pendiente programad aplazad "
    "suspendid avenir ajouer reporte dagiocare programmat rinviat teplej zaplanowan nierozegr przeloz "
    "nezah neodehr odloz planovan неначал незаверш предстои запланир отлож перенес oynanmadi ertelen "
    "baslamadi agendad adiad ajogar nogtespelen nietgespeeld ejspelad planerad uppskjut ikkespil "
    "ikkjespel planlagt 예정 연기 경기전 未開始 未开始 未开 未赛 未消化 試合前 延期 中止"
)
"""How the words begin that say of a game that it was not played, or not to its end: *LIVE 63'*."""

NOT_PLAYED_BEGIN = _words("notplayed notstarted tobeplayed nichtgespielt nonjoue nojugado nongiocat")
"""How a remark begins that says in two words that a game was not played."""
