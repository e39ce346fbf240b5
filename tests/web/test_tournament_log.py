"""The log of a tournament: its round, how much an act matters, by which article; and TRF that tells it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from fractions import Fraction

from arpad.office import desk
from arpad.office.decision_lines import decisions, read_decisions
from arpad.office.desk import ParticipantEntry, TeamEntry
from arpad.office.log.event_log import EventLog
from arpad.office.log.history import history
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.tournament.trf import parse
from web.programs import Program
from web.visiting import Visit

OPEN = "/tournaments/spring-open"


def decided(database: Database) -> TournamentLog:
    """Return the sample's tournament after some decisions of the arbiter in round 4, and a correction."""
    store = TournamentLog(database, "spring-open")
    pairings = store.read().tournament().rounds[0].pairings
    met = pairings[0]  # who have met in round 1 may not meet again (C.04.1, 2)
    store.act(lambda log: desk.set_board(log, 1, met.white, met.black, at=4), author="Kim; arbiter")
    store.act(lambda log: desk.enter_result(log, 1, 1, other_result(log)), author="owner")
    store.act(lambda log: desk.forbid(log, 3, 7), author="owner")
    store.act(lambda log: desk.set_tiebreaks(log, ["SB"]), author="owner")
    return store


def other_result(log: EventLog) -> str:
    won = log.tournament().rounds[0].pairings[0].white_result.value == "1"
    return "0-1" if won else "1-0"


def test_an_act_says_how_much_it_matters_and_by_which_article(database: Database) -> None:
    acts = history(decided(database).read(), weigh=True)
    tiebreaks, forbidden, corrected, by_hand = acts[:-5:-1]
    assert (by_hand.severity, by_hand.articles[0], by_hand.rounds) == ("warning", "C.04.1, 2", (4,))
    assert (corrected.severity, corrected.rounds, corrected.articles) == ("warning", (1,), ())
    assert (forbidden.severity, forbidden.rounds) == ("note", (4,)), "during the round that was paired last"
    assert (tiebreaks.severity, tiebreaks.articles) == ("warning", ("C.07, 2",))
    ordinary = acts[:-4]
    assert {one.severity for one in ordinary} == {None}, "the ordinary course of a tournament"
    assert [one.rounds for one in ordinary if "pair round 3" in one.words] == [(3,)]
    assert ordinary[0].rounds == (0,)


def test_the_log_is_looked_through_by_round_and_severity(owner: Visit, database: Database) -> None:
    decided(database)
    page = owner.get(f"{OPEN}/log?severity=warning").text
    assert len(re.findall(r"<tr><td>\d+</td>", page)) == 3
    assert "C.04.1, 2" in page
    assert len(re.findall(r"<tr><td>\d+</td>", owner.get(f"{OPEN}/log?severity=decision").text)) == 4
    rounds = {tuple(one["rounds"]) for one in owner.json(f"{OPEN}/log?round=2")["acts"]}
    assert rounds == {(2,)}
    before = owner.json(f"{OPEN}/log?round=0")["acts"]
    assert {tuple(one["rounds"]) for one in before} == {(0,)}
    assert "John Doe" in str(before)
    found = owner.json(f"{OPEN}/log?q=C.07&round=4")["acts"]
    assert [one["words"] for one in found] == [["tie-breaks SB"]]
    api = Program(database).get("tournaments/spring-open/log")
    assert (api[0]["severity"], api[0]["articles"], api[0]["rounds"]) == ("warning", ["C.07, 2"], [4])
    dutch = owner.get(f"{OPEN}/log?severity=warning&lang=nl").text
    assert "Waarschuwing" in dutch
    assert "de weerstandspunten veranderen na de eerste ronde" in dutch.lower()


def test_a_long_log_is_read_page_by_page(owner: Visit, database: Database) -> None:
    log = desk.create("Long", "fide-dutch", rounds=3)
    for number in range(120):
        log = desk.enter(log, f"Player {number}", {})
    TournamentLog(database, "long").create(log, in_acts=True)
    seen, address = [], "/tournaments/long/log?q=player"
    while address:
        page = owner.get(address).text
        assert len(page) < 50_000
        seen += re.findall(r"Player (\d+)</span>", page)
        more = re.search(r'rel="next" href="([^"]+)"', page)
        address = more[1].replace("&amp;", "&") if more else ""
    assert seen == [str(number) for number in reversed(range(120))]


