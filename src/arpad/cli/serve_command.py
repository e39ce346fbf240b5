"""``arpad serve``: the office in a browser."""

from __future__ import annotations

import click

from arpad.cli.options import examples


@click.command(
    "serve",
    epilog=examples(
        "arpad serve",
        "arpad serve --sample --database sqlite:///try.db",
        "arpad serve --host 0.0.0.0 --port 80 --workers 4 --database postgresql://arpad@localhost/club",
    ),
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen at; 0 for one that is free.",
)
@click.option(
    "--database",
    default="sqlite:///arpad.db",
    show_default=True,
    metavar="URL",
    help="Where everything is kept: sqlite:///FILE, or postgresql://USER@HOST/NAME.",
)
@click.option("--sample", is_flag=True, help="Put sample tournaments into a new database first.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that serve; more than one is for PostgreSQL, and as many as there are processors.",
)
@click.option(
    "--url",
    default="",
    metavar="URL",
    help="By what browsers reach the office, where a server with https is in front: https://chess.example.org.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    default=("127.0.0.1", "::1"),
    show_default=True,
    help="The address of the server in front, whose word is taken for who asks; may be repeated.",
)
@click.option(
    "--log-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What goes to the standard error: what is unusual, or a JSON object for each request too.",
)
@click.option(
    "--webhooks-inside",
    is_flag=True,
    help="Let webhooks go to addresses of this machine and its network too.",
)
@click.option(
    "--api-rate",
    type=click.FloatRange(0),
    default=50.0,
    show_default=True,
    help="Requests a second of each token that the API answers; 0 for no limit.",
)
@click.option(
    "--api-burst",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Requests of a token that may come at once after a pause.",
)
@click.option(
    "--api-address-rate",
    type=click.FloatRange(0),
    default=100.0,
    show_default=True,
    help="Requests a second of each address that the API answers, with a token or without; 0 for no limit.",
)
@click.option(
    "--api-address-burst",
    type=click.IntRange(1),
    default=400,
    show_default=True,
    help="Requests of an address that may come at once after a pause.",
)
@click.option(
    "--limit-loopback",
    is_flag=True,
    help="Limit requests that come from this machine too.",
)
@click.option(
    "--connections",
    type=click.IntRange(0),
    default=0,
    show_default="what the limit of descriptors allows",
    metavar="N",
    help="Connections of a process at the most.",
)
@click.option(
    "--connections-by-address",
    "by_address",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    metavar="N",
    help="Connections of one address at the most, of each process.",
)
@click.option(
    "--unlimited",
    multiple=True,
    metavar="ADDRESS",
    default=("127.0.0.0/8", "::1"),
    show_default=True,
    help="An address or a network that may have any number of connections, as those of --proxy may; "
    "may be repeated.",
)
@click.option(
    "--head-seconds",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    metavar="S",
    help="Seconds in which the head of a request must be complete.",
)
@click.option(
    "--keep-alive-seconds",
    type=click.IntRange(1),
    default=15,
    show_default=True,
    metavar="S",
    help="Seconds after which a connection without another request is closed.",
)
@click.option(
    "--body-seconds",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    metavar="S",
    help="Seconds that a body, or who takes an answer, may be behind 500 bytes a second.",
)
def command(
    host: str,
    port: int,
    database: str,
    sample: bool,
    workers: int,
    url: str,
    proxies: tuple[str, ...],
    log_format: str,
    webhooks_inside: bool,
    api_rate: float,
    api_burst: int,
    api_address_rate: float,
    api_address_burst: int,
    limit_loopback: bool,
    connections: int,
    by_address: int,
    unlimited: tuple[str, ...],
    head_seconds: int,
    keep_alive_seconds: int,
    body_seconds: int,
) -> None:
    """Run tournaments in a browser, on this machine or for everybody in the hall.

    The address stands on the first line of the output. The owner comes in by the link on the second line,
    which works once; visitors see what is published.
    """
    from arpad.web.limits import ConnectionLimits, RateLimits
    from arpad.web.serving import serve

    serve(
        database,
        host=host,
        port=port,
        sample=sample,
        workers=workers,
        url=url,
        proxies=proxies,
        log_format=log_format,
        webhooks_inside=webhooks_inside,
        limits=ConnectionLimits(
            connections=connections,
            by_address=by_address,
            unlimited=unlimited,
            head_seconds=head_seconds,
            keep_alive_seconds=keep_alive_seconds,
            body_seconds=body_seconds,
        ),
        rate_limits=RateLimits.usual(
            api_rate, api_burst, api_address_rate, api_address_burst, loopback=limit_loopback
        ),
        say=click.echo,
    )
