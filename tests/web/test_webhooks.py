"""Webhooks: what happens is posted to the server of a game, signed, in order, and again until it answers."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from arpad.office.club.rights import Role, Scope
from arpad.office.store.database import Database
from arpad.office.webhooks import hooks, sending
from arpad.office.webhooks.hooks import LEASE, PAUSES, Webhooks
from arpad.office.webhooks.sending import send, signature
from arpad.web import webhook_delivery
from arpad.web.webhook_delivery import MOST_EVENTS, Deliverer
from web.programs import Program
from web.visiting import owner_of, somebody

PAGE = Path(__file__).parents[2] / "docs" / "office" / "api.md"
DOCS: dict[str, Any] = {}
for block in re.findall(r"```python\n(import base64.*?)```", PAGE.read_text(encoding="utf-8"), re.S):
    exec(block, DOCS)

RESULTS = "pools/blitz/results"


class GameServer:
    """The server of a game, which keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[dict[str, str], bytes]] = []
        self.status = 200
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.told.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(outer.status)
                self.send_header("location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *said: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/arpad?game=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def data(self) -> list[dict[str, Any]]:
        return [json.loads(body)["data"] for _, body in self.told]

    def numbers(self, of: str = "events", number: str = "seq") -> list[int]:
        return [one[number] for data in self.data for one in data[of]]


@pytest.fixture
def server() -> Iterator[GameServer]:
    found = GameServer()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def program(empty: Database) -> Program:
    """A program of the owner, whose office lets webhooks go to this machine, and tells nothing by itself."""
    found = Program(empty)
    deliverer = Deliverer(empty, inside=True)
    deliverer.close()
    object.__setattr__(found.site, "deliverer", deliverer)
    found.post("pools", {"name": "blitz", "system": "elo", "settings": {"k": 20}})
    return found


def game(first: str, second: str, score: float) -> dict[str, Any]:
    return {"first": first, "second": second, "score": score}


def until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not found():
        assert time.monotonic() < end, "nothing has come"
        time.sleep(0.02)


def test_the_signature_is_that_of_standard_webhooks() -> None:
    """The example of the libraries of Standard Webhooks, whose secret, id, moment and body are published."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    made = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_what_happens_in_a_pool_is_told_in_order_and_signed(program: Program, server: GameServer) -> None:
    made = program.post("webhooks", {"url": server.url, "pool": "blitz"})
    assert (made["pool"], made["queue"], made["seq"], made["problem"]) == ("blitz", None, 1, None)
    first = program.post(RESULTS, game("Ann", "Bo", 1), key="m1")
    program.post(RESULTS, game("Bo", "Cy", 0.5))
    program.post("pools/blitz/lists", {"name": "2026-03"})
    program.post("pools/blitz/seasons", {"name": "summer", "carry": 0})
    program.post("pools/blitz/corrections", {"corrections": [{"kind": "score", "number": 1, "score": 0}]})
    deliverer = program.site.deliverer
    assert deliverer.tell(made["id"])
    assert not deliverer.tell(made["id"]), "all was told"
    (headers, body), *rest = server.told
    assert not rest
    assert DOCS["verified"](made["secret"], headers, body), "as the documentation verifies it"
    assert not DOCS["verified"](made["secret"], headers, body + b" ")
    assert not DOCS["verified"](made["secret"], headers | {"webhook-id": "1"}, body)
    old = headers | {"webhook-timestamp": str(int(time.time()) - 3600)}
    assert not DOCS["verified"](made["secret"], old, body)
    told = json.loads(body)
    assert told["type"] == "pool.events"
    assert told["data"]["pool"] == "blitz"
    events = told["data"]["events"]
    assert [(one["seq"], one["kind"]) for one in events] == [
        (2, "games"),
        (3, "games"),
        (4, "list"),
        (5, "season"),
        (6, "score"),
    ]
    assert events[0]["games"] == first["games"], "as it was answered"
    assert (events[0]["key"], events[1]["key"], events[0]["number"]) == ("m1", "", 1)
    assert (events[4]["number"], events[4]["score"]) == (1, 0.0)
    shown = program.get(f"webhooks/{made['id']}")
    assert (shown["seq"], shown["failures"]) == (6, 0)
    assert "secret" not in shown
    assert program.get("webhooks") == [shown]


def test_what_is_not_acknowledged_is_told_again_as_it_was(program: Program, server: GameServer) -> None:
    made = program.post("webhooks", {"url": server.url, "pool": "blitz"})
    program.post(RESULTS, game("Ann", "Bo", 1))
    deliverer = program.site.deliverer
    for failures, status in ((1, 500), (2, 302), (3, 404)):
        server.status = status
        assert not deliverer.tell(made["id"])
        shown = program.get(f"webhooks/{made['id']}")
        assert (shown["failures"], shown["seq"]) == (failures, 1)
        assert str(status) in shown["problem"]
        assert not deliverer.tell(made["id"]), "it waits"
        assert program.post(f"webhooks/{made['id']}/retry", {})["next"] is None
        program.post(RESULTS, game("Ann", "Bo", 1))
    assert len(server.told) == 3
    server.status = 204
    assert deliverer.tell(made["id"])
    assert len({headers["webhook-id"] for headers, _ in server.told}) == 1
    assert server.numbers() == [2, 2, 2, 2]
    assert deliverer.tell(made["id"])
    assert server.numbers()[4:] == [3, 4, 5]
    server.server.shutdown()
    server.server.server_close()
    program.post(RESULTS, game("Ann", "Bo", 1))
    assert not deliverer.tell(made["id"])
    assert "does not answer" in program.get(f"webhooks/{made['id']}")["problem"]


def test_much_is_told_in_parts(program: Program, server: GameServer) -> None:
    made = program.post("webhooks", {"url": server.url, "pool": "blitz", "after": 0})
    for at in range(MOST_EVENTS + 10):
        program.post(RESULTS, game(f"P{at}", f"P{at + 1}", 1))
    columns = {"first": ["Ann"] * 900, "second": ["Bo"] * 900, "score": [0.5] * 900}
    for _ in range(2):
        program.post(f"{RESULTS}/columns", columns)
    while program.site.deliverer.tell(made["id"]):
        pass
    assert server.numbers() == list(range(1, MOST_EVENTS + 14))
    assert [len(data["events"]) for data in server.data] == [100, 12, 1]


def test_matches_of_a_queue_are_told(program: Program, server: GameServer) -> None:
    program.post("queues", {"name": "duel", "every": 0})
    made = program.post("webhooks", {"url": server.url, "queue": "duel"})
    for name in ("Ann", "Bo"):
        program.post("queues/duel/tickets", {"players": [{"player": name}]})
    found = program.post("queues/duel/rounds", {})["matches"]
    assert program.site.deliverer.tell(made["id"])
    assert json.loads(server.told[0][1])["type"] == "queue.matches"
    assert server.data == [{"queue": "duel", "matches": found}]
    assert not program.site.deliverer.tell(made["id"])


def test_a_process_tells_by_itself_and_only_one_does(
    empty: Database, server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Program(empty)
    program.post("pools", {"name": "blitz", "system": "elo"})
    hook = Webhooks(empty, inside=True).make(
        server.url, "pool", "blitz", user=owner_of(program.site.people).user
    )
    several = [Deliverer(empty, inside=True) for _ in range(3)]
    for one in several:
        one.begin()
    for at in range(30):
        program.post(RESULTS, game(f"P{at}", f"P{at + 1}", 1))
    until(lambda: len(server.numbers()) >= 30)
    assert server.numbers() == list(range(2, 32))
    # The game's server has it before the process has noted so.
    until(lambda: Webhooks(empty).get(hook.id).seq == 31)
    for one in several:
        one.close()
    # A process that was killed while it told has taken the webhook for some time, less than a minute.
    assert sending.LONGEST < LEASE < 60
    now = time.time()
    taken = Webhooks(empty, inside=True, clock=lambda: now)
    # One of those that were closed may still be noting that there is nothing more to tell.
    until(lambda: taken.claim(hook.id) is not None)
    program.post(RESULTS, game("Ann", "Bo", 1))
    assert taken.due() == []
    assert taken.claim(hook.id) is None
    late = Webhooks(empty, inside=True, clock=lambda: now + LEASE + 1)
    assert late.due() == [hook.id]
    # A clock that was set back by a day keeps nothing waiting.
    assert Webhooks(empty, inside=True, clock=lambda: now - 86_400).due() == [hook.id]
    # After many failures it is tried every hour.
    before = Webhooks(empty, clock=lambda: now - 86_400)
    found = before.claim(hook.id)
    assert found is not None
    before.failed(found._replace(failures=99), "no answer")
    assert Webhooks(empty, clock=lambda: now - 86_390).due() == []
    assert Webhooks(empty, clock=lambda: now - 86_400 + PAUSES[-1] + 1).due() == [hook.id]


def test_a_delivery_that_could_not_be_put_together_is_tried_again_as_soon_as_it_can_be(
    program: Program, server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What raises after a webhook was taken gives it back: it is not kept from all for the time of a delivery."""
    made = program.post("webhooks", {"url": server.url, "pool": "blitz"})
    program.post(RESULTS, game("Ann", "Bo", 1))
    deliverer = program.site.deliverer
    with monkeypatch.context() as broken:
        broken.setattr(webhook_delivery, "next_delivery", lambda database, webhook: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            deliverer.tell(made["id"])
    assert deliverer.webhooks.due() == [made["id"]]
    assert deliverer.tell(made["id"])
    assert server.numbers() == [2]


def test_an_author_who_may_no_longer_manage_pools_tells_nothing(
    program: Program, empty: Database, server: GameServer
) -> None:
    people = program.site.people
    officer = somebody(empty, Role.RATING_OFFICER, "Oda")
    own = Program(empty, [Scope.POOLS], officer)
    object.__setattr__(own.site, "deliverer", program.site.deliverer)
    made = own.post("webhooks", {"url": server.url, "pool": "blitz"})
    assert made["author"] == "Oda"
    program.post(RESULTS, game("Ann", "Bo", 1))
    webhooks = program.site.deliverer.webhooks
    assert webhooks.due() == [made["id"]]
    people.close(officer.user, by=owner_of(people))
    assert webhooks.due() == []


@pytest.mark.parametrize(
    "url",
    [
        "ftp://game.example.org/",
        "javascript:alert(1)",
        "//game.example.org/",
        "https://",
        "https://user:password@game.example.org/",
        "https://game.example.org/#there",
        "https://game.example.org:port/",
        "https://game.example.org/a b",
        "https://game.example.org\\@127.0.0.1/",
        "https://game.example.org/\r\nx: y",
        "https://[::1/",
        "https://gäme.example.org/",
        f"https://game.example.org/{'x' * 2000}",
    ],
)
def test_an_address_that_cannot_be_posted_to_is_refused(url: str, program: Program) -> None:
    told = program.post("webhooks", {"url": url, "pool": "blitz"})
    assert (told["status"], told["code"]) in ((422, "webhook.address"), (422, "request.not-valid"))
    assert program.get("webhooks") == []


INSIDE = [
    "http://127.0.0.1:8000/",
    "http://127.1.2.3/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
]


@pytest.mark.parametrize("url", INSIDE)
def test_no_webhook_goes_to_this_machine_or_its_network(url: str, empty: Database) -> None:
    program = Program(empty)
    program.post("pools", {"name": "blitz", "system": "elo"})
    told = program.post("webhooks", {"url": url, "pool": "blitz"})
    assert (told["status"], told["code"]) == (422, "webhook.inside")


@pytest.mark.parametrize("name", ["localhost", "2130706433", "0x7f.1", "127.1", "game.example.org"])
def test_a_name_that_leads_inside_is_found_at_the_delivery(
    name: str, server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what the machine's own look-up takes for 127.0.0.1, and a name whose address was changed since."""
    asked = socket.getaddrinfo
    port = server.server.server_address[1]

    def found(host: str, *rest: Any, **more: Any) -> Any:
        return asked("127.0.0.1" if host == "game.example.org" else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    hooks.check_url(f"http://{name}:{port}/")
    problem = send(f"http://{name}:{port}/", "whsec_c2VjcmV0", "1", 0, b"{}")
    assert problem is not None
    assert "inside" in problem
    assert server.told == []
    assert send(f"http://{name}:{port}/", "whsec_c2VjcmV0", "1", 0, b"{}", inside=True) is None
    assert server.told[0][0]["host"] == f"{name}:{port}"


def test_a_server_that_answers_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then keeps no thread for ever."""
    monkeypatch.setattr(sending, "LONGEST", 0.5)
    with socket.socket() as slow:
        slow.bind(("127.0.0.1", 0))
        slow.listen()

        def drip() -> None:
            held, _ = slow.accept()
            with held:
                held.sendall(b"HTTP/1.1 200 OK\r\n")
                for at in range(10_000):
                    try:
                        held.sendall(f"x{at}: y\r\n".encode())
                    except OSError:
                        return
                    time.sleep(0.2)

        threading.Thread(target=drip, daemon=True).start()
        began = time.monotonic()
        url = f"http://127.0.0.1:{slow.getsockname()[1]}/"
        problem = send(url, "whsec_c2VjcmV0", "1", 0, b"{}", inside=True)
        assert problem is not None
        assert time.monotonic() - began < 10


def test_what_is_refused(program: Program, server: GameServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for body, code in (
        ({"url": server.url}, "request.not-valid"),
        ({"url": server.url, "pool": "blitz", "queue": "duel"}, "request.not-valid"),
        ({"url": server.url, "pool": "rapid"}, "pool.unknown"),
        ({"url": server.url, "queue": "duel"}, "queue.unknown"),
    ):
        assert program.post("webhooks", body)["code"] == code, body
    assert program.get(f"webhooks/{'0' * 32}")["code"] == "webhook.unknown"
    made = program.post("webhooks", {"url": server.url, "pool": "blitz", "after": 10**9})
    assert made["seq"] == 1, "no event is left out that is to come"
    gone = program.told(program.client.delete(f"/api/webhooks/{made['id']}"))
    assert gone["id"] == made["id"]
    assert program.told(program.client.delete(f"/api/webhooks/{made['id']}"))["code"] == "webhook.unknown"
    assert not program.site.deliverer.tell(made["id"])
    monkeypatch.setattr(hooks, "MOST", 0)
    full = program.post("webhooks", {"url": server.url, "pool": "blitz"})
    assert (full["status"], full["code"]) == (409, "webhook.too-many")
