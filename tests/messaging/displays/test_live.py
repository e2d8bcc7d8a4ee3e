"""Programs of deploy/displays at a real Mosquitto show the right state within a second: after a late start, a lost
connection, or a restart of broker or application.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from companion.app import Application
from companion.messaging.broker.accounts import Accounts
from companion.messaging.broker.embedded import free_port
from companion.presentation import view_of
from companion.schema import TABLE, to_json
from companion.settings import BrokerSettings, Settings
from tests.messaging.displays.programs import FOLDER, end, program
from tests.messaging.displays.told import play_by_chance
from tests.messaging.heard import wait_for
from tests.messaging.killing import kill

pytestmark = [pytest.mark.broker, pytest.mark.slow]

SECONDS = 1.0  # within which a connected display shows the current state


class Evening:
    """An application with its own Mosquitto, and a game played at random."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.random = folder, Random(4)
        settings = Settings(data=folder / "data", broker=BrokerSettings(port=free_port("127.0.0.1")))
        access = Accounts(settings.data / "broker").of("display", name="kitchen")  # like `./table display add`
        self.account = program("table").Account("127.0.0.1", settings.broker.port, access.user, access.password)
        self.house = Application(settings)
        self.house.connect()
        self.house.sessions.open("mansions")

    def play(self, answers: int) -> None:
        play_by_chance(self.house.sessions, self.random, answers)

    def is_shown(self, display: Any) -> bool:
        """Return whether a display has the newest revision and the blocks of the page."""
        hall, state = self.house.sessions, display.shown.state
        blocks = [to_json(block, str) for block in view_of(hall.snapshot(hall.lit), TABLE)]
        same = state.get("cut") or state.get("view") == blocks
        return bool(display.shown.is_open and state.get("rev") == self.house.publisher._rev and same)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.house.stop()


def test_display_shows_changes_and_events_also_after_a_killed_broker(evening: Evening) -> None:
    events: list[dict[str, Any]] = []
    display = program("table").Table(evening.account, events.append)
    display.start()
    wait_for(lambda: evening.is_shown(display))
    for _ in range(8):
        evening.play(1)
        wait_for(lambda: evening.is_shown(display), SECONDS)
    assert events and all(event["text"] and event["rev"] <= display.shown.state["rev"] for event in events)
    assert evening.house.broker is not None
    kill(evening.house.broker)
    wait_for(lambda: not display.shown.is_open)
    evening.play(3)
    wait_for(lambda: display._client.is_connected() and evening.house.bus.connected)
    wait_for(lambda: evening.is_shown(display), SECONDS)
    end(display)


class Strip(BaseHTTPRequestHandler):
    """A WLED strip with the part of its API that we use."""

    told: list[dict[str, Any]]

    def do_POST(self) -> None:
        assert self.path == "/json/state"
        self.told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"success":true}')

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def strip() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    told: list[dict[str, Any]] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("OneStrip", (Strip,), {"told": told}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", told
    server.shutdown()
    server.server_close()


def test_display_programs_show_a_real_table(evening: Evening, strip: tuple[str, list[dict[str, Any]]]) -> None:
    account, url = evening.account, strip[0]
    file = evening.folder / "kitchen.toml"
    file.write_text(
        "".join(f"{name} = {json.dumps(value)}\n" for name, value in vars(account).items()), encoding="utf-8"
    )
    paper, lamps = evening.folder / "paper.png", evening.folder / "lamps.png"
    commands = [
        ["eink.py", str(file), "--png", str(paper), "--rest", "0"],
        ["led_matrix.py", str(file), "--png", str(lamps)],
        ["seat_lights.py", str(file), url, "--seat", "1=0", "--seat", "2=1", "--seat", "6=2"],
    ]
    running = [subprocess.Popen([sys.executable, *command], cwd=FOLDER, stderr=subprocess.PIPE) for command in commands]
    try:
        wait_for(lambda: bool(strip[1]) and all(one["on"] for one in strip[1][-1]["seg"][:2]))
        segments = strip[1][-1]["seg"]
        assert (segments[0]["fx"], segments[0]["col"]) == (2, [[0x56, 0xB4, 0xE9]])
        assert segments[2] == {"id": 2, "on": False}, "nobody sits there"
        wait_for(lambda: drawn(paper) != b"" and drawn(lamps) != b"")
        before = drawn(paper)
        evening.play(6)
        wait_for(lambda: drawn(paper) not in {b"", before})
    finally:
        for one in running:
            one.terminate()
        said = [one.communicate()[1] for one in running]
    assert said == [b"", b"", b""]


def drawn(path: Path) -> bytes:
    """The pixels of a picture, b"" while it is being written."""
    try:
        return Image.open(path).tobytes()
    except OSError:
        return b""
