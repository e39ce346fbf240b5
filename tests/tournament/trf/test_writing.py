"""Unchanged files are themselves; changed ones change where they must; new ones say what the tournament is."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from arpad.core import NotProvided
from arpad.tournament import Bye, Entrant, Pairing, Points, Result, Round, Tournament
from arpad.tournament.trf import parse, read_document, read_trf, write_trf
from arpad.tournament.trf.header import Dialect
from larger_data import larger

FILES = sorted((Path(__file__).parent / "files").glob("*.trf"))
PLAYED = [path for path in FILES if path.name != "team.trf"]


def known(tournament: Tournament) -> tuple[Any, ...]:
    """Return all that a report can hold, with equal things equal."""
    return (
        [*tournament.by_number.values()],
        tournament.history,
        tournament.absences,
        tournament.points.table,
        (tournament.name, tournament.planned, tournament.initial_colour),
        (tournament.system, tournament.edition, dict(tournament.settings)),
        {
            number: [tournament.acceleration(number, at) for at in range(1, 12)]
            for number in tournament.by_number
        },
        tournament.prohibitions,
        tournament.tiebreaks,
        {name: text for name, text in tournament.details.items() if name != "encoded_type"},
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_the_bytes_come_back(path: Path, end: str) -> None:
    content = path.read_bytes().replace(b"\n", end.encode())
    document = parse(content)
    assert bytes(document) == content
    assert bytes(document.with_tournament(document.tournament())) == content


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.name)
def test_a_tournament_is_read_as_it_was_written(path: Path) -> None:
    tournament = read_trf(path)
    assert known(read_trf(write_trf(tournament))) == known(tournament)


@pytest.mark.parametrize(
    "path", [path for path in PLAYED if "forbid" not in path.name], ids=lambda path: path.name
)
def test_the_older_dialect_says_as_much_of_the_games(path: Path) -> None:
    tournament = read_trf(path)
    text = write_trf(tournament, dialect="trf16")
    assert not {line[:3] for line in text.splitlines()} & {
        "142",
        "152",
        "162",
        "192",
        "202",
        "240",
        "250",
        "260",
    }
    same = replace(tournament, system="fide-dutch", settings={}, tiebreaks=())
    back = replace(read_trf(text), system="fide-dutch", settings={})
    assert known(back)[:5] == known(same)[:5]


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.name)
def test_a_round_taken_back_and_entered_again(path: Path) -> None:
    document = read_document(path)
    tournament = document.tournament()
    before = document.with_tournament(replace(tournament.until(tournament.played - 1), absences={}))
    assert before.tournament().played == tournament.played - 1
    assert known(before.with_tournament(tournament).tournament()) == known(tournament)


def test_only_what_changed_is_written_anew() -> None:
    names = ("Alpha, of no rating", "Beta", "Gamma")
    players = [
        f"001 {number:4}      {name}".ljust(80) + f" 0.0 {number:4}" for number, name in enumerate(names, 1)
    ]
    lines = ("### kept", "012 Cup\r", "999 kept too", "XXR 3", "XXZ 3", *players, "802 kept as well", "")
    document = parse("\n".join(lines))
    tournament = document.tournament(lenient=True)
    assert tournament.absent(1) == {3: Result.ZERO_BYE}
    one = Round((Pairing(2, 1),), (Bye(3, Result.ZERO_BYE),))
    after = document.with_tournament(replace(tournament.with_round(one), absences={}))
    old, new = bytes(document).decode().splitlines(), bytes(after).decode().splitlines()
    # The line of who is absent spoke of the round that is paired now.
    assert set(old) - set(new) == {old[4], *old[5:8]}
    assert [line[91:] for line in new if line.startswith("001")] == ["   2 b", "   1 w", "0000 - Z"]
    assert [line[:80] for line in new if line.startswith("001")] == [
        line[:80] for line in old if line.startswith("001")
    ]
    entered = after.with_tournament(after.tournament(lenient=True).with_result(1, 1, Result.WIN))
    rows = [line for line in bytes(entered).decode().splitlines() if line.startswith("001")]
    assert [(line[80:84], line[85:89], line[91:]) for line in rows] == [
        (" 0.0", "   2", "   2 b 0"),
        (" 1.0", "   1", "   1 w 1"),
        (" 0.0", "   3", "0000 - Z"),
    ]


def test_new_lines_are_in_the_dialect_of_the_file() -> None:
    for name, code in (("real_37.trf", "XXR 8"), ("late004_r03.trf", "142 9")):
        document = read_document(FILES[0].with_name(name))
        tournament = document.tournament()
        longer = document.with_tournament(replace(tournament, planned=tournament.planned + 1))
        assert code in bytes(longer).decode().splitlines()
        assert longer.tournament() == replace(tournament, planned=tournament.planned + 1)


def test_a_new_file_by_its_columns() -> None:
    entrants = (
        Entrant(1, "Lastname, First", 2345, "WGM", "HUN", "w", "700000", "1990/05/17"),
        Entrant(2, "Beta", 0),
        Entrant(3, "Late", 1500, arrives=2),
    )
    tournament = Tournament(
        entrants,
        (Round((Pairing(1, 2, Result.DRAW, Result.DRAW),)),),
        name="Cup",
        planned=3,
        points=Points(Fraction(3), Fraction(1)),
        initial_colour="w",
        absences={2: {2: Result.HALF_BYE}, 3: {1: Result.ZERO_BYE}},
        details={"encoded_type": "FIDE_DUTCH", "initial_colour": "W"},
    )
    assert write_trf(tournament, ranks={1: 1, 2: 1, 3: 3}).splitlines() == [
        "012 Cup",
        "062 3",
        "072 2",
        "142 3",
        "152 W",
        "162  W 3.0    D 1.0",
        "192 FIDE_DUTCH",
        "001    1 wWGM Lastname, First                   2345 HUN      700000 1990/05/17  1.0    1     2 w =",
        "001    2      Beta                                                               2.0    1     1 b =  0000 - H",
        "001    3      Late                              1500                             0.0    3",
        "240 H 002    2",
        "240 Z 003    1",
    ]


def test_nothing_is_claimed_that_the_file_did_not_name() -> None:
    players = ("001    1      Ann".ljust(91) + "   2 w 1", "001    2      Bo".ljust(91) + "   1 b 0")
    silent = read_trf("\n".join(("012 Cup", *players, "")))
    assert (silent.system, silent.initial_colour) == ("fide-dutch", "w")
    assert {"152", "192"}.isdisjoint(line[:3] for line in write_trf(silent).splitlines())
    named = read_trf("\n".join(("012 Cup", "152 W", "192 FIDE_DUTCH", *players, "")))
    assert {"152 W", "192 FIDE_DUTCH"} < set(write_trf(named).splitlines())
    # What round 1 does not show, and what is another system, is written: it would be lost.
    drawn = replace(silent, initial_colour="b", system="fide-dubov")
    assert {"152 B", "192 FIDE_DUBOV"} < set(write_trf(drawn).splitlines())


@pytest.mark.parametrize("dialect", ["trf26", "trf16"])
def test_who_arrives_later_is_not_there_for_the_next_round(dialect: Dialect) -> None:
    entrants = (Entrant(1, "Ann"), Entrant(2, "Bo"), Entrant(3, "Cy", arrives=3), Entrant(4, "Di", arrives=2))
    cup = Tournament(entrants, (Round((Pairing(1, 2, Result.WIN, Result.LOSS),)),), planned=4)
    assert cup.absent(2) == {3: Result.ZERO_BYE}
    assert read_trf(write_trf(cup, dialect=dialect)).absent(2) == {3: Result.ZERO_BYE}


@pytest.mark.parametrize(
    ("points", "line"),
    [
        (Points(draw=Fraction(1)), "162  D 1.0"),
        (Points(pairing_bye=Fraction(1, 2)), "162  P 0.5"),
        (Points(zero_bye=Fraction(1), forfeit_loss=Fraction(1)), "162  A 1.0"),
    ],
)
def test_only_points_unlike_their_defaults_are_written(points: Points, line: str) -> None:
    """TRF26, 162: "W 1.0, D 0.5, L 0.0, A 0.0" hold where nothing is said, and P is a win's."""
    text = write_trf(Tournament((Entrant(1, "Ann"), Entrant(2, "Bo")), points=points))
    assert [one for one in text.splitlines() if one.startswith("162")] == [line]
    assert read_trf(text).points.table == points.table


