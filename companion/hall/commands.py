"""`./table hall ...`: the commands of a hall."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from companion.hall.settings import HallSettings

app = typer.Typer(no_args_is_help=True, help="A hall of many tables, on PostgreSQL and a broker of its own.")

Config = Annotated[
    Path | None,
    typer.Option(
        help="The TOML file of the hall's settings; without it /etc/lamplight/hall/hall.toml, where there is one."
    ),
]


@contextmanager
def _hall(config: Path | None) -> Iterator[tuple[Engine, HallSettings]]:
    """Its database and its settings. Raises SettingsError, UnsupportedDatabaseError, RowSecurityError, StoreError."""
    from companion.hall.database import open_hall
    from companion.hall.settings import load_hall_settings

    settings = load_hall_settings(config)
    engine = open_hall(settings.database)
    try:
        yield engine, settings
    finally:
        engine.dispose()


@app.command()
def worker(
    config: Config = None, port: Annotated[int | None, typer.Option(help="Of this worker's pages.", min=0)] = None
) -> None:
    """Serve a share of the hall's tables, until stopped. As many as you like may run."""
    from companion.hall.settings import load_hall_settings
    from companion.system.background_priority import aside
    from companion.system.data_dir import lock_data_folder
    from companion.system.logging_config import configure_logging
    from companion.system.malloc_tuning import tune_malloc

    gc.disable()  # a look through all memory is one step, which takes minutes where others come first: GcSchedule looks once, and again
    # those who serve already may have just taken the tables of a worker that died
    worker = aside(partial(import_module, "companion.hall.worker"))
    settings = load_hall_settings(config, port)
    lock_data_folder(settings.data)
    configure_logging("worker", settings.logs)
    tune_malloc(256 * 1024, arenas=2)
    # a reading goes to the database and back a dozen times, and after each waits for whoever computes: 5 ms is the default
    sys.setswitchinterval(0.0005)
    ended = threading.Event()
    one = worker.Worker(settings)  # until here it serves nobody, and a stop ends it at once
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    try:
        one.start()
        typer.echo(f"A worker of the hall is there; its pages are at port {one.port}.")
        ended.wait()
    finally:
        one.stop()


@app.command()
def add(names: list[str], config: Config = None) -> None:
    """These tables belong to the hall from now on."""
    from companion.hall.table_registry import add_tables as add_lamps
    from companion.hall.table_registry import check_table_name

    with _hall(config) as (engine, settings):
        add_lamps(engine, [check_table_name(name) for name in names])
    for name in names:
        typer.echo(f"{name}: http://{name}.{settings.domain}/")


@app.command()
def remove(names: list[str], config: Config = None) -> None:
    """These tables belong to the hall no more. One that somebody sat at is wiped before, or given to its own machine."""
    from companion.hall import table_deletion
    from companion.hall.table_registry import check_table_name

    with _hall(config) as (engine, settings):
        for name in names:
            table_deletion.remove_table(engine, settings.of(check_table_name(name)))
            typer.echo(f"{name} belongs to the hall no more.")


@app.command()
def staff(
    config: Config = None,
    dismiss_all: Annotated[
        bool,
        typer.Option(
            "--dismiss-all", help="Send every device of the staff away instead; no code that was shown counts any more."
        ),
    ] = False,
) -> None:
    """Let a device of the staff in: a code and an address, for one device and two minutes."""
    from companion.hall.device_invitations import invite_staff, staff_devices
    from companion.ops.pairing_command import show

    with _hall(config) as (engine, settings):
        if dismiss_all:
            staff_devices(engine).dismiss_all()
            typer.echo("Every device of the staff was sent away. ./table hall staff lets one in again.")
            return
        url = f"http://{settings.domain}/#{invite_staff(engine)}"
    show(url)
    typer.echo(f"One device of the staff may open it within two minutes: {url}")


