"""HTTPS behind a proxy: believed from configured proxies only."""

from __future__ import annotations

import http.client
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from flask import Flask, request

from companion.web.server import PageServer, ServerLimits

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


def test_a_proxy_of_the_settings_is_believed() -> None:
    assert heard("127.0.0.1", SAYS) == "True 192.168.1.77 lamp.local"
    assert heard("127.0.0.1", {"Host": "lamp.local"}) == "False 127.0.0.1 lamp.local", "who comes without it as before"


@pytest.mark.parametrize("proxy", ["", "192.168.1.1"])
def test_https_header_of_unknown_proxy_is_ignored(proxy: str) -> None:
    assert heard(proxy, SAYS) == "False 127.0.0.1 lamp.local"


def test_caddy_takes_the_example(tmp_path: Path) -> None:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not on this machine: sudo apt-get install caddy")
    told = [program, "validate", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    done = subprocess.run(told, capture_output=True, text=True, check=False, env={"HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
