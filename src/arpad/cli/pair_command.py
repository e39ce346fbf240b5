"""``arpad pair``: a round of a tournament report, for people or as the engines of the field print it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.events import STDIN, check_system, is_logbook, read_to_pair, unknown_system
from arpad.cli.options import encoding_option, examples, force_option, lenient_option
from arpad.core import ArpadError, BadInput, counted
from arpad.core.hostile import json_text
from arpad.core.overwriting import Kind, WouldDestroy
from arpad.core.wording import shortened
from arpad.core.writing import check, replace, together
from arpad.office.publishing.file_kinds import PAGE, PAIRINGS

if TYPE_CHECKING:
    from arpad.cli.judging import CheckOptions
    from arpad.tournament import Paired, Round, Tournament
    from arpad.tournament.checking import Stood

NO_PAIRING, UNEXPECTED, BAD_REQUEST, TOO_LARGE, BAD_FILE = range(1, 6)
"""Exit codes, as bbpPairings and JaVaFo use them."""


class Failed(Exception):
    """A file that was not paired, with the exit code for it."""

    def __init__(self, code: int, reason: Exception) -> None:
        self.code = code
        self.reason = reason
        known = isinstance(reason, ArpadError | OSError)
        super().__init__(str(reason) if known else f"unexpected: {type(reason).__name__}: {reason}")


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
        except Failed as error:
            if error.code == UNEXPECTED:
                import traceback

                traceback.print_exception(error.reason)
            _stop(ctx, error.code, error)


YEARS = {"2017": date(2017, 7, 1), "2026": date(2026, 2, 1)}
"""Editions that are also called by their year."""


def edition_of(text: str | None) -> date | None:
    """Read an edition: a day, or a year by which it is known.

    Raises:
        BadInput: it is neither.
    """
    if text is None:
        return None
    if text in YEARS:
        return YEARS[text]
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(
            f"{text!r} is not a valid date", remedy="Write 2026-02-01, or 2017.", code="edition.not-a-date"
        ) from None


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
    if len(files) > 1 and (against is not None or page is not None):
        raise _refused("--why-not and --page take one file")
    if len(files) > 1 and not as_json:
        raise _refused("several files can be paired with --json only")
    if page is not None and page.suffix.lower() != ".html":
        raise _refused("a page is a file that ends in .html", file=str(page))
    if out is not None and (as_json or against is not None):
        raise _refused("-p cannot be combined with --json or --why-not")
    from arpad.cli.judging import CheckOptions

    try:
        named = _one_of(system, dutch, burstein)
        on = edition_of(edition)
        asked = CheckOptions(named, on, seed, settings, lenient=lenient, encoding=encoding)
    except BadInput as error:
        raise Failed(BAD_REQUEST, error) from error
    if as_json and against is None:
        if page is not None:
            raise _refused("--page cannot be combined with --json")
        code = _lines(files, asked, at, explained)
        if code:
            ctx.exit(code)
        return
    target = None if out == STDIN else out
    for path, kind in ((target, PAIRINGS), (page, PAGE)):
        if path is not None:
            _check(path, kind, files, force)
    tournament, as_played = _read(files[0], asked, at)
    if against is not None:
        _compare(tournament, against, page, as_json, force)
        return
    paired = _paired(tournament)
    text = "".join(f"{line}\n" for line in engine_lines(paired.round))
    with _guarded(BAD_FILE), together(files, force=force):
        if target is not None:
            with replace(target, PAIRINGS) as stream:
                stream.write(text.encode())
        if page is not None:
            from arpad.cli.pages import write_explanation

            title = f"Round {tournament.played + 1}"
            write_explanation(page, paired.explain(), tournament, title, paired.round)
    if out == STDIN:
        click.echo(text, nl=False)
    elif out is None:
        _show(tournament, paired)
    if page is not None:
        click.echo(f"wrote {page}", err=True)
    if explained:
        from arpad.cli.pages import print_explanation
        from arpad.tournament.naming import with_names

        click.echo()
        print_explanation(with_names(paired.explain(), tournament), as_json=False)
    if as_played is not None:
        _say_otherwise(files[0], tournament.played + 1, as_played, paired.round)


def _show(tournament: Tournament, paired: Paired) -> None:
    """Print a round for people: a table of the boards, and who has no opponent."""
    from arpad.cli.rounds import free_lines, pairing_table
    from arpad.cli.tables import show, shown
    from arpad.rulebooks.pairing_catalogue import system_of

    system = system_of(tournament)
    made = tournament.with_round(paired.round)
    at = made.played
    planned = f" of {made.planned}" if made.planned else ""
    click.echo(f"Round {at}{planned}, {system.name} ({system.edition.name})\n")
    if paired.round.pairings:
        show(pairing_table(made, at))
    for line in free_lines(made, at):
        click.echo(shown(line))


def _say_otherwise(file: str, at: int, played: Round, paired: Round) -> None:
    """Say on standard error where the file has another round than the one that was paired again.

    The order of the boards is a matter of publication (C.04.2), and does not count.
    """
    from arpad.cli.events import tell

    if set(pairs_of(played)) != set(pairs_of(paired)):
        tell([f"{file} has another round {at}; arpad check --round {at} lists the differences"])


def engine_lines(one: Round) -> list[str]:
    """Return a round as engines print it: how many pairs, then each; the pairing's bye as ``id 0``."""
    pairs = pairs_of(one)
    return [str(len(pairs)), *(f"{white} {black}" for white, black in pairs)]


