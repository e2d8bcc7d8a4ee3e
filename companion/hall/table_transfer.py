"""A table goes from its own machine to a hall, and back: with its whole log, as a backup, which both of them read and write.

It is played in one place at a time. What comes into a hall was a backup of the house; what a hall gives back is one again, and
`./table restore` puts it in the house's place. The hall keeps what it gave as a copy that nobody plays.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, delete, select

from companion.errors import LamplightError, own_command
from companion.hall.database import HERE, THERE, add_tables, begin_era, engine_for_table, lamps
from companion.hall.database.event_repository import export_part, import_part
from companion.hall.table_backup import copy_rows, opened_backup, write_table_backup
from companion.sessions import boards, metadata
from companion.settings import Settings


class TableMoveError(LamplightError):
    """The table stays where it is; the message says why and what to do."""

    code = "CANNOTMOVE"


def import_table(engine: Engine, settings: Settings, backup: Path) -> None:
    """A house's backup becomes a lamp of the hall, and its workers serve it from now on.

    `settings`: of the lamp. Raises TableMoveError where the hall plays that lamp already, or that evening, BackupError, StoreError; then nothing
    has changed.
    """
    with opened_backup(backup, settings) as opened, engine_for_table(engine, settings.place).begin() as hall:
        _make_room(hall, settings.place)
        _look_for_twin(engine, opened.house)
        copy_rows(opened.house, hall)
        if opened.event_part is not None:
            import_part(hall, settings.place, opened.event_part)
    add_tables(engine, [settings.place], THERE)
    _plays(engine, settings.place, HERE, wish="")


def export_table(engine: Engine, settings: Settings, into: Path) -> None:
    """A lamp of the hall as a backup, for `./table restore` at the table's own machine; no worker serves it any more.

    Raises TableMoveError where there is none, StoreError, OSError; then it is played where it was.
    """
    if into.exists():
        raise TableMoveError(f"{into} is there already, and nothing is overwritten. Name another file.")
    before = _let_go(engine, settings.place)
    try:
        hall = engine_for_table(engine, settings.place)
        write_table_backup(hall, settings, into, export_part(engine, settings.place))
    except BaseException:
        _plays(engine, settings.place, before)  # no backup, so it is played where it was
        raise
    # what was wished of it here is not for whoever plays it next, and of how it is there nothing was heard yet
    _plays(engine, settings.place, THERE, wish="", seen=None)


def _look_for_twin(engine: Engine, house: Connection) -> None:
    """An evening is played in one place at a time. Raises TableMoveError where the hall plays this very one under another name."""
    games = _games(house)
    with engine.connect() as connection:
        others = connection.scalars(select(lamps.c.name).where(lamps.c.plays == HERE).order_by(lamps.c.name)).all()
    for other in others if games else ():
        with engine_for_table(engine, other).connect() as hall:
            if games <= _games(hall):
                raise TableMoveError(
                    f"{other} holds the very same evening already. Play it there, or give that back first: {own_command('hall give')} {other} FILE"
                )


def _games(house: Connection) -> frozenset[tuple[str, str, float]]:
    """That lie there; of two that were begun in the same microsecond there is but one."""
    rows = house.execute(select(boards.c.table_id, boards.c.game, boards.c.opened_at))
    return frozenset((row.table_id, row.game, row.opened_at) for row in rows)


def _make_room(hall: Connection, lamp: str) -> None:
    """A copy of what was given back is replaced; what is played here is not."""
    plays = hall.scalar(select(lamps.c.plays).where(lamps.c.name == lamp).with_for_update())
    if plays == HERE:
        raise TableMoveError(
            f"The hall plays {lamp} already. Give that back first ({own_command('hall give')} {lamp} FILE), or choose another name."
        )
    for table in metadata.sorted_tables:
        hall.execute(delete(table))  # of this lamp alone: the database sees to it


def _let_go(engine: Engine, lamp: str) -> str:
    """No worker serves it from now on, and what one was writing is written. Where it was played before."""
    with engine.connect() as connection:
        before = connection.scalar(select(lamps.c.plays).where(lamps.c.name == lamp))
    if before is None or not _plays(engine, lamp, THERE):
        raise TableMoveError(f"There is no table {lamp} in this hall: {own_command('hall list')} names them.")
    return str(before)


def _plays(engine: Engine, lamp: str, where: str, **also: str | None) -> bool:
    with engine.begin() as connection:
        return begin_era(connection, lamp, plays=where, **also)
