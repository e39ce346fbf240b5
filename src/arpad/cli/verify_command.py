"""``arpad verify``: whether a published list, or a final standing, is what its files give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from arpad.cli.options import examples, json_option

if TYPE_CHECKING:
    from arpad.office.publishing.chain import Chain
    from arpad.office.publishing.published_table import PublishedTable
    from arpad.office.publishing.verification import Verification, VerificationFinding
    from arpad.ratings.result import Ratings

EXIT = {"reproduced": 0, "differs": 1, "unknown": 2}

ROLES = {
    "games": "files",
    "players": "players",
    "aliases": "aliases",
    "stages": "stages",
    "previous": "previous",
    "fixtures": "tables",
}
"""What a file was read for -> the parameter of the command that takes it."""


@click.command(
    "verify",
    epilog=examples(
        "arpad verify list.html",
        "arpad verify list.csv --inputs .",
        "arpad verify https://club.example/lists/blitz/publications/2026-03/list.csv",
    ),
)
@click.argument("file", metavar="FILE")
@click.option(
    "--inputs",
    "folders",
    multiple=True,
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    help="The folder of the files that the list was computed from; may be repeated. If not given, FILE's.",
)
@click.option(
    "--strict", is_flag=True, help="End with 2 where an earlier list cannot be verified, though FILE can."
)
@json_option
@click.pass_context
def command(context: click.Context, file: str, folders: tuple[str, ...], strict: bool, as_json: bool) -> None:
    """Verify FILE, a list, a history, a table of odds or final standings as .csv, .json, .parquet or .html.

    FILE may be an address on the web (http:// or https://): the list is fetched, with its manifest and the
    files that the manifest names, which lie beside it.

    FILE is compared with its manifest, the files that the manifest names with their SHA-256, and then
    everything is computed again: the list and every byte of FILE must come out as published. Of a .csv the
    manifest lies beside it.

    If FILE goes on from an earlier list, the earlier list is verified too, and so forth, as far as the lists
    are there.

    Ends with 0 if everything is reproduced, with 1 if anything differs: the first difference is printed. Ends
    with 2 if arpad cannot tell: a file is missing, or another version of arpad has published the list.
    """
    from arpad.cli.tables import as_json as print_json
    from arpad.office.publishing.chain import verify_chain
    from arpad.office.publishing.fetching import fetch, is_address

    if is_address(file):
        with TemporaryDirectory() as folder:
            chain = verify_chain(fetch(file, Path(folder)), recomputed, folders)
    else:
        chain = verify_chain(file, recomputed, folders)
    if as_json:
        print_json(chain.as_dict())
    else:
        for link in chain.links:
            _show(link)
        _show_end(chain)
    context.exit(EXIT[chain.verdict(strict=strict)])


def recomputed(
    words: Sequence[str], files: Mapping[str, Sequence[Path]], traced: bool
) -> Ratings | dict[str, Ratings] | PublishedTable:
    """Make a publication again by the words of its command.

    Args:
        words: the words, in which files are named without folders.
        files: where those files are, by what they are read for.
        traced: whether to keep the history.

    Raises:
        BadInput: the words are not those of a command that publishes from such files.
    """
    from arpad.cli import fide_command, odds_command, rate_command, standings_command
    from arpad.core import BadInput
    from arpad.rulebooks.known_systems import known_list

    commands: dict[tuple[str, ...], tuple[click.Command, Maker]] = {
        ("arpad", "rate"): (rate_command.command, _rated),
        ("arpad", "fide", "list"): (fide_command.list_command, fide_command.recompute),
        ("arpad", "odds"): (odds_command.command, odds_command.recompute),
        ("arpad", "standings"): (standings_command.command, standings_command.recompute),
    }
    named = next((start for start in commands if tuple(words[: len(start)]) == start), None)
    try:
        if named is None:
            raise click.UsageError("the command publishes nothing that can be verified")
        command, make = commands[named]
        with command.make_context(named[-1], list(words[len(named) :])) as context:
            given: dict[str, Any] = dict(context.params)
            if named == ("arpad", "standings"):
                given["files"] = given["file"]
            if named == ("arpad", "odds"):
                given["files"] = given["words"]
                default = click.core.ParameterSource.DEFAULT
                given["named_system"] = context.get_parameter_source("system") is not default
    except (click.ClickException, click.exceptions.Exit) as error:
        reason = error.format_message() if isinstance(error, click.ClickException) else "it asks for help"
        raise BadInput(f"the command of the manifest cannot be understood: {reason}") from error
    names = {role: _names(given.get(ROLES[role])) for role in ROLES}
    if {role: [file.name for file in role_files] for role, role_files in files.items()} != {
        role: role_names for role, role_names in names.items() if role_names
    }:
        raise BadInput("the command of the manifest reads other files than those that the manifest names")
    for role, parameter in ROLES.items():
        if role in files:
            paths = tuple(map(str, files[role]))
            given[parameter] = paths[0] if isinstance(given[parameter], str) else paths
    with TemporaryDirectory() as folder:
        if given.get("rejects") is not None:
            given["rejects"] = str(Path(folder) / "rejects.csv")
        if named == ("arpad", "rate") and known_list(given["system"]) is not None:
            from arpad.cli import skill_points

            return skill_points.recompute(given)
        return make(given, traced)


Maker: TypeAlias = "Callable[[dict[str, Any], bool], Ratings | dict[str, Ratings] | PublishedTable]"
"""Makes a publication from the parameters of its command; told whether to keep the history."""


def _rated(given: dict[str, Any], traced: bool) -> Ratings | dict[str, Ratings]:
    """Rate again by the parameters of ``arpad rate``."""
    from arpad.cli import rate_output
    from arpad.cli.progress import Stages
    from arpad.cli.request import RatingRequest

    taken = {name: given[name] for name in RatingRequest.__dataclass_fields__ if name in given}
    with Stages(2) as stages:
        request = RatingRequest(**taken)
        request.check()
        games = request.read(stages, by_pool=given["by"] == "pool")
        if given["by"] == "pool":
            sources = rate_output.sources(given["entries"])
            return request.rate_by_pool(games, stages, history=traced, entry_from=sources)
        return request.rate(games, stages, history=traced)


def _names(given: str | Sequence[str] | None) -> list[str]:
    """Return the names of the files that a parameter gives."""
    return [] if given is None else [given] if isinstance(given, str) else list(given)


def _show(verification: Verification) -> None:
    from arpad.cli.number_formats import counted
    from arpad.cli.tables import shown, strong

    for finding in verification.findings:
        for line in _lines(verification.file, finding):
            click.echo(shown(line))
    file = verification.file
    sentence = {
        "reproduced": f"{file} is reproduced: {counted(verification.rows, 'row')}, and every byte",
        "differs": f"{file} is not what its files give",
        "unknown": f"{file} cannot be verified here",
    }[verification.verdict]
    if verification.verdict == "reproduced" and verification.findings:
        sentence = sentence.removesuffix(", and every byte")
    click.echo(strong(sentence))


def _show_end(chain: Chain) -> None:
    """Say how far the chain of lists was followed, where there is one."""
    from arpad.cli.number_formats import counted
    from arpad.cli.tables import shown

    last = chain.links[-1].file
    if chain.end:
        click.echo(shown(f"the chain of lists ends with {last}: {chain.end}"))
    elif chain.earlier:
        lists = counted(len(chain.earlier), "earlier list")
        click.echo(shown(f"the chain of lists was followed over {lists} to {last}, which goes on from none"))


def _lines(file: str, finding: VerificationFinding) -> list[str]:
    """Return a finding as lines: what it is, and where, with both values."""
    lines = [f"{file}: {finding.problem}"]
    if finding.difference is not None:
        where = finding.difference
        lines += [f"  {where.place}", f"    published: {where.published}", f"    computed:  {where.computed}"]
    return lines
