"""The web server starts, answers, and ends without a trace."""

from __future__ import annotations

import http.client
import queue
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Mapping
from pathlib import Path

import pytest
from flask import Flask, request

from companion.web.server import ListenAddressError, PageServer, PortInUseError, ServerLimits


def app() -> Flask:
    made = Flask("test")
    made.add_url_rule("/", view_func=lambda: "lit")
    made.add_url_rule("/who", "who", lambda: request.remote_addr)
    return made


def test_taken_port_is_named_and_a_demo_moves_on() -> None:
    first = PageServer(app(), "127.0.0.1", 0, limits=ServerLimits(threads=2))
    with pytest.raises(PortInUseError, match=f"Port {first.port} is taken"):
        PageServer(app(), "127.0.0.1", first.port, limits=ServerLimits(threads=2))
    second = PageServer(app(), "127.0.0.1", first.port, limits=ServerLimits(threads=2), move=True)
    assert second.port > first.port
    first.stop()
    second.stop()


@pytest.mark.parametrize("address", ["192.0.2.7", "nowhere.invalid", "a..b"])
def test_an_address_of_another_machine_is_no_taken_port(address: str) -> None:
    with pytest.raises(ListenAddressError, match=f"This machine has no address {address}"):
        PageServer(app(), address, 0, limits=ServerLimits(threads=2), move=True)


@pytest.mark.parametrize(("bind", "asked"), [("::1", "[::1]"), ("[::1]", "[::1]"), ("::", "127.0.0.1")])
def test_server_listens_on_ipv6(bind: str, asked: str) -> None:
    """At all of them also at those of IPv4; who asks from there has the usual name."""
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            pytest.skip("This machine has no IPv6.")
    server = PageServer(app(), bind, 0, limits=ServerLimits(threads=2))
    server.start()
    with urllib.request.urlopen(f"http://{asked}:{server.port}/who", timeout=10) as answer:
        assert answer.read().decode() == asked.strip("[]")
    server.stop()


def test_stopping_server_closes_new_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    server, late = PageServer(app(), "127.0.0.1", 0, limits=ServerLimits(threads=2)), list[socket.socket]()
    server.start()

    class Late(queue.SimpleQueue[socket.socket]):
        def put(self, item: socket.socket, block: bool = True, timeout: float | None = None) -> None:
            server.stop()
            late.append(item)
            super().put(item, block, timeout)

    monkeypatch.setattr(server, "_inside", Late())
    with pytest.raises(ConnectionRefusedError):
        server.connect()
    assert [line.fileno() for line in late] == [-1]


CADDYFILE = Path(__file__).resolve().parents[2] / "deploy" / "caddy" / "Caddyfile"
SAYS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.168.1.77", "Host": "lamp.local"}


def heard(proxy: str, says: Mapping[str, str]) -> str:
    """Return how the page sees a request from localhost."""
    app = Flask(__name__)
    app.route("/")(lambda: f"{request.is_secure} {request.remote_addr} {request.host}")
    server = PageServer(app, "127.0.0.1", 0, limits=ServerLimits(threads=2), proxy=proxy)
    server.start()
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.request("GET", "/", headers=dict(says))
    said = line.getresponse().read().decode()
    line.close()
    server.stop()
    return said


def test_only_a_proxy_of_the_settings_is_believed() -> None:
    assert heard("127.0.0.1", SAYS) == "True 192.168.1.77 lamp.local"
    for proxy, says in (("127.0.0.1", {"Host": "lamp.local"}), ("", SAYS), ("192.168.1.1", SAYS)):
        assert heard(proxy, says) == "False 127.0.0.1 lamp.local", proxy


def test_caddy_takes_the_example(tmp_path: Path) -> None:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not on this machine: sudo apt-get install caddy")
    told = [program, "validate", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    done = subprocess.run(told, capture_output=True, text=True, check=False, env={"HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
