"""Import and export compared field by field: each field of a report is reported again, or a finding names it.

The columns are those of FIDE's documents TRF16 (2016) and TRF26 (2025), and of JaVaFo's manual for its
extensions (AUM); they are typed here and shared with no code.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Severity
from arpad.office.publishing.file_kinds import with_report_end
from arpad.rulebooks.reporting import report_of
from arpad.tournament.results import Result
from arpad.tournament.trf import parse
from arpad.tournament.trf.header import Dialect
from arpad.tournament.trf.national import ranking_ratings

PLAYER = {
    "starting rank": (5, 8),
    "sex": (10, 10),
    "title": (11, 13),
    "name": (15, 47),
    "rating": (49, 52),
    "federation": (54, 56),
    "identity": (58, 68),
    "birth": (70, 79),
    "points": (81, 84),
    "rank": (86, 89),
    **{f"round {at}": (92 + 10 * (at - 1), 99 + 10 * (at - 1)) for at in range(1, 15)},
}
"""001, and the records of national ratings (NRS) up to the date of birth."""

TEAM = {
    "number": (5, 7),
    "name": (9, 40),
    "nickname": (42, 46),
    "strength": (48, 53),
    "match points": (55, 60),
    "game points": (62, 67),
    "rank": (69, 71),
    "players": (74, 142),
}
"""310."""


def player(number: int, name: str, points: str, place: int, *cells: str, columns: str = "") -> str:
    """Return a player's line (001); ``columns`` has those from 49 on."""
    head = f"001 {number:4} m    {name:33} {columns or 2500 - 100 * number}"
    return f"{head:80}{points:>4} {place:4}  {'  '.join(f'{cell:8}' for cell in cells)}".rstrip()


HEAD = ("012 Open", "142 5", "152 W", "192 FIDE_DUTCH", "202 WIN,SB")
COLUMNS_FROM_49 = "2301 HUN   123456789 1990/05/17"
PLAYERS = (
    player(1, "Ann", "2.0", 1, "   4 w 1", "   2 b 1", columns=COLUMNS_FROM_49),
    player(2, "Bo", "1.0", 4, "   5 b 1", "   1 w 0"),
    player(3, "Cy", "1.0", 2, "0000 - U", "   4 b 0"),
    player(4, "Di", "1.0", 2, "   1 b 0", "   3 w 1"),
    player(5, "Ed", "0.5", 5, "   2 w 0", "0000 - H"),
)
FOOTBALL = (
    player(1, "Ann", "6.0", 1, "   4 w 1", "   2 b 1"),
    player(2, "Bo", "3.0", 4, "   5 b 1", "   1 w 0"),
    player(3, "Cy", "3.0", 3, "0000 - U", "   4 b 0"),
    player(4, "Di", "3.0", 2, "   1 b 0", "   3 w 1"),
    player(5, "Ed", "1.0", 5, "   2 w 0", "0000 - H"),
)


def team(number: int, name: str, match: str, game: str, place: int, *players: int) -> str:
    """Return a team's line (310)."""
    words = " ".join(f"{number:4}" for number in players)
    return f"310 {number:3} {name:32}       {2000 - 50 * number:6} {match:>6} {game:>6} {place:3}  {words}"


TEAMS = "\n".join(
    (
        *("012 Teams", "142 5", "152 W", "162  P 0.5", "192 FIDE_TEAM_TYPEA_MP_GP", "202 MPvGP", "352 WB"),
        player(1, "Ann", "1.5", 1, "   5 w 1", "   8 b ="),
        player(2, "Bea", "1.5", 2, "   4 b =", "   7 w 1"),
        player(3, "Cleo", "0.0", 7, "0000 - Z", "0000 - Z"),
        player(4, "Dora", "1.0", 4, "   2 w =", "0000 - U"),
        player(5, "Eva", "0.5", 6, "   1 b 0", "0000 - U"),
        player(6, "Fay", "0.0", 8, "0000 - Z", "0000 - Z"),
        player(7, "Gina", "1.0", 5, "0000 - +", "   2 b 0"),
        player(8, "Hana", "1.5", 3, "0000 - +", "   1 w ="),
        player(9, "Ida", "0.0", 9, "0000 - Z", "0000 - Z"),
        player(10, "Jana", "0.0", 10, "0000 - Z", "0000 - Z"),
        team(1, "Alpha", "4.0", "3.0", 1, 1, 2, 3),
        team(2, "Beta", "1.0", "1.5", 3, 4, 5, 6),
        team(3, "Gamma", "2.0", "2.5", 2, 7, 8),
        team(4, "Delta", "1.0", "", 4, 9, 10),
        "240 H 002    4",
        *(
            "300   1   2   1    5    4",
            "300   2   3   1    8    7",
            "320  1.0  1.0 000 002",
            "330 +- 001   3   4",
            "",
        ),
    )
)


