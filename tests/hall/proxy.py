"""nginx or Caddy with the deployed settings, in a temporary folder and on a free port."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.messaging.broker.embedded import free_port
from tests.messaging.heard import wait_for

DEPLOYED = Path(__file__).resolve().parents[2] / "deploy" / "hall"
MISSING = "nginx is not installed. Get it with: sudo apt-get install nginx-light"
NO_CADDY = "Caddy is not installed. Get it with: sudo apt-get install caddy"
SERVERS = re.compile(r"^ +server 127\.0\.0\.1:\d+ .*;\n", re.MULTILINE)
UPSTREAMS = "127.0.0.1:8090 127.0.0.1:8091"


def program(name: str) -> str:
    """Path of an installed program, or an empty string."""
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") or ""


def ask(port: int, path: str, head: Mapping[str, str], body: Any = None) -> tuple[int, bytes]:
    """Status and body of the answer."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    told = {} if body is None else {"Content-Type": "application/json"}
    line.request("GET" if body is None else "POST", path, body and json.dumps(body), {**head, **told})
    response = line.getresponse()
    found = response.status, response.read()
    line.close()
    return found


class Proxy:
    """nginx in front of these ports."""

    name, missing = "nginx", MISSING
    settings = "nginx.conf"

    def __init__(self, folder: Path, behind: Sequence[int]) -> None:
        self.port, self._folder = free_port("127.0.0.1"), folder
        folder.mkdir()
        assert program(self.name), self.missing
        told = (DEPLOYED / self.settings).read_text(encoding="utf-8")
        (folder / self.settings).write_text(self._config(told, behind), encoding="utf-8")
        with (folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [program(self.name), *self._words()], stdout=log, stderr=log, env={**os.environ, "HOME": str(folder)}
            )
        wait_for(self._answers)

    def _words(self) -> Sequence[str]:
        path = self._folder / self.settings
        errors = self._folder / "errors"
        return ["-p", str(self._folder), "-c", str(path), "-g", "daemon off;", "-e", str(errors)]

    def _config(self, told: str, behind: Sequence[int]) -> str:
        line = next(SERVERS.finditer(told)).group()
        servers = "".join(re.sub(r":\d+ ", f":{port} ", line, count=1) for port in behind)
        told = _in_place(told, servers)
        told = re.sub(r"listen \d+", f"listen 127.0.0.1:{self.port}", told)
        told = told.replace("/run/nginx.pid", f"{self._folder}/pid")
        places = "".join(
            f"    {kind}_temp_path {self._folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        return told.replace("http {\n", f"http {{\n{places}", 1)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(10)

    def _answers(self) -> bool:
        assert self._process.poll() is None, (self._folder / "log").read_text()
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0


class CaddyProxy(Proxy):
    """Caddy in front of these ports."""

    name, missing = "caddy", NO_CADDY
    settings = "Caddyfile"

    def _words(self) -> Sequence[str]:
        return ["run", "--config", str(self._folder / self.settings), "--adapter", "caddyfile"]

    def _config(self, told: str, behind: Sequence[int]) -> str:
        assert UPSTREAMS in told
        told = told.replace(UPSTREAMS, " ".join(f"127.0.0.1:{port}" for port in behind))
        return told.replace("\nhttp:// {", f"\nhttp://:{self.port} {{\n\tbind 127.0.0.1", 1)


def _in_place(told: str, servers: str) -> str:
    first = next(SERVERS.finditer(told)).start()
    without = SERVERS.sub("", told)
    return without[:first] + servers + without[first:]
