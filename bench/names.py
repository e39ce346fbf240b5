"""How long near-equal names take to be found among the names of people, some of them written in two ways.

The names are drawn from syllables, so that their first letters, lengths and common words are like those of a
real list; to every hundredth another spelling is planted, and all that were planted must be found.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import click
import numpy as np

from arpad.record.survey.near_names import near_names

SYLLABLES = tuple("karolinavemartensonbergustianeldorapetrovi"[i : i + 2] for i in range(0, 42, 2))
"""Two letters each."""


def drawn(count: int, seed: int = 1) -> list[str]:
    """Return so many different names, of a given name among 2,000 and a family name among 40,000."""
    random = np.random.default_rng(seed)

    def words(many: int, most: int) -> list[str]:
        found: dict[str, None] = {}
        while len(found) < many:
            picked = random.integers(0, len(SYLLABLES), size=int(random.integers(2, most)))
            found["".join(SYLLABLES[i] for i in picked).capitalize()] = None
        return list(found)

    given, family = words(2_000, 4), words(40_000, 5)
    names: dict[str, None] = {}
    while len(names) < count:
        names[f"{given[random.integers(len(given))]} {family[random.integers(len(family))]}"] = None
    return list(names)


def other_spelling(name: str, how: int) -> str:
    """Return a name in another spelling: family name first, capitals, a letter left out, two exchanged."""
    given, family = name.split(" ")
    middle = len(family) // 2
    return [
        f"{family}, {given}",
        name.upper(),
        f"{given} {family[:middle]}{family[middle + 1 :]}",
        f"{given} {family[: middle - 1]}{family[middle]}{family[middle - 1]}{family[middle + 1 :]}",
        f"{given[0]}. {family}",
    ][how]


@click.command()
@click.option("--names", "count", default=200_000, show_default=True)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("bench/results/names.json"), show_default=True
)
def main(count: int, out: Path) -> None:
    """Measure the finding of near-equal names, and write the figures as JSON."""
    names = drawn(count)
    planted = {}
    for k, name in enumerate(names[::100]):
        how = k % 4
        other = other_spelling(name, how)
        if other != name and len(name.split(" ")[1]) > 5:
            planted[name, other] = how
    everybody = list(dict.fromkeys([*names, *(other for _, other in planted)]))
    start = time.process_time()
    found = near_names(everybody)
    seconds = time.process_time() - start
    pairs = {(everybody[pair.one], everybody[pair.two]) for pair in found.pairs}
    lost = [pair for pair in planted if pair not in pairs and pair[::-1] not in pairs]
    click.echo(
        f"{len(everybody):,} names in {seconds:.1f} s: {len(found.pairs):,} pairs, "
        f"{len(planted) - len(lost)} of {len(planted)} planted found"
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(
        json.dumps(
            {
                "names": len(everybody),
                "seconds": seconds,
                "pairs": len(found.pairs),
                "planted": len(planted),
                "lost": lost,
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
