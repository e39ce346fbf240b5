"""Forgeries of published lists are found, and honest lists are reproduced wherever they are computed again."""

from __future__ import annotations

import csv
import hashlib
import html
import io
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arpad.cli.verify_command import recomputed
from arpad.core import ArpadError, BadInput
from arpad.office import publish
from arpad.office.publishing.containers import manifest_path
from arpad.office.publishing.verification import Verification, verify
from arpad.ratings.elo.system import Elo
from arpad.ratings.rate import rate
from arpad.record import Games
from arpad.record.samples import football_world_cups

GAMES = """date,white,black,result,pool
2026-01-10,Zoë,Ann,1-0,slow
2026-01-10,Bob,"Cid, Jr",0-1,slow
2026-01-11,Ann,Bob,1/2-1/2,fast
2026-01-12,"Cid, Jr",Zoë,1-0,fast
2026-02-01,李世乭,Ann,1-0,slow
2026-02-02,Zoë,李世乭,0-1,fast
2026-02-02,Bob,Ann,1-0,slow
"""

PLAYERS = "name,rating,title\nZoë,1900,GM\nAnn,1700,\nBob,1650,\n"

COMMAND = (
    *("rate", "games.csv", "--players", "players.csv", "--system", "glicko2", "--period", "1mo"),
    *("--set", "tau=0.7", "--out", "list.csv", "--out", "list.json", "--out", "list.parquet"),
    *("--out", "list.html", "--history", "history.csv"),
)


def arpad(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arpad", *words],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    (folder / "games.csv").write_text(GAMES, "utf-8")
    (folder / "players.csv").write_text(PLAYERS, "utf-8")
    done = arpad(folder, *COMMAND)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def here(published: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "here"
    shutil.copytree(published, folder)
    return folder


def verified(folder: Path, name: str) -> Verification:
    return verify(folder / name, recomputed)


def replaced(path: Path, old: str, new: str, count: int = 1) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) >= count, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, count), "utf-8", newline="")


def manifest_of(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content.get("manifest", content)  # type: ignore[no-any-return]


def edited(folder: Path, **changes: Any) -> None:
    """Edit the manifest beside the CSV file."""
    path = manifest_path(folder / "list.csv")
    manifest = manifest_of(path) | changes
    path.write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


def resealed(folder: Path, name: str = "list.csv") -> None:
    """Let a manifest beside a CSV file name the file as it is now, as a forger would who knows the manifest."""
    data = (folder / name).read_bytes()
    path = manifest_path(folder / name)
    manifest = manifest_of(path)
    table = "history" if name.startswith("history") else "list"
    for output in manifest["outputs"]:
        if (output["table"], output["format"]) == (table, "csv"):
            output.update(size=len(data), sha256=hashlib.sha256(data).hexdigest())
    path.write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


NAMES = ("list.csv", "list.json", "list.parquet", "list.html", "history.csv")


@pytest.mark.parametrize("name", NAMES)
def test_an_honest_file_is_reproduced_to_the_byte(here: Path, name: str) -> None:
    verification = verified(here, name)
    assert (verification.verdict, verification.findings) == ("reproduced", [])
    assert verification.rows == (8 if name == "history.csv" else 5)


def lines_exchanged(folder: Path) -> None:
    path = folder / "list.csv"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[2], lines[1], *lines[3:]]), "utf-8", newline="")


def rating_changed(folder: Path) -> None:
    path = folder / "list.csv"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    cells = next(csv.reader([lines[1]]))
    lines[1] = lines[1].replace(cells[2], f"{float(cells[2]) + 1:.12g}", 1)
    path.write_text("".join(lines), "utf-8", newline="")


def names_exchanged(folder: Path, name: str = "list.csv") -> None:
    path = folder / name
    text = path.read_text("utf-8")
    path.write_text(
        text.replace("Zoë", "@").replace("李世乭", "Zoë").replace("@", "李世乭"), "utf-8", newline=""
    )


