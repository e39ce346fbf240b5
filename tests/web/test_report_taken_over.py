"""A tournament of a report or an event file is taken over by a page, after a look at how it was read."""

from __future__ import annotations

import re

import pytest
from httpx2 import Response

from arpad.office.club.rights import Role
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog, tournaments
from web.visiting import Visit, somebody

NEW = "/tournaments/new"


def player(number: int, name: str, rating: int, points: float, *rounds: str) -> str:
    """Return the line of a player (TRF16): the number in columns 5 to 8, the name from 15, the rating from 49."""
    head = f"001 {number:>4} m    {name:<33} {rating:>4} NED"
    return f"{head:<80}{points:>4} {number:>4}  " + "  ".join(rounds)


REPORT = "\n".join(
    [
        "012 Autumn Open",
        "022 Utrecht",
        "032 NED",
        "042 2025/10/04",
        "052 2025/10/05",
        "092 Individual: Swiss-System",
        "XXR 3",
        player(1, "Berg, Anna", 2000, 2.0, "   3 w 1", "   2 b 1"),
        player(2, "Dahl, Bo", 1900, 1.0, "   4 b +", "   1 w 0"),
        player(3, "Öz, Cem", 1800, 0.5, "   1 b 0", "   4 w ="),
        player(4, "Fuchs, Emil", 1700, 0.5, "   2 w -", "   3 b ="),
        "",
    ]
)
"""Two of three rounds: a game that was decided by absence, and three that were played."""

UNKNOWN = REPORT.replace("XXR 3", "192 NO_SUCH_SYSTEM\nXXR 3")


@pytest.fixture
def arbiter(empty: Database) -> Visit:
    return Visit(empty).as_(somebody(empty, Role.ARBITER, "Ida"))


def look_at(visit: Visit, content: str | bytes, name: str = "autumn.trf", **typed: str) -> Response:
    """Send a file, and return its preview."""
    visit.get(NEW)
    content = content.encode() if isinstance(content, str) else content
    return visit.send(NEW, files={"file": (name, content)}, **typed)


def counts(page: str) -> dict[str, str]:
    return dict(re.findall(r"<div><dt>([^<]*)</dt><dd>([^<]*)</dd></div>", page))


def test_a_report_is_shown_as_it_stands_and_as_it_was_read(arbiter: Visit, empty: Database) -> None:
    page = look_at(arbiter, REPORT).text
    assert counts(page) == {
        "Participants": "4",
        "Rounds": "2",
        "Games": "3",
        "Forfeits": "1",
        "Byes": "0",
        "Without a result": "0",
    }
    assert "Utrecht" in page
    assert "3 rounds are planned." in page
    assert re.search(r'<td class="right">8</td><td><code dir="ltr">001    1 m    Berg, Anna', page)
    assert '<bdi>Öz, Cem</bdi></td><td class="right">1800</td>' in page
    assert 'value="Autumn Open"' in page
    assert tournaments(empty) == [], "a look writes nothing"


def test_a_report_is_taken_over_once_it_is_accepted(arbiter: Visit, empty: Database) -> None:
    look_at(arbiter, REPORT)
    form = arbiter.last
    for _ in range(2):
        arbiter.last = form
        arbiter.send(NEW, act="take", title="Autumn Open")
        assert str(arbiter.last.url).endswith("/tournaments/autumn-open")
    assert [one.name for one in tournaments(empty)] == ["autumn-open"]
    tournament = TournamentLog(empty, "autumn-open").read().tournament()
    assert [one.name for one in tournament.entrants] == ["Berg, Anna", "Dahl, Bo", "Öz, Cem", "Fuchs, Emil"]
    assert {number: float(one) for number, one in tournament.scores().items()} == {1: 2, 2: 1, 3: 0.5, 4: 0.5}
    assert "Check-in" in arbiter.get("/tournaments/autumn-open/participants").text, "Ida runs it"


def test_another_title_and_another_system_are_chosen(arbiter: Visit, empty: Database) -> None:
    look_at(arbiter, REPORT, title="My Open")
    assert 'value="My Open"' in arbiter.last.text
    page = arbiter.send(NEW, act="take", title="Our Open", system="fide-dubov").text
    assert "Nothing was taken over yet" in page
    assert tournaments(empty) == []
    arbiter.send(NEW, act="take", title="Our Open", system="fide-dubov")
    tournament = TournamentLog(empty, "our-open").read().tournament()
    assert (tournament.name, tournament.system) == ("Our Open", "fide-dubov")


