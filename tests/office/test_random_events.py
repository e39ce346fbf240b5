"""Random events of all the desk's acts, gone on with by others: the report, read again; and bbpPairings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arpad.office import desk
from arpad.office.log.event_format import parsed, written
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.pairing_catalogue import system_of
from arpad.rulebooks.reporting import as_reported, report_of
from arpad.rulebooks.tournament_report.pairing import pairs_of
from arpad.tournament import NoLegalRound, Result, Tournament
from arpad.tournament.trf import read_trf
from arpad.tournament.trf.header import Dialect
from bbppairings import NO_PAIRING, by_accelerations, engine, next_round
from office.random_events import Story, ready_to_pair
from tournament.trf.test_writing import known

Pairs = frozenset[tuple[int, int]]


def paired_by_desk(log: EventLog) -> Pairs:
    """Return White and Black of each board of the next round; nothing where no legal round exists."""
    try:
        return frozenset(pairs_of(desk.pair(log).tournament().rounds[-1]))
    except NoLegalRound:
        return frozenset()


def paired_by_arpad(tournament: Tournament) -> Pairs:
    try:
        return frozenset(pairs_of(system_of(tournament).pair(tournament).round))
    except NoLegalRound:
        return frozenset()


def check_with_bbppairings(story: Story, dialect: Dialect = "trf26") -> None:
    """Compare the next round; the numbers are those that the pairing of round 1 gives."""
    log = desk.number_by_rating(story.log)
    answer = next_round(report_of(log.tournament(), dialect))
    where = (story.seed, log.tournament().played + 1, story.acts, answer.words)
    assert answer.code in (0, NO_PAIRING), where
    assert answer.pairs == paired_by_desk(story.log), where


@pytest.mark.parametrize("dialect", ["trf26", "trf16"])
@pytest.mark.parametrize("many", [4, pytest.param(200, marks=pytest.mark.slow)])
def test_bbppairings_pairs_every_round_of_random_events_as_the_desk_does(many: int, dialect: Dialect) -> None:
    engine()
    done: Counter[str] = Counter()
    for seed in range(many):
        story = None
        for story in ready_to_pair(seed):
            check_with_bbppairings(story, dialect)
        assert story is not None
        done.update(story.acts)
    usual = {"enter", "away for a round", "withdraw", "back", "forbid", "set a board", "change the rounds"}
    rare = {"correct", "grant a bye", "allow", "edit", "remove", "give the bye to another", "unpair"}
    assert usual | (rare if many > 100 else set()) <= done.keys()


@pytest.mark.parametrize("many", [3, pytest.param(60, marks=pytest.mark.slow)])
def test_bbppairings_pairs_events_with_penalties_as_the_desk_does(many: int) -> None:
    """In the last round alone the sum of points counts, whoever has half of all (C.04.3, 1.7): that is left out."""
    engine()
    penalties = 0
    for seed in range(5000, 5000 + many):
        for story in ready_to_pair(seed, penalties=True):
            tournament = desk.number_by_rating(story.log).tournament()
            if not tournament.adjustments or tournament.played + 1 >= tournament.planned:
                continue
            answer = next_round(report_of(by_accelerations(tournament)))
            where = (seed, tournament.played + 1, story.acts, answer.words)
            assert answer.code in (0, NO_PAIRING), where
            assert answer.pairs == paired_by_desk(story.log), where
            penalties += 1
    assert penalties > many / 2


@settings(max_examples=2, deadline=None)
@given(st.integers(1000, 10**9))
def test_bbppairings_pairs_the_same_in_any_event(seed: int) -> None:
    engine()
    for story in ready_to_pair(seed):
        check_with_bbppairings(story)


def with_columns(tournament: Tournament) -> Tournament:
    """Return what a report has columns for: no clubs, no goals, no byes asked for once the round is paired.

    Who comes late has nothing before, so that the first bye granted for an earlier round is an arrival in it.
    """
    first = {
        number: next((at for at, entry in enumerate(line, 1) if entry.result is not Result.ZERO_BYE), 999)
        for number, line in tournament.history.items()
    }
    return replace(
        tournament,
        entrants=tuple(
            replace(entrant, club="", arrives=min(entrant.arrives, first[entrant.number]))
            for entrant in tournament.entrants
        ),
        rounds=tuple(
            replace(round_, pairings=tuple(replace(game, points=None) for game in round_.pairings))
            for round_ in tournament.rounds
        ),
        absences={at: byes for at, byes in tournament.absences.items() if byes and at > tournament.played},
    )


@settings(max_examples=4, deadline=None)
@example(100001)  # the arbiter enters a club
@example(9999)  # and grants a late entry a bye for a round before it
@given(st.integers(0, 10**9))
def test_a_random_event_is_what_its_file_and_its_report_say(seed: int) -> None:
    for story in islice(ready_to_pair(seed, penalties=True), 1, None, 3):
        tournament = story.log.tournament()
        assert parsed(written(story.log.named("1f")).decode(), "x").tournament() == tournament
        reported, again = with_columns(as_reported(tournament)), read_trf(report_of(tournament))
        assert (known(again), again.details) == (known(reported), reported.details)
        assert again.adjustments == reported.adjustments
        assert paired_by_arpad(again) == paired_by_desk(story.log)
