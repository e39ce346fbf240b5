"""``arpad pair``: a round of a tournament report, for people or as the engines of the field print it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.events import check_system
from arpad.cli.options import encoding_option, examples, force_option, lenient_option
from arpad.core import ArpadError, BadInput
from arpad.core.hostile import json_text
from arpad.core.overwriting import Kind, WouldDestroy
from arpad.core.wording import shortened
from arpad.core.writing import check, replace, together
from arpad.office.publishing.file_kinds import PAGE, PAIRINGS

if TYPE_CHECKING:
    from arpad.rulebooks.tournament_report.pairing import PairedRound
    from arpad.rulebooks.tournament_report.report import TournamentReport
    from arpad.rulebooks.tournament_report.rules import ChosenRules

NO_PAIRING, UNEXPECTED, BAD_REQUEST, TOO_LARGE, BAD_FILE = range(1, 6)
"""Exit codes, as bbpPairings and JaVaFo use them."""

STDOUT = "-"
"""What stands for the standard output among the files that are written."""


class PairingFailed(Exception):
    """A file that was not paired, with the exit code for it."""

    def __init__(self, code: int, reason: Exception) -> None:
        self.code = code
        self.reason = reason
        expected = isinstance(reason, ArpadError | OSError)
        super().__init__(str(reason) if expected else f"unexpected: {type(reason).__name__}: {reason}")


class Misuse(click.UsageError):
    """A call that makes no sense; click's own exit code for it, 2, is here something unexpected."""

    exit_code = BAD_REQUEST


class EngineCommand(click.Command):
    """A command whose exit codes are those of the field's engines, for calls that make no sense too."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options."""
        try:
            return super().make_context(*args, **extra)
        except click.UsageError as error:
            raise Misuse(error.format_message(), error.ctx) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run it."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise Misuse(error.format_message(), error.ctx) from error
        except PairingFailed as error:
            if error.code == UNEXPECTED:
                import traceback

                traceback.print_exception(error.reason)
            _stop(ctx, error.code, error)


