"""Ask the camera what it sees while somebody looks, and keep what it says for a moment."""

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

FRESH = 4.0  # s for which what a camera said it sees is believed; it says it twice a second


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
        """`place`: the physical table; `camera`: the reader that runs, "" = none; `changed` is called when there is something new for the page."""
        self._bus, self._sessions, self._place = bus, sessions, place
        self._camera, self._changed, self._clock = camera, changed, clock
        self._seen: tuple[float, CameraSight | None] = (float("-inf"), None)
        self._is_whole = False  # what lies beside the tray was asked for last
        bus.subscribe(topics.sight(self._place, topics.ANY), self._handle_sight)

    @property
    def sight(self) -> CameraSight | None:
        """What the camera has just said; None once it is silent."""
        at, sight = self._seen
        return sight if self._clock() - at < FRESH else None

    def forget(self) -> None:
        """Another camera was chosen."""
        self._seen = (float("-inf"), None)

    def ask(self, *, whole: bool) -> None:
        """Ask for what the camera sees; `whole`: also for what lies beside the tray."""
        reader, self._is_whole = self._camera(), whole
        if reader:
            self._publish(reader, CameraCheckRequest(secrets.token_hex(8), whole))

    def relight(self) -> bool:
        """Have the camera find its light and its focus anew; False where none is there."""
        reader = self._camera()
        if reader:
            self._publish(reader, CameraCheckRequest(secrets.token_hex(8), self._is_whole, light=True))
        return bool(reader)

    def narrow(self) -> None:
        """A table has changed: where a game is on by now, the camera is told at once to show its tray alone."""
        if self._is_whole and not is_free(self._sessions):
            self.ask(whole=False)

    def _publish(self, reader: str, request: CameraCheckRequest) -> None:
        self._bus.publish(topics.check(self._place, reader), codec.encode(request))

    def _handle_sight(self, message: Message) -> None:
        message.ack()
        sight = codec.decode(CameraSight, message.payload)
        self._seen = (self._clock(), sight)
        with suppress(StoreError):  # it is said again with the next sight
            self._sessions.test_throws.graded_throws.add_remarks(sight.picture, sight.remarks)
        self._changed()
