"""Participants of a file are entered by a page, without JavaScript: understood, chosen, accepted."""

from __future__ import annotations

import re

import pytest
from httpx2 import Response
from sqlalchemy import select

import workbooks
from arpad.office import desk
from arpad.office.club.rights import Role
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.store.database import Database
from arpad.office.store.tables import ENTRY_CHOICES
from arpad.office.store.tournaments import TournamentLog
from web.visiting import Visit, somebody

PAGE = "/tournaments/club-cup/participants/file"

LIST = """Verein;Spieler;DWZ;Land;Bemerkung
SC Eger;Anna Berg;1900;GER;
SC Eger;Bo Dahl;2050x;SWE;late
SV Graz;Cem Öz;1500;TUR;
SV Graz;Anna Berg;1900;GER;
;Dora Klein;1700;AUT;
"""
"""A participant who is entered already (Dora Klein), one who stands there twice, and a rating that is none."""


@pytest.fixture
def arbiter(empty: Database) -> Visit:
    """The owner, with a tournament of whose list Dora Klein is entered."""
    visit = Visit(empty).as_owner()
    visit.get("/tournaments/new")
    visit.send("/tournaments/new", title="Club Cup", system="fide-dutch", rounds="5", seed="1")
    visit.get("/tournaments/club-cup/participants")
    visit.send("/tournaments/club-cup/participants", name="Dora Klein")
    return visit


def look_at(visit: Visit, text: str | bytes, name: str = "list.csv", page: str = PAGE) -> Response:
    """Send a file, and return its preview."""
    visit.get(page)
    content = text.encode() if isinstance(text, str) else text
    return visit.send(page, files={"file": (name, content)}, headed="on")


def entrants(visit: Visit, name: str = "club-cup") -> list[tuple[str, int, str, str]]:
    tournament = TournamentLog(visit.site.database, name).read().tournament()
    return [(one.name, one.rating, one.federation, one.club) for one in tournament.entrants]


def counts(page: str) -> dict[str, str]:
    return dict(re.findall(r"<div><dt>([^<]*)</dt><dd>([^<]*)</dd></div>", page))


def chosen_roles(page: str) -> list[str]:
    """Return what is chosen in the fields above the columns, in their order in the file."""
    selects = re.findall(r'<select name="role-(\d+)">.*?<option value="(\w*)" selected>', page, re.S)
    return [role for _, role in sorted((int(at), role) for at, role in selects)]


def test_a_list_is_shown_as_it_stands_and_as_it_was_read(arbiter: Visit) -> None:
    page = look_at(arbiter, LIST).text
    assert chosen_roles(page) == ["club", "name", "rating", "federation", ""]
    assert counts(page) == {
        "Rows": "5",
        "New participants": "2",
        "Entered already": "1",
        "Twice in the file": "1",
        "Rejected": "1",
    }
    assert "<bdi>2050x</bdi>" in page, "as it stands"
    assert re.search(r'<td class="right">3</td><td><bdi>rating</bdi></td>.*?&#39;2050x&#39;', page, re.S)
    assert re.search(r"<td><bdi>Cem Öz</bdi></td><td class=\"right\"><bdi>1500</bdi></td>", page)
    assert "List.csv: not used: Bemerkung." in page or "list.csv: not used: Bemerkung." in page
    assert "Enter 2 participants" in page
    assert [name for name, *_ in entrants(arbiter)] == ["Dora Klein"], "a look writes nothing"


def test_participants_are_entered_once_accepted(arbiter: Visit) -> None:
    look_at(arbiter, LIST)
    page = arbiter.send(PAGE, act="enter", headed="on").text
    assert str(arbiter.last.url).endswith("/tournaments/club-cup/participants")
    assert "2 participants of list.csv were entered" in page
    assert entrants(arbiter) == [
        ("Dora Klein", 0, "", ""),
        ("Anna Berg", 1900, "GER", "SC Eger"),
        ("Cem Öz", 1500, "TUR", "SV Graz"),
    ]
    log = TournamentLog(arbiter.site.database, "club-cup").read()
    assert len(log.acts) == 3, "one act, that is undone at once"
    assert log.acts[-1].stamp.author == "owner"
    page = look_at(arbiter, LIST).text
    assert "There is nobody to be entered." in page
    assert (counts(page)["New participants"], counts(page)["Entered already"]) == ("0", "4")


