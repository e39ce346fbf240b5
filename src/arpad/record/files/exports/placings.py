"""Results of contests of many: races of Ergast and Jolpica, tournaments of lichess.

Forms:

- *Ergast* and its successor *Jolpica* (https://api.jolpi.ca/ergast/f1/2023/9/results.json):
  ``MRData.RaceTable.Races``, each with ``Results`` (or ``SprintResults``, ``QualifyingResults``) of a
  ``position`` and a ``Driver``.
- *Jolpica's later interface* (``/f1/alpha/…/results``): ``data.results`` with ``position`` and ``driver``.
- *lichess* (https://lichess.org/api, *Get results of a Swiss tournament*, *of an Arena*): NDJSON, a player a
  line with ``rank`` and ``username``.

Decisions: a race is an event of the name of the Grand Prix; Ergast gives a place to every starter. A driver
without a place counts with the byes. A tournament of lichess is one contest, called after the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from arpad.core.wording import counted
from arpad.record.files.exports.export import Cell, Export, ExportRow, json_of, numbered

LISTS = {"Results": "", "SprintResults": " sprint", "QualifyingResults": " qualifying"}
"""The lists of a race, and what their contest is called after the race."""


def read_races(text: bytes, file: str) -> Export | None:
    """Return the placings of races; None where there are none.

    Args:
        text: in UTF-8.
        file: its name.
    """
    value = json_of(text)
    if not isinstance(value, dict):
        return None
    rows = _of_ergast(value) or _of_jolpica(value)
    if not rows:
        return None
    races = len({(row["event"], row["contest"]) for row in rows})
    what = f"results of {counted(races, 'race')}, {counted(len(rows), 'entry', 'entries')}"
    return Export(what, numbered(rows), "entry")


def _at(value: Any, *keys: str) -> Any:
    """Return what stands under keys within each other; None where one is not there."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _of_ergast(value: Mapping[str, Any]) -> list[dict[str, Cell]]:
    rows: list[dict[str, Cell]] = []
    for race in _at(value, "MRData", "RaceTable", "Races") or ():
        for key, called in LISTS.items():
            for entry in _at(race, key) or ():
                driver = (
                    f"{_at(entry, 'Driver', 'givenName') or ''} {_at(entry, 'Driver', 'familyName') or ''}"
                )
                place = _at(entry, "position")
                rows.append(
                    {
                        "event": f"{_at(race, 'raceName') or ''}{called}",
                        "contest": f"{_at(race, 'season') or ''}/{_at(race, 'round') or ''}",
                        "date": _at(race, "date"),
                        "player": driver.strip() if place else None,
                        "driver_id": _at(entry, "Driver", "driverId"),
                        "place": place,
                    }
                )
    return rows


def _of_jolpica(value: Mapping[str, Any]) -> list[dict[str, Cell]]:
    data = value.get("data")
    rows: list[dict[str, Cell]] = []
    for entry in _at(data, "results") or ():
        name = (
            f"{_at(entry, 'driver', 'given_name') or ''} {_at(entry, 'driver', 'family_name') or ''}".strip()
        )
        place = _at(entry, "position")
        if name:
            rows.append(
                {
                    "event": str(_at(data, "round", "name") or _at(data, "title") or "race"),
                    "contest": f"{_at(data, 'season', 'year') or ''}/{_at(data, 'round', 'number') or ''}",
                    "date": _at(data, "timestamp"),
                    "player": name if place else None,
                    "driver_id": _at(entry, "driver", "id"),
                    "place": place,
                }
            )
    return rows


def read_lichess_results(text: bytes, file: str) -> Export | None:
    """Return the placings of a tournament of lichess; None where a line is none.

    Args:
        text: in UTF-8.
        file: its name, after which the contest is called.
    """
    name = PurePath(file).name.split(".")[0]
    rows = []
    for number, line in enumerate(text.split(b"\n"), start=1):
        if not line.strip():
            continue
        entry = json_of(line)
        if not isinstance(entry, dict) or not {"rank", "username"} <= entry.keys():
            return None
        cells = {"contest": name, "player": entry["username"], "place": entry["rank"]}
        rows.append(ExportRow(number, cells))
    return (
        Export(f"the results of a tournament of lichess, {counted(len(rows), 'player')}", rows)
        if rows
        else None
    )
