"""The base of all acts."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from inspect import getdoc, isabstract
from typing import TYPE_CHECKING, Any, ClassVar, Self

from arpad.core import BadInput, worded
from arpad.core.wording import Worded
from arpad.office.acts.fields import FieldText, check_names

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog


class ActGroup(StrEnum):
    """What acts are about: the groups in which doors list them."""

    PLAN = "plan"
    PARTICIPANTS = "participants"
    TEAMS = "teams"
    ROUNDS = "rounds"
    RESULTS = "results"
    DECISIONS = "decisions"
    LOG = "log"


@dataclass(frozen=True)
class Act(ABC):
    """Something that the arbiter does: its fields are what has to be said for it.

    A subclass declares the fields with :func:`arpad.office.acts.fields.field`, says in the first line of its
    docstring what is done, and does it in :meth:`change`. ``NAME`` is what every door calls it: the command
    line (``arpad tournament NAME``), the API (``/api/tournaments/…/acts/NAME``), the pages
    (``/tournaments/…/acts/NAME``) and Python (``Tournament.NAME``, with an underscore for a hyphen).
    ``TITLE`` is the first line of the docstring, as pages say it in their language; the rest of the
    docstring is the help of the command and the description in OpenAPI.
    """

    NAME: ClassVar[str]
    TITLE: ClassVar[Worded]
    GROUP: ClassVar[ActGroup]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if isabstract(cls):
            return
        for declared in ("NAME", "TITLE", "GROUP"):
            if not hasattr(cls, declared):
                raise TypeError(f"the act {cls.__name__} does not declare {declared}")
        if (getdoc(cls) or "").partition("\n")[0] != cls.TITLE:
            raise TypeError(f"the docstring of {cls.__name__} does not begin with its title")

    @abstractmethod
    def change(self, log: EventLog) -> EventLog:
        """Return the log with the act done, and with what is to be said of it.

        Raises:
            BadInput: the act cannot be done; its code says why.
        """

    @classmethod
    def texts(cls) -> dict[str, FieldText]:
        """Return what each field tells, by its name: first what is taken by its place."""
        texts = {each.name: each.metadata["text"] for each in fields(cls)}
        return dict(sorted(texts.items(), key=lambda named: not named[1].positional))

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """Return the defaults of the fields that need not be given."""
        return {each.name: each.default for each in fields(cls) if each.default is not MISSING}

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Make the act from values as a program, a form or a command gives them.

        Args:
            values: by the names of the fields. None stands for a field that is not given.

        Raises:
            BadInput: a field is missing, unknown, or its value is not possible.
        """
        texts, defaults = cls.texts(), cls.defaults()
        check_names(cls.NAME, values, list(texts))
        taken: dict[str, Any] = {}
        for name, text in texts.items():
            value = values.get(name)
            if value is None and name in defaults:
                continue
            if value is None:
                raise BadInput(
                    worded("the act {act} needs the field {field}", act=cls.NAME, field=name),
                    code="act.missing-field",
                    remedy=worded("Give it: {help}", help=text.help),
                )
            taken[name] = text.kind.read(name, value)
        return cls(**taken)

    def values(self) -> dict[str, Any]:
        """Return the fields that are not at their defaults, as JSON has them."""
        defaults = self.defaults()
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            name: _plain(value)
            for name, value in given.items()
            if name not in defaults or value != defaults[name]
        }

    def digest(self) -> str:
        """Return a digest of the act, by which an honest retry is told from another act under one operation.

        It stands in the log, so it depends on the act's name and the values of its fields alone.

        Returns:
            128 bits of SHA-256, in hexadecimal digits.
        """
        text = json.dumps(
            [self.NAME, self.values()], sort_keys=True, separators=(",", ":"), ensure_ascii=True
        )
        return sha256(text.encode()).hexdigest()[:32]


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value