def test_what_is_sent_twice_is_entered_once(arbiter: Visit) -> None:
    look_at(arbiter, LIST)
    form = arbiter.last
    arbiter.send(PAGE, act="enter", headed="on")
    before = TournamentLog(arbiter.site.database, "club-cup").content()
    arbiter.last = form
    page = arbiter.send(PAGE, act="enter", headed="on").text
    assert "2 participants of list.csv were entered" in page
    assert TournamentLog(arbiter.site.database, "club-cup").content() == before


def test_rows_can_be_pasted(arbiter: Visit) -> None:
    arbiter.get(PAGE)
    page = arbiter.send(PAGE, rows="\r\nVorname\tNachname\tElo\r\nAnna\tBerg\t1900\r\n").text
    assert chosen_roles(page) == ["first_name", "last_name", "rating"]
    arbiter.send(PAGE, act="enter", headed="on")
    assert entrants(arbiter)[1:] == [("Berg, Anna", 1900, "", "")]


def test_names_alone_are_pasted_and_the_first_is_one_of_them(arbiter: Visit) -> None:
    arbiter.get(PAGE)
    page = arbiter.send(PAGE, rows="Anna Berg\nBo Dahl\nCem Öz\n").text
    assert chosen_roles(page) == ["name"]
    assert 'name="headed">' in page, "the first row is no heading"
    assert counts(page)["New participants"] == "3"
    arbiter.send(PAGE, act="enter")
    assert [name for name, *_ in entrants(arbiter)] == ["Dora Klein", "Anna Berg", "Bo Dahl", "Cem Öz"]


def test_a_first_row_of_unknown_names_is_said_to_be_one(arbiter: Visit) -> None:
    text = "Wer;Woher\nAnna;Berlin\nBo;Paris\n"
    page = look_at(arbiter, text).text
    assert chosen_roles(page) == ["", ""]
    assert "No column is known to be the name" in page
    assert "Choose above the columns what each of them is" in page
    assert counts(page) == {}
    page = arbiter.send(PAGE, act="read", headed="on").text
    assert "<span><bdi>Wer</bdi></span>" in page
    page = arbiter.send(PAGE, act="read", headed="on", role_0="name", role_1="club").text
    assert counts(page)["New participants"] == "2"
    arbiter.send(PAGE, act="enter", headed="on")
    assert entrants(arbiter)[1:] == [("Anna", 0, "", "Berlin"), ("Bo", 0, "", "Paris")]
    page = look_at(arbiter, "Wer;Woher\nCem;Rom\n").text
    assert "Read as your last file with these columns was." in page
    assert chosen_roles(page) == ["name", "club"]


def test_a_column_is_chosen_and_the_next_list_is_read_so_in_another_tournament(arbiter: Visit) -> None:
    text = "Name,National,Elo,Verein\nAnna,1850,1900,A\nBo,2000,0,B\n"
    page = look_at(arbiter, text).text
    assert chosen_roles(page) == ["name", "", "rating", "club"]
    page = arbiter.send(PAGE, act="read", headed="on", role_1="rating", role_2="").text
    assert chosen_roles(page) == ["name", "rating", "", "club"]
    arbiter.send(PAGE, act="enter", headed="on")
    assert entrants(arbiter)[1:] == [("Anna", 1850, "", "A"), ("Bo", 2000, "", "B")]
    arbiter.get("/tournaments/new")
    arbiter.send("/tournaments/new", title="Next Cup", system="fide-dutch", rounds="5", seed="1")
    there = "/tournaments/next-cup/participants/file"
    page = look_at(arbiter, text, page=there).text
    assert "Read as your last file with these columns was." in page
    assert chosen_roles(page) == ["name", "rating", "", "club"]
    page = look_at(arbiter, text.replace("National", "Land2"), page=there).text
    assert "Read as your last file" not in page
    other = Visit(arbiter.site.database).as_(somebody(arbiter.site.database, Role.ARBITER, "Mia"))
    other.get("/tournaments/new")
    other.send("/tournaments/new", title="Mia Cup", system="fide-dutch", rounds="5", seed="1")
    page = look_at(other, text, page="/tournaments/mia-cup/participants/file").text
    assert chosen_roles(page) == ["name", "", "rating", "club"], "a choice is its author's own"