def pairs_of(one: Round) -> list[tuple[int, int]]:
    """Return White's and Black's numbers by board, and who has the pairing's bye with 0."""
    from arpad.tournament import Result

    free = [(bye.number, 0) for bye in one.byes if bye.result is Result.PAIRING_BYE]
    return [(game.white, game.black) for game in one.pairings] + free


def _refused(problem: str, *, file: str | None = None) -> Failed:
    return Failed(BAD_REQUEST, BadInput(problem, file=file))


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
        raise Failed(NO_PAIRING, error) from error
    except (ArpadError, OSError) as error:
        raise Failed(code, error) from error
    except MemoryError as error:
        raise Failed(TOO_LARGE, error) from error
    except Exception as error:
        raise Failed(UNEXPECTED, error) from error


def _one_of(system: str | None, dutch: bool, burstein: bool) -> str | None:
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
        raise Failed(BAD_REQUEST, error) from error
    except BadInput as error:
        raise Failed(BAD_FILE, error) from error


def _read(file: str, asked: CheckOptions, at: int | None = None) -> tuple[Tournament, Round | None]:
    """Read a tournament as it stood before a round that is to be paired, and that round if it was played.

    Args:
        file: its name.
        asked: what the command line says of system and rules.
        at: the round; None for the next one.
    """
    with _guarded(BAD_FILE):
        told = read_to_pair(file, lenient=asked.lenient, encoding=asked.encoding)
    with _guarded(BAD_REQUEST):
        if file != STDIN and is_logbook(file):
            asked.check_event(file)
        tournament = asked.applied(told)
    unknown = unknown_system(tournament, file, asked.encoding)
    if unknown is not None:
        raise Failed(BAD_REQUEST, unknown)
    if at is not None and at <= tournament.played:
        with _guarded(BAD_FILE):
            state, one = _stood(file, tournament, at)
        return asked.applied(state), one
    if at is not None and at > tournament.played + 1:
        remedy = f"The next round is round {tournament.played + 1}."
        raise Failed(BAD_REQUEST, BadInput(f"round {at} cannot be paired yet", file=file, remedy=remedy))
    if tournament.planned and tournament.played >= tournament.planned:
        remedy = "A past round is paired again by --round N."
        problem = f"{counted(tournament.planned, 'round')} planned, and all are paired"
        raise Failed(BAD_REQUEST, BadInput(problem, file=file, remedy=remedy))
    return tournament, None


def _stood(file: str, tournament: Tournament, at: int) -> Stood:
    """Return the tournament as it stood before a past round, and the round: as far as the file tells."""
    if file != STDIN and is_logbook(file):
        from arpad.office.log.event_file import EventFile

        stood = EventFile(Path(file)).read().as_paired(at)
        return stood.before, stood.round
    from arpad.tournament.checking import before

    return before(tournament, at), tournament.rounds[at - 1]


def _paired(tournament: Tournament) -> Paired:
    from arpad.rulebooks.pairing_catalogue import system_of

    with _guarded(BAD_REQUEST):
        return system_of(tournament).pair(tournament)


def _compare(
    tournament: Tournament, against: tuple[str, str], page: Path | None, as_json: bool, force: bool
) -> None:
    from arpad.cli.pages import compared, print_explanation, write_explanation

    with _guarded(BAD_REQUEST):
        told = compared(tournament, *against)
    if page is not None:
        with _guarded(BAD_FILE), together(force=force):
            write_explanation(page, told, tournament, f"Round {tournament.played + 1}")
        click.echo(f"wrote {page}", err=True)
    print_explanation(told, as_json)


def _lines(files: tuple[str, ...], asked: CheckOptions, at: int | None, explained: bool) -> int:
    """Print a line for each file, and return the exit code: that of the file that went worst."""
    worst = 0
    for file in files:
        row: dict[str, Any] = {"file": file}
        try:
            tournament, _ = _read(file, asked, at)
            paired = _paired(tournament)
            row["round"] = tournament.played + 1
            row["pairs"] = [list(pair) for pair in pairs_of(paired.round)]
            called = {number for pair in row["pairs"] for number in pair if number}
            row["names"] = {str(number): tournament.by_number[number].name for number in sorted(called)}
            if explained:
                with _guarded(BAD_REQUEST):
                    row["explanation"] = paired.explain().as_dict()
        except Failed as error:
            row["error"] = str(error)
            worst = max(worst, error.code)
        click.echo(json_text(row))
    return worst


def _stop(ctx: click.Context, code: int, error: Exception) -> None:
    from arpad.cli.tables import shown

    click.echo(f"arpad: {shown(shortened(str(error)))}", err=True)
    ctx.exit(code)
