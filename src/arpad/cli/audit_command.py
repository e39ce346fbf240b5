"""``arpad audit``: what the games support of a ranking, and what distorts it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.cli.lab_reading import page_option
from arpad.cli.options import examples, force_option, json_option, reading_options, rejects_option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.lab.audit import Audit


@click.command(
    "audit",
    epilog=examples(
        "arpad audit votes.csv --cluster voter",
        "arpad audit votes.csv --cluster voter --out report.html",
        "arpad audit season.csv --json",
    ),
)
@reading_options
@click.option(
    "--cluster",
    metavar="COLUMN",
    help="Whose games are not independent, such as those of a voter or an event.",
)
@click.option(
    "--level",
    type=click.FloatRange(0.01, 50.0),
    default=5.0,
    show_default=True,
    metavar="PERCENT",
    help="How often an audit of games without a fault may find one.",
)
@page_option
@rejects_option
@force_option
@json_option
def command(level: float, out: str | None, as_json: bool, **options: Any) -> None:
    """Ask what the games of FILE... support of a ranking, and what distorts it.

    Asked is whether players fall into groups that never met; whether the games are too few to order them, or
    spread unevenly; whether the first side is favoured; whether a player draws more than its opponents
    explain; whether three beat each other in a circle; and of clusters (--cluster: voters, events) whether
    their games hang together, and whether one alone moves a rating. Ratings are those of bradley-terry.

    Every answer has its statistic and its limit (--json). Those that chance could answer wrongly share
    --level: of 100 audits of games without a fault, 5 at most find one.
    """
    from arpad.cli.lab_reading import check_page, source_of
    from arpad.cli.progress import Stages
    from arpad.cli.request import RatingRequest
    from arpad.cli.tables import as_json as print_json
    from arpad.core import NotProvided
    from arpad.lab.audit import audit as audit_games
    from arpad.record import Games

    settings = () if options["cluster"] is None else ("variance=cluster",)
    request = RatingRequest(**options, system="bradley-terry", settings=settings)
    request.check()
    pages = [] if out is None else [out]
    with request.writing(*pages), Stages(2 + len(pages)) as stages:
        for page in pages:
            check_page(page)
        games = request.read(stages)
        if not isinstance(games, Games):
            raise NotProvided("an audit is for games of two sides, and these are contests of several")
        with stages.stage("auditing"):
            audit = audit_games(games, level=level / 100.0)
        for page in pages:
            from arpad.office.pages.audit_page import audit_page
            from arpad.office.pages.lab_report import write_report

            with stages.stage(f"writing {page}"):
                write_report(audit_page(audit, source=source_of(request, games)), page)
    if as_json:
        print_json(audit.as_dict())
    else:
        _print(audit, ", ".join(request.files))
    for page in pages:
        click.echo(f"wrote {page}", err=as_json)


WIDTH = 100
"""How wide a line is, at most."""


def _print(audit: Audit, name: str) -> None:
    """Print the answers: what was found, what could not be asked, and what was not found."""
    from arpad.cli.tables import faint, shown, strong

    click.echo(strong(shown(f"{name}: {audit.headline}")))
    unasked = [verdict for verdict in audit.verdicts if verdict.fault is None]
    for heading, verdicts in (("found", audit.findings), ("not asked", unasked)):
        if verdicts:
            click.echo()
            click.echo(strong(heading))
        for verdict in verdicts:
            click.echo(shown(f"  {verdict.title}"))
            for line in _lines(verdict.problem, verdict.remedy):
                click.echo(shown(line))
    click.echo()
    click.echo(strong("not found"))
    for verdict in audit.verdicts:
        if verdict.fault is False:
            click.echo(f"  {verdict.title}")
    click.echo()
    click.echo(faint(_order(audit)))
    click.echo(faint(f"Of 100 audits of games without a fault, {100 * audit.level:g} at most find one."))
    if audit.board.prior:
        click.echo(faint(audit.notes[-1]))


def _lines(*texts: str) -> Iterator[str]:
    """Yield texts in lines, each beginning anew."""
    from textwrap import wrap

    for text in texts:
        yield from wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def _order(audit: Audit) -> str:
    """Return how much of the order the games settle."""
    from arpad.cli.number_formats import counted

    numbers = audit["few-games"].numbers
    firsts = numbers["leaders"]
    return (
        f"Settled with 95 %, all comparisons together: {counted(numbers['tiers'], 'tier')}; "
        f"{counted(len(firsts), 'player')} may be first."
    )