def test_a_choice_is_kept_once_it_was_accepted(arbiter: Visit) -> None:
    def kept() -> int:
        with arbiter.site.database.reading() as connection:
            return len(connection.execute(select(ENTRY_CHOICES)).all())

    look_at(arbiter, "Name,National\nAnna,1850\n")
    arbiter.send(PAGE, act="read", headed="on", role_1="rating")
    assert kept() == 0
    arbiter.send(PAGE, act="enter", headed="on")
    assert kept() == 1
    look_at(arbiter, "Name,National\nBo,1850\n")
    arbiter.send(PAGE, act="read", headed="on", role_1="")
    arbiter.send(PAGE, act="enter", headed="on")
    assert kept() == 1, "the later choice replaces the one before"
    assert entrants(arbiter)[1:] == [("Anna", 1850, "", ""), ("Bo", 0, "", "")]


def test_what_was_changed_since_the_look_is_shown_before_anybody_is_entered(arbiter: Visit) -> None:
    look_at(arbiter, LIST)
    page = arbiter.send(PAGE, act="enter", headed="on", role_2="").text
    assert "Nobody was entered yet" in page
    assert len(entrants(arbiter)) == 1
    look_at(arbiter, LIST)
    form = arbiter.last
    store = TournamentLog(arbiter.site.database, "club-cup")
    store.act(lambda log: desk.enter_all(log, [ParticipantEntry("Cem Öz")]))
    arbiter.last = form
    page = arbiter.send(PAGE, act="enter", headed="on").text
    assert "Nobody was entered yet" in page
    assert counts(page)["New participants"] == "1"
    assert [name for name, *_ in entrants(arbiter)] == ["Dora Klein", "Cem Öz"]
    arbiter.send(PAGE, act="enter", headed="on")
    assert [name for name, *_ in entrants(arbiter)] == ["Dora Klein", "Cem Öz", "Anna Berg"]


def test_two_columns_for_the_same_are_refused_beside_the_fields(arbiter: Visit) -> None:
    look_at(arbiter, LIST)
    page = arbiter.send(PAGE, act="read", headed="on", role_0="name").text
    assert "are chosen for the same" in page
    assert chosen_roles(page) == ["name", "name", "rating", "federation", ""]
    assert "Enter 2 participants" not in page
    page = arbiter.send(PAGE, act="read", headed="on", role_0="last_name", role_1="name").text
    assert "Both a whole name and parts of a name are chosen" in page


def test_columns_without_a_name_or_of_the_same_name_have_a_field_of_their_own(arbiter: Visit) -> None:
    """As lists of chess-results.com have them: the title of the player is in a column without a name."""
    text = ";Name;Name;\nGM;Anna Berg;A;x\n;Bo Dahl;B;\n"
    page = look_at(arbiter, text).text
    assert re.findall(r"<label><span><bdi>([^<]*)</bdi>", page) == [
        "Name",
        "1",
        "Name (2)",
        "4",
    ]
    arbiter.send(PAGE, act="read", headed="on", role_0="title", role_2="club")
    arbiter.send(PAGE, act="enter", headed="on")
    assert entrants(arbiter)[1:] == [("Anna Berg", 0, "", "A"), ("Bo Dahl", 0, "", "B")]
    tournament = TournamentLog(arbiter.site.database, "club-cup").read().tournament()
    assert [one.title for one in tournament.entrants] == ["", "GM", ""]


def test_what_stands_above_the_names_of_the_columns_is_left_out_and_told(arbiter: Visit) -> None:
    text = "Club Cup 2026\nfrom the federation's page, 2 May\n\nNo.,Name,Rtg\n1,Anna,1900\n2,Bo,\n"
    page = look_at(arbiter, text).text
    assert chosen_roles(page) == ["", "name", "rating"]
    assert "the names of the columns are on line 4; what stands above it is left out" in page
    assert '<td class="right">5</td>' in page, "rows are counted as an editor counts them"