def player_added(folder: Path) -> None:
    with (folder / "list.csv").open("a", encoding="utf-8", newline="") as stream:
        last = (folder / "list.csv").read_text("utf-8").splitlines()[-1].split(",")
        stream.write(",".join(["6", "Eve", *last[2:]]) + "\n")


def player_removed(folder: Path) -> None:
    path = folder / "list.csv"
    path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:-1]), "utf-8", newline="")


def and_resealed(forge: Callable[[Path], None]) -> Callable[[Path], None]:
    def both(folder: Path) -> None:
        forge(folder)
        resealed(folder)

    return both


def json_rating(folder: Path) -> None:
    path = folder / "list.json"
    rating = json.loads(path.read_text("utf-8"))["players"][2]["rating"]
    replaced(path, f'"rating":{rating!r}', f'"rating":{rating + 0.5!r}')


def json_manifest(folder: Path) -> None:
    replaced(folder / "list.json", '"tau": 0.7', '"tau": 0.5')


def json_twice(folder: Path) -> None:
    replaced(folder / "list.json", '"seed": null', '"seed": null,\n "seed": 1')


def json_rows_twice(folder: Path) -> None:
    replaced(folder / "list.json", "\n]}\n", '\n],\n"players": [\n\n]}\n')


def json_with_spaces(folder: Path) -> None:
    replaced(folder / "list.json", '"rank":1', '"rank": 1')


