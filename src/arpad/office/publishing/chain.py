"""Lists that go on from one another: each is verified, and then the list from which it goes on.

A list that was computed with an earlier one (``--players``) names it in its manifest, by its SHA-256. The
earlier list has a manifest of its own. So a chain is verified link by link, as far as the lists, their
manifests and their files are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arpad.core import ArpadError, BadInput
from arpad.office.publishing.verification import Compute, Verdict, Verification, verify
from arpad.record.kinds.players import pools_of_list


@dataclass(frozen=True)
class Chain:
    """What was found out about a published file and the lists before it.

    Args:
        links: of the file, of the list from which it goes on, and so forth.
        end: why the lists before the last link could not be verified, as a sentence without a full stop;
            empty where the last link goes on from no list.
    """

    links: Sequence[Verification]
    end: str = ""

    @property
    def file(self) -> Verification:
        """What was found out about the file itself."""
        return self.links[0]

    @property
    def earlier(self) -> Sequence[Verification]:
        """What was found out about the lists before it, the latest first."""
        return self.links[1:]

    def verdict(self, *, strict: bool = False) -> Verdict:
        """Return what follows for the file.

        Args:
            strict: whether it cannot be told either where an earlier list cannot be verified.
        """
        verdicts: list[Verdict] = [self.file.verdict, *(link.verdict for link in self.earlier)]
        if "differs" in verdicts:
            return "differs"
        return "unknown" if strict and (self.end or "unknown" in verdicts) else self.file.verdict

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON: the file's findings; of a chain those of the lists before it as ``earlier``."""
        facts = self.file.as_dict()
        if self.earlier or self.end:
            facts |= {"earlier": [link.as_dict() for link in self.earlier], "end": self.end}
        return facts


def verify_chain(path: str | Path, compute: Compute, folders: Iterable[str | Path] = ()) -> Chain:
    """Verify a published file, and the lists from which it goes on.

    Args:
        path: the published file.
        compute: as of :func:`arpad.office.publishing.verification.verify`.
        folders: where the files that were read are, before the folders of the lists.

    Raises:
        BadInput: the file is not a publication of arpad, or its manifest is missing or damaged.
        OSError: the file cannot be read.
    """
    folders = list(folders)
    links = [verify(path, compute, folders)]
    seen = {Path(path).resolve()}
    while (earlier := _goes_on_from(links[-1])) is not None:
        if earlier.resolve() in seen:
            return Chain(links, f"{earlier.name} goes on from itself")
        seen.add(earlier.resolve())
        try:
            links.append(verify(earlier, compute, folders))
        except (BadInput, OSError) as error:
            reason = error.problem if isinstance(error, BadInput) else error.strerror or str(error)
            return Chain(links, f"{earlier.name} cannot be verified: {reason}")
    lacking = " and ".join(links[-1].lacking)
    return Chain(links, f"{lacking} cannot be followed" if lacking else "")


def _goes_on_from(verification: Verification) -> Path | None:
    """Return the list from which a list goes on; None where there is none."""
    for file in verification.players:
        try:
            if pools_of_list(file) is not None:
                return file
        except ArpadError:
            continue
    return None
