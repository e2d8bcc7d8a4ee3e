"""A table goes from its own machine to a hall, and back: with its whole log, as a backup, which both of them read and write.

It is played in one place at a time. What comes into a hall was a backup of the house; what a hall gives back is one again, and
`./table restore` puts it in the house's place. The hall keeps what it gave as a copy that nobody plays.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, insert, select, update

from companion.errors import LamplightError
from companion.hall.event_repository import load_standing, merge_counts
from companion.hall.row_security import engine_for_table
from companion.hall.schema import HERE, THERE, lamps
from companion.hall.table_registry import add_tables
from companion.ops.backup import (
    ACCOUNTS,
    DATABASE,
    MADE,
    PICTURES,
    BackupFolder,
    BackupManifest,
    read_member,
    temporary_folder,
    unpack_database,
    write_backup,
)
from companion.schema import SharedEventState, part_in, to_json
from companion.sessions import boards, list_tables, metadata, open_database
from companion.settings import Settings
from companion.system.atomic_write import make_folder, write_atomically
from companion.system.data_dir import EVENT_FILE

AT_ONCE = 500  # rows
PATIENCE = 15.0  # s for the worker that serves a table to let go of it
OF_THE_MACHINE = frozenset({ACCOUNTS, "setup.json", "tray.json", "bridge/readers.json", "vision/kits.json"})
"""What people have made that belongs to the machine at the table: its broker, its camera, its readers. It stays there."""


class TableMoveError(LamplightError):
    """The table stays where it is; the message says why and what to do."""

    code = "CANNOTMOVE"


def import_table(engine: Engine, settings: Settings, backup: Path) -> None:
    """A house's backup becomes a lamp of the hall, and a worker serves it from now on.

    `settings`: of the lamp. Raises TableMoveError where the hall plays that lamp already, or that evening, BackupError, StoreError; then nothing
    has changed.
    """
    with _folder_of(settings), temporary_folder(settings.data) as folder:
        found = unpack_database(backup, folder / DATABASE)
        source = open_database(f"sqlite:///{folder / DATABASE}")  # an older house's has the newest shape afterwards
        try:
            with source.connect() as house, engine_for_table(engine, settings.place).begin() as hall:
                _make_room(hall, settings.place)
                _look_for_twin(engine, house)
                _copy(house, hall)
                if EVENT_FILE in found.manifest.files:
                    part = part_in(read_member(backup, EVENT_FILE))
                    merge_counts(hall, settings.place, {part.of: part.own})
        finally:
            source.dispose()
        for name in found.manifest.files.keys() & {*MADE} - OF_THE_MACHINE - {EVENT_FILE}:
            write_atomically(settings.data / name, read_member(backup, name))
    _share(backup.absolute().parent, settings.data)
    add_tables(engine, [settings.place], THERE)
    _plays(engine, settings.place, HERE, wish="")


def export_table(engine: Engine, settings: Settings, into: Path, pause: Callable[[float], None] = time.sleep) -> None:
    """A lamp of the hall as a backup, for `./table restore` at the table's own machine; no worker serves it any more.

    Raises TableMoveError where there is none or its worker does not let go of it, StoreError, OSError; then it is played where it was.
    """
    if into.exists():
        raise TableMoveError(f"{into} is there already, and nothing is overwritten. Name another file.")
    before = _let_go(engine, settings.place, pause)
    try:
        _pack(engine, settings, into)
    except BaseException:
        _plays(engine, settings.place, before)  # no backup, so it is played where it was
        raise
    # what was wished of it here is not for whoever plays it next, and of how it is there nothing was heard yet
    _plays(engine, settings.place, THERE, wish="", seen=None)


@contextmanager
def _folder_of(settings: Settings) -> Iterator[None]:
    """Of a lamp; where nothing comes of it there is none that was not there before."""
    is_new = not settings.data.exists()
    make_folder(settings.data)
    try:
        yield
    except BaseException:
        if is_new:
            shutil.rmtree(settings.data, ignore_errors=True)
        raise


def _look_for_twin(engine: Engine, house: Connection) -> None:
    """An evening is played in one place at a time. Raises TableMoveError where the hall plays this very one under another name."""
    games = _games(house)
    with engine.connect() as connection:
        others = connection.scalars(select(lamps.c.name).where(lamps.c.plays == HERE).order_by(lamps.c.name)).all()
    for other in others if games else ():
        with engine_for_table(engine, other).connect() as hall:
            if games <= _games(hall):
                raise TableMoveError(
                    f"{other} holds the very same evening already. Play it there, or give that back first: ./table hall give {other} EVENT_FILE"
                )


def _games(house: Connection) -> frozenset[tuple[str, str, float]]:
    """That lie there; of two that were begun in the same microsecond there is but one."""
    rows = house.execute(select(boards.c.table_id, boards.c.game, boards.c.opened_at))
    return frozenset((row.table_id, row.game, row.opened_at) for row in rows)


def _pack(engine: Engine, settings: Settings, into: Path) -> None:
    make_folder(into.absolute().parent)
    with temporary_folder(into.absolute().parent) as folder:
        fresh = open_database(f"sqlite:///{folder / DATABASE}")
        try:
            with engine_for_table(engine, settings.place).connect() as hall, fresh.begin() as house:
                _copy(hall, house)
            _close(fresh)
        finally:
            fresh.dispose()
        manifest = BackupManifest(time.time(), list_tables(folder / DATABASE))
        write_backup(manifest, folder / DATABASE, _files(settings) | _event(engine, settings.place), folder / "backup")
        (folder / "backup").chmod(0o600)  # hands are in it
        _share(settings.data, into.absolute().parent)
        shutil.move(folder / "backup", into)


def _copy(source: Connection, target: Connection) -> None:
    """All rows of one house. Times, numbers and names stay; so a reading that is sent again is still known."""
    for table in metadata.sorted_tables:
        with source.execute(select(table), execution_options={"yield_per": AT_ONCE}) as rows:
            for some in rows.mappings().partitions():
                target.execute(insert(table), [dict(row) for row in some])


def _make_room(hall: Connection, lamp: str) -> None:
    """A copy of what was given back is replaced; what is played here is not."""
    plays = hall.scalar(select(lamps.c.plays).where(lamps.c.name == lamp).with_for_update())
    if plays == HERE:
        raise TableMoveError(
            f"The hall plays {lamp} already. Give that back first (./table hall give {lamp} EVENT_FILE), or choose another name."
        )
    for table in metadata.sorted_tables:
        hall.execute(delete(table))  # of this lamp alone: the database sees to it


def _let_go(engine: Engine, lamp: str, pause: Callable[[float], None]) -> str:
    """No worker serves it from now on, and the one that did has finished what it was doing. Where it was played before."""
    with engine.connect() as connection:
        before = connection.scalar(select(lamps.c.plays).where(lamps.c.name == lamp))
    if before is None or not _plays(engine, lamp, THERE):
        raise TableMoveError(f"There is no table {lamp} in this hall: ./table hall list names them.")
    left = PATIENCE
    while _is_served(engine, lamp):
        if left <= 0:
            _plays(engine, lamp, before)
            raise TableMoveError(f"The worker that serves {lamp} does not let go of it. Look how it is, and try again.")
        pause(0.1)
        left -= 0.1
    return str(before)


def _plays(engine: Engine, lamp: str, where: str, **also: str | None) -> bool:
    values = {"plays": where, **also}
    with engine.begin() as connection:
        return bool(connection.execute(update(lamps).where(lamps.c.name == lamp).values(values)).rowcount)


def _is_served(engine: Engine, lamp: str) -> bool:
    with engine.connect() as connection:
        return connection.scalar(select(lamps.c.worker).where(lamps.c.name == lamp)) is not None


def _files(settings: Settings) -> dict[str, bytes]:
    """What people have made at this table beside its log."""
    found = {}
    for name in MADE:
        with suppress(FileNotFoundError):
            found[name] = (settings.data / name).read_bytes()
    return found


def _share(source: Path, target: Path) -> None:
    """Pictures of sheets, which lie beside a backup as they lie beside a database. Raises OSError."""
    for name in PICTURES:
        BackupFolder(target, 0).share(source / name, name)


def _event(engine: Engine, lamp: str) -> dict[str, bytes]:
    """Its part in an event of many tables, as it keeps that itself."""
    found = load_standing(engine)
    if found is None:
        return {}
    event = found.of(lamp)
    return {EVENT_FILE: json.dumps(to_json(SharedEventState(event.id, event.own, event))).encode()}


def _close(engine: Engine) -> None:
    """Into one file, without a write-ahead log beside it."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
