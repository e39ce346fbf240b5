"""Queues in a database: tickets, rounds, and matches that survive a restart; times are given, so all is determined."""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.office.matchmaking.figures import figures
from arpad.office.matchmaking.queues import GameQueue, queues
from arpad.office.matchmaking.rounds import QueueMatch, QueueRounds
from arpad.office.matchmaking.settings import QueueSettings
from arpad.office.matchmaking.tickets import Party, PartyPlayer, QueueTicket, Tickets
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from databases import new_sqlite
from office.stores import close, opened


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "postgresql":
        yield opened(request.getfixturevalue("postgresql"))
        return
    url = new_sqlite(tmp_path / "club.db")
    yield opened(url)
    close(url)


@pytest.fixture
def queue(database: Database) -> GameQueue:
    return GameQueue(database, f"duel-{secrets.token_hex(4)}")


def come(
    queue: GameQueue, now: float, *players: tuple[str, float], deviation: float = 50.0, **more: str
) -> QueueTicket:
    entrants = [PartyPlayer(name, rating, deviation) for name, rating in players]
    return Tickets(queue).enter(Party(entrants, more), now=now)


def names_of(match: QueueMatch) -> list[list[str]]:
    return [[player.player for ticket in side for player in ticket.players] for side in match.sides]


def test_two_come_and_are_matched_and_it_is_told_why(queue: GameQueue) -> None:
    queue.create(QueueSettings())
    ann = come(queue, 1000.0, ("Ann", 1480.0))
    assert QueueRounds(queue).make(now=1030.0)[1:] == ([], 1, 0)
    bo = come(queue, 1036.0, ("Bo", 1500.0))
    round_ = QueueRounds(queue).make(now=1040.0)
    (match,) = round_.matches
    assert (match.number, match.at, round_.waiting) == (1, 1040.0, 0)
    assert names_of(match) == [["Ann"], ["Bo"]]
    # As in the test of the rules: 1 − .52806 with the deviations of both.
    assert match.quality.expected == pytest.approx(1 - 0.52806, abs=1e-5)
    assert match.explained().outcome == "waited 40 s, window ±120, win chance 47 %"
    for ticket in (ann, bo):
        matched_ticket = Tickets(queue).ticket(ticket.id)
        assert (matched_ticket.state, matched_ticket.match, matched_ticket.ended) == ("found", 1, 1040.0)
    assert queue.state().match_count == 1
    come(queue, 1041.0, ("Ann", 1490.0))  # who was matched may come again


def test_matches_and_tickets_survive_a_restart(database: Database, queue: GameQueue) -> None:
    queue.create(QueueSettings(alike={"region": None}))
    come(queue, 1.0, ("Ann", 1500.0), region="eu")
    come(queue, 2.0, ("Bo", 1510.0), region="eu")
    left = come(queue, 3.0, ("Cy", 1500.0), region="us")
    (match,) = QueueRounds(queue).make(now=5.0).matches
    database.close()  # as a process that has ended; the next one begins with what is on the disk
    again = GameQueue(opened_anew(database), queue.name)
    assert QueueRounds(again).matches() == [match]
    assert QueueRounds(again).match(1).explained() == match.explained()
    assert Tickets(again).ticket(left.id).state == "waiting"
    come(again, 6.0, ("Di", 1500.0), region="us")
    (second,) = QueueRounds(again).make(now=8.0).matches
    assert (second.number, names_of(second)) == (2, [["Cy"], ["Di"]])
    again.database.close()


def opened_anew(database: Database) -> Database:
    return Database.at(database.engine.url.render_as_string(hide_password=False))


def test_the_same_tickets_at_the_same_times_give_the_same_matches(database: Database) -> None:
    drawn_sides = []
    for name in ("one", "two"):
        queue = GameQueue(database, f"{name}-{secrets.token_hex(4)}")
        queue.create(QueueSettings(rule="expected-score", size=2, party=2))
        for at in range(12):
            party = [(f"P{at}.{each}", 1400.0 + 17 * at) for each in range(1 + at % 2)]
            come(queue, float(at), *party)
        drawn_sides.append([names_of(match) for match in QueueRounds(queue).make(now=30.0).matches])
    assert drawn_sides[0]
    assert [sorted(map(sorted, sides)) for sides in drawn_sides[0]] == [
        sorted(map(sorted, sides)) for sides in drawn_sides[1]
    ]


def test_a_player_waits_once(queue: GameQueue) -> None:
    queue.create(QueueSettings(size=2, party=2))
    come(queue, 0.0, ("Ann", 1500.0), ("Bo", 1500.0))
    for players in ([("Bo", 1500.0)], [("Cy", 1500.0), ("Ann", 1500.0)]):
        with pytest.raises(BadInput, match="waits in the queue already") as refused:
            come(queue, 1.0, *players)
        assert refused.value.code == "queue.waits-already"
    assert queue.state().waiting == 1
    come(queue, 1.0, ("Cy", 1500.0))  # of a ticket that was refused nothing is left


