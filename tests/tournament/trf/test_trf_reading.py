"""What a file says: every code, by the columns of TRF16, TRF26 and the extensions' manuals."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.tournament import (
    Acceleration,
    Bye,
    Entrant,
    Pairing,
    Points,
    Prohibition,
    Result,
    Round,
    Tournament,
)
from arpad.tournament.trf import looks_like_trf, parse, read_trf, write_trf

FILES = Path(__file__).parent / "files"
HALF = Fraction(1, 2)

IN_TOURNAMENT = """\
012 Three players
142 3
152 B
001    1      Alpha                             2000                             1.5    1     2 w 1  0000 - H
001    2      Beta                              1900                             0.0    3     1 b 0
001    3      Gamma                             1800                             1.0    2  0000 - U
"""
PLAYERS = "".join(f"001 {number:4}      Player {number}\n" for number in range(1, 7))


def with_players(*lines: str) -> str:
    return "\n".join(lines) + "\n" + PLAYERS


def test_the_round_to_be_paired_holds_byes_only() -> None:
    tournament = read_trf(IN_TOURNAMENT)
    assert tournament.played == 1
    assert tournament.planned == 3
    assert tournament.initial_colour == "b"
    assert tournament.absent(2) == {1: Result.HALF_BYE}
    assert tournament.scores() == {1: Fraction(1), 2: Fraction(0), 3: Fraction(1)}


def test_every_column_of_a_player() -> None:
    # Every field as wide as the standard lets it be, with the blanks between the columns.
    head = "001 9998 wWGM Lastname, Firstname, Thirty-Three 2345 HUN 12345678901 1990/05/17"
    line = f"{head} 11.5 9999  9999 b -"
    columns = {
        "Lastname": 15,
        "2345": 49,
        "HUN": 54,
        "12345678901": 58,
        "1990/": 70,
        "11.5": 81,
        "9999 b": 92,
    }
    assert {text: line.index(text) + 1 for text in columns} == columns
    other = "001 9999".ljust(91) + "9998 w +"
    twelve, thirteen = parse(f"{line}\n{other}\n").tournament(lenient=True).entrants
    assert (twelve.number, twelve.sex, twelve.title) == (9998, "w", "WGM")
    assert (twelve.name, twelve.rating, twelve.federation) == (
        "Lastname, Firstname, Thirty-Three",
        2345,
        "HUN",
    )
    assert (twelve.identity, twelve.birth) == ("12345678901", "1990/05/17")
    assert (thirteen.name, thirteen.rating) == ("", 0)
    between = line[:56] + "7" + line[57:68] + "8" + line[69:]
    first, _ = parse(f"{between}\n{other}\n").tournament(lenient=True).entrants
    assert (first.federation, first.identity, first.birth) == ("HUN", "12345678901", "1990/05/17")


def test_a_player_of_whom_nothing_stands_before_a_round_comes_in_that_round() -> None:
    text = """\
001    1      Alpha                                                                           2 w 1     3 b 0
001    2      Beta                                                                            1 b 0  0000 - U
001    3      Gamma                                                                                     1 w 1
001    4      Delta
"""
    tournament = read_trf(text)
    assert [entrant.arrives for entrant in tournament.entrants] == [1, 1, 2, 3]
    assert tournament.rounds[0].byes == ()
    assert tournament.absent(2).keys() == {4}
    assert tournament.absent(3) == {}


def test_a_blank_is_a_zero_point_bye_of_those_who_have_come() -> None:
    text = """\
001    1      Alpha                                                                           2 w 1     3 b 1
001    2      Beta                                                                            1 b 0
001    3      Gamma                                                                        0000 - Z     1 w 0
"""
    tournament = read_trf(text)
    assert tournament.rounds[0].byes == (Bye(3, Result.ZERO_BYE),)
    assert tournament.rounds[1].byes == (Bye(2, Result.ZERO_BYE),)


def test_a_game_without_a_result_is_still_to_come() -> None:
    text = """\