def report(*lines: str, head: tuple[str, ...] = HEAD, players: tuple[str, ...] = PLAYERS) -> str:
    """Return a report with these lines instead of those of the same records."""
    codes = {line[:3] for line in lines}
    numbers = {line[:8] for line in lines if line.startswith("001")}
    kept = [line for line in head if line[:3] not in codes]
    own = [line for line in players if line[:8] not in numbers]
    return "\n".join([*kept, *own, *lines, ""])


def field(line: str, columns: tuple[int, int]) -> str:
    return line[columns[0] - 1 : columns[1]].rstrip()


def lost(text: str, again: str) -> list[tuple[str, str]]:
    """Return what of a report is not in another one, byte for byte: the record, and the field or the line."""
    lines = [line.rstrip() for line in again.splitlines()]
    missing = []
    for line in filter(None, map(str.rstrip, text.splitlines())):
        fields = {"001": PLAYER, "310": TEAM}.get(line[:3])
        now = next(
            (candidate for candidate in lines if fields and candidate[:8].split() == line[:8].split()), None
        )
        if fields is None or now is None:
            missing += [] if line in lines else [(line[:3], line)]
        else:
            missing += [
                (line[:3], name)
                for name, columns in fields.items()
                if field(line, columns) and field(line, columns) != field(now, columns)
            ]
    return missing


def taken(text: str) -> EventLog:
    return desk.take_over(parse(text))


def named_records(log: EventLog) -> list[str]:
    """Return the records that findings name: the code that begins one, or ``NRS``."""
    return [
        finding.text.split(",")[0]
        for finding in log.findings
        if finding.code in ("report.not-kept", "report.counted-anew")
    ]


def compared(text: str, dialect: Dialect = "trf26") -> tuple[list[tuple[str, str]], list[str]]:
    log = taken(text)
    return lost(text, report_of(log.tournament(), dialect)), named_records(log)


KEPT = [
    "012 Tournoi d'été",
    "022 Pécs",
    "032 HUN",
    "042 2026/03/07",
    "052 2026/03/08",
    "062 5",
    "072 5",
    "092 Individual: Swiss-System",
    "102 IA Kim",
    "112 FA Lee\n112 FA Moe",
    "122 90 min + 30 s",
    "132".ljust(91) + "26/03/07  26/03/07  26/03/08",
    "132".ljust(91) + "26/03/07            26/03/08",
    "142 7",
    "152 W",
    "172 HUN FIDON",
    "172 HUN LBFN",
    "182 Pairing Program 3.1",
    "192 FIDE_DUTCH_2017",
    "192 FIDE_DUBOV",
    "202 BH/C1,SB,WIN",
    "202 BH/C1,SB\n212 PTS,BH/C1,SB",
    "222 40/6000+30:900+30",
    "240 H 003    1    4\n240 Z 003    2",
    "240 Z 004    2",
    "240 F 003    5",
    "250       1.0 001 002 0001 0002",
    "260 002 004    1    4    5",
    "299          -0.5  002    5",
    "HUN    2 m    Bo B.                             2345 PE         77777 1991/01/02",
    "HUN    2                                        2345\nHUN    4                                        1999",
]


