"""A ranking list as one self-contained page: it asks nothing of the network and runs no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arpad.core import BadInput
from arpad.office.containers import HTML_HEAD, HTML_TAIL
from arpad.office.document import document, footer
from arpad.office.figures import figures
from arpad.office.manifest import Manifest
from arpad.office.markup import count, day, name, text
from arpad.office.provenance import provenance
from arpad.office.ranking import notes, ranking
from arpad.ratings.result import Ratings

STYLES = ("page.css", "chart.css")

MANIFEST = (
    "<details>\n<summary>The manifest: what was computed from what, for programs</summary>\n"
    f'<div class="scroll" role="region" aria-label="Manifest" tabindex="0">\n'
    f"{(HTML_HEAD + HTML_TAIL).decode()}\n</div>\n</details>\n"
)

VERIFY = (
    "Everyone can check this page: <code>arpad verify PAGE</code>, in a folder with this page and the files "
    "named above, computes it again and compares every character."
)
"""How to verify a page, for its foot."""


def page(
    ratings: Ratings | Mapping[str, Ratings],
    *,
    min_games: int = 1,
    top: int | None = None,
    title: str | None = None,
    options: Sequence[str] = (),
    verifiable: bool = False,
) -> str:
    """Return a page with the ranking list, its charts, and how it was computed.

    Args:
        ratings: what to publish; of several pools, by name, a section of each.
        min_games: leave out who has played fewer.
        top: keep only so many rows (of every pool).
        title: the heading.
        options: what the command line needs besides system and schedule to read the record again.
        verifiable: whether the page has an empty element for its manifest, and says how to verify it.
    """
    pools: dict[str | None, Ratings] = {}
    if isinstance(ratings, Ratings):
        pools[None] = ratings
    else:
        pools.update(ratings)
    if not pools:
        raise BadInput("there are no pools to publish")
    manifests = {
        pool: Manifest.of(one, min_games=min_games, top=top, options=options, title=title)
        for pool, one in pools.items()
    }
    system = next(iter(pools.values())).system
    heading = title or "Ranking list"
    sections = [
        _single(ratings, manifests[None])
        if isinstance(ratings, Ratings)
        else "".join(
            _pool(pool or "", one, manifests[pool], f"pool-{n}")
            for n, (pool, one) in enumerate(pools.items(), 1)
        ),
        f'<section id="how">\n<h2>How this was computed</h2>\n{provenance(system, manifests)}'
        f"{MANIFEST if verifiable else ''}</section>\n",
    ]
    body = (
        f'<header>\n<p class="kicker">{text(system.title)} ratings</p>\n<h1>{text(heading)}</h1>\n'
        f'<p class="lede">{_lede(manifests)}</p>\n{_contents(pools)}</header>\n'
        f"<main>\n{''.join(sections)}</main>\n"
        f"{footer(VERIFY if verifiable else '')}"
    )
    return document(f"{heading} · {system.title}", body, STYLES)


def _single(ratings: Ratings, manifest: Manifest) -> str:
    """Return the sections of a list without pools."""
    table = ratings.table(min_games=manifest.min_games, top=manifest.top)
    drawn = figures(table, ratings, "chart")
    chart = f'<section id="history">\n<h2>Rating history</h2>\n{drawn}</section>\n' if drawn else ""
    caption = f"Ranking list, {_as_of(manifest)}"
    return (
        f'<section id="list">\n<h2>The list</h2>\n{ranking(table, ratings, caption, "list")}'
        f"{notes(table, ratings, manifest)}</section>\n{chart}"
    )


def _pool(pool: str, ratings: Ratings, manifest: Manifest, key: str) -> str:
    """Return the section of one pool."""
    table = ratings.table(min_games=manifest.min_games, top=manifest.top)
    drawn = figures(table, ratings, f"{key}-chart")
    chart = f"<h3>Rating history</h3>\n{drawn}" if drawn else ""
    caption = f"Ranking list {name(pool)}, {_as_of(manifest)}"
    return (
        f'<section id="{key}">\n<h2>{name(pool)}</h2>\n<p class="lede">{_extent(manifest)}</p>\n'
        f"{ranking(table, ratings, caption, key)}{notes(table, ratings, manifest)}{chart}</section>\n"
    )


def _contents(pools: Mapping[str | None, Ratings]) -> str:
    """Return links to the parts of the page."""
    links = [("list", "The list"), ("history", "Rating history")]
    if None not in pools:
        links = [(f"pool-{n}", name(pool or "")) for n, pool in enumerate(pools, 1)]
    links.append(("how", "How this was computed"))
    items = "".join(f'<li><a href="#{key}">{label}</a></li>' for key, label in links)
    return f'<nav aria-label="On this page"><ul>{items}</ul></nav>\n'


def _lede(manifests: Mapping[str | None, Manifest]) -> str:
    """Return the day of the list and what it rests on."""
    if None in manifests:
        return f"{_as_of(manifests[None], begins=True)}. {_extent(manifests[None])}"
    games = sum(one.games for one in manifests.values())
    days = {one.as_of for one in manifests.values()}
    asked = days.pop() if len(days) == 1 else None
    when = "" if asked is None else f"As of {day(asked)}. "
    return f"{when}{count(games, 'game')} in {count(len(manifests), 'pool')}, each rated by itself."


def _as_of(manifest: Manifest, *, begins: bool = False) -> str:
    """Return of which day the list is."""
    if manifest.day is None:
        said = "after the last game of the record"
    elif isinstance(manifest.day, int):
        said = f"after period {manifest.day}"
    else:
        said = f'as of <time datetime="{manifest.day}">{day(manifest.day)}</time>'
    return said[0].upper() + said[1:] if begins else said


def _extent(manifest: Manifest) -> str:
    """Return how many players and games, from when to when."""
    said = f"{count(manifest.players, 'player')}, {count(manifest.games, 'game')}"
    if manifest.first is None:
        return f"{said}."
    return f"{said} from {day(manifest.first)} to {day(manifest.last)}."