def parquet_with(folder: Path, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
    path = folder / "list.parquet"
    metadata = {"arpad": pl.read_parquet_metadata(path)["arpad"]}
    change(pl.read_parquet(path)).write_parquet(path, metadata=metadata)


def parquet_rating(folder: Path) -> None:
    parquet_with(
        folder, lambda table: table.with_columns(pl.col("rating") + pl.Series([0.0, 0.0, 0.0, 0.01, 0.0]))
    )


def parquet_names(folder: Path) -> None:
    parquet_with(folder, lambda table: table.with_columns(pl.col("player").reverse()))


def parquet_types(folder: Path) -> None:
    parquet_with(folder, lambda table: table.with_columns(pl.col("last_played").to_physical()))


def parquet_manifest(folder: Path) -> None:
    path = folder / "list.parquet"
    text = pl.read_parquet_metadata(path)["arpad"].replace('"tau": 0.7', '"tau": 0.71')
    pl.read_parquet(path).write_parquet(path, metadata={"arpad": text})


def page_rating(folder: Path) -> None:
    path = folder / "list.html"
    cell = re.search(r"<td[^>]*>(?:<[^>]*>)*(1[5-9]\d\d)", path.read_text("utf-8"))
    assert cell
    replaced(path, cell[0], cell[0].replace(cell[1], str(int(cell[1]) + 50)))


def page_text(folder: Path) -> None:
    replaced(folder / "list.html", "7 games", "8 games")


def page_blank(folder: Path) -> None:
    replaced(folder / "list.html", "</main>", " </main>")


def page_table_resealed(folder: Path) -> None:
    names_exchanged(folder, "list.html")
    path = folder / "list.html"
    data = path.read_bytes()
    head, _, rest = data.partition(b'<pre id="manifest">')
    inside, _, tail = rest.partition(b"</pre>")
    content = head + b'<pre id="manifest"></pre>' + tail
    manifest = json.loads(html.unescape(inside.decode()))
    for output in manifest["outputs"]:
        if output["format"] == "html":
            output.update(size=len(content), sha256=hashlib.sha256(content).hexdigest())
    text = html.escape(json.dumps(manifest, indent=1), quote=False).encode()
    path.write_bytes(head + b'<pre id="manifest">' + text + b"</pre>" + tail)


def page_script(folder: Path) -> None:
    replaced(folder / "list.html", "</body>", "<script>document.title = 'x'</script></body>")


def one_game_more(folder: Path) -> None:
    with (folder / "games.csv").open("a", encoding="utf-8") as stream:
        stream.write("2026-02-03,Ann,Zoë,1-0,slow\n")


def one_result_changed(folder: Path) -> None:
    replaced(folder / "games.csv", "2026-01-10,Zoë,Ann,1-0", "2026-01-10,Zoë,Ann,0-1")


def days_for_dates(folder: Path) -> None:
    text = (folder / "games.csv").read_text("utf-8")
    text = re.sub(r"2026-0(\d)-(\d\d)", lambda day: str(30 * int(day[1]) + int(day[2])), text)
    (folder / "games.csv").write_text(text, "utf-8")


def entry_rating_changed(folder: Path) -> None:
    replaced(folder / "players.csv", "1900", "1910")


def inputs_resealed(forge: Callable[[Path], None]) -> Callable[[Path], None]:
    """Change what was read, and let the manifest beside the list name it as it is now."""

    def both(folder: Path) -> None:
        forge(folder)
        manifest = manifest_of(manifest_path(folder / "list.csv"))
        for each in manifest["inputs"]:
            data = (folder / each["name"]).read_bytes()
            each.update(size=len(data), sha256=hashlib.sha256(data).hexdigest())
        edited(folder, inputs=manifest["inputs"])

    return both


def parameter(folder: Path) -> None:
    manifest = manifest_of(manifest_path(folder / "list.csv"))
    edited(folder, parameters={**manifest["parameters"], "tau": 0.5})


def parameter_everywhere(folder: Path) -> None:
    manifest = manifest_of(manifest_path(folder / "list.csv"))
    command = ["tau=1.2" if word == "tau=0.7" else word for word in manifest["command"]]
    edited(
        folder,
        parameters={**manifest["parameters"], "tau": 1.2},
        asked={"tau": 1.2},
        command=command,
    )


def table_digest(folder: Path) -> None:
    tables = manifest_of(manifest_path(folder / "list.csv"))["tables"]
    tables["list"]["digest"] = "0" * 64
    edited(folder, tables=tables)


def another_output(folder: Path) -> None:
    outputs = manifest_of(manifest_path(folder / "list.csv"))["outputs"]
    next(output for output in outputs if output["format"] == "html")["sha256"] = "0" * 64
    edited(folder, outputs=outputs)


def manifest_of_another_list(folder: Path) -> None:
    (folder / "other.csv").write_text(GAMES.replace("1/2-1/2", "1-0"), "utf-8")
    assert arpad(folder, "rate", "other.csv", "--out", "wrong.csv").returncode == 0
    shutil.copy(manifest_path(folder / "wrong.csv"), manifest_path(folder / "list.csv"))


FORGERIES: dict[str, tuple[str, Callable[[Path], None], str]] = {
    # what is forged: (the file that is verified, how it is forged, a word of what is said)
    "a rating in CSV": ("list.csv", rating_changed, "row 1, column rating"),
    "a rating in CSV, resealed": ("list.csv", and_resealed(rating_changed), "row 1, column rating"),
    "the order of ranks": ("list.csv", lines_exchanged, "row 1, column rank"),
    "the order of ranks, resealed": ("list.csv", and_resealed(lines_exchanged), "row 1, column rank"),
    "names exchanged": ("list.csv", names_exchanged, "column player"),
    "names exchanged, resealed": ("list.csv", and_resealed(names_exchanged), "column player"),
    "a player added": ("list.csv", and_resealed(player_added), "row 6"),
    "a player removed": ("list.csv", and_resealed(player_removed), "row 5"),
    "a day of the history": (
        "history.csv",
        lambda folder: replaced(folder / "history.csv", "2026-01", "2026-03"),
        "row 1, column",
    ),
    "a rating in JSON": ("list.json", json_rating, "row 3, column rating"),
    "names exchanged in JSON": (
        "list.json",
        lambda folder: names_exchanged(folder, "list.json"),
        "column player",
    ),
    "a parameter in JSON": ("list.json", json_manifest, "parameters.tau"),
    "rows of JSON said twice": ("list.json", json_rows_twice, "the table"),
    "blanks in JSON": ("list.json", json_with_spaces, "line"),
    "a rating in Parquet": ("list.parquet", parquet_rating, "row 4, column rating"),
    "names exchanged in Parquet": ("list.parquet", parquet_names, "row 1, column player"),
    "types exchanged in Parquet": ("list.parquet", parquet_types, "last_played"),
    "a parameter in Parquet": ("list.parquet", parquet_manifest, "parameters.tau"),
    "a rating on a page": ("list.html", page_rating, "row"),
    "a text on a page": ("list.html", page_text, "line"),
    "a blank on a page": ("list.html", page_blank, "line"),
    "the table of a page, resealed": ("list.html", page_table_resealed, "row 2, column Player"),
    "a script on a page": ("list.html", page_script, "line"),
    "one game more": ("list.csv", one_game_more, "games.csv is not the file"),
    "one game more, resealed": ("list.csv", inputs_resealed(one_game_more), "row 4, column player"),
    "one result changed": ("list.html", one_result_changed, "games.csv is not the file"),
    "one result changed, resealed": ("list.csv", inputs_resealed(one_result_changed), "row"),
    "numbers for dates": ("list.json", days_for_dates, "games.csv is not the file"),
    "an entry rating": ("list.csv", entry_rating_changed, "players.csv is not the file"),
    "an entry rating, resealed": ("list.csv", inputs_resealed(entry_rating_changed), "row"),
    "a parameter": ("list.csv", parameter, "parameters.tau"),
    "a parameter everywhere": ("list.csv", parameter_everywhere, "row"),
    "the digest of the record": ("list.csv", lambda folder: edited(folder, digest="0" * 64), "digest"),
    "the digest of the list": ("list.csv", table_digest, "tables.list.digest"),
    "the hash of another output": ("list.csv", another_output, "outputs"),
    "the system": ("list.csv", lambda folder: edited(folder, system="glicko"), "system"),
    "a number of games": ("list.csv", lambda folder: edited(folder, games=8), "games"),
    "more said than there is": ("list.csv", lambda folder: edited(folder, approved="yes"), "approved"),
    "the manifest of another list": ("list.csv", manifest_of_another_list, "the manifest"),
}


def test_there_are_thirty_forgeries() -> None:
    assert len(FORGERIES) >= 30


def findings_text(verification: Verification) -> str:
    lines = []
    for finding in verification.findings:
        lines.append(finding.problem)
        if finding.difference is not None:
            where = finding.difference
            lines.append(f"{where.place}: {where.published} / {where.computed}")
            assert where.published != where.computed
    return "\n".join(lines)


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_is_found(here: Path, forgery: str) -> None:
    name, forge, word = FORGERIES[forgery]
    forge(here)
    verification = verified(here, name)
    assert verification.verdict == "differs"
    assert word in findings_text(verification), findings_text(verification)


def test_days_for_dates_are_found_though_every_number_fits(here: Path) -> None:
    days_for_dates(here)
    inputs_resealed(lambda folder: None)(here)
    verification = verified(here, "list.csv")
    assert verification.verdict != "reproduced"


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (
            lambda folder: manifest_path(folder / "list.csv").unlink(),
            "there is no list.csv.manifest.json beside it",
        ),
        (lambda folder: manifest_path(folder / "list.csv").write_text("{"), "the manifest is damaged"),
        (lambda folder: manifest_path(folder / "list.csv").write_text("[]"), "not one that can be verified"),
        (lambda folder: edited(folder, **{"arpad manifest": 2}), "has the form 2, and this program knows 1"),
        (lambda folder: edited(folder, inputs=[{"name": "x"}]), "the manifest is damaged"),
        (lambda folder: edited(folder, outputs=3), "the manifest is damaged"),
    ],
)
def test_without_a_manifest_nothing_can_be_told(
    here: Path, spoil: Callable[[Path], None], problem: str
) -> None:
    spoil(here)
    with pytest.raises(BadInput, match=problem):
        verified(here, "list.csv")


