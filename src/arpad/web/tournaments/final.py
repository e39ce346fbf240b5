"""The final standings, frozen with files that everybody can verify."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple
from urllib.parse import quote

from starlette.responses import Response

from arpad.core import BadInput
from arpad.office.club.final_standings import Final, final_file, finals, publish_final, settled
from arpad.web.answers import Page
from arpad.web.context import RequestContext, Unknown
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import TournamentHead, check_arbiter, tournament_view

KINDS = {"csv": "text/csv", "json": "application/json", "trf": "text/plain", "arpad": "application/x-ndjson"}


class PublishedStandings(NamedTuple):
    """Standings that were published.

    Args:
        final: when, by whom, and the files.
        verify: the address that ``arpad verify`` takes.
    """

    final: Final
    verify: str


@dataclass(frozen=True)
class FinalPage(Page):
    """The published standings of a tournament.

    Args:
        head: the tournament.
        published: the latest first; more than one after a correction.
        open: whether the standings as they are can be published.
    """

    TEMPLATE: ClassVar[str] = "tournament_final.html.j2"
    head: TournamentHead
    published: Sequence[PublishedStandings]
    open: bool


def final(context: RequestContext) -> FinalPage:
    """Show the published standings."""
    view = tournament_view(context)
    published = [
        PublishedStandings(publication, context.office + _path(view.head, publication, "standings.csv"))
        for publication in finals(view.store)
    ]
    current = bool(published) and published[0].final.seq == settled(view.log)
    return FinalPage(view.head, published, view.head.runs and view.log.finished and not current)


def _path(head: TournamentHead, publication: Final, file: str) -> str:
    return f"{head.address}/final/{publication.seq}/{quote(file)}"


def publish(context: RequestContext) -> Redirect:
    """Publish the standings of a tournament that is over."""
    view = tournament_view(context)
    check_arbiter(context, view)
    publish_final(view.store, author=context.actor.name)
    return Redirect(f"{view.head.address}/final")


def file(context: RequestContext) -> Response:
    """Return a file of published standings, byte for byte."""
    view = tournament_view(context)
    name = str(context.request.path_params["file"])
    try:
        content = final_file(view.store, context.whole_of_path("seq"), name)
    except BadInput as error:
        if error.code == "final.no-file":
            raise Unknown(error.problem, code=error.code) from error
        raise
    kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    headers = {"content-disposition": f"attachment; filename*=utf-8''{quote(name)}"}
    return Response(content, media_type=kind, headers=headers)