@pytest.mark.parametrize("lines", KEPT)
def test_a_record_that_is_kept(lines: str) -> None:
    text = report(*lines.split("\n"))
    if lines.startswith("299"):
        text = text.replace(" 0.5    5", " 0.0    5")
    missing, named = compared(text)
    # Other tie-breaks make other places, and the points of the report have the bye of the round to come.
    assert {code for code, _ in missing} <= {"001"}
    assert {name for _, name in missing} <= {"rank", "points"}
    assert named == ["001"] * len({name for _, name in missing})


@pytest.mark.parametrize(
    "record",
    [
        "162  W 3.0    D 1.0    P 3.0",
        "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0",
    ],
)
def test_points(record: str) -> None:
    log = taken(report(record, players=FOOTBALL))
    again = report_of(log.tournament())
    # What has its default is left out.
    assert "162  W 3.0    D 1.0" in again.splitlines()
    assert parse(again).tournament().points.table == log.tournament().points.table
    assert named_records(log) == []


@pytest.mark.parametrize(
    ("lines", "players"),
    [
        ("XXR 7", PLAYERS),
        ("XXC white1", PLAYERS),
        ("XXP 1 4", PLAYERS),
        ("XXA    1  1.0  1.0", PLAYERS),
        ("BBW  3.0\nBBD  1.0\nBBL  0.0\nBBZ  0.0\nBBF  0.0\nBBU  3.0", FOOTBALL),
    ],
)
def test_an_extension_that_is_kept(lines: str, players: tuple[str, ...]) -> None:
    text = report(*lines.split("\n"), head=("012 Open", "XXR 5", "XXC white1"), players=players)
    text = text.replace("142", "XXR")
    log = taken(text)
    again = report_of(log.tournament(), "trf16")
    if "BBW" not in lines:
        assert set(lines.split("\n")) <= {line.rstrip() for line in again.splitlines()}
    assert parse(again).tournament().points.table == log.tournament().points.table
    assert set(named_records(log)) <= {"001"}


def test_points_of_javafo() -> None:
    log = taken(report("XXS W=3 D=1 PAB=3", head=("012 Open", "XXR 5"), players=FOOTBALL))
    again = parse(report_of(log.tournament(), "trf16")).tournament()
    assert again.points.table == log.tournament().points.table
    assert set(named_records(log)) <= {"001"}


def test_who_is_absent_from_the_round_to_come() -> None:
    log = taken(report("XXZ 2 4", head=("012 Open", "XXR 5")))
    assert "240 Z 003    2    4" in report_of(log.tournament()).splitlines()
    assert set(named_records(log)) <= {"001"}


NAMED_RECORDS = [
    ("062 6 (4)", "062", "6 (4)"),
    ("072 17", "072", "17"),
    ("082 3", "082", "3"),
    ("162  X 0.0", "162", "X 0"),
    ("192 FIDE_DUTCH_2026", "192", "FIDE_DUTCH_2026"),
    ("202 BH\n212 PTS,SB", "212", "PTS,SB"),
    ("260 006 009    1    4", "260", "006 009    1    4"),
    ("300   1   1   2    1    2", "300", "1   1   2"),
    ("320  2.0      000", "320", "2"),
    ("330 +- 001   1   2", "330", "+- 001   1   2"),
    ("362 TW 3.0   TD 1.0   TL 0.0", "362", "TW 3"),
    ("801   1 ANN    15   28.0", "801", "ANN"),
    ("802   1 ANN     2.0    2.0", "802", "ANN"),
    ("### Import @ Round 2: by hand", "###", "by hand"),
    ("999 of another program", "999", "of another program"),
    ("XXC rank", "XXC", "rank"),
    ("XXR 7\n142 5", "XXR", "7"),
    ("HUN    9                                        2345", "NRS", "HUN    9"),
    ("012 Open\n012 Second name", "012", "Open"),
]


