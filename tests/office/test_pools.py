"""Pools of rated games: posted once, rated in order, corrected with a look at what follows, and published."""

from __future__ import annotations

import json
import os
import random
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from arpad.compiled.specialising import always_compiled
from arpad.core import ArpadError, BadInput, NotProvided
from arpad.office.pools import pool as pools_module
from arpad.office.pools.corrections import Corrections, RatingChange
from arpad.office.pools.events import GameTakenOut, PlayersMerged, RulesChanged, ScoreCorrected
from arpad.office.pools.games import Game, PoolGames
from arpad.office.pools.members import Members
from arpad.office.pools.pool import Pool, pools
from arpad.office.pools.posting import Posted, Posting
from arpad.office.pools.queue import PostingQueue
from arpad.office.pools.rules import PoolRules
from arpad.office.pools.standing import PoolRating, PoolStanding
from arpad.office.store.database import Database
from arpad.ratings.rate import rate
from arpad.record import Games, Players
from arpad.rulebooks.rating_catalogue import rating_system
from databases import new_sqlite
from lengths import length
from office.stores import close, opened

DAY = datetime(2026, 3, 1, tzinfo=UTC)
SECONDS = int(DAY.timestamp())


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "postgresql":
        yield opened(request.getfixturevalue("postgresql"))
        return
    url = new_sqlite(tmp_path / "club.db")
    yield opened(url)
    close(url)


@pytest.fixture
def pool(database: Database) -> Pool:
    """A pool by Elo's system with K = 20."""
    found = Pool(database, f"pool-{secrets.token_hex(8)}")
    found.create("elo", {"k": 20.0}, title="Blitz")
    return found


def code_of(error: pytest.ExceptionInfo[ArpadError]) -> str:
    return error.value.code


def test_two_newcomers_meet(pool: Pool) -> None:
    """Elo 1978, 1.6: R' = R + K (S − E), with E = 1/2 of equals: 20 · 1/2 = 10 points."""
    posted = pool.post(Game("Ann", "Bo", 1.0))
    assert (posted.number, posted.repeated) == (1, False)
    assert posted.games == [{"before": [[1500.0], [1500.0]], "after": [[1510.0], [1490.0]]}]
    assert pool.ratings() == [("Ann", 1510.0, None, 1), ("Bo", 1490.0, None, 1)]
    assert pool.post(Game("Cy", "Ann", 0.5)).number == 2
    assert (pool.rank("Ann"), pool.rank("Cy"), pool.rank("Bo"), pool.rank("Di")) == (1, 2, 3, None)
    assert pool.ratings(limit=1)[0].player == "Ann"
    assert pools(pool.database)[pool.name] == "Blitz"


def drawn(lots: random.Random, count: int, players: int = 8) -> list[Game]:
    """Games in the order of time."""
    found, seconds = [], SECONDS
    for _ in range(count):
        first, second = lots.sample(range(players), 2)
        seconds += lots.choice((0, 60, 86_400))
        at = datetime.fromtimestamp(seconds, UTC)
        score = lots.choice((0.0, 0.5, 1.0))
        found.append(
            Game(f"P{first}", f"P{second}", score, at, lots.choice((-1, 0, 1)), lots.choice((1.0, 0.5)))
        )
    return found


def in_one_run(games: list[Game], system: str, **settings: float) -> dict[str, float]:
    """What arpad.rate makes of the same games, live."""
    names = sorted({name for one in games for name in (one.first, one.second)})
    record = Games(
        Players(names),
        np.array([names.index(one.first) for one in games], dtype=np.int32),
        np.array([names.index(one.second) for one in games], dtype=np.int32),
        np.array([one.score for one in games]),
        advantage=np.array([one.advantage for one in games], dtype=np.int8),
        weight=np.array([one.weight for one in games]),
        time=np.array([one.at.replace(tzinfo=None) for one in games if one.at], dtype="datetime64[s]"),
    )
    with always_compiled():
        rated = rate(record, rating_system(system, **settings), schedule="live")
    return dict(zip(names, rated.state.columns["rating"].tolist(), strict=True))


