"""The words of column names: sides, what names somebody, what counts as a score, and what misleads.

English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Czech, Russian, Turkish, Swedish,
Norwegian, Danish, Finnish, Korean, Japanese and Chinese; compared without case and accents. Of Slovene,
Croatian, Serbian, Slovak, Hungarian, Romanian, Bulgarian, Ukrainian, Greek, Estonian, Latvian, Lithuanian,
Icelandic, Indonesian, Malay and Vietnamese the commonest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from arpad.record.tables.letters import folded

Kind = Literal["home", "white", "winner", "number", "place", "opponent"]
"""How two sides are told apart: by the venue, the colour of the pieces, who won, a number or letter, a place
or a shirt that says nothing, or as oneself and an opponent."""


class SideMark(NamedTuple):
    """A word that tells the two sides apart.

    Args:
        kind: how.
        pair: which pair of words, among those of the kind.
        second: whether it is the second side's.
    """

    kind: Kind
    pair: str
    second: bool


def folded_words(text: str) -> tuple[str, ...]:
    """Return the words of a text as they are compared: without case and accents."""
    return tuple(folded(word) for word in text.split())


_HOME = folded_words(
    "home host heim dom domicile local casa thuis mandante хозяева gospodarz gospodarze domaci "
    "gospodarzy domacich hjemme "
    "hemma koti ev evsahibi 홈 ホーム 主 主队 主場 主场 主隊 hjemmelag hemmalag hjemmehold "
    "heimmannschaft kotijoukkue hazai хозяев domaca domace domacin domacini domov tuanrumah kandang "
    "majinieki "
    "majiniekiem seimininkai seimininku namuose kodumeeskond kodus gazde gazda acasa gazdele домакин "
    "домакини "
    "господарі γηπεδουχος γηπεδουχοι heimalid chunha sannha hjemmebane hemmaplan"
)
_AWAY = folded_words(
    "away visitor visitors visiting visit road guest gast gaste auswarts auswaerts exterieur "
    "visitante visitantes otros ospite ospiti trasferta uit fora гости гостей gosc goscie hoste "
    "gosci hostu deplasman "
    "misafir konuk "
    "ext bortalag borta borte ude vieras 원정 アウェイ アウェー ビジター 客 客队 客場 客场 客隊 bortelag "
    "udehold gastmannschaft vierasjoukkue vendeg gostje gost gostujoca gostujoci gostujuca gostujuci gosti "
    "gostov hostia hostujuci hostujuca tamu tandang viesi viesiem izbraukuma sveciai sveciu isvykoje "
    "voorsil kulalised oaspeti oaspete oaspetii гост госту φιλοξενουμενος φιλοξενουμενοι gestir "
    "doikhach sankhach udebane bortaplan"
)
_WON = folded_words(
    "winner winners winning won victor champ champion sieger gewinner vainqueur gagnant ganador vencedor "
    "vincitore winnaar "
    "zwyciezca zmagovalec zmagovalka pobjednik pobednik uzvaretajs nugaletojas voitja gyoztes nyertes "
    "castigator invingator победител переможець pemenang νικητης vitez победитель kazanan galip vinnare "
    "vinner vinder voittaja 승자 勝者 胜者 胜方 "
    "勝利チーム"
)
WINNERS = frozenset(_WON) - {"won", "winning"}
"""What somebody is called who has won."""

_LOST = folded_words(
    "loser losers losing lost defeated runnerup runnersup verlierer perdant perdedor perdente "
    "verliezer przegrany porazeny "
    "проигравший porazenec porazeni zaudetajs pralaimejes kaotaja vesztes invins pecundang kaybeden "
    "maglup forlorare taper taber haviaja 패자 敗者 败者 负者 敗戦チーム"
)
_WHITE = folded_words(
    "white weiss blanc blancs blancas bianco wit brancas белые 백 白 biale bily beyaz vit hvit hvid"
)
_BLACK = folded_words(
    "black schwarz noir noirs negras nero zwart pretas черные 흑 黒 黑 czarne cerny siyah svart sort"
)
_NUMBERS: tuple[tuple[str, str], ...] = (
    ("1", "2"), ("0", "1"), ("a", "b"), ("one", "two"), ("first", "second"), ("i", "ii"), ("x", "y"),
    ("先手", "後手"), ("先手", "后手"),
)  # fmt: skip
_PLACES: tuple[tuple[str, str], ...] = (
    ("left", "right"), ("blue", "red"), ("blue", "orange"), ("red", "green"), ("red", "white"),
    ("radiant", "dire"), ("top", "bottom"), ("north", "south"), ("ns", "ew"), ("links", "rechts"),
    ("attacker", "defender"), ("azul", "rojo"), ("azul", "vermelho"), ("bleu", "rouge"), ("blau", "rot"),
    ("청", "홍"), ("蓝", "红"), ("青", "赤"), ("ct", "t"), ("r", "b"), ("east", "west"), ("東", "西"),
)  # fmt: skip
_OPPONENTS = folded_words(
    "opponent opp opponents their them theirs rival against enemy foe gegner adversaire oponente "
    "adversario avversario avversari adversarios adversaires oponentes rivales contrarios "
    "tegenstander przeciwnik rywal souper соперник rakip motstandare motstander modstander vastustaja 상대 "
    "상대팀 対戦相手 对手"
)

NAMES: Mapping[str, float] = MappingProxyType(
    {
        **dict.fromkeys(
            folded_words(
                "name names nom nombre nome naam nazwa imie jmeno имя название ad isim adi namn navn "
                "nimi meno ime nama nume vards vardas nafn ονομα име 이름 名前 名称 姓名 选手名"
            ),
            1.0,
        ),
        **dict.fromkeys(
            folded_words(
                "team teams player players club clubs fighter fencer boxer wrestler rikishi "
                "competitor contestant participant entrant athlete model engine bot username user "
                "side squad franchise nation country driver racer horse person "
                "bowler golfer gymnast archer shooter rower climber surfer cyclist jumper "
                "thrower cuber "
                "rider runner skier skater swimmer pilot jockey reiter fahrer laufer schwimmer springer "
                "coureur cavalier nageur corredor jinete ciclista corridore pilota cavaliere ruiter renner "
                "nazev nev mannschaft verein "
                "spieler klub equipe joueur equipo jugador seleccion squadra giocatore ploeg elftal "
                "speler equipa equipas clube clubes jogador selecao druzyna zawodnik gracz druzstvo "
                "tym hrac takim oyuncu kulup команда игрок клуб lag hold spelare spiller joukkue "
                "ekipa ekipe mostvo igralec igralca igralka igrac momcad tekmovalec tekmovalca tekmovalka "
                "takmicar takmicarka natjecatelj pretekar muzstvo druzstva tim pemain pasukan peserta "
                "komanda "
                "komandas speletajs dalibnieks dalibniece sportists zaidejas dalyvis meeskond mangija "
                "osaleja "
                "voistleja csapat jatekos versenyzo echipa jucator jucatorul concurent sportiv отбор играч "
                "състезател гравець учасник ομαδα παικτης leikmadur cauthu "
                "teilnehmer teilnehmerin athlet athletin sportler deelnemer deelneemster atleet participante "
                "concurrent concurrente atleta piloto partecipante concorrente uczestnik kolarz biegacz "
                "zavodnik "
                "zavodnice jezdec bezec ucastnik участник спортсмен гонщик deltagare deltager utovare "
                "idrottare "
                "lober rytter kilpailija urheilija juoksija hiihtaja yarismaci sporcu "
                "pelaaja 팀 선수 팀명 チーム 選手 力士 队 球队 队伍 选手 球员 对 duo pair partnership"
            ),
            1.0,
        ),
        **dict.fromkeys(
            folded_words("tag handle nick nickname alias gamertag full fullname long display"), 0.6
        ),
        **dict.fromkeys(folded_words("p t pl tm ply"), 0.7),
        **dict.fromkeys(
            folded_words("code abbr abbrev abbreviation acronym abb short tri tricode symbol slug key kod"),
            0.1,
        ),
    }
)
"""What a column of names is called, and how much that says."""

IDS = frozenset(folded_words("id ids uid uuid pk nr no num number"))
"""What a column of ids is called."""

SCORES: Mapping[str, float] = MappingProxyType(
    {
        **dict.fromkeys(
            folded_words(
                "score scores scored resultados crowns goals goal points point pts runs run sets set games "
                "frames legs "
                "maps rounds tore tor punkte satze buts but goles gol gols golos puntos pontos punti "
                "goly branky endstand "
                "reti punten doelpunten punkty gole bramki golu skor skore sayi голы очки счет mal poang "
                "goli zadetki tocke tock nizi golovi pogoci poeni bodovi body bodu poin nilai varti "
                "punkti ivarciai taskai "
                "varavad punktid pont pontok goluri puncte scor точки голове голи очок рахунок placar "
                "marcador "
                "tantos punteggio stigin diem τερματα ποντοι σκορ "
                "poeng point maalit pisteet 득점 점수 스코어 골 得点 点数 スコア 比分 进球 进球数 "
                "得分 分数 keys caps discs fgoals wins stones imps vps vp cups kills stack result res "
                "total final ft fulltime"
            ),
            1.0,
        ),
        **dict.fromkeys(folded_words("k g s p r fs sc gf td dp mp cp tp bp"), 0.5),
    }
)
"""What a column is called that holds what a side made, and how much that says."""

GAMES = re.compile(
    r"(?i)(match|game|result|fixture|bout|fight|score|event|partid|spiel|partie|wedstrijd|rencontre|series|sets?$"
    r"|tekm|utakmic|zapas|mecz|kampe|ottelu|pertanding|meciuri|speles|mangud|rungtyn|merkoz|maclar|jogos?$"
    r"|матч|игры|경기|試合|比赛|对局)"
)
"""What a list of games is called."""

FINAL = frozenset(folded_words("final ft fulltime total endstand"))
"""What says that a score is that of the end."""

DECIDING = frozenset(folded_words("set sets maps frames satze saetze manches セット 세트 局"))
"""What decides a match beside the points, games or rounds made within: the side with more sets wins."""

MISLEADING = frozenset(
    folded_words(
        "ht half halftime q q1 q2 q3 q4 quarter period periods inning innings overtime ot shot shots "
        "target corner corners foul fouls card cards yellow red_cards possession odds odd prob "
        "probability expected exp xg elo rating ratings rank ranking ranks seed seeds age ages height "
        "weight trophy trophies pen pens penalty penalties shootout tiebreak aces ace df svpt spread "
        "line moneyline "
        "ml handicap attendance record streak before after pre post prev previous old new change diff "
        "delta margin bet bb bw iw lb ps wh sj vc gb bs avg max min mean close open predicted "
        "prediction forecast percent pct percentage rate ratio assists assist saves rebounds steals "
        "turnovers blocks errors hits walks yards fumbles sacks interceptions timeouts duration "
        "minutes seconds time year birth dob salary value price crc count won lost drawn played "
        "position place standing index size partial quote quoten cote cotes cuota cuotas kurs mitad "
        "mitemps halbzeit intervalo ruststand rust rusten polowa polocas devre ilk тайм коэффициент рейтинг "
        "возраст 전반 前半 半场 레이팅 배당 赔率 last recent h2h form gd"
    )
)
"""Words of columns beside the score that look like it: half-time, odds, ratings, shots."""

NOT_OF_THE_MATCH = frozenset(
    folded_words(
        "bet bets tip tipp tips pick picks prono prognose prediction predicted expected projected favorite "
        "favourite first last set half halftime period quarter possession toss coin ats ou spread upset drug "
        "test fan vote poll season career table fantasy"
    )
)
"""What stands beside *winner* or *result* where it is that of a bet, or of a part of the game."""

BETS = frozenset(
    folded_words("stake profit wager bet bets units payout roi einsatz gewinn apuesta mise pick tip tipp")
)
"""What columns of bets are called: a result beside them is that of the bet."""

NOT_NAMES = frozenset(
    folded_words(
        "coach manager captain city town state image img logo url link color colour conference "
        "division pitcher goalie goalkeeper keeper stadium venue arena ground entry hand ioc "
        "formation nationality region flag moderator referee umpire judge toss favorite favourite "
        "deck decks commander character characters hero heroes comp comps race class type weight "
        "stance trainer owner sponsor lineup "
        "starters scorers bench wiki website email league surface opening eco termination rank title "
        "federation group trener allenatore entraineur entrenador тренер 감독 监督 教练 stadt ort "
        "ville ciudad citta miasto mesto город"
    )
)
"""What a column is called that names something else than a side."""

OUTCOMES: Mapping[str, float] = MappingProxyType(
    {
        **dict.fromkeys(
            folded_words(
                "result results outcome ftr res wl wdl winloss ergebnis resultat resultado risultato "
                "rezultat izid vysledok hasil rezultats rezultatas tulemus eredmeny резултат αποτελεσμα "
                "ketqua placar "
                "esito uitslag resultaat wynik vysledek результат исход sonuc tulos utfall 결과 승패 "
                "segno signo "
                "結果 勝敗 结果 胜负 score decision verdict"
            ),
            1.0,
        ),
        **dict.fromkeys(
            folded_words("won win wins winner victory sieg victoire victoria vitoria vittoria zwyciestwo"),
            0.7,
        ),
    }
)
"""What a column is called that tells how a game ended."""

DATES: Mapping[str, float] = MappingProxyType(
    {
        **dict.fromkeys(
            folded_words(
                "date datetime day played playedat matchdate gamedate datum fecha data дата tarih "
                "dato paiva paivamaara 날짜 일자 경기일 tarihi datumet 日付 開催日 日期 比赛日期 dia "
                "giorno jour dzien termin tanggal tgl datums kuupaev idopont dagsetning pvm ngay "
                "ημερομηνια den"
            ),
            1.0,
        ),
        **dict.fromkeys(
            folded_words("timestamp time start started utc created at kickoff begin when moment"), 0.6
        ),
        **dict.fromkeys(folded_words("year season week round"), 0.1),
    }
)
"""What a column is called that tells when a game was played."""

NOT_DATES = frozenset(
    folded_words("id uid uuid updated modified birth dob ingested registered expiry upload")
)
"""What a column of another date is called."""

PLACES = frozenset(
    folded_words(
        "place rank position finish placing placement standing order pos platz rang classement puesto "
        "posto posizione plaats posicao miejsce poradi rnk posn misto место sira placering "
        "class clas clt clst classmt por poradie umiestnenie uvrstitev plasman vieta koht helyezes loc locul "
        "място місце peringkat plass plats sijoitus sija colocacao classificacao clasificacion piazzamento "
        "pozicija pozice pozycja θεση hang saeti rg rgt plz lp lugar mesto "
        "순위 順位 着順 名次"
    )
)
"""What the place in a contest is called."""

OF_MORE_MEANINGS = frozenset(folded_words("class por loc lp lugar koht hang mesto vieta order pos"))
"""Which of these words may say something else: a category, a position on a field, a town."""

FIXTURES = frozenset(
    folded_words(
        "played status finished completed complete live state done final gespielt disputado jugado estado "
        "statut stato статус durum situacao stan stav tila tilstand gespeeld spelad spillet oynandi сыгран "
        "zagrany odehrano joue confirmed started 状态 状態 상태 试合状态 試合状態"
    )
)
"""What a column is called that tells games from fixtures."""

REMARKS = frozenset(
    folded_words(
        "note notes remark remarks comment comments annotation info bemerkung bemerkungen "
        "anmerkung anmerkungen hinweis kommentar remarque remarques commentaire observacion "
        "observaciones observacoes nota opmerking opmerkingen uwagi uwaga poznamka примечание "
        "комментарии not 비고 備考 备注"
    )
)
"""What a column is called that has remarks in words, of which most say nothing of a result."""

ENDINGS = frozenset(folded_words("method decision finish ending reason type win by how art"))
"""What a column is called that says how a fight ended."""

PLAYED_NAMES = frozenset(
    folded_words(
        "played finished completed complete gespielt jugado disputado giocata gespeeld spelad "
        "spillet oynandi сыгран zagrany odehrano joue confirmed started"
    )
)
"""What a column of truths is called that says whether a game was played; *final* may be the last round."""

_SPECIAL = {
    "fthg": "ft home goals", "ftag": "ft away goals", "hthg": "ht home goals", "htag": "ht away goals",
    "hg": "home goals", "ag": "away goals", "hgoals": "home goals", "agoals": "away goals",
    "hscore": "home score", "ascore": "away score", "hteam": "home team", "ateam": "away team",
    "hs": "home shots", "as": "away shots", "hst": "home shots target", "ast": "away shots target",
    "hc": "home corners", "ac": "away corners", "hf": "home fouls", "af": "away fouls",
    "hy": "home yellow", "ay": "away yellow", "hr": "home red_cards", "ar": "away red_cards",
    "hpts": "home pts", "vpts": "away pts", "vis": "away", "vtm": "away team", "htm": "home team",
    "wname": "winner name", "lname": "loser name", "w": "winner", "l": "loser",
    "wscore": "winner score", "lscore": "loser score", "wteam": "winner team", "lteam": "loser team",
    "gf": "own goals", "ga": "opponent goals", "pf": "own points", "pa": "opponent points",
    "rf": "own runs", "ra": "opponent runs",
    "wpts": "winner pts", "lpts": "loser pts", "wteamid": "winner team id", "lteamid": "loser team id",
}  # fmt: skip
"""Abbreviations that are words put together."""

_PHRASES = {
    ("ev", "sahibi"): "evsahibi",
    ("tuan", "rumah"): "tuanrumah",
    ("chu", "nha"): "chunha",
    ("san", "nha"): "sannha",
    ("san", "khach"): "sankhach",
    ("doi", "khach"): "doikhach",
    ("doi", "nha"): "chunha",
    ("ket", "qua"): "ketqua",
    ("cau", "thu"): "cauthu",
    ("runner", "up"): "runnerup",
    ("runners", "up"): "runnersup",
    ("half", "time"): "halftime",
    ("first", "half"): "halftime",
    ("1", "half"): "halftime",
    ("mi", "temps"): "halftime",
    ("ilk", "yari"): "halftime",
    ("primer", "tiempo"): "halftime",
    ("full", "time"): "fulltime",
    ("date", "time"): "datetime",
}
"""Two words that are one."""

_PAIRS: tuple[tuple[Kind, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("home", "venue", _HOME, _AWAY),
    ("winner", "won", _WON, _LOST),
    ("white", "colour", _WHITE, _BLACK),
    *(("number", f"{one}/{two}", (folded(one),), (folded(two),)) for one, two in _NUMBERS),
    *(("place", f"{one}/{two}", (folded(one),), (folded(two),)) for one, two in _PLACES),
)


@lru_cache(1)
def _marks() -> Mapping[str, tuple[SideMark, ...]]:
    marks: dict[str, list[SideMark]] = {}
    for kind, pair, first, second in _PAIRS:
        for words, is_second in ((first, False), (second, True)):
            for word in words:
                marks.setdefault(word, []).append(SideMark(kind, pair, is_second))
    # "h" and "a" alone are home and away; "a" is also the first of "a" and "b".
    marks.setdefault("h", []).append(SideMark("home", "venue", second=False))
    marks.setdefault("a", []).append(SideMark("home", "venue", second=True))
    marks.setdefault("v", []).append(SideMark("home", "venue", second=True))
    return {word: tuple(marks) for word, marks in marks.items()}


def marks_of(word: str) -> tuple[SideMark, ...]:
    """Return what a word says of the sides; nothing for most words."""
    return _marks().get(word, ())


def is_numbered(name: str) -> bool:
    """Whether a column is one side's by a number or a letter alone, so that both sides may stand first."""
    return any(mark.kind == "number" for word in tokens(name) for mark in marks_of(word))


