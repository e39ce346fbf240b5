"""Headers as people write them in eight languages, and those of well-known collections of results."""

from __future__ import annotations

from pathlib import Path

import pytest

import column_tables
from arpad.core import BadInput
from arpad.record import Games, read_contests, read_games
from arpad.record.kinds.contests import is_long
from arpad.record.tables.column_names import CONTESTS, SIDES, SINGLE, normal
from arpad.record.tables.header import layout

HEADERS = {
    "German": "Datum,Turnier,Runde,Weiß,Schwarz,Ergebnis",
    "French": "Date,Tournoi,Ronde,Blancs,Noirs,Résultat",
    "Spanish": "Fecha,Torneo,Ronda,Blancas,Negras,Resultado",
    "Italian": "Data,Torneo,Turno,Bianco,Nero,Risultato",
    "Dutch": "Datum,Toernooi,Ronde,Wit,Zwart,Uitslag",
    "Portuguese": "Data,Torneio,Rodada,Brancas,Pretas,Resultado",
    "Russian": "Дата,Турнир,Тур,Белые,Чёрные,Результат",
    "Korean": "날짜,대회,라운드,백,흑,결과",
}
"""A chess club's table: day, event, round, White, Black, result."""

AT_HOME = (
    "Datum;Saison;Spieltag;Heim;Gast;Heimtore;Gasttore",
    "Date;Saison;Journée;Domicile;Extérieur;Buts domicile;Buts extérieur",
    "Fecha;Temporada;Jornada;Local;Visitante;Goles local;Goles visitante",
    "Data;Stagione;Giornata;Casa;Trasferta;Gol casa;Gol trasferta",
    "Datum;Seizoen;Speelronde;Thuis;Uit;Doelpunten thuis;Doelpunten uit",
    "Data;Temporada;Rodada;Mandante;Visitante;Gols mandante;Gols visitante",
    "Дата;Сезон;Тур;Хозяева;Гости;Голы 1;Голы 2",
    "날짜;시즌;라운드;홈팀;원정팀;홈득점;원정득점",
)
"""A football league's: day, season, round, home, away, and the goals of both."""

WINNERS = (
    "Sieger,Verlierer",
    "Vainqueur,Perdant",
    "Ganador,Perdedor",
    "Vincitore,Perdente",
    "Winnaar,Verliezer",
    "Vencedor,Perdedor",
    "Победитель,Проигравший",
    "승자,패자",
)


