"""How many requests a program may send: the buckets by themselves, and what the API answers."""

from __future__ import annotations

import json
import re
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from arpad.cli.serve_command import command
from arpad.core import BadInput
from arpad.office.club.people import People
from arpad.office.club.rights import Scope
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from arpad.web.api import quick
from arpad.web.application import application
from arpad.web.limits import RateLimit, RateLimits
from arpad.web.live import Watch
from arpad.web.process import Settings
from arpad.web.security import tokens
from arpad.web.security.rate_limits import Buckets, RateLimiter, address_key, token_key
from arpad.web.site import Site
from web.served import served
from web.visiting import owner_of

HERE = "127.0.0.1"
ELSEWHERE = "203.0.113.9"
FURTHER = "203.0.113.10"


class Clock:
    """A clock that stands until it is set forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


# The bucket


def taken(buckets: Buckets, key: bytes, now: float, tries: int) -> int:
    """How many of some requests a bucket gives at a moment."""
    given = 0
    for _ in range(tries):
        if not buckets.wait(key, now):
            buckets.charge(key, now)
            given += 1
    return given


def test_a_bucket_gives_its_burst_and_then_by_its_rate() -> None:
    buckets = Buckets(RateLimit("token", 2, 5))
    assert taken(buckets, b"a", 0, 20) == 5
    assert buckets.wait(b"a", 0) == pytest.approx(0.5)
    assert taken(buckets, b"a", 0.49, 20) == 0
    assert taken(buckets, b"a", 0.5, 20) == 1
    assert taken(buckets, b"a", 1.75, 20) == 2  # at 0.5 none was left; 1.25 s bring two and a half
    assert taken(buckets, b"a", 2.0, 20) == 1
    assert taken(buckets, b"a", 1000.0, 20) == 5  # no more than its burst, however long the pause


def test_what_is_refused_takes_nothing() -> None:
    buckets = Buckets(RateLimit("token", 1, 1))
    assert taken(buckets, b"a", 0, 1) == 1
    assert taken(buckets, b"a", 0.9, 1000) == 0
    assert taken(buckets, b"a", 1, 1000) == 1


def test_what_a_bucket_tells() -> None:
    """draft-ietf-httpapi-ratelimit-headers: the remaining quota, and the seconds until additional quota."""
    limit = RateLimit("token", 50, 200)
    assert limit.policy == '"token";q=200;w=4'
    assert RateLimit("address", 0.3, 1).policy == '"address";q=1;w=4'
    buckets = Buckets(limit)
    assert buckets.service_limit(b"a", 0) == '"token";r=200;t=0'
    buckets.charge(b"a", 0)
    assert buckets.service_limit(b"a", 0) == '"token";r=199;t=1'
    assert buckets.service_limit(b"a", 0.02) == '"token";r=200;t=0'
    slow = Buckets(RateLimit("token", 0.1, 2))
    assert taken(slow, b"a", 0, 9) == 2
    assert slow.service_limit(b"a", 0) == '"token";r=0;t=10'
    assert slow.service_limit(b"a", 3.5) == '"token";r=0;t=7'
    assert slow.service_limit(b"a", 12) == '"token";r=1;t=8'


@given(
    st.floats(0.01, 1000),
    st.integers(1, 50),
    st.lists(st.floats(0, 10) | st.just(0.0), min_size=1, max_size=80),
)
def test_a_bucket_is_a_token_bucket(rate: float, burst: int, pauses: list[float]) -> None:
    """The same as the plain one, which has a level: it is filled by the rate up to the burst."""
    buckets = Buckets(RateLimit("token", rate, burst))
    now, level = 0.0, float(burst)
    for pause in pauses:
        now += pause
        level = min(level + pause * rate, burst)
        if abs(level - 1) < 1e-4 * rate:  # neither is exact to the last bit
            return
        wait = buckets.wait(b"a", now)
        assert (wait == 0) == (level >= 1)
        if wait:
            assert wait == pytest.approx((1 - level) / rate, abs=1e-6)
        else:
            buckets.charge(b"a", now)
            level -= 1


@given(st.floats(0.01, 100_000), st.integers(1, 1000), st.floats(0, 1e7))
def test_who_has_waited_as_long_as_was_said_is_let_in(rate: float, burst: int, start: float) -> None:
    buckets = Buckets(RateLimit("token", rate, burst))
    for _ in range(burst + 3):
        wait = buckets.wait(b"a", start)
        told = buckets.service_limit(b"a", start)
        assert told.startswith('"token";r=0;') == (wait > 0)
        if wait:  # the field Retry-After names no earlier moment than the parameter t
            assert told == f'"token";r=0;t={ceil(wait - 1e-6)}'
        start += wait
        assert buckets.wait(b"a", start) == 0
        assert not buckets.service_limit(b"a", start).startswith('"token";r=0;')
        buckets.charge(b"a", start)


def test_the_number_of_buckets_is_bounded() -> None:
    buckets = Buckets(RateLimit("token", 0.01, 2), most=100)
    buckets.charge(b"often", 0)
    for number in range(99):
        buckets.charge(b"%d" % number, 0)
    buckets.charge(b"often", 0)
    for number in range(99, 150):
        buckets.charge(b"%d" % number, 0)
    assert len(buckets) == 100
    assert buckets.wait(b"often", 0) > 0  # the one used longest ago is forgotten, not the one made first
    assert buckets.service_limit(b"0", 0) == '"token";r=2;t=0'
    assert buckets.service_limit(b"149", 0) == '"token";r=1;t=100'


@pytest.mark.parametrize(
    ("rate", "burst"),
    [(-1, 1), (0.001, 1), (1e9, 1), (float("nan"), 1), (float("inf"), 1), (1, 0), (1, 10**10)],
)
def test_what_is_no_limit(rate: float, burst: int) -> None:
    with pytest.raises(BadInput) as caught:
        RateLimit("token", rate, burst)
    assert caught.value.code == "serve.not-limit"


# Whose bucket it is

TOKEN = f"arpad_token_{'0' * 16}.{'x' * 43}"


def test_what_looks_like_a_token() -> None:
    assert token_key(f"Bearer {TOKEN}") == token_key(f"bearer {TOKEN}")
    assert token_key(f"Bearer {TOKEN[:-1]}y") not in (None, token_key(f"Bearer {TOKEN}"))
    for other in (
        "",
        TOKEN,
        f"Basic {TOKEN}",
        "Bearer arpad_token_1.2",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN} ",
    ):
        assert token_key(other) is None


def test_a_token_that_people_make_looks_like_one(empty: Database) -> None:
    people = People(empty)
    made = people.make_token("game", [Scope.READ], by=owner_of(people))
    key = token_key(f"Bearer {made}")
    assert key is not None
    assert made.encode() not in key  # a digest: no secret is kept


@pytest.mark.parametrize("host", [None, HERE, "127.9.9.9", "::1", "::ffff:127.0.0.1", "localhost"])
def test_this_machine(host: str | None) -> None:
    assert address_key(host) is None


def test_addresses_that_share_a_bucket() -> None:
    assert address_key("203.0.113.9") == address_key("::ffff:203.0.113.9") != address_key("203.0.113.10")
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:1") != address_key("2001:db8:0:1::1")
    assert address_key("fe80::1%eth0") == address_key("fe80::2")
    assert address_key("proxy") != address_key("other")
    assert len(address_key("x" * 10_000) or b"") < 100


# The limiter


def limiter(clock: Clock, **more: Any) -> RateLimiter:
    limits = RateLimits(RateLimit("token", 1, 3), RateLimit("address", 1, 5), **more)
    return RateLimiter(limits, clock, 100)


def test_a_token_is_charged_to_its_address_too() -> None:
    both = limiter(Clock())
    for _ in range(3):
        decision = both.decide(ELSEWHERE, f"Bearer {TOKEN}")
        assert decision is not None
        assert not decision.exceeded
    decision = both.decide(ELSEWHERE, "")
    assert decision is not None
    assert decision.service_limits == '"address";r=1;t=1'  # 5 − 3 − 1


def test_tokens_that_are_made_up_are_paid_for_by_their_address() -> None:
    both = limiter(Clock())
    answered = 0
    for number in range(1000):
        decision = both.decide(ELSEWHERE, f"Bearer arpad_token_{number:016x}.{'x' * 43}")
        assert decision is not None
        answered += not decision.exceeded
    assert answered == 5
    assert both.tokens is not None
    assert len(both.tokens) == 5  # what is refused makes no bucket


def test_a_token_beyond_its_limit_leaves_the_address_to_others() -> None:
    both = limiter(Clock())
    for _ in range(100):
        both.decide(ELSEWHERE, f"Bearer {TOKEN}")
    decision = both.decide(ELSEWHERE, "")
    assert decision is not None
    assert not decision.exceeded


def test_the_limiter_keeps_no_more_buckets_than_it_may() -> None:
    both = limiter(Clock())
    for number in range(1000):
        both.decide(f"198.51.{number // 250}.{number % 250}", f"Bearer arpad_token_{number:016x}.{'x' * 43}")
    assert both.tokens is not None
    assert both.addresses is not None
    assert len(both.tokens) == len(both.addresses) == 100


def test_one_limit_without_the_other() -> None:
    only = RateLimiter(RateLimits(token=RateLimit("token", 1, 1)), Clock())
    assert only.decide(ELSEWHERE, "") is None
    assert only.decide(ELSEWHERE, f"Bearer {TOKEN}") is not None
    assert RateLimiter().decide(ELSEWHERE, f"Bearer {TOKEN}") is None


# The API


class Office:
    """An office with a pool, and programs at any address."""

    def __init__(self, database: Database, **limits: Any) -> None:
        self.clock = Clock()
        known = {"token": RateLimit("token", 0.5, 3), "address": RateLimit("address", 2, 5), **limits}
        self.site = Site(database, Watch(database), rate_limiter=RateLimiter(RateLimits(**known), self.clock))
        self.site.deliverer.close()
        self.application = application(self.site)
        owner = owner_of(self.site.people)
        self.tokens = [
            self.site.people.make_token(f"program {number}", list(Scope), by=owner) for number in range(2)
        ]
        made = self.at(HERE, self.tokens[0]).post("/api/pools", json={"name": "blitz", "system": "elo"})
        assert made.status_code == 201

    def at(self, host: str, token: str = "") -> TestClient:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return TestClient(self.application, headers=headers, client=(host, 5000))


@pytest.fixture
def office(empty: Database) -> Office:
    return Office(empty)


def refused(answer: Response) -> Any:
    """The problem of an answer to too many requests."""
    assert answer.status_code == 429
    assert answer.headers["content-type"] == "application/problem+json"
    found = answer.json()
    assert (found["status"], found["code"]) == (429, "api.too-many-requests")
    assert found["title"] == "Too Many Requests"
    assert f"Wait {answer.headers['retry-after']} s" in found["remedy"]
    return found


def test_a_token_is_limited_and_restored(office: Office) -> None:
    program = office.at(ELSEWHERE, office.tokens[0])
    for left in (2, 1, 0):
        answer = program.get("/api/pools")
        assert answer.status_code == 200
        assert answer.headers["ratelimit-policy"] == '"token";q=3;w=6, "address";q=5;w=3'
        assert answer.headers["ratelimit"] == f'"token";r={left};t=2, "address";r={left + 2};t=1'
        assert "retry-after" not in answer.headers
    answer = program.get("/api/pools")
    assert "from one token 0.5 a second, after 3 at once" in refused(answer)["detail"]
    assert "address" not in refused(answer)["detail"]
    assert answer.headers["retry-after"] == "2"
    assert answer.headers["ratelimit-policy"] == '"token";q=3;w=6, "address";q=5;w=3'
    assert answer.headers["ratelimit"] == '"token";r=0;t=2, "address";r=2;t=1'
    assert answer.headers["x-content-type-options"] == "nosniff"
    office.clock.now += 0.5
    assert program.get("/api/pools").headers["retry-after"] == "2"  # 1.5 s, rounded up
    office.clock.now += 1.5
    assert program.get("/api/pools").status_code == 200
    refused(program.get("/api/pools"))
    office.clock.now += 3600
    assert [program.get("/api/pools").status_code for _ in range(4)] == [200, 200, 200, 429]


def test_two_tokens_share_nothing(office: Office) -> None:
    for host, token in ((ELSEWHERE, office.tokens[0]), (FURTHER, office.tokens[1])):
        program = office.at(host, token)
        assert [program.get("/api/pools").status_code for _ in range(4)] == [200, 200, 200, 429]
    # A token is the same one from wherever it comes.
    refused(office.at("198.51.100.1", office.tokens[0]).get("/api/pools"))


def test_an_address_is_limited_whatever_it_shows(office: Office) -> None:
    stranger = office.at(ELSEWHERE)
    for left in (4, 3):
        answer = stranger.get("/api/pools")
        assert answer.headers["ratelimit-policy"] == '"address";q=5;w=3'
        assert answer.headers["ratelimit"] == f'"address";r={left};t=1'
    for number in range(3):
        made_up = f"arpad_token_{number:016x}.{'x' * 43}"
        assert office.at(ELSEWHERE, made_up).get("/api/pools").status_code == 401
    answer = office.at(ELSEWHERE, f"arpad_token_{9:016x}.{'x' * 43}").get("/api/pools")
    assert "from one address 2 a second, after 5 at once" in refused(answer)["detail"]
    assert answer.headers["retry-after"] == "1"
    assert answer.headers["ratelimit"] == '"token";r=3;t=0, "address";r=0;t=1'
    refused(stranger.get("/api/pools"))
    assert office.at(FURTHER).get("/api/pools").status_code == 200


def test_everything_below_the_api_is_limited_and_no_page(office: Office) -> None:
    stranger = office.at(ELSEWHERE)
    for path in ("pools", "openapi.json", "nothing/at/all", "pools/none", "pools/blitz"):
        assert "ratelimit" in stranger.get(f"/api/{path}").headers
    refused(stranger.get("/api/openapi.json"))
    refused(stranger.get("/api/nothing/at/all"))
    refused(stranger.post("/api/pools", content=b"x" * 100_000))
    for path in ("/", "/lists", "/healthz", "/lists/blitz"):
        answer = stranger.get(path)
        assert answer.status_code == 200
        assert "ratelimit" not in answer.headers


def test_a_result_that_is_posted_the_quick_way_is_limited_too(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways = []
    usual = quick.Quick._usual

    def noted(self: quick.Quick, scope: Any) -> Any:
        ways.append(usual(self, scope))
        return ways[-1]

    monkeypatch.setattr(quick.Quick, "_usual", noted)
    monkeypatch.setattr(tokens, "HOLDS", 60.0)  # however slow the machine is
    program = office.at(ELSEWHERE, office.tokens[0])
    assert program.get("/api/pools").status_code == 200  # so that the token is known
    ways.clear()
    game = {"first": "Ann", "second": "Bo", "score": 1}
    answer = program.post("/api/pools/blitz/results", json=game)
    assert answer.status_code == 200
    assert answer.headers["ratelimit"] == '"token";r=1;t=2, "address";r=3;t=1'
    assert program.post("/api/pools/blitz/results", json=game).status_code == 200
    refused(program.post("/api/pools/blitz/results", json=game))
    assert [way is not None for way in ways] == [True, True]
    assert office.at(HERE).get("/api/pools/blitz").json()["games"] == 2


def test_this_machine_is_not_limited_unless_it_is_asked_for(empty: Database) -> None:
    office = Office(empty)
    for host in (HERE, "::1"):
        program = office.at(host, office.tokens[0])
        answers = [program.get("/api/pools") for _ in range(20)]
        assert {answer.status_code for answer in answers} == {200}
        assert not any("ratelimit" in answer.headers for answer in answers)


def test_this_machine_where_it_is_limited(empty: Database) -> None:
    office = Office(empty, loopback=True)  # the office was set up by one request
    program = office.at("::1", office.tokens[0])
    assert [program.get("/api/pools").status_code for _ in range(3)] == [200, 200, 429]
    stranger = office.at(HERE)
    assert [stranger.get("/api/pools").status_code for _ in range(3)] == [200, 200, 429]


def test_no_limits_unless_they_are_set(empty: Database) -> None:
    office = Office(empty, token=None, address=None)
    program = office.at(ELSEWHERE, office.tokens[0])
    answers = [program.get("/api/pools") for _ in range(20)]
    assert {answer.status_code for answer in answers} == {200}
    assert not any("ratelimit" in answer.headers for answer in answers)


def test_refusals_are_counted_by_their_limit(office: Office) -> None:
    def counts() -> list[tuple[str, str]]:
        text = office.at(HERE).get("/metrics").text
        return sorted(re.findall(r'^arpad_rate_limited_total\{limit="(\w+)"\} ([\d.]+)$', text, re.M))

    assert counts() == [("address", "0.0"), ("token", "0.0")]
    program, stranger = office.at(ELSEWHERE, office.tokens[0]), office.at(FURTHER)
    for _ in range(5):
        program.get("/api/pools")
    for _ in range(8):
        stranger.get("/api/pools")
    assert counts() == [("address", "3.0"), ("token", "2.0")]


def test_the_description_has_the_answer_to_too_many_requests(office: Office) -> None:
    description = office.at(HERE).get("/api/openapi.json").json()
    names = ["Retry-After", "RateLimit-Policy", "RateLimit"]
    assert list(description["components"]["headers"]) == names
    assert description["components"]["headers"]["Retry-After"]["schema"]["type"] == "integer"
    for path, acts in description["paths"].items():
        for act in acts.values():
            answer = act["responses"]["429"]
            assert answer["description"] == "Too Many Requests", path
            assert list(answer["content"]) == ["application/problem+json"]
            assert answer["headers"] == {name: {"$ref": f"#/components/headers/{name}"} for name in names}
            assert list(act["responses"]) == sorted(act["responses"])


PAGE = Path(__file__).parents[2] / "docs" / "office" / "api.md"


def test_the_page_of_the_api_tells_what_is_answered(empty: Database) -> None:
    limits = RateLimits.usual()
    token, address = limits.token, limits.address
    assert token is not None
    office = Office(empty, token=token, address=address)
    program = office.at(ELSEWHERE, office.tokens[0])
    said = PAGE.read_text(encoding="utf-8").partition("\n## Limits\n")[2]
    first, refusal = re.findall(r"```\n(.*?)```", said, re.S)[:2]

    def headers(answer: Response, *names: str) -> list[str]:
        return [f"{name}: {answer.headers[name]}" for name in names]

    assert first.splitlines() == headers(program.get("/api/pools"), "RateLimit-Policy", "RateLimit")
    for _ in range(token.burst - 1):
        assert program.get("/api/pools").status_code == 200
    answer = program.get("/api/pools")
    head, _, body = refusal.partition("\n\n")
    assert head.splitlines() == [
        "HTTP/1.1 429 Too Many Requests",
        *headers(answer, "Retry-After", "RateLimit-Policy", "RateLimit", "Content-Type"),
    ]
    assert json.loads(body) == answer.json()


# arpad serve


def test_the_defaults_of_the_command_are_the_usual_ones() -> None:
    options = {one.name: one.default for one in command.params}
    rates: list[Any] = [
        options[name] for name in ("api_rate", "api_burst", "api_address_rate", "api_address_burst")
    ]
    assert RateLimits.usual(*rates) == RateLimits.usual()
    assert RateLimits.usual().loopback is False


@pytest.mark.parametrize("limits", [{"rate": 1e9}, {"address_burst": 0}, {"rate": float("nan")}])
def test_a_limit_that_is_none_is_not_served(limits: Any) -> None:
    with pytest.raises(BadInput) as caught:
        RateLimits.usual(**limits)
    assert caught.value.code == "serve.not-limit"


@pytest.fixture
def url(tmp_path: Path) -> str:
    found = f"sqlite:///{tmp_path / 'club.db'}"
    open_database(found).close()
    return found


def test_settings_have_no_limits_of_their_own() -> None:
    assert Settings("sqlite:///club.db").rate_limits == RateLimits()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_the_options_reach_the_processes_that_serve(url: str, workers: int) -> None:
    options = ["--workers", str(workers), "--api-address-rate", "0.01", "--api-address-burst", "3"]
    with served(url, *options, "--limit-loopback") as office:
        statuses = []
        for _ in range(4 * workers):  # each process counts by itself
            with office.client() as client:
                answer = client.get("/api/pools")
            assert answer.headers["ratelimit-policy"] == '"address";q=3;w=300'
            statuses.append(answer.status_code)
            if answer.status_code == 429:
                break
        assert statuses[-1] == 429
        assert 3 <= statuses.count(200) <= 3 * workers
        assert 99 <= int(answer.headers["retry-after"]) <= 100


@pytest.mark.slow
def test_addresses_of_others_are_limited_by_default(url: str) -> None:
    with served(url) as office, office.client() as client:
        assert "ratelimit" not in client.get("/api/pools").headers
        answer = client.get("/api/pools", headers={"x-forwarded-for": ELSEWHERE})
        assert answer.headers["ratelimit-policy"] == '"address";q=400;w=4'
        assert answer.headers["ratelimit"] == '"address";r=399;t=1'
        told = {"x-forwarded-for": ELSEWHERE, "authorization": f"Bearer {TOKEN}"}
        answer = client.get("/api/pools", headers=told)
        assert answer.headers["ratelimit-policy"].startswith('"token";q=200;w=4, ')