@pytest.mark.parametrize(("lines", "code", "problem"), NAMED_RECORDS)
def test_a_record_that_is_told(lines: str, code: str, problem: str) -> None:
    log = taken(report(*lines.split("\n")))
    findings = [finding for finding in log.findings if finding.text.startswith(f"{code}, ")]
    assert len(findings) == 1
    assert problem in findings[0].text
    counted = code in ("062", "072", "082")
    assert findings[0].code == ("report.counted-anew" if counted else "report.not-kept")
    assert findings[0].severity is (Severity.NOTE if counted else Severity.WARNING)


@pytest.mark.parametrize("name", [*PLAYER][:12])
def test_every_column_of_a_player_is_kept(name: str) -> None:
    values = {
        "sex": "w",
        "title": "WGM",
        "name": "Lastname, Firstname of thirty-thr",
        "rating": "2701",
        "federation": "FID",
        "identity": "70123454321",
        "birth": "1987/00/00",
    }
    line = PLAYERS[0]
    first, last = PLAYER[name]
    if name in values:
        line = line[: first - 1] + values[name].ljust(last - first + 1) + line[last:]
    missing, named = compared(report(line))
    assert missing == []
    assert named == []


CELLS = [
    # Each is what stands there for rounds 1 and 2, and what of it is reported otherwise.
    (("   4 w 1", "0000 - Z"), ()),
    (("   4 w W", ""), ()),
    (("   4 w D", ""), ()),
    (("   4 w +", ""), ()),
    (("   4 - +", ""), ()),
    (("0000 - U", ""), ()),
    (("0000 - F", ""), ()),
    (("0000 - H", ""), ()),
    (("0000 - Z", ""), ()),
    (("0000 - +", ""), ("round 1",)),
    (("0000 - =", ""), ("round 1",)),
    (("0000 - -", ""), ("round 1",)),
    (("0000 w +", ""), ("round 1",)),
]
BACK = {"1": ("b 0", 0), "W": ("b L", 0), "D": ("b D", 0.5), "+": ("b -", 0)}
WORTH = {"1": 1, "W": 1, "D": 0.5, "+": 1, "U": 1, "F": 1, "H": 0.5, "=": 0.5}


@pytest.mark.parametrize(("cells", "otherwise"), CELLS)
def test_every_result_of_a_player(cells: tuple[str, str], otherwise: tuple[str, ...]) -> None:
    letter = cells[0][-1]
    points = WORTH.get(letter, 0)
    if cells[0].startswith("   4"):
        colour, theirs = BACK[letter]
        colour = colour if cells[0][5] == "w" else "- -"
        fourth = player(4, "Di", f"{theirs:.1f}", 1, f"   1 {colour}")
    else:
        fourth = player(4, "Di", "0.0", 1, "0000 - Z")
    text = report(
        player(1, "Ann", f"{points:.1f}", 1, *cells),
        player(2, "Bo", "1.0", 1, "   5 b 1"),
        player(3, "Cy", "0.0", 1, "0000 - Z"),
        fourth,
        player(5, "Ed", "0.0", 1, "   2 w 0"),
    )
    missing, named = compared(text)
    assert tuple(name for _, name in missing if name != "rank") == otherwise
    assert named.count("001") == bool(otherwise) + any(name == "rank" for _, name in missing)


def test_a_report_of_teams() -> None:
    missing, named = compared(TEAMS)
    assert missing == []
    assert named == []


def of_teams(*lines: str, old: str = "", new: str = "") -> str:
    """Return the report of teams with other lines in the place of those of the same record, or another text."""
    codes = {line[:3] for line in lines} - {"240", "300", "HUN", "013"}
    kept = [line for line in TEAMS.splitlines() if line[:3] not in codes]
    return "\n".join([*kept, *lines, ""]).replace(old, new) if old else "\n".join([*kept, *lines, ""])


@pytest.mark.parametrize(
    "line",
    [
        "072 10",
        "082 4",
        "202 MPvGP,BH",
        "240 H 003    4",
        "240 Z 004    1    3",
        "250  1.0  0.5 001 002 0001 0002",
        "260 003 005    1    4",
        "HUN    5 m    Eva N.                            2345 PE",
        "HUN   10                                        1777",
    ],
)
def test_a_record_of_teams_that_is_kept(line: str) -> None:
    missing, named = compared(of_teams(line))
    assert {name for _, name in missing} <= {"rank"}
    assert set(named) <= {"310"}


