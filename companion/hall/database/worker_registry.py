"""Who of a hall's workers serves which lamp: they call the roll five times a second, in PostgreSQL.

A worker lives as long as its connection holds its advisory lock: PostgreSQL lets go of it in the moment in which its process
dies. One that hangs holds it, so each also says now and then that it is there; who has been silent too long counts as dead.
What the dead served, the living take, each up to its share; who has more than that gives some back.

A worker that was only asleep may wake and go on for the moment until its next roll. It can do no harm: an entry of the log has
a number, and who writes one that is taken is told so, reads anew, and finds at the roll that the lamp is another's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal

from sqlalchemy import Connection, Engine, delete, func, insert, select, text, update

from companion.hall.database.schema import HERE, lamps, workers

WORKER_LOCKS = 0x1A3C
"""The first half of the advisory lock of a worker; the second is its number."""
SILENT = 10.0
"""s after which a worker that says nothing counts as dead."""
FORGOTTEN = "interval '1 day'"
"""After so long in silence nothing is known of a worker any more."""
SAYS = 1.0
"""s after which it says that it is there."""
AT_ONCE = 100
"""Lamps of nobody that one roll takes, so that workers that begin together share them."""
GIVES = 1
"""Lamps that a worker with too many gives away at once: each is dark for a moment and then read anew, and nobody hurries."""
LIVING = f"""
    SELECT id FROM hall_workers WHERE seen > clock_timestamp() - interval '{SILENT} s' AND id IN (
        SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = {WORKER_LOCKS} AND objsubid = 2 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"""  # noqa: S608 - numbers of ours
FINGERPRINT = text(f"""
    SELECT ARRAY({LIVING}) AS living,
        (SELECT sum(hashtextextended(jsonb_build_array(name, worker, wish)::text, 0)) FROM hall_lamps WHERE plays = '{HERE}')
    AS lamps""")  # noqa: S608 - words of ours
"""Who lives, and a sum that is another one as soon as anything else about the lamps is: to send five hundred of them five times
a second takes an eighth of what a worker does."""


def living_workers(connection: Connection) -> frozenset[int]:
    """The numbers of those that are there."""
    return frozenset(connection.scalars(text(LIVING)))


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a roll has found."""

    mine: frozenset[str]  # the lamps that this worker serves from now on
    surplus: int = 0  # so many more than its share
    all: frozenset[str] = frozenset()  # every lamp that workers serve
    wishes: Mapping[str, str] = field(default_factory=dict)  # of the staff, of lamps that are mine
    releases: int = 0  # as of `WorkerRegistry.releases`: what was given away later is mine here still


class WorkerRegistry:
    """One worker's place among the others, on a connection of its own. Safe for threads."""

    def __init__(self, engine: Engine, where: str, clock: Callable[[], float] = time.monotonic) -> None:
        """`where`: the address of its pages; `clock`: s."""
        self._engine, self._where, self._clock = engine, where, clock
        self._connection: Connection | None = None
        self._said = float("-inf")
        self._print: tuple[frozenset[int], Decimal | None] | None = None  # of what was found last
        self._found = Assignment(frozenset())
        self._lock = threading.RLock()
        self.assignment = Assignment(frozenset())
        """As it was renewed last."""
        self.worker = 0  # its number; another one each time that it had lost its connection
        self.releases = 0  # times that lamps were given away

    def renew(self) -> Assignment:
        """Take what nobody serves, up to this worker's share. Raises StoreError: until it does no more, nobody can tell whose a lamp is."""
        try:
            with self._joined() as connection:
                self._say(connection)
                found = self._called(connection)
        except BaseException:
            self._lose()  # whatever it was: on a connection in an unknown state nobody is on the roll
            raise
        self.assignment = found
        return found

    def release(self, names: Collection[str]) -> None:
        """These lamps are served here no more: others may take them. Raises StoreError."""
        with self._joined() as connection:
            self.releases += 1  # under the lock: a roll that was called before knows nothing of it
            mine = (lamps.c.worker == self.worker) & lamps.c.name.in_(names)
            connection.execute(update(lamps).where(mine).values(worker=None))

    def leave(self) -> None:
        """Serve nothing more; others see it at once."""
        if self._connection is not None:
            with self._joined() as connection:
                connection.execute(update(lamps).where(lamps.c.worker == self.worker).values(worker=None))
                # the server holds the lock of a closed connection until it has noticed
                connection.execute(select(func.pg_advisory_unlock(WORKER_LOCKS, self.worker)))
            self._lose()

    @contextmanager
    def _joined(self) -> Iterator[Connection]:
        """A transaction on the connection that holds the lock."""
        with self._lock:
            if self._connection is None:
                self._connection = self._join()
            with self._connection.begin():
                yield self._connection

    def _join(self) -> Connection:
        """Under a new number, on a new connection. What was this worker's, and nobody has taken meanwhile, still is."""
        connection, before = self._engine.connect(), self.worker
        try:
            with connection.begin():
                number = connection.scalar(insert(workers).values(where=self._where).returning(workers.c.id)) or 0
                connection.execute(select(func.pg_advisory_lock(WORKER_LOCKS, number)))
                connection.execute(delete(workers).where(workers.c.seen < func.now() - text(FORGOTTEN)))
                mine = lamps.c.worker == before
                connection.execute(update(lamps).where(mine).values(worker=number, turn=lamps.c.turn + 1))
        except BaseException:
            _end(connection)
            raise
        self.worker, self._said = number, self._clock()
        return connection

    def _lose(self) -> None:
        with self._lock:
            connection, self._connection = self._connection, None
            self._print = None  # what was taken and never committed is not ours
        if connection is not None:
            _end(connection)

    def _say(self, connection: Connection) -> None:
        if self._clock() - self._said >= SAYS:
            here = workers.c.id == self.worker
            connection.execute(update(workers).where(here).values(seen=func.clock_timestamp()))
            self._said = self._clock()

    def _called(self, connection: Connection) -> Assignment:
        row = connection.execute(FINGERPRINT).one()
        now = frozenset(row.living) | {self.worker}, row.lamps
        if now != self._print:
            self._print, self._found = now, self._read(connection, now[0])
        return replace(
            self._found, releases=self.releases
        )  # under the lock: of what was given it knows also where that changed no print

    def _read(self, connection: Connection, living: frozenset[int]) -> Assignment:
        played = connection.execute(
            select(lamps.c.name, lamps.c.worker, lamps.c.wish).where(lamps.c.plays == HERE)
        ).all()
        mine = {row.name for row in played if row.worker == self.worker}
        share = -(-len(played) // len(living))
        if len(mine) < share and any(row.worker not in living for row in played):
            mine |= self._taken(connection, living, min(AT_ONCE, share - len(mine)))
        surplus = min(GIVES, max(0, len(mine) - share))
        wishes = {row.name: row.wish for row in played if row.wish and row.name in mine}
        return Assignment(frozenset(mine), surplus, frozenset(row.name for row in played), wishes)

    def _taken(self, connection: Connection, living: Collection[int], most: int) -> set[str]:
        """Lamps of nobody who lives, by lot: neighbours often play at the same time. Of two workers that ask at once each gets others."""
        free = lamps.c.worker.is_(None) | lamps.c.worker.not_in(living)
        some = select(lamps.c.name).where(free, lamps.c.plays == HERE).order_by(func.random()).limit(most)
        chosen = lamps.c.name.in_(some.with_for_update(skip_locked=True))
        mine = {"worker": self.worker, "turn": lamps.c.turn + 1}
        return set(connection.scalars(update(lamps).where(chosen).values(mine).returning(lamps.c.name)))


def _end(connection: Connection) -> None:
    """Back in the pool it would hold the lock for ever."""
    connection.invalidate()
    connection.close()