@pytest.mark.parametrize(("system", "settings"), [("elo", {"advantage": 30.0}), ("glicko2", {"tau": 0.7})])
def test_posted_in_pieces_is_rated_as_in_one_run(
    database: Database, system: str, settings: dict[str, float]
) -> None:
    """Bit for bit: what is posted one by one, in batches, and rated by arpad.rate."""
    lots = random.Random(7)
    games = drawn(lots, 60)
    found = Pool(database, f"pool-{secrets.token_hex(8)}")
    found.create(system, settings)
    at = 0
    while at < len(games):
        sizes = [lots.choice((1, 1, 2, 5)) for _ in range(lots.choice((1, 3)))]
        postings = []
        for size in sizes:
            postings.append(Posting(games[at : at + size]))
            at += size
        found.post_all([one for one in postings if one.games])
    expected = in_one_run(games, system, **settings)
    assert {one.player: one.rating for one in found.ratings()} == expected
    assert found.known() == found.ratings()


def test_a_repeated_posting_is_answered_and_not_repeated(pool: Pool) -> None:
    first = pool.post(Game("Ann", "Bo", 1.0), op="g1")
    pool.post(Game("Ann", "Bo", 0.0))
    again = pool.post(Game("Ann", "Bo", 1), op="g1")
    assert again == replace(first, repeated=True)
    with pytest.raises(BadInput) as caught:
        pool.post(Game("Ann", "Bo", 0.5), op="g1")
    assert code_of(caught) == "operation.another-act"
    game = Game("Ann", "Cy", 1.0)
    both = pool.post_all([Posting([game], "g2"), Posting([game], "g2"), Posting([game], "g1x")])
    assert [one.repeated for one in both] == [False, True, False]
    assert [one.number for one in both] == [3, 3, 4]
    with pytest.raises(BadInput):
        pool.post_all([Posting([game], "g3"), Posting([game, game], "g3")])
    assert sum(one.games for one in pool.ratings()) == 2 * 4


@pytest.mark.parametrize(
    "game",
    [
        Game("Ann", "Ann", 1.0),
        Game("", "Bo", 1.0),
        Game("A\nn", "Bo", 1.0),
        Game("x" * 201, "Bo", 1.0),
        Game("Ann", "Bo", 1.01),
        Game("Ann", "Bo", float("nan")),
        Game("Ann", "Bo", True),
        Game("Ann", "Bo", 1.0, weight=0.0),
        Game("Ann", "Bo", 1.0, weight=float("inf")),
        Game("Ann", "Bo", 1.0, advantage=2),
    ],
)
def test_a_game_that_cannot_be_stops_all_that_is_posted_with_it(pool: Pool, game: Game) -> None:
    with pytest.raises(BadInput, match="game 2 of the posting: ") as caught:
        pool.post_all([Posting([Game("Ann", "Bo", 1.0)]), Posting([Game("Ann", "Bo", 1.0), game])])
    assert code_of(caught) == "pool.game-not-valid"
    assert pool.ratings() == []


def test_what_cannot_be_begun(pool: Pool) -> None:
    cases: list[tuple[str, str, dict[str, float | str | None], str]] = [
        (pool.name, "elo", {}, "pool.name-taken"),
        ("No Name", "elo", {}, "pool.name-not-valid"),
        ("other", "whr", {}, "pool.system"),
        ("other", "elo", {"carry": 0.5}, "pool.system"),
        ("other", "elo", {"wobble": 1.0}, "bad-input"),
    ]
    for name, system, settings, code in cases:
        with pytest.raises((BadInput, NotProvided)) as caught:
            Pool(pool.database, name).create(system, settings)
        assert caught.value.code == code
    with pytest.raises(BadInput) as refused:
        Pool(pool.database, "other").ratings()
    assert code_of(refused) == "pool.unknown"
    with pytest.raises(BadInput) as refused:
        pool.post()
    assert code_of(refused) == "pool.games"


