"""``arpad serve`` as a service: it ends as it is told, behind a server with https, and says what it does."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from arpad.office import desk
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog
from arpad.web.serving import listening
from web.served import PATIENCE, Served, served, until

pytestmark = pytest.mark.slow


@pytest.fixture
def url(tmp_path: Path) -> str:
    found = f"sqlite:///{tmp_path / 'club.db'}"
    database = open_database(found)
    TournamentLog(database, "cup").create(desk.create("Cup", "fide-dutch", rounds=3))
    database.close()
    return found


def begun(office: Served, body: bytes) -> socket.socket:
    """A request of which the server has the first half."""
    parts = urlsplit(office.address)
    found = socket.create_connection((str(parts.hostname), int(parts.port or 0)), PATIENCE)
    head = f"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    found.sendall(head.encode() + body[:3])
    return found


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_has_answered(url: str, workers: int, how: signal.Signals) -> None:
    body = b"name=owner&password=none"
    with served(url, "--workers", str(workers), "--log-format", "json") as office:
        heard = threading.Event()
        over = threading.Event()

        def watch() -> None:
            with office.client() as client, client.stream("GET", "/tournaments/cup/live") as answer:
                for _ in answer.iter_lines():
                    heard.set()
            over.set()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        assert heard.wait(PATIENCE)
        with begun(office, body) as waiting:
            with office.client() as client:
                assert client.get("/healthz").json()["status"] == "ok"
            office.process.send_signal(how)
            assert over.wait(PATIENCE), "who waits for news is told nothing"
            watcher.join(PATIENCE)
            waiting.sendall(body[3:])
            answer = waiting.recv(1 << 16)
        assert answer.startswith(b"HTTP/1.1 403 ")  # a form that comes from nowhere, answered to its end
        assert office.stop(signal.SIGTERM) == 0
    lines = [json.loads(line) for line in office.errors]
    routes = [line["route"] for line in lines if line["logger"] == "arpad.requests"]
    assert sorted(routes) == ["/healthz", "/sign-in", "/tournaments/{name}/live"]
    secret = office.said[1].split("arpad_invitation_")[1].strip()
    assert secret not in "".join(office.errors)


def test_behind_a_server_with_https(url: str) -> None:
    with served(url, "--url", "https://chess.example.org", "--log-format", "json") as office:
        until(lambda: len(office.said) > 1)
        link = office.said[1].split()[-1]
        assert link.startswith("https://chess.example.org/enter/arpad_invitation_")
        with office.client() as client:
            forwarded = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
            answer = client.get(urlsplit(link).path, headers=forwarded)
            assert "max-age" in answer.headers["strict-transport-security"]
            assert all("secure" in one.lower() for one in answer.headers.get_list("set-cookie"))
            assert answer.headers.get_list("set-cookie")
            assert client.get("/metrics", headers=forwarded).status_code == 401
            assert client.get("/metrics").status_code == 200
        office.stop()
    clients = [json.loads(line).get("client") for line in office.errors]
    assert clients.count("203.0.113.9") == 2


def test_only_the_server_in_front_is_believed(url: str) -> None:
    with served(url, "--proxy", "192.0.2.1", "--log-format", "json") as office:
        with office.client() as client:
            client.get("/", headers={"x-forwarded-for": "203.0.113.9"})
        office.stop()
    assert "203.0.113.9" not in "".join(office.errors)


def test_no_part_of_an_answer_waits_to_be_acknowledged() -> None:
    """Asyncio turns Nagle's algorithm off where the socket that accepts is known to be of TCP."""
    turned_off = []

    async def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held = writer.get_extra_info("socket")
        turned_off.append(held.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0)
        writer.close()

    async def ask(taken: socket.socket) -> None:
        server = await asyncio.start_server(accepted, sock=taken)
        reader, writer = await asyncio.open_connection(*taken.getsockname()[:2])
        await reader.read()
        writer.close()
        server.close()

    asyncio.run(ask(listening("127.0.0.1", 0)))
    assert turned_off == [True]
