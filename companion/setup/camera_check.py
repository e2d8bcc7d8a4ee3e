"""Request what the camera sees, for the set-up page, and keep it for a moment."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress

from companion.errors import StoreError
from companion.messaging import Bus, Message
from companion.schema import CameraCheckRequest, CameraSight, codec, topics
from companion.sessions import SessionManager
from companion.web.setup_page import is_free

FRESH = 4.0  # s for which a sight is valid; the camera sends two a second


class CameraCheck:
    """The conversation with the camera on the bus. Thread-safe."""

    def __init__(
        self,
        bus: Bus,
        sessions: SessionManager,
        camera: Callable[[], str],
        changed: Callable[[], None],
        place: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`place`: the physical table. `camera` returns the reader that runs, or "". `changed` is called with each new sight."""
        self._bus, self._sessions, self._place = bus, sessions, place
        self._camera, self._changed, self._clock = camera, changed, clock
        self._seen: tuple[float, CameraSight | None] = (float("-inf"), None)
        self._is_whole = False  # whether the last request was for more than the tray
        bus.subscribe(topics.sight(self._place, topics.ANY), self._handle_sight)

    @property
    def sight(self) -> CameraSight | None:
        """The last sight; None when the camera is silent."""
        at, sight = self._seen
        return sight if self._clock() - at < FRESH else None

    def forget(self) -> None:
        """Another camera was chosen."""
        self._seen = (float("-inf"), None)

    def ask(self, *, whole: bool) -> None:
        """Request a sight. `whole`: also outside of the tray."""
        reader, self._is_whole = self._camera(), whole
        if reader:
            self._publish(reader, CameraCheckRequest(secrets.token_hex(8), whole))

    def relight(self) -> bool:
        """Have the camera set exposure and focus again. Return False without a camera."""
        reader = self._camera()
        if reader:
            self._publish(reader, CameraCheckRequest(secrets.token_hex(8), self._is_whole, light=True))
        return bool(reader)

    def narrow(self) -> None:
        """Limit the camera to its tray once a game is on."""
        if self._is_whole and not is_free(self._sessions):
            self.ask(whole=False)

    def _publish(self, reader: str, request: CameraCheckRequest) -> None:
        self._bus.publish(topics.check(self._place, reader), codec.encode(request))

    def _handle_sight(self, message: Message) -> None:
        message.ack()
        sight = codec.decode(CameraSight, message.payload)
        self._seen = (self._clock(), sight)
        with suppress(StoreError):  # the next sight repeats it
            self._sessions.test_throws.graded_throws.add_remarks(sight.picture, sight.remarks)
        self._changed()