@app.command(name="list")
def list_(config: Config = None) -> None:
    """The tables of the hall, and who serves each."""
    from companion.hall.table_registry import list_tables

    with _hall(config) as (engine, _settings):
        for name, plays, worker in list_tables(engine):
            who = f"worker {worker}" if worker else "nobody just now"
            typer.echo(f"{name}: {f'served by {who}' if plays == 'here' else 'played at its own machine'}")


@app.command(name="take")
def take_table(
    backup: Annotated[Path, typer.Argument(help="Of the house: ./table backup now, at the table's machine, makes it.")],
    name: Annotated[str, typer.Option("--as", help="What the table is called in the hall.")],
    config: Config = None,
) -> None:
    """A table comes from its own machine into the hall, with its whole log. Stop its own Lamplight before."""
    from companion.hall import table_transfer
    from companion.hall.table_registry import check_table_name

    with _hall(config) as (engine, settings):
        table_transfer.import_table(engine, settings.of(check_table_name(name)), backup)
    typer.echo(f"The hall plays it now: http://{name}.{settings.domain}/")
    typer.echo(f"Its tablet has to be let in there anew: ./table hall pair {name}")


@app.command()
def pair(
    name: str,
    role: Annotated[str, typer.Option(help="table, keeper or wall.")] = "table",
    config: Config = None,
) -> None:
    """Let a device in at a table that the hall plays: a code and an address, for one device and two minutes."""
    from companion.hall.device_invitations import invite_to_table
    from companion.ops.pairing_command import WORDS, show

    with _hall(config) as (engine, settings):
        url = f"http://{name}.{settings.domain}/join#{invite_to_table(engine, name, role)}"
    show(url)
    typer.echo(f"For {WORDS[role]} of {name}, once and within two minutes:\n{url}")


@app.command(name="give")
def give_table(
    name: str,
    into: Annotated[Path, typer.Argument(help="The backup to write.")],
    config: Config = None,
) -> None:
    """A table goes back to its own machine, as a backup: ./table restore FILE, there, puts it in place."""
    from companion.hall import table_transfer

    with _hall(config) as (engine, settings):
        table_transfer.export_table(engine, settings.of(name), into)
    typer.echo(f"The hall plays {name} no more. At its own machine: ./table restore {into.name}")


@app.command()
def invite(name: str, config: Config = None) -> None:
    """A table that plays at its own machine: what to write there, so that the hall keeps a copy of it and knows how it is."""
    from companion.hall import replication
    from companion.hall.table_registry import check_table_name

    with _hall(config) as (engine, settings):
        key = replication.create_key(engine, check_table_name(name))
    typer.echo(
        "This goes to the end of table.toml at that machine (/etc/lamplight/table.toml where the installer made it). Where a section [hall] is"
        " there already only the three values go into it. Then start it again:"
    )
    typer.echo(f'\n[hall]\nurl = "http://{settings.domain}"')
    typer.echo(f'key = "{key}"\nname = "{name}"')


@app.command()
def accounts(
    folder: Annotated[Path, typer.Argument(help="For the files; secrets are in them.")],
    broker: Annotated[str, typer.Option("--for", help="mosquitto or rabbitmq.")] = "mosquitto",
    table: Annotated[
        list[str] | None, typer.Option(help="It gets an account of its own; give the option once for each table.")
    ] = None,
) -> None:
    """Make the accounts of the hall's broker, and write what it reads of them."""
    from companion.hall.broker_accounts import write_accounts

    written = write_accounts(broker, folder, tuple(table or ()))
    for path in written.files:
        typer.echo(f"{path}")
    typer.echo(f"Users: {', '.join(written.users)}. Tell the broker to read it anew where it runs.")


@app.command(name="metrics-token")
def metrics_token(config: Config = None) -> None:
    """The token with which Prometheus may read /metrics of the hall's workers."""
    from companion.hall.settings import load_hall_settings

    typer.echo(load_hall_settings(config).token)
