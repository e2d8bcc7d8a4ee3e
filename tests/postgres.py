"""A PostgreSQL server for tests: in a temporary folder, on a free port. `kill` is a kill -9."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections import deque
from itertools import count
from pathlib import Path

import psycopg

from companion.hall.database.connection import open_hall
from companion.sessions import open_database
from tests.e2e.lamp import free_port
from tests.messaging.heard import wait_for

MISSING = "PostgreSQL is not installed. Get it with: sudo apt-get install postgresql"
PLACES = ("lib/postgresql/*/bin/initdb", "pgsql-*/bin/initdb")
USER = "lamplight"
KEEPER, HALL = "keeper", "hall"  # owner of a hall's database, and a template with the newest schema
TEMPLATE = "newest"  # a database of the newest shape, to be copied: to bring an empty one there takes ten times as long
HASTY = ("-c", "fsync=off")  # for tests that cut no power
EMPTIED = """
SET lock_timeout = '10s'; -- where a test has left something open
SET session_replication_role = replica; -- in whatever order
DO $$
DECLARE
    one text;
BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
        EXECUTE format('DELETE FROM %I', one);
    END LOOP;
    FOR one IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
        PERFORM setval(one, 1, false);
    END LOOP;
END $$
"""
MEMORY, ROOM = Path("/dev/shm"), 2_000_000_000  # bytes that have to be free in it
KEPT = 20  # databases in memory: no test takes as many
COPIES_FILES = 150000  # since this version the server can be configured to copy files or to use its log


class Postgres:
    """A server in a temporary folder. It refuses to run as root, so it uses the package's user then.

    Without power-cut tests the folder is in memory: each database has three hundred files.
    """

    def __init__(self, *options: str) -> None:
        found = sorted(program.parent for place in PLACES for program in Path("/usr").glob(place))
        assert found, MISSING
        self._programs, self._options = found[-1], options
        self._in_memory = options == HASTY and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
        self._folder = folder = Path(
            tempfile.mkdtemp(prefix="lamplight-postgres-", dir=MEMORY if self._in_memory else None)
        )  # no folder of pytest lets that user in
        self._numbers, self._has_hall = count(1), False
        self._kept: deque[str] = deque()  # the oldest first
        self.port = free_port()
        self._process: subprocess.Popen[bytes]
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        made = ("-D", str(folder / "data"), "-A", "trust", "-U", USER, "-E", "UTF8", "--no-locale", "--no-sync")
        subprocess.run(self._as_user("initdb", *made), check=True, cwd=folder, stdout=subprocess.DEVNULL)
        self.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self) -> None:
        """Start, and wait for connections. After a kill its last children may still lock the folder."""
        told = ("-c", "listen_addresses=127.0.0.1", "-k", str(self._folder), *self._options)
        self._server = self._as_user("postgres", "-D", str(self._folder / "data"), "-p", str(self.port), *told)
        self._process = self._started()
        wait_for(self._is_there)

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(20)
        shutil.rmtree(self._folder)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def database(self) -> str:
        """The address of a fresh database without tables."""
        return self.url(self._fresh(""))

    def newest(self) -> str:
        """The address of a fresh database of the newest shape."""
        return self.url(self._fresh(f"TEMPLATE {TEMPLATE}"))

    def hall(self, *, stays: bool = False) -> str:
        """Return the address of a new database for a hall, with an account that owns only it. `stays`: keep it until
        the server stops.
        """
        if not self._has_hall:
            self._do(f"CREATE ROLE {KEEPER} LOGIN")
            self._do(f"CREATE DATABASE {HALL} OWNER {KEEPER}")
            open_hall(self.url(HALL, KEEPER)).dispose()
            self._has_hall = True
        name = self._fresh(f"OWNER {KEEPER} TEMPLATE {HALL}")
        if stays:
            self._kept.remove(name)
        return self.url(name, KEEPER)

    def empty(self, name: str) -> None:
        """Reset a hall's database to its initial state. Takes a tenth of the time of creating one."""
        self._do(EMPTIED, name)

    def url(self, name: str, user: str = USER) -> str:
        return f"postgresql+psycopg://{user}@127.0.0.1:{self.port}/{name}"

    def _fresh(self, of: str) -> str:
        """The name of one more database."""
        name = f"d{next(self._numbers)}"
        self._kept.append(name)
        with self._connected() as there:
            is_copied = self._in_memory and there.info.server_version >= COPIES_FILES
            there.execute(f"CREATE DATABASE {name} {of} {'STRATEGY FILE_COPY' if is_copied else ''}".encode())
            if self._in_memory and len(self._kept) > KEPT:
                there.execute(f"DROP DATABASE {self._kept.popleft()} WITH (FORCE)".encode())
        return name

    def keep_template(self) -> None:
        """Create the template that `newest` copies."""
        self._do(f"CREATE DATABASE {TEMPLATE}")
        open_database(self.url(TEMPLATE)).dispose()

    def _do(self, words: str, name: str = "postgres") -> None:
        with self._connected(name) as there:
            there.execute(words.encode())

    def _connected(self, name: str = "postgres") -> psycopg.Connection:
        return psycopg.connect(f"host=127.0.0.1 port={self.port} user={USER} dbname={name}", autocommit=True)

    def _is_there(self) -> bool:
        if self._process.poll() is not None:
            self._process = self._started()
        return self._answers()

    def _answers(self) -> bool:
        try:
            self._do("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _started(self) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(self._server, cwd=self._folder, stdout=log, stderr=log, start_new_session=True)

    def _as_user(self, program: str, *words: str) -> list[str]:
        user = ("--reuid=postgres", "--regid=postgres", "--clear-groups") if os.geteuid() == 0 else ()
        return ["setpriv", "--pdeathsig=INT", *user, str(self._programs / program), *words]