OPPONENTS = frozenset(_OPPONENTS)
"""What the other side is called beside oneself."""


_NOT_WITHIN = frozenset(("fs", "body", "den"))
"""Words that are parts of other ones: play-offs, nobody, golden."""


@lru_cache(1)
def _vocabulary() -> frozenset[str]:
    """Return the words into which names without blanks are taken apart."""
    vocabulary: set[str] = set()
    groups: Iterable[Iterable[str]] = (
        _HOME, _AWAY, _WON, _LOST, _WHITE, _BLACK, _OPPONENTS, NAMES, SCORES, MISLEADING, NOT_NAMES, OUTCOMES,
        DATES, IDS, FINAL, (word for pair in _PLACES for word in pair),
        ("match", "game", "start", "end", "red", "blue", "orange", "is", "of", "the", "schedule"),
    )  # fmt: skip
    for group in groups:
        vocabulary.update(word for word in group if len(word) >= 2 or not word.isascii())
    return frozenset(vocabulary) - _NOT_WITHIN


_CAMEL = re.compile(
    r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
    r"|(?<=[぀-ヿ㐀-鿿가-힣])(?=[A-Za-z])|(?<=[A-Za-z])(?=[぀-ヿ㐀-鿿가-힣])"
)
"""Where a word ends without a sign: at a capital, and between the letters of two scripts (``팀A``)."""

