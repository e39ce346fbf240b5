"""Webhooks: the server of a game is told what happens in a pool or a queue, signed and in order."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Self

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field, model_validator

from arpad.office.webhooks.hooks import LONGEST_URL, POOL, QUEUE, Webhook
from arpad.web.api.door import Officer
from arpad.web.api.problems import responses
from arpad.web.api.requests import NAMED, RequestBody

router = APIRouter(tags=["webhooks"])

WebhookId = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="The id of the webhook.")]
About = Annotated[str, Field(pattern=NAMED, description="The name of what is followed.")]


class NewWebhook(RequestBody):
    """A webhook of a pool or of a queue: one of both is named."""

    url: str = Field(
        min_length=1,
        max_length=LONGEST_URL,
        description="To which is posted, by https or http.",
        examples=["https://game.example.org/arpad"],
    )
    pool: About | None = Field(None, description="The pool whose events are told.", examples=["blitz"])
    queue: About | None = Field(None, description="The queue whose matches are told.")
    after: int | None = Field(
        None,
        strict=True,
        ge=0,
        le=10**15,
        description="The last event or match that the server knows; the last one there is if it is not said.",
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.pool is None) == (self.queue is None):
            raise ValueError("name a pool or a queue, and not both")
        return self


class WebhookShown(BaseModel):
    """A webhook."""

    id: str
    url: str
    pool: str | None = Field(description="Whose events are told.")
    queue: str | None = Field(description="Whose matches are told.")
    author: str = Field(description="Who made it; who may no longer manage pools tells nothing.")
    seq: int = Field(description="The last event of the pool, or match of the queue, that was acknowledged.")
    failures: int = Field(description="How often in a row a delivery failed.")
    next: datetime | None = Field(description="Not before that moment it is tried again; null for now.")
    problem: str | None = Field(description="What was wrong with the last delivery.")


class WebhookMade(WebhookShown):
    """A webhook that was made, with its secret, which is told this once."""

    secret: str = Field(description="Signs what is posted, as Standard Webhooks has it.")


@router.post("/webhooks", status_code=201, responses=responses(401, 403, 404, 409, 413, 422, 503))
def make_webhook(caller: Officer, new: NewWebhook) -> WebhookMade:
    """Let a server be told what happens from now on."""
    deliverer = caller.site.deliverer
    kind, name = (POOL, new.pool) if new.pool is not None else (QUEUE, new.queue or "")
    webhook = deliverer.webhooks.make(new.url, kind, name, user=caller.actor.user, after=new.after)
    deliverer.begin()
    return WebhookMade(secret=webhook.secret, **_shown(webhook).model_dump())


@router.get("/webhooks", responses=responses(401, 403, 422, 503))
def list_webhooks(caller: Officer) -> list[WebhookShown]:
    """Return all webhooks."""
    return list(map(_shown, caller.site.deliverer.webhooks.all()))


@router.get("/webhooks/{webhook}", responses=responses(401, 403, 404, 422, 503))
def read_webhook(caller: Officer, webhook: WebhookId) -> WebhookShown:
    """Return a webhook, and how far its server was told."""
    return _shown(caller.site.deliverer.webhooks.get(webhook))


@router.post("/webhooks/{webhook}/retry", responses=responses(401, 403, 404, 413, 422, 503))
def retry_webhook(caller: Officer, webhook: WebhookId) -> WebhookShown:
    """Try a delivery that failed again now."""
    subscription = caller.site.deliverer.webhooks.retry(webhook)
    caller.site.deliverer.begin()
    return _shown(subscription)


@router.delete("/webhooks/{webhook}", responses=responses(401, 403, 404, 413, 422, 503))
def delete_webhook(caller: Officer, webhook: WebhookId) -> WebhookShown:
    """Tell a server nothing more."""
    return _shown(caller.site.deliverer.webhooks.delete(webhook))


def _shown(webhook: Webhook) -> WebhookShown:
    return WebhookShown(
        id=webhook.id,
        url=webhook.url,
        pool=webhook.name if webhook.kind == POOL else None,
        queue=webhook.name if webhook.kind == QUEUE else None,
        author=webhook.author,
        seq=webhook.seq,
        failures=webhook.failures,
        next=datetime.fromtimestamp(webhook.next, UTC) if webhook.next else None,
        problem=webhook.problem or None,
    )
