"""Whether a published list can be computed again from the files that it names, and is what was published.

The file is held against its own manifest (its bytes), the files that the manifest names against their hashes,
and then everything is computed again: the manifest, the table and every byte of the file must come out as
published. Where they do not, the first difference is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast, get_args

from arpad._version import __version__
from arpad.core import ArpadError, BadInput
from arpad.office.publishing import comparison
from arpad.office.publishing.comparison import Difference
from arpad.office.publishing.composition import HISTORY, ODDS, STANDINGS, Composition, Pools, RequestedOutput
from arpad.office.publishing.containers import (
    CSV,
    HTML,
    PARQUET,
    PublishedFile,
    manifest_text,
    open_published,
)
from arpad.office.publishing.former_parameters import as_formerly, former_command, former_of
from arpad.office.publishing.inputs import ALIASES, PLAYERS, PREVIOUS, InputFile, hash_file
from arpad.office.publishing.published_table import KINDS, PublishedTable, TableComposition
from arpad.ratings.list_columns import Extras
from arpad.ratings.previous_list import PreviousList
from arpad.ratings.result import Provisional, Ratings, day_of
from arpad.record.kinds.aliases import read_aliases
from arpad.rulebooks.online.divisions import Divisions

Verdict: TypeAlias = Literal["reproduced", "differs", "unknown"]
"""All is as published; something is not; it cannot be told."""

Compute: TypeAlias = Callable[
    [Sequence[str], Mapping[str, Sequence[Path]], bool], Ratings | Pools | PublishedTable
]
"""Makes it again: takes the words of the command, the files by what they are read for, and whether to keep
the history."""


@dataclass(frozen=True)
class VerificationFinding:
    """One thing that was found out.

    Args:
        code: ``edited``, ``input``, ``manifest``, ``table``, ``bytes``: something differs; ``missing``,
            ``version``, ``computation``: it cannot be told; ``note``: worth knowing.
        problem: what, in a sentence without a full stop.
        difference: where, with both values, where there is one.
    """

    code: str
    problem: str
    difference: Difference | None = None

    @property
    def verdict(self) -> Verdict:
        """What follows from it."""
        if self.code == "note":
            return "reproduced"
        return "unknown" if self.code in ("missing", "version", "computation") else "differs"

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        facts = {"code": self.code, "verdict": self.verdict, "problem": self.problem}
        return facts if self.difference is None else facts | self.difference.as_dict()


@dataclass
class Verification:
    """What was found out about a published file.

    Args:
        file: its name.
        findings: what was found, in the order in which it was.
        rows: how many rows were computed again.
        players: the players files and lists from which it was computed, where they are as the manifest says.
        lacking: the names of those that are not.
    """

    file: str
    findings: list[VerificationFinding] = field(default_factory=list)
    rows: int = 0
    players: list[Path] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> Verdict:
        """``differs`` if anything does; else ``unknown`` if anything could not be told."""
        verdicts = {finding.verdict for finding in self.findings}
        return "differs" if "differs" in verdicts else "unknown" if "unknown" in verdicts else "reproduced"

    def add(self, code: str, problem: str, difference: Difference | None = None) -> None:
        """Note a finding."""
        self.findings.append(VerificationFinding(code, problem, difference))

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "file": self.file,
            "verdict": self.verdict,
            "rows": self.rows,
            "findings": [finding.as_dict() for finding in self.findings],
        }


def verify(path: str | Path, compute: Compute, folders: Iterable[str | Path] = ()) -> Verification:
    """Find out whether a published list or history is what its files give.

    Args:
        path: the published file.
        compute: rates again as the manifest says.
        folders: where the files that were read are, before the folder of the published file.

    Raises:
        BadInput: the file is not a publication of arpad, or its manifest is missing or damaged.
        OSError: the file cannot be read.
    """
    path = Path(path)
    published = open_published(path)
    verification = Verification(path.name)
    try:
        outputs, selection = _read_manifest(published)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"the manifest is damaged: {error!s:.100}", file=str(path)) from error
    output = _output_of_file(published, outputs)
    _check_content(published, output, verification)
    _check_pages(published, verification)
    files = _inputs(published, [*map(Path, folders), path.parent], verification)
    if files is None:
        return verification
    try:
        selection["extras"] = _with_previous_list(selection["extras"], files)
        traced = any(output.format == HTML for output in outputs)
        ratings = compute(former_command(published.manifest), files, traced)
        if isinstance(ratings, PublishedTable):
            arguments = {name: selection[name] for name in ("inputs", "raw")}
            recomputed: Composition | TableComposition = TableComposition(ratings, outputs, **arguments)
        else:
            recomputed = Composition(
                ratings, outputs, **selection, former=tuple(former_of(published.manifest))
            )
        _compare(published, output, recomputed, verification)
    except ArpadError as error:
        verification.add("computation", f"the list cannot be computed again: {error}")
    return verification


def _read_manifest(published: PublishedFile) -> tuple[list[RequestedOutput], dict[str, Any]]:
    """Return what a manifest says of outputs, selection and inputs.

    Raises:
        KeyError, TypeError, ValueError: it does not say them as a manifest does.
    """
    manifest = published.manifest
    facts = next(iter(manifest["pools"].values())) if "pools" in manifest else manifest
    outputs = [RequestedOutput(str(entry["table"]), f".{entry['format']}") for entry in manifest["outputs"]]
    if not all(isinstance(word, str) for word in manifest["command"]):
        raise ValueError("the command is not a list of words")
    inputs = tuple(InputFile(**each) for each in manifest["inputs"])
    if any(set(each.name) & set("/\\\0") or each.name in ("", ".", "..") for each in inputs):
        raise ValueError("the name of an input leads into another folder")
    beside = {"inputs": inputs, "raw": manifest["raw_csv"] is True}
    if all(output.table in KINDS for output in outputs):
        return outputs, {**beside, "extras": Extras()}
    top, divisions = facts["top"], facts.get("divisions")
    return outputs, {
        "min_games": int(facts["min_games"]),
        "top": None if top is None else int(top),
        "title": None if facts["heading"] is None else str(facts["heading"]),
        "options": tuple(map(str, facts["options"])),
        "extras": Extras(
            facts.get("ranks") is True,
            None if divisions is None else Divisions.parse(str(divisions)),
            facts.get("joint") is True,
        ),
        **beside,
        "active_since": _optional_day(facts.get("active_since")),
        "provisional": _provisional(facts.get("provisional", "ranked")),
    }


def _optional_day(value: Any) -> date | int | None:
    return None if value is None else day_of(str(value))


def _provisional(value: Any) -> Provisional:
    if value not in get_args(Provisional):
        raise ValueError(f"provisional ratings {value!r:.20}")
    return cast(Provisional, value)


def _with_previous_list(extras: Extras, files: Mapping[str, Sequence[Path]]) -> Extras:
    """Return the extras with the list with which the published one was compared, where there was one.

    Raises:
        BadInput: that list cannot be read.
    """
    if PREVIOUS not in files:
        return extras
    aliases = read_aliases(files[ALIASES][0]) if ALIASES in files else None
    return replace(extras, previous=PreviousList.read(files[PREVIOUS][0], aliases))


def _output_of_file(published: PublishedFile, outputs: Sequence[RequestedOutput]) -> RequestedOutput | None:
    """Return which of the outputs the file is; None if it is none of them."""
    candidates = [output for output in outputs if output.format == published.format]
    entries = {
        RequestedOutput(entry["table"], f".{entry['format']}"): entry
        for entry in published.manifest["outputs"]
    }
    for output in candidates:
        if entries[output]["sha256"] == published.content.sha256:
            return output
    table = comparison.table_of(published)
    return next(
        (output for output in candidates if output.table == table),
        candidates[0] if len(candidates) == 1 else None,
    )


def _check_content(
    published: PublishedFile, output: RequestedOutput | None, verification: Verification
) -> None:
    """Hold the bytes of a file against its own manifest."""
    if output is None:
        verification.add(
            "edited", "the manifest is that of another publication: it does not name such a file"
        )
        return
    entry = next(
        candidate
        for candidate in published.manifest["outputs"]
        if (candidate["table"], f".{candidate['format']}") == (output.table, output.format)
    )
    content = published.content
    if content.sha256 != entry["sha256"] or content.size != entry["size"]:
        verification.add(
            "edited",
            f"the file has been changed since it was published, or its manifest belongs to another one: "
            f"{content.size} bytes with the SHA-256 {content.sha256}, where the manifest says "
            f"{entry['size']} bytes with {entry['sha256']}",
        )


def _check_pages(published: PublishedFile, verification: Verification) -> None:
    """Hold the further pages of a list, and those of its players and pairs, against its manifest."""
    pages = published.manifest.get("pages")
    if not isinstance(pages, dict) or published.format != HTML or b'href="players/' not in published.data:
        return
    for name, sha256 in pages.items():
        page = published.path.parent / name
        if set(name) & set("\\\0") or ".." in Path(name).parts or Path(name).is_absolute():
            raise BadInput("the manifest names a page in another folder", file=str(published.path))
        if not page.is_file():
            owner = "a pair" if name.startswith("pairs/") else "a player"
            what = f"the page of {owner}" if "/" in name else "a part of the list"
            verification.add("missing", f"{name}, {what}, is not there")
        elif hash_file(page)[1] != sha256:
            verification.add("edited", f"{name} has been changed since it was published")


def _inputs(
    published: PublishedFile, folders: Sequence[Path], verification: Verification
) -> dict[str, list[Path]] | None:
    """Return the files that were read, by what for; None if one is missing."""
    files: dict[str, list[Path]] = {}
    complete = True
    for each in (InputFile(**facts) for facts in published.manifest["inputs"]):
        if each.sha256 is None:
            verification.add(
                "missing", f"{_input_name(each)} was not a file when it was read: it has no hash to go by"
            )
            complete = False
            continue
        there = [folder / each.name for folder in folders if (folder / each.name).is_file()]
        if not there:
            verification.lacking += [each.name] if each.role == PLAYERS else []
            verification.add("missing", f"{each.name}, from which it was computed, is not there to be read")
            complete = False
            continue
        hashes = {file: hash_file(file) for file in dict.fromkeys(there)}
        right = next((file for file in there if hashes[file] == (each.size, each.sha256)), None)
        if right is None:
            verification.lacking += [each.name] if each.role == PLAYERS else []
            size, sha256 = hashes[there[0]]
            verification.add(
                "input",
                f"{each.name} is not the file from which it was computed: {size} bytes with the SHA-256 "
                f"{sha256}, where the manifest says {each.size} bytes with {each.sha256}",
            )
        elif each.role == PLAYERS:
            verification.players.append(right)
        files.setdefault(each.role, []).append(right or there[0])
    if not published.manifest["inputs"]:
        verification.add(
            "missing",
            "the manifest names no file from which it was computed: the record was made in a program",
        )
        return None
    return files if complete else None


def _input_name(each: InputFile) -> str:
    return "the standard input" if each.name == "-" else each.name


def _compare(
    published: PublishedFile,
    output: RequestedOutput | None,
    recomputed: Composition | TableComposition,
    verification: Verification,
) -> None:
    """Hold everything that was computed again against what was published."""
    published_manifest = published.manifest
    computed_manifest = {**recomputed.manifest, "versions": published_manifest.get("versions")}
    if isinstance(recomputed, TableComposition):
        computed_manifest = as_formerly(computed_manifest, published_manifest)
    version = _version(published_manifest)
    if version != __version__:
        verification.add("version", f"it was published by arpad {version}, and this is arpad {__version__}")
        computed_manifest = comparison.with_version(computed_manifest, version)
    if output is not None:
        verification.rows = recomputed.table(output.table).height
    text = manifest_text(computed_manifest)
    whole = text + "\n" if published.format == CSV else text
    if (
        output is not None
        and published.text == whole
        and recomputed.file(output, computed_manifest) == published.data
    ):
        return
    close = False
    if output is not None:
        close = _compare_tables(published, output, recomputed, verification)
    passed = ("outputs", "tables") if close or version != __version__ else ()
    for difference in comparison.manifest_differences(published_manifest, computed_manifest, passed):
        verification.add("manifest", "the manifest says otherwise than what was computed again", difference)
        break
    if verification.verdict == "reproduced" and not close:
        if published.text != whole:
            verification.add("bytes", "the manifest is not written as arpad writes it")
        elif output is None or output.format != PARQUET:
            verification.add("bytes", "the file is not written as arpad writes it")


def _version(manifest: Mapping[str, Any]) -> str:
    versions = manifest.get("versions")
    return str(versions.get("arpad")) if isinstance(versions, dict) else "of an unknown version"


def _compare_tables(
    published: PublishedFile,
    output: RequestedOutput,
    recomputed: Composition | TableComposition,
    verification: Verification,
) -> bool:
    """Compare row by row; return whether there are differences, none of them beyond the last digits."""
    try:
        result = comparison.compare_files(
            published,
            recomputed.content(output),
            recomputed.table(output.table),
            output,
            raw=recomputed.is_raw,
        )
    except BadInput as error:
        verification.add("table", f"the table cannot be read: {error.problem}")
        return False
    if result.first is not None:
        noun = {HISTORY: "history", ODDS: "table", STANDINGS: "table"}.get(output.table, "list")
        verification.add("table", f"the {noun} differs from the {noun} computed from the files", result.first)
        return False
    if result.largest == 0.0:
        return False
    if result.digest != published.manifest["tables"][output.table]["digest"]:
        verification.add("manifest", "the digest in the manifest is not that of the table in the file")
        return False
    verification.add(
        "note", f"numbers differ in their last digits, by {result.largest:.1g} at most: another processor"
    )
    return True
