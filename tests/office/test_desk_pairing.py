"""Boards and byes set by the arbiter's hand, rounds taken back, fixed boards: done, said, replayed, undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.hand_decisions import by_hand, explained_round
from arpad.office.log.event_format import parsed, written
from arpad.office.log.event_log import EventLog, LogEntry
from arpad.office.pages.event_page import event_page
from arpad.tournament import NoLegalRound
from arpad.tournament.results import Result


def begun(many: int, rounds: int = 5) -> EventLog:
    """A Dutch tournament of A, B, C … by falling ratings, before its first round."""
    log = desk.create("cup", "fide-dutch", rounds=rounds, colour="white")
    return desk.enter_all(
        log, [desk.ParticipantEntry("ABCDEFGHIJKL"[at], {"rating": 2400 - 100 * at}) for at in range(many)]
    )


def played(log: EventLog, result: str = "1-0") -> EventLog:
    later = desk.pair(log)
    boards = len(later.tournament().rounds[-1].pairings)
    return desk.enter_results(later, later.tournament().played, [result] * boards)


def boards(log: EventLog, at: int = -1) -> list[tuple[int, int]]:
    round_ = log.tournament().rounds[at]
    return [(game.white, game.black) for game in round_.pairings]


def byes(log: EventLog, at: int = -1) -> list[tuple[int, str]]:
    return [(bye.number, bye.result.value) for bye in log.tournament().rounds[at].byes]


def codes(log: EventLog) -> list[str]:
    return [finding.code for finding in log.findings]


def check_kept(log: EventLog, before: EventLog) -> None:
    """The act can be written, read and undone."""
    assert parsed(written(log.named("1f")).decode(), "x").tournament() == log.tournament()
    assert desk.undo(log).tournament() == before.tournament()


def test_a_board_set_by_hand_displaces_players_to_the_places_that_are_left() -> None:
    log = desk.pair(begun(6))
    assert boards(log) == [(1, 4), (5, 2), (3, 6)]
    after = desk.set_board(log, 1, 1, 2)
    # 4 was displaced, and takes the seat that 2 has left.
    assert boards(after) == [(1, 2), (5, 4), (3, 6)]
    assert [game.by_hand for game in after.tournament().rounds[0].pairings] == [True, True, False]
    check_kept(after, log)


def test_the_colours_of_a_board_are_exchanged() -> None:
    log = desk.pair(begun(6))
    after = desk.set_board(log, 1, 4, 1)
    assert boards(after) == [(4, 1), (5, 2), (3, 6)]
    check_kept(after, log)


def test_two_who_sat_together_move_to_another_board() -> None:
    log = desk.pair(begun(6))
    after = desk.set_board(log, 3, 1, 4)
    assert boards(after) == [(3, 6), (5, 2), (1, 4)]
    check_kept(after, log)


def test_a_player_with_the_bye_is_paired_and_the_displaced_gets_the_bye() -> None:
    log = desk.pair(begun(5))
    assert boards(log) == [(1, 3), (4, 2)]
    assert byes(log) == [(5, "U")]
    after = desk.set_board(log, 2, 5, 2)
    assert (boards(after), byes(after)) == ([(1, 3), (5, 2)], [(4, "U")])
    check_kept(after, log)


def test_the_bye_is_given_to_another() -> None:
    log = desk.pair(begun(5))
    after = desk.swap_bye(log, 3)
    assert (boards(after), byes(after)) == ([(1, 5), (4, 2)], [(3, "U")])
    assert [bye.by_hand for bye in after.tournament().rounds[0].byes] == [True]
    check_kept(after, log)


def test_a_house_player_meets_the_player_with_the_bye() -> None:
    log = desk.enter(desk.pair(begun(5)), "House", {})
    after = desk.set_board(log, 3, 5, 6)
    assert (boards(after), byes(after)) == ([(1, 3), (4, 2), (5, 6)], [])
    assert after.tournament().by_number[6].arrives == 1
    check_kept(after, log)


def test_what_a_board_set_by_hand_departs_from_is_said_and_stays_visible() -> None:
    log = desk.pair(played(played(desk.forbid(begun(6), 3, 5))))
    first = boards(log, 0)[0]
    place = next(at for at, pair in enumerate(boards(log), 1) if first[0] in pair)
    after = desk.set_board(log, place, *first)
    (rematch,) = [finding for finding in after.findings if finding.code == "board.rematch"]
    assert rematch.text == f"{first[0]} and {first[1]} have met in round 1"
    assert (rematch.article, rematch.severity.value, rematch.round) == ("C.04.1, 2", "warning", 3)
    forbidden = desk.set_board(log, 1, 3, 5)
    assert "board.forbidden-pair" in codes(forbidden)
    assert [finding.code for finding in by_hand(after.tournament(), 3)].count("board.rematch") == 1
    explanation = "\n".join(explained_round(after, 3).lines())
    assert "set by the arbiter after the pairing" in explanation
    assert f"{first[0]} and {first[1]} have met in round 1" in explanation
    assert "was set by the arbiter" in event_page(after.tournament(), stood=after.all_as_paired())


def test_results_of_boards_set_by_hand_are_to_come_again() -> None:
    log = played(begun(6))
    after = desk.set_board(log, 1, 1, 2)
    assert after.tournament().rounds[0].pending == (1, 2)
    assert codes(after) == ["board.result-cleared"]
    assert after.findings[0].text == "the results of boards 1, 2 no longer count"


def test_a_published_round_that_changes_says_so() -> None:
    log = desk.publish(desk.pair(begun(6)))
    assert codes(desk.set_board(log, 1, 4, 1)) == ["round.published"]
    again = desk.unpair(log)
    assert codes(again) == ["round.published"]
    assert desk.publish(desk.pair(again)).published == {1}


def test_a_round_is_unpaired_and_paired_again_with_who_came_since() -> None:
    log = desk.enter_result(desk.pair(begun(6)), 1, 1, "1-0")
    late = desk.enter_all(log, [desk.ParticipantEntry("X"), desk.ParticipantEntry("Y")])
    after = desk.unpair(late)
    assert after.tournament().played == 0
    assert [(finding.code, finding.text) for finding in after.findings] == [
        ("unpair.results", "1 result of the round no longer counts")
    ]
    assert len(boards(desk.pair(after))) == 4
    check_kept(after, late)


def test_a_fixed_board_holds_in_every_round() -> None:
    log = desk.fix_board(begun(8), 1, 3)
    for _ in range(3):
        log = played(log)
        assert 1 in boards(log)[2]
    check_kept(desk.fix_board(log, 1, 0), log)
    two = desk.fix_board(desk.fix_board(begun(8), 1, 1), 5, 9)
    # A board beyond the last is the last; of two who meet the lower number counts.
    assert desk.pair(two).tournament().rounds[0].pairings[0].white == 1


def test_a_round_that_the_rules_allow_no_pairing_for_is_paired_by_hand() -> None:
    log = begun(4)
    for _ in range(3):
        log = played(log)
    with pytest.raises(NoLegalRound):
        desk.pair(log)
    after = desk.pair_by_hand(log, [(1, 2), (3, 4)])
    assert boards(after) == [(1, 2), (3, 4)]
    assert all(game.by_hand for game in after.tournament().rounds[-1].pairings)
    assert codes(after).count("board.rematch") == 2
    check_kept(after, log)
    assert after.as_paired(4).round.pairings[0].by_hand
    explanation_lines = list(explained_round(after, 4).lines())
    assert explanation_lines[0] == "Round 4: paired by the arbiter"
    assert any("have met in round" in line for line in explanation_lines)
    page = event_page(after.tournament(), stood=after.all_as_paired())
    assert "This round cannot be paired again" in page


def test_a_round_by_hand_says_who_is_left_out_and_keeps_byes_that_were_asked_for() -> None:
    log = desk.away(played(begun(8)), 7, [2], "half")
    after = desk.pair_by_hand(log, [(1, 2), (3, 4)], byes=[5])
    assert sorted(byes(after)) == [(5, "U"), (7, "H")]
    (left,) = [finding for finding in after.findings if finding.code == "pair.left-out"]
    assert left.text == "F (6) and H (8) are here, and without a game or a bye"
    check_kept(after, log)


def test_what_cannot_be_paired_by_hand_is_refused() -> None:
    first = begun(4)
    with pytest.raises(BadInput) as refused:
        desk.pair_by_hand(desk.edit(first, 4, {"rating": 2500}), [(1, 2)])
    assert refused.value.code == "pair.not-numbered"
    for wrong, code in (
        ([(1, 1)], "round.entrant-twice"),
        ([(1, 2), (2, 3)], "round.entrant-twice"),
        ([], "round.no-boards"),
        ([(1, 9)], "number.unknown"),
    ):
        with pytest.raises(BadInput) as refused:
            desk.pair_by_hand(first, wrong)
        assert refused.value.code == code
    table = desk.enter_all(desk.create("c", "round-robin"), [desk.ParticipantEntry(one) for one in "ABCD"])
    with pytest.raises(BadInput) as refused:
        desk.pair_by_hand(table, [(1, 2)])
    assert refused.value.code == "pair.fixed-format"


REFUSED: list[tuple[str, Callable[[EventLog], EventLog], str]] = [
    ("board.one-participant", lambda log: desk.set_board(log, 1, 1, 1), "plays against itself"),
    ("board.same", lambda log: desk.set_board(log, 1, *boards(log)[0]), "already has this pairing"),
    ("board.unknown", lambda log: desk.set_board(log, 9, 1, 2), "no board 9"),
    ("number.unknown", lambda log: desk.set_board(log, 1, 1, 99), "no participant has the number 99"),
    ("board.lone", lambda log: desk.set_board(log, 3, 1, 5), "would be left alone at board 1"),
    ("round.not-paired", lambda log: desk.set_board(log, 1, 1, 2, at=7), "round 7 is not paired yet"),
    ("bye.no-game", lambda log: desk.swap_bye(log, 5), "has no game in round 1"),
    ("bye.has-game", lambda log: desk.give_bye(log, 1, 1, "half"), "has a game in round 1"),
    ("bye.same", lambda log: desk.give_bye(desk.give_bye(log, 5, 1, "half"), 5, 1, "half"), "already"),
    ("bye.unknown", lambda log: desk.give_bye(log, 5, 1, "double"), "'double' is not a kind of bye"),
    ("round.published", lambda log: desk.publish(desk.publish(log)), "was published already"),
    ("finish.results-missing", desk.finish, "still lacks 2 results"),
    ("pair.results-missing", desk.pair, "still lacks the results of boards 1, 2"),
    ("undo.unknown-moment", lambda log: desk.undo(log, to=99), "no act that is in force ends with event 99"),
    ("board.kept", lambda log: desk.fix_board(desk.fix_board(log, 1, 2), 3, 2), "board 2 is kept for A (1)"),
    ("board.not-kept", lambda log: desk.fix_board(log, 1, 0), "no board is kept for A (1)"),
]


@pytest.mark.parametrize(("code", "act", "problem"), REFUSED, ids=[code for code, _, _ in REFUSED])
def test_what_cannot_be_is_refused_with_its_code(
    code: str, act: Callable[[EventLog], EventLog], problem: str
) -> None:
    with pytest.raises(BadInput) as refused:
        act(desk.pair(begun(5)))
    assert refused.value.code == code
    assert problem in refused.value.problem


def test_nothing_but_an_undo_changes_a_finished_tournament() -> None:
    over = desk.finish(played(begun(6, rounds=1)))
    assert over.finished
    for act in (desk.unpair, lambda log: desk.away(log, 1), lambda log: desk.enter_result(log, 1, 1, "0-1")):
        with pytest.raises(BadInput) as refused:
            act(over)
        assert refused.value.code in ("tournament.finished", "rounds.all-paired")
    again = desk.enter_result(desk.undo(over), 1, 1, "0-1")
    assert again.tournament().rounds[0].pairings[0].white_result is Result.LOSS
    early = desk.finish(played(begun(6)))
    assert codes(early) == ["finish.early"]


def test_the_creation_alone_stands_when_what_was_entered_with_it_is_undone() -> None:
    """An act whose author saw more refers to a moment that no longer stands: refused, not a crash."""
    log = begun(4)
    together = EventLog((LogEntry(log.events, log.acts[0].stamp),), log.identity)
    alone = desk.undo(together)
    assert alone.ends_of_acts() == [1]
    for to, code in ((1, "undo.nothing"), (together.seq, "undo.unknown-moment")):
        with pytest.raises(BadInput) as refused:
            desk.undo(alone, to=to)
        assert refused.value.code == code
    with pytest.raises(BadInput) as refused:
        desk.undo(alone)
    assert refused.value.code == "undo.nothing"
    again = desk.enter_all(alone, [desk.ParticipantEntry("E")])
    assert desk.undo(again, to=1).tournament() == alone.tournament() == desk.undo(again).tournament()


def test_a_tournament_is_undone_to_a_moment() -> None:
    first = begun(6)
    log = desk.enter_results(desk.pair(first), 1, ["1-0", "1-0", "½-½"])
    back = desk.undo(log, to=first.seq)
    assert back.tournament() == first.tournament()
    # Within an act nothing can be kept.
    with pytest.raises(BadInput, match="no act that is in force ends with event"):
        desk.undo(log, to=log.seq - 1)
    # What was undone can no longer be returned to.
    with pytest.raises(BadInput, match="no act that is in force"):
        desk.undo(back, to=log.seq)
