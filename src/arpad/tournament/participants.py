"""Who is meant by a number, a name or the beginning of a name."""

from __future__ import annotations

from unicodedata import normalize

from arpad.core import BadInput
from arpad.tournament.model import Tournament


def number_of(tournament: Tournament, participant: str | int) -> int:
    """Return a participant's number from the number or the name, or from how the name begins.

    Raises:
        BadInput: no participant is named so (``participant.unknown``), or several are
            (``participant.ambiguous``).
    """
    text = normalize("NFC", str(participant))
    if text.isdecimal() and int(text) in tournament.by_number:
        return int(text)
    names = {
        number: normalize("NFC", entrant.name).casefold() for number, entrant in tournament.by_number.items()
    }
    wanted = text.casefold().strip()
    numbers = [number for number, name in names.items() if name == wanted]
    numbers = numbers or [number for number, name in names.items() if wanted and name.startswith(wanted)]
    if len(numbers) == 1:
        return numbers[0]
    if not numbers:
        raise BadInput(
            f"no participant is named {text!r}",
            code="participant.unknown",
            remedy="Give a number or a name of the tournament.",
        )
    raise BadInput(
        f"{text!r} fits several participants",
        remedy=f"Give one of the numbers {', '.join(map(str, numbers))}.",
        code="participant.ambiguous",
    )