def test_a_manifest_that_says_a_thing_twice_is_refused(here: Path) -> None:
    json_twice(here)
    with pytest.raises(BadInput, match="it says 'seed' twice"):
        verified(here, "list.json")


@pytest.mark.parametrize("name", ["list.json", "list.html", "list.parquet"])
def test_a_file_from_elsewhere_is_no_publication(here: Path, name: str) -> None:
    contents = {
        "list.json": b'{"players": []}\n',
        "list.html": b"<!DOCTYPE html>\n",
        "list.parquet": b"PAR1 and so on PAR1",
    }
    (here / name).write_bytes(contents[name])
    with pytest.raises(BadInput, match=r"manifest is missing|damaged"):
        verified(here, name)
    stream = io.BytesIO()
    pl.DataFrame({"player": ["a"]}).write_parquet(stream)
    (here / "list.parquet").write_bytes(stream.getvalue())
    with pytest.raises(BadInput, match="no entry 'arpad'"):
        verified(here, "list.parquet")


def test_a_manifest_leads_into_no_other_folder(here: Path) -> None:
    inputs = manifest_of(manifest_path(here / "list.csv"))["inputs"]
    inputs[0]["name"] = "../games.csv"
    edited(here, inputs=inputs)
    with pytest.raises(BadInput, match="leads into another folder"):
        verified(here, "list.csv")


