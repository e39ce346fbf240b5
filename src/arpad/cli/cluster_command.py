"""``arpad cluster``: the same ratings on Apache Spark."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from arpad.cli.options import (
    LARGEST_COUNT,
    Option,
    decimal_option,
    encoding_option,
    examples,
    force_option,
    json_option,
    pairs_of,
    period_option,
    schedule_option,
    system_options,
    together,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.cluster import Pools, Rated
    from arpad.cluster.reading import Account
    from arpad.ratings.system import RatingSystem

SHOWN = 20
"""How many settings of a backtest are printed."""


@click.group(
    "cluster",
    epilog=examples(
        "arpad cluster rate games/ --system glicko2 --period 1mo --master 'local[2]' --output out",
    ),
)
def command() -> None:
    """Rate on Apache Spark what one machine cannot hold, to the same numbers.

    It needs Spark (pip install "arpad[spark]") and a JRE 17 or newer. INPUT is Parquet, a file or a folder of
    it, anywhere Spark reads (s3a://…, hdfs://…, file:…); or text as arpad rate reads it, where all machines
    see it under one path.
    """


spark_options: Option = together(
    click.option(
        "--master",
        metavar="URL",
        help="Where Spark runs: local[4], spark://host:7077, yarn, k8s://…; if not given, what spark-submit "
        "says, or this machine.",
    ),
    click.option("--memory", metavar="SIZE", help="The memory of Spark's driver, such as 4g."),
    click.option(
        "--conf",
        "spark_settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="A setting of Spark's, such as spark.executor.memory=8g; may be repeated.",
    ),
)

reading_options: Option = together(
    click.argument("inputs", nargs=-1, required=True, metavar="INPUT..."),
    click.option(
        "--columns", multiple=True, metavar="ROLE=NAME,…", help="Which column is what, as for rate."
    ),
    click.option("--byes", metavar="WORDS", help='Names that stand for nobody, such as "bye,spielfrei".'),
    encoding_option("text"),
    click.option("--date-format", metavar="FORMAT", help="How dates are written, as for rate."),
    decimal_option,
)


def _words(text: str | None) -> list[str] | None:
    return None if text is None else [word for word in text.split(",") if word.strip()]


@command.command(
    "rate",
    short_help="Rate games: a ranking list as Parquet, with its manifest.",
    epilog=examples(
        "arpad cluster rate games/ --system glicko2 --period 1mo --master 'local[2]' --output out",
        "arpad cluster rate s3a://lake/games/ --system elo --set k=20 --period 1w --output s3a://lake/elo",
    ),
)
@reading_options
@system_options
@schedule_option
@period_option
@click.option(
    "--players",
    multiple=True,
    metavar="FILE",
    help="A players file (ratings, birth years…), or a list to go on from; read on this machine.",
)
@click.option(
    "--by",
    metavar="COLUMN",
    help="Rate apart what this column tells apart, each pool in order in one place: any system, live too.",
)
@click.option("--as-of", metavar="DATE", help="The list of that day: later games do not count.")
@click.option(
    "--min-games",
    type=click.IntRange(0, LARGEST_COUNT),
    metavar="N",
    help="Leave out players with fewer games.",
)
@click.option("--rejects", is_flag=True, help="Set unreadable rows aside in DIR/rejects.csv, and go on.")
@click.option(
    "--output",
    required=True,
    metavar="DIR",
    help="Where to: list.parquet and manifest.json appear there when all is done. A job that died goes on "
    "from its last rating period when it is started again.",
)
@spark_options
@force_option
@json_option
def rate_command(
    inputs: tuple[str, ...],
    columns: tuple[str, ...],
    byes: str | None,
    encoding: str | None,
    date_format: str | None,
    decimal: str | None,
    system: str,
    settings: tuple[str, ...],
    schedule: Any,
    period: str | None,
    players: tuple[str, ...],
    by: str | None,
    as_of: str | None,
    min_games: int | None,
    rejects: bool,
    output: str,
    master: str | None,
    memory: str | None,
    force: bool,
    as_json: bool,
    **spark: tuple[str, ...],
) -> None:
    """Rate the games of INPUT... on a cluster, to the numbers of arpad rate.

    By rating periods: for the systems whose periods need each player's own games and the ratings before them
    (Elo and its relatives, FIDE, Korean Baduk, Glicko, Glicko-2, Stephenson, EGF). With --by: any system, for
    each pool is rated in one place. The list has the columns of arpad rate --out.
    """
    from arpad import cluster
    from arpad.cli.options import columns_of, system_of
    from arpad.cluster import publishing
    from arpad.cluster.rating import rule_of
    from arpad.cluster.storage import Folder, location

    rating_system = system_of(system, settings)
    if by is None:
        rule_of(rating_system, schedule, period)
    elif players:
        raise click.UsageError("--players is for one list: leave it out, or --by.")
    named = columns_of(columns)
    how: dict[str, Any] = {
        "schedule": schedule,
        "period": period,
        "as_of": as_of,
        "columns": named,
        "byes": _words(byes),
        "encoding": encoding,
        "dates": date_format,
        "decimal": decimal,
        "rejects": rejects,
    }
    least = min_games or 1
    with ExitStack() as ends:
        session = ends.enter_context(cluster.spark_session(master, memory=memory, settings=_settings(spark)))
        folder = Folder(session, location(output))
        publishing.check_folder(folder, force=force)
        ends.callback(folder.delete_if_empty)
        how |= {"spark": session, "work": f"{folder.path}/_work"}
        if by is None:
            ranking = _rate_single_list(inputs, rating_system, players, how, min_games=least)
        else:
            ranking = _rate_by_pool(inputs, rating_system, by, how, min_games=least)
        manifest_options = {
            "columns": named or {},
            "byes": byes,
            "encoding": encoding,
            "date_format": date_format,
            "decimal": decimal,
            "min_games": least,
            **({} if by is None else {"by": by}),
        }
        manifest = ranking.manifest(as_of, manifest_options)
        account = ranking.job.account
        files = publishing.published(folder, ranking.table, manifest, account, force=force)
        ranking.job.forget()
    _say(manifest, account, output, files, as_json=as_json)


class ClusterRanking(NamedTuple):
    """The ranking list of a job, or its lists by pool, and what they were rated by.

    Args:
        job: what the job has left; its folder is deleted when the list is written.
        table: the list as a polars DataFrame, pools one below the other.
        system: the rating system with its parameters.
        schedule: ``live`` or ``period``.
        period: how rating periods are cut; None where nothing cuts them.
        notes: what a reader of the list should know.
        pools: the names of the pools; none where all games are one.
    """

    job: Rated | Pools
    table: Any
    system: RatingSystem
    schedule: str
    period: str | None
    notes: Sequence[str] = ()
    pools: Sequence[str] = ()

    def manifest(self, as_of: str | None, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the list was computed from.

        Args:
            as_of: the day of the list.
            options: how the files were read, and which players are listed.
        """
        from arpad.cluster.publishing import manifest_of

        return manifest_of(
            self.system,
            self.job.account,
            self.schedule,
            self.period,
            players=self.table.height,
            as_of=as_of,
            notes=self.notes,
            options=options,
            pools=self.pools,
        )


def _rate_single_list(
    inputs: Sequence[str],
    system: RatingSystem,
    players: Sequence[str],
    how: Mapping[str, Any],
    *,
    min_games: int,
) -> ClusterRanking:
    """Rate all games as one list, rating period by rating period."""
    from arpad import cluster

    rated = cluster.rate(
        list(inputs), system, players=players, say=lambda what: click.echo(what, err=True), **how
    )
    ratings, table = rated.ratings, rated.table(min_games=min_games)
    return ClusterRanking(rated, table, ratings.system, "period", str(rated.period) or None, ratings.notes)


def _rate_by_pool(
    inputs: Sequence[str], system: RatingSystem, by: str, how: Mapping[str, Any], *, min_games: int
) -> ClusterRanking:
    """Rate each pool in one place."""
    from arpad import cluster

    lists = cluster.rate_by_pool(list(inputs), system, by=by, min_games=min_games, **how)
    table = lists.table()
    return ClusterRanking(
        lists,
        table,
        system,
        how["schedule"] or system.schedules[0],
        how["period"] or None,
        pools=table["pool"].unique().sort().to_list(),
    )


@command.command(
    "backtest",
    short_help="Judge many settings side by side by how well they would have predicted the games.",
    epilog=examples(
        "arpad cluster backtest results.csv --systems elo --grid k=10:60:26 --master 'local[4]'",
        "arpad cluster backtest results.csv --systems elo,k=24,glicko2 --from 2020 --output scores.csv",
    ),
)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--columns", multiple=True, metavar="ROLE=NAME,…", help="Which column is what, as for rate.")
@click.option(
    "--systems",
    required=True,
    metavar="NAMES",
    help="Systems with their parameters: elo,k=24,elo,k=32,glicko2.",
)
@click.option(
    "--grid",
    "ranges",
    multiple=True,
    metavar="NAME=FROM:TO:COUNT",
    help="Give the one system of --systems so many values of a parameter; may be repeated, for every "
    "combination.",
)
@schedule_option
@period_option
@click.option(
    "--from", "start", metavar="DATE", help="Only later games count; earlier ones are learned from."
)
@click.option("--until", "end", metavar="DATE", help="Leave out the games after that day.")
@click.option(
    "--min-games",
    type=click.IntRange(0, LARGEST_COUNT),
    default=0,
    metavar="N",
    help="Count games whose sides have both played so many before.",
)
@click.option("--output", metavar="FILE.csv", help="Write the scores of all settings, unrounded.")
@spark_options
@force_option
@json_option
def backtest_command(
    inputs: tuple[str, ...],
    columns: tuple[str, ...],
    systems: str,
    ranges: tuple[str, ...],
    schedule: Any,
    period: str | None,
    start: str | None,
    end: str | None,
    min_games: int,
    output: str | None,
    master: str | None,
    memory: str | None,
    force: bool,
    as_json: bool,
    **spark: tuple[str, ...],
) -> None:
    """Predict every game of INPUT... from the games before it, by many settings on a cluster.

    Every executor holds all games, and the settings are divided among them; the scores are those of arpad
    backtest.
    """
    from arpad import cluster
    from arpad.cli.number_formats import counted
    from arpad.cli.options import columns_of
    from arpad.cli.tables import Column, TextTable, show
    from arpad.cluster.sweep import SCORES, values_between
    from arpad.core.writing import check, replace
    from arpad.lab.backtest.face import systems_of

    chosen: list[Any] = list(systems_of(systems, {}))
    grids = {name: values_between(text) for name, text in pairs_of(ranges, "--grid").items()}
    if grids:
        if len(chosen) != 1:
            raise click.UsageError("--grid is for one system in --systems.")
        chosen = cluster.grid(chosen[0], grids)
    if output is not None and not force:
        check(output, SCORES)
    with cluster.spark_session(master, memory=memory, settings=_settings(spark)) as session:
        backtest = cluster.backtest(
            list(inputs),
            chosen,
            spark=session,
            schedule=schedule,
            period=period,
            start=start,
            end=end,
            min_games=min_games,
            columns=columns_of(columns),
        )
    table = backtest.table()
    if output is not None:
        with replace(output, SCORES, inputs=inputs, force=force) as stream:
            table.write_csv(stream)
    if as_json:
        from arpad.cli.tables import as_json as printed

        printed(
            {"games": int(backtest.counts.sum()), "systems": [entry.as_json() for entry in backtest.entries]}
        )
    else:
        click.echo(
            f"{counted(int(backtest.counts.sum()), 'game')}, {counted(len(backtest.entries), 'setting')}"
        )
        rows = [
            [entry.label, f"{entry.log_loss.mean:.6f}", f"{entry.brier:.6f}", f"{100 * entry.accuracy:.2f} %"]
            for entry in backtest.entries[:SHOWN]
        ]
        heads = ["system", "log loss", "Brier", "accuracy"]
        show(TextTable([Column(head, "left" if head == "system" else "right") for head in heads], rows))
        if len(backtest.entries) > SHOWN:
            click.echo(
                f"… and {counted(len(backtest.entries) - SHOWN, 'setting')} more: --output FILE.csv has all"
            )
    if output is not None:
        click.echo(f"wrote {output}", err=as_json)


def _settings(spark: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return pairs_of(spark["spark_settings"], "--conf")


def _say(
    manifest: Mapping[str, Any], account: Account, output: str, files: Mapping[str, bytes], *, as_json: bool
) -> None:
    """Say what was rated, and where the list is."""
    if as_json:
        from arpad.cli.tables import as_json as print_json

        print_json({"manifest": manifest, "files": sorted(files)})
        return
    from arpad.cli.number_formats import counted

    parts = [counted(manifest["games"], "game"), counted(manifest["players"], "player")]
    parts.append(
        f"{counted(manifest['rejected'], 'row')} rejected" if manifest["rejected"] else "no row rejected"
    )
    period = f"; rating period {manifest['period']}" if manifest["period"] else ""
    click.echo(f"{', '.join(parts)}; {manifest['system']}{period}; arpad {manifest['arpad']}")
    for file in account.files:
        if file["rejected"]:
            click.echo(f"{file['file']}: {counted(file['rejected'], 'row')} rejected of {file['rows']}")
    for name in files:
        click.echo(f"wrote {output.rstrip('/')}/{name}")
