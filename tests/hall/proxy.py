"""nginx with the settings that we deploy, in a folder and on a port of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

from companion.messaging.broker.embedded import free_port
from tests.messaging.heard import wait_for

DEPLOYED = Path(__file__).resolve().parents[2] / "deploy" / "hall"
NAME = "nginx.conf"
MISSING = "nginx is not installed. Get it with: sudo apt-get install nginx-light"
SERVERS = re.compile(r"^ +server 127\.0\.0\.1:\d+ .*;\n", re.MULTILINE)


class Proxy:
    """Before these ports."""

    def __init__(self, folder: Path, behind: Sequence[int]) -> None:
        self.port, self._folder = free_port("127.0.0.1"), folder
        folder.mkdir()
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        assert program, MISSING
        (folder / NAME).write_text(self._config((DEPLOYED / NAME).read_text(), behind))
        with (folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    program,
                    "-p",
                    str(folder),
                    "-c",
                    str(folder / NAME),
                    "-g",
                    "daemon off;",
                    "-e",
                    str(folder / "errors"),
                ],
                stdout=log,
                stderr=log,
            )
        wait_for(self._answers)

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


def _in_place(told: str, servers: str) -> str:
    first = next(SERVERS.finditer(told)).start()
    without = SERVERS.sub("", told)
    return without[:first] + servers + without[first:]
