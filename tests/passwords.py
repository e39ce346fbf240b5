"""Passwords that cost no time: what keeps strangers from guessing them would be half of the time of these tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from argon2 import PasswordHasher

from arpad.office.club import people

QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""A hasher that is quick, for tests."""


@contextmanager
def quick_passwords() -> Iterator[None]:
    """Hash passwords quickly for a while, in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "_hasher", lambda: QUICK)
        people._nobodys.cache_clear()
        yield
    people._nobodys.cache_clear()