def test_a_workbook_is_read(arbiter: Visit) -> None:
    content = workbooks.xlsx({"Liste": [["Spieler", "Wertung"], ["Jörg Müller", 1800], ["Änne", "?"]]})
    page = look_at(arbiter, content, "liste.xlsx").text
    assert counts(page)["Rejected"] == "1"
    assert ">Row</th>" in page
    arbiter.send(PAGE, act="enter", headed="on")
    assert entrants(arbiter)[1:] == [("Jörg Müller", 1800, "", "")]


def test_who_may_be_the_same_player_is_told(arbiter: Visit) -> None:
    text = "name,fide_id\nDora Kleinn,\nAnna Berg,1503014\nA. Berg-Olsen,1503014\n"
    page = look_at(arbiter, text).text
    found = page.partition("Perhaps the same player")[2].partition("</ul>")[0]
    assert "<bdi>Dora Kleinn</bdi>: nearly the same name, or the same id: <bdi>Dora Klein</bdi>" in found
    assert "<bdi>A. Berg-Olsen</bdi>: nearly the same name, or the same id: <bdi>Anna Berg</bdi>" in found


def test_what_entering_would_say_is_said_before(arbiter: Visit) -> None:
    page = look_at(arbiter, "name,birth,ratng\nAnna,17.05.1990,1\n").text
    assert "is not read: the age of Anna (2) is not known" in page
    assert "ratng (did you mean rating?)" in page


def test_rows_that_no_act_takes_are_rejected_each_with_its_reason(arbiter: Visit) -> None:
    text = (
        'name,rating,sex\n,1500,\nAnna,9999999,\nBo,1500,x\nCem,1500,w\n"Di\u202e",1500,\nEva,1,w,too,many\n'
    )
    page = look_at(arbiter, text).text
    rejects = page.partition('id="rejected"')[2].partition("</table>")[0]
    lines = re.findall(r'<tr><td class="right">(\d+)</td>', rejects)
    assert lines == ["2", "3", "4", "6", "7"]
    for said in (
        "needs a name",
        "not a valid rating",
        "is not m or w",
        "control characters",
        "5 cells under",
    ):
        assert said in rejects
    arbiter.send(PAGE, act="enter", headed="on")
    assert entrants(arbiter)[1:] == [("Cem", 1500, "", "")]


def teams(database: Database) -> Visit:
    """Return the owner with a tournament of teams, in which Anna plays for Red."""
    visit = Visit(database).as_owner()
    log = desk.create("Team Cup", "fide-team", rounds=3, seed=1)
    log = desk.enter_table(log, b"team,name,rating\nRed,Anna,1900\n", "teams.csv")
    TournamentLog(database, "team-cup").create(log)
    return visit


TEAMS_PAGE = "/tournaments/team-cup/participants/file"


def test_players_of_teams_are_entered_with_their_teams(empty: Database) -> None:
    visit = teams(empty)
    text = (
        "team,board,name,rating\nRed,,Anna,1900\nRed,2,Bo,1800\nBlue,x,Cem,1700\nBlue,1,Dora,1600\n,1,Eva,1\n"
    )
    page = look_at(visit, text, page=TEAMS_PAGE).text
    assert counts(page) == {
        "Rows": "5",
        "New players": "2",
        "Their teams": "2",
        "Entered already": "1",
        "Twice in the file": "0",
        "Rejected": "2",
    }
    assert "The team is missing" in page
    assert "&#39;x&#39; is not a valid board" in page
    page = visit.send(TEAMS_PAGE, act="enter", headed="on").text
    assert "2 participants of list.csv were entered" in page
    tournament = TournamentLog(empty, "team-cup").read().tournament()
    assert [one.name for one in tournament.entrants] == ["Red", "Blue"]
    assert tournament.players is not None
    assert [one.name for one in tournament.players.entrants] == ["Anna", "Bo", "Dora"]


def test_teams_where_players_are_paired_are_no_list_of_players(arbiter: Visit) -> None:
    page = look_at(arbiter, "team,name\nRed,Anna\nBlue,Bo\n").text
    assert "fide-dutch pairs players, not teams" in page.replace("Fide-dutch", "fide-dutch")
    assert "Choose Club for the column of the teams" in page
    arbiter.send(PAGE, act="read", headed="on", role_0="club")
    arbiter.send(PAGE, act="enter", headed="on")
    assert entrants(arbiter)[1:] == [("Anna", 0, "", "Red"), ("Bo", 0, "", "Blue")]