_PARTS = re.compile(r"[^\W\d_]+|\d+")
_LEGEND = re.compile(r"\s*[(\[][^)\]]*[:=][^)\]]*[)\]]")
"""What a name explains of the values: ``Result (1: win, 0: loss)``."""


@lru_cache(4096)
def tokens(name: str) -> tuple[str, ...]:
    """Return the words of a column name: ``homeScore``, ``score_home`` and ``Score (Home)`` have the same."""
    words: list[str] = []
    for part in _PARTS.findall(_CAMEL.sub(" ", _LEGEND.sub("", name) or name)):
        word = folded(part)
        if word in _SPECIAL:
            words += _SPECIAL[word].split()
        elif word in _vocabulary():
            words.append(word)
        else:
            words += _apart(word) or (word,)
    return _joined(_with_teams(words))


def _with_teams(words: list[str]) -> list[str]:
    """Return words with the Portuguese for a team, *time*, told apart from the English word."""
    sides = ("casa", "fora", "visitante", "mandante")
    return ["equipe" if word == "time" else word for word in words] if set(sides) & set(words) else words


def _joined(words: Sequence[str]) -> tuple[str, ...]:
    """Return words with those of a phrase as one."""
    joined: list[str] = []
    for word in words:
        if joined and (joined[-1], word) in _PHRASES:
            joined[-1] = _PHRASES[joined[-1], word]
        else:
            joined.append(word)
    return tuple(joined)


def _apart(word: str) -> tuple[str, ...] | None:
    """Return the known words of which a word consists, the fewest; None if it does not."""
    if len(word) < 3:
        return _apart_signs(word) if not word.isascii() else None
    best: dict[int, tuple[str, ...]] = {0: ()}
    for end in range(1, len(word) + 1):
        for start in range(max(0, end - 18), end):
            if start in best and word[start:end] in _vocabulary():
                candidate = (*best[start], word[start:end])
                if end not in best or len(candidate) < len(best[end]):
                    best[end] = candidate
    return best.get(len(word))


def _apart_signs(word: str) -> tuple[str, ...] | None:
    parts = tuple(word)
    return parts if len(parts) > 1 and all(part in _vocabulary() for part in parts) else None