@pytest.mark.parametrize(
    ("text", "code", "problem"),
    [
        (of_teams(old=f"{'Alpha':33}     ", new=f"{'Alpha':33}ALPHA"), "310", "ALPHA"),
        (of_teams(old="0000 - +", new="0000 w +"), "001", "0000 w +"),
        (of_teams(old="300   1   2   1", new="300   1   2   4"), "300", "4"),
        (of_teams("013 Alpha".ljust(36) + "   1    2    3"), "013", "Alpha"),
        (of_teams("162  P 0.5    X 0.0"), "162", "X 0"),
        (of_teams("802   1 ALPHA     4.0    3.0   2 w  1.5    3 b  1.5"), "802", "ALPHA"),
        (of_teams("XXC rank"), "XXC", "rank"),
    ],
)
def test_a_field_of_teams_that_is_told(text: str, code: str, problem: str) -> None:
    findings = [finding for finding in taken(text).findings if finding.code == "report.not-kept"]
    assert [finding.text.split(",")[0] for finding in findings] == [code]
    assert problem in findings[0].text


def test_game_points_of_the_bye_are_told_once() -> None:
    log = taken(of_teams("320  1.0  2.0 000 002", old="1.0    1.5   3", new="1.0    2.5   3"))
    codes = [finding.code for finding in log.findings]
    assert codes.count("report.bye-game-points") == 1
    # And what follows from them: the game points of the team.
    anew = [finding.text for finding in log.findings if finding.code == "report.counted-anew"]
    assert [text.split(":")[0] for text in anew] == ["310, total of game points"]
    assert "report.not-kept" not in codes


def test_who_came_to_a_match_that_was_forfeited_has_its_game_points() -> None:
    """TRF26, "Forfeited matches": ``0000 - +`` in the lines of the players who came."""
    cup = taken(TEAMS).tournament()
    game = next(game for game in cup.rounds[0].pairings if game.white == 3)
    assert game.points is not None
    assert list(game.points) == [2, 0]
    assert report_of(cup).count("0000 - +") == 2


def test_the_bye_of_a_team_stays_a_bye_of_its_players() -> None:
    cup = taken(TEAMS).tournament()
    assert cup.players is not None
    assert [cup.players.history[number][1].result for number in (4, 5, 6)] == [
        *[Result.PAIRING_BYE] * 2,
        Result.ZERO_BYE,
    ]
    assert cup.players.scores()[4] == 1
    assert cup.settings["boards"] == 2
    assert cup.settings["lineups"] == {1: {2: (5, 4)}, 2: {3: (8, 7)}}


def test_the_bye_of_all_players_of_a_team_has_no_boards() -> None:
    text = TEAMS.replace(
        player(6, "Fay", "0.0", 8, "0000 - Z", "0000 - Z"), player(6, "Fay", "0.5", 7, "0000 - Z", "0000 - U")
    )
    text = text.replace(
        player(3, "Cleo", "0.0", 7, *["0000 - Z"] * 2), player(3, "Cleo", "0.0", 8, *["0000 - Z"] * 2)
    )
    log = taken(text)
    assert lost(text, report_of(log.tournament())) == []
    assert log.tournament().settings["boards"] == 2
    with pytest.raises(BadInput, match="line-up of round 2"):
        desk.remove_member(log, 6)
    # Taken back and paired again, the round has nothing of it: who meets somebody sits down in the usual order.
    again = desk.pair(desk.unpair(log))
    cup = again.tournament()
    assert cup.played == 2
    assert all(len(again.seated(2, number)) in (0, 2) for number in cup.by_number)


def test_teams_are_not_numbered_by_ratings_of_players() -> None:
    """A national rating (NRS) is that of a player, whose number a team may have too."""
    cup = taken(
        of_teams("172 HUN NIDOF", "HUN    1                                        1200")
    ).tournament()
    assert ranking_ratings(cup) == {1: 1950, 2: 1900, 3: 1850, 4: 1800}


