"""The schema of a kind of table: which roles its columns can have, and by which titles each is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arpad.core import BadInput
from arpad.record.tables.column_names import normal
from arpad.record.tables.titles import Titles


def _never(key: str) -> bool:
    return False


@dataclass(frozen=True)
class Schema:
    """The columns of a kind of table.

    Args:
        roles: role -> the titles of its column, the most telling first; the first that is there is taken.
        needed: groups of roles; of each group one has to be there.
        remedy: what an error about a missing role says to do; None for the first titles of the group.
    """

    roles: Mapping[str, tuple[str, ...]]
    needed: tuple[tuple[str, ...], ...] = ()
    remedy: Callable[[tuple[str, ...]], str] | None = None

    def role_of(self, key: str) -> str | None:
        """Return the role that a caller means by its name or by one of its titles; None for no role."""
        word = normal(key)
        return next((role for role, names in self.roles.items() if word in {role, *map(normal, names)}), None)

    def match(
        self,
        titles: Titles,
        columns: Mapping[str, str] | None = None,
        *,
        also: Callable[[str], bool] = _never,
        known: str = "",
    ) -> dict[str, int]:
        """Return role -> index of its column, as far as the table has them; no column has two roles.

        Args:
            titles: of the table.
            columns: choices that go before the titles: role, or a title of it -> name of the column; an empty
                name leaves the role out.
            also: tells of a key of ``columns`` whether it is a choice of something else than a role.
            known: the keys that an error names besides the roles.

        Raises:
            BadInput: a role or a column is unknown.
        """
        wanted = dict(self.roles)
        for key, name in (columns or {}).items():
            role = self.role_of(key)
            if role is None and not also(key):
                remedy = f"Known are {', '.join(self.roles)}{known}."
                raise BadInput(f"{key!r} is not the name of a column", remedy=remedy)
            if name.strip() and name not in titles:
                raise titles.error(f"there is no column {name!r}", f"The columns are {titles.listed}.")
            if role is not None:
                wanted[role] = (name,) if name.strip() else ()
        roles: dict[str, int] = {}
        for role, names in wanted.items():
            at = titles.first_of(names)
            if at is not None and at not in roles.values():
                roles[role] = at
        return roles

    def check(self, titles: Titles, roles: Mapping[str, int]) -> None:
        """Refuse a table that lacks a role that its kind needs.

        Raises:
            BadInput: it lacks one.
        """
        for group in self.needed:
            if not any(role in roles for role in group):
                remedy = (
                    f"Expected {', '.join(name for role in group for name in self.roles[role][:3])}."
                    if self.remedy is None
                    else self.remedy(group)
                )
                raise titles.missing(" or the ".join(group), remedy)
