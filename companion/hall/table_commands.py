"""`./table hall ...`: the commands about tables of a hall."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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
def open_configured_hall(config: Path | None) -> Iterator[tuple[Engine, HallSettings]]:
    """Its database and its settings. Raises SettingsError, UnsupportedDatabaseError, RowSecurityError, StoreError."""
    from companion.hall.database.connection import open_hall
    from companion.hall.settings import load_hall_settings

    settings = load_hall_settings(config)
    engine = open_hall(settings.database)
    try:
        yield engine, settings
    finally:
        engine.dispose()


@app.command()
def add(names: list[str], config: Config = None) -> None:
    """These tables belong to the hall from now on."""
    from companion.hall.database.table_registry import add_tables, check_table_name

    with open_configured_hall(config) as (engine, settings):
        add_tables(engine, [check_table_name(name) for name in names])
    for name in names:
        typer.echo(f"{name}: http://{name}.{settings.domain}/")


@app.command()
def remove(names: list[str], config: Config = None) -> None:
    """These tables belong to the hall no more. One that somebody sat at is wiped before, or given to its own machine."""
    from companion.hall import table_deletion
    from companion.hall.database.table_registry import check_table_name

    with open_configured_hall(config) as (engine, settings):
        for name in names:
            table_deletion.remove_table(engine, settings.of(check_table_name(name)))
            typer.echo(f"{name} belongs to the hall no more.")


@app.command(name="list")
def list_(config: Config = None) -> None:
    """The tables of the hall, and who serves each."""
    from companion.hall.database.table_registry import list_tables

    with open_configured_hall(config) as (engine, _settings):
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
    from companion.hall.database.table_registry import check_table_name

    with open_configured_hall(config) as (engine, settings):
        table_transfer.import_table(engine, settings.of(check_table_name(name)), backup)
    typer.echo(f"The hall plays it now: http://{name}.{settings.domain}/")
    typer.echo(f"Its tablet has to be let in there anew: ./table hall pair {name}")


@app.command(name="give")
def give_table(
    name: str,
    into: Annotated[Path, typer.Argument(help="The backup to write.")],
    config: Config = None,
) -> None:
    """A table goes back to its own machine, as a backup: ./table restore FILE, there, puts it in place."""
    from companion.hall import table_transfer

    with open_configured_hall(config) as (engine, settings):
        table_transfer.export_table(engine, settings.of(name), into)
    typer.echo(f"The hall plays {name} no more. At its own machine: ./table restore {into.name}")


@app.command()
def invite(name: str, config: Config = None) -> None:
    """A table that plays at its own machine: what to write there, so that the hall keeps a copy of it and knows how it is."""
    from companion.hall import replication
    from companion.hall.database.table_registry import check_table_name

    with open_configured_hall(config) as (engine, settings):
        key = replication.create_key(engine, check_table_name(name))
    typer.echo(
        "This goes to the end of table.toml at that machine (/etc/lamplight/table.toml where the installer made it). Where a section [hall] is"
        " there already only the three values go into it. Then start it again:"
    )
    typer.echo(f'\n[hall]\nurl = "http://{settings.domain}"')
    typer.echo(f'key = "{key}"\nname = "{name}"')