001    1      Alpha                                                                           2 w
001    2      Beta                                                                            1 b
"""
    assert read_trf(text).rounds[0].pairings == (Pairing(1, 2),)


def test_letters_may_be_small() -> None:
    text = IN_TOURNAMENT.replace(" - H", " - h").replace(" - U", " - u").replace(" w 1", " W 1")
    assert read_trf(text) == read_trf(IN_TOURNAMENT)


def test_boards_are_in_the_order_of_publication() -> None:
    # C.04.2: the score of the higher ranked, then the sum of both, then the number of the higher ranked.
    rows = read_trf(FILES / "tec-swiss_2026.trf").rounds
    assert [(game.white, game.black) for game in rows[0].pairings][:3] == [(1, 9), (10, 2), (3, 11)]
    # Before round 3 players 2 and 16 have 2 and 1½ points; 1, 3 and 4 have 1½.
    assert [(game.white, game.black) for game in rows[2].pairings][:3] == [(1, 2), (3, 8), (4, 13)]


def test_points_by_162() -> None:
    # The standard's symbol stands in column 6, its points in 7 to 10, the next symbol in 15.
    tournament = read_trf(with_players("162  W 3.0    D 1.0"))
    assert tournament.points == Points(Fraction(3), Fraction(1))
    assert read_trf(with_players("162  P 0.5")).points == Points(pairing_bye=HALF)
    # A bye may be worth more than a win, too.
    assert read_trf(with_players("162  P 1.5")).points == Points(pairing_bye=Fraction(3, 2))
    # Z is no letter of TRF26, and worth 0 it says what the standard says without it.
    told = "162  W 1.0    D 0.5    L 0.0    Z 0.0    P 1.0"
    assert read_trf(with_players(told)).points == Points()
    absent = read_trf(with_players("162  A-1.0")).points
    assert (absent.zero_bye, absent.forfeit_loss) == (Fraction(-1), Fraction(-1))


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        # The examples of JaVaFo's Advanced User Manual, XXS.
        (["XXS WW=1 WD=.5 WL=0 BW=1 BD=0.5 BL=0", "XXS FL=0 FW=1", "XXS PAB=1 FPB=1 HPB=.5 ZPB=0"], Points()),
        (["XXS PAB=3 D=1 W=3"], Points(Fraction(3), Fraction(1))),
        (["XXS W=3", "XXS D=1"], Points(Fraction(3), Fraction(1), pairing_bye=Fraction(1))),
        (["XXS PAB=.5"], Points(pairing_bye=HALF)),
        (
            ["XXS FL=0 W=3 D=2 PAB=2 WL=1 BL=1 ZPB=1"],
            Points(Fraction(3), Fraction(2), Fraction(1), pairing_bye=Fraction(2), zero_bye=Fraction(1)),
        ),
    ],
)
def test_points_by_xxs(lines: list[str], points: Points) -> None:
    assert read_trf(with_players(*lines)).points.table == points.table


def test_points_by_bbp() -> None:
    lines = ("BBW  3.0", "BBD  1.0", "BBL  0.5", "BBZ  0.0", "BBF -1.0", "BBU  1.5")
    points = read_trf(with_players(*lines)).points
    worth = [points.of(Result(letter)) for letter in "1=0Z-U+FH"]
    assert worth == [3, 1, HALF, 0, -1, Fraction(3, 2), 3, 3, 1]


def test_points_that_depend_on_the_colour_are_refused() -> None:
    with pytest.raises(BadInput, match="with Black is worth something else"):
        read_trf(with_players("XXS WW=1 BW=2"))


def test_accelerations() -> None:
    # TRF26: match points 5-8 (empty for players), points 10-13, rounds 15-17 and 19-21, numbers 23-26, 28-31.
    tournament = read_trf(with_players("250      01.0 001 002 0001 0004"))
    assert tournament.accelerations == (Acceleration(Fraction(1), 1, 2, (1, 4)),)
    teams = read_trf(with_players("250 00.5 02.0 001 003 0001 0006"))
    assert teams.accelerations == (Acceleration(HALF, 1, 3, (1, 6), Fraction(2)),)
    own = read_trf(with_players("XXA    1  1.0  1.0  0.5", "XXA    3  0.0  0.5"))
    assert [own.acceleration(1, at) for at in (1, 2, 3, 4)] == [1, 1, HALF, 0]
    assert [own.acceleration(3, at) for at in (1, 2, 3)] == [0, HALF, 0]


def test_prohibitions() -> None:
    tournament = read_trf(with_players("260 001 002    2    5    6", "XXP 1 3"))
    assert tournament.prohibitions == (
        Prohibition(frozenset({2, 5, 6}), 1, 2),
        Prohibition(frozenset({1, 3})),
    )
    assert tournament.prohibited(3) == {(1, 3)}


def test_byes_with_lines_of_their_own() -> None:
    tournament = read_trf(with_players("240 H 001    2    5", "240 Z 002    1", "XXZ 3 4"))
    assert tournament.absent(1) == {
        2: Result.HALF_BYE,
        5: Result.HALF_BYE,
        3: Result.ZERO_BYE,
        4: Result.ZERO_BYE,
    }
    assert tournament.absent(2) == {1: Result.ZERO_BYE}


@pytest.mark.parametrize(
    ("code", "system", "edition", "settings"),
    [
        ("FIDE_DUTCH", "fide-dutch", None, {}),
        ("FIDE_DUTCH_2026", "fide-dutch", date(2026, 2, 1), {}),
        ("FIDE_DUTCH_BAKU", "fide-dutch", None, {"acceleration": "baku"}),
        ("BERGER_ROUNDROBIN_G2", "round-robin", None, {"cycles": 2}),
        ("FIDE_DOUBLEROUNDROBIN", "round-robin", None, {"cycles": 2}),
        ("FIDE_TEAM_TYPEB_GP_MP", "fide-team", None, {"colours": "b", "primary": "gp", "secondary": "mp"}),
        ("FIDE_DUTCH_2025", "fide-dutch", date(2026, 2, 1), {}),
        ("FIDE_DUTCH_2031", "fide-dutch-2031", None, {}),
        ("CUSTOM_SWISS", "custom-swiss", None, {}),
    ],
)
def test_encoded_types(code: str, system: str, edition: date | None, settings: dict[str, object]) -> None:
    tournament = read_trf(with_players(f"192 {code}"))
    assert (tournament.system, tournament.edition, tournament.settings) == (system, edition, settings)


def test_the_2017_text_is_in_force_before_that_of_2026() -> None:
    edition = read_trf(with_players("192 FIDE_DUTCH_2017")).edition
    assert edition is not None
    assert edition < date(2026, 2, 1)


@pytest.mark.parametrize(
    ("edition", "code"),
    [(None, "FIDE_DUTCH"), (date(2017, 7, 1), "FIDE_DUTCH_2017"), (date(2020, 1, 1), "FIDE_DUTCH_2017"),
     (date(2026, 2, 1), "FIDE_DUTCH_2026"), (date(2027, 1, 1), "FIDE_DUTCH_2026")],
)  # fmt: skip
def test_the_edition_is_written(edition: date | None, code: str) -> None:
    event = Tournament(
        (Entrant(1, "Ann"), Entrant(2, "Bo")),
        system="fide-dutch",
        edition=edition,
        planned=3,
        details={"encoded_type": "FIDE_DUTCH"},
    )
    text = write_trf(event, dialect="trf26")
    assert f"192 {code}" in text.splitlines()
    again = read_trf(text).edition
    assert (again is None) == (edition is None)
    assert again is None or edition is None or (again < date(2026, 2, 1)) == (edition < date(2026, 2, 1))


@pytest.mark.parametrize(
    ("settings", "code"),
    [({}, "FIDE_ROUNDROBIN"), ({"cycles": 1}, "FIDE_ROUNDROBIN"), ({"cycles": 2}, "FIDE_DOUBLEROUNDROBIN")],
)
def test_how_often_all_meet_is_written(settings: dict[str, int], code: str) -> None:
    event = Tournament((Entrant(1, "Ann"), Entrant(2, "Bo")), system="round-robin", settings=settings)
    assert f"192 {code}" in write_trf(event, dialect="trf26").splitlines()


def test_listed_accelerations_hold_instead_of_the_types() -> None:
    lines = ("192 FIDE_DUTCH_BAKU", "250      01.0 001 002 0001 0004")
    assert read_trf(with_players(*lines)).settings == {}


def test_a_code_among_the_words_of_092() -> None:
    # bbpPairings' generator puts it there.
    assert read_trf(with_players("092 FIDE_DUTCH_2026")).edition == date(2026, 2, 1)
    assert read_trf(with_players("092 Individual: Double Round-Robin")).settings == {"cycles": 2}
    assert read_trf(with_players("092 Individual: Swiss-System")).system == "fide-dutch"


def test_tiebreaks_and_details() -> None:
    tournament = read_trf(
        with_players(
            "012 Cup",
            "022 Budapest",
            "042 2026/03/01",
            "102 Anna",
            "112 Bela",
            "112 Carl",
            "132".ljust(91) + "26/03/01  26/03/02  26/03/04",
            "202 BH:MP/C1/P,SB",
            "212 PTS,BH",
        )
    )
    assert tournament.name == "Cup"
    assert tournament.tiebreaks == ("BH:MP/C1/P", "SB")
    assert tournament.details["deputy_arbiters"] == "Bela\nCarl"
    assert tournament.details["round_dates"] == "26/03/01 26/03/02 26/03/04"
    assert read_trf(with_players("212 PTS,WIN,BH")).tiebreaks == ("WIN", "BH")


def test_142_goes_before_xxr_and_152_before_xxc() -> None:
    tournament = read_trf(with_players("XXR 5", "142 7", "XXR 6", "152 W", "XXC rank black1"))
    assert (tournament.planned, tournament.initial_colour) == (7, "w")
    assert read_trf(with_players("XXR 5 9")).planned == 5


def test_without_a_line_the_initial_colour_is_that_of_the_first_number_paired() -> None:
    # TRF26, 152: the line may be left out where it is the highest ranked participant's colour in round 1.
    assert read_trf(IN_TOURNAMENT.replace("152 B\n", "")).initial_colour == "w"


def test_unknown_lines_and_national_ratings_say_nothing() -> None:
    text = with_players("### a comment", "999 what", "RUS    1      Player 1                          2650")
    assert read_trf(text).entrants == read_trf(PLAYERS).entrants


def test_other_encodings() -> None:
    text = "012 Grünfeld\n" + PLAYERS.replace("Player 1", "Müller, J")
    for encoding in ("utf-8", "utf-8-sig", "cp1252"):
        content = text.encode(encoding)
        document = parse(content)
        assert bytes(document) == content
        assert document.tournament().name == "Grünfeld"
        assert document.tournament().entrants[0].name == "Müller, J"


def test_columns_counted_in_bytes() -> None:
    names = ("Müller, Jürgen", "Weiß", "Plain", "Érdi")
    rest = ("2 w 1     3 b 1", "1 b 0", "0000 - Z     1 w 0", "")
    lines = []
    for number, (name, cells) in enumerate(zip(names, rest, strict=True), 1):
        padding = 91 - len(name.encode()) + len(name)
        line = f"001 {number:4}      {name}".ljust(48 - len(name.encode()) + len(name)) + f"{2000 + number}"
        start = cells.index(" ") if cells and not cells.startswith("0000") else 4
        lines.append(line.ljust(padding + (4 - start) if cells else 0) + cells)
    content = ("\n".join(lines) + "\n").encode()
    assert content.splitlines()[0][94:99] == b"2 w 1"
    document = parse(content)
    tournament = document.tournament()
    assert [entrant.name for entrant in tournament.entrants] == list(names)
    # The last one has no game that would show it.
    assert [entrant.rating for entrant in tournament.entrants] == [2001, 2002, 2003, 2004]
    assert bytes(document) == content
    later = document.with_tournament(tournament.with_round(Round((Pairing(4, 1),))))
    assert later.tournament().rounds[2].pairings == (Pairing(4, 1),)
    assert bytes(later).splitlines()[3][111:117] == b"   1 w"


def test_a_file_of_a_forfeit_with_the_same_colour_twice() -> None:
    # Round 2: 16 has "21 b +", and 21 "16 b -". Colours of games that nobody played do not count.
    tournament = read_trf(FILES / "moscow_cao_october2025.trf")
    game = next(game for game in tournament.rounds[1].pairings if 16 in (game.white, game.black))
    assert game == Pairing(21, 16, Result.FORFEIT_LOSS, Result.FORFEIT_WIN)


@pytest.mark.parametrize(
    ("text", "content"),
    [("012 Cup", True), ("012", True), ("###", True), ("###a", True), ("0121.trf", False),
     ("cup.trf", False), ("012a", False), ("XXR 5", True), ("one\ntwo", True), ("\ufeff012 Cup", True)],
)  # fmt: skip
def test_what_is_the_content_of_a_report_and_what_its_path(text: str, content: bool) -> None:
    assert looks_like_trf(text) == content