def test_a_player_without_a_rank_gets_none() -> None:
    entrants = (Entrant(1, "Alpha"), Entrant(2, "Beta"))
    tournament = Tournament(entrants, (Round((Pairing(1, 2, Result.WIN, Result.LOSS),)),))
    lines = [line for line in write_trf(tournament, ranks={1: 1}).splitlines() if line.startswith("001")]
    # Columns 86 to 89 have the rank.
    assert [line[85:89] for line in lines] == ["   1", "    "]


def test_a_rank_that_is_not_given_stays_as_it_is_in_the_file() -> None:
    document = parse(write_trf(Tournament((Entrant(1, "Alpha"), Entrant(2, "Beta"))), ranks={1: 1, 2: 2}))
    again = bytes(document.with_tournament(document.tournament(), ranks={1: 2})).decode()
    assert [line[85:89] for line in again.splitlines() if line.startswith("001")] == ["   2", "   2"]


def test_a_name_that_the_files_encoding_lacks() -> None:
    document = parse("012 Grünfeld\n001    1      Müller\n".encode("cp1252"))
    tournament = document.tournament()
    named = document.with_tournament(replace(tournament, name="바둑 Grünfeld"))
    assert parse(bytes(named)).tournament().name == "바둑 Grünfeld"
    accented = document.with_tournament(replace(tournament, name="Évora"))
    assert bytes(accented).splitlines()[0] == "012 Évora".encode("cp1252")
    assert parse(bytes(accented)).tournament().entrants == tournament.entrants


