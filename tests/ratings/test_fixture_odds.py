"""The odds of fixtures: what a result changes is what rating with that result gives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import arpad
from arpad.core import BadInput
from arpad.ratings.fixture_odds import FixtureRatings, fixture_odds
from arpad.ratings.rate import rate
from arpad.record import Games, Labels, Players
from arpad.record.kinds.fixtures import read_fixtures
from arpad.record.samples import football_world_cups
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system, system_class

SETTINGS: dict[str, dict[str, str | float]] = {
    "elo": {"k": "40 if games<30; 20", "advantage": 60, "carry": 0.75, "mean": 1505},
    "bradley-terry": {"prior": 350},
    "fide": {"initial": 1500},
    "fide-rapid": {"initial": 1500},
    "fide-blitz": {"initial": 1500},
    "fifa-men": {"importance": 25},
    "fifa-women": {"importance": 4},
    "eloratings": {"importance": 60},
    "dwz": {"initial": 1500},
    "aga": {"initial": 2.5},
}
CASES = [
    pytest.param(name, schedule, id=f"{name}-{schedule}", marks=[pytest.mark.slow] if name == "aga" else [])
    for name in SYSTEMS
    for schedule in system_class(name).schedules
    if name != "bridge"  # its results are IMPs
]


@pytest.fixture(scope="module")
def cups() -> Games:
    """The World Cups of 2018 and 2022, with the final of 2022 as the last game and alone on its day."""
    games = arpad.read_games(football_world_cups())
    assert games.time is not None
    assert (games.time == games.time.max()).sum() == 1
    return games.take(games.time >= np.datetime64("2018-01-01"))


@pytest.mark.parametrize(("name", "schedule"), CASES)
def test_a_change_is_that_of_rating_with_the_result(cups: Games, name: str, schedule: str) -> None:
    system = rating_system(name, SETTINGS.get(name, {}))
    how = {"schedule": schedule, "period": "1d"}
    assert cups.time is not None
    last = int(np.argmax(cups.time))
    if name.startswith("fide"):  # rates a tournament whole: the final is then all there is of its own
        cups = cups.take((cups.time < np.datetime64("2022-01-01")) | (np.arange(len(cups)) == last))
        last = len(cups) - 1
    before = FixtureRatings.of(rate(cups.take(np.arange(len(cups)) != last), system, **how))  # type: ignore[arg-type]
    fixture = cups.take(np.array([last]))
    (told,) = fixture_odds(before, replace(fixture, score=np.array([0.5])))
    assert (told.first, told.second) == ("Argentina", "France")
    if not before.continues:
        assert told.odds.first.changes is None
        return
    for result, score in (("win", 1.0), ("draw", 0.5), ("loss", 0.0)):
        assert cups.points_first is not None
        assert cups.points_second is not None
        scores, goals = cups.score.copy(), np.stack([cups.points_first, cups.points_second])
        scores[last], goals[:, last] = score, (score == 1.0, score == 0.0)
        played = replace(cups, score=scores, points_first=goals[0], points_second=goals[1])
        whole = rate(played, system, history=True, **how)  # type: ignore[arg-type]
        trace = whole.traced()
        change = trace.after[-1, :, 0] - trace.before[-1, :, 0]
        assert told.odds.first.changes is not None
        assert told.odds.second.changes is not None
        other = {"win": "loss", "draw": "draw", "loss": "win"}[result]
        found = told.odds.first.changes[result], told.odds.second.changes[other]
        np.testing.assert_allclose(found, change, rtol=0, atol=1e-9)
    met = whole.run.rating_of(trace.before[-1, 0]), whole.run.rating_of(trace.before[-1, 1])
    expected = system.predict(*met, 0, np.datetime64("2022-12-18").astype(object)).expected
    assert told.odds.first.expected == pytest.approx(expected, abs=1e-9)


def test_elo_by_hand(tmp_path: Path) -> None:
    """K = 20: Ann 1510, Bob 1490; E = 1 / (1 + 10^(−20/400)) = .528751; a win is worth 20 · .471249."""
    file = tmp_path / "games.csv"
    file.write_text("white,black,result\nAnn,Bob,1-0\n")
    before = FixtureRatings.of(rate(arpad.read_games(file), rating_system("elo", {"k": 20})))
    (found,) = fixture_odds(before, _fixture("Ann", "Bob"))
    assert found.odds.first.expected == pytest.approx(0.528751, abs=5e-7)
    assert found.odds.first.changes == pytest.approx(
        {"win": 9.42499, "draw": -0.57501, "loss": -10.57501}, abs=5e-6
    )
    assert found.odds.second.changes == pytest.approx(
        {"win": 10.57501, "draw": 0.57501, "loss": -9.42499}, abs=5e-6
    )
    assert found.newcomers == ()


def test_the_draws_are_those_of_the_record(tmp_path: Path) -> None:
    """Davidson (1970): among equals a share d of draws is ν = 2d / (1 − d), here d = ½ and ν = 2."""
    file = tmp_path / "games.csv"
    file.write_text("white,black,result\nAnn,Bob,1-0\nAnn,Bob,½\nBob,Ann,1-0\nBob,Ann,½\n")
    before = FixtureRatings.of(rate(arpad.read_games(file), rating_system("elo", {"k": 1e-6})))
    (found,) = fixture_odds(before, _fixture("Ann", "Bob"))
    assert found.odds.first.chances == pytest.approx({"win": 0.25, "draw": 0.5, "loss": 0.25}, abs=1e-6)


def test_a_list_gives_what_its_record_gives(cups: Games, tmp_path: Path) -> None:
    from arpad.office import publish

    system = rating_system("glicko2")
    ratings = rate(cups, system, period="1mo")
    publish(ratings, tmp_path / "list.csv")
    fixtures = _fixture("Brazil", "Germany", np.datetime64("2023-06-01"))
    listed = FixtureRatings.of_list(arpad.read_players(tmp_path / "list.csv"), system)
    (one,), (other,) = fixture_odds(FixtureRatings.of(ratings), fixtures), fixture_odds(listed, fixtures)
    assert other.odds.first.expected == pytest.approx(one.odds.first.expected, abs=1e-12)
    assert other.odds.first.changes == pytest.approx(one.odds.first.changes, abs=1e-9)
    assert one.odds.first.chances is not None
    assert other.odds.first.chances is None, "a list does not tell which games were drawn"


def test_a_rest_makes_a_result_worth_more(cups: Games) -> None:
    before = FixtureRatings.of(rate(cups, rating_system("glicko2"), period="1mo"))
    soon, late = (
        fixture_odds(before, _fixture("Brazil", "Germany", np.datetime64(day)))[0]
        for day in ("2023-01-01", "2033-01-01")
    )
    assert soon.odds.first.changes is not None
    assert late.odds.first.changes is not None
    assert late.odds.first.changes["win"] > 1.2 * soon.odds.first.changes["win"]
    assert late.odds.first.rating.deviation > soon.odds.first.rating.deviation  # type: ignore[operator]


def test_fixtures_know_nothing_of_each_other(cups: Games) -> None:
    before = FixtureRatings.of(rate(cups, rating_system("elo")))
    players = Players(["Brazil", "Germany", "Italy"])
    both = Games(players, _at(0, 1, 0), _at(1, 2, 1), np.full(3, 0.5))
    first, _, again = fixture_odds(before, both)
    assert first.odds == again.odds


def test_a_newcomer_enters_as_the_system_says(cups: Games) -> None:
    before = FixtureRatings.of(rate(cups, rating_system("glicko2")))
    (found,) = fixture_odds(before, _fixture("Brazil", "Atlantis"))
    assert found.newcomers == ("Atlantis",)
    assert found.odds.second.rating.value == 1500.0
    assert found.odds.second.rating.deviation == pytest.approx(350.0)


def test_partners_are_rated_together(tmp_path: Path) -> None:
    """Two equal pairs are even; the sides of trueskill and its kin sum their players."""
    file = tmp_path / "games.csv"
    file.write_text("team1,team2,result\nAnn+Bob,Cid+Dan,1-0\nCid+Dan,Ann+Bob,1-0\n")
    system = rating_system("weng-lin")
    before = FixtureRatings.of(rate(arpad.read_games(file), system))
    even, own = fixture_odds(before, _fixtures(["Ann+Cid", "Bob+Dan", "Ann", "Bob"]))
    assert even.odds.first.expected == pytest.approx(0.5)
    assert own.odds.first.changes is not None
    elo = FixtureRatings.of(rate(arpad.read_games(file), rating_system("elo")))
    assert fixture_odds(elo, _fixture("Ann+Bob", "Cid+Dan"))[0].newcomers == ()


def test_a_handicap_counts(tmp_path: Path) -> None:
    """EGF: stones raise the weaker player's chance; the fixture's own handicap does."""
    file = tmp_path / "games.csv"
    file.write_text("white,black,result\nAnn,Bob,1-0\nBob,Ann,0-1\n")
    before = FixtureRatings.of(rate(arpad.read_games(file), rating_system("egf")))
    even = _fixture("Ann", "Bob")
    stones = replace(even, handicap=np.array([4.0]))
    (plain,), (given,) = fixture_odds(before, even), fixture_odds(before, stones)
    assert given.odds.first.expected < plain.odds.first.expected
    assert given.odds.first.expected + given.odds.second.expected == pytest.approx(1.0)


def test_times_of_another_kind_are_refused(cups: Games) -> None:
    before = FixtureRatings.of(rate(cups, rating_system("elo")))
    with pytest.raises(BadInput, match="has dates"):
        fixture_odds(before, replace(_fixture("Brazil", "Italy"), time=np.array([7])))


def test_a_season_goes_on_where_no_other_is_named(cups: Games) -> None:
    """With carry, a fixture of another season begins with the ratings carried into it."""
    system = rating_system("elo", {"carry": 0.5, "mean": 1500})
    before = FixtureRatings.of(rate(cups, system))
    plain = _fixture("Brazil", "Germany")
    another = replace(plain, event=Labels(np.zeros(1, dtype=np.int32), ["World Cup 2026"]))
    (same,), (new,) = fixture_odds(before, plain), fixture_odds(before, another)
    rating = before.at("Brazil").value
    assert same.odds.first.rating.value == pytest.approx(rating)
    assert new.odds.first.rating.value == pytest.approx(1500 + 0.5 * (rating - 1500))


def test_the_season_of_a_list_goes_on_too(cups: Games, tmp_path: Path) -> None:
    """A list names each player's season, and the latest one goes on; nobody's season names none."""
    from arpad.office import publish

    system = rating_system("elo", {"carry": 0.5, "mean": 1500})
    publish(rate(cups, system), tmp_path / "list.csv")
    listed = FixtureRatings.of_list(arpad.read_players(tmp_path / "list.csv"), system)
    plain = _fixture("Brazil", "Germany")
    last = replace(plain, event=Labels(np.zeros(1, dtype=np.int32), ["World Cup 2022"]))
    another = replace(plain, event=Labels(np.zeros(1, dtype=np.int32), ["World Cup 2026"]))
    (same,), (named,), (new,) = (fixture_odds(listed, one) for one in (plain, last, another))
    rating = listed.at("Brazil").value
    assert same.odds.first.rating.value == named.odds.first.rating.value == pytest.approx(rating)
    assert new.odds.first.rating.value == pytest.approx(1500 + 0.5 * (rating - 1500))


def test_reading_fixtures(tmp_path: Path) -> None:
    file = tmp_path / "next.csv"
    file.write_text("date,home,away,neutral\n2026-01-01,Ann,Bob,no\n,Cid,Dan,yes\n2026-01-02,Ann,bye,no\n")
    found = read_fixtures(file)
    assert [found.games.players.names[i] for i in found.games.first] == ["Ann", "Cid"]
    assert found.games.advantage is not None
    assert found.games.advantage.tolist() == [1, 0]
    assert found.games.source.byes == 1
    assert found.played == 0


def test_rows_with_a_result_are_no_fixtures(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("white,black,result\nAnn,Bob,1-0\nAnn,Cid,\nBob,Cid,*\n")
    found = read_fixtures(file)
    assert (len(found), found.played) == (2, 1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("white,black\nAnn,Ann\n", "against itself"),
        ("date,white,black\n2026-13-01,Ann,Bob\n", "2026-13-01"),
        ("white,black,result\nAnn,Bob,maybe\n", "maybe"),
        ("a name,b name\nAnn,Bob\n", "no two columns"),
        ("date,white,black\n", "no rows"),
    ],
)
def test_bad_fixtures_are_refused(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "next.csv"
    file.write_text(text)
    with pytest.raises(BadInput, match=problem) as found:
        read_fixtures(file)
    assert found.value.file == str(file)


def _at(*numbers: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(numbers, dtype=np.int32)


def _fixtures(names: list[str]) -> Games:
    n = len(names) // 2
    return Games(Players(names), _at(*range(0, 2 * n, 2)), _at(*range(1, 2 * n, 2)), np.full(n, 0.5))


def _fixture(first: str, second: str, day: np.datetime64 | None = None) -> Games:
    time = None if day is None else np.array([day])
    return replace(_fixtures([first, second]), time=time)
