from __future__ import annotations

import base64
import hashlib
import html
import re
import xml.etree.ElementTree as ET
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from arpad.office import publish
from arpad.office.charts.intervals import ROWS as INTERVALS
from arpad.office.pages.list_page import page
from arpad.office.pages.ranking import ROWS
from arpad.ratings.elo.system import Elo
from arpad.ratings.glicko.glicko import Glicko
from arpad.ratings.list_columns import Extras
from arpad.ratings.rate import rate, rate_by_pool
from arpad.ratings.result import Ratings
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.record import Games, Players
from office.outline import Outline


def listed(outline: Outline) -> list[str]:
    """The players of the ranking table."""
    return outline.under("table", "tbody", "tr", "th", "bdi")


@pytest.fixture(params=["elo", "glicko"])
def ratings(request: pytest.FixtureRequest) -> Ratings:
    fixture: Ratings = request.getfixturevalue(request.param)
    return fixture


def test_every_player_has_a_row(ratings: Ratings) -> None:
    outline = Outline(page(ratings))
    players = ratings.table()["player"].to_list()
    assert listed(outline)[: len(players)] == players


def test_ids_are_unique_and_links_lead_somewhere(ratings: Ratings) -> None:
    outline = Outline(page(ratings))
    ids = [attrs["id"] for _, attrs in outline.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    pointed = [str(attrs["href"])[1:] for tag, attrs in outline.tags if tag == "a"]
    for _, attrs in outline.tags:
        pointed += (attrs.get("aria-labelledby") or "").split()
    assert pointed
    assert set(pointed) <= set(ids)


def test_tables_can_be_read_aloud(glicko: Ratings) -> None:
    outline = Outline(page(glicko))
    tables = [tag for tag, _ in outline.tags if tag == "table"]
    assert len([tag for tag, _ in outline.tags if tag == "caption"]) == len(tables) == 3
    assert all(attrs.get("scope") in ("col", "row", "rowgroup") for tag, attrs in outline.tags if tag == "th")
    assert dict(outline.tags[0][1]) == {"lang": "en"}
    assert any(tag == "meta" and attrs.get("name") == "viewport" for tag, attrs in outline.tags)


def test_provisional_ratings_are_marked_by_a_sign_and_a_word(glicko: Ratings) -> None:
    table = glicko.table()
    source = page(glicko)
    marked = source.count('<abbr class="doubt" title="provisional">?</abbr>')
    assert marked == int(table["provisional"].sum()) > 0
    assert "with a deviation above 110" in source


def test_ratings_are_rounded_with_their_interval(glicko: Ratings) -> None:
    row = glicko.table().row(0, named=True)
    outline = Outline(page(glicko))
    cells = outline.under("table", "tbody", "tr", "td")
    assert cells[1] == f"{row['rating']:.0f}"
    assert cells[2] == f"{1.96 * row['deviation']:.0f}"
    assert cells[3] == f"{row['low']:.0f} – {row['high']:.0f}"


def test_drawings_are_well_formed(ratings: Ratings) -> None:
    drawings = re.findall(r"<svg.*?</svg>", page(ratings), flags=re.DOTALL)
    assert len(drawings) == (2 if ratings.deviation is None else 2 + 2 * 8)
    for drawing in drawings:
        root = ET.fromstring(drawing)
        if root.get("aria-hidden") == "true":
            continue
        assert root.get("role") == "img"
        names = [child.tag.rpartition("}")[2] for child in root]
        assert names[:2] == ["title", "desc"]


def test_nothing_is_asked_of_the_network_and_one_script_runs(ratings: Ratings) -> None:
    source = page(ratings).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http://" not in source
    assert "https://" not in source
    assert "@import" not in source
    assert re.findall(r"url\([^)]*\)", source) == re.findall(r"url\(#[^)]*\)", source)
    outline = Outline(source)
    for tag, attrs in outline.tags:
        assert tag not in ("link", "img", "iframe", "object", "use", "image")
        assert "src" not in attrs
        assert not any(name.startswith("on") for name in attrs)
        assert (attrs.get("href") or "#").startswith("#")
    (text,) = re.findall(r"<script>(.*?)</script>", source, flags=re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    (policy,) = (
        attrs["content"] for _, attrs in outline.tags if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy == (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; "
        "form-action 'none'"
    )
    for way in ("innerHTML", "eval", "fetch(", "import(", "XMLHttpRequest", "document.write"):
        assert way not in text


@pytest.mark.parametrize("system", [Elo(), Glicko()])
def test_names_are_shown_and_never_obeyed(system: Elo | Glicko, odd: Games) -> None:
    source = page(rate(odd, system), title="<i>Spring</i>")
    outline = Outline(source)
    assert not any(tag in ("i", "b") for tag, _ in outline.tags)
    assert [tag for tag, _ in outline.tags].count("script") == 1
    assert not any("onmouseover" in attrs for _, attrs in outline.tags)
    shown = {name.replace("\u202e", "").replace("\x07", "\ufffd") for name in odd.players.names}
    assert set(listed(outline)) >= shown
    assert outline.under("h1") == ["<i>Spring</i>"]
    for drawing in re.findall(r"<svg.*?</svg>", source, flags=re.DOTALL):
        ET.fromstring(drawing)


def test_pools_have_a_section_each(odd: Games) -> None:
    pools = rate_by_pool(odd, Elo())
    source = page(pools)
    outline = Outline(source)
    assert outline.under("h2", "bdi") == ["<b>rapid</b>", "blitz"]
    assert outline.under("nav", "ul", "li", "a", "bdi") == ["<b>rapid</b>", "blitz"]
    players = [name for pool_ratings in pools.values() for name in pool_ratings.table()["player"]]
    assert len([name for name in listed(outline) if name in players]) >= len(players) - 2
    assert "--by pool" in source
    for pool_ratings in pools.values():
        assert pool_ratings.timeline.games.digest in source


def test_it_says_how_it_was_computed(elo: Ratings) -> None:
    source = page(elo)
    words = html.unescape(re.sub(r"<[^>]*>", "", source))
    for fact in (
        "Elo 1978, The Rating of Chessplayers, Past and Present",
        elo.timeline.games.digest,
        "40 points (default 20)",
        "football_world_cups.csv",
        "964 read, none set aside",
        "964, from 13 July 1930 to 18 December 2022",
        "arpad rate football_world_cups.csv --system elo --set k=40 --set advantage=65 --schedule live",
    ):
        assert fact in words


def test_the_day_asked_for_is_the_day_of_the_list(elo: Ratings) -> None:
    early = rate(elo.timeline.games, Elo(), as_of=date(1931, 1, 1))
    source = page(early)
    assert '<time datetime="1931-01-01">1 January 1931</time>' in source
    assert "13 players, 18 games from 13 July 1930 to 30 July 1930." in source


def test_who_is_left_out_is_counted(elo: Ratings) -> None:
    listed_players = elo.table(min_games=10).height
    source = page(elo, min_games=10, top=5)
    assert "Only players with at least 10 games are listed." in source
    assert f"This page shows the first 5 of {listed_players} rows." in source
    assert f"Not listed: {82 - listed_players} more players" in page(elo, min_games=10)
    assert "Not listed" not in page(elo)


def test_a_long_list_says_where_it_stops() -> None:
    n = ROWS + 50
    names = tuple(f"Player {i:04}" for i in range(n))
    first = np.arange(n, dtype=np.int32)
    games = Games(Players(names), first, np.roll(first, 1), np.ones(n))
    outline = Outline(page(rate(games, Elo())))
    notes = " ".join(outline.under("p"))
    assert f"the first {ROWS:,} of {n:,} rows" in notes
    assert len(listed(outline)) == ROWS + 8


def test_parameters_at_their_defaults_are_folded(elo: Ratings) -> None:
    source = page(elo)
    set_here, usual = (
        source.index("Parameters that were set"),
        source.index("with the default value</summary>"),
    )
    assert source.index("<code>k</code>") < usual
    assert set_here < source.index("<code>advantage</code>") < usual < source.index("<code>initial</code>")


def test_without_a_history_the_chart_shows_intervals(elo: Ratings) -> None:
    games = elo.timeline.games
    source = page(rate(games, Glicko(), schedule="period", period="all"))
    assert "Rating history" not in source
    drawings = re.findall(r"<svg.*?</svg>", source, flags=re.DOTALL)
    assert len(drawings) == 2
    for drawing in drawings:
        root = ET.fromstring(drawing)
        kinds = [each.get("class") for each in root.iter()]
        assert kinds.count("dot") == INTERVALS
        assert kinds.count("line") + kinds.count("line p") == INTERVALS
    assert "The first 30 players." in source
    assert "<svg" not in page(rate(games, Elo(), schedule="period", period="all"))


def test_joint_intervals_reach_out_from_the_others(elo: Ratings) -> None:
    ratings = rate(elo.timeline.games, Glicko(), schedule="period", period="all")
    source = page(ratings, extras=Extras(joint=True))
    for drawing in re.findall(r"<svg.*?</svg>", source, flags=re.DOTALL):
        paths: dict[str, list[list[str]]] = {kind: [] for kind in ("line", "line p", "whisker")}
        for each in ET.fromstring(drawing).iter():
            paths.get(each.get("class", ""), []).append(re.findall(r"[\d.]+", each.get("d", "")))
        inner = sorted(paths["line"] + paths["line p"], key=lambda ends: float(ends[1]))
        outer = sorted(paths["whisker"], key=lambda ends: float(ends[1]))
        assert len(inner) == len(outer) == INTERVALS
        for (low, _, high), (joint_low, _, joint_high) in zip(inner, outer, strict=True):
            assert float(joint_low) < float(low) < float(high) < float(joint_high)
    assert "for all players together" in source
    assert "A tier begins with" in source


def test_a_list_of_nobody_is_still_a_page(elo: Ratings) -> None:
    outline = Outline(page(elo, min_games=500))
    assert listed(outline) == []
    assert not any(tag == "svg" for tag, _ in outline.tags)


def test_published_in_utf_8(odd: Games, tmp_path: Path) -> None:
    publish(rate(odd, Elo()), tmp_path / "list.HTML", title="Ő")
    assert "李世乭" in (tmp_path / "list.HTML").read_bytes().decode("utf-8")


def test_the_charts_agree_with_the_list_of_a_later_day(glicko: Ratings) -> None:
    later = rate(glicko.timeline.games, Glicko(), schedule="period", period="1mo", as_of=date(2026, 1, 1))
    outline = Outline(page(later, top=8))
    cells = outline.under("table", "tbody", "tr", "td")
    captions = outline.under("li", "p", "span")
    row = later.table().row(0, named=True)
    assert captions[0] == f"{row['rating']:.0f}? ± {row['high'] - row['rating']:.0f}"
    assert cells[2] in captions[0]
    assert later.table()["deviation"][0] > glicko.table()["deviation"][0]


def test_systems_that_fit_all_games_at_once_say_so(odd: Games) -> None:
    """Bradley–Terry has no ratings before a game, and its interval is one of a sampling distribution."""
    source = page(rate(odd, BradleyTerry(variance="sandwich", prior=350.0)))
    assert "all games count together, whatever their order" in source
    assert (
        "95\u00a0% confidence interval of a rating, from the spread of the results, games counted" in source
    )
    assert "true strength lies" not in source