def test_a_command_of_another_kind_is_not_run(here: Path) -> None:
    for command in (
        ["arpad", "demo"],
        ["arpad", "rate", "--help"],
        ["arpad", "rate", "games.csv", "--nonsense"],
    ):
        edited(here, command=command)
        verification = verified(here, "list.csv")
        assert verification.verdict == "unknown"
        assert "cannot be understood" in findings_text(verification)
    edited(here, command=["arpad", "rate", "/etc/passwd"])
    assert "reads other files than those" in findings_text(verified(here, "list.csv"))


def test_a_command_writes_nothing(here: Path) -> None:
    command = manifest_of(manifest_path(here / "list.csv"))["command"]
    edited(here, command=[*command, "--out", "new.csv", "--rejects", "rejects.csv"])
    before = sorted(here.iterdir())
    assert verified(here, "list.csv").verdict == "differs"
    assert sorted(here.iterdir()) == before


def test_a_missing_input_is_named_and_the_bytes_are_checked_still(here: Path) -> None:
    (here / "players.csv").unlink()
    verification = verified(here, "list.csv")
    assert (verification.verdict, [finding.code for finding in verification.findings]) == (
        "unknown",
        ["missing"],
    )
    assert "players.csv" in findings_text(verification)
    rating_changed(here)
    verification = verified(here, "list.csv")
    assert (verification.verdict, [finding.code for finding in verification.findings]) == (
        "differs",
        ["edited", "missing"],
    )


def test_another_version_of_arpad_cannot_be_told_but_is_computed(here: Path) -> None:
    versions = manifest_of(manifest_path(here / "list.csv"))["versions"]
    edited(here, versions={**versions, "arpad": "99.0"}, arpad="99.0")
    verification = verified(here, "list.csv")
    assert (verification.verdict, [finding.code for finding in verification.findings]) == (
        "unknown",
        ["version"],
    )
    assert verification.rows == 5
    edited(here, versions={**versions, "arpad": "99.0"}, arpad=versions["arpad"])
    assert verified(here, "list.csv").verdict == "differs"
    edited(here, versions={**versions, "arpad": "99.0"}, arpad="99.0")
    rating_changed(here)
    resealed(here)
    assert "row 1, column rating" in findings_text(verified(here, "list.csv"))


def test_the_last_digits_of_another_processor_are_no_forgery(here: Path) -> None:
    """A list as a processor would publish it that rounds otherwise: all digests fit it, and nothing else differs."""
    from arpad.office.publishing.composition import RequestedOutput, content_of
    from arpad.office.publishing.table_digest import table_digest as digest

    table = pl.read_parquet(here / "list.parquet")
    other = table.with_columns(pl.col("rating") * (1 + 4e-16))
    assert not other["rating"].equals(table["rating"])
    data = content_of(other, RequestedOutput("list", ".csv")).head
    (here / "list.csv").write_bytes(data)
    tables = manifest_of(manifest_path(here / "list.csv"))["tables"]
    tables["list"]["digest"] = digest(other)
    edited(here, tables=tables)
    resealed(here)
    verification = verified(here, "list.csv")
    assert (verification.verdict, [finding.code for finding in verification.findings]) == (
        "reproduced",
        ["note"],
    )
    assert "last digits" in findings_text(verification)
    tables["list"]["digest"] = digest(table)
    edited(here, tables=tables)
    assert verified(here, "list.csv").verdict == "differs"
    far = table.with_columns(pl.col("rating") * (1 + 1e-8))
    (here / "list.csv").write_bytes(content_of(far, RequestedOutput("list", ".csv")).head)
    tables["list"]["digest"] = digest(far)
    edited(here, tables=tables)
    resealed(here)
    assert "row 1, column rating" in findings_text(verified(here, "list.csv"))