def test_decisions_stand_in_the_report_and_are_read_again(
    owner: Visit, visitor: Visit, database: Database
) -> None:
    log = decided(database).read()
    report = owner.get(f"{OPEN}/report.trf?decisions=yes")
    lines = [line for line in report.text.splitlines() if line.startswith("### decision")]
    assert len(lines) == 4
    assert re.match(
        r"### decision \d+; \d{4}-\d\d-\d\dT[\d:]+Z; round 4; warning; C\.04\.1, 2[^;]*; Kim, arbiter; "
        r"round 4 by hand: board 1: ",
        lines[0],
    )
    again = read_decisions(report.text)
    assert again == decisions(log)
    assert [one.severity for one in again] == ["warning", "warning", "note", "warning"]
    assert datetime.fromisoformat(again[0].time).tzinfo == UTC
    plain = owner.get(f"{OPEN}/report.trf")
    assert "### decision" not in plain.text
    assert parse(report.content).tournament(lenient=True) == parse(plain.content).tournament(lenient=True)
    assert "### decision" in bytes(parse(report.content)).decode()
    assert visitor.get(f"{OPEN}/report.trf?decisions=yes").status_code == 403
    assert visitor.get(f"{OPEN}/report.trf").status_code == 200


def test_what_was_taken_back_is_no_decision(database: Database) -> None:
    store = TournamentLog(database, "spring-open")
    store.act(lambda log: desk.plan_rounds(log, 6), author="owner; x")
    assert [(one.round, one.severity, one.author) for one in decisions(store.read())] == [
        (4, "note", "owner, x")
    ]
    store.act(desk.undo)
    assert decisions(store.read()) == []


def test_of_every_kind_of_decision_it_is_said(database: Database) -> None:
    def last(log: EventLog) -> tuple[str | None, tuple[str, ...]]:
        told = history(log, weigh=True)[-1]
        return told.severity, told.articles

    log = TournamentLog(database, "spring-open").read()
    assert last(desk.unpair(log)) == ("warning", ()), "the pairing was published"
    assert last(desk.edit(log, 3, {"rating": 2100})) == ("note", ())
    assert last(desk.set_points(log, 3, Fraction(-1, 2))) == ("note", ())
    assert last(desk.enter_result(log, 4, 2, "1-0")) == (None, ())
    assert last(desk.enter_result(log, 4, 1, other_of(log))) == ("note", ()), "nothing was paired since"
    odd = desk.enter(log, "Late One", {})
    for board in (2, 5, 6):
        odd = desk.enter_result(odd, 4, board, "1-0")
    odd = desk.pair(odd)
    free = next(bye.number for bye in odd.tournament().rounds[-1].byes)
    assert last(desk.give_bye(odd, free, 5, "full")) == ("warning", ("C.04.1, 3",))
    begun = desk.create("Cup", "fide-dutch", rounds=3)
    assert last(desk.enter(begun, "A", {})) == (None, ()), "before the first round"


def test_a_correction_on_a_board_of_a_match_is_a_decision() -> None:
    """What the desk says of it while it is entered (``result.corrected``, ``round.later-paired``)."""

    def weight(log: EventLog) -> str | None:
        return history(log, weigh=True)[-1].severity

    log = desk.create("Cup", "fide-team", rounds=3, seed=1, settings={"boards": 2})
    teams = [TeamEntry(name, [ParticipantEntry(f"{name}{at}", {}) for at in (1, 2)]) for name in "ABCD"]
    log = desk.pair(desk.enter_teams(log, teams))
    first = desk.enter_board_results(log, 1, 1, ["1-0", "½-½"])
    assert weight(first) is None
    assert weight(desk.enter_board_result(first, 1, 1, 2, "½-½")) is None, "it was so"
    assert weight(desk.enter_board_result(first, 1, 1, 2, "0-1")) == "note"
    assert weight(desk.enter_result(first, 1, 1, "+-")) == "note", "the match is forfeited, its boards go"
    assert weight(desk.enter_teams(first, [TeamEntry("A", [ParticipantEntry("A3", {})])])) == "note"
    second = desk.pair(desk.enter_board_results(first, 1, 2, ["1-0", "1-0"]))
    assert weight(desk.enter_board_result(second, 1, 1, 2, "0-1")) == "warning", "round 2 was paired before"
    assert weight(desk.enter_result(second, 1, 1, "+-")) == "warning"
    whole = desk.enter_result(log, 1, 1, "2-0")
    assert weight(whole) is None
    assert weight(desk.enter_board_result(whole, 1, 1, 1, "1-0")) == "note", "the match no longer counts"
    assert [one.severity for one in decisions(desk.enter_board_result(second, 1, 1, 2, "0-1"))] == ["warning"]


def other_of(log: EventLog) -> str:
    return "1-0" if log.tournament().rounds[3].pairings[0].white_result.value == "=" else "½-½"


def test_a_line_that_nobody_has_written_is_no_decision() -> None:
    """A report comes from anywhere: Python reads no number of 4,300 digits and more."""
    line = "### decision {}; 2026-05-02T14:10:00Z; round {}; note; ; Kim; forbid Ann and Bo"
    lines = [line.format("9" * 5_000, 1), line.format(1, "9" * 5_000), line.format(57, 3)]
    assert [(one.seq, one.round) for one in read_decisions("\n".join(lines))] == [(57, 3)]
