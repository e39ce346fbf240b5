"""Floods of strangers against ``arpad serve``: what it holds in memory, logs, and still answers."""

from __future__ import annotations

import time
from pathlib import Path

import httpx2
import pytest

from arpad.office import desk
from arpad.office.club.people import People
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog
from web.served import Served, served, until
from web.strangers_on_pages import (
    HEAD,
    heard,
    is_closed,
    memory,
    refused,
    seconds_of,
    sent,
    stranger,
    strangers,
)
from web.visiting import owner_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is asked of Linux"),
]

GROWTH = 20.0
"""MB by which a process may grow under an attack: what it does for the first time takes some."""

ELSEWHERE = tuple(f"127.0.0.{n}" for n in range(2, 8))

VISITORS = ("--unlimited", "127.0.0.1")
"""Lets all other addresses of this machine be those of visitors."""


@pytest.fixture
def url(tmp_path: Path) -> str:
    found = f"sqlite:///{tmp_path / 'club.db'}"
    database = open_database(found)
    TournamentLog(database, "cup").create(desk.create("Cup", "fide-dutch", rounds=3))
    database.close()
    return found


def owner(office: Served, url: str) -> httpx2.Client:
    """Return the owner, who has come in."""
    database = open_database(url)
    people = People(database)
    found = office.as_(people, owner_of(people))
    database.close()
    return found


def counted(office: Served) -> dict[str, int]:
    """Return how many connections were refused, by limits."""
    with office.client() as client:
        return refused(client.get("/metrics").text)


@pytest.mark.parametrize(
    ("begin", "block"),
    [(HEAD, b"a: b\r\n" * 10_000), (HEAD + b"a: ", b"b" * 60_000)],
    ids=["short headers", "one header"],
)
def test_heads_without_end_take_no_memory(url: str, begin: bytes, block: bytes) -> None:
    with served(url) as office:
        with office.client() as client:
            assert client.get("/").status_code == 200
        before = memory(office.process.pid)
        with strangers(office.address, 3) as many:
            for one in many:
                one.sendall(begin)
            for _ in range(300):  # in turn, as from three machines
                for one in many:
                    one.settimeout(5)
                    sent(one, block, 1)
            assert memory(office.process.pid) - before < GROWTH
            assert [heard(one)[:13] for one in many] == [b"HTTP/1.1 431 "] * 3
        assert sum(counted(office).values()) == 3
    assert len("".join(office.errors)) < 1000


@pytest.mark.parametrize("sources", [("127.0.0.1",), ELSEWHERE], ids=["one address", "several"])
def test_idle_connections_stop_no_page(url: str, sources: tuple[str, ...]) -> None:
    """Three hundred, where the process may have 256 descriptors."""
    with served(url, *VISITORS, descriptors=256) as office:
        arbiter = owner(office, url)
        with strangers(office.address, 300, *sources), arbiter, office.client() as visitor:
            until = time.monotonic() + 5
            while time.monotonic() < until:
                began = time.monotonic()
                assert visitor.get("/tournaments/cup").status_code == 200
                assert arbiter.get("/people").status_code == 200
                assert time.monotonic() - began < 2
            connections = next(
                float(line.split()[1])
                for line in visitor.get("/metrics").text.splitlines()
                if line.startswith("arpad_connections ")
            )
            assert 2 < connections <= 128
        assert counted(office)["connections"] >= 100
    assert len("".join(office.errors)) < 1000


def test_pages_are_reached_while_visitors_come_and_wait_for_news(url: str) -> None:
    with served(url, *VISITORS, "--head-seconds", "2", descriptors=256) as office:
        arbiter = owner(office, url)
        with strangers(office.address, 200, *ELSEWHERE) as many, arbiter:
            for one in many:
                sent(one, b"GET /tournaments/cup/live HTTP/1.1\r\nHost: x\r\n\r\n", 1)
            with strangers(office.address, 200, *ELSEWHERE):
                for _ in range(10):
                    assert arbiter.get("/tournaments/cup").status_code == 200
                    time.sleep(0.1)
            assert sum(not is_closed(one) for one in many) > 30, "who waits for news is not turned out"
    assert len("".join(office.errors)) < 1000


def test_no_descriptor_is_left_and_it_is_said_once(url: str) -> None:
    """More connections are allowed than there are descriptors: what is accepted must still heal."""
    with served(url, "--connections", "10000", "--head-seconds", "60", descriptors=256) as office:
        with office.client() as client:
            assert client.get("/").status_code == 200
        with strangers(office.address, 400):
            spent = seconds_of(office.process.pid)
            time.sleep(3)
            assert seconds_of(office.process.pid) - spent < 1
            with office.client() as client:
                assert client.get("/").status_code == 200
        assert counted(office)["descriptors"] >= 1
    said = "".join(office.errors)
    assert said.count("no descriptor is left") == 1
    assert len(said) < 2000


def test_limits_reach_the_processes_that_serve(url: str) -> None:
    options = (*VISITORS, "--workers", "2", "--keep-alive-seconds", "1", "--head-seconds", "1")
    with served(url, *options, "--body-seconds", "1", "--connections-by-address", "3") as office:
        until(lambda: len(office.workers()) == 2)
        with strangers(office.address, 12, "127.0.0.2") as many:
            assert heard(many[-1]) == b""
        with strangers(office.address, 4) as many:
            for one in many:
                one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            began = time.monotonic()
            assert [heard(one)[:13] for one in many] == [b"HTTP/1.1 200 "] * 4
            assert time.monotonic() - began < 5
        with stranger(office.address) as one:
            one.sendall(HEAD)
            assert heard(one).startswith(b"HTTP/1.1 408 ")
        found = counted(office)
        assert found["by_address"] >= 6
        assert found["head_seconds"] >= 1