def test_no_text_ends_its_line() -> None:
    tournament = Tournament((Entrant(1, "A"),), name="Cup\r\n001    9", details={"city": "Pécs\r013\nB"})
    text = write_trf(tournament)
    assert [line for line in text.splitlines() if line[:3] in ("012", "022")] == [
        "012 Cup 001    9",
        "022 Pécs 013",
        "022 B",
    ]
    with pytest.raises(NotProvided, match="no room for"):
        write_trf(Tournament((Entrant(1, "A\nB"),)))


def test_what_has_no_columns_is_not_written_wrongly() -> None:
    with pytest.raises(NotProvided, match="4 columns for the rating"):
        write_trf(Tournament((Entrant(1, "A", 12345),)))
    with pytest.raises(NotProvided, match="no room for 1/3"):
        write_trf(Tournament((Entrant(1, "A"),), (Round((), (Bye(1),)),), points=Points(Fraction(1, 3))))
    with pytest.raises(NotProvided, match="tournament of teams"):
        write_trf(Tournament((Entrant(1, "A", members=(1, 2)),)))
    with pytest.raises(NotProvided, match="some of the rounds"):
        write_trf(read_trf(FILES[0].with_name("forbid001_r03.trf")), dialect="trf16")


UNFIT = ("public_cases", "teams")
"""Folders of reports that programs got wrong or that lack records: each has a test of its own."""


def files_of_the_larger_collection() -> Iterator[tuple[str, bytes]]:
    for path in sorted(larger().rglob("*.trf")):
        if path.parent.name not in UNFIT:
            yield str(path), path.read_bytes()
    for name in ("dutch.jsonl.gz", "second_bye.jsonl"):
        path = larger(f"oracles/pairing/{name}")
        content = gzip.decompress(path.read_bytes()) if name.endswith(".gz") else path.read_bytes()
        for line in content.splitlines():
            case = json.loads(line)
            yield case["id"], case["trf"].encode()


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_the_larger_collection(step: int) -> None:
    count = 0
    for name, content in islice(files_of_the_larger_collection(), 0, None, step):
        document = parse(content, name)
        tournament = document.tournament()
        assert bytes(document) == content, name
        if "_r" in name and "/" not in name:
            assert tournament.played == int(name.rpartition("_r")[2]) - 1, name
        if step == 1:
            assert known(read_trf(write_trf(tournament))) == known(tournament), name
        count += 1
    assert count > 900 / step


@pytest.mark.parametrize(("white", "black"), [(Result.DRAW, Result.LOSS), (Result.LOSS, Result.DRAW)])
def test_a_draw_of_which_one_player_loses_the_half_point_is_read_back(white: Result, black: Result) -> None:
    """FIDE's Laws, 11.7 and 12.9: an arbiter may take the points of one of the players."""
    game = Pairing(1, 2, white, black)
    cup = Tournament((Entrant(1, "A"), Entrant(2, "B")), (Round((game,)),))
    assert read_trf(write_trf(cup)).rounds == cup.rounds
