"""Exceptions in the workers of a served office, while a file asks for them.

Python imports this module at its start where its folder is on PYTHONPATH, so nothing of it is in the product.
While the folder ``ARPAD_SOAK_FAULTS`` has a file ``live`` the work of the worker ``live`` raises what the file
names; while it has ``live.item``, each item of that worker does.
"""

from __future__ import annotations

import builtins
import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

FOLDER = os.environ.get("ARPAD_SOAK_FAULTS", "")
MODULE = "arpad.office.worker"


def raise_what_is_asked(name: str) -> None:
    """Raise the exception that a file names, if there is one."""
    try:
        with open(os.path.join(FOLDER, name), encoding="ascii") as file:
            kind = file.read().strip()
    except OSError:
        return
    raise getattr(builtins, kind)(f"injected into {name}")


def patch(module: ModuleType) -> None:
    """Let workers look, before they do anything, whether they are to fail."""
    worker = module.Worker
    begin, attempt = worker.__init__, worker.attempt

    def begun(self: Any, name: str, work: Callable[[], float | None], *more: Any, **options: Any) -> None:
        def faulty() -> float | None:
            raise_what_is_asked(name)
            return work()

        begin(self, name, faulty, *more, **options)

    def attempted(self: Any, item: str, action: Callable[[], Any]) -> Any:
        def faulty() -> Any:
            raise_what_is_asked(f"{self.name}.item")
            return action()

        return attempt(self, item, faulty)

    worker.__init__ = begun
    worker.attempt = attempted


class Finder(MetaPathFinder):
    """Patches the module of the workers when it is imported."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module as others find it, with a loader that patches it."""
        if name != MODULE:
            return None
        sys.meta_path.remove(self)
        found = importlib.util.find_spec(name)
        assert found is not None
        assert found.loader is not None
        load = found.loader.exec_module

        def loaded(module: ModuleType) -> None:
            load(module)
            patch(module)

        found.loader.exec_module = loaded  # type: ignore[method-assign]
        return found


if FOLDER:
    sys.meta_path.insert(0, Finder())
