"""The broker that comes with a table: Mosquitto as a supervised child. A demo without Mosquitto runs amqtt on
loopback.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias

from companion.i18n import Text, _
from companion.messaging.broker import mosquitto_config, parent_death
from companion.messaging.broker.accounts import Accounts, Role
from companion.messaging.broker.certificates import BrokerCertificates
from companion.messaging.bus import BusError
from companion.messaging.mqtt_bus import BrokerCredentials
from companion.schema import topics
from companion.system.monitored_thread import MonitoredThread

logger = logging.getLogger(__name__)

Kind: TypeAlias = Literal["mosquitto", "amqtt"]
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - bound only where somebody asks for it
HANDOVER = 3.0  # s for an old broker to end after its process
START_WITHIN = 30.0  # s from the start of the process to the first connection; a busy small computer needs them
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0  # s before a broker that died is started again
PROMISES: dict[Kind, Text] = {
    "mosquitto": _(
        "Mosquitto carries the messages: each part hears only what is meant for it, and what gets lost is sent once more."
    ),
    "amqtt": _(
        "amqtt runs, because Mosquitto is not installed: good for a demo on this machine alone. It asks for no password: every program on this machine can take part."
    ),
}
NO_MOSQUITTO = (
    "Mosquitto carries the messages of a table, and it is not installed. Install it: sudo apt-get install mosquitto. "
    "Or name a broker of your own in the settings, below [broker]"
)
PORT_TAKEN = (
    "port {port} on {bind} is taken by another program: perhaps by a Mosquitto that starts with this machine. Stop that one "
    "(sudo systemctl disable --now mosquitto), or give ours another port in the settings, below [broker]"
)
PORT_RANGE = (20_000, 32_000)  # below those that Linux gives to outgoing connections
RANDOM = random.SystemRandom()  # two processes with the same seed would take the same port
LOG_FILE = "broker.log"
MOST_LOG = 1_000_000  # bytes. Broken TLS handshakes make Mosquitto log an error each time
PORT_FILE = "port"  # file with the port it listens on
BUILT_IN_ROLES: tuple[Role, ...] = ("rules", "reader")  # displays, and a camera, have names
ACCOUNTS_CHECK_EVERY = 1.0  # s between looks at the accounts: another process may have made one
MOST_MEMORY = (
    128 * 1024**2
)  # bytes: Mosquitto needs three million for a table, the queue of one deaf client may add twenty
WATCH_WITHIN = 120.0  # s of such a look, on a disk that has much to do


@dataclass(frozen=True, slots=True)
class TlsListener:
    """A second place where it takes connections: for displays that come over the network."""

    bind: str
    port: int
    certificates: BrokerCertificates


class EmbeddedBroker:
    """Runs a broker on a private port. `folder` holds its state and the accounts (0600), for these `tables`.

    It dies with this process and is started again, on the same port, when it dies alone.
    """

    def __init__(
        self,
        folder: Path,
        *,
        tables: tuple[str, ...] = (topics.ANY,),
        bind: str = LOOPBACK,
        port: int = 0,
        kind: Kind = "mosquitto",
        encrypted: TlsListener | None = None,
    ) -> None:
        self.folder, self.bind, self.encrypted = folder.resolve(), bind, encrypted
        self.port = port or free_port(bind)
        self.kind: Kind = kind
        self.restarts, self.most_memory = 0, MOST_MEMORY
        self._accounts = Accounts(self.folder)
        self._child: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._keeper = MonitoredThread(self._keep_running, "broker-keeper")
        self._watcher = MonitoredThread(self._watch, "broker-accounts", WATCH_WITHIN)
        for role in BUILT_IN_ROLES:
            for table in tables:
                self._accounts.of(role, table)
        (self.folder / PORT_FILE).write_text(f"{self.port}\n", encoding="ascii")  # for people at this machine

    @property
    def description(self) -> Text:
        """One sentence: which broker runs and what it supports."""
        return PROMISES[self.kind]

    @property
    def pid(self) -> int | None:
        """Process id of the broker, or None."""
        child = self._child
        return child.pid if child and child.poll() is None else None

    def account(self, role: Role, table: str = topics.ANY, name: str = "") -> BrokerCredentials:
        """Return the credentials of a role at a table or of a name. Creates a missing account, and makes the broker
        reload.
        """
        before = self._accounts.known
        access = self._accounts.of(role, table, name)
        if self._accounts.known is not before:
            self._reload_accounts()
        return BrokerCredentials(
            LOOPBACK if self.bind == EVERYWHERE else self.bind, self.port, access.user, access.password
        )

    def start(self) -> None:
        """Start it and return when it accepts connections; raises BusError with its last output if it does not."""
        self._wait_for_ports()
        self._keeper.start()
        self._watcher.start()
        until = time.monotonic() + START_WITHIN
        while not all(accepts_connections(bind, port) for bind, port in self._addresses()):
            if time.monotonic() > until or self.restarts > 2:
                self.stop()
                raise BusError(
                    f"the broker ({self.kind}) does not start on {self.bind}:{self.port}: {self.last_words()}"
                )
            time.sleep(0.01)

    def renew(self) -> None:
        """End a broker that hangs and may ignore SIGTERM; its supervisor restarts it."""
        child = self._child
        if child is not None and child.poll() is None:
            child.kill()

    def stop(self) -> None:
        self._stopping.set()
        if self.pid and self._child:
            self._child.terminate()
        if self._keeper.is_alive():
            self._keeper.join(START_WITHIN)
        if self.pid and self._child:
            self._child.kill()

    def last_words(self) -> str:
        """Return the last line it wrote."""
        lines: list[str] = []
        with suppress(OSError):  # it never began one
            lines = (self.folder / LOG_FILE).read_text(encoding="utf-8", errors="replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "it said nothing")

    def _wait_for_ports(self) -> None:
        """Check that the port is free: a foreign broker there would receive our passwords. Raises BusError."""
        until = time.monotonic() + HANDOVER
        for bind, port in self._addresses():
            while trouble := find_port_error(bind, port):
                if trouble.errno != errno.EADDRINUSE:
                    raise BusError(f"the broker cannot listen on {bind} at port {port}: {trouble.strerror}")
                if time.monotonic() > until:
                    raise BusError(PORT_TAKEN.format(port=port, bind=bind))
                time.sleep(0.05)

    def _addresses(self) -> tuple[tuple[str, int], ...]:
        second = self.encrypted
        return ((self.bind, self.port), *([(second.bind, second.port)] if second else []))

    def _keep_running(self) -> None:
        """Run the broker, and restart it when it ends. The child is bound to the thread that started it, so one
        thread does both.
        """
        wait = FIRST_WAIT
        while not self._stopping.is_set():
            born = time.monotonic()
            try:
                self._run()
            except OSError as error:  # no space for its log, or no process available. The loop must go on
                logger.warning("the broker cannot be started: %s", error)
            if self._stopping.is_set():
                return
            self.restarts += 1
            wait = FIRST_WAIT if time.monotonic() - born > LONGEST_WAIT else min(2 * wait, LONGEST_WAIT)
            logger.warning("the broker ended (%s); it is started again in %.1f s", self.last_words(), wait)
            self._stopping.wait(wait)

    def _run(self) -> None:
        command = [sys.executable, "-I", "-S", str(parent_death.__file__), str(os.getpid()), *self._command()]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
        environment.pop("NOTIFY_SOCKET", None)  # else Mosquitto would report readiness to systemd for us
        with open_log(self.folder / LOG_FILE) as log:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
                start_new_session=True,  # no ^C for it
            )
        if self._stopping.is_set():
            self._child.terminate()
        self._child.wait()

    def _watch(self) -> None:
        """Reload the broker's accounts after `./table display` and limit its log and its memory."""
        while not self._stopping.wait(ACCOUNTS_CHECK_EVERY):
            with self._watcher.busy.timed():
                truncate_log(self.folder / LOG_FILE)
                self._bound_memory()
                if self._accounts.is_stale:
                    self._reread()

    def _bound_memory(self) -> None:
        """Restart a broker that an account has filled with sessions or messages. All that matters is published again."""
        if (held := resident_memory(self.pid)) > self.most_memory:
            logger.warning(
                "the broker holds %s MB, because an account fills it with sessions or messages: it is started again",
                held // 1024**2,
            )
            self.renew()

    def _reread(self) -> None:
        try:
            self._accounts.reread()
            self._reload_accounts()
        except (BusError, OSError) as error:
            logger.warning("%s", error)

    def _command(self) -> list[str]:
        if self.kind == "mosquitto":
            return [mosquitto_config.program(), "-c", str(self._write_config())]
        path = self.folder / "amqtt.json"  # which is YAML too
        path.write_text(json.dumps(amqtt_config(self.port)), encoding="utf-8")
        return [sys.executable, "-m", "amqtt.scripts.broker_script", "-c", str(path)]

    def _write_config(self) -> Path:
        """Mosquitto's settings, as the accounts are now."""
        listeners, second = [mosquitto_config.listener(self.bind, self.port)], self.encrypted
        if second is not None:
            listeners.append(mosquitto_config.listener(second.bind, second.port, second.certificates))
        return mosquitto_config.write(self.folder, self._accounts, listeners)

    def _reload_accounts(self) -> None:
        """Have a running Mosquitto read passwords and rights again."""
        if self.kind == "mosquitto" and self._child and self.pid:
            self._write_config()
            self._child.send_signal(signal.SIGHUP)


