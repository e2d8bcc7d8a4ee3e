"""`./table serve --config table.toml` with written settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.e2e.lamp import PATIENCE, Lamp
from tests.vision.damaged import DICE

pytestmark = [pytest.mark.broker, pytest.mark.slow]


class Served(Lamp):
    """The real thing, by a file of settings."""

    def begin(self) -> None:
        """A newcomer's house makes its own."""

    def start(self) -> None:
        config = self.folder / "table.toml"
        config.write_text(f'place = "kitchen"\nport = {self.port}\ndata = "{self.folder}/evenings"\n', encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LAMPLIGHT_")}
        command = [sys.executable, "-m", "companion.cli", "serve", "--config", str(config)]
        with (self.folder / "demo.log").open("wb") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self.until(lambda: self.get("/health"))

    def enter(self, path: str, **body: str) -> str:
        """Come in by this door; what the device is from now on."""
        headers = {"Content-Type": "application/json", "X-Lamplight": "1"}
        asked = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            self.key = {"Cookie": answer.headers["Set-Cookie"].partition(";")[0]}
            return str(json.load(answer)["seat"])

    def pair(self, *options: str) -> str:
        """The token that `./table pair` prints."""
        command = [sys.executable, "-m", "companion.cli", "pair", "--config", str(self.folder / "table.toml"), *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip().partition("#")[2]


def status(served: Served, path: str, **body: str) -> int:
    """Return the response of a request. A body makes it a change."""
    try:
        served.post(path, **body) if body else served.get(path)
    except urllib.error.HTTPError as error:
        return error.code
    except AssertionError as error:
        return int(str(error.__cause__.code)) if isinstance(error.__cause__, urllib.error.HTTPError) else 0
    return 200


def test_serve_with_settings_admits_the_first_tablet_once(tmp_path: Path) -> None:
    """Let a device in from the shell after a lost tablet."""
    served = Served(tmp_path)
    try:
        assert status(served, "/api/shelf") == 403, "also from this very machine"
        assert served.enter("/api/claim") == "table" and status(served, "/api/shelf") == 200
        table = served.post("/api/tables", game="arkham")["table"]
        assert served.snapshot(table)["now"]
        assert (tmp_path / "evenings" / "log.db").exists()
        served.until(lambda: served.process_of("firmware_bridge"))
        assert not served.process_of("vision"), "it begins with the first photograph"
        assert served.get("/health") | {"assets": ""} == {"healthy": True, "assets": "", "wrong": []}
        served.photo(table, DICE)
        assert served.process_of("vision")
        assert served.snapshot(table)["senses"] == [], "where no camera is set, none is missed"
        assert f":{served.port}" in (tmp_path / "demo.log").read_text(encoding="utf-8")
        served.key, lost = {}, served.key
        served.kill()
        served.start()
        assert status(served, "/api/claim", now="again") == 403, "also after a restart"
        token = served.pair("--anew")
        assert served.enter("/api/join", token=token) == "table" and status(served, "/api/shelf") == 200
        served.key = lost
        assert status(served, "/api/shelf") == 403 and status(served, "/api/join", token=token) == 403
    finally:
        served.stop()
    assert served.process.returncode == 0, (tmp_path / "demo.log").read_text(encoding="utf-8")[-2000:]
    assert token not in (tmp_path / "demo.log").read_text(encoding="utf-8")
