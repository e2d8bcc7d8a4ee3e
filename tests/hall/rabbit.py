"""RabbitMQ with the settings that we deploy: nodes on this machine, each in a folder and on ports of its own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from pathlib import Path

from companion.hall.broker_accounts import HALL_ROLES, write_accounts
from companion.messaging import BrokerCredentials
from companion.messaging.broker.accounts import Accounts, Role
from companion.messaging.broker.embedded import free_port
from tests.hall.proxy import Proxy
from tests.hall.stage import HallBroker
from tests.messaging.heard import wait_for

DEPLOYED = Path(__file__).resolve().parents[2] / "deploy" / "hall"
MISSING = "RabbitMQ is not installed. Get it with: sudo apt-get install rabbitmq-server"
PROGRAMS = Path("/usr/lib/rabbitmq/bin")  # the ones in the path ask for a user of their own
START = 90.0  # s that a node may take on a busy machine


class Node:
    """One. `others`: the nodes that it makes a cluster with."""

    def __init__(self, folder: Path, name: str, epmd: int, others: tuple[str, ...]) -> None:
        assert (PROGRAMS / "rabbitmq-server").exists(), MISSING
        self.folder, self.name, self.port = folder, f"{name}@localhost", free_port("127.0.0.1")
        self.home = folder / name
        self.home.mkdir()
        self._epmd, self._distance = epmd, free_port("127.0.0.1")
        cookie = self.home / ".erlang.cookie"
        cookie.write_text("TOGETHER")
        cookie.chmod(0o400)
        told = (DEPLOYED / "rabbitmq.conf").read_text()
        told = told.replace("/etc/lamplight/hall/", f"{folder}/").replace(
            "mqtt.listeners.tcp.default = 1883", f"mqtt.listeners.tcp.default = 127.0.0.1:{self.port}"
        )
        for k, other in enumerate(others, 1):
            told += f"cluster_formation.classic_config.nodes.{k} = {other}@localhost\n"
        if others:
            told += "cluster_formation.peer_discovery_backend = classic_config\n"
        (self.home / "rabbitmq.conf").write_text(told)
        shutil.copy(DEPLOYED / "enabled_plugins", self.home / "enabled_plugins")

    def begin(self) -> None:
        """It starts, and nobody waits."""
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig=KILL", str(PROGRAMS / "rabbitmq-server")],
                env=self._environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Until it takes connections."""
        wait_for(self._answers, START)

    def kill(self) -> None:
        """As when its machine loses power."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def ask(self, *words: str) -> str:
        """What `rabbitmqctl` says."""
        told = subprocess.run(
            [str(PROGRAMS / "rabbitmqctl"), "-q", "-n", self.name, *words],
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        return told.stdout + told.stderr

    def _environment(self) -> dict[str, str]:
        home = str(self.home)
        return {
            **os.environ,
            "HOME": home,
            "RABBITMQ_NODENAME": self.name,
            "RABBITMQ_DIST_PORT": str(self._distance),
            "RABBITMQ_CONFIG_FILE": f"{home}/rabbitmq.conf",
            "RABBITMQ_ENABLED_PLUGINS_FILE": f"{home}/enabled_plugins",
            "RABBITMQ_MNESIA_BASE": f"{home}/mnesia",
            "RABBITMQ_LOG_BASE": f"{home}/logs",
            "RABBITMQ_CONF_ENV_FILE": f"{home}/none",
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1 +sbwt none",
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(self._epmd),
        }

    def _answers(self) -> bool:
        assert self.process.poll() is None, (self.home / "log").read_text(errors="replace")[-3000:]
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0


class Rabbit(HallBroker):
    """A cluster of so many nodes with the accounts of a hall, and nginx before it."""

    def __init__(self, folder: Path, nodes: int = 3) -> None:
        self.folder, self.spent, self.carried = folder, 0.0, 0
        write_accounts("rabbitmq", folder)
        accounts = Accounts(folder)
        self._accounts = {role: accounts.of(role) for role in HALL_ROLES}
        epmd, names = free_port("127.0.0.1"), tuple(f"hall{k}" for k in range(1, nodes + 1))
        self._epmd = subprocess.Popen(
            ["setpriv", "--pdeathsig=KILL", "epmd", "-port", str(epmd)],
            env={**os.environ, "ERL_EPMD_ADDRESS": "127.0.0.1"},
        )
        self.nodes = tuple(Node(folder, name, epmd, names if nodes > 1 else ()) for name in names)
        self.start()
        self.process = self.nodes[-1].process
        self._proxy = Proxy(folder / "proxy", [node.port for node in self.nodes], "brokers.conf")
        self.port = self._proxy.port

    def at(self, node: int, role: Role) -> BrokerCredentials:
        """At one node, past what stands before them."""
        one = self._accounts[role]
        return BrokerCredentials("127.0.0.1", self.nodes[node].port, one.user, one.password)

    def start(self) -> None:
        """One after the other: nodes that begin at once may not agree on who leads."""
        for node in self.nodes:
            node.begin()
            node.wait()
        wait_for(self._is_agreed, START)

    def _is_agreed(self) -> bool:
        """Whether they let clients in: all of them know all, and one leads."""
        told = self.nodes[-1].ask("eval", "ra:members({mqtt_node, node()}, 5000).")
        return told.startswith("{ok") and all(told.count(node.name) >= 1 for node in self.nodes)

    def last_words(self) -> str:
        """Of every node."""
        return "\n".join((node.home / "log").read_text(errors="replace")[-2000:] for node in self.nodes)

    def stop(self) -> None:
        self._proxy.stop()
        for node in self.nodes:
            if node.process.poll() is None:
                node.kill()
        self._epmd.terminate()
        self._epmd.wait()
