"""A tournament's page: what it shows, and that it trusts no name."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from arpad.core import Explanation, Step
from arpad.office.pages import event_page as event_pages
from arpad.office.pages.event_page import Origin, event_page, explanation_page
from arpad.office.pages.explanation_html import explained
from arpad.rulebooks.pairing_catalogue import system_of
from arpad.rulebooks.standings import standings
from arpad.tournament import Bye, Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.tiebreaks.value import number_text
from arpad.tournament.trf import read_trf
from larger_data import larger
from office.conftest import NAMES
from office.outline import Outline


def played(
    system: str, players: int, rounds: int, names: tuple[str, ...] = (), **settings: object
) -> Tournament:
    """A tournament with random results, of points where the game has them."""
    rng = random.Random(players)
    entrants = tuple(
        Entrant(n, names[n - 1] if n <= len(names) else f"Player {n}", rating=2000 - n, federation="KOR")
        for n in range(1, players + 1)
    )
    tournament = Tournament(
        entrants, system=system, name="Cup <1>", planned=rounds, seed=1, settings=settings
    )
    for _ in range(rounds):
        round_ = system_of(tournament).pair(tournament).round
        games = []
        for game in round_.pairings:
            points = (Fraction(rng.randrange(60)), Fraction(rng.randrange(60)))
            result = (
                Result.WIN if points[0] > points[1] else Result.LOSS if points[0] < points[1] else Result.DRAW
            )
            games.append(game.with_result(result, points if settings else None))
        tournament = tournament.with_round(replace(round_, pairings=tuple(games)))
    return tournament


@pytest.fixture(scope="module")
def swiss() -> Tournament:
    return played("monrad", 9, 4, NAMES)


def rows(source: str, kind: str) -> list[list[str]]:
    """The cells of a table's body, without tags and what unfolds."""
    table = re.search(rf'<table class="{kind}">.*?<tbody>(.*?)</tbody>', source, flags=re.DOTALL)
    assert table is not None
    body_rows = []
    for row in re.findall(r"<tr.*?</tr>", table[1], flags=re.DOTALL):
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, flags=re.DOTALL)
        bare = [re.sub(r"<div>.*?</div>", "", cell, flags=re.DOTALL) for cell in cells]
        body_rows.append([re.sub(r"<[^>]*>", "", cell) for cell in bare])
    return body_rows


def test_the_standings_have_everybody_in_order(swiss: Tournament) -> None:
    final_standings = standings(swiss)
    body_rows = rows(event_page(swiss), "ranking standings")
    assert [row[0] for row in body_rows] == [str(place.rank) for place in final_standings]
    assert [row[2] for row in body_rows] == [f"{float(place.points.value):.1f}" for place in final_standings]
    decided = [row[3 + len(final_standings.codes)] for row in body_rows]
    for shown, place in zip(decided[1:], list(final_standings)[1:], strict=True):
        assert shown == {"PTS": "points", "": "level"}.get(place.decided, place.decided)


def test_every_value_unfolds_into_terms_that_add_up(swiss: Tournament) -> None:
    source = event_page(swiss, tiebreaks=["SOS"])
    final_standings = standings(swiss, ["SOS"])
    panels = re.findall(
        r'<details class="terms" name="t"><summary>(.*?)</summary>(.*?)</details></td>',
        source,
        flags=re.DOTALL,
    )
    assert len(panels) == 2 * len(final_standings)
    for (shown, inside), place in zip(panels[::2], final_standings, strict=True):
        terms = [Fraction(term) for term in re.findall(r"<b>([\d.]+)</b></li>", inside)]
        assert sum(terms) == place.points.value == Fraction(shown)
        assert len(terms) == len(place.points.terms)


def test_the_crosstable_and_the_rounds(swiss: Tournament) -> None:
    source = event_page(swiss)
    for row, place in zip(rows(source, "ranking cross"), standings(swiss), strict=True):
        for cell, entry in zip(row[3:], swiss.history[place.entrant.number], strict=False):
            if entry.opponent:
                sign = {Result.WIN: "1", Result.LOSS: "0", Result.DRAW: "½"}[entry.result]
                assert cell == f"{entry.opponent}{entry.colour} {sign}"
            else:
                assert cell == "bye"
    first = rows(source, "boards")
    assert len(first) == 4
    assert source.count("Bye: <bdi>") == 4
    assert source.count("Why these pairings") == 4


def test_a_round_robin_has_a_square() -> None:
    cup = played("round-robin", 5, 5)
    source = event_page(cup)
    places = list(standings(cup))
    square = [row[2:-1] for row in rows(source, "ranking cross")]
    signs = {"1": 1.0, "½": 0.5, "0": 0.0}
    for at, line in enumerate(square):
        assert line[at] == "×"
        assert sum(signs[cell] for cell in line if cell != "×") == places[at].points.value
    assert "against the place at the head of the column" in source


