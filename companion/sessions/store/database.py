"""Open the database, run its transactions, and raise its failures as one exception."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, func, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection, QueuePool

from companion.errors import LamplightError, StoreError, own_command
from companion.i18n import _
from companion.sessions.store.errors import CROWDED, translate_errors
from companion.sessions.store.schema import boards, entries

MIGRATIONS = Path(__file__).parents[1] / "store" / "migrations"
MIGRATING = 0x1A3A
"""Key of the advisory lock of migrations on PostgreSQL."""
CONNECT_LIMITS = {"connect_timeout": 5, "tcp_user_timeout": 10_000}
"""Timeouts of PostgreSQL: s to connect, ms without an acknowledgement of the network."""


LONGEST_WAIT = 10.0
"""s to wait for a connection of the pool."""
TESTED_AFTER = 1.0
"""s without use after which a connection is tested."""


class ReadOnlyTransactionError(Exception):
    """A write within a transaction that only reads."""


AT_ONCE, OF_ONE_MOMENT = "BEGIN IMMEDIATE", "BEGIN"
"""The driver of SQLite would begin with the first write."""


class JoinedDatabase:
    """A database in which all work of a thread within `transaction` is one transaction. Thread-safe."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._local = threading.local()

    @property
    def dialect(self) -> Dialect:
        return self.engine.dialect

    @property
    def _held(self) -> Connection | None:
        return getattr(self._local, "held", None)

    @property
    def _afterwards(self) -> list[Callable[[], object]]:
        """Callbacks after the commit of this thread's transaction."""
        callbacks: list[Callable[[], object]] = self._local.__dict__.setdefault("afterwards", [])
        return callbacks

    def connect(self) -> AbstractContextManager[Connection]:
        """Open a connection for reading. On PostgreSQL it commits at the end: a rollback would discard the driver's prepared statements."""
        if self._held is not None:
            return self._join(self._held)
        return self.engine.connect() if self.dialect.name == "sqlite" else self.engine.begin()

    def begin(self) -> AbstractContextManager[Connection]:
        """Begin a transaction, or join that of `transaction`."""
        if self._held is None:
            return self._begin_writing()
        if not self._local.writes:
            raise ReadOnlyTransactionError
        return self._join(self._held)

    def _begin_writing(self) -> AbstractContextManager[Connection]:
        """Begin a transaction that writes."""
        return self.engine.begin()

    def _begin_reading(self) -> AbstractContextManager[Connection]:
        """Begin a transaction that reads from one snapshot."""
        if self.dialect.name == "sqlite":
            return self.engine.begin()
        return self.engine.execution_options(isolation_level="REPEATABLE READ").begin()

    @contextmanager
    def _join(self, held: Connection) -> Iterator[Connection]:
        """Mark the transaction as failed after an exception: the database may have rolled it back."""
        try:
            yield held
        except Exception as error:
            self._local.failed = error
            raise

    @contextmanager
    def transaction(self, *, writes: bool = True) -> Iterator[Connection]:
        """Run the block as one transaction of this thread.

        `writes`: block other writers from the start. Otherwise read one snapshot, and raise ReadOnlyTransactionError for a write. Raises
        StoreError, and any exception of the block, even if it was caught there.
        """
        mark = len(self._afterwards)
        try:
            yield from self._transaction(writes=writes)
        except BaseException:
            del self._afterwards[mark:]
            raise
        if self._held is None:
            afterwards = tuple(self._afterwards)
            self._afterwards.clear()
            for do in afterwards:
                do()

    def once_committed(self, do: Callable[[], object]) -> None:
        """Call `do` after the commit of this thread's transaction, or at once without one. A rollback discards it."""
        if self._held is None:
            do()
        else:
            self._afterwards.append(do)

    def _transaction(self, *, writes: bool) -> Iterator[Connection]:
        if self._held is not None:
            if writes and not self._local.writes:
                raise ReadOnlyTransactionError
            with self._held.begin_nested() if writes else nullcontext():
                yield from self._fail_as_a_whole(self._held)
            return
        with self._begin_writing() if writes else self._begin_reading() as connection:
            if self.dialect.name == "sqlite":
                connection.exec_driver_sql(AT_ONCE if writes else OF_ONE_MOMENT)
            self._local.held, self._local.writes = connection, writes
            try:
                yield from self._fail_as_a_whole(connection)
            finally:
                self._local.held = None

    def _fail_as_a_whole(self, connection: Connection) -> Iterator[Connection]:
        self._local.failed = None
        try:
            yield connection
            if self._local.failed is not None:
                raise self._local.failed
        finally:
            self._local.failed = None

    def dispose(self) -> None:
        self.engine.dispose()


