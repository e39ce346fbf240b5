"""Whoever asks the office: each request is noted, and an act is sent again until it is acknowledged."""

from __future__ import annotations

import threading
from typing import Any

import httpx2

from soak.records import Recorder, Request

PATIENCE = 90.0
"""Seconds for an answer: longer than the office waits for its database."""

AGAIN = 0.25
"""Seconds after which a program sends again what was not acknowledged."""


class GivenUp(Exception):
    """The soak has ended before something was acknowledged."""


class Unexpected(Exception):
    """An answer that a fault does not explain."""


class Client:
    """A program or a browser with a connection of its own.

    Args:
        address: of the office.
        recorder: notes the requests.
        ended: is set when nothing is to be sent again any longer.
        headers: of each request.
        cookies: of each request.
    """

    def __init__(
        self,
        address: str,
        recorder: Recorder,
        ended: threading.Event,
        *,
        headers: dict[str, str] | None = None,
        cookies: dict[str, str] | None = None,
    ) -> None:
        self._made = address, headers, cookies
        self.recorder = recorder
        self.ended = ended
        self.http = httpx2.Client(base_url=address, timeout=PATIENCE, headers=headers, cookies=cookies)

    def another(self) -> Client:
        """Return the same with a connection of its own."""
        address, headers, cookies = self._made
        return Client(address, self.recorder, self.ended, headers=headers, cookies=cookies)

    def ask(self, kind: str, path: str, *, method: str = "GET", **more: Any) -> httpx2.Response | None:
        """Ask, and return the answer; None where the connection broke."""
        recorder = self.recorder
        start = recorder.now()
        status, code = 0, ""
        try:
            answer = self.http.request(method, path, **more)
            status = answer.status_code
            code = "" if status < 400 else _code(answer)
        except httpx2.TransportError as error:
            answer, code = None, type(error).__name__
        bare = path.partition("?")[0]
        recorder.requests.append(Request(kind, start, recorder.now() - start, status, code, bare))
        return answer

    def done(self, kind: str, path: str, body: Any, *, key: str = "", form: bool = False) -> Any:
        """Let something be done: sent again under its key until it is acknowledged.

        Returns:
            What was answered, as JSON; of a form nothing. None where it was done before.

        Raises:
            GivenUp: the soak ended before.
            Unexpected: the office refuses it.
        """
        headers = {"idempotency-key": key} if key and not form else {}
        if key:
            self.recorder.acknowledged.asked.append(key)
        tries = 0
        while True:
            sent: dict[str, Any] = {"data": body} if form else {"json": body}
            answer = self.ask(kind, path, method="POST", headers=headers, **sent)
            tries += 1
            if answer is not None and answer.status_code < 400:
                return None if form else answer.json()
            if answer is not None and answer.status_code == 409 and not key and tries > 1:
                return None  # what has no key is refused where it was done and the answer was lost
            if answer is not None and answer.status_code < 500 and answer.status_code != 429:
                raise Unexpected(f"POST {path} {key}: {answer.status_code} {answer.text[:300]}")
            if self.ended.wait(AGAIN):
                raise GivenUp(key)

    def close(self) -> None:
        """Close the connections."""
        self.http.close()


def _code(answer: httpx2.Response) -> str:
    try:
        found = answer.json()
    except ValueError:
        return ""
    if not isinstance(found, dict):
        return ""
    inner = found.get("error")
    return str(found.get("code") or (inner.get("code") if isinstance(inner, dict) else "") or "")
