"""A tournament begun anew with the plan of another, and tournaments that are hidden, archived or deleted."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import arpad
from act_samples import played, teams
from arpad.cli import main
from arpad.core import BadInput
from arpad.office import desk
from arpad.office.club.audit_log import acts_of
from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.rights import NotAllowed, Role
from arpad.office.club.shelf import remove, show
from arpad.office.log.event_file import EventFile
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog, Visibility, tournaments
from databases import new_sqlite
from passwords import quick_passwords


def test_a_copy_has_the_plan_and_the_participants_and_no_round() -> None:
    log = desk.set_details(
        desk.set_tiebreaks(played(), ["BH", "SB"]), {"city": "Graz", "start": "2026-05-01"}
    )
    copy = desk.copied(desk.set_points(log, 1, arpad.Tournament().model.points.win), "Next Cup", seed=7)
    before, after = log.tournament(), copy.tournament()
    assert (after.name, after.seed, after.played) == ("Next Cup", 7, 0)
    assert (after.system, after.planned, after.points) == (before.system, before.planned, before.points)
    assert (after.settings, after.tiebreaks) == (before.settings, ("BH", "SB"))
    assert [(one.name, one.rating) for one in after.entrants] == [
        (one.name, one.rating) for one in before.entrants
    ]
    assert dict(after.details) == {"city": "Graz"}
    assert desk.pair(copy).tournament().played == 1
    assert desk.copied(log, "Empty", participants=False).tournament().entrants == ()


def test_a_copy_of_a_tournament_of_teams_has_their_players() -> None:
    before, after = teams().tournament(), desk.copied(teams(), "Again").tournament()
    assert before.players is not None
    assert after.players is not None
    assert [team.name for team in after.entrants] == [team.name for team in before.entrants]
    names = [
        [cup.players.by_number[n].name for n in cup.entrants[0].members]
        for cup in (before, after)
        if cup.players
    ]
    assert names[0] == names[1] == ["A1", "A2", "A3"]


def test_the_command_and_python_copy_the_same(tmp_path: Path) -> None:
    EventFile(tmp_path / "cup.arpad").create(played(), in_acts=True)
    words = [
        "tournament",
        "copy",
        str(tmp_path / "cup.arpad"),
        str(tmp_path / "next.arpad"),
        "--name",
        "Next",
    ]
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 0, answer.output
    assert answer.output.strip().endswith("fide-dutch, 6 participants")
    cup = arpad.Tournament.open(tmp_path / "cup.arpad").copy("Next")
    assert cup.model == arpad.Tournament.open(tmp_path / "next.arpad").model


@pytest.fixture
def office(tmp_path: Path) -> Database:
    with quick_passwords():
        database = open_database(new_sqlite(tmp_path / "club.db"))
        TournamentLog(database, "cup").create(played(), in_acts=True)
        return database


def test_a_tournament_is_hidden_archived_and_listed_again(office: Database) -> None:
    people = People(office)
    for visibility in (Visibility.HIDDEN, Visibility.ARCHIVED, Visibility.ARCHIVED, Visibility.LISTED):
        show(office, "cup", visibility, by=SETTING_UP)
        assert [one.visibility for one in tournaments(office)] == [visibility.value]
        assert TournamentLog(office, "cup").place().visibility == visibility
    words = [str(act.words) for act in reversed(acts_of(office, "people", "people"))]
    assert words == ["hide cup", "archive cup", "list cup"], "what changes nothing is no act"
    assert people.database is office


def test_a_tournament_is_deleted_where_nothing_of_it_was_published(office: Database) -> None:
    with pytest.raises(BadInput) as refused:
        show(office, "cup", Visibility.DELETED, by=SETTING_UP)
    assert refused.value.code == "tournament.delete"
    remove(office, "cup", by=SETTING_UP)
    assert tournaments(office) == []
    with pytest.raises(BadInput) as refused:
        TournamentLog(office, "cup").read()
    assert refused.value.code == "tournament.unknown"
    TournamentLog(office, "cup").create(played(), in_acts=True)
    assert [one.name for one in tournaments(office)] == ["cup"], "its name is free"
    TournamentLog(office, "cup").act(desk.publish)
    TournamentLog(office, "cup").act(desk.undo)
    with pytest.raises(BadInput) as refused:
        remove(office, "cup", by=SETTING_UP)
    assert refused.value.code == "tournament.published", "also where it was taken back"
    assert [one.name for one in tournaments(office)] == ["cup"]


def test_only_who_runs_a_tournament_moves_it(office: Database) -> None:
    people = People(office)
    people.enter(people.invite(Role.OWNER, by=SETTING_UP), "owner", "a long password")
    owner = people.come_in("owner", "a long password")
    people.enter(people.invite(Role.ARBITER, by=owner), "Mallory", "a long password")
    other = people.come_in("Mallory", "a long password")
    with pytest.raises(NotAllowed):
        show(office, "cup", Visibility.HIDDEN, by=other)
    with pytest.raises(NotAllowed):
        remove(office, "cup", by=other)
    with pytest.raises(BadInput) as refused:
        remove(office, "nothing", by=owner)
    assert refused.value.code == "tournament.unknown"
