"""`./table serve --config table.toml`, as somebody types it who has written down how it shall be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.lamp import Lamp

pytestmark = [pytest.mark.broker, pytest.mark.slow]


class Served(Lamp):
    """The real thing, by a file of settings."""

    def start(self) -> None:
        config = self.folder / "table.toml"
        config.write_text(f'place = "kitchen"\nport = {self.port}\ndata = "{self.folder}/evenings"\n', encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LAMPLIGHT_")}
        command = [sys.executable, "-m", "companion.cli", "serve", "--config", str(config)]
        with (self.folder / "demo.log").open("wb") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self.until(lambda: self.get("/health"))


def test_a_settings_file_is_all_it_takes(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        table = served.post("/api/tables", game="arkham")["table"]
        assert served.snapshot(table)["now"]
        assert (tmp_path / "evenings" / "log.db").exists()
        served.until(lambda: served.get("/api/setup")["eye"]["words"])  # the camera's process has spoken: it has none
        assert served.snapshot(table)["senses"] == [], "where no camera is set, none is missed"
        assert f":{served.port}" in (tmp_path / "demo.log").read_text(encoding="utf-8")
    finally:
        served.stop()
    assert served.process.returncode == 0, (tmp_path / "demo.log").read_text(encoding="utf-8")[-2000:]