def test_a_ticket_is_made_once_under_its_name(queue: GameQueue) -> None:
    queue.create(QueueSettings())
    coming = Party([PartyPlayer("Ann", 1500.0)], {"region": "eu"}, op="t-1")
    first = Tickets(queue).enter(coming, now=1.0)
    again = Tickets(queue).enter(coming, now=9.0)
    assert (again.id, again.since, again.repeated, first.repeated) == (first.id, 1.0, True, False)
    with pytest.raises(BadInput, match="was another ticket"):
        Tickets(queue).enter(Party([PartyPlayer("Ann", 1600.0)], op="t-1"), now=9.0)
    assert queue.state().waiting == 1


def test_cancelled_and_expired_tickets_are_not_matched(queue: GameQueue) -> None:
    queue.create(QueueSettings(patience=60.0))
    tickets = Tickets(queue)
    ann = come(queue, 0.0, ("Ann", 1500.0))
    bo = tickets.enter(Party([PartyPlayer("Bo", 1500.0)], patience=10.0), now=1.0)
    assert tickets.cancel(ann.id, now=2.0).state == "cancelled"
    assert tickets.cancel(ann.id, now=3.0).ended == 2.0  # again: it stays so
    assert QueueRounds(queue).make(now=11.0)[1:] == ([], 0, 1)
    assert tickets.ticket(bo.id).state == "expired"
    with pytest.raises(BadInput, match="no longer waits: expired"):
        tickets.cancel(bo.id, now=12.0)
    with pytest.raises(BadInput, match="has no ticket 'nobody'"):
        tickets.cancel("nobody")
    come(queue, 20.0, ("Ann", 1500.0))
    come(queue, 20.0, ("Bo", 1500.0))
    assert len(QueueRounds(queue).make(now=21.0).matches) == 1
    QueueRounds(queue).make(now=20.0 + 86_500.0)
    with pytest.raises(BadInput, match="no ticket"):
        tickets.ticket(ann.id)


def test_a_dry_run_writes_nothing(queue: GameQueue) -> None:
    queue.create(QueueSettings())
    come(queue, 0.0, ("Ann", 1500.0))
    come(queue, 0.0, ("Bo", 1500.0))
    tried = QueueRounds(queue).make(now=1.0, dry_run=True)
    assert len(tried.matches) == 1
    assert (queue.state().waiting, queue.state().match_count, queue.state().looked) == (2, 0, 0.0)
    assert QueueRounds(queue).make(now=1.0).matches == tried.matches


def test_ratings_come_from_the_pool_and_newcomers_are_placed(database: Database, queue: GameQueue) -> None:
    pool = Pool(database, f"pool-{secrets.token_hex(4)}")
    pool.create("glicko2")
    pool.post(*(Game("Ann", f"P{at}", 1.0) for at in range(5)))
    settings = QueueSettings(pool=pool.name, placement=3, placement_deviation=350.0)
    queue.create(settings)
    rating = pool.rating("Ann")
    assert rating is not None
    assert rating.deviation is not None
    assert rating.deviation < 350.0
    tickets = Tickets(queue)
    (ann,) = tickets.enter(Party([PartyPlayer("Ann")]), now=0.0).players
    assert (ann.rating, ann.deviation, ann.placement) == (rating.rating, rating.deviation, 0)
    # One game of three is played: the deviation is not below that of placement games.
    (newcomer,) = tickets.enter(Party([PartyPlayer("P1")]), now=0.0).players
    assert (newcomer.deviation, newcomer.placement) == (350.0, 2)
    # Glickman 2022, step 1: 1500 and 350 for who has no rating.
    (new,) = tickets.enter(Party([PartyPlayer("new")]), now=0.0).players
    assert new == ("new", 1500.0, 350.0, 3)
    (given,) = tickets.enter(Party([PartyPlayer("P2", 1700.0, 40.0)]), now=0.0).players
    assert given.rating == 1700.0
    queue.change(QueueSettings(pool=pool.name))
    (plain,) = tickets.enter(Party([PartyPlayer("P3", None, 40.0)]), now=0.0).players
    assert (plain.deviation, plain.placement) == (40.0, 0)


def test_rounds_are_made_when_they_are_due(queue: GameQueue) -> None:
    queue.create(QueueSettings(every=2.0))
    rounds = QueueRounds(queue)
    assert rounds.make_if_due(now=100.0) is not None
    assert rounds.make_if_due(now=101.9) is None
    assert rounds.make_if_due(now=102.0) is not None
    assert rounds.make_if_due(now=50.0) is not None  # the clock was set back: rounds go on
    queue.change(QueueSettings(every=0.0))
    assert rounds.make_if_due(now=1e9) is None


