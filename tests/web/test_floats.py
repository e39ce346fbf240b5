"""What the pairing went by stands on the page of a round: ratings, colours due, and who floats, with why."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest

from arpad.core import Explanation
from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.hand_decisions import explained_round
from arpad.office.log.event_log import EventLog
from arpad.office.pages.floats import MOST, float_map, seen_before
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.rulebooks.before_the_round import SCOREGROUPS
from web.programs import Program
from web.visiting import Visit

OPEN = "/tournaments/spring-open"
RESULTS = {"double-swiss": ("2-0", "1-1", "½-1½"), "fide-team": ("4-0", "2-2", "1-3")}


def played(system: str, count: int, rounds: int, seed: int = 2) -> EventLog:
    """Return a tournament with so many rounds, the last without results."""
    lots = Random(seed)
    settings = {"boards": 4} if system == "fide-team" else {}
    log = desk.create("Cup", system, rounds=7, seed=3, settings=settings)
    log = desk.enter_all(log, [ParticipantEntry(f"P{at}", {"rating": 2400 - 10 * at}) for at in range(count)])
    for at in range(1, rounds + 1):
        log = desk.publish(desk.pair(log))
        if at < rounds:
            boards = len(log.tournament().rounds[-1].pairings)
            typed = [lots.choice(RESULTS.get(system, ("1-0", "½-½", "0-1"))) for _ in range(boards)]
            log = desk.enter_results(log, at, typed)
    return log


@pytest.mark.parametrize("system", SCOREGROUPS)
def test_floats_are_the_games_between_scores(system: str) -> None:
    """By the points of the standings, which the engine does not use; and each arrow goes down."""
    count = 24 if system == "fide-team" else 25
    log = played(system, count, 4)
    tournament = log.tournament()
    points = match_points(log) if system == "fide-team" else tournament.scores(3)
    expected = {
        frozenset((tournament.by_number[game.white].name, tournament.by_number[game.black].name))
        for game in tournament.rounds[3].pairings
        if points[game.white] != points[game.black]
    }
    found = float_map(log, 4)
    assert found is not None
    assert {frozenset((one.name, one.opponent)) for one in found.floats if one.to is not None} == expected
    assert expected, "the example has floats"
    assert all(one.to is None or one.score > one.to for one in found.floats)
    assert [one.name for one in found.floats if one.to is None] == [
        tournament.by_number[bye.number].name for bye in tournament.rounds[3].byes
    ]
    assert all(arrow.top < arrow.bottom for arrow in found.arrows)
    assert sum(group.players for group in found.groups if group.score) == count
    assert float_map(log, 1) is None, "before the first round there is one scoregroup"


def match_points(log: EventLog) -> dict[int, int]:
    """Return the match points after three rounds: 2 for a match won, 1 for a drawn one (C.04.6, 1.2.1)."""
    found: dict[int, int] = {}
    for one in log.tournament().rounds[:3]:
        for game in one.pairings:
            assert game.points is not None
            white, black = game.points
            for number, won, lost in ((game.white, white, black), (game.black, black, white)):
                found[number] = found.get(number, 0) + (2 if won > lost else int(won == lost))
    return found


def preferences(told: Explanation) -> dict[int, str]:
    """Return the colours that the engine names in its explanation: ``7  mild, White``."""
    found = {}
    for step in told.steps:
        words = re.fullmatch(r"(?:mild|strong|absolute), (White|Black)", str(step.value))
        if step.label.isdecimal() and words:
            found[int(step.label)] = "w" if words[1] == "White" else "b"
    for part in told.parts:
        found |= preferences(part)
    return found


@pytest.mark.parametrize("system", ["fide-dutch", "fide-dubov", "fide-burstein"])
def test_colours_due_are_those_of_the_explanation(system: str) -> None:
    log = played(system, 24, 5)
    told = preferences(explained_round(log, 5))
    assert len(told) > 12
    due = {number: one.due for number, one in seen_before(log, 5).values()}
    assert {number: due[number] for number in told} == told


def test_colours_due_by_hand() -> None:
    """Four players, C.04.3, 1.7 and C.04.4.3, 5.1: who had White once is due Black, and the other way."""
    for system in ("fide-dutch", "fide-lim", "fide-burstein", "fide-dubov"):
        log = played(system, 4, 2)
        first = log.tournament().rounds[0]
        due = {number: one.due for number, one in seen_before(log, 2).values()}
        for game in first.pairings:
            assert (due[game.white], due[game.black]) == ("b", "w"), system
    assert {one.due for _, one in seen_before(played("fide-dubov", 4, 1), 1).values()} == {""}


def test_who_got_another_name_after_the_round_was_paired_keeps_score_and_colour() -> None:
    before = played("fide-dutch", 25, 4)
    known = float_map(before, 4)
    assert known is not None
    number = known.floats[0].number
    after = desk.edit(before, number, {"name": "Kim"})
    assert seen_before(after, 4) == seen_before(before, 4)
    found = float_map(after, 4)
    assert found is not None
    assert found.groups == known.groups
    assert found.floats == [known.floats[0]._replace(name="Kim"), *known.floats[1:]]


def test_a_round_shows_ratings_and_colours_due(visitor: Visit, database: Database) -> None:
    page = visitor.get(f"{OPEN}/rounds/4?lang=en").text
    heads = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', page)
    assert [re.sub("<[^>]+>", "", head) for head in heads[:8]] == [
        *("Board", "White", "Rating", "Due", "Result", "Black", "Rating", "Due")
    ]
    boards = visitor.json(f"{OPEN}/rounds/4")["round"]["boards"]
    denied = sum(side["denied"] for board in boards for side in board["sides"])
    assert page.count('<td class="more" data-head="Due"><b>') == denied > 0
    told = Program(database, None).get("tournaments/spring-open/rounds/4")
    assert [(one["first"]["rating"], one["first"]["due"]) for one in told["boards"]] == [
        (board["sides"][0]["rating"], board["sides"][0]["due"]) for board in boards
    ]
    assert [one["name"] for one in told["floats"]] == [
        one["name"] for one in visitor.json(f"{OPEN}/rounds/4")["floats"]["floats"]
    ]


def test_every_arrow_leads_to_why(visitor: Visit) -> None:
    page = visitor.get(f"{OPEN}/rounds/3").text
    links = re.findall(rf'href="({OPEN}/rounds/3/why\?float=(\d+))#about"', page)
    assert len(links) == 8, "four floats, in the drawing and in the table"
    for link, number in links:
        why = visitor.get(f"{link}&lang=en").text
        (inside,) = re.findall(r'id="about"[^>]*>(.*?)</', why, re.S)
        assert f"{number} floats down" in inside
    assert 'id="about"' not in visitor.get(f"{OPEN}/rounds/3/why").text
    assert 'id="about"' not in visitor.get(f"{OPEN}/rounds/3/why?float=999").text


@pytest.mark.parametrize("system", ["fide-dubov", "fide-lim", "fide-burstein", "double-swiss", "fide-team"])
def test_of_every_system_a_float_leads_to_its_part(system: str, database: Database) -> None:
    log = played(system, 24, 4)
    TournamentLog(database, "cup").create(log)
    visit = Visit(database)
    found = float_map(log, 4)
    assert found is not None
    for one in found.floats:
        assert 'id="about"' in visit.get(f"/tournaments/cup/rounds/4/why?float={one.number}").text


def test_systems_without_scoregroups_have_no_map(visitor: Visit) -> None:
    page = visitor.get("/tournaments/othello-cup/rounds/3").text
    assert 'id="floats"' not in page
    assert ">Due<" not in page


def test_a_corrected_result_changes_nothing_of_what_the_system_saw(database: Database) -> None:
    store = TournamentLog(database, "spring-open")
    before = float_map(store.read(), 4)
    won = store.read().tournament().rounds[0].pairings[0].white_result.value == "1"
    store.act(lambda log: desk.enter_result(log, 1, 1, "0-1" if won else "1-0"))
    assert float_map(store.read(), 4) == before


def test_many_floats_are_a_table_only() -> None:
    log = played("fide-dutch", 25, 2)
    found = float_map(log, 2)
    assert found is not None
    assert len(found.arrows) == len(found.floats) < MOST
    assert all(Fraction(one.score).denominator <= 2 for one in found.floats)
