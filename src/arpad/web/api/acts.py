"""Every act of the arbiter by programs: an address for each class of :mod:`arpad.office.acts.registry`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from inspect import getdoc
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field, create_model

from arpad.office.acts.act import Act
from arpad.office.acts.fields import (
    BooleanField,
    ChoiceField,
    FieldKind,
    LineField,
    ListField,
    PairsField,
    ParticipantField,
    PointsField,
    RangeField,
    WholeNumberField,
)
from arpad.office.acts.outcome import outcome_of, preview
from arpad.office.acts.registry import ACTS
from arpad.office.club.rights import Task, require
from arpad.web.api.desk import ActAnswer, ActRequest, perform, shown_findings
from arpad.web.api.door import Caller, Director
from arpad.web.api.problems import responses
from arpad.web.api.results import Key
from arpad.web.api.tournaments import Name, tournament_shown
from arpad.web.tournaments.event import tournament_view_for

router: APIRouter = APIRouter(tags=["acts"])


class ActBody(ActRequest):
    """What an act needs, beside its own fields."""

    preview: bool = Field(
        False,
        strict=True,
        description="Whether nothing is done, and the answer says what would be done and what would be to be "
        "said of it.",
    )


class ActDone(ActAnswer):
    """What became of an act."""

    done: list[str] = Field(description="What was done, in words; of a preview, what would be done.")
    preview: bool = Field(description="Whether nothing was done.")


def annotation(kind: FieldKind) -> Any:
    """Return the type of a field in a body, for the description and the check of requests."""
    if isinstance(kind, ParticipantField):
        name = Annotated[str, Field(min_length=1, max_length=1000)]
        return Annotated[int, Field(strict=True, ge=1, le=99_999)] | name
    if isinstance(kind, WholeNumberField):
        return Annotated[int, Field(strict=True, ge=kind.low, le=kind.high)]
    if isinstance(kind, RangeField):
        bound = annotation(WholeNumberField(kind.low, kind.high))
        return Annotated[list[bound], Field(min_length=2, max_length=2)]  # type: ignore[valid-type]
    if isinstance(kind, PointsField):
        return (
            Annotated[float, Field(strict=True, gt=0, lt=1000)]
            | Annotated[str, Field(min_length=1, max_length=20)]
        )
    if isinstance(kind, ChoiceField):
        return Literal[kind.words]
    if isinstance(kind, BooleanField):
        return Annotated[bool, Field(strict=True)]
    if isinstance(kind, ListField):
        each = annotation(kind.kind)
        return Annotated[list[each], Field(min_length=kind.least, max_length=kind.most)]  # type: ignore[valid-type]
    if isinstance(kind, PairsField):
        side = annotation(ParticipantField())
        pair = Annotated[list[side], Field(min_length=2, max_length=2)]  # type: ignore[valid-type]
        return Annotated[list[pair], Field(min_length=1, max_length=kind.most)]
    assert isinstance(kind, LineField)
    return Annotated[str, Field(max_length=kind.most)]


def body_of(act: type[Act]) -> type[ActBody]:
    """Return the model of the body of an act, made from its fields."""
    defaults = act.defaults()
    fields: dict[str, Any] = {}
    for name, text in act.texts().items():
        taken = annotation(text.kind)
        if name not in defaults:
            fields[name] = (taken, Field(description=text.help))
        elif defaults[name] is None:
            fields[name] = (taken | None, Field(None, description=text.help))
        else:
            fields[name] = (taken, Field(_plain(defaults[name]), description=text.help))
    return create_model(f"{act.__name__}Body", __base__=ActBody, __doc__=getdoc(act), **fields)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, Fraction) else value


def _endpoint(act: type[Act], body: type[ActBody]) -> Callable[..., ActDone]:
    """Return the function that answers the address of an act."""

    def endpoint(caller: Caller, name: str, request: ActBody, key: str | None = None) -> ActDone:
        given = request.model_dump(exclude={"seen", "preview"})
        action = act.of({field: value for field, value in given.items() if value is not None})
        if request.preview:
            return _previewed(caller, name, action)
        digest = action.digest() if key else ""
        done, after = perform(caller, name, action.change, key=key, digest=digest, seen=request.seen)
        findings = () if done.repeated else done.after.findings
        return ActDone(
            tournament=tournament_shown(after.head),
            repeated=done.repeated,
            findings=shown_findings(findings),
            done=list(outcome_of(done.before, done.events, findings).done),
            preview=False,
        )

    endpoint.__name__ = f"act_{act.NAME.replace('-', '_')}"
    endpoint.__doc__ = getdoc(act)
    endpoint.__annotations__ = {
        "caller": Director,
        "name": Name,
        "request": body,
        "key": Key,
        "return": ActDone,
    }
    return endpoint


def _previewed(caller: Caller, name: str, act: Act) -> ActDone:
    """Return what an act would do.

    Raises:
        NotAllowed: the caller does not run the tournament.
        BadInput: the act would be refused.
    """
    view = tournament_view_for(caller.actor, caller.site.database, name)
    require(caller.actor, Task.RUN_TOURNAMENT, tournament=view.stream)
    outcome = preview(act, view.log)
    return ActDone(
        tournament=tournament_shown(view.head),
        repeated=False,
        findings=shown_findings(outcome.findings),
        done=list(outcome.done),
        preview=True,
    )


for _act in ACTS.values():
    router.post(
        f"/tournaments/{{name}}/acts/{_act.NAME}",
        summary=_act.TITLE.removesuffix("."),
        responses=responses(401, 403, 404, 409, 413, 422, 503),
    )(_endpoint(_act, body_of(_act)))
