"""The commands of `hall` about its tables."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.command_helpers import print_line
from companion.errors import counted, own_command

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from companion.hall.settings import HallSettings


@contextmanager
def open_configured_hall(config: Path | None) -> Iterator[tuple[Engine, HallSettings]]:
    """Its database and its settings. Raises SettingsError, UnsupportedDatabaseError, RowSecurityError, StoreError."""
    from companion.hall.database import open_hall
    from companion.hall.settings import load_hall_settings

    settings = load_hall_settings(config)
    engine = open_hall(settings.database)
    try:
        yield engine, settings
    finally:
        engine.dispose()


def add(names: list[str], config: Path | None) -> None:
    """Add tables."""
    from companion.hall.database import add_tables, check_table_name

    with open_configured_hall(config) as (engine, settings):
        add_tables(engine, [check_table_name(name) for name in names])
    for name in names:
        print_line(f"{name}: http://{name}.{settings.domain}/")


def remove(names: list[str], config: Path | None) -> None:
    """Delete tables."""
    from companion.hall import table_deletion
    from companion.hall.database import check_table_name

    with open_configured_hall(config) as (engine, settings):
        for name in names:
            table_deletion.remove_table(engine, settings.of(check_table_name(name)))
            print_line(f"{name} belongs to the hall no more.")


def list_(config: Path | None) -> None:
    """List the tables."""
    from companion.hall.database import list_tables

    with open_configured_hall(config) as (engine, _settings):
        for name, plays in list_tables(engine):
            print_line(f"{name}: played {'in the hall' if plays == 'here' else 'at its own machine'}")


def warm(config: Path | None) -> None:
    """Prepare the stored states of all tables."""
    from companion.hall.warming import warm_tables

    os.nice(10)  # players come first
    with open_configured_hall(config) as (engine, settings):
        prepared, unread = warm_tables(engine, settings.own_games)
    print_line(f"{counted(prepared, 'game')} prepared for the rules of this version.")
    for name in unread:
        print_line(f"{name}: this version cannot read a game there. It stays shut until another version reads it.")


def take_table(backup: Path, name: str, config: Path | None) -> None:
    """Import the backup of a table."""
    from companion.hall import table_transfer
    from companion.hall.database import check_table_name

    with open_configured_hall(config) as (engine, settings):
        table_transfer.import_table(engine, settings.of(check_table_name(name)), backup)
    print_line(f"The hall plays it now: http://{name}.{settings.domain}/")
    print_line(f"Its tablet has to be let in there anew: {own_command('hall pair')} {name}")


def give_table(name: str, into: Path, config: Path | None) -> None:
    """Export a table."""
    from companion.hall import table_transfer

    with open_configured_hall(config) as (engine, settings):
        table_transfer.export_table(engine, settings.of(name), into)
    print_line(f"The hall plays {name} no more. At its own machine: {own_command('restore')} {into.name}")


def invite(name: str, config: Path | None) -> None:
    """Invite a table at another machine."""
    from companion.hall import replication
    from companion.hall.database import check_table_name

    with open_configured_hall(config) as (engine, settings):
        key = replication.create_key(engine, check_table_name(name))
    print_line(
        "This goes to the end of table.toml at that machine (/etc/lamplight/table.toml where the installer made it). Where a section [hall] is"
        " there already only the three values go into it. Then start it again:"
    )
    print_line(f'\n[hall]\nurl = "http://{settings.domain}"')
    print_line(f'key = "{key}"\nname = "{name}"')
