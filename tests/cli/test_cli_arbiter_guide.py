"""The arbiter's guide: an open of 45 players by the commands of the page alone, to the federation's report."""

from __future__ import annotations

from pathlib import Path

import pytest

from arpad.office.log.event_file import EventFile
from arpad.rulebooks.reporting import report_of
from arpad.rulebooks.standings import standings
from arpad.rulebooks.tournament_report.pairing import pairs_of
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result
from arpad.tournament.trf import read_trf
from bbppairings import by_accelerations, engine, next_round
from consoles import commands, in_this_process

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "arbiter.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page, all of whose commands print what it says."""
    made = tmp_path_factory.mktemp("guide")
    for command in commands(PAGE.read_text(encoding="utf-8")):
        command.check(made, in_this_process)
    return made


@pytest.fixture(scope="module")
def event(folder: Path) -> Tournament:
    return EventFile(folder / "eger.arpad").read().tournament()


def number(tournament: Tournament, name: str) -> int:
    return next(one.number for one in tournament.entrants if one.name.startswith(name))


def brought(tournament: Tournament, name: str) -> list[Result]:
    return [entry.result for entry in tournament.history[number(tournament, name)]]


def test_all_that_goes_wrong_in_a_week_is_in_the_event(event: Tournament) -> None:
    assert len(event.entrants) == 45
    assert (event.planned, event.played) == (6, 6)
    assert event.initial_colour == "b"
    assert event.by_number[number(event, "Bakker")].rating == 1784
    assert brought(event, "Bianchi")[2] is Result.HALF_BYE
    assert brought(event, "Smith")[2:] == [Result.ZERO_BYE] * 4
    late = number(event, "Orbán")
    assert event.by_number[late].rating == 2045
    assert brought(event, "Orbán")[0] is Result.HALF_BYE
    apart = {number(event, "Oláh, E"), number(event, "Oláh, M")}
    assert [set(one.numbers) for one in event.prohibitions] == [apart]
    assert all({game.white, game.black} != apart for one in event.rounds for game in one.pairings)
    at_20 = number(event, "Szűcs")
    for one in event.rounds:
        seated = [board for board, game in enumerate(one.pairings, 1) if at_20 in (game.white, game.black)]
        assert seated in ([20], [])
    by_hand = [sum(game.by_hand for game in one.pairings) for one in event.rounds]
    assert by_hand == [0, 0, 2, 0, 0, 0]
    penalties = [(one.points, one.reason) for one in event.adjustments]
    assert [(str(points), reason) for points, reason in penalties] == [("-1/2", "telephone")]


def test_the_report_has_what_the_federation_asks_for(folder: Path, event: Tournament) -> None:
    text = (folder / "eger.trf").read_text(encoding="utf-8")
    lines = {line[:3]: line[4:].strip() for line in text.splitlines()}
    assert lines["012"] == "Eger Open 2026"
    assert lines["022"] == "Eger"
    assert lines["032"] == "HUN"
    assert (lines["042"], lines["052"]) == ("2026/07/05", "2026/07/10")
    assert lines["102"] == "IA Sipos, Judit"
    assert lines["112"] == "FA Erdei, Pál"
    assert lines["122"] == "90'/40+30'+30''"
    assert lines["132"].split() == [f"26/07/{day:02d}" for day in range(5, 11)]
    assert (lines["142"], lines["152"]) == ("6", "B")
    assert lines["202"] == "BH/C1,BH,SB,DE"
    assert {"260", "299", "###"} <= lines.keys()
    assert text.count("\n001 ") == 45
    assert "99000999" in text


def test_the_report_is_read_back_as_the_event(folder: Path, event: Tournament) -> None:
    again = read_trf(folder / "eger.trf")
    assert again.scores() == event.scores()
    assert [place.entrant.name for place in standings(again)] == [
        place.entrant.name for place in standings(event)
    ]
    for name in ("identity", "birth", "sex", "title", "rating", "federation"):
        told = [getattr(one, name) for one in event.entrants]
        assert [
            getattr(one, name).replace("/", "-") if name == "birth" else getattr(one, name)
            for one in again.entrants
        ] == told


def test_bbppairings_pairs_the_rounds_as_the_page_does(folder: Path) -> None:
    """Each as it stood when it was paired: what the arbiter then set by hand is not in it."""
    engine()
    log = EventFile(folder / "eger.arpad").read()
    for at, (before, one) in enumerate(log.all_as_paired(), 1):
        answer = next_round(report_of(by_accelerations(before)))
        assert (answer.code, answer.pairs) == (0, frozenset(pairs_of(one))), (at, answer.words)