def test_a_board_needs_a_team(arbiter: Visit) -> None:
    look_at(arbiter, LIST)
    page = arbiter.send(PAGE, act="read", headed="on", role_4="board").text
    assert "needs the column &#39;team&#39; beside it" in page


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "there is no file"),
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        (b"\x1f\x8b\x08\0\0\0", "the file is compressed"),
        (b"\n \n", "the file has no rows"),
        (b'name\n"Ann\n', "not a valid CSV file"),
        (b"name\n" + b"Ann\n" * 10_001, "at most 10000 are read at once"),
        (b"name" + b"," * 1000 + b"\nAnn\n", "more than 1000 columns"),
        (b"name\n" + b"x" * (8 * 2**20), "the file has more than 8 MB"),
    ],
)
def test_what_is_no_list_is_refused(arbiter: Visit, content: bytes, problem: str) -> None:
    arbiter.get(PAGE)
    answer = arbiter.send(PAGE, files={"file": ("list.csv", content)})
    assert answer.status_code == 422
    assert problem.lower() in answer.text.lower()
    assert "Nothing was changed." in answer.text


@pytest.mark.parametrize("state", ["x", "eJw=", "eJyrVkrOSCxSslIqSyzKTMxJqVTSUUpJLElVslLKS8xNVbKqrQUA"])
def test_a_preview_of_a_list_that_does_not_come_back_whole_is_refused(arbiter: Visit, state: str) -> None:
    arbiter.get(PAGE)
    answer = arbiter.send(PAGE, state=state, act="enter")
    assert answer.status_code == 422
    assert "did not come back whole" in answer.text
    assert len(entrants(arbiter)) == 1


def test_only_who_runs_the_tournament_enters_a_list(arbiter: Visit, empty: Database) -> None:
    assert Visit(empty).get(PAGE).status_code == 403
    other = Visit(empty).as_(somebody(empty, Role.ARBITER, "Mia"))
    assert other.get(PAGE).status_code == 403
    assert 'href="/tournaments/club-cup/participants/file"' not in other.get("/tournaments/club-cup").text
    token = re.findall(r'name="token" value="([^"]*)"', other.get("/tournaments/new").text)[0]
    look_at(arbiter, LIST)
    state = re.findall(r'name="state" value="([^"]*)"', arbiter.last.text)[0]
    for data in ({"rows": "name\nAnn\n"}, {"state": state, "act": "enter", "headed": "on", "op": "1"}):
        assert other.client.post(PAGE, data={"token": token, **data}).status_code == 403
    assert len(entrants(arbiter)) == 1


def test_a_form_of_strangers_enters_nobody(arbiter: Visit) -> None:
    look_at(arbiter, LIST)
    state = re.findall(r'name="state" value="([^"]*)"', arbiter.last.text)[0]
    data = {"state": state, "act": "enter", "headed": "on", "op": "1", "token": "0" * 64}
    assert arbiter.client.post(PAGE, data=data).status_code == 403
    assert len(entrants(arbiter)) == 1


def test_nobody_is_entered_into_a_tournament_that_is_over(arbiter: Visit) -> None:
    store = TournamentLog(arbiter.site.database, "club-cup")
    store.act(lambda log: desk.enter(log, "Emil Fuchs", {}))
    for change in (desk.pair, lambda log: desk.enter_results(log, 1, ["1-0"]), desk.finish):
        store.act(change)
    page = look_at(arbiter, LIST).text
    assert "The tournament is finished" in page
    assert "Enter 2 participants" not in page


def test_a_program_gets_what_was_understood_of_a_list(arbiter: Visit) -> None:
    arbiter.get(PAGE)
    token = re.findall(r'name="token" value="([^"]*)"', arbiter.last.text)[0]
    answer = arbiter.client.post(
        PAGE,
        data={"token": token},
        files={"file": ("list.csv", LIST.encode())},
        headers={"accept": "application/json"},
    ).json()
    assert answer["file"]["counts"] == {"rows": 5, "new": 2, "known": 1, "twice": 1, "rejected": 1}
    assert answer["file"]["new"] == [[2, "Anna Berg"], [4, "Cem Öz"]]
    assert [row["state"] for row in answer["file"]["rows"]] == ["new", "rejected", "new", "twice", "known"]
