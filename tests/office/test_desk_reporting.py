"""Results that players report: what is entered, what waits for the arbiter, and what nobody may report."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.club.report_codes import ReportSeat, code_of, forget_key, key_of, seat_of
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.events.reports import ResultReported
from arpad.office.log.event_log import EventLog
from arpad.office.store.tournaments import TournamentLog
from arpad.tournament.results import Result
from office.stores import place

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


def begun(system: str = "fide-dutch", codes: str = "slips", *, published: bool = True) -> EventLog:
    log = EventLog.new(name="cup", system=system, rounds=3, seed=1).named("1f")
    log = desk.pair(desk.enter_all(log, [ParticipantEntry(name) for name in NAMES]))
    log = desk.publish(log) if published else log
    return desk.set_reporting(log, codes)


def sides(log: EventLog, board: int) -> tuple[int, int]:
    game = log.tournament().rounds[-1].pairings[board - 1]
    return game.white, game.black


def results(log: EventLog) -> list[Result]:
    return [game.white_result for game in log.tournament().rounds[-1].pairings]


def test_what_both_sides_report_alike_is_entered() -> None:
    log = begun()
    white, black = sides(log, 2)
    one = desk.report_result(log, 1, 2, black, "0-1")
    assert results(one) == [Result.PENDING] * 3, "one side alone enters nothing"
    assert [*one.reports] == [(1, 2)]
    both = desk.report_result(one, 1, 2, white, "0")
    assert results(both) == [Result.PENDING, Result.LOSS, Result.PENDING]
    assert [finding.code for finding in both.findings] == ["reported.agreed"]
    assert both.reports == {}
    assert len(both.acts) == len(one.acts) + 1, "the report and the result are one act, undone together"


def test_what_differs_waits_for_the_arbiter_and_a_side_may_correct_itself() -> None:
    log = begun()
    white, black = sides(log, 1)
    log = desk.report_result(desk.report_result(log, 1, 1, white, "1"), 1, 1, black, "0")
    assert results(log)[0] is Result.PENDING
    assert [finding.code for finding in log.findings] == ["reported.differs"]
    decided = desk.accept_report(log, 1, 1, black)
    assert results(decided)[0] is Result.LOSS
    assert decided.reports == {}
    corrected = desk.report_result(log, 1, 1, white, "0")
    assert results(corrected)[0] is Result.LOSS


def test_the_same_report_again_is_nothing_new_and_too_many_are_refused() -> None:
    log = begun()
    white, _ = sides(log, 1)
    log = desk.report_result(log, 1, 1, white, "1")
    assert desk.report_result(log, 1, 1, white, "1-0").seq == log.seq
    for at in range(9):
        log = desk.report_result(log, 1, 1, white, "=" if at % 2 else "0")
    with pytest.raises(BadInput, match="10 times") as caught:
        desk.report_result(log, 1, 1, white, "1")
    assert caught.value.code == "reported.too-often"


def refused(log: EventLog, *report: int | str) -> str:
    with pytest.raises(BadInput) as caught:
        desk.report_result(log, *report)  # type: ignore[arg-type]
    return caught.value.code


def test_what_nobody_may_report() -> None:
    log = begun()
    white, black = sides(log, 1)
    other, _ = sides(log, 2)
    assert refused(log, 1, 1, other, "1") == "reported.not-at-board"
    assert refused(log, 2, 1, white, "1") == "round.not-paired"
    assert refused(log, 1, 9, white, "1") == "board.unknown"
    assert refused(log, 1, 1, white, "+-") == "reported.forfeit"
    assert refused(log, 1, 1, white, "2-7") == "result.not-valid"
    assert refused(begun(codes="off"), 1, 1, white, "1") == "reported.off"
    assert refused(begun(published=False), 1, 1, white, "1") == "reported.not-published"
    stands = desk.enter_result(log, 1, 1, "1-0")
    assert refused(stands, 1, 1, black, "0") == "reported.result-stands"
    done = desk.enter_results(log, 1, ["1-0"] * 3)
    assert refused(desk.pair(done), 1, 1, black, "0") == "reported.round-over"
    with pytest.raises(BadInput, match="has reported nothing"):
        desk.accept_report(log, 1, 1, white)


def test_a_report_goes_with_its_board() -> None:
    log = begun()
    white, black = sides(log, 1)
    reported = desk.report_result(log, 1, 1, white, "1")
    assert desk.enter_result(reported, 1, 1, "0-1").reports == {}
    assert desk.set_board(reported, 1, black, white).reports == {}
    assert desk.unpair(reported).reports == {}
    assert reported.undo()[0].reports == {}
    assert log.reports == {}, "a log is never changed"


def test_discs_are_reported_as_points() -> None:
    log = begun("othello")
    white, black = sides(log, 1)
    log = desk.report_result(log, 1, 1, white, "33-31")
    log = desk.report_result(log, 1, 1, black, "33-31")
    game = log.tournament().rounds[0].pairings[0]
    assert game.points == (Fraction(31), Fraction(33)), "Black is named first"


def test_teams_do_not_report() -> None:
    log = EventLog.new(name="league", system="round-robin", rounds=1, seed=1)
    log = desk.enter_teams(log, [desk.TeamEntry("A", (ParticipantEntry("Ann"),))])
    with pytest.raises(BadInput, match="teams"):
        desk.set_reporting(log, "slips")
    with pytest.raises(BadInput, match="off, slips, everywhere"):
        desk.set_reporting(begun(), "wall")


KEY, OTHER = b"k" * 32, b"o" * 32


def test_a_code_is_good_for_one_side_of_one_board_of_one_round() -> None:
    log = begun()
    codes = {code_of(KEY, log, ReportSeat(1, board, white)) for board in (1, 2, 3) for white in (True, False)}
    assert len(codes) == 6
    code = code_of(KEY, log, ReportSeat(1, 2, True))
    assert seat_of(KEY, log, code) == ReportSeat(1, 2, True)
    seat, signature = code[:-23], code[-22:]
    assert seat == "1-2a"
    for forged in ("1-1a", "1-3a", "1-2b", "2-2a", "01-2a", "1-2A", "1-9a", "999-2a"):
        assert seat_of(KEY, log, f"{forged}-{signature}") is None, forged
    for at in range(22):
        changed = "A" if signature[at] != "A" else "Q"
        assert seat_of(KEY, log, f"{seat}-{signature[:at]}{changed}{signature[at + 1 :]}") is None
    for nonsense in ("", "1-2a", f"{code}A", code[:-1], f"{code}\n", "é" * 30, "1-2a-" + "=" * 22):
        assert seat_of(KEY, log, nonsense) is None
    assert seat_of(OTHER, log, code) is None
    assert seat_of(KEY, log.named("2f"), code) is None, "another tournament"


def test_a_code_ends_with_the_pairing_that_it_was_made_for() -> None:
    log = begun()
    code = code_of(KEY, log, ReportSeat(1, 1, True))
    white, black = sides(log, 1)
    swapped = desk.set_board(log, 1, black, white)
    assert seat_of(KEY, swapped, code) is None
    assert seat_of(KEY, desk.unpair(log), code) is None


def test_the_key_stays_until_it_is_thrown_away(where: str) -> None:
    store = place(where)
    if not isinstance(store, TournamentLog):
        pytest.skip("an event file has no key")
    store.create(begun())
    key = key_of(store.database, store.stream())
    assert len(key) == 32
    assert key_of(store.database, store.stream()) == key
    forget_key(store.database, store.stream())
    assert key_of(store.database, store.stream()) != key
    assert key.hex().encode() not in store.content()


def test_reports_are_written_and_read() -> None:
    log = begun()
    log = desk.report_result(log, 1, 1, sides(log, 1)[0], "1")
    event = log.events[-1]
    assert isinstance(event, ResultReported)
    again = ResultReported.of(_fields(event))
    assert again == event
    with pytest.raises(BadInput, match="exclude each other"):
        replace(event, black=Result.WIN).check()


def _fields(event: ResultReported):  # type: ignore[no-untyped-def]
    from arpad.office.events.fields import Fields

    return Fields(event.row())
