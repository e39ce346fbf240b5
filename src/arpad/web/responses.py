"""A page as an answer: HTML in the language of the visitor, or JSON to a program; and answers that are kept.

A long ranking list is looked at by many at once. What a visitor who has not come in is shown depends on
nothing but the address, the language and what the page is made of, so the answer to one is kept for the
others: for :data:`FRESH` seconds without a question to the database, and then as long as the events of which
the page is made are the last ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from starlette.responses import Response

from arpad.office.cache import MEGABYTE, Cache
from arpad.web.answers import Page, as_json
from arpad.web.context import RequestContext
from arpad.web.notices import SAID_COOKIE, notices_of
from arpad.web.rendering import rendered

FRESH = 1.0
"""Seconds for which an answer is given again without asking whether anything has changed."""

VARY = "accept, accept-language, cookie"


def shown(context: RequestContext, page: Page, status: int | None = None) -> Response:
    """Return a page as HTML, or as JSON to a program."""
    code = page.STATUS if status is None else status
    if context.wants_json:
        return Response(as_json(page), code, media_type="application/json")
    notices = notices_of(context.request.cookies.get(SAID_COOKIE, ""))
    text = rendered(page.TEMPLATE, context.language, page=page, context=context, notices=notices)
    response = Response(text, code, media_type="text/html")
    response.headers["content-language"] = context.language.code
    response.headers["vary"] = VARY
    if SAID_COOKIE in context.request.cookies:
        response.delete_cookie(SAID_COOKIE)
    return response


@dataclass(frozen=True)
class _Answer:
    """An answer that is kept.

    Args:
        text: the page.
        stands: what it was made of.
        until: the moment (:func:`time.monotonic`) until which nobody asks whether that has changed.
    """

    text: bytes
    stands: Hashable
    until: float


class KeptAnswers:
    """The answers of one kind of page that a process keeps.

    Args:
        name: of the cache.
    """

    def __init__(self, name: str) -> None:
        self._kept: Cache[Hashable, _Answer] = Cache(
            name, 500, 16 * MEGABYTE, lambda answer: len(answer.text) + 1000
        )

    def answer(
        self, context: RequestContext, stands: Callable[[], Hashable], make: Callable[[RequestContext], Page]
    ) -> Page | Response:
        """Return the answer to a request, the one that is kept if it is still right.

        Args:
            context: the request; only who has not come in is given an answer that is kept.
            stands: tells of what the page is made: other values, another page.
            make: makes the page.
        """
        if context.actor.user or context.wants_json or SAID_COOKIE in context.request.cookies:
            return make(context)
        path, query = context.request.url.path, context.request.url.query
        key = (context.site.database.address, context.language.code, context.office, path, query)
        now = time.monotonic()
        kept_answer = self._kept.get(key)
        if kept_answer is not None and now < kept_answer.until:
            return _given(context, kept_answer.text)
        made_of = stands()
        if kept_answer is None or kept_answer.stands != made_of:
            text = bytes(shown(context, make(context)).body)
        else:
            text = kept_answer.text
        self._kept.put(key, _Answer(text, made_of, now + FRESH))
        return _given(context, text)


def _given(context: RequestContext, text: bytes) -> Response:
    headers = {"content-language": context.language.code, "vary": VARY}
    return Response(text, media_type="text/html", headers=headers)