def test_the_lower_of_two_ratings() -> None:
    """TRF26, 172: LBFN is the lower one of FIDE's rating and the national one."""
    rated = (
        "HUN    2                                        2345",
        "HUN    3                                        1999",
    )
    unrated = player(3, "Cy", "1.0", 2, "0000 - U", "   4 b 0", columns="    ")
    cup = taken(report("172 HUN LBFN", *rated, unrated)).tournament()
    assert ranking_ratings(cup) == {1: 2301, 2: 2300, 3: 1999, 4: 2100, 5: 2000}


def test_tie_breaks_that_change_take_the_order_of_the_standings_with_them() -> None:
    log = taken(report("202 BH,SB", "212 PTS,BH,SB"))
    changed = desk.set_tiebreaks(log, ("WIN",))
    lines = report_of(changed.tournament()).splitlines()
    assert "202 WIN" in lines
    assert not any(line.startswith("212") for line in lines)


def test_what_arpad_writes_at_the_end_of_a_report_is_no_loss() -> None:
    assert named_records(taken(with_report_end(report_of(taken(report()).tournament())))) == []


def test_an_event_that_cannot_be_exported_is_said() -> None:
    """Points of a win that have no room in the columns."""
    players = tuple(player(number, "ABCDE"[number - 1], "", number) for number in range(1, 6))
    log = taken(report("XXS W=1.125", players=players))
    findings = [finding for finding in log.findings if finding.code == "report.no-export"]
    assert len(findings) == 1
    assert "9/8" in findings[0].text


FOLDERS = ("tournament/trf/files", "fixtures/team_reports")
REPORTS = sorted(path for folder in FOLDERS for path in (Path(__file__).parents[1] / folder).glob("*.trf"))
SAID_OTHERWISE = {"XXR": "142", "XXC": "152", "XXP": "260", "XXZ": "240", "XXA": "250"}
"""Extensions, and the records of TRF26 that say the same."""


def plain(text: str) -> list[str]:
    """Return the words of a field, numbers as they are equal: ``003`` and ``3``, ``01.0`` and ``1``."""
    words = text.split()
    return [f"{float(word):g}" if word.replace(".", "", 1).isdigit() else word for word in words]


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.name)
def test_every_field_of_a_report_is_kept_or_told(path: Path) -> None:
    document = parse(path.read_bytes())
    custom = not document.of_teams and document.tournament(lenient=True).system == "custom-swiss"
    if path.name == "lineup300.trf":
        # It has a line-up that no rule allows, and is refused.
        return
    log = desk.take_over(document, system="fide-dutch" if custom else "", lenient=True)
    again = report_of(log.tournament())
    lines = [plain(line) for line in again.splitlines()]
    codes = {line[:3] for line in again.splitlines()}
    players = {line[:8]: line for line in again.splitlines() if line.startswith(("001", "310"))}
    named = set(named_records(log))
    for line in filter(None, (line.text.rstrip() for line in document.lines)):
        fields = {"001": PLAYER, "310": TEAM}.get(line[:3])
        if line[:3] in named or plain(line) in lines or not line[3:].strip():
            continue
        if fields is not None:
            now = players[line[:8]]
            for columns in fields.values():
                values = plain(field(line, columns))
                assert values in (plain(field(now, columns)), [], ["0"]), (line, columns)
        elif line[:3] == "162":
            # A value that is its default is not written again.
            assert {*plain(line)[2::2]} <= {"1", "0.5", "0"}
        elif line[:3] == "362":
            assert plain(line)[2::2] == ["2", "1", "0"]
        else:
            assert SAID_OTHERWISE[line[:3]] in codes


def test_a_line_up_that_is_missing_is_named() -> None:
    """Two who sit at one board by the order of their teams have results that exclude each other."""
    with pytest.raises(BadInput, match="the games of round 2 do not follow from the line-ups") as caught:
        taken("\n".join(line for line in TEAMS.splitlines() if not line.startswith("300   2")))
    assert "300" in str(caught.value.remedy)
