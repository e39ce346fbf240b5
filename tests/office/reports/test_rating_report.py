"""The rating report of an event, against calculations that FIDE published and one that is done by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from arpad.core import BadInput
from arpad.office.reports.catalogue import report
from arpad.office.reports.rating import EventRatingChange, changes
from arpad.rulebooks.fide import Fide, FideRapid
from arpad.tournament.model import Bye, Entrant, Pairing, Round, Tournament
from arpad.tournament.results import Result
from office.reports.hand_event import DRAW, EVENT, LOSS, WIN, game
from rulebooks.test_fide_change import differences_expecting, portimao

SCORES = {1.0: WIN, 0.5: DRAW, 0.0: LOSS}


def against(own: int, games: Sequence[tuple[int, float]], start: str, birth: str = "1980") -> Tournament:
    """Return an event in which player 1 meets the others, one a round, with White and Black in turn."""
    others = [Entrant(at, f"opponent {at}", rating) for at, (rating, _) in enumerate(games, 2)]
    rounds = []
    for at, (_, score) in enumerate(games, 2):
        result = SCORES[score]
        rounds.append(Round((game(1, at, result) if at % 2 else game(at, 1, result.opposite()),)))
    return Tournament(
        (Entrant(1, "Player", own, birth=birth), *others),
        tuple(rounds),
        name="Open",
        details={"start": start},
    )


def of(tournament: Tournament, number: int = 1, system: Fide | None = None) -> EventRatingChange:
    return {change.entrant.number: change for change in changes(tournament, system or Fide())}[number]


def test_a_calculation_that_fide_published() -> None:
    """B.02 as amended 2025-10-01: from 2650 on, differences count in full."""
    games = [(1787, 1.0), (2025, 1.0), (2310, 1.0), (2400, 1.0), (2505, 0.5)]
    change = of(against(2813, games, "2025/10/20"))
    assert (len(change.rated), change.score, change.k) == (5, Fraction(9, 2), Decimal(10))
    assert change.expected == Decimal("4.75")
    assert change.change == Decimal("-2.50")


def test_a_second_one() -> None:
    games = [(1675, 1.0), (2310, 0.0), (1653, 1.0), (1884, 1.0), (2218, 0.0)]
    change = of(against(2053, games, "2025/10/20"))
    assert (change.k, change.score, change.expected) == (Decimal(20), Fraction(3), Decimal("3.01"))
    assert change.change == Decimal("-0.20")


def test_the_400_point_rule_is_that_of_the_day() -> None:
    """A rapid event of October 2022 as ratings.fide.com calculated it: the rule helps once (B.02 of 2022)."""
    games = [(1063, 1.0), (1299, 1.0), (1413, 1.0), (1872, 0.5), (1851, 0.0), (1427, 1.0), (1682, 1.0)]
    assert of(against(2000, games, "2022/10/30"), system=FideRapid()).change == Decimal("-12.20")
    # From March 2024 on opponents below 1400 are unrated, and the rule helps in each of the other games.
    later = of(against(2000, games, "2024/03/01"), system=FideRapid())
    assert len(later.rated) == 5


def test_an_initial_rating_that_was_published() -> None:
    """Three points against 1902, 1877, 1884, 2012 and 1832 make 1922 (B.02, 8.2)."""
    games = [(1902, 1.0), (1877, 1.0), (1884, 1.0), (2012, 0.0), (1832, 0.0)]
    change = of(against(0, games, "2025/12/06"))
    assert (change.initial, change.expected, change.change) == (1922, None, None)
    assert change.average == 1901  # 9507 / 5 = 1901.4
    assert of(against(0, games[:4], "2025/12/06")).initial is None
    assert of(against(0, [(rating, 0.0) for rating, _ in games], "2025/12/06")).initial is None


@pytest.mark.parametrize(
    ("own", "birth", "start", "k"),
    [
        (2000, "1980", "2026/01/03", 20),
        (2400, "1980", "2026/01/03", 10),
        (2000, "2008/12/31", "2026/01/03", 40),
        (2000, "2007", "2026/01/03", 20),
        (2300, "2010", "2026/01/03", 20),
        (2000, "2010", "", 20),
    ],
)
def test_k_by_rating_and_age(own: int, birth: str, start: str, k: int) -> None:
    """8.3.3; without a day nobody's age is known."""
    assert of(against(own, [(2000, 1.0)], start, birth)).k == k


def test_k_times_the_games_is_700_at_the_most() -> None:
    """8.3.3: 40 · 18 games are more than 700, so that K is 38."""
    assert of(against(1900, [(1900, 0.5)] * 18, "2026/01/03", "2012")).k == 38


def test_a_rapid_game_too_far_apart_is_not_rated() -> None:
    change = of(against(2650, [(2040, 1.0), (2100, 1.0)], "2025/01/10"), system=FideRapid())
    assert [rated_game.opponent.rating for rated_game in change.rated] == [2100]


