"""Start a hall with a real PostgreSQL, a real Mosquitto, workers, and simulated tables."""

from __future__ import annotations

import atexit
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import cache
from http import HTTPStatus
from pathlib import Path
from random import SystemRandom
from typing import IO, Any

from companion import games
from companion.hall.broker_accounts import HALL_ROLES
from companion.hall.database.connection import open_hall
from companion.hall.database.row_security import engine_for_table
from companion.hall.database.table_registry import add_tables
from companion.hall.warming import warm_tables
from companion.messaging import BrokerCredentials, MqttBus
from companion.messaging.broker.accounts import Accounts, BrokerAccount, Role, mosquitto_acl, mosquitto_passwords
from companion.messaging.broker.embedded import free_port
from companion.presentation import expect_of
from companion.schema import TABLE, codec, topics
from companion.sessions import DeviceRepository, Devices, SessionManager, SqlEventLog
from companion.web.request import cookie
from tests.games.fifth import written
from tests.hall.aged import age
from tests.hall.crowd import Told
from tests.hall.measured import carried, processor
from tests.messaging.heard import wait_for
from tests.postgres import KEEPER, USER, Postgres

HERE = Path(__file__).resolve()
CONF = HERE.parents[2] / "deploy" / "hall" / "mosquitto.conf"
DOMAIN = "hall.local"
PIPS = "pips"
PORT = re.compile(r"pages are at port (\d+)")
PATIENCE = 120.0
"""s until a worker serves. It runs at idle priority for thirty, and other tests may take all processors."""


STARTER = ThreadPoolExecutor(1, "starter")
"""A child ends with the thread that started it, so this thread lives as long as this process."""