ELSEWHERE: dict[str, dict[str, str]] = {
    "in another language, time zone and order of hashes": {
        "LC_ALL": "tr_TR.UTF-8",
        "LANG": "tr_TR.UTF-8",
        "TZ": "Pacific/Kiritimati",
        "PYTHONHASHSEED": "12345",
    },
    "in the language of programs, on one thread": {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "POLARS_MAX_THREADS": "1",
        "NUMBA_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    },
    "on an older processor, on four threads": {
        "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3 AVX512F AVX512CD AVX512_SKX",
        "NUMBA_CPU_NAME": "generic",
        "POLARS_SKIP_CPU_CHECK": "1",
        "POLARS_MAX_THREADS": "4",
    },
}
"""Places that differ in all ways that can go together: each is a process or two."""


@pytest.mark.parametrize("place", ELSEWHERE)
def test_an_honest_list_is_reproduced_elsewhere(published: Path, tmp_path: Path, place: str) -> None:
    environment = dict(ELSEWHERE[place])
    if "NPY_DISABLE_CPU_FEATURES" in environment:
        environment["NPY_DISABLE_CPU_FEATURES"] = disableable(environment["NPY_DISABLE_CPU_FEATURES"])
    for name in ("list.html", "list.parquet"):
        done = arpad(tmp_path, "verify", str(published / name), **environment)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "and every byte" in done.stdout


def disableable(features: str) -> str:
    """Return those features of the processor that NumPy has and can do without."""
    script = "from numpy._core._multiarray_umath import __cpu_features__ as f, __cpu_dispatch__ as d; print(*[x for x in d if f[x]])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return " ".join(word for word in features.split() if word in done.stdout.split())


def test_inputs_are_found_in_other_folders(here: Path, tmp_path: Path) -> None:
    wrong, right = tmp_path / "wrong", tmp_path / "right"
    for folder in (wrong, right):
        folder.mkdir()
    (here / "games.csv").rename(right / "games.csv")
    (wrong / "games.csv").write_text(GAMES.replace("1/2-1/2", "1-0"), "utf-8")
    assert verified(here, "list.csv").verdict == "unknown"
    verification = verify(here / "list.csv", recomputed, [wrong, right])
    assert (verification.verdict, verification.findings) == ("reproduced", [])


OTHERS = {
    "pools": ("--by", "pool", "--entry-from", "fast=slow"),
    "top": ("--top", "2", "--min-games", "2"),
    "a day": ("--as-of", "2026-01-31"),
    "columns": ("--columns", "first=black,second=white"),
    "a whole-history system": ("--system", "whr"),
    "a system whose advantage the record decides": (
        "--system",
        "bradley-terry",
        "--set",
        "advantage=fit",
        "--set",
        "prior=350",
    ),
    "editions": ("--system", "fide", "--set", "initial=1500"),
    "rejects": ("--rejects", "rejects.csv"),
    "names that spreadsheets would run": (),
    "names that spreadsheets would run, as they are": ("--raw",),
}

ROWS = {
    "rejects": "2026-02-03,Ann,Zoë,no result,slow\n",
    "names that spreadsheets would run": "2026-02-03,=1+1,Zoë,1-0,slow\n",
    "names that spreadsheets would run, as they are": "2026-02-03,=1+1,Zoë,1-0,slow\n",
}


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("name", ["l.csv", "l.html"])
def test_lists_of_every_kind_are_reproduced(tmp_path: Path, other: str, name: str) -> None:
    from click.testing import CliRunner

    from arpad.cli.app import main

    (tmp_path / "games.csv").write_text(GAMES + ROWS.get(other, ""), "utf-8")
    words = [word if not word.endswith(".csv") else str(tmp_path / word) for word in OTHERS[other]]
    done = CliRunner().invoke(
        main, ["rate", str(tmp_path / "games.csv"), "--out", str(tmp_path / name), *words]
    )
    assert done.exit_code == 0, done.output
    verification = verify(tmp_path / name, recomputed)
    assert (verification.verdict, verification.findings) == ("reproduced", [])


def test_exit_codes_and_words(here: Path) -> None:
    from click.testing import CliRunner

    from arpad.cli.app import main

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["verify", *words])
        return done.exit_code, done.output

    path = str(here / "list.csv")
    assert run(path) == (0, "list.csv is reproduced: 5 rows, and every byte\n")
    code, text = run(path, "--json")
    assert (code, json.loads(text)) == (
        0,
        {"file": "list.csv", "verdict": "reproduced", "rows": 5, "findings": []},
    )
    rating_changed(here)
    code, text = run(path)
    assert code == 1
    assert re.search(
        r"\n  row 1, column rating\n    published: (\S+)\n    computed:  (\S+)\nlist.csv is not what its files give\n$",
        text,
    )
    finding = json.loads(run(path, "--json")[1])["findings"][-1]
    assert (finding["row"], finding["column"]) == (1, "rating")
    assert float(finding["published"]) == pytest.approx(float(finding["computed"]) + 1, abs=1e-6)
    (here / "games.csv").unlink()
    manifest_path(here / "list.csv").unlink()
    code, text = run(path)
    assert code == 2
    assert "manifest is missing" in text
    assert run(str(here / "history.csv"))[0] == 2
    assert run(str(here / "nothing.csv"))[0] == 2