@click.command(
    "pair",
    cls=EngineCommand,
    epilog=examples(
        "arpad pair open.trf",
        "arpad pair open.trf --edition 2017 --explain",
        "arpad pair open.trf --page round7.html",
        "arpad pair open.trf --why-not 3 'Ann Lee'",
        "arpad pair open.trf --round 3 --why-not 3 8",
        "arpad pair open.trf -p round7.txt",
        "arpad pair *.trf --json",
    ),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--system", metavar="NAME", help="The pairing system; if not given, the report's, else fide-dutch."
)
@click.option("--dutch", is_flag=True, help="FIDE's Dutch system.")
@click.option("--burstein", is_flag=True, help="FIDE's Burstein system.")
@click.option(
    "--edition", metavar="DATE", help="The rules in force on that day; 2017 for the old Dutch system."
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="What a report's lots are drawn from; 0 if not given. An event has its own.",
)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the system.")
@click.option(
    "--round",
    "at",
    type=click.IntRange(1),
    metavar="N",
    help="Pair round N again, as things stood before it; if not given, the next round.",
)
@click.option("--explain", "explained", is_flag=True, help="Say why, bracket by bracket, after the pairs.")
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    metavar="FILE.html",
    help="Write the explanation as a page that unfolds, too.",
)
@click.option(
    "--why-not",
    "against",
    nargs=2,
    metavar="A B",
    help="Instead of pairing: what the pair A–B would have cost, by number or name; B may be bye.",
)
@click.option(
    "-p",
    "--pairs",
    "out",
    is_flag=False,
    flag_value="-",
    metavar="[OUT]",
    help="Write the pairs by number, as other programs call engines: into a file, or print them.",
)
@lenient_option
@encoding_option("reports")
@force_option
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each file.")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    system: str | None,
    dutch: bool,
    burstein: bool,
    edition: str | None,
    seed: int | None,
    settings: tuple[str, ...],
    at: int | None,
    explained: bool,
    page: Path | None,
    against: tuple[str, str] | None,
    out: str | None,
    lenient: bool,
    encoding: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Pair the next round of FILE, or a past one again: the boards with numbers, names and points.

    -p prints what pairing engines print instead: the number of pairs, then White and Black of each by number,
    and 0 beside the number that has the bye.

    FILE is a tournament report (TRF), or the file of arpad tournament; nothing is written into it. Before the
    first round the numbers are those that arpad tournament pair will give. A round beyond the
    planned ones is a bad request.

    Exit codes are those of the other pairing engines: 0 paired, 1 no legal round exists, 2 something
    unexpected, 3 a bad request, 4 too large, 5 a file that cannot be read or written. Of several files it is
    the highest of their codes; every file has its line all the same.
    """
    _check_options(files, page, out, as_json=as_json, compared=against is not None)
    from arpad.cli.tournament_settings import typed_settings
    from arpad.rulebooks.tournament_report.rules import ChosenRules, edition_day

    try:
        named = _chosen_system(system, dutch, burstein)
        rules = ChosenRules(named, edition_day(edition), seed, typed_settings(settings))
    except BadInput as error:
        raise PairingFailed(BAD_REQUEST, error) from error
    if as_json and against is None:
        if page is not None:
            raise _bad_request("--page cannot be combined with --json")
        code = _json_lines(files, rules, at, explained, lenient=lenient, encoding=encoding)
        if code:
            ctx.exit(code)
        return
    target = None if out == STDOUT else out
    for path, kind in ((target, PAIRINGS), (page, PAGE)):
        if path is not None:
            _check(path, kind, files, force)
    report = _read(files[0], lenient=lenient, encoding=encoding)
    if against is not None:
        _compare(report, rules, at, against, page, as_json, force, lenient=lenient)
        return
    paired = _pair(report, rules, at, lenient=lenient)
    text = "".join(f"{line}\n" for line in engine_lines(paired.pairs))
    with _guarded(BAD_FILE), together(files, force=force):
        _write(paired, text, target, page)
    if out == STDOUT:
        click.echo(text, nl=False)
    elif out is None:
        _show(paired)
    if page is not None:
        click.echo(f"wrote {page}", err=True)
    if explained:
        from arpad.cli.pages import print_explanation

        click.echo()
        print_explanation(paired.explain(), as_json=False)
    if paired.as_played is False:
        from arpad.cli.events import tell

        at = paired.number
        tell([f"{files[0]} has another round {at}; arpad check --round {at} lists the differences"])


def _check_options(
    files: Sequence[str], page: Path | None, out: str | None, *, as_json: bool, compared: bool
) -> None:
    """Refuse options that cannot be combined.

    Raises:
        PairingFailed: some are.
    """
    if len(files) > 1 and (compared or page is not None):
        raise _bad_request("--why-not and --page take one file")
    if len(files) > 1 and not as_json:
        raise _bad_request("several files can be paired with --json only")
    if page is not None and page.suffix.lower() != ".html":
        raise _bad_request("a page is a file that ends in .html", file=str(page))
    if out is not None and (as_json or compared):
        raise _bad_request("-p cannot be combined with --json or --why-not")


def _write(paired: PairedRound, text: str, target: str | None, page: Path | None) -> None:
    """Write the pairs as engines print them, and the explanation as a page; each where it is asked for."""
    if target is not None:
        with replace(target, PAIRINGS) as stream:
            stream.write(text.encode())
    if page is not None:
        from arpad.cli.pages import write_explanation

        title = f"Round {paired.number}"
        write_explanation(page, paired.explain(names=False), paired.tournament, title, paired.round)


def _show(paired: PairedRound) -> None:
    """Print a round for people: a table of the boards, and who has no opponent."""
    from arpad.cli.rounds import free_lines, pairing_table
    from arpad.cli.tables import show, shown

    tournament = paired.tournament.with_round(paired.round)
    planned = f" of {tournament.planned}" if tournament.planned else ""
    click.echo(f"Round {paired.number}{planned}, {paired.system} ({paired.edition})\n")
    if paired.round.pairings:
        show(pairing_table(tournament, paired.number))
    for line in free_lines(tournament, paired.number):
        click.echo(shown(line))


def engine_lines(pairs: Sequence[tuple[int, int]]) -> list[str]:
    """Return pairs as engines print them: how many, then each; the pairing's bye as ``id 0``."""
    return [str(len(pairs)), *(f"{white} {black}" for white, black in pairs)]


def _bad_request(problem: str, *, file: str | None = None) -> PairingFailed:
    return PairingFailed(BAD_REQUEST, BadInput(problem, file=file))