Database: TypeAlias = Engine | JoinedDatabase
"""A database for repositories."""


class NewerSchemaError(LamplightError):
    """A newer version wrote the database. It is not damaged."""

    code = "NEWER"


class BoundedPool(QueuePool):
    """A pool that raises StoreError when no connection becomes free."""

    def connect(self) -> PoolProxiedConnection:
        try:
            return super().connect()
        except NoneFree as error:
            raise StoreError(CROWDED) from error


def open_database(url: str, most: int = 5) -> Engine:
    """`url`: "sqlite:////var/lib/lamplight/log.db" or "postgresql+psycopg://..."; `most`: connections that are kept.

    Raises StoreError, as every use of it does, and Newer.
    """
    is_sqlite = make_url(url).get_backend_name() == "sqlite"
    arguments = {} if is_sqlite else CONNECT_LIMITS
    pool: dict[str, Any] = {} if is_sqlite else {"poolclass": BoundedPool, "pool_timeout": LONGEST_WAIT}
    # parameters contain hidden hands: logged errors must not show them
    engine = create_engine(url, pool_size=most, connect_args=arguments, hide_parameters=True, **pool)
    translate_errors(engine)
    if is_sqlite:
        event.listen(engine, "connect", _make_durable)
    else:
        _try_out(engine)
    try:
        with engine.begin() as connection:
            _migrate(connection)
    except NewerSchemaError:
        engine.dispose()
        raise
    return engine


def _try_out(engine: Engine) -> None:
    """Test connections after a pause, and replace dead ones: the server may have restarted. A test each time would add a round trip to
    the six of a transaction.
    """

    @event.listens_for(engine, "checkin")
    def note(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info["back"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def try_out(connection: Any, record: ConnectionPoolEntry, _proxy: object) -> None:
        if time.monotonic() - record.info.get("back", time.monotonic()) > TESTED_AFTER:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise DisconnectionError("It was cut off while nobody used it.") from error


def _make_durable(connection: Any, _record: object) -> None:
    """Use WAL with synchronous FULL: a power cut loses nothing that was acknowledged."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def _migrate(connection: Connection) -> None:
    """Migrate to the newest schema in one transaction. Nearly every start finds it in place."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))  # all workers of a hall may start at once
    shapes = _revisions(connection)
    if shapes == {max(known_revisions())}:
        return
    require_known_revision(shapes, connection.engine.url.render_as_string())
    from companion.sessions.store.migrations.upgrade import upgrade  # Alembic takes an eighth of the time of a start

    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would commit each new table by itself
    upgrade(connection)


def _revisions(connection: Connection) -> set[str]:
    """Return the revision in Alembic's table, or nothing for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return set()
    return set(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())


def require_known_revision(shapes: Collection[str], place: object) -> None:
    """Raise NewerSchemaError for a revision that this version does not know. `place` names the database."""
    if unknown := set(shapes) - known_revisions():
        raise NewerSchemaError(
            _(
                "{place} was written by a newer Lamplight (its shape is {shape}): run that one, or go back with {back},"
                " or restore an older backup with {restore}.",
                place=str(place),
                shape=min(unknown),
                back=own_command("update --back"),
                restore=own_command("restore"),
            )
        )


@cache
def known_revisions() -> frozenset[str]:
    """Return all revisions, from the names of the migration files. The newest has the highest number."""
    return frozenset(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


class EntryTimes:
    """Times of tables and entries; s, Unix. Thread-safe."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    def opened(self) -> Mapping[str, float]:
        """Return when each table was opened."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(boards.c.table_id, boards.c.opened_at))
            return {row.table_id: row.opened_at for row in rows}

    def of(self, table: str) -> Mapping[int, float]:
        """Return when each answer of a table was written, by seq."""
        query = select(entries.c.seq, entries.c.at).where(entries.c.table_id == table, entries.c.kind == "answer")
        with self._engine.connect() as connection:
            return {row.seq: row.at for row in connection.execute(query)}
