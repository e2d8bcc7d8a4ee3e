"""The whole demo in separate processes, as `./table demo` starts it, and devices that look at it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from companion.messaging.broker import embedded
from tests.new_log import new_file

PATIENCE = 40.0  # s; two cores may be busy with other tests
TO_A_ROLL = {"whose turn": "1", "left": "test", "which skill": "agility", "how many": "2"}
"""Taps that lead from the first page of Mansions to three dice of Ann's."""
CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP table.local 127.0.0.1",  # 127.0.0.1 is a secure context and would hide what a LAN lacks
]


class Lamp:
    """One running demo. `kill` and `start` again with the same data folder are a power cut."""

    readers = frozenset({"Tray camera", "Token reader"})
    """Parts that must be ready before a game is opened."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options = folder, options
        self.key: dict[str, str] = {}  # header that identifies this device. A demo needs none from its own machine
        self.port = free_port()
        self.begin()
        self.start()

    def begin(self) -> None:
        """Copy an empty database, which saves an eighth of a start."""
        new_file(self.folder / "data")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until the page answers and the readers are there."""
        command = [sys.executable, "-m", "companion.cli", "demo", "--no-open", "--port", str(self.port), *self.options]
        environment = {**os.environ, "LAMPLIGHT_DATA": str(self.folder / "data"), "LAMPLIGHT_HOSTS": '["table.local"]'}
        with (self.folder / "demo.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self.until(lambda: self.get("/health")["healthy"])

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)

    def process_of(self, module: str) -> int:
        """Return the pid of a child process, 0 without one."""
        command = ["ps", "--ppid", str(self.process.pid), "-o", "pid=,args="]
        listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        return next((int(line.split()[0]) for line in listed.splitlines() if f"-m {module}" in line), 0)

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(
            urllib.request.Request(self.url + path, headers=self.key), timeout=PATIENCE
        ) as answer:
            return json.load(answer)

    def post(self, path: str, **body: Any) -> Any:
        headers = {"Content-Type": "application/json", "X-Lamplight": "1", **self.key}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path} {body}: {error.code} {error.read().decode()}") from error

    def photo(self, table: str, picture: Path) -> None:
        """A photograph of the tray, as a tablet sends one."""
        edge = "lamplight"
        head = f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="{picture.name}"\r\n\r\n'
        body = head.encode() + picture.read_bytes() + f"\r\n--{edge}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={edge}", "X-Lamplight": "1", **self.key}
        with urllib.request.urlopen(
            urllib.request.Request(f"{self.url}/api/tables/{table}/photo", body, headers), timeout=PATIENCE
        ):
            pass

    def open(self, game: str, **choices: Any) -> str:
        """A new table of a game, with all readers ready; without choices its sample."""
        table: str = self.post("/api/tables", game=game, **({"choices": choices} if choices else {}))["table"]
        self.until(lambda: self.ready(table) >= self.readers)
        return table

    def ready(self, table: str) -> set[str]:
        """The readers that are there."""
        return {sense["title"] for sense in self.snapshot(table)["senses"] if sense["state"] == "ready"}

    def snapshot(self, table: str) -> Any:
        return self.get(f"/api/tables/{table}/snapshot")

    def asked(self, table: str) -> list[Any]:
        return [a["prompt"] for a in self.snapshot(table)["asked"]]

    def tap(self, table: str, prompt: Any, *values: str) -> None:
        name = f"{prompt['id']}-{time.monotonic_ns()}"
        self.post(f"/api/tables/{table}/answer", prompt=prompt["id"], values=list(values), id=name)

    def until_asks(self, table: str, kind: str, **taps: str) -> Any:
        """Tap on until something of this kind can answer; `taps`: part of a title -> the option to take."""
        for _ in range(30):
            prompts = self.asked(table)
            if any(kind in p.get("of", ()) for p in prompts):
                return prompts
            self.tap(table, prompts[0], *choice(prompts[0], taps))
        raise AssertionError(f"no {kind} is asked: {self.snapshot(table)['now']}")

    def rolls(self, table: str) -> Any:
        """Play Mansions through the first pages to a test of Ann's, with three dice ready to be thrown. Return the roll."""
        return next(p for p in self.until_asks(table, "mom_d8", **TO_A_ROLL) if p["kind"] == "roll")

    def read(self, table: str, source: str = "camera") -> list[Any]:
        """The answers in the log that came from there, the oldest first."""
        return [a for a in self.snapshot(table)["log"] if a["kind"] == "answer" and a["source"] == source]

    def until(self, holds: Any, seconds: float = PATIENCE) -> Any:
        """Ask again until it holds; a server that is not there yet counts as not."""
        deadline, last = time.monotonic() + seconds, None
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"the demo ended: {(self.folder / 'demo.log').read_text()[-2000:]}")
            try:
                last = holds()
            except (urllib.error.URLError, ConnectionError, TimeoutError) as error:
                last = error
            if last and not isinstance(last, Exception):
                return last
            time.sleep(0.1)
        raise AssertionError(f"not within {seconds} s: {last}; {(self.folder / 'demo.log').read_text()[-2000:]}")


def choice(prompt: Any, taps: dict[str, str]) -> list[str]:
    """Return the option to tap: the named one for the prompt's title, else the smallest possible answer."""
    possible = [o["id"] for o in prompt["options"] if o["refused"] is None]
    for word, option in taps.items():
        if word in prompt["title"]:
            return [p for p in (possible or [option]) if re.fullmatch(option, p)][: prompt["most"]]
    if prompt["kind"] == "count":
        return [str(prompt["least"])]
    return possible[: prompt["least"]]


def free_port() -> int:
    """Reserve a port that the system gives to no other process until the server listens, nor while it is down."""
    return embedded.free_port(embedded.LOOPBACK)