@contextmanager
def _guarded(code: int) -> Iterator[None]:
    """Give what goes wrong its exit code.

    Args:
        code: of what arpad refuses, and of files that cannot be read or written.
    """
    from arpad.tournament import NoLegalRound

    try:
        yield
    except BrokenPipeError:
        raise
    except NoLegalRound as error:
        raise PairingFailed(NO_PAIRING, error) from error
    except (ArpadError, OSError) as error:
        raise PairingFailed(code, error) from error
    except MemoryError as error:
        raise PairingFailed(TOO_LARGE, error) from error
    except Exception as error:
        raise PairingFailed(UNEXPECTED, error) from error


def _chosen_system(system: str | None, dutch: bool, burstein: bool) -> str | None:
    """Return the system that the options name.

    Raises:
        BadInput: there is none of that name, or they name two.
    """
    names = [name for name, given in (("fide-dutch", dutch), ("fide-burstein", burstein)) if given]
    if system is not None:
        check_system(system)
        names.append(system)
    if len(set(names)) > 1:
        raise BadInput(f"a round is paired by one system, not by {' and '.join(names)}")
    return names[0] if names else None


def _check(path: str | Path, kind: Kind, files: Sequence[str], force: bool) -> None:
    """Find out whether a file may be written, before a round is paired."""
    try:
        check(path, kind, inputs=files, force=force)
    except WouldDestroy as error:
        raise PairingFailed(BAD_REQUEST, error) from error
    except BadInput as error:
        raise PairingFailed(BAD_FILE, error) from error


def _read(file: str, *, lenient: bool, encoding: str | None) -> TournamentReport:
    """Read a report, and say what was supposed and passed over in it.

    Raises:
        PairingFailed: it cannot be read, or contradicts itself and is not read leniently.
    """
    from arpad.cli.events import passed_over, read_report
    from arpad.office.event_report import check_not_encoded, is_logbook

    if encoding is not None and is_logbook(file):
        with _guarded(BAD_REQUEST):
            check_not_encoded(file, encoding)
    with _guarded(BAD_FILE):
        report = read_report(file, encoding=encoding)
        report.to_pair(lenient=lenient)
        if lenient:
            passed_over(report.warnings)
    return report


def _pair(report: TournamentReport, rules: ChosenRules, at: int | None, *, lenient: bool) -> PairedRound:
    """Pair a round of a report."""
    from arpad.office.tournament_reports import pair

    with _guarded(BAD_REQUEST):
        return pair(
            report,
            rules.system,
            round=at,
            edition=rules.edition,
            seed=rules.seed,
            settings=rules.settings,
            lenient=lenient,
        )


def _compare(
    report: TournamentReport,
    rules: ChosenRules,
    at: int | None,
    against: tuple[str, str],
    page: Path | None,
    as_json: bool,
    force: bool,
    *,
    lenient: bool,
) -> None:
    """Print what a pair would have cost; the round itself is not paired for that."""
    from arpad.cli.pages import print_explanation, write_explanation
    from arpad.rulebooks.tournament_report.pairing import compared, stood_to_pair

    with _guarded(BAD_REQUEST):
        before, _ = stood_to_pair(report, rules, number=at, lenient=lenient)
        comparison = compared(before, *against)
    if page is not None:
        with _guarded(BAD_FILE), together(force=force):
            write_explanation(page, comparison, before, f"Round {before.played + 1}")
        click.echo(f"wrote {page}", err=True)
    print_explanation(comparison, as_json)


def _json_lines(
    files: tuple[str, ...],
    rules: ChosenRules,
    at: int | None,
    explained: bool,
    *,
    lenient: bool,
    encoding: str | None,
) -> int:
    """Print a line for each file, and return the exit code: that of the file that went worst."""
    worst = 0
    for file in files:
        row: dict[str, Any] = {"file": file}
        try:
            paired = _pair(_read(file, lenient=lenient, encoding=encoding), rules, at, lenient=lenient)
            row |= paired.as_dict()
            if explained:
                with _guarded(BAD_REQUEST):
                    row |= paired.as_dict(explained=True)
        except PairingFailed as error:
            row["error"] = str(error)
            worst = max(worst, error.code)
        click.echo(json_text(row))
    return worst


def _stop(ctx: click.Context, code: int, error: Exception) -> None:
    from arpad.cli.tables import shown

    click.echo(f"arpad: {shown(shortened(str(error)))}", err=True)
    ctx.exit(code)
