"""A camera of the tests: an address that gives the picture the test lays under it."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.messaging.heard import wait_for


class CameraStand:
    """Gives the newest picture at every request, as a camera in the network does."""

    def __init__(self, picture: Path, port: int = 0) -> None:
        self.data = picture.read_bytes()
        self._next: list[Path] = []
        self.given = 0  # times since the change
        stand = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if stand._next:
                    stand.data = stand._next.pop(0).read_bytes()
                data = stand.data
                self.send_response(200)
                self.send_header("Content-Type", "image/jpeg")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
                stand.given += data is stand.data

            def log_message(self, format: str, *args: object) -> None:
                """A picture without readable objects."""

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/now.jpg"

    def show(self, picture: Path) -> None:
        """Replace the objects."""
        self._next.clear()
        self.data, self.given = picture.read_bytes(), 0

    def play(self, last: Path) -> None:
        """Show the pictures of a recorded throw, one at each request, up to this one."""
        self._next = [path for path in sorted(last.parent.glob("frame_*.jpg")) if path <= last]

    def rest(self, pictures: int = 20) -> None:
        """Return whether the objects were at rest for so many pictures that the camera has read them."""
        wait_for(lambda: self.given >= pictures)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