def test_of_many_who_post_at_once_all_are_rated_in_one_order(pool: Pool) -> None:
    lots = random.Random(3)
    games = drawn(lots, 60, players=4)
    with ThreadPoolExecutor(8) as threads:
        posted = list(threads.map(pool.post, games))
    order = sorted(range(60), key=lambda at: posted[at].number)
    assert sorted(one.number for one in posted) == list(range(1, 61))
    assert pool.ratings() == pool.known()
    # Each game met what the one before it had left.
    state: dict[str, list[float]] = {}
    for at in order:
        game, told = games[at], posted[at].games[0]
        for side, name in enumerate((game.first, game.second)):
            assert told["before"][side] == state.get(name, [1500.0])
            state[name] = told["after"][side]


def test_two_processes_follow_each_other(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rates what the other has posted, and reads the players again after a correction."""
    monkeypatch.setattr(pools_module, "KEEP_EVENTS", 7)
    url = pool.database.engine.url.render_as_string(hide_password=False)
    other = Pool(Database.at(url), pool.name)
    lots = random.Random(17)
    games = drawn(lots, 60)
    for at, game in enumerate(games):
        one, two = (pool, other) if lots.random() < 0.5 else (other, pool)
        one.post(game)
        assert two.rating(game.first) == one.rating(game.first)
        if at == 30:
            Corrections(one).accept(
                ScoreCorrected(3, 1.0 - games[2].score), RulesChanged(SECONDS, {"k": 30.0})
            )
        if at == 40:
            two.publish("after 41")
    third = Pool(Database.at(url), pool.name)  # one that begins has the table, and the events since
    assert third.ratings() == pool.ratings() == other.ratings() == pool.known()
    assert third.ratings() != []
    other.database.close()
    third.database.close()


def test_a_commit_that_failed_leaves_the_players_as_they_were(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool.post(Game("Ann", "Bo", 1.0))
    before = pool.ratings()

    def fail(connection: Connection) -> None:
        raise BadInput("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Connection, "commit", fail)
        with pytest.raises(BadInput, match="the disk is full"):
            pool.post(Game("Ann", "Bo", 1.0), op="once")
    assert pool.ratings() == before == pool.known()
    assert pool.post(Game("Ann", "Bo", 1.0), op="once").repeated is False
    assert pool.ratings() == pool.known() != before


def test_postings_that_wait_are_written_together_and_refused_alone(pool: Pool) -> None:
    queue = PostingQueue(pool.database)
    games = drawn(random.Random(19), 80, players=6)
    pool.post(games[0], op="g0")
    names = ["g0", *(f"g{at // 2}" for at in range(2, 81))]  # each twice, but the first
    asked = [pool.checked(Posting([game], op)) for game, op in zip(games, names, strict=True)]
    futures = [queue.post(pool.name, one) for one in asked]
    done = [future.exception() or future.result() for future in futures]
    first: dict[str, Game] = {}
    for game, op, answer in zip(games, names, done, strict=True):
        if first.setdefault(op, game) == game:
            assert isinstance(answer, Posted)
            assert answer.repeated == (op == "g0")
        else:
            assert isinstance(answer, BadInput)
            assert answer.code == "operation.another-act"
    assert sorted(one.number for one in done if isinstance(one, Posted)) == list(range(1, len(first) + 1))
    assert pool.ratings() == pool.known()
    lost = queue.post("no-such-pool", asked[0]).exception()
    assert isinstance(lost, BadInput)
    assert lost.code == "pool.unknown"


@pytest.mark.parametrize(
    "wrong",
    [
        {"score": [1.5]},
        {"score": ["1"]},
        {"first": [""]},
        {"first": ["a\nb"]},
        {"first": ["x" * 201]},
        {"second": ["A"]},
        {"time": [10**13]},
        {"time": [1.5]},
        {"advantage": [2]},
        {"weight": [0.0]},
        {"weight": [1.0, 1.0]},
        {"second": ["B", "C"]},
        {"first": "A"},
        {"score": None},
        {"first": [], "second": [], "score": [], "time": []},
    ],
)
def test_games_that_are_read_together_are_those_read_one_by_one(wrong: dict[str, Any]) -> None:
    rows: list[dict[str, Any]] = [
        {"first": ["A"], "second": ["B"], "score": [1.0], "time": [SECONDS]},
        {"first": ["A", "C"], "second": ["C", "B"], "score": [0, 0.5], "time": [1, 2], "advantage": [1, 0]},
        {"first": ["Zoë 김"], "second": ["B"], "score": [1.0], "time": [-5], "weight": [0.25]},
    ]
    whole = PoolGames.none()
    for row in rows:
        whole.extend(PoolGames.read(row))
    assert PoolGames.together(rows) == whole
    # Where one cannot be, each is read by itself, which says what is wrong.
    assert PoolGames.together([*rows, rows[0] | wrong]) is None


def test_players_stay_in_order_whoever_plays() -> None:
    """The order that is mended after each posting, and one that is made of all players."""
    lots = random.Random(23)
    rules = PoolRules.new("elo", {})
    members = Members(rules, PoolStanding.of(rules), 0)
    now: dict[str, float] = {}
    for seq in range(1, 60):
        some = [f"P{lots.randrange(300)}" for _ in range(lots.choice((1, 2, 2, 8, 9, 200)))]
        part = members.part(some)
        part.enter(some, rules)
        for name in some:
            now[name] = part.rows[part.index[name], 0] = float(lots.randrange(1490, 1510))
        members.take(part, seq)
        order = sorted(now, key=lambda name: (-now[name], name))
        start = lots.randrange(len(order))
        end = start + lots.choice((0, 1, 5, 1000))
        assert [one.player for one in members.between(start, end)] == order[start:end]
        name = lots.choice(order)
        assert members.rank(name) == 1 + sum(rating > now[name] for rating in now.values())
        assert members.place(now[name], name) == order.index(name)
        assert sorted(members.since(seq - 1).index) == sorted(set(some))
    assert members.rank("nobody") is None
    assert members.between(400, 500) == []


def corrected(games: list[Game]) -> list[Game]:
    """Games whose third had another score, and whose sixth was not played."""
    third = Game(**{**vars(games[2]), "score": 1.0 - games[2].score if games[2].score != 0.5 else 1.0})
    return [*games[:2], third, *games[3:5], *games[6:]]


@pytest.mark.parametrize("every", [10, 100_000])
def test_a_correction_is_looked_at_and_then_made(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    """Also where the replay begins at a state that was kept on the way."""
    monkeypatch.setattr(pools_module, "CHECKPOINT_EVERY", every)
    monkeypatch.setattr(pools_module, "KEEP_GAMES", every)
    games = drawn(random.Random(5), 45)
    for at in range(0, 45, 5):
        pool.post(*games[at : at + 5])
        if at in (0, 20):
            pool.publish(f"list {at}")
    was = pool.ratings()
    then = pool.published("list 20")
    right = corrected(games)
    changes = (ScoreCorrected(3, right[2].score), GameTakenOut(6))
    corrections = Corrections(pool)
    preview = corrections.preview(*changes)
    assert pool.ratings() == was == pool.known()
    now = in_one_run(right, "elo", k=20.0)
    before = {one.player: one.rating for one in was}
    assert {one.player: (one.before, one.after) for one in preview.players} == {
        name: (before[name], now[name]) for name in now if before[name] != now[name]
    }
    sizes = [abs((one.after or 0) - (one.before or 0)) for one in preview.players]
    assert sizes == sorted(sizes, reverse=True)
    # The first list has the third game and not the sixth; the second has both.
    assert [one.name for one in preview.lists] == ["list 0", "list 20"]
    short = in_one_run(corrected(games[:6])[:5], "elo", k=20.0)
    assert {one.player: one.after for one in preview.lists[0].players}.items() <= short.items()
    assert [one.corrected for one in preview.lists] == [one.players for one in preview.lists]
    assert corrections.accept(*changes, expected=preview.seq, op="c1", author="Ida") == preview
    assert {one.player: one.rating for one in pool.ratings()} == now
    assert pool.known() == pool.ratings()
    # As published then, as known then, and as known now.
    assert pool.published("list 20") == then
    assert pool.known(seq=then.seq) == then.ratings
    assert {one.player: one.rating for one in pool.known(number=then.number)} == in_one_run(
        right[: then.number - 1], "elo", k=20.0
    )
    # Done once.
    assert corrections.accept(*changes, op="c1") == preview
    with pytest.raises(BadInput) as caught:
        corrections.accept(GameTakenOut(7), op="c1")
    assert code_of(caught) == "operation.another-act"
    # A second correction, later: the states before it are still good.
    assert corrections.accept(GameTakenOut(44)).lists == ()
    assert pool.known() == pool.ratings()
    pool.post(*games[:1])
    assert pool.known() == pool.ratings()


def test_a_correction_is_told_from_earlier_ones(pool: Pool) -> None:
    games = drawn(random.Random(7), 30)
    pool.post(*games)
    pool.publish("first")
    corrections = Corrections(pool)
    other = 1.0 if games[2].score != 1.0 else 0.0
    earlier = corrections.accept(ScoreCorrected(3, other))
    (one,) = earlier.lists
    assert one.players == one.corrected
    pool.publish("second")
    preview = corrections.preview(GameTakenOut(20))
    first, second = preview.lists
    assert first.corrected == second.corrected == second.players, "it changes both lists alike"
    published = {one.player: one.rating for one in pool.published("first").ratings}
    stands = {one.player: one.rating for one in pool.known(number=30)}
    assert {one.player: one.before for one in first.players}.items() <= published.items()
    assert {one.player: one.before for one in first.corrected}.items() <= stands.items()
    assert first.players != first.corrected
    back = corrections.preview(ScoreCorrected(3, games[2].score))
    assert [(one.name, one.players == ()) for one in back.lists] == [("first", True), ("second", False)]
    assert {one.player: one.after for one in back.lists[0].corrected}.items() <= published.items()
    assert (
        corrections.accept(GameTakenOut(20), op="c")
        == preview
        == corrections.accept(GameTakenOut(20), op="c")
    )


def test_who_looked_before_others_posted_looks_again(pool: Pool) -> None:
    pool.post(Game("Ann", "Bo", 1.0))
    corrections = Corrections(pool)
    seen = corrections.preview(ScoreCorrected(1, 0.0)).seq
    pool.post(Game("Ann", "Bo", 1.0))
    with pytest.raises(BadInput) as caught:
        corrections.accept(ScoreCorrected(1, 0.0), expected=seen)
    assert code_of(caught) == "log.moved"
    assert pool.ratings()[0].player == "Ann"
    for change, code in (
        (ScoreCorrected(3, 0.0), "pool.no-game"),
        (GameTakenOut(3), "pool.no-game"),
        (PlayersMerged("Ann", "Cy"), "pool.no-player"),
        (PlayersMerged("Ann", "Bo"), "pool.have-met"),
    ):
        with pytest.raises(BadInput) as caught:
            corrections.preview(change)
        assert code_of(caught) == code
    corrections.accept(GameTakenOut(1))
    with pytest.raises(BadInput) as caught:
        corrections.preview(ScoreCorrected(1, 0.0))
    assert code_of(caught) == "pool.game-out"
    corrections.accept(GameTakenOut(2))
    assert pool.ratings() == []


def test_two_names_of_one_player(pool: Pool) -> None:
    games = [Game("Ann", "Bo", 1.0, DAY), Game("A. Li", "Cy", 1.0, DAY), Game("Bo", "Cy", 0.5, DAY)]
    pool.post(*games)
    corrections = Corrections(pool)
    preview = corrections.accept(PlayersMerged("A. Li", "Ann"))
    assert preview.players[0] == RatingChange("A. Li", 1510.0, None)
    as_one = [games[0], Game("Ann", "Cy", 1.0, DAY), games[2]]
    assert {one.player: one.rating for one in pool.ratings()} == in_one_run(as_one, "elo", k=20.0)
    assert pool.rating("A. Li") == pool.rating("Ann")
    # Who posts under the old name posts for the player.
    pool.post(Game("A. Li", "Bo", 0.0, DAY))
    assert pool.known() == pool.ratings()
    assert {one.player for one in pool.ratings()} == {"Ann", "Bo", "Cy"}
    with pytest.raises(BadInput) as caught:
        corrections.preview(PlayersMerged("A. Li", "Bo"))
    assert code_of(caught) == "pool.merged"


def test_other_parameters_from_a_day_on(pool: Pool) -> None:
    games = drawn(random.Random(11), 30)
    pool.post(*games[:20])
    moment = games[10].at
    assert moment is not None
    since = int(moment.timestamp())
    corrections = Corrections(pool)
    change = RulesChanged(since, {"k": 40.0})
    assert corrections.preview(change).players
    corrections.accept(change)
    pool.post(*games[20:])
    assert pool.known() == pool.ratings()
    # By hand: K · (S − E), with K = 20 before the day and 40 from it on.
    state: dict[str, float] = {}
    for game in games:
        own, other = state.get(game.first, 1500.0), state.get(game.second, 1500.0)
        assert game.at is not None
        k = 40.0 if game.at >= moment else 20.0
        gain = k * game.weight * (game.score - 1.0 / (1.0 + 10.0 ** ((other - own) / 400.0)))
        state[game.first], state[game.second] = own + gain, other - gain
    assert {one.player: one.rating for one in pool.ratings()} == pytest.approx(state, abs=1e-9)
    # A day that is to come changes nothing now.
    later = RulesChanged(since + 10**9, {"k": 10.0})
    before = pool.ratings()
    assert corrections.accept(later)[:2] == ((), ())
    assert pool.ratings() == before == pool.known()
    with pytest.raises(BadInput):
        corrections.preview(RulesChanged(since, {"wobble": 1.0}))


def test_a_published_list_stays(pool: Pool) -> None:
    pool.post(Game("Ann", "Zoë 김", 1.0))
    made = pool.publish("2026-03", op="p1", author="Ida")
    assert made == pool.published("2026-03")
    assert made.ratings == [PoolRating("Ann", 1510.0, None, 1), PoolRating("Zoë 김", 1490.0, None, 1)]
    for name, code in (("2026-03", "pool.list-taken"), ("", "pool.list-name")):
        with pytest.raises(BadInput) as caught:
            pool.publish(name)
        assert code_of(caught) == code
    with pytest.raises(BadInput) as caught:
        pool.published("2026-04")
    assert code_of(caught) == "pool.no-list"
    for statement in ("UPDATE publications SET content = ''", "DELETE FROM publications"):
        with pytest.raises(DBAPIError, match="a published list is never changed"):
            _run(pool.database, statement)
    assert pool.published("2026-03") == made


def _run(database: Database, statement: str) -> None:
    with database.engine.begin() as connection:
        connection.execute(text(statement))


def test_an_event_that_was_changed_is_found(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    database = opened(f"sqlite:///{path}")
    pool = Pool(database, "blitz")
    pool.create("elo")
    pool.post(Game("Ann", "Bo", 1.0))
    pool.post(Game("Ann", "Bo", 0.5))
    close(f"sqlite:///{path}")
    other = sqlite3.connect(path)
    other.execute("DROP TRIGGER events_stay")
    other.execute("""UPDATE events SET payload = replace(payload, '"score": [1.0]', '"score": [0.0]')""")
    other.commit()
    other.close()
    database = opened(f"sqlite:///{path}")
    with pytest.raises(BadInput, match="event 2 of the pool is not as it was written"):
        Pool(database, "blitz").known()
    close(f"sqlite:///{path}")


def killed_posters(url: str, seed: int, games: int) -> dict[str, int]:
    """Let :mod:`office.killed_posters` post to a pool, and return what happened."""
    name = f"killed-{secrets.token_hex(8)}"
    Pool(opened(url), name).create("glicko2")
    close(url)  # a connection must not go over to a process that forks
    done = subprocess.run(
        [sys.executable, "-m", "office.killed_posters", url, name, str(seed), str(games)],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = json.loads(done.stdout)
    return found


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="processes that fork")
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("seed", range(length(2, 5)))
def test_postings_by_processes_that_are_killed(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str, seed: int
) -> None:
    url = new_sqlite(tmp_path / "club.db")
    url = request.getfixturevalue("postgresql") if kind == "postgresql" else url
    found = killed_posters(url, seed, 1000)
    assert found["acknowledged"] >= 1000
    assert found["lives"] >= 3
