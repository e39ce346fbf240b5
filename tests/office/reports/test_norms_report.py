"""Norms from an event; the expectations are typed from the title regulations (B.01, 1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from arpad.office.reports.catalogue import report
from arpad.office.reports.norms import norm_of
from arpad.rulebooks.fide.norm_opponents import of_federations, of_titles, sought, title_of
from arpad.tournament.model import Bye, Pairing, Round, Tournament
from arpad.tournament.results import Result
from office.reports.test_rating_report import against

NINE = [(2433, score) for score in (1.0,) * 6 + (0.5, 0.0, 0.0)]
"""6½ of 9 against 2433: performance 2599, a point below the norm of a grandmaster (B.01, 1.4.9)."""


def event(
    games: Sequence[tuple[int, float]],
    titles: Sequence[str] = ("GM", "GM", "GM", "IM", "FM", "", "", "", ""),
    federations: Sequence[str] = ("GER", "GER", "FRA", "NOR", "NOR", "NOR", "NOR", "NOR", "ITA"),
    own: str = "IM",
    sex: str = "m",
) -> Tournament:
    tournament = against(2450, games, "2026/01/03")
    player, *others = tournament.entrants
    opponents = [
        replace(opponent, title=title, federation=federation)
        for opponent, title, federation in zip(others, titles, federations, strict=False)
    ]
    return replace(tournament, entrants=(replace(player, title=own, federation="NOR", sex=sex), *opponents))


def row(tournament: Tournament) -> dict[str, Any]:
    return next(record for record in report(tournament, "norms").tables[0].records() if record["number"] == 1)


def test_a_norm_that_is_reached() -> None:
    """7 of 9 against 2380 is 2600, the smallest such score that makes a norm."""
    games = [(2380, score) for score in (1.0,) * 7 + (0.0, 0.0)]
    record = row(event(games))
    assert (record["norm"], record["games"], record["score"]) == ("GM", 9, 7)
    assert (record["average"], record["performance"]) == (2380, 2600)
    assert (record["result"], record["missing"]) == ("norm", None)


def test_both_norms_are_reached_and_the_higher_one_counts() -> None:
    games = [(2380, score) for score in (1.0,) * 7 + (0.0, 0.0)]
    assert row(event(games, own="FM"))["norm"] == "GM"
    # With two grandmasters among the opponents it is a norm of an International Master.
    titles = ("GM", "GM", "IM", "IM", "FM", "", "", "", "")
    assert row(event(games, titles, own="FM"))["norm"] == "IM"


def test_the_norm_of_one_participant() -> None:
    cup = event([(2380, score) for score in (1.0,) * 7 + (0.0, 0.0)])
    player, other = cup.by_number[1].name, cup.by_number[2].name
    candidate = norm_of(cup, player)
    assert candidate is not None
    assert (candidate.norm.title.name, candidate.norm.performance.rating, len(candidate.games)) == (
        "GM",
        2600,
        9,
    )
    assert norm_of(cup, other) is None
    assert norm_of(cup, "Nobody") is None
    assert norm_of(event(NINE), player) is None, "a point short"
    assert norm_of(replace(cup, system="othello"), player) is None, "not of chess"


def test_four_games_say_nothing_about_norms() -> None:
    assert report(event(NINE[:4]), "norms").tables[0].rows == []
    assert len(report(event(NINE[:5]), "norms").tables[0].rows) == 1


def test_a_point_short() -> None:
    record = row(event(NINE))
    assert (record["average"], record["performance"], record["result"]) == (2433, 2599, "no norm")
    assert record["missing"] == "performance 2599, 2600 needed (1.4.9)"


def test_too_few_games_titles_and_federations() -> None:
    games = [(2500, score) for score in (1.0,) * 6 + (0.5, 0.5)]
    record = row(event(games, ("GM", "GM", *[""] * 6), ("NOR",) * 7 + ("GER",)))
    assert record["missing"] == (
        "8 games, 9 needed (1.4.1); 2 title-holders, 4 needed; 2 opponents with GM, 3 needed (1.4.5); "
        "1 foreign federation, 2 needed; 7 opponents from NOR, 4 allowed (1.4.3)"
    )


def test_forfeits_and_byes_are_no_games() -> None:
    played = event(NINE)
    rest = played.rounds[1:]
    forfeit = Round((Pairing(1, 2, Result.FORFEIT_WIN, Result.FORFEIT_LOSS),))
    record = row(replace(played, rounds=(forfeit, *rest, Round((), (Bye(1),)))))
    assert (record["games"], record["score"]) == (8, 5.5)
    assert record["missing"].startswith("8 games, 9 needed (1.4.1)")


def test_a_federation_that_is_not_known_is_not_judged() -> None:
    games = [(2380, score) for score in (1.0,) * 7 + (0.0, 0.0)]
    norms_report = report(event(games, federations=("", *["GER"] * 8)), "norms")
    record = next(candidate for candidate in norms_report.tables[0].records() if candidate["number"] == 1)
    assert record["result"] == "norm"
    assert "Federations (1.4.3, 1.4.4) are not judged where one is not known." in norms_report.notes


def test_women_may_reach_the_titles_of_women() -> None:
    """9 games against 2200: 6½ of 9 make 2366, enough for WIM (2250) alone."""
    games = [(2200, score) for _, score in NINE]
    titles = ("WIM", "WIM", "WGM", "FM", "WFM", "", "", "", "")
    record = row(event(games, titles, own="WFM", sex="w"))
    assert (record["norm"], record["result"]) == ("WIM", "norm")
    record = row(event(games, titles, own="FM"))
    assert (record["norm"], record["result"]) == ("IM", "no norm")


@pytest.mark.parametrize(
    ("title", "female", "titles"),
    [
        ("", False, ("GM", "IM")),
        ("", True, ("GM", "IM", "WGM", "WIM")),
        ("FM", False, ("GM", "IM")),
        ("IM", False, ("GM",)),
        ("m", True, ("GM",)),
        ("WGM", True, ("GM", "IM")),
        ("wm", True, ("GM", "IM", "WGM")),
        ("GM", True, ()),
    ],
)
def test_which_titles_are_sought(title: str, female: bool, titles: tuple[str, ...]) -> None:
    assert sought(title, female) == titles


def test_titles_as_older_reports_write_them() -> None:
    assert [title_of(title) for title in ("g", "m", "wg", "F", "wf", "NM", " im ")] == (
        ["GM", "IM", "WGM", "FM", "WFM", "", "IM"]
    )


@pytest.mark.parametrize(
    ("games", "holders", "masters", "home", "most_from_one"),
    [(9, 5, 3, 5, 6), (10, 5, 4, 6, 6), (11, 6, 4, 6, 7), (12, 6, 4, 7, 8), (13, 7, 5, 7, 8)],
)
def test_how_many_opponents_of_which_kind(
    games: int, holders: int, masters: int, home: int, most_from_one: int
) -> None:
    """Half are title-holders, a third have the title or a higher one; 3/5 from home, 2/3 from elsewhere."""

    def titles(high: int, low: int) -> bool:
        return of_titles(["GM"] * high + ["FM"] * low + ["CM"] * (games - high - low), "GM").holds

    assert titles(masters, holders - masters)
    assert not titles(masters, holders - masters - 1)
    assert not titles(masters - 1, holders - masters + 1)

    def federations(from_home: int, from_one: int) -> bool:
        rest = games - from_home - from_one
        requirement = of_federations("NOR", ["NOR"] * from_home + ["GER"] * from_one + ["ITA"] * rest)
        assert requirement is not None
        return requirement.holds

    assert federations(home, 1)
    assert not federations(home + 1, 1)
    assert federations(0, most_from_one)
    assert not federations(0, most_from_one + 1)


def test_who_has_which_title_counts_for_which_norm() -> None:
    def holds(title: str, norm: str) -> bool:
        return of_titles([title] * 3 + ["FM"] * 6, norm).holds

    assert [holds("IM", norm) for norm in ("GM", "IM", "WGM", "WIM")] == [False, True, True, True]
    assert [holds("WGM", norm) for norm in ("GM", "IM", "WGM", "WIM")] == [False, False, True, True]
    assert [holds("WIM", norm) for norm in ("GM", "IM", "WGM", "WIM")] == [False, False, False, True]


def test_a_norm_asks_for_two_foreign_federations() -> None:
    requirement = of_federations("NOR", ["GER"] * 5 + ["NOR"] * 4)
    assert requirement is not None
    assert (requirement.holds, requirement.article, requirement.summary) == (
        False,
        "1.4.3",
        "1 foreign federation, 2 needed",
    )
    assert of_federations("", ["GER"] * 9) is None
