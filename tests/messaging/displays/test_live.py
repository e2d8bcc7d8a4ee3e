"""Programs of deploy/displays at a real Mosquitto show the right state within a second: after a late start, a lost
connection, or a restart of broker or application.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from companion.app import Application
from companion.messaging.broker.accounts import Accounts
from companion.messaging.broker.embedded import free_port
from companion.presentation import view_of
from companion.schema import TABLE, Answer, to_json
from companion.settings import BrokerSettings, Settings
from tests.games.course import possible
from tests.messaging.displays.programs import FOLDER, end, program
from tests.messaging.heard import wait_for

pytestmark = [pytest.mark.broker, pytest.mark.slow]

SECOND = 1.0  # within which a connected display shows the current state
AT_ONCE = 0.02  # s between checks


class Evening:
    """An application with its own Mosquitto, a game played at random, and displays."""

    def __init__(self, folder: Path) -> None:
        if not shutil.which("mosquitto"):
            pytest.fail(
                "Mosquitto is needed for the tests of displays; install it with: sudo apt-get install mosquitto"
            )
        self.folder, self.random, self.answers = folder, Random(4), 0
        self.settings = Settings(data=folder / "data", broker=BrokerSettings(port=free_port("127.0.0.1")))
        self.displays: list[Any] = []
        self.account()
        self.house = self.begin()

    def begin(self) -> Application:
        self.house = Application(self.settings)
        self.house.connect()
        return self.house

    def play(self, number: int = 1) -> None:
        hall = self.house.sessions
        for _ in range(number):
            asked = hall.snapshot(hall.lit).open
            prompt = self.random.choice([one for one in asked if one.at != "menu"] or asked)
            self.answers += 1
            hall.answer(hall.lit, Answer(f"a{self.answers}", prompt.id, possible(prompt, self.random), prompt.seat))

    def account(self, name: str = "kitchen") -> Any:
        """Create an account like `./table display add`, in a separate process."""
        access = Accounts(self.settings.data / "broker").of("display", name=name)
        return program("table").Account("127.0.0.1", self.settings.broker.port, access.user, access.password)

    def display(self, name: str = "kitchen", happened: Callable[[Any], None] = lambda _event: None) -> Any:
        """Start a display now."""
        self.displays.append(program("table").Table(self.account(name), happened))
        self.displays[-1].start()
        return self.displays[-1]

    def is_right(self, display: Any) -> bool:
        """Return whether it shows the newest revision, the Now line and the blocks of the page."""
        hall, state = self.house.sessions, display.shown.state
        picture = hall.snapshot(hall.lit)
        blocks = [to_json(block, str) for block in view_of(picture, TABLE)]
        same = state.get("cut") or state.get("view") == blocks
        return bool(display.shown.is_open and state.get("rev") == self.house.publisher._rev and same)

    def close(self) -> None:
        for display in self.displays:
            end(display)
        self.house.stop()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    evening.house.sessions.open("mansions")
    yield evening
    evening.close()


def soon(is_so: Callable[[], bool]) -> float:
    """Wait for the condition and return the seconds until it held, including the delay of its checks."""
    looks = count()
    wait_for(lambda: next(looks) >= 0 and is_so())
    return next(looks) * AT_ONCE


def connected(display: Any) -> bool:
    return bool(display._client.is_connected())


def test_display_is_right_after_a_killed_broker(evening: Evening) -> None:
    display = evening.display()
    wait_for(lambda: evening.is_right(display))
    assert evening.house.broker is not None and evening.house.broker.pid is not None
    os.kill(evening.house.broker.pid, signal.SIGKILL)
    wait_for(lambda: not display.shown.is_open)
    evening.play(3)
    wait_for(lambda: connected(display) and evening.house.bus.connected)
    assert soon(lambda: evening.is_right(display)) < SECOND


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
    account, url = evening.account(), strip[0]
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