def test_a_report_of_an_unknown_system_asks_for_the_system(arbiter: Visit, empty: Database) -> None:
    page = look_at(arbiter, UNKNOWN).text
    assert "There is no pairing system for the type" in page
    assert "Choose the pairing system, and read the file again." in page
    assert "Take it over" not in page
    page = arbiter.send(NEW, act="read", system="fide-dutch").text
    assert counts(page)["Participants"] == "4"
    arbiter.send(NEW, act="take", title="Autumn Open", system="fide-dutch")
    assert TournamentLog(empty, "autumn-open").read().tournament().system == "fide-dutch"


def test_what_a_report_leaves_open_and_its_encoding_are_told(arbiter: Visit) -> None:
    page = look_at(arbiter, REPORT.replace("092 Individual: Swiss-System\n", "").encode("cp1252")).text
    assert "Autumn.trf is not UTF-8 and is read as" in page
    assert "<bdi>Öz, Cem</bdi>" in page


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("012 Open\n001    1      Berg, Anna                        abcd\n", "is not a rating"),
        ('{"format": 1}', "event"),
        ("nothing of this kind\n", ""),
    ],
)
def test_a_file_that_is_no_tournament_is_refused(
    arbiter: Visit, empty: Database, content: str, problem: str
) -> None:
    answer = look_at(arbiter, content)
    assert answer.status_code == 422
    assert problem in answer.text
    assert tournaments(empty) == []


def test_an_event_file_is_shown_and_taken_over_once(owner: Visit, arbiter: Visit, empty: Database) -> None:
    content = owner.get("/tournaments/othello-cup/event.arpad").content
    page = look_at(arbiter, content, "othello-cup.arpad").text
    assert counts(page)["Participants"] == str(
        len(owner.json("/tournaments/othello-cup/participants")["participants"])
    )
    assert "As it stands in the file" not in page
    assert tournaments(empty) == []
    form = arbiter.last
    for _ in range(2):
        arbiter.last = form
        arbiter.send(NEW, act="take")
        assert str(arbiter.last.url).endswith("/tournaments/othello-cup")
    assert [one.name for one in tournaments(empty)] == ["othello-cup"]
    page = look_at(arbiter, content, "othello-cup.arpad").text
    assert "This tournament is here already, under the name &#39;othello-cup&#39;" in page
    assert "Take it over" not in page


@pytest.mark.parametrize("state", ["x", "eJw=", "eJyrVkrOSCxSslIqSyzKTMxJqVTSUUpJLElVslLKS8xNVbKqrQUA"])
def test_a_preview_of_a_report_that_does_not_come_back_whole_is_refused(
    arbiter: Visit, empty: Database, state: str
) -> None:
    look_at(arbiter, REPORT)
    answer = arbiter.send(NEW, state=state, act="take")
    assert answer.status_code == 422
    assert "did not come back whole" in answer.text
    assert tournaments(empty) == []


def test_only_who_may_begin_a_tournament_takes_one_over(arbiter: Visit, empty: Database) -> None:
    look_at(arbiter, REPORT)
    state = re.findall(r'name="state" value="([^"]*)"', arbiter.last.text)[0]
    data = {"state": state, "shown": "", "act": "take", "op": "1"}
    other = Visit(empty).as_(somebody(empty, Role.PLAYER, "Pia"))
    token = re.findall(r'name="token" value="([^"]*)"', other.get("/account").text)[0]
    assert other.client.post(NEW, data={**data, "token": token}).status_code == 403
    assert arbiter.client.post(NEW, data={**data, "token": "0" * 64}).status_code == 403
    assert tournaments(empty) == []


def test_a_program_gets_what_was_understood_of_a_report(arbiter: Visit) -> None:
    arbiter.get(NEW)
    token = re.findall(r'name="token" value="([^"]*)"', arbiter.last.text)[0]
    files = {"file": ("autumn.trf", REPORT.encode())}
    headers = {"accept": "application/json"}
    answer = arbiter.client.post(NEW, data={"token": token}, files=files, headers=headers).json()
    assert answer["read"]["counts"]["games"] == 3
    assert [one["points"] for one in answer["read"]["players"]] == [2, 1, 0.5, 0.5]
