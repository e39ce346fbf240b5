"""The names of columns that people use, as data: :mod:`.header` matches a header with them.

A name is compared without case, accents, blanks, dots, dashes and underscores: ``Home Team``, ``home_team``
and ``HomeTeam`` are one, and so are ``Équipe 1`` and ``equipe1``. The names of other languages than English
follow those of English: German, French, Spanish, Italian, Dutch, Portuguese, Russian and Korean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from arpad.record.tables.letters import folded


@lru_cache(maxsize=2048)
def normal(name: str) -> str:
    """Return a column name as it is compared: without case, accents, blanks, dots, dashes and underscores."""
    return re.sub(r"[\s._\-]+", "", folded(name))


@dataclass(frozen=True)
class Sides:
    """A pair of column names for the two sides.

    Args:
        first: the first side's column.
        second: the other side's.
        advantage: +1 where the first side has White or plays at home, 0 where the names do not say so.
        venue: the names say nothing, but a ``neutral`` column beside them does: not neutral is at home.
        won: the first side won every game, unless a result column says otherwise.
        colours: the first side has White and the second Black.
    """

    first: str
    second: str
    advantage: int = 0
    venue: bool = True
    won: bool = False
    colours: bool = False


Pairs = tuple[tuple[str, str], ...]

COLOURS: Pairs = (
    ("white", "black"),
    ("weiß", "schwarz"),
    ("blancs", "noirs"),
    ("blanc", "noir"),
    ("blancas", "negras"),
    ("bianco", "nero"),
    ("wit", "zwart"),
    ("brancas", "pretas"),
    ("белые", "чёрные"),
    ("백", "흑"),
)
"""White and Black: names of columns, and words for the winner."""

VENUES: Pairs = (
    ("home", "away"),
    ("heim", "gast"),
    ("heim", "auswärts"),
    ("domicile", "extérieur"),
    ("local", "visitante"),
    ("casa", "trasferta"),
    ("casa", "ospite"),
    ("thuis", "uit"),
    ("casa", "fora"),
    ("mandante", "visitante"),
    ("хозяева", "гости"),
    ("홈", "원정"),
)
"""At home and away: names of columns, and words for the winner."""

_AT_HOME: Pairs = (
    ("heimmannschaft", "gastmannschaft"),
    ("heimteam", "gastteam"),
    ("équipe_domicile", "équipe_extérieur"),
    ("equipo_local", "equipo_visitante"),
    ("squadra_casa", "squadra_ospite"),
    ("squadra_casa", "squadra_trasferta"),
    ("thuisploeg", "uitploeg"),
    ("thuisteam", "uitteam"),
    ("equipa_casa", "equipa_fora"),
    ("홈팀", "원정팀"),
)
_NUMBERED: Pairs = (
    ("spieler1", "spieler2"),
    ("mannschaft1", "mannschaft2"),
    ("joueur1", "joueur2"),
    ("équipe1", "équipe2"),
    ("jugador1", "jugador2"),
    ("equipo1", "equipo2"),
    ("giocatore1", "giocatore2"),
    ("squadra1", "squadra2"),
    ("speler1", "speler2"),
    ("ploeg1", "ploeg2"),
    ("jogador1", "jogador2"),
    ("equipa1", "equipa2"),
    ("игрок1", "игрок2"),
    ("команда1", "команда2"),
    ("선수1", "선수2"),
    ("팀1", "팀2"),
    ("spieler_a", "spieler_b"),
    ("mannschaft_a", "mannschaft_b"),
    ("joueur_a", "joueur_b"),
    ("équipe_a", "équipe_b"),
    ("jugador_a", "jugador_b"),
    ("equipo_a", "equipo_b"),
    ("speler_a", "speler_b"),
    ("игрок_a", "игрок_b"),
    ("선수_a", "선수_b"),
)
_OPPONENTS: Pairs = (
    ("spieler", "gegner"),
    ("joueur", "adversaire"),
    ("jugador", "oponente"),
    ("jugador", "rival"),
    ("giocatore", "avversario"),
    ("speler", "tegenstander"),
    ("jogador", "adversário"),
    ("игрок", "соперник"),
    ("선수", "상대"),
)
_WON: Pairs = (
    ("sieger", "verlierer"),
    ("gewinner", "verlierer"),
    ("vainqueur", "perdant"),
    ("gagnant", "perdant"),
    ("ganador", "perdedor"),
    ("vincitore", "perdente"),
    ("winnaar", "verliezer"),
    ("vencedor", "perdedor"),
    ("победитель", "проигравший"),
    ("승자", "패자"),
)

SIDES: tuple[Sides, ...] = (
    Sides("first", "second"),
    Sides("white", "black", 1, colours=True),
    Sides("white_player", "black_player", 1, colours=True),
    Sides("white_name", "black_name", 1, colours=True),
    Sides("white_id", "black_id", 1, colours=True),
    Sides("home_team", "away_team", 1),
    Sides("home", "away", 1),
    Sides("home_name", "away_name", 1),
    Sides("home_player", "away_player", 1),
    Sides("home_team_name", "away_team_name", 1),
    Sides("team1", "team2"),
    Sides("team_a", "team_b"),
    Sides("player_a", "player_b"),
    Sides("player1", "player2"),
    Sides("player1_name", "player2_name"),
    Sides("p1", "p2"),
    Sides("name1", "name2"),
    Sides("side1", "side2"),
    Sides("opponent1", "opponent2"),
    Sides("competitor1", "competitor2"),
    Sides("model_a", "model_b"),
    Sides("player", "opponent"),
    Sides("team", "opponent"),
    Sides("a", "b"),
    Sides("winner", "loser", venue=False, won=True),
    Sides("winner_name", "loser_name", venue=False, won=True),
    *(Sides(first, second, 1, colours=True) for first, second in COLOURS[1:]),
    *(Sides(first, second, 1) for first, second in (*VENUES[1:], *_AT_HOME)),
    *(Sides(first, second) for first, second in (*_NUMBERED, *_OPPONENTS)),
    *(Sides(first, second, venue=False, won=True) for first, second in _WON),
)
"""The two sides. The first pair of which both columns are there is taken."""

IDS: Pairs = (("first_id", "second_id"), ("id1", "id2"), ("id_a", "id_b"))
"""The ids of the players beside their names; the names of the sides make more (:func:`id_columns`)."""

_KINDS_OF_IDS = ("id", "fide_id", "player_id", "team_id", "uscf_id", "ecf_code", "pid")
_ENDS_OF_SIDES = ("name", "player", "team", "team_name")


def id_columns(sides: Sides) -> Iterator[tuple[str, str]]:
    """Yield the names that columns of ids may have beside two sides, in their normal form.

    Beside ``white`` and ``black`` these are ``white_id``, ``white_fide_id``, ``id_white`` and the like, and
    beside ``home_team_name`` also ``home_team_id`` and ``home_id``.
    """
    ends = ("", *(normal(end) for end in _ENDS_OF_SIDES))
    one, two = normal(sides.first), normal(sides.second)
    for end in ends:
        # The ids of a player and an opponent, or of a team and one, share no end.
        stems = one.removesuffix(end) or one, two.removesuffix(end) or two
        for kind in map(normal, _KINDS_OF_IDS):
            yield stems[0] + kind, stems[1] + kind
            yield kind + stems[0], kind + stems[1]
    if not sides.won:
        yield from ((normal(first), normal(second)) for first, second in IDS)


POINTS: Pairs = (
    ("points_first", "points_second"),
    ("first_points", "second_points"),
    ("score_first", "score_second"),
    ("first_score", "second_score"),
    ("home_score", "away_score"),
    ("home_team_score", "away_team_score"),
    ("home_goals", "away_goals"),
    ("home_points", "away_points"),
    ("fthg", "ftag"),
    ("hg", "ag"),
    ("score1", "score2"),
    ("goals1", "goals2"),
    ("points1", "points2"),
    ("team1_score", "team2_score"),
    ("player1_score", "player2_score"),
    ("p1_score", "p2_score"),
    ("score_a", "score_b"),
    ("points_a", "points_b"),
    ("player_a_score", "player_b_score"),
    ("a_points", "b_points"),
    ("a_score", "b_score"),
    ("a_discs", "b_discs"),
    ("white_discs", "black_discs"),
    ("white_score", "black_score"),
    ("white_points", "black_points"),
    ("winner_score", "loser_score"),
    ("winner_points", "loser_points"),
    ("winner_model_a", "winner_model_b"),
    ("heimtore", "gasttore"),
    ("tore_heim", "tore_gast"),
    ("tore1", "tore2"),
    ("punkte1", "punkte2"),
    ("buts_domicile", "buts_extérieur"),
    ("buts1", "buts2"),
    ("goles_local", "goles_visitante"),
    ("goles1", "goles2"),
    ("puntos1", "puntos2"),
    ("gol_casa", "gol_trasferta"),
    ("gol_casa", "gol_ospite"),
    ("punti1", "punti2"),
    ("thuisscore", "uitscore"),
    ("doelpunten_thuis", "doelpunten_uit"),
    ("punten1", "punten2"),
    ("gols_casa", "gols_fora"),
    ("gols_mandante", "gols_visitante"),
    ("golos_casa", "golos_fora"),
    ("pontos1", "pontos2"),
    ("голы1", "голы2"),
    ("очки1", "очки2"),
    ("홈득점", "원정득점"),
    ("홈점수", "원정점수"),
    ("점수1", "점수2"),
)
"""What each side made. The first pair of which both columns are there is taken."""

SINGLE: dict[str, tuple[str, ...]] = {
    "score": (
        *("score", "result", "outcome", "score_first", "result1", "a_result", "result_a", "result_first"),
        *("ftr", "res", "ergebnis", "erg", "résultat", "resultado", "risultato", "esito", "uitslag"),
        *("resultaat", "результат", "счёт", "결과", "스코어"),
    ),
    "winner": (
        *("winner", "sieger", "gewinner", "vainqueur", "gagnant", "ganador", "vincitore", "winnaar"),
        *("vencedor", "победитель", "승자"),
    ),
    "time": (
        *("date", "utc_date_time", "datetime", "timestamp", "tstamp", "utc", "utc_date"),
        *("datum", "fecha", "data", "дата", "날짜", "일자", "zeitpunkt", "zeitstempel"),
        *("time", "played", "played_at", "period", "week", "day", "month", "tourney_date"),
        *("game_date", "match_date"),
    ),
    "weight": ("weight", "importance", "gewicht", "poids", "peso", "вес", "가중치"),
    "neutral": (
        *("neutral", "neutral_site", "neutral_venue", "neutral_ground", "neutraler_platz"),
        *("terrain_neutre", "campo_neutral", "campo_neutro", "neutraal_terrein", "нейтральное_поле", "중립"),
    ),
    "advantage": ("advantage",),
    "handicap": ("handicap", "vorgabe", "ventaja", "voorgift", "фора", "접바둑"),
    "komi": ("komi", "коми", "덤"),
    "event": (
        *("event", "tournament", "tourney_name", "competition", "season", "league", "div"),
        *("turnier", "wettbewerb", "saison", "liga", "tournoi", "championnat", "torneo"),
        *("competición", "campeonato", "temporada", "competizione", "campionato", "stagione", "toernooi"),
        *("competitie", "seizoen", "torneio", "competição", "época", "турнир", "соревнование", "чемпионат"),
        *("сезон", "대회", "시즌", "리그"),
    ),
    "round": (
        *("round", "rd", "matchday", "gameweek", "runde", "spieltag", "ronde", "journée", "ronda"),
        *("jornada", "turno", "giornata", "speelronde", "rodada", "тур", "раунд", "라운드"),
    ),
    "stage": ("stage", "phase", "fase", "этап", "단계"),
    "pool": ("pool", "language"),
    "cluster": ("cluster", "judge", "judge_hash"),
}
"""The other columns, the most telling name first. Two names of a score in one file are ambiguous; of the
others, the first in this order is taken."""

SECOND_RESULTS: Pairs = (
    ("result1", "result2"),
    ("a_result", "b_result"),
    ("result_a", "result_b"),
    ("result_first", "result_second"),
)
"""The first side's result, and a column beside it of the second's, which must say the same of the game."""

CLOCK = ("time", "utc_time", "uhrzeit", "heure", "hora", "ora", "tijd", "время", "시간", "시각")
"""The time of day, beside a column of dates that is called by one of DATED."""

DATED = ("date", "utc_date", "day", "played", "datum", "fecha", "data", "дата", "날짜", "일자")

CONTESTS: dict[str, tuple[str, ...]] = {
    "contest": (
        *("contest", "match", "race", "game", "contest_id", "match_id", "race_id", "game_id"),
        *("rennen", "wettkampf", "course", "carrera", "gara", "wedstrijd", "corrida", "гонка", "경기"),
    ),
    "player": (
        *("player", "name", "competitor", "athlete", "driver", "runner", "player_name"),
        *("spieler", "fahrer", "joueur", "nom", "jugador", "nombre", "giocatore", "nome", "speler", "naam"),
        *("jogador", "игрок", "имя", "선수", "이름"),
    ),
    "side": ("side", "team", "mannschaft", "équipe", "equipo", "squadra", "ploeg", "equipa", "команда", "팀"),
    "place": (
        *("place", "rank", "position", "finish", "placing", "platz", "rang", "classement", "puesto"),
        *("posto", "posizione", "plaats", "posição", "место", "순위"),
    ),
    "result": (
        *("result", "score", "points", "ergebnis", "punkte", "résultat", "resultado", "puntos"),
        *("risultato", "punti", "uitslag", "punten", "pontos", "результат", "очки", "결과", "점수"),
    ),
    "id": ("player_id", "driver_id", "athlete_id", "competitor_id", "fide_id"),
    "share": ("share", "partial"),
    "time": SINGLE["time"],
    "weight": SINGLE["weight"],
    "event": SINGLE["event"],
    "round": SINGLE["round"],
}
"""What a column of a table of contests holds -> its names; the first that is there is taken."""
