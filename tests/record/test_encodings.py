"""Text in other encodings than UTF-8 is read as what it is, and what was supposed is said."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.record import read_contests, read_games, read_players
from arpad.record.files.encodings import guess, recoded

NAMES = {
    "cp1250": (
        ("Jiří Štoček", "David Navara", "Zbyněk Hráček", "Viktor Láznička", "Tomáš Polák"),
        ("Radosław Wojtaszek", "Jan-Krzysztof Duda", "Michał Krasenkow", "Bartłomiej Macieja", "Łukasz Żak"),
        ("Ivan Šarić", "Robert Markuš", "Ivan Ivanišević", "Đorđe Kadrić", "Hrvoje Stević"),
        ("Lajos Portisch", "Péter Lékó", "Gyula Sax", "Ferenc Erdős", "Sándor Gyűrű"),
    ),
    "cp1252": (
        ("Jörg Müller", "Günther Weiß", "Ångström", "Bjørn Sæther", "Søren Ærø"),
        ("José Núñez", "François Lefèvre", "Benoît Gérard", "Íñigo Peña", "Zoë Ménard"),
        ("João Conceição", "Antônio Gonçalves", "Luís Falcão"),
    ),
    "cp1251": (("Каспаров", "Карпов", "Юсупов", "Смыслов Василий"), ("Ботвинник", "Таль", "Ёлкин")),
    "koi8-r": (("Каспаров", "Карпов", "Юсупов", "Смыслов Василий"),),
    "cp949": (("김민지", "이준", "박서연"), ("조훈현", "이창호", "신진서")),
    "cp932": (("井山 裕太", "一力 遼"), ("イチロー", "よしこ", "羽生 善治")),
    "gb18030": (("柯洁", "聂卫平", "马晓春"), ("陈耀烨", "时越")),
    "cp1254": (("Dragan Şolak", "Mustafa Yılmaz", "Barış Esen", "Cemil Can Ağırbaş"),),
}


@pytest.mark.parametrize("encoding", NAMES)
def test_the_likeliest_encoding(encoding: str, tmp_path: Path) -> None:
    for names in NAMES[encoding]:
        text = "white,black,result\n" + "".join(f"{name},Rival,1-0\n" for name in names)
        file = tmp_path / "g.csv"
        file.write_bytes(text.encode(encoding))
        games = read_games(file)
        assert [name for name in games.players.names if name != "Rival"] == list(names)
        (note,) = games.source.notes
        assert note.startswith(f"{file} is not UTF-8 and is read as {encoding} (")


def test_results_in_korean(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    text = "날짜,흑,백,결과\n2025-01-02,김민지,이준,흑승\n2025-01-03,이준,박서연,무승부\n2025-01-04,이준,김민지,백 불계승\n"
    file.write_bytes(text.encode("cp949"))
    games = read_games(file)
    black = [games.players.names[at] for at in games.second]
    assert list(zip(black, games.score, strict=True)) == [("김민지", 0.0), ("이준", 0.5), ("이준", 1.0)]


@pytest.mark.parametrize("name", ["ИВАНОВ", "ПЕТРОВА", "МАРИЯ", "иванова", "ТАЛЬ"])
@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r"])
def test_two_cyrillic_letters_are_no_character_of_two_bytes(name: str, encoding: str) -> None:
    assert guess(f"white,black,result\n{name},Rival,1-0\n".encode(encoding)).region == "Cyrillic"


@pytest.mark.parametrize("name", ["Jörg Müller", "ÄÖÜ", "Öz Üä", "Éé", "GRÖß"])
def test_two_umlauts_are_no_character_of_two_bytes(name: str) -> None:
    assert guess(f"white,black,result\n{name},Rival,1-0\n".encode("cp1252")).region == "Western European"


def test_a_late_letter_changes_nothing(tmp_path: Path) -> None:
    """The first bytes are ASCII; the letter comes after what is looked at to know what the file is."""
    rows = "".join(f"Player {at % 50},Rival,1-0\n" for at in range(9000))
    file = tmp_path / "g.csv"
    file.write_bytes(("white,black,result\n" + rows + "Jiří Dvořák,Rival,1-0\n").encode("cp1250"))
    games = read_games(file)
    assert games.players.names[-1] == "Jiří Dvořák"
    assert "is read as cp1250 (Central European), as in 'Jiří' on line 9002;" in games.source.notes[0]


def test_the_note_shows_the_word_that_told_the_encoding(tmp_path: Path) -> None:
    """é is the same in cp1250 and in cp1252, and ő is not."""
    file = tmp_path / "g.csv"
    file.write_bytes("white,black,result\nPéter Lékó,Rival,1-0\nAnn,Ferenc Erdős,1-0\n".encode("cp1250"))
    assert read_games(file).source.notes == (
        f"{file} is not UTF-8 and is read as cp1250 (Central European), as in 'Erdős' on line 3; "
        'name its encoding if it is another (encoding="…")',
    )
    file.write_bytes("white,black,result\nAnn,Bob,1-0\nJörg;x,Rival,1-0\n".encode("cp1252"))
    assert "cp1252 (Western European), as in 'Jörg' on line 3;" in read_games(file).source.notes[0]


def test_the_encoding_can_be_named(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_bytes("white,black,result\nJosé,Èapek,1-0\n".encode("cp1252"))
    games = read_games(file, encoding="cp1250")
    assert games.players.names == ["José", "Čapek"]
    assert games.source.notes == ()
    with pytest.raises(BadInput, match="'klingon' is not an encoding"):
        read_games(file, encoding="klingon")
    with pytest.raises(BadInput, match="the file is not ascii"):
        read_games(file, encoding="ascii")
    file.write_bytes("white,black,result\n김지우,이세돌,1-0\n".encode("euc_kr"))
    assert read_games(file, encoding="euc_kr").players.names == ["김지우", "이세돌"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("name", ["g.csv", "g.jsonl", "g.pgn", "g.txt"])
def test_utf_16_with_its_mark(encoding: str, name: str, tmp_path: Path) -> None:
    text = {
        "g.csv": "white,black,result\nŁukasz,김지우,1-0\n",
        "g.txt": "white;black;result\nŁukasz;김지우;1-0\n",
        "g.jsonl": '{"white": "Łukasz", "black": "김지우", "result": "1-0"}\n',
        "g.pgn": '[White "Łukasz"]\n[Black "김지우"]\n[Result "1-0"]\n\n1-0\n',
    }[name]
    mark = "" if encoding in ("utf-16", "utf-32") else "\ufeff"
    file = tmp_path / name
    file.write_bytes((mark + text).encode(encoding))
    games = read_games(file)
    assert games.players.names == ["Łukasz", "김지우"]
    assert games.source.notes == ()


def test_damaged_utf8_is_not_taken_for_something_else(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    good = "white,black,result\nJosé,Łukasz,1-0\nŽofia,Ñu,0-1\n".encode()
    file.write_bytes(good + b"Jos\xe9,b,1-0\n")
    with pytest.raises(BadInput, match=r"line 4: .*is not UTF-8"):
        read_games(file)
    games = read_games(file, rejects=tmp_path / "r.csv")
    assert (games.source.games, games.source.rejected, games.source.notes) == (2, 1, ())


def test_a_name_is_one_however_its_letters_are_composed(tmp_path: Path) -> None:
    whole, parts = "Gyula Szőke", unicodedata.normalize("NFD", "Gyula Szőke")
    assert whole != parts
    file = tmp_path / "g.csv"
    file.write_text(f"white,black,result\n{whole},b,1-0\nb,{parts},1-0\n", encoding="utf-8")
    assert read_games(file).players.names == [whole, "b"]
    pgn = tmp_path / "g.pgn"
    pgn.write_text(f'[White "{parts}"]\n[Black "b"]\n[Result "1-0"]\n\n1-0\n', encoding="utf-8")
    assert read_games([file, pgn]).players.names == [whole, "b"]
    races = tmp_path / "r.csv"
    races.write_text(f"race,player,place\n1,{parts},1\n1,b,2\n2,{whole},1\n2,b,2\n", encoding="utf-8")
    assert read_contests(races).players.names == [whole, "b"]
    players = tmp_path / "p.csv"
    players.write_text(f"name,rating\n{parts},2000\n", encoding="utf-8")
    assert read_players(players, read_games(file).players).number("rating")[0] == 2000


def test_what_cannot_be_decided_is_western() -> None:
    assert guess("é á".encode("cp1252")).name == "cp1252"


def test_only_a_mark_at_the_beginning_is_left_out() -> None:
    blocks = [b"", "\ufeffAnn".encode("utf-16-le"), "\ufeff, Bob".encode("utf-16-le")]
    assert b"".join(recoded(blocks, "utf-16-le", "games.csv")).decode() == "Ann\ufeff, Bob"