def test_points_of_games_are_shown(swiss: Tournament) -> None:
    cup = played("swiss-teams", 6, 3, boards=16)
    game = cup.rounds[0].pairings[0]
    assert game.points is not None
    source = event_page(cup)
    assert f"<td>{number_text(game.points[0])}–{number_text(game.points[1])}</td>" in source
    assert "Victory points by the WBF" in source
    assert "IMPs over 16 boards" in source


@pytest.mark.parametrize("system", ["monrad", "round-robin", "othello"])
def test_pages_are_well_formed_and_ask_for_nothing(system: str) -> None:
    outline = Outline(event_page(played(system, 7, 3, NAMES)))
    ids = [attrs["id"] for _, attrs in outline.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    pointed = [str(attrs["href"]).removeprefix("#") for tag, attrs in outline.tags if tag == "a"]
    pointed += [str(attrs["aria-labelledby"]) for _, attrs in outline.tags if "aria-labelledby" in attrs]
    assert pointed
    assert set(pointed) <= set(ids)
    tables = sum(tag == "table" for tag, _ in outline.tags)
    assert tables == sum(tag == "caption" for tag, _ in outline.tags) == 5
    assert all(attrs.get("scope") in ("col", "row") for tag, attrs in outline.tags if tag == "th")
    for tag, attrs in outline.tags:
        assert tag not in ("script", "link", "img", "iframe", "object")
        assert "src" not in attrs
        assert not any(key.startswith("on") for key in attrs)


def test_names_are_shown_and_never_obeyed(swiss: Tournament) -> None:
    hostile = replace(swiss, name=NAMES[0], details={"city": "<i>Seoul</i>", "start": "2026/05/01"})
    outline = Outline(event_page(hostile, title=""))
    assert outline.under("h1", "bdi") == [NAMES[0]]
    assert not any(tag in ("script", "i") for tag, _ in outline.tags)
    shown = set(outline.under("tbody", "tr", "th", "bdi"))
    cleaned = {name.replace("\u202e", "").replace("\x07", "\ufffd") for name in NAMES}
    assert cleaned <= shown
    assert "<i>Seoul</i>, 2026-05-01. 9 participants, 4 rounds." in "".join(outline.under("p"))


def test_a_round_that_the_system_gives_otherwise_is_said(swiss: Tournament) -> None:
    round_ = swiss.rounds[1]
    first, second, *others = round_.pairings
    crossed = (replace(first, black=second.black), replace(second, black=first.black), *others)
    other = replace(swiss, rounds=(swiss.rounds[0], replace(round_, pairings=crossed)))
    assert event_page(swiss).count("is another one than the system gives") == 0
    assert event_page(other).count("is another one than the system gives") == 1
    lost = replace(swiss, system="somebody else's")
    assert event_page(lost).count("cannot be paired again: no pairing system is called") == 4


def test_pending_forfeits_and_byes() -> None:
    entrants = tuple(Entrant(n, f"P{n}") for n in range(1, 8))
    games = (Pairing(1, 2), Pairing(3, 4, Result.FORFEIT_WIN, Result.FORFEIT_LOSS))
    byes = (Bye(5), Bye(6, Result.HALF_BYE), Bye(7, Result.ZERO_BYE))
    cup = Tournament(entrants, (Round(games, byes),), system="monrad", planned=5)
    source = event_page(cup)
    assert "7 participants, 1 of 5 rounds; 1 result of the last one to come." in source
    assert "to come" in rows(source, "boards")[0][2]
    assert rows(source, "boards")[1][2] == "+–−"
    assert "Bye: <bdi>P5</bdi> · half-point bye: <bdi>P6</bdi> · away: <bdi>P7</bdi>." in source
    assert "+ and − are a win and a loss by forfeit." in source
    empty = Outline(event_page(Tournament(entrants, system="monrad")))
    assert "Rounds" not in empty.under("h2")


def test_a_large_field_does_not_unfold(swiss: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_pages, "TERMS", 10)
    source = event_page(swiss)
    assert 'class="terms" name' not in source
    assert "The field is too large for values to unfold on this page" in source


def test_without_terms_and_pairings_and_where_it_came_from(swiss: Tournament) -> None:
    origin = Origin("cup<1>.trf", "ab" * 32, "arpad standings 'cup<1>.trf' --out cup.html")
    source = event_page(swiss, terms=False, pairings=False, origin=origin)
    assert "Why these pairings" not in source
    assert "<details" not in source
    assert "cup&lt;1&gt;.trf" in source
    assert "ab" * 32 in source
    assert source == event_page(swiss, terms=False, pairings=False, origin=origin)


def test_an_explanation_keeps_its_shape_and_its_numbers() -> None:
    explanation = Explanation(
        "round <2>",
        steps=(Step("gap", -1.5, "a − b", "1 − 2.5", "C.04 <3>", digits=1), Step("lot", "3, 1")),
        parts=(
            Explanation("leaf & co", -0.25),
            Explanation("cut", 0.0, facts={"cut": "8.1"}),
            Explanation(
                "board 1",
                outcome="<b>they meet</b>",
                steps=(Step("points apart", 2.0, digits=0), Step("lot", 0.0, digits=0)),
            ),
        ),
        outcome="two games",
    )
    source = explained(explanation)
    outline = Outline(source)
    assert [attrs for tag, attrs in outline.tags if tag == "details"] == [
        {"class": "told", "open": None},
        {"class": "told"},
    ]
    assert outline.under("summary", "b", "bdi") == ["two games", "<b>they meet</b>"]
    assert outline.under("cite") == ["C.04 <3>"]
    assert outline.under("b") == ["−1.5", "−0.25", "0", "2", "0"]
    assert sum(attrs.get("class") == "zero" for _, attrs in outline.tags) == 1
    assert ("li", {"class": "cut"}) in outline.tags
    page = explanation_page(
        explanation, title="<Round>", kicker="Cup", lede="x", entrants=[Entrant(7, "A & B")]
    )
    assert "<b>7</b> <bdi>A &amp; B</bdi>" in page
    assert Outline(page).under("h1", "bdi") == ["<Round>"]


def test_steps_of_nothing_are_folded_into_one() -> None:
    steps = (Step("cost", 2.0, digits=0), Step("gap", 0.0, source="C6"), Step("<lot>", 0.0, source="C7"))
    outline = Outline(explained(Explanation("board 1", outcome="they meet", steps=steps)))
    assert outline.under("details", "summary")[-1] == "2 more, 0 each"
    assert outline.under("p", "bdi") == ["gap", "<lot>"]
    assert outline.under("li", "bdi") == ["cost"]


def test_a_short_explanation_leaves_out_what_the_boards_say() -> None:
    pairs = tuple(Explanation(f"{n}–{n + 1}", outcome="meet", steps=(Step("why", n),)) for n in (1, 3))
    bracket = Explanation("bracket", steps=(Step("downfloaters", 1.0),), parts=pairs)
    cost = Explanation("board 1: Ann (1) – Bo (2)", outcome="rank 3", steps=(Step("why", 3.0),))
    explanation = Explanation("round 1", parts=(bracket, *pairs, cost))
    assert explained(explanation, short=False).count("why") == 5
    short = explained(explanation, short=True)
    assert "why" not in short
    assert "downfloaters" in short
    assert "meet" not in short
    assert "<b><bdi>rank 3</bdi></b>" in short


def test_the_page_of_a_large_field_is_lean(monkeypatch: pytest.MonkeyPatch, swiss: Tournament) -> None:
    whole = event_page(swiss)
    monkeypatch.setattr(event_pages, "SEATS", 10)
    lean = event_page(swiss)
    assert "The field is too large for the working of every pair on this page" in lean
    assert "The field is too large for the working" not in whole
    assert len(lean) < len(whole)


@pytest.mark.slow
def test_the_page_of_581_players_is_less_than_900_kilobytes() -> None:
    cup = read_trf(larger("data/trf/real/real_01.trf"))
    assert len(cup.entrants) == 581
    assert len(event_page(cup).encode()) < 900_000


def test_a_handicap_stands_below_the_result() -> None:
    entrants = (Entrant(1, "Ann", grade="1d"), Entrant(2, "Bob", grade="3k"))
    cup = Tournament(entrants, (Round((Pairing(1, 2, handicap=1),)),), system="mcmahon", planned=1)
    assert '<span class="stones">(1 stone)</span>' in event_page(cup, pairings=False)


def test_a_leaf_is_a_line() -> None:
    assert explained(Explanation("all", 2.0, unit="points")) == (
        '<p class="told"><bdi>all</bdi> <b>2 points</b></p>\n'
    )


def test_those_without_a_game_stand_together_by_what_they_have() -> None:
    """Of Frome's round 4, three have not come; a name may hold a comma, so that names are apart by semicolons."""
    report = Path(__file__).parents[2] / "docs" / "data" / "frome-2026.trf"
    source = event_page(read_trf(report))
    away = [f"<bdi>Player {number:04}</bdi>" for number in (2, 9, 10)]
    assert f"Away: {'; '.join(away)}." in source