def read(tmp_path: Path, text: str, **options: object) -> Games:
    file = tmp_path / "g.csv"
    file.write_text(text, encoding="utf-8")
    return read_games(file, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", HEADERS)
def test_a_chess_club(language: str) -> None:
    header = HEADERS[language].split(",")
    found = layout(header)
    roles = {role: found.name(role) for role in found.roles}
    assert roles == dict(zip(("time", "event", "round", "first", "second", "score"), header, strict=True))
    assert found.sides.colours
    assert found.sides.advantage == 1


@pytest.mark.parametrize("header", AT_HOME)
def test_a_league(header: str) -> None:
    names = header.split(";")
    found = layout(names)
    roles = {role: found.name(role) for role in found.roles}
    wanted = ("time", "event", "round", "first", "second", "points_first", "points_second")
    assert roles == dict(zip(wanted, names, strict=True))
    assert found.sides.advantage == 1
    assert not found.sides.colours


@pytest.mark.parametrize("header", WINNERS)
def test_winner_and_loser(header: str, tmp_path: Path) -> None:
    games = read(tmp_path, f"{header}\nAnn,Bob\nCho,Ann\n")
    assert games.players.names == ["Ann", "Bob", "Cho"]
    assert games.score.tolist() == [1.0, 1.0]
    assert games.advantage is None


@pytest.mark.parametrize(
    ("header", "word"),
    [
        ("Weiß,Schwarz,Sieger", "Schwarz"),
        ("Blancs,Noirs,Vainqueur", "Noirs"),
        ("Белые,Черные,Победитель", "чёрные"),
        ("홈,원정,승자", "원정"),
        ("Casa,Ospite,Vincitore", "Ospite"),
        ("Spieler 1,Spieler 2,Gewinner", "Bob"),
    ],
)
def test_a_column_of_winners(header: str, word: str, tmp_path: Path) -> None:
    assert read(tmp_path, f"{header}\nAnn,Bob,{word}\n").score.tolist() == [0.0]


def test_accents_and_capitals_do_not_count() -> None:
    for header in ("Équipe 1,Équipe 2,Résultat", "EQUIPE1,EQUIPE2,RESULTAT", "equipe_1,equipe_2,resultat"):
        found = layout(header.split(","))
        assert [found.roles[role] for role in ("first", "second", "score")] == [0, 1, 2]


def test_a_time_of_day_beside_a_date(tmp_path: Path) -> None:
    games = read(tmp_path, "Datum,Uhrzeit,Heim,Gast,Ergebnis\n03.11.2025,19:30,Ann,Bob,3:1\n")
    assert games.time is not None
    assert str(games.time[0]) == "2025-11-03T19:30:00"


def test_choices_by_a_name_of_another_language() -> None:
    found = layout(["x", "y", "z"], {"weiss": "x", "schwarz": "y", "ergebnis": "z"})
    assert found.sides.colours
    found = layout(["x", "y", "z"], {"casa": "x", "fora": "y", "resultado": "z"})
    assert (found.sides.first, found.sides.second) == ("casa", "fora")
    with pytest.raises(BadInput, match="not a pair"):
        layout(["x", "y", "z"], {"weiss": "x", "gast": "y", "ergebnis": "z"})


def test_contests_in_german(tmp_path: Path) -> None:
    file = tmp_path / "races.csv"
    file.write_text("Datum,Rennen,Fahrer,Platz\n2.11.2025,1,Ann,1\n2.11.2025,1,Bob,2\n", encoding="utf-8")
    assert is_long(file)
    assert read_contests(file).place.tolist() == [1, 2]


# football-data.co.uk, notes.txt of 2024: Div = league division, FTR = full time result (H, D, A).


def test_football_data(tmp_path: Path) -> None:
    text = (
        "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,Referee\n"
        "E0,16/08/2024,20:00,Man United,Fulham,1,0,H,0,0,D,R Jones\n"
        "E0,17/08/2024,12:30,Ipswich,Liverpool,0,2,A,0,0,D,T Robinson\n"
        "E0,17/08/2024,15:00,Nott'm Forest,Bournemouth,1,1,D,1,0,H,M Oliver\n"
    )
    games = read(tmp_path, text)
    assert games.score.tolist() == [1.0, 0.0, 0.5]
    assert games.points_second is not None
    assert games.points_second.tolist() == [0.0, 2.0, 1.0]
    assert games.event is not None
    assert list(games.event.names) == ["E0"]
    assert games.time is not None
    assert str(games.time[1]) == "2024-08-17T12:30:00"
    with pytest.raises(BadInput, match="the result 'A' contradicts the points"):
        read(tmp_path, text.replace("1,0,H", "1,0,A"))


def test_football_data_of_further_leagues(tmp_path: Path) -> None:
    text = "Country,League,Season,Date,Home,Away,HG,AG,Res\nPoland,Ekstraklasa,2012/2013,17/08/2012,Gornik,Lech,2,2,D\n"
    games = read(tmp_path, text)
    assert games.score.tolist() == [0.5]
    assert games.event is not None
    assert list(games.event.names) == ["2012/2013"]


def test_votes_of_chatbot_arena(tmp_path: Path) -> None:
    """The columns of lmsys/chatbot_arena_conversations (Zheng et al. 2023), without the conversations."""
    file = tmp_path / "votes.json"
    file.write_text(
        '[{"question_id": "a1", "model_a": "vicuna-13b", "model_b": "koala-13b", "winner": "model_b", '
        '"judge": "arena_user_973", "turn": 1, "anony": true, "language": "English", "tstamp": 1682351591.1322},'
        '{"question_id": "a2", "model_a": "koala-13b", "model_b": "alpaca-13b", "winner": "tie (bothbad)", '
        '"judge": "arena_user_973", "turn": 1, "anony": true, "language": "Spanish", "tstamp": 1682351654.6681}]',
        encoding="utf-8",
    )
    games = read_games(file)
    assert games.score.tolist() == [0.0, 0.5]
    assert games.time is not None
    assert str(games.time[0]) == "2023-04-24T15:53:11"
    assert games.pool is not None
    assert list(games.pool.names) == ["English", "Spanish"]
    assert games.cluster is not None
    assert list(games.cluster.names) == ["arena_user_973"]
    assert any("'judge' is taken for the clusters" in note for note in games.source.notes)


def test_votes_with_a_column_for_each_outcome(tmp_path: Path) -> None:
    """The columns of lmsys/lmsys-arena-human-preference-55k."""
    games = read(
        tmp_path,
        "id,model_a,model_b,winner_model_a,winner_model_b,winner_tie\n30192,m1,m2,1,0,0\n53567,m2,m3,0,1,0\n"
        "65089,m1,m3,0,0,1\n",
    )
    assert games.score.tolist() == [1.0, 0.0, 0.5]
    assert games.players.names == ["m1", "m2", "m3"]
    named = read(
        tmp_path, "model_a,model_b,winner\nm1,m2,winner_model_b\nm2,m3,winner_model_a\nm1,m3,both_bad\n"
    )
    assert named.score.tolist() == [0.0, 1.0, 0.5]


def test_competitors_with_numbers(tmp_path: Path) -> None:
    """The columns of arena-rank's example of Super Smash Bros. Melee."""
    games = read(tmp_path, "competitor_1,competitor_2,outcome\nMango,Zain,1.0\n")
    assert games.players.names == ["Mango", "Zain"]


def test_the_manual_lists_every_known_column() -> None:
    assert column_tables.tables() in column_tables.PAGE.read_text("utf-8"), "run tests/column_tables.py"
    assert {*column_tables.ROLES, *column_tables.OF_CONTESTS} >= {*SINGLE, *CONTESTS}


def test_no_name_stands_twice() -> None:
    for names in (*SINGLE.values(), *CONTESTS.values()):
        assert len({normal(name) for name in names}) == len(names)
    pairs = [(normal(pair.first), normal(pair.second)) for pair in SIDES]
    assert len(set(pairs)) == len(pairs)