def whole(words: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
    """Start `./table`."""
    with log.open("ab") as file:
        return started([sys.executable, "-m", "companion.cli", *words], file)


def started(words: Sequence[str], log: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start a process that ends with this one."""
    command = ["setpriv", "--pdeathsig=KILL", *words]
    return STARTER.submit(subprocess.Popen, command, stdout=log, stderr=log).result()


@cache
def own_games() -> Path:
    """Folder of the endless game from our document, in which every prompt is a throw. For this process only."""
    folder = Path(tempfile.mkdtemp(prefix="lamplight-games-"))
    atexit.register(shutil.rmtree, folder)
    state = written(folder) / PIPS / "state.py"
    state.write_text(re.sub(r"ROUNDS = \d+", "ROUNDS = 100_000", state.read_text()))
    return folder


class HallBroker:
    """Mosquitto with the deployed settings, in a temporary folder and on a free port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port("127.0.0.1")
        accounts = Accounts(folder)
        self._accounts: Mapping[Role, BrokerAccount] = {role: accounts.of(role) for role in HALL_ROLES}
        (folder / "passwords").write_text(mosquitto_passwords(accounts))
        (folder / "acl").write_text(mosquitto_acl(accounts))
        told = CONF.read_text().replace("/etc/lamplight/hall/", f"{folder}/")
        told = told.replace("listener 1883", f"listener {self.port} 127.0.0.1")
        self.spent, self.carried = 0.0, 0  # processor time in s and bytes of killed processes
        (folder / "mosquitto.conf").write_text(told + ("user root\n" if os.geteuid() == 0 else ""))
        self.start()

    def account(self, role: Role) -> BrokerCredentials:
        one = self._accounts[role]
        return BrokerCredentials("127.0.0.1", self.port, one.user, one.password)

    def start(self) -> None:
        program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin") or "mosquitto"
        with (self.folder / "log").open("ab") as log:
            self.process = started([program, "-c", str(self.folder / "mosquitto.conf")], log)
        wait_for(lambda: _answers(self.port))

    def kill(self) -> None:
        self.spent += processor(self.process.pid)
        self.carried += carried(self.process.pid)
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


class WorkerProcess:
    """`./table hall worker` in a separate process."""

    def __init__(self, config: Path, port: int, log: Path) -> None:
        self.config, self.port, self.log = config, port, log
        self.spent = 0.0  # processor time in s of killed processes
        self._later: threading.Timer | None = None
        self.start()

    def start(self) -> None:
        words = ("hall", "worker", "--config", str(self.config), "--port", str(self.port))
        self.process = whole(words, self.log)

    def is_ready(self) -> bool:
        """Return whether its health check succeeds."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", "/health/ready")
            return line.getresponse().status == HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def start_later(self, seconds: float) -> None:
        """Start it later unless it was started or stopped meanwhile."""
        self._later = threading.Timer(seconds, self.start)
        self._later.start()

    def start_again(self) -> None:
        """Restart it if it has ended."""
        self._not_later()
        if self.process.poll() is not None:
            self.start()

    def kill(self) -> None:
        self.spent += processor(self.process.pid)
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self._not_later()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            self.process.wait(30)

    def _not_later(self) -> None:
        """Cancel a pending start."""
        if self._later is not None:
            self._later.cancel()
            self._later.join()
            self._later = None


class Stage:
    """All processes, in a folder that is removed at the end."""

    def __init__(self, lamps: int, workers: int, played: Sequence[str], *options: str, entries: int = 0) -> None:
        """`entries` gives each game a long log."""
        self.folder = Path(tempfile.mkdtemp(prefix="lamplight-hall-"))
        self.postgres = Postgres(*options)
        self.url = self.postgres.hall()
        self.engine = open_hall(self.url)
        self._games = own_games()
        (self.folder / "broker").mkdir()
        self.broker = HallBroker(self.folder / "broker")
        self.lamps = {f"lamp-{k}": "" for k in range(1, lamps + 1)}
        add_tables(self.engine, self.lamps)
        self._seat_all(played, entries)
        self.config = self._config()
        self.workers = [
            WorkerProcess(self.config, free_port("127.0.0.1"), self.folder / f"worker-{k}.log") for k in range(workers)
        ]

    def _seat_all(self, played: Sequence[str], entries: int) -> None:
        """Restore the games afterwards, because other tests run in this process."""
        games.look_in(self._games)
        names = {name: played[k % len(played)] for k, name in enumerate(self.lamps)}
        self.lamps = {name: self._seat(name, game) for name, game in names.items()}
        if entries:
            age(self.engine, self.url.replace(f"{KEEPER}@", f"{USER}@"), names, entries)
            warm_tables(self.engine, self._games)
        games.look_away(self._games)

    def _seat(self, name: str, game: str) -> str:
        """Open a game and let a tablet in; return its cookie header."""
        log = SqlEventLog(engine_for_table(self.engine, name), time.time)
        SessionManager(log, SystemRandom(), name).open(game)
        devices = Devices(DeviceRepository(log.database), time.time)
        _, key = devices.accept(devices.invite("", TABLE))
        return f"{cookie(TABLE, '')}={key}"

    def _config(self) -> Path:
        account, path = self.broker.account("rules"), self.folder / "hall.toml"
        path.write_text(
            f'database = "{self.url}"\ndata = "{self.folder / "data"}"\nown_games = "{self._games}"\nbind = "127.0.0.1"\ndomain = "{DOMAIN}"\n'
            f'[broker]\nkind = "external"\nhost = "127.0.0.1"\nport = {account.port}\nuser = "{account.user}"\n'
            f'password = "{account.password}"\nhome_assistant = false\n'
        )
        return path

    def wait_ready(self, patience: float = PATIENCE) -> None:
        """Wait until each worker serves; restart ended ones."""
        for worker in self.workers:
            worker.start_again()
        try:
            for worker in self.workers:
                wait_for(worker.is_ready, patience)
        except AssertionError as error:
            ended = [worker.process.poll() for worker in self.workers]
            raise AssertionError(f"a worker does not serve; exit statuses {ended}\n{self.last_words()}") from error

    def wait_told(self, patience: float = 120) -> None:
        """Wait until the broker has the newest state of each table."""
        wait_for(lambda: not self._count("SELECT count(*) FROM hall_lamps WHERE told < rev"), patience)

    def _count(self, query: str) -> int:
        with self.engine.connect() as connection:
            return int(connection.exec_driver_sql(query).scalar() or 0)

    def _all(self, query: str) -> Iterator[tuple[str, Sequence[Any]]]:
        """Each table with the first column of the rows that it finds."""
        for name in self.lamps:
            with engine_for_table(self.engine, name).connect() as connection:
                yield name, connection.exec_driver_sql(query).scalars().all()

    def known(self) -> Mapping[str, int]:
        """Id of each committed reading -> how often."""
        return Counter(name for _, found in self._all("SELECT id FROM inbox") for name in found)

    def asked_about(self) -> frozenset[str]:
        """Return readings that a player had to confirm, such as a reroll with the same face."""
        query = "SELECT id FROM inbox WHERE data::jsonb ? 'doubt'"
        return frozenset(name for _, found in self._all(query) for name in found)

    def gaps(self) -> list[str]:
        """Tables with a missing log entry."""
        query = "SELECT 1 FROM entries GROUP BY table_id HAVING count(*) <> max(seq)"
        return [name for name, found in self._all(query) if found]

    def disorder(self) -> list[str]:
        """Tables that committed two readings of a reader in the wrong order."""
        query = "SELECT 1 FROM inbox a JOIN inbox b USING (table_id, source, epoch) WHERE a.seq < b.seq AND a.place > b.place"
        return [name for name, found in self._all(query) if found]

    def untold(self) -> list[str]:
        """Return tables whose question at the broker is not the current one."""
        kept = retained(self.broker.account("reader"), topics.expect(topics.ANY), len(self.lamps))
        games.look_in(self._games)
        try:
            return [name for name in self.lamps if kept.get(topics.expect(name)) != self._asked_at(name)]
        finally:
            games.look_away(self._games)

    def _asked_at(self, name: str) -> bytes:
        sessions = SessionManager(SqlEventLog(engine_for_table(self.engine, name), time.time), SystemRandom(), name)
        return codec.encode(expect_of(sessions.snapshot(sessions.lit)))

    def spent(self) -> float:
        """Processor time of killed workers in s."""
        return sum(worker.spent for worker in self.workers)

    def wal(self) -> float:
        """Size of the write-ahead log in bytes."""
        return self._count("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")

    def crowd(self, seconds: float, every: float = 10.0, seed: int = 1) -> Crowd:
        account = self.broker.account("reader")
        pages = tuple(worker.port for worker in self.workers)
        broker = account.host, account.port, account.user, account.password
        told = Told(self.lamps, *broker, pages, DOMAIN, every, seconds, seed)
        return Crowd(told, self.folder / "crowd.log")

    def last_words(self) -> str:
        """Return the last log lines of all processes."""
        logs = sorted(self.folder.glob("*.log"))
        return "\n".join(f"{path.name}: {path.read_text(errors='replace')[-2000:]}" for path in logs)

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()
        self.broker.stop()
        self.engine.dispose()
        self.postgres.stop()
        shutil.rmtree(self.folder)


class Crowd:
    """The crowd's process."""

    def __init__(self, told: Told, log: Path) -> None:
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.hall.crowd"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(asdict(told)) + "\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline().strip() == "READY", log.read_text()

    def said(self) -> Any:
        """Wait for the end; return its measurements."""
        told, _ = self.process.communicate()
        return json.loads(told)


def retained(account: BrokerCredentials, pattern: str, wanted: int) -> Mapping[str, bytes]:
    """Return retained messages once that many have arrived."""
    bus, kept = MqttBus(account, f"{account.user}.looks"), dict[str, bytes]()
    bus.subscribe(pattern, lambda message: kept.update({message.topic: message.payload}))
    bus.start()
    try:
        wait_for(lambda: len(kept) >= wanted, 10)
    finally:
        bus.stop()
    return kept


def answered(engine: Any, names: Iterable[str]) -> dict[str, int]:
    """Id of each reading that a log names as an answer's -> how often."""
    found: dict[str, int] = {}
    for name in names:
        for row in SqlEventLog(engine_for_table(engine, name), time.time).read("t1"):
            if row.kind == "answer" and (reading := row.data["answer"].get("reading")):
                found[reading] = found.get(reading, 0) + 1
    return found


def _answers(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0