def test_who_cancels_while_a_round_is_made_is_matched_or_not(queue: GameQueue) -> None:
    """Several threads at once: every ticket ends in one way, and nobody is matched with who has cancelled."""
    queue.create(QueueSettings())
    tickets = [come(queue, 0.0, (f"P{at}", 1500.0)) for at in range(20)]

    def cancel(ticket: QueueTicket) -> bool:
        try:
            return Tickets(queue).cancel(ticket.id, now=5.0).state == "cancelled"
        except BadInput:  # it is matched already
            return False

    with ThreadPoolExecutor(4) as threads:
        rounds = [threads.submit(QueueRounds(queue).make, now=5.0) for _ in range(3)]
        cancelled = list(threads.map(cancel, tickets))
        matches = [match for round_ in rounds for match in round_.result().matches]
    matched = [ticket.id for match in matches for ticket in match.tickets]
    assert len(matched) == len(set(matched))
    for ticket, gone in zip(tickets, cancelled, strict=True):
        state = Tickets(queue).ticket(ticket.id).state
        assert state == ("cancelled" if gone else "found" if ticket.id in matched else "waiting")
    assert [match.number for match in QueueRounds(queue).matches()] == list(range(1, len(matches) + 1))


def test_figures_say_how_long_and_how_evenly(queue: GameQueue) -> None:
    queue.create(QueueSettings(rule="window,width=1000"))
    assert figures(queue, now=0.0).wait is None
    # Deviations of 0: 400 points are odds of 10 to 1, an expected score of 10/11; equals expect ½.
    for at, (first, second) in enumerate(((1500.0, 1500.0), (1300.0, 1700.0))):
        come(queue, 100.0 * at, (f"A{at}", first), deviation=0.0)
        come(queue, 100.0 * at + 10.0, (f"B{at}", second), deviation=0.0)
        assert len(QueueRounds(queue).make(now=100.0 * at + 20.0).matches) == 1
    come(queue, 200.0, ("Cy", 1500.0))
    Tickets(queue).cancel(come(queue, 200.0, ("Di", 1500.0)).id, now=201.0)
    queue_figures = figures(queue, now=230.0)
    assert (
        queue_figures.waiting,
        queue_figures.longest,
        queue_figures.matches,
        queue_figures.cancelled,
        queue_figures.expired,
    ) == (1, 30.0, 2, 1, 0)
    assert queue_figures.wait is not None
    assert (queue_figures.wait.mean, queue_figures.wait.median, queue_figures.wait.longest) == (
        15.0,
        15.0,
        20.0,
    )
    assert queue_figures.favourite == pytest.approx((0.5 + 10 / 11) / 2)
    assert queue_figures.uneven == 0.5
    assert queue_figures.bands == ()
    for at in range(10):
        come(queue, 300.0 + at, (f"E{at}", 1500.0 + at), deviation=0.0)
    QueueRounds(queue).make(now=320.0)
    bands = figures(queue, now=330.0).bands
    assert len(bands) == 5
    assert bands[0].lowest == 1300.0
    assert bands[-1].highest == 1700.0


def test_what_is_refused(database: Database, queue: GameQueue) -> None:
    for settings in (
        {"size": 0},
        {"party": 2},
        {"patience": math.nan},
        {"every": 0.01},
        {"alike": {"": 1.0}},
    ):
        with pytest.raises(BadInput) as refused:
            QueueSettings(**settings)
        assert refused.value.code == "queue.settings"
    with pytest.raises(BadInput, match="no rule of matching is called 'random'"):
        QueueSettings(rule="random")
    with pytest.raises(BadInput, match="cannot be called 'No Name'"):
        GameQueue(database, "No Name").create(QueueSettings())
    with pytest.raises(BadInput, match="no pool"):
        queue.create(QueueSettings(pool="nothing"))
    for act in (
        queue.state,
        QueueRounds(queue).make,
        QueueRounds(queue).matches,
        lambda: come(queue, 0.0, ("Ann", 1.0)),
    ):
        with pytest.raises(BadInput, match="there is no queue"):
            act()
    queue.create(QueueSettings(size=2, party=2))
    assert queue.name in {state.name for state in queues(database)}
    with pytest.raises(BadInput, match="already"):
        queue.create(QueueSettings())
    tickets = Tickets(queue)
    for players, code in (
        ([], "queue.party"),
        (["a", "b", "c"], "queue.party"),
        (["a", "a"], "queue.party"),
        (["a\n"], "queue.ticket"),
    ):
        with pytest.raises(BadInput) as refused:
            tickets.enter(Party([PartyPlayer(name) for name in players]))
        assert refused.value.code == code
    with pytest.raises(BadInput, match="cannot be"):
        tickets.enter(Party([PartyPlayer("a", math.inf)]))
    come(queue, 0.0, ("a", 1500.0), ("b", 1500.0))
    with pytest.raises(BadInput, match="a party of 2 waits"):
        queue.change(QueueSettings())
    queue.change(QueueSettings(size=2, party=2, open=False))
    with pytest.raises(BadInput, match="takes no tickets now"):
        tickets.enter(Party([PartyPlayer("c")]))
    with pytest.raises(BadInput, match="has no match 1"):
        QueueRounds(queue).match(1)
