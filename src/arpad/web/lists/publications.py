"""Published lists: all of them, one with its files, and a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, NamedTuple
from urllib.parse import quote

import numpy as np
from starlette.responses import Response

from arpad.core import BadInput
from arpad.office.club.rights import Task, require
from arpad.office.pools import publications as published
from arpad.office.pools.cached_ratings import ratings_after_game
from arpad.office.pools.publications import GAMES_FILE, Publication
from arpad.web.answers import Page
from arpad.web.context import RequestContext, Unknown
from arpad.web.lists.pool import PoolHead, pool_ranking
from arpad.web.outcome import Redirect
from arpad.web.tournaments.files import PAPER

ROWS = 20
"""Players of a published list that its page shows; its files have all."""

KINDS = {"csv": "text/csv", "json": "application/json", "html": "text/html"}


@dataclass(frozen=True)
class PublicationsPage(Page):
    """The lists of a pool that were published.

    Args:
        head: the pool.
        lists: the latest first.
        name: that a new list may have; empty where it is taken.
    """

    TEMPLATE: ClassVar[str] = "pool_publications.html.j2"
    head: PoolHead
    lists: Sequence[Publication]
    name: str


class PublishedRow(NamedTuple):
    """A player of a published list.

    Args:
        rank: one more than the players with a higher rating.
        player: the name.
        rating: as it was published.
        games: that counted.
        now: what the same games give with the corrections that are known now; None where nobody asks, or
            where the player has no game any more.
    """

    rank: int
    player: str
    rating: float
    games: int
    now: float | None


@dataclass(frozen=True)
class PublicationPage(Page):
    """A published list.

    Args:
        head: the pool.
        list: the list.
        first: its first players.
        players: how many it has.
        verify: the address that ``arpad verify`` takes; empty where there is no such file.
        known: whether the ratings as they are known now stand beside those that were published.
        changed: how many of the list's ratings are others now; 0 where nobody asks.
        games: the name of the file of the games.
    """

    TEMPLATE: ClassVar[str] = "pool_publication.html.j2"
    head: PoolHead
    list: Publication
    first: Sequence[PublishedRow]
    players: int
    verify: str
    known: bool
    changed: int
    games: str = GAMES_FILE


def all_lists(context: RequestContext) -> PublicationsPage:
    """Show the published lists."""
    ranking = pool_ranking(context)
    lists = published.publications(ranking.pool)
    month = datetime.now(UTC).strftime("%Y-%m")
    taken = any(publication.name == month for publication in lists)
    return PublicationsPage(ranking.head, lists, "" if taken else month)


def one_list(context: RequestContext) -> PublicationPage:
    """Show a published list."""
    ranking = pool_ranking(context)
    name = str(context.request.path_params["list"])
    try:
        publication = published.publication(ranking.pool, name)
    except BadInput as error:
        raise Unknown(error.problem, code=error.code) from error
    ratings = ranking.pool.published(name).ratings
    path = f"{ranking.head.address}/publications/{quote(name, safe='')}/list.csv"
    verify = context.office + path if publication.files else ""
    with_now = context.query("known") == "now"
    now = ratings_after_game(ranking.pool, publication.number) if with_now else {}
    named = ranking.listing.rules.named
    beside = [each.rating if (each := now.get(named(then.player))) else None for then in ratings]
    points = np.array([each.rating for each in ratings])
    ranks = np.searchsorted(-points, -points, side="left") + 1
    rows = [
        PublishedRow(int(rank), each.player, each.rating, each.games, then)
        for rank, each, then in zip(ranks, ratings[:ROWS], beside, strict=False)
    ]
    changed = sum(each.rating != then for each, then in zip(ratings, beside, strict=True)) if with_now else 0
    return PublicationPage(ranking.head, publication, rows, len(ratings), verify, with_now, changed)


def file(context: RequestContext) -> Response:
    """Return a file of a published list, byte for byte."""
    ranking = pool_ranking(context)
    name, which = (str(context.request.path_params[part]) for part in ("list", "file"))
    try:
        content = published.file_of(ranking.pool, name, which)
    except BadInput as error:
        if error.code == "pool.no-file":
            raise Unknown(error.problem, code=error.code) from error
        raise
    kind = which.rpartition(".")[2]
    headers = {"content-security-policy": PAPER}
    if kind != "html":
        headers = {"content-disposition": f"attachment; filename*=utf-8''{quote(which)}"}
    return Response(content, media_type=KINDS.get(kind, "application/octet-stream"), headers=headers)


def publish(context: RequestContext) -> Redirect:
    """Publish the ratings of now as a list."""
    require(context.actor, Task.MANAGE_POOLS)
    ranking = pool_ranking(context)
    name = context.text("name")
    published.publish(ranking.pool, name, op=context.text("op"), author=context.actor.name)
    return Redirect(f"{ranking.head.address}/publications/{quote(name, safe='')}")