def test_a_list_of_a_record_made_in_a_program_cannot_be_told(odd: Games, tmp_path: Path) -> None:
    from dataclasses import replace

    from arpad.record import Source

    publish(rate(replace(odd, source=Source()), Elo()), tmp_path / "list.csv")
    verification = verified(tmp_path, "list.csv")
    assert verification.verdict == "unknown"
    assert "made in a program" in findings_text(verification)


def test_a_list_published_in_python_is_reproduced(tmp_path: Path) -> None:
    from arpad.record.kinds.games import read_games

    shutil.copy(football_world_cups(), tmp_path / "games.csv")
    ratings = rate(read_games(tmp_path / "games.csv"), Elo(k=30.0, margin="goals"), history=True)
    publish(ratings, tmp_path / "list.html", title="World Cups & more", top=10)
    verification = verified(tmp_path, "list.html")
    assert (verification.verdict, verification.findings) == ("reproduced", [])


def test_the_manifest_names_every_file_by_size_and_hash(here: Path) -> None:
    manifest = manifest_of(here / "list.json")
    assert (
        manifest
        == manifest_of(manifest_path(here / "list.csv"))
        == manifest_of(manifest_path(here / "history.csv"))
    )
    for each in manifest["inputs"]:
        data = (here / each["name"]).read_bytes()
        assert (each["size"], each["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    assert [(each["role"], each["name"]) for each in manifest["inputs"]] == [
        ("games", "games.csv"),
        ("players", "players.csv"),
    ]
    assert [(each["table"], each["format"]) for each in manifest["outputs"]] == [
        ("history", "csv"),
        ("list", "csv"),
        ("list", "html"),
        ("list", "json"),
        ("list", "parquet"),
    ]
    page = (here / "list.html").read_bytes()
    alone = re.sub(rb'(<pre id="manifest">).*?(</pre>)', rb"\1\2", page, flags=re.DOTALL)
    table = (here / "list.json").read_bytes()
    rows = b'{"manifest": ' + table[table.index(b',\n"players": [') :]
    columns = (here / "list.parquet").read_bytes()
    data_pages = columns[: -8 - int.from_bytes(columns[-8:-4], "little")]
    contents = {"csv": (here / "list.csv").read_bytes(), "html": alone, "json": rows, "parquet": data_pages}
    for each in manifest["outputs"]:
        if each["table"] == "list":
            data = contents[each["format"]]
            assert (each["size"], each["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())


def test_nothing_of_the_machine_is_published(published: Path, here: Path) -> None:
    for name in NAMES:
        assert str(published).encode() not in (published / name).read_bytes()
    shutil.rmtree(here)
    here.mkdir()
    for name in ("games.csv", "players.csv"):
        shutil.copy(published / name, here / name)
    done = arpad(here, *COMMAND, TZ="Asia/Seoul", PYTHONHASHSEED="7")
    assert done.returncode == 0, done.stderr
    for name in (*NAMES, "list.csv.manifest.json", "history.csv.manifest.json"):
        assert (here / name).read_bytes() == (published / name).read_bytes(), name


def test_the_digest_of_a_table_is_that_of_the_documented_bytes() -> None:
    """Written a second time, value by value, as docs/publishing/digest.md describes the bytes."""
    from datetime import date, datetime

    from arpad.office.publishing.table_digest import table_digest as digest

    def string(text: str) -> bytes:
        return struct.pack("<Q", len(text.encode())) + text.encode()

    def entry(name: str, kind: str, values: list[bytes], count: int) -> bytes:
        return (
            string(name) + string(kind) + struct.pack("<Q", count) + hashlib.sha256(b"".join(values)).digest()
        )

    table = pl.DataFrame(
        {
            "rank": [1, None, 2**40],
            "player": ["Zoë", None, ""],
            "rating": [1500.5, None, -0.0],
            "last_played": [date(2026, 1, 31), None, date(1969, 12, 31)],
            "time": [datetime(2026, 1, 31, 19, 30), datetime(1970, 1, 1), datetime(1969, 12, 31, 23, 59, 59)],
            "provisional": [True, False, None],
        },
        schema_overrides={"time": pl.Datetime("ms")},
    )
    nan = bytes.fromhex("000000000000f87f")
    truths = [b"\x01", b"\x00", b"\x01"]

    def whole(*values: int) -> list[bytes]:
        return [struct.pack("<q", value) for value in values]

    entries = [
        entry("rank", "integer of 8 bytes", whole(1, 0, 2**40), 3),
        entry("rank known", "truth", truths, 3),
        entry("player", "text", [*whole(4, -1, 0), "Zoë".encode()], 3),
        entry("rating", "number", [struct.pack("<d", 1500.5), nan, struct.pack("<d", 0.0)], 3),
        entry("last_played", "days", whole(20484, 0, -1), 3),
        entry("last_played known", "truth", truths, 3),
        entry("time", "seconds", whole(20484 * 86400 + 70200, 0, -1), 3),
        entry("provisional", "truth", [b"\x01", b"\x00", b"\x00"], 3),
        entry("provisional known", "truth", [b"\x01", b"\x01", b"\x00"], 3),
    ]
    head = string("arpad table 1") + struct.pack("<QQ", 3, len(entries))
    assert digest(table) == hashlib.sha256(head + b"".join(entries)).hexdigest()
    with pytest.raises(ArpadError, match="has no digest"):
        digest(pl.DataFrame({"x": [[1]]}))


def test_a_list_has_one_digest_in_every_format(here: Path) -> None:
    """The digest in the manifest is that of the rows as other people's readers take them from each file."""
    from arpad.office.publishing.table_digest import table_digest as digest

    facts = manifest_of(here / "list.json")["tables"]["list"]
    table = pl.read_parquet(here / "list.parquet")
    assert digest(table) == facts["digest"]
    assert digest(pl.read_csv(here / "list.csv", schema=table.schema)) == facts["digest"]
    rows = pl.DataFrame(json.loads((here / "list.json").read_text("utf-8"))["players"], schema_overrides={})
    rows = rows.with_columns(pl.col("last_played").str.to_date()).cast(table.schema)
    assert digest(rows) == facts["digest"]
    assert list(facts["columns"]) == table.columns
    assert facts["rows"] == table.height
