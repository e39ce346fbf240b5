"""The addresses of the office, and what stands around every page: language, session, errors, headers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from arpad.core import ArpadError, BadInput, Figure, NotProvided, worded
from arpad.office.club.rights import NotAllowed
from arpad.office.log.rebasing import ActConflict
from arpad.office.pages.speaking import speaking
from arpad.office.store.refusals import STATUSES, TRANSIENT, public
from arpad.office.store.snapshot import one_snapshot
from arpad.office.turns import LATER, Busy
from arpad.web import account, lists, office_log, people, sign_in
from arpad.web.addresses import within
from arpad.web.answers import Page
from arpad.web.api import problems
from arpad.web.api.application import api
from arpad.web.connections import peer_of
from arpad.web.context import (
    LANGUAGE_COOKIE,
    VISIT_COOKIE,
    Refused,
    RequestContext,
    Unknown,
    Upload,
    context_of,
)
from arpad.web.health import healthy, ready
from arpad.web.languages import NAMES
from arpad.web.live import news_for_now
from arpad.web.notices import SAID_COOKIE, packed
from arpad.web.outcome import Redirect
from arpad.web.players import career, register, series
from arpad.web.rendering import rendered, static_address, static_content
from arpad.web.request_log import Observed, metrics
from arpad.web.responses import shown
from arpad.web.security.headers import SecurityHeaders
from arpad.web.security.hosts import KnownHosts
from arpad.web.site import Site
from arpad.web.tournaments import (
    acts,
    bracket,
    check_in,
    corrections,
    entries,
    entries_file,
    files,
    final,
    from_register,
    hall,
    history,
    home,
    listing,
    phone,
    rating,
    reporting,
    results,
    rounds,
    shelf,
    standings,
    timetable,
)
from arpad.web.tournaments.event import tournament_view

View = Callable[[RequestContext], Page | Redirect | Response]
"""A function that answers a request."""

MOST_BYTES = 32 * 2**20
"""The largest form or upload that is read."""

MOST_BYTES_OF_VISITORS = 64 * 2**10
"""The largest form of somebody who has not come in: a name and a password, not a file."""

MOST_FIELDS = 5000
"""The most fields of a form: results of a round of thousands of boards."""

YEAR = 365 * 24 * 3600

KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}

_LOG = logging.getLogger("arpad.web")

T = "/tournaments/{name}"
L = "/lists/{pool}"

PAGES: tuple[tuple[str, View], ...] = (
    ("/", listing.listing),
    ("/tournaments", listing.listing),
    ("/tournaments/new", listing.new),
    (T, home.home),
    (f"{T}/manifest.webmanifest", home.manifest),
    (f"{T}/participants", entries.entries),
    (f"{T}/participants/{{number}}", standings.participant),
    (f"{T}/rounds/{{round}}", rounds.round_),
    (f"{T}/rounds/{{round}}/why", rounds.why),
    (f"{T}/rounds/{{round}}/results", results.results),
    (f"{T}/rounds/{{round}}/results/{{board}}", results.board),
    (f"{T}/rounds/{{round}}/progress", results.progress),
    (f"{T}/standings", standings.standings),
    (f"{T}/standings.csv", standings.table),
    (f"{T}/standings/{{round}}", standings.standings),
    (f"{T}/crosstable", standings.cross),
    (f"{T}/bracket", bracket.bracket),
    (f"{T}/timetable", timetable.timetable),
    (f"{T}/log", history.log),
    (f"{T}/acts", acts.acts),
    (f"{T}/shelf", shelf.shelf),
    (f"{T}/acts/{{act}}", acts.form),
    (f"{T}/hall", hall.hall),
    (f"{T}/screens", hall.screens),
    (f"{T}/paper", files.paper),
    (f"{T}/paper/{{what}}", files.printed),
    (f"{T}/event.arpad", files.event_file),
    (f"{T}/report.trf", files.trf),
    ("/sign-in", sign_in.sign_in),
    ("/enter/{invitation}", sign_in.invited),
    ("/people", people.people),
    ("/people/log", office_log.of_people),
    ("/account", account.account),
    ("/lists", lists.pools.all_pools),
    (L, lists.ranking.answer),
    (f"{L}/list.{{form}}", lists.ranking.whole),
    (f"{L}/player", career.career),
    (f"{L}/player.csv", series.as_csv),
    (f"{L}/player.json", series.as_json),
    (f"{L}/add", lists.adding.look),
    (f"{L}/players", lists.starting_ratings.look),
    (f"{L}/publications", lists.publications.all_lists),
    (f"{L}/publications/{{list}}", lists.publications.one_list),
    (f"{L}/publications/{{list}}/{{file}}", lists.publications.file),
    (f"{L}/corrections", lists.corrections.corrections),
    (f"{L}/seasons", lists.seasons.seasons),
    (f"{L}/log", office_log.of_pool),
    (f"{L}/laboratory", lists.laboratory.laboratory),
    (f"{L}/laboratory/{{study}}", lists.laboratory.report),
    (f"{L}/laboratory/{{study}}/{{file}}", lists.laboratory.file),
    ("/odds", lists.odds.odds_page),
    ("/register", register.register),
    ("/register/{number}", register.player),
    (f"{T}/reports", reporting.reports),
    ("/r/{name}/{code}", phone.phone),
    (f"{T}/final", final.final),
    (f"{T}/final/{{seq}}/{{file}}", final.file),
    (f"{T}/rating", rating.rating),
    (f"{T}/rounds/{{round}}/correction", corrections.correction),
    (f"{T}/participants/register", from_register.from_register),
    (f"{T}/participants/file", entries_file.look),
    (f"{T}/participants/check-in", check_in.check_in),
)
"""What is looked at."""

ACTS: tuple[tuple[str, View], ...] = (
    ("/tournaments/new", listing.create),
    ("/sign-out", sign_in.sign_out),
    ("/sign-in", sign_in.come_in),
    ("/enter/{invitation}", sign_in.enter),
    ("/people", people.invite),
    ("/account/tokens", account.make_token),
    ("/account/tokens/revoke", account.revoke),
    ("/account/password", account.change_password),
    ("/lists", lists.pools.create),
    (f"{L}/add", lists.adding.add),
    (f"{L}/players", lists.starting_ratings.add),
    (f"{L}/publications", lists.publications.publish),
    (f"{L}/corrections", lists.corrections.accept),
    (f"{L}/seasons", lists.seasons.begin),
    ("/register", register.add),
    ("/register/import", register.preview),
    ("/register/take", register.take),
    ("/register/{number}", register.amend),
    (f"{T}/timetable", timetable.enter),
    (f"{T}/screens", hall.set_screens),
    (f"{T}/reports", reporting.switch),
    (f"{T}/reports/decide", reporting.decide),
    ("/r/{name}/{code}", phone.report),
    (f"{T}/final", final.publish),
    (f"{T}/rating", rating.rate),
    (f"{T}/participants/register", from_register.enter),
    (f"{T}/participants/file", entries_file.enter),
    (f"{T}/participants/check-in", check_in.note),
    ("/people/role", people.give_role),
    ("/people/close", people.close),
    ("/people/tournament", people.give_tournament),
    (f"{T}/participants", entries.add),
    (f"{T}/participants/remove", entries.remove),
    (f"{T}/participants/away", entries.away),
    (f"{T}/participants/renumber", entries.renumber),
    (f"{T}/pair", rounds.pair),
    (f"{T}/unpair", rounds.unpair),
    (f"{T}/finish", home.finish),
    (f"{T}/rounds/{{round}}/publish", rounds.publish),
    (f"{T}/rounds/{{round}}/set", rounds.set_by_hand),
    (f"{T}/rounds/{{round}}/results", results.enter),
    (f"{T}/rounds/{{round}}/results/{{board}}", results.enter_board),
    (f"{T}/log/undo", history.undo),
    (f"{T}/acts/{{act}}", acts.send),
    (f"{T}/shelf", shelf.move),
    (f"{T}/copy", shelf.copy),
    (f"{T}/delete", shelf.delete),
)
"""What is done."""


def application(site: Site) -> Starlette:
    """Return the office as an application that a server runs."""
    routes = [Route("/healthz", healthy), Route("/readyz", ready), Route("/metrics", metrics)]
    routes.append(Route("/static/{digest}/{name}", _static))
    routes.append(Route(f"{T}/live", _live(site)))
    looked = dict(PAGES)
    done = dict(ACTS)
    for path in [*looked, *(path for path in done if path not in looked)]:
        methods = [*(["GET"] if path in looked else []), *(["POST"] if path in done else [])]
        routes.append(Route(path, _endpoint(site, looked.get(path), done.get(path)), methods=methods))
    routes.sort(key=lambda route: "{" in route.path.rpartition("/")[2])  # an address in full comes first
    app = Starlette(
        routes=[Mount("/api", api(site)), *routes],
        middleware=[
            Middleware(Observed, site=site),
            Middleware(SecurityHeaders, secure=site.secure),
            Middleware(KnownHosts, url=site.url),
        ],
        exception_handlers={HTTPException: _missing(site)},
    )
    app.router.redirect_slashes = False  # it names the host of the request; `_missing` does not
    app.state.site = site
    return app


def _endpoint(site: Site, look: View | None, do: View | None) -> Any:
    async def endpoint(request: Request) -> Response:
        context = RequestContext(request, site)
        try:
            context = await run_in_threadpool(context_of, request, site)
            if request.method == "POST":
                context = await _with_form(context)
                context.check_form()
                view = do
            else:
                view = look
            assert view is not None
            return await run_in_threadpool(_answer, context, view)
        except ArpadError as error:
            return await run_in_threadpool(refusal, context, error)
        except ClientDisconnect:  # in the middle of a form: nobody is there to be told, and nothing failed
            return Response(status_code=400)
        except Exception:  # a fault of the program: whoever asked is told so in words, the log has where
            _LOG.exception("an answer of %s failed", request.scope["route"].path)
            failed = ArpadError(
                worded("the office could not answer: that is a fault of the program"),
                code="web.failed",
                remedy=worded(
                    "Look at the page again before you send a form anew, and tell who runs the office."
                ),
            )
            return await run_in_threadpool(refusal, context, failed)

    return endpoint


async def _with_form(context: RequestContext) -> RequestContext:
    """Return a request with its form read.

    Raises:
        Refused: the form is too large.
        BadInput: it cannot be read.
    """
    length = context.request.headers.get("content-length", "")
    most = MOST_BYTES if context.actor.user else MOST_BYTES_OF_VISITORS
    if not (length.isascii() and length.isdecimal()) or int(length) > most:
        size = f"{most // 2**20} MB" if most >= 2**20 else f"{most // 2**10} kB"
        raise Refused(
            worded("a form of more than {size} is not read", size=size),
            code="form.too-large",
            remedy="Send a smaller file." if context.actor.user else "Sign in first.",
        )
    # What reads a form takes its time with every sign that parts two fields, an empty field or not.
    plain = "urlencoded" in context.request.headers.get("content-type", "").lower()
    if plain and (await context.request.body()).count(b"&") >= MOST_FIELDS:
        raise _malformed(worded("it has more than {most} fields", most=Figure(f"{MOST_FIELDS:,}")))
    typed, files = {}, {}
    try:
        reading = context.request.form(max_files=2, max_fields=MOST_FIELDS, max_part_size=MOST_BYTES)
        async with reading as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    files[name] = Upload(value.filename or "", await value.read())
                else:
                    typed[name] = value
    except HTTPException as error:
        raise _malformed(str(error.detail).rstrip(".")[:100]) from error
    return replace(context, form=typed, files=files)


def _malformed(why: str) -> BadInput:
    return BadInput(
        worded("the form cannot be read: {why}", why=why),
        code="form.not-read",
        remedy="Open the page again, and send its form.",
    )


def _answer(context: RequestContext, view: View) -> Response:
    with speaking(context.language.spoken, context.language.code):
        if context.request.method == "GET":
            with one_snapshot(context.site.database.engine):
                answer = view(context)
        else:
            answer = view(context)
        if isinstance(answer, Page):
            return with_cookies(context, shown(context, answer))
    if isinstance(answer, Redirect):
        response: Response
        if context.wants_json:
            findings = [finding.as_dict() for finding in answer.findings]
            response = JSONResponse({"address": answer.address, "findings": findings})
        else:
            response = RedirectResponse(answer.address, 303)
            if answer.findings:
                response.set_cookie(
                    SAID_COOKIE,
                    packed(answer.findings, context.language.spoken),
                    max_age=60,
                    httponly=True,
                    samesite="lax",
                    secure=context.site.secure,
                )
        return with_cookies(context, response)
    return with_cookies(context, answer)


def refusal(context: RequestContext, error: ArpadError) -> Response:
    """Return why something was refused."""
    status = _status(error)
    error = public(error)
    later = error.code in TRANSIENT or error.code not in STATUSES
    headers = {"retry-after": str(LATER)} if status == 503 and later else {}
    if context.wants_json:
        return JSONResponse({"error": error.as_dict()}, status, headers)
    text = rendered(
        "refused.html.j2",
        context.language,
        error=error,
        missing=status in (404, 405),
        failed=status == 500,
        sign_in=status == 403 and not context.actor.user and context.request.method == "GET",
        context=context,
        notices=(),
        page=None,
    )
    return with_cookies(context, Response(text, status, headers, media_type="text/html"))


def _status(error: ArpadError) -> int:
    if error.code == "web.failed":
        return 500
    if isinstance(error, Unknown):
        return 405 if error.code == "web.forms-only" else 404
    if isinstance(error, Refused | NotAllowed):
        return {"form.too-large": 413, "sign-in.wait": 429, "reported.wait": 429}.get(error.code, 403)
    if isinstance(error, ActConflict) or error.code == "form.sent-already":
        return 409
    if error.code in STATUSES:
        return STATUSES[error.code]
    if isinstance(error, Busy):
        return 503
    return 501 if isinstance(error, NotProvided) else 422


def with_cookies(context: RequestContext, response: Response) -> Response:
    """Return an answer with the cookies that the request has made new."""
    secure = context.site.secure
    visit = getattr(context.request.state, "visit", "")
    if visit:
        response.set_cookie(VISIT_COOKIE, visit, httponly=True, samesite="lax", secure=secure)
    chosen = context.request.query_params.get("lang", "")
    if chosen in NAMES:
        response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=YEAR, samesite="lax", secure=secure)
    return response


async def _static(request: Request) -> Response:
    name = str(request.path_params["name"])
    try:
        content = static_content(name)
    except KeyError:
        raise HTTPException(404) from None
    current = static_address(name) == request.url.path
    caching = f"public, max-age={YEAR}, immutable" if current else "no-cache"
    kind = KINDS[name.rpartition(".")[2]]
    return Response(content, media_type=kind, headers={"cache-control": caching})


def _live(site: Site) -> Any:
    async def live(request: Request) -> Response:
        context = RequestContext(request, site)
        try:
            context = await run_in_threadpool(context_of, request, site)
            tournament = await run_in_threadpool(tournament_view, context)
        except ArpadError as error:
            return await run_in_threadpool(refusal, context, error)
        last = request.headers.get("last-event-id") or request.query_params.get("seq", "")
        seq = int(last) if last.isascii() and last.isdecimal() and len(last) < 12 else tournament.head.seq
        seq = min(seq, tournament.head.seq)
        kind, headers = "text/event-stream", {"x-accel-buffering": "no"}
        stream = site.watch.events(tournament.head.name, seq)
        peer = None if context.actor.user else peer_of(request.scope)
        if peer is not None:
            if not peer.connections.may_stream(peer):
                return Response(news_for_now(tournament.log, seq), media_type=kind, headers=headers)
            stream = peer.connections.streaming(peer, stream)
        return StreamingResponse(stream, media_type=kind, headers=headers)

    return live


def _missing(site: Site) -> Any:
    async def missing(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        form = error.status_code == 405 and request.method in ("GET", "HEAD")
        if error.status_code != 404 and not form:
            return Response(str(error.detail), error.status_code, headers=error.headers)
        path = request.scope["path"]
        shorter = path.rstrip("/")
        if shorter and shorter != path and not form and request.method in ("GET", "HEAD"):
            return RedirectResponse(within(quote(shorter), request.url.query), 307)
        place = quote(request.url.path[:100])
        nothing = Unknown(
            worded("there is no page at {place}, where forms go", place=place)
            if form
            else worded("there is nothing at {place}", place=place),
            code="web.forms-only" if form else None,
            remedy=worded("Begin at the first page."),
        )
        if request.scope["path"].startswith("/api/"):  # an address with a line break is not the API's
            return problems.refusal(nothing)
        try:
            context = await run_in_threadpool(context_of, request, site)
        except ArpadError:  # the database is gone, and nothing is all the same there
            context = RequestContext(request, site)
        answer = await run_in_threadpool(refusal, context, nothing)
        answer.headers.update(error.headers or {})
        return answer

    return missing
