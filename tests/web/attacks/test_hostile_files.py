"""Uploads that are too large, that unpack without end, or that are not what they seem."""

from __future__ import annotations

import asyncio
import gzip
import io
import re
import resource
import sys
import zipfile

import pytest
from starlette.types import Message

from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.web.application import application
from arpad.web.security.forms import token_of
from web.attacks.every_address import Address, api, written
from web.programs import Program
from web.visiting import Visit

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

pytestmark = pytest.mark.slow

MIB = 2**20

DOORS = (
    "/tournaments/new",
    "/tournaments/spring-open/participants/file",
    "/register/import",
    "/lists/club-evenings/add",
    "/lists/club-evenings/players",
)
"""The forms that take a file."""


def peak() -> int:
    """Return the most memory that this process has had so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def sheet(size: int) -> bytes:
    """Return a workbook whose one sheet unpacks to many bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"<row/>" * (size // 6))
    return made.getvalue()


def bomb(kind: str) -> tuple[str, bytes]:
    """Return a small file that unpacks to 100 megabytes."""
    rows = b"name\n" + b"Ann\n" * (MIB // 4)
    game = b'[Event "x"]\n\n1. e4 1-0\n\n' * (MIB // 24)
    made = {
        "players.csv.gz": lambda: gzip.compress(rows) * 100,
        "players.csv.zst": lambda: zstd.compress(rows) * 100,
        "games.pgn.zst": lambda: zstd.compress(game) * 100,
        "players.xlsx": lambda: sheet(100 * MIB),
        "players.csv": lambda: gzip.compress(rows) * 100,  # under another name
    }
    return kind, made[kind]()


def sent(visit: Visit, door: str, name: str, content: bytes) -> tuple[int, str]:
    """Upload a file; return the status, and the code of the refusal."""
    answer = visit.client.post(
        door,
        data={"token": token_of(visit.client.cookies["arpad_session"]), "seen": "0"},
        files={"file": (name, content)},
        headers={"accept": "application/json"},
        follow_redirects=False,
    )
    found = answer.json()
    return answer.status_code, found.get("error", {}).get("code", "")


@pytest.mark.parametrize(
    "kind", ["players.csv.gz", "players.csv.zst", "games.pgn.zst", "players.xlsx", "players.csv"]
)
def test_a_small_file_that_unpacks_to_a_large_one_is_refused(
    kind: str, owner: Visit, database: Database
) -> None:
    name, content = bomb(kind)
    assert len(content) < 4 * MIB
    tournament = TournamentLog(database, "spring-open").content()
    before, memory = written(database), peak()
    for door in DOORS:
        status, code = sent(owner, door, name, content)
        assert status == 422, (door, status)
        assert code
    assert peak() - memory < 60 * MIB
    assert written(database) == before
    assert TournamentLog(database, "spring-open").content() == tournament


NESTED = b'{"a":' * 5000 + b"1" + b"}" * 5000

MALFORMED = {
    "nothing.csv": b"",
    "zeros.csv": b"\0" * 10_000,
    "binary.trf": bytes(range(256)) * 50,
    "nested.arpad": NESTED,
    "list.arpad": b"{" + b"[" * 100_000,
    "huge-number.arpad": b'{"format": ' + b"9" * 10_000 + b"}",
    "half.trf": b"012 Cup\n001    1 m    Ann",
    "numbers.trf": b"012 Cup\n001 " + b"9" * 2000 + b"\n",
    "rounds.trf": b"012 Cup\nXXR 999999999999\n001    1      Ann                               2000\n",
    "not-utf.csv": b"name\n\xff\xfe\xfa\n",
    "marks.csv": "\ufeffname\n\ud7ff\u202e\u0000Ann\n".encode(),
    "long.csv": b"name\n" + b"x" * MIB,
    "many-columns.csv": b",".join(b"c%d" % at for at in range(50_000)) + b"\n",
    "twice.csv": b"name,name\nAnn,Bob\n",
    "numbers.csv": b"name,rating\nAnn,1e999\nBob,999999999999999999999999\nEve,nan\n",
    "../../../etc/passwd": b"name\nAnn\n",
    "empty.xlsx": b"PK\x05\x06" + b"\0" * 18,
    "broken.gz": gzip.compress(b"name\nAnn\n")[:-6],
    "tail.zst": zstd.compress(b"name\n")[:-2],
}


@pytest.mark.parametrize("name", list(MALFORMED))
def test_a_file_that_is_not_what_it_seems_is_refused_or_read_and_nothing_breaks(
    name: str, owner: Visit
) -> None:
    for door in DOORS:
        status, code = sent(owner, door, name, MALFORMED[name])
        assert status in (200, 303, 422), (door, status)
        assert status != 422 or code


@pytest.mark.parametrize(
    "name", ["../../cup.arpad", "/etc/cron.d/cup.arpad", "..", "C:\\cup.arpad", "\u202e.arpad"]
)
def test_the_name_of_a_file_is_no_way_to_another_place(
    name: str, database: Database, empty: Database
) -> None:
    content = TournamentLog(database, "spring-open").content()
    owner = Visit(empty).as_owner()
    assert sent(owner, "/tournaments/new", name, content) == (200, "")
    assert owner.json("/tournaments")["tournaments"] == [], "a look takes nothing over"
    owner.get("/tournaments/new")
    owner.send("/tournaments/new", files={"file": (name, content)})
    assert owner.send("/tournaments/new", act="take").status_code == 200
    (found,) = [row["name"] for row in owner.json("/tournaments")["tournaments"]]
    assert re.fullmatch("[a-z0-9-]+", found)
    assert TournamentLog(empty, found).content() == content


def test_an_event_file_that_was_changed_is_refused(owner: Visit, database: Database) -> None:
    content = TournamentLog(database, "spring-open").content()
    lines = content.splitlines(keepends=True)
    for changed in (
        content.replace(b"Kim Minji", b"Kim Minjo", 1),
        b"".join(lines[:-1]) + lines[-1][: len(lines[-1]) // 2],
        b"".join([*lines[:5], *lines[6:]]),
        b"".join([*lines, lines[-1]]),
    ):
        status, code = sent(owner, "/tournaments/new", "cup.arpad", changed)
        assert status == 422, code


def test_a_form_that_is_not_well_formed_is_refused(owner: Visit, database: Database) -> None:
    before = written(database)
    kinds = {
        "multipart/form-data": b"--x\r\n",
        "multipart/form-data; boundary=": b"--x\r\n",
        "multipart/form-data; boundary=x": b"--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--\r\n",
        "multipart/form-data; boundary=y": b"--y\r\n" + b"a: b\r\n" * 20_000,
        "multipart/form-data; boundary=z": b"--z\r\ncontent-disposition: form-data; name=a\r\n\r\n"
        + b"1" * 99,
        "application/x-www-form-urlencoded": b"%%%&&&==&%zz=%f",
        "application/x-www-form-urlencoded; charset=utf-16": b"token=1",
        "application/json": NESTED,
        "text/plain": b"token=1",
        "": b"\xff\xfe",
    }
    for kind, content in kinds.items():
        answer = owner.client.post("/tournaments/new", content=content, headers={"content-type": kind})
        assert answer.status_code in (403, 422), kind
        assert "content-security-policy" in answer.headers
    assert written(database) == before


@pytest.mark.parametrize("pairs", [b"a=1&", b"&", b"=&"])
def test_who_has_not_come_in_does_not_make_the_office_read_much(pairs: bytes, visitor: Visit) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    for address in ("/sign-in", "/tournaments/new", "/enter/x"):
        answer = visitor.client.post(address, content=pairs * (4 * MIB // len(pairs)), headers=form)
        assert answer.status_code == 413, answer.text[:200]


def test_a_form_of_too_many_fields_is_refused(owner: Visit) -> None:
    token = token_of(owner.client.cookies["arpad_session"])
    form = {"content-type": "application/x-www-form-urlencoded"}
    for fields in (b"&".join(b"a%d=1" % at for at in range(5000)), b"&" * 30 * MIB):
        body = f"token={token}&".encode() + fields
        answer = owner.client.post("/register", content=body, headers=form)
        assert (answer.status_code, "has more than 5,000 fields" in answer.text) == (422, True)
    files = [("file", (f"{at}.csv", b"name\nAnn\n")) for at in range(30)]
    answer = owner.client.post("/register/import", data={"token": token}, files=files)
    assert (answer.status_code, "the form cannot be read" in answer.text.lower()) == (422, True)


@pytest.mark.parametrize("token", ["", "Bearer arpad_token_0_0"])
@pytest.mark.parametrize("says", [True, False])
def test_who_has_no_token_does_not_make_the_api_read_much(token: str, says: bool, database: Database) -> None:
    """Whether it says how much is to come, or only sends it."""
    program = Program(database)
    part, parts = b"[" + b"1," * (MIB // 8), 40
    headers = [(b"authorization", token.encode())] if token else []
    headers += [(b"content-length", str(parts * len(part)).encode())] if says else []
    before = written(database)

    async def status(one: Address) -> tuple[int, int]:
        """Return the status of the answer, and how much was read."""
        asked = 0
        answers: list[Message] = []

        async def receive() -> Message:
            nonlocal asked
            asked += 1
            return {"type": "http.request", "body": part, "more_body": asked < parts}

        async def send(message: Message) -> None:
            answers.append(message)

        scope = {
            "type": "http",
            "method": one.method,
            "path": one.filled,
            "raw_path": one.filled.encode(),
            "query_string": b"",
            "headers": headers,
            "http_version": "1.1",
            "scheme": "http",
            "server": ("testserver", 80),
            "client": ("192.0.2.1", 1),
            "root_path": "",
        }
        await application(program.site)(scope, receive, send)
        return answers[0]["status"], asked * len(part)

    for one in api(program.get("openapi.json")):
        if one.method != "GET":
            found, read = asyncio.run(status(one))
            assert found == 401, one.path
            assert read <= MIB, one.path
    assert written(database) == before


def test_a_request_without_a_length_is_read_to_the_limit_only(database: Database) -> None:
    program = Program(database)
    parts = iter([b" " * MIB] * 40)
    answer = program.client.post("/api/pools", content=parts, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "form.too-large")