def choose_kind(demo: bool) -> Kind:
    """Which broker to start: amqtt for a demo without Mosquitto alone. Raises BusError where Mosquitto is missing."""
    if mosquitto_config.program():
        return "mosquitto"
    if not demo:
        raise BusError(NO_MOSQUITTO)
    return "amqtt"


def amqtt_config(port: int) -> dict[str, Any]:
    """Return settings of amqtt. A demo trusts its machine: no password, only loopback."""
    anonymous = {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}}
    return {"listeners": {"default": {"type": "tcp", "bind": f"{LOOPBACK}:{port}"}}, "plugins": anonymous}


def open_log(path: Path) -> BinaryIO:
    """Open a log for appending, which stays right when the file is truncated meanwhile. Raises OSError."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600), "ab")


def truncate_log(path: Path) -> None:
    """Truncate a log that is too long. The broker writes it and cannot rotate it."""
    with suppress(OSError):
        if path.stat().st_size > MOST_LOG:
            os.truncate(path, 0)
            logger.warning(
                "the broker says very much, and what it said was thrown away: somebody may be hammering at it"
            )


def resident_memory(pid: int | None) -> int:
    """Memory of a process in bytes; 0 = it has ended, or the system does not report it."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def port_in(folder: Path) -> int:
    """Return the port of this folder's broker, or of its last run. 0 = it never ran."""
    path = folder / PORT_FILE
    content = path.read_text(encoding="utf-8", errors="replace").strip() if path.exists() else ""
    return int(content) if content.isdecimal() else 0


def free_port(bind: str) -> int:
    """Return an unused port that the system does not give to clients while the broker restarts."""
    for _try in range(100):
        port = RANDOM.randrange(*PORT_RANGE)
        if find_port_error(bind, port) is None:
            return port
    raise BusError(
        f"no port from {PORT_RANGE[0]} to {PORT_RANGE[1]} is free on {bind}; give the broker one in the settings"
    )


def find_port_error(bind: str, port: int) -> OSError | None:
    """Return why the port cannot be used, or None where it is free. A port in TIME_WAIT is free."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(bind, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        return error
    return None


def accepts_connections(host: str, port: int) -> bool:
    """Return whether a server accepts connections there."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False
