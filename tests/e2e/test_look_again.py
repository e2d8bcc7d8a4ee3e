"""A doubt about the tray, and one tap that makes the camera look again, without touching a die."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lamp import Lamp
from tests.e2e.trays import THROWS, at_rest

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

EMPTY = THROWS / "mom_d8" / "2_0" / "frame_000.jpg"
PATIENCE = 30_000  # ms, for a camera on a busy machine


class Camera:
    """A network camera with a new picture at every request: first a recorded throw, then its end."""

    def __init__(self) -> None:
        self._pictures = [EMPTY]
        camera = self

        class Door(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                picture = camera.next().read_bytes()
                self.send_response(200)
                self.send_header("Content-Type", "image/jpeg")
                self.send_header("Content-Length", str(len(picture)))
                self.end_headers()
                self.wfile.write(picture)

            def log_message(self, format: str, *args: object) -> None:
                """Silence the log of picture requests."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def next(self) -> Path:
        """The last one stays."""
        return self._pictures.pop(0) if len(self._pictures) > 1 else self._pictures[0]

    def throw(self, name: str) -> None:
        """Play the throw until all objects are at rest."""
        last = at_rest("mom_d8", name)
        self._pictures += [path for path in sorted(last.parent.glob("frame_*.jpg")) if path <= last]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def camera() -> Iterator[Camera]:
    camera = Camera()
    yield camera
    camera.stop()


@pytest.fixture
def house(camera: Camera, tmp_path: Path) -> Iterator[Lamp]:
    """A server with a camera over the tray."""
    house = Lamp(tmp_path, "--camera", camera.url)
    yield house
    house.stop()


def test_look_again_rereads_untouched_dice(camera: Camera, house: Lamp, page: Page) -> None:
    table = house.open("mansions")
    house.rolls(table)  # three dice
    page.goto(f"http://table.local:{house.port}/t/{table}")
    camera.throw("2_0")
    expect(page.get_by_test_id("doubt")).to_contain_text("3 wanted, 2 seen", timeout=PATIENCE)
    first = house.snapshot(table)["doubt"]["id"]
    page.get_by_test_id("look-again").click()
    house.until(lambda: (house.snapshot(table)["doubt"] or {}).get("id") not in (None, first))
    expect(page.get_by_test_id("doubt")).to_contain_text("3 wanted, 2 seen")
    assert not house.read(table), "it was only looked at"
    camera.throw("3_0")
    expect(page.get_by_test_id("filled")).to_have_count(3, timeout=PATIENCE)
    assert len(house.read(table)) == 1
