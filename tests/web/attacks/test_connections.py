"""Strangers at the socket: heads without end, connections that say nothing, and more of them than there is room for.

An office in a thread of this process has short times; :mod:`.test_floods` asks the same of ``arpad serve``.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.club.rights import Scope
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.web import limits, logs
from arpad.web.context import SESSION_COOKIE
from arpad.web.limits import (
    ConnectionLimits,
    counted_as,
    is_within,
    most_connections,
    networks,
    networks_of_proxies,
)
from arpad.web.serving import serve
from web.served import PATIENCE, until
from web.strangers_on_pages import HEAD, Office, heard, in_thread, is_closed, sent, stranger, strangers
from web.visiting import owner_of

SHORT = 0.3
"""Seconds that an office of these tests waits for what is slow."""


@pytest.fixture
def office(empty: Database) -> Iterator[Office]:
    """An office with the limits of bytes and numbers that hold by default, and short times."""
    with in_thread(empty, head_seconds=SHORT, body_seconds=SHORT, keep_alive_seconds=SHORT) as found:
        yield found


@pytest.fixture
def patient(empty: Database) -> Iterator[Office]:
    """An office with all limits that hold by default."""
    with in_thread(empty) as found:
        yield found


def serves(office: Office) -> None:
    with office.client() as client:
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    ("begin", "block", "limit"),
    [
        (HEAD, b"a: b\r\n" * 1000, "headers"),
        (HEAD + b"a: ", b"b" * 10_000, "head_bytes"),
        (HEAD, b"a" * 10_000, "head_bytes"),
        (b"GET /", b"a" * 10_000, "head_bytes"),
        (b"", b"\r\n" * 10_000, "head_bytes"),
    ],
    ids=["short headers", "one header", "one name", "address", "empty lines"],
)
def test_a_head_without_end_is_answered_with_431(
    patient: Office, begin: bytes, block: bytes, limit: str
) -> None:
    with stranger(patient.address) as one:
        one.sendall(begin)
        assert sent(one, block, 100_000_000) < 10_000_000, "it is not read to its end"
        assert heard(one).startswith(b"HTTP/1.1 431 ")
    assert patient.refused() == {limit: 1}
    serves(patient)


def test_a_head_as_large_as_may_be_is_read_and_no_larger(patient: Office) -> None:
    most = ConnectionLimits().head_bytes
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nx: "
    for size, status in ((most, b"200"), (most + 1, b"431")):
        with stranger(patient.address) as one:
            one.sendall(head + b"a" * (size - len(head) - 4) + b"\r\n\r\n")
            assert one.recv(12) == b"HTTP/1.1 " + status


def test_as_many_headers_as_may_be_and_one_more(patient: Office) -> None:
    most = ConnectionLimits().headers
    for count, status in ((most, b"200"), (most + 1, b"431")):
        with stranger(patient.address) as one:
            one.sendall(b"GET /healthz HTTP/1.1\r\n" + b"Host: x\r\n" * count + b"\r\n")
            assert one.recv(12) == b"HTTP/1.1 " + status


def test_trailers_and_what_stands_beside_chunks_are_bounded_too(patient: Office) -> None:
    head = b"POST /sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"
    for begin, block in (
        (b"0\r\n", b"a: b\r\n" * 1000),
        (b"0\r\na: ", b"b" * 10_000),
        (b"1;", b"b" * 10_000),
    ):
        with stranger(patient.address) as one:
            one.sendall(head + begin)
            assert sent(one, block, 100_000_000) < 10_000_000
            heard(one)
    assert sum(patient.refused().values()) == 3


def test_requests_that_come_before_others_are_answered_are_bounded(patient: Office) -> None:
    with stranger(patient.address) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 3000)
        answers = heard(one).count(b"HTTP/1.1 200 ")
    assert 1 < answers <= ConnectionLimits().queued + 1
    assert patient.refused() == {"queued": 1}


def test_a_slow_head_is_answered_with_408(office: Office) -> None:
    with stranger(office.address) as one:
        began = time.monotonic()
        for byte in HEAD * 100:
            if is_closed(one) or time.monotonic() - began > 5:
                break
            sent(one, bytes((byte,)), 1)
            time.sleep(0.05)
            if office.refused():
                break
        assert heard(one).startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - began < 3
    assert office.refused() == {"head_seconds": 1}


def test_who_says_nothing_is_told_nothing(office: Office) -> None:
    """A browser has connections ready: an answer would be taken for that to its next request."""
    with stranger(office.address) as one:
        assert heard(one) == b""
    assert office.refused() == {"head_seconds": 1}


def test_a_connection_ends_that_asks_nothing_more(office: Office) -> None:
    with stranger(office.address) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        began = time.monotonic()
        assert heard(one).startswith(b"HTTP/1.1 200 ")
        assert SHORT / 2 < time.monotonic() - began < 3
    assert office.refused() == {}
    until(lambda: not office.open)


def test_empty_lines_keep_no_connection(office: Office) -> None:
    with stranger(office.address) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert one.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
        began = time.monotonic()
        while not office.refused() and time.monotonic() - began < 5:
            sent(one, b"\r\n", 1)
            time.sleep(0.05)
        assert b"HTTP/1.1 408 " in heard(one)


@pytest.mark.parametrize("path", [b"/sign-in", b"/api/pools", b"/r/cup/code"])
def test_a_body_that_trickles_is_answered_with_408(
    office: Office, path: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with stranger(office.address) as one:
        one.sendall(b"POST " + path + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n")
        one.sendall(b"Content-Type: application/x-www-form-urlencoded\r\n\r\n")
        began = time.monotonic()
        while not is_closed(one) and not office.refused() and time.monotonic() - began < 5:
            sent(one, b"a", 1)
            time.sleep(0.05)
        assert office.refused() == {"body_seconds": 1}
        heard(one)
    until(lambda: not office.open)
    assert "Traceback" not in caplog.text


def test_what_a_trickle_is_answered(office: Office) -> None:
    with stranger(office.address) as one:
        one.sendall(b"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n")
        one.sendall(b"Content-Type: application/x-www-form-urlencoded\r\n\r\na")
        assert heard(one).startswith(b"HTTP/1.1 408 ")


def test_a_stream_of_results_may_take_its_time(office: Office) -> None:
    people = office.site.people
    token = people.make_token("server", [Scope.RESULTS], by=owner_of(people))
    with office.client(headers={"authorization": f"Bearer {token}"}) as client:

        def lines() -> Iterator[bytes]:
            for opponent in (b"Bo", b"Cy", b"Di"):
                time.sleep(3 * SHORT)
                yield b'{"first": "Ann", "second": "%s", "score": 1}\n' % opponent

        Pool(office.site.database, "blitz").create("elo")
        answer = client.post("/api/pools/blitz/results/stream", content=lines())
        assert answer.status_code == 200
        assert answer.text.count('"game"') == 3
    assert office.refused() == {}


def test_an_answer_that_is_not_taken_ends(office: Office) -> None:
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.settimeout(PATIENCE)
        one.connect(("127.0.0.1", office.port))
        # Of an address as long as may be the page of what is not there is long as well.
        asked = b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"
        sent(one, asked, 30 * len(asked))
        until(office.refused)
        until(lambda: not office.open)
    assert office.refused() == {"answer_seconds": 1}


def test_an_address_has_as_many_connections_as_it_may(empty: Database) -> None:
    with in_thread(empty, by_address=5, unlimited=("127.0.0.1",)) as office:
        with strangers(office.address, 12, "127.0.0.2") as many:
            until(lambda: office.refused() == {"by_address": 7})
            until(lambda: office.open == 5)
            until(lambda: sum(map(is_closed, many)) == 7)
            assert not any(map(is_closed, many[-5:])), "those that have waited longest are closed"
            with stranger(office.address, "127.0.0.3") as other:
                other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                assert other.recv(12) == b"HTTP/1.1 200"
            with strangers(office.address, 20) as proxied:
                serves(office)
                assert not any(map(is_closed, proxied))
        until(lambda: not office.open)


def test_whoever_comes_from_elsewhere_gets_in(empty: Database) -> None:
    elsewhere = [f"127.0.0.{n}" for n in range(2, 12)]
    with in_thread(empty, connections=40) as office:
        with strangers(office.address, 200, *elsewhere):
            until(lambda: office.refused().get("connections"))
            with office.client() as client:
                for _ in range(20):
                    assert client.get("/healthz").status_code == 200
                assert office.open <= 40
        until(lambda: not office.open)


def test_those_who_have_come_in_are_closed_last(empty: Database) -> None:
    with in_thread(empty, connections=10) as office:
        people = office.site.people
        cookie = f"{SESSION_COOKIE}={people.begin_session(owner_of(people))}"
        with stranger(office.address) as owner:
            owner.sendall(f"GET /people HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n".encode())
            assert owner.recv(1 << 20).startswith(b"HTTP/1.1 200 ")
            time.sleep(0.1)
            with strangers(office.address, 50, "127.0.0.2", "127.0.0.3"):
                until(lambda: office.refused().get("connections", 0) >= 40)
                owner.setblocking(False)
                with suppress(BlockingIOError):
                    while owner.recv(1 << 20):  # the rest of the page
                        pass
                assert not is_closed(owner)


def test_visitors_who_wait_for_news_leave_room(empty: Database) -> None:
    TournamentLog(empty, "cup").create(desk.create("Cup", "fide-dutch", rounds=3))
    path = "/tournaments/cup/live"
    with in_thread(empty, connections=8) as office, strangers(office.address, 4) as many:
        for one in many:
            one.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert one.recv(12) == b"HTTP/1.1 200"
        with office.client() as client:
            answer = client.get(path)  # ends: no connection is left to wait on
            assert answer.text == "retry: 15000\n\n"
            assert answer.headers["content-type"].startswith("text/event-stream")
            told = client.get(path, params={"seq": "0"}).text
            assert "event: changed\n" in told
            people = office.site.people
            client.cookies.set(SESSION_COOKIE, people.begin_session(owner_of(people)))
            with client.stream("GET", path) as stream:
                assert next(stream.iter_lines()) == "retry: 2000"
        for one in many:
            one.close()
        until(lambda: office.server.connections.may_stream(office.server.connections.peer("127.0.0.1")))


def test_half_of_an_address_may_wait_for_news(empty: Database) -> None:
    with in_thread(empty, by_address=4, unlimited=()) as office:
        table = office.server.connections
        peer, other = table.peer("192.0.2.1"), table.peer("192.0.2.2")
        table._streams["192.0.2.1"] = 2
        assert (table.may_stream(peer), table.may_stream(other)) == (False, True)


def test_the_office_ends_at_once_while_strangers_hold_on(empty: Database) -> None:
    with in_thread(empty) as office, strangers(office.address, 5) as many:
        for one in many:
            sent(one, HEAD + b"a: b\r\n" * 1000, 1)
        until(lambda: office.refused() == {"headers": 5})
        began = time.monotonic()
        office.server.should_exit = True
        until(lambda: office.server.servers[0].sockets == ())
        until(lambda: not office.open)
        assert time.monotonic() - began < 5


def test_a_form_that_breaks_off_is_no_fault_of_the_office(
    patient: Office, caplog: pytest.LogCaptureFixture
) -> None:
    with stranger(patient.address) as one:
        one.sendall(b"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n")
        one.sendall(b"Content-Type: application/x-www-form-urlencoded\r\n\r\nabc")
        until(lambda: patient.server.server_state.tasks)
        time.sleep(0.2)
    until(lambda: not patient.server.server_state.tasks)
    assert "failed" not in caplog.text


def test_a_line_that_strangers_cause_is_logged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seldom = logs.Seldom()
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    heard_lines = []
    for now in (0.0, 1.0, 59.0, 100.0, 161.0):
        for level, text in ((logging.WARNING, "a %s"), (logging.WARNING, "b"), (logging.ERROR, "c")):
            record = logging.LogRecord("x", level, "", 0, text, (str(now),) if "%" in text else (), None)
            if seldom.filter(record):
                heard_lines.append((now, text))
    assert [now for now, text in heard_lines if text == "a %s"] == [0.0, 161.0]
    assert [now for now, text in heard_lines if text == "b"] == [0.0, 161.0]
    assert len([text for _, text in heard_lines if text == "c"]) == 5


def test_connections_are_counted_while_they_last(patient: Office) -> None:
    def told() -> str:
        text = patient.site.metrics.text().decode()
        return next(line for line in text.splitlines() if line.startswith("arpad_connections "))

    assert told() == "arpad_connections 0.0"
    with strangers(patient.address, 3):
        until(lambda: told() == "arpad_connections 3.0")
    until(lambda: told() == "arpad_connections 0.0")


def test_what_an_address_is_counted_as() -> None:
    assert counted_as("192.0.2.7") == "192.0.2.7"
    assert counted_as("::ffff:192.0.2.7") == "192.0.2.7"
    assert counted_as("2001:db8:1:2:3:4:5:6") == counted_as("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert counted_as("2001:db8:1:3::9") != "2001:db8:1:2::/64"
    assert counted_as("fe80::1%eth0") == "fe80::/64"
    assert counted_as("::1") == "::1"
    assert counted_as("testclient") == "testclient"
    here = networks(("127.0.0.0/8", "::1", "192.0.2.1"))
    inside = ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "192.0.2.1"]
    assert [one for one in [*inside, "192.0.2.2", "::2", "x"] if is_within(one, here)] == inside


def test_servers_in_front_are_not_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    assert networks_of_proxies(("192.0.2.1", "10.0.0.0/8", "unix:", "proxy")) == ("192.0.2.1", "10.0.0.0/8")
    assert is_within("203.0.113.5", networks(networks_of_proxies(("*",))))
    with pytest.raises(BadInput) as caught:
        serve("sqlite:///none.db", limits=ConnectionLimits(unlimited=("chess.example.org",)))
    assert caught.value.code == "serve.not-network"


def test_connections_leave_descriptors_to_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    for descriptors, most in ((64, 32), (256, 128), (1024, 896), (1 << 20, 4000)):
        monkeypatch.setattr(resource, "getrlimit", lambda kind, soft=descriptors: (soft, soft))
        assert most_connections() == most
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (resource.RLIM_INFINITY,) * 2)
    assert most_connections() == limits.MOST_CONNECTIONS


def test_many_who_come_at_once_are_all_answered(patient: Office) -> None:
    """More than are accepted at one turn of the loop."""
    answers: list[int] = []

    def ask() -> None:
        with patient.client() as client:
            answers.append(client.get("/healthz").status_code)

    threads = [threading.Thread(target=ask) for _ in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert answers == [200] * 60
