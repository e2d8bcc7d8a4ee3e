"""Move a table from its own machine to a hall server and back, with its whole log, as a backup.

A table is played in one place at a time. `./table restore` restores an exported backup at the table's own machine.
The server keeps the exported rows as a copy without play.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, select

from companion.errors import LamplightError, own_command
from companion.hall.database import HERE, THERE, add_tables, begin_era, delete_rows, engine_for_table, find_place, lamps
from companion.hall.database.event_repository import export_part, import_part
from companion.hall.table_backup import copy_rows, open_backup, write_table_backup
from companion.sessions import boards
from companion.settings import Settings


class TableMoveError(LamplightError):
    """The table was not moved; the message says why and what to do."""

    code = "CANNOTMOVE"


def import_table(engine: Engine, settings: Settings, backup: Path) -> None:
    """Import a backup as a table that workers serve.

    Raises TableMoveError where that table or that evening is served already, BackupError, StoreError. Nothing has
    changed then.
    """
    with (
        open_backup(backup, settings) as (house, event_part),
        engine_for_table(engine, settings.place).begin() as hall,
    ):
        _make_room(hall, settings.place)
        _look_for_twin(engine, house)
        copy_rows(house, hall)
        if event_part is not None:
            import_part(hall, settings.place, event_part)
    add_tables(engine, [settings.place], THERE)
    _set_place(engine, settings.place, HERE, wish="")


def export_table(engine: Engine, settings: Settings, into: Path) -> None:
    """Export a table as a backup for `./table restore` at its own machine. Workers stop serving it.

    Raises TableMoveError where there is none, StoreError, OSError. The table then stays where it was.
    """
    if into.exists():
        raise TableMoveError(f"{into} is there already, and nothing is overwritten. Name another file.")
    before = _stop_serving(engine, settings.place)
    try:
        hall = engine_for_table(engine, settings.place)
        write_table_backup(hall, settings, into, export_part(engine, settings.place))
    except BaseException:
        _set_place(engine, settings.place, before)  # no backup, so it is played where it was
        raise
    # wishes of the staff here do not apply to the next players, and no machine has reported yet
    _set_place(engine, settings.place, THERE, wish="", seen=None)


def _look_for_twin(engine: Engine, house: Connection) -> None:
    """Raise TableMoveError where another table holds the same evening: it may be played in one place only."""
    games = _game_ids(house)
    with engine.connect() as connection:
        others = connection.scalars(select(lamps.c.name).where(lamps.c.plays == HERE).order_by(lamps.c.name)).all()
    for other in others if games else ():
        with engine_for_table(engine, other).connect() as hall:
            if games <= _game_ids(hall):
                raise TableMoveError(
                    f"{other} holds the very same evening already. Play it there, or give that back first: {own_command('hall give')} {other} FILE"
                )


def _game_ids(house: Connection) -> frozenset[tuple[str, str, float]]:
    """Return the games of a table. Two games never begin in the same microsecond."""
    rows = house.execute(select(boards.c.table_id, boards.c.game, boards.c.opened_at))
    return frozenset((row.table_id, row.game, row.opened_at) for row in rows)


def _make_room(hall: Connection, name: str) -> None:
    """Replace a copy of a table that was given back; refuse a table that is played here."""
    if find_place(hall, name, lock=True) == HERE:
        raise TableMoveError(
            f"The hall plays {name} already. Give that back first ({own_command('hall give')} {name} FILE), or choose another name."
        )
    delete_rows(hall)


def _stop_serving(engine: Engine, name: str) -> str:
    """Stop serving a table, after running writes. Return where it was played before."""
    with engine.connect() as connection:
        before = find_place(connection, name)
    if before is None or not _set_place(engine, name, THERE):
        raise TableMoveError(f"There is no table {name} in this hall: {own_command('hall list')} names them.")
    return before


def _set_place(engine: Engine, name: str, where: str, **also: str | None) -> bool:
    with engine.begin() as connection:
        return begin_era(connection, name, plays=where, **also)
