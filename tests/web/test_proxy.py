"""Behind a proxy that the settings name the page knows whether it was asked for encrypted; nobody else's word is taken for it."""

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
    """What the page takes a request for that comes from this machine."""
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
def test_whoever_else_says_that_it_was_encrypted_is_not_believed(proxy: str) -> None:
    assert heard(proxy, SAYS) == "False 127.0.0.1 lamp.local"


def test_the_example_hands_on_at_once_and_locks_no_browser_out_of_http() -> None:
    told = [line.strip() for line in CADDYFILE.read_text(encoding="utf-8").splitlines()]
    does = [line for line in told if line and not line.startswith("#")]
    assert "flush_interval -1" in does and "tls internal" in does and "auto_https disable_redirects" in does
    assert not [line for line in does if "transport-security" in line.lower()]


def test_caddy_takes_the_example(tmp_path: Path) -> None:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not on this machine: sudo apt-get install caddy")
    told = [program, "validate", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    done = subprocess.run(told, capture_output=True, text=True, check=False, env={"HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