def test_the_report_of_an_event_by_hand() -> None:
    """Differences 300, 200 and 100 expect .85, .76 and .64 (B.02, 8.1.2)."""
    rating_report = report(EVENT, "rating")
    table = rating_report.tables[0].printed()
    assert [column.heading for column in table.columns] == (
        ["No.", "", "Name", "ID", "Fed.", "Born", "Ro", "n", "Rc", "W", "We", "W−We", "K", "Change"]
    )
    assert [row[2:3] + row[6:] for row in map(list, table.rows)] == [
        ["Ann Ågård", "2400", "2", "2200", "1.5", "1.49", "+0.01", "10", "+0.10"],
        ["Bea", "2300", "2", "2200", "1.5", "1.21", "+0.29", "20", "+5.80"],
        ["Cid", "2200", "1", "2000", "0.5", "0.76", "-0.26", "20", "-5.20"],
        ["Dan", "2100", "1", "2400", "0.0", "0.15", "-0.15", "20", "-3.00"],
        ["Eve", "", "1", "2300", "0.0", "", "", "", ""],
        ["Фёдор", "2000", "2", "2250", "0.5", "0.39", "+0.11", "20", "+2.20"],
    ]
    assert rating_report.notes == [
        "Rules: B.02 as amended 2025-10-01.",
        "K assumes that every rated player has 30 rated games or more and no higher rating before: the entries "
        "do not tell.",
        "Unrated players: n, Rc and W count their games against rated opponents; five games, also of several "
        "events, make an initial rating.",
        "Not rated: 1 game by forfeit; 2 games without a result yet.",
    ]


def test_an_earlier_round_has_the_report_of_then() -> None:
    rows = report(EVENT, "rating", 1).tables[0].records()
    assert [row["games"] for row in rows] == [1, 0, 1, 1, 1, 1]
    assert (rows[1]["k"], rows[1]["change"], rows[1]["average"]) == (None, 0, None)


def test_what_is_not_rated_is_counted() -> None:
    short = Pairing(1, 2, Result.UNRATED_WIN, Result.UNRATED_LOSS)
    both = Pairing(3, 4, Result.LOSS, Result.DRAW)
    event = replace(EVENT, rounds=(Round((short, both), (Bye(5), Bye(6))),), details={})
    rating_report = report(event, "rating")
    assert rating_report.notes[-1] == (
        "Not rated: 1 game entered as unrated; 1 game with points for both sides that are not a game's."
    )
    assert all(row["games"] == 0 for row in rating_report.tables[0].records())


def test_a_rating_below_the_published_ones_is_none() -> None:
    rating_report = report(against(1390, [(2000, 1.0)], "2025/12/06"), "rating")
    assert rating_report.tables[0].records()[0]["change"] is None
    assert rating_report.tables[0].records()[1]["games"] == 0
    assert any(
        "1 player with a rating below the lowest that FIDE publishes" in note for note in rating_report.notes
    )


def test_games_of_teams_are_those_on_the_boards() -> None:
    players = against(2400, [(2300, 0.5)], "")
    team = Tournament(
        (Entrant(1, "Nord", members=(1,)), Entrant(2, "Süd", members=(2,))),
        (Round((Pairing(1, 2, DRAW, DRAW, (Fraction(1, 2), Fraction(1, 2))),)),),
        name="League",
        system="fide-team",
        details={"start": "2026/01/03"},
        players=players,
    )
    rating_report = report(team, "rating")
    assert rating_report.event == "League"
    assert [row["change"] for row in rating_report.tables[0].records()] == [-1.4, 2.8]
    with pytest.raises(BadInput, match="results of matches") as caught:
        report(replace(team, players=None), "rating")
    assert caught.value.code == "rating.no-games"


@pytest.mark.parametrize("what", ["rating", "norms"])
def test_fide_rates_no_othello(what: str) -> None:
    with pytest.raises(BadInput, match="FIDE rates chess") as caught:
        report(replace(EVENT, system="othello"), what)
    assert caught.value.code == "rating.not-chess"


def test_the_published_report_of_portimao_2024() -> None:
    """W, We, K and the changes of 87 of 93 players of the Portimão Open 2024, whose report has sums, not games.

    The games are such as expect the published We. Left out: players who once had 2400, and K 10 at a lower
    rating, which entries do not tell; and who would need an opponent below 1000, the lowest rating of then.
    """
    compared = 0
    for published in portimao():
        own, won, k = int(published["rtg"]), float(published["w"]), int(published["K"])
        hundredths = round(100 * float(published["we"]))
        games = min(int(published["n"]), hundredths // 8)
        scores = [min(1.0, max(0.0, won - game)) for game in range(games)]
        ratings = [own - difference for difference in differences_expecting(hundredths, games)]
        if min(ratings, default=0) < 1000 or (k == 10 and own < 2400):
            continue
        birth = "2010" if k == 40 else "1980"
        change = of(against(own, list(zip(ratings, scores, strict=True)), "2024/02/01", birth))
        assert (change.k, float(change.score), len(change.rated)) == (Decimal(k), won, games)
        assert change.expected == Decimal(published["we"])
        assert change.change == Decimal(published["rtg_change"])
        compared += 1
    assert compared == 87
