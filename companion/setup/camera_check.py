"""Request sights of the camera over the bus, for the set-up page."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress

from companion.errors import StoreError
from companion.messaging import Bus, Message
from companion.presentation import is_free
from companion.schema import CameraCheckRequest, CameraSight, codec, topics
from companion.sessions import SessionListener, SessionManager

SIGHT_LIFETIME = 4.0  # s; the camera sends two sights a second


class CameraCheck(SessionListener):
    """Send requests to the camera, and keep its last sight for `SIGHT_LIFETIME`. Thread-safe."""

    def __init__(
        self,
        bus: Bus,
        sessions: SessionManager,
        find_reader: Callable[[], str],
        on_sight: Callable[[], None],
        place: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`place`: the physical table. `find_reader` returns the reader of the camera that is online, or ""."""
        self._bus, self._sessions, self._place = bus, sessions, place
        self._find_reader, self._on_sight, self._clock = find_reader, on_sight, clock
        self._last: tuple[float, CameraSight] | None = None  # when it came, and the sight: replaced as one
        self._is_whole = False  # whether the last request was for more than the tray
        self._is_listening = False  # for a game that begins
        bus.subscribe(topics.sight(self._place, topics.ANY), self._handle_sight)

    @property
    def sight(self) -> CameraSight | None:
        """The last sight; None when the camera is silent."""
        last = self._last
        return last[1] if last is not None and self._clock() - last[0] < SIGHT_LIFETIME else None

    def forget(self) -> None:
        """Drop the last sight, because another camera was chosen."""
        self._last = None

    def request_sight(self, *, whole: bool) -> None:
        """Request a sight of the tray, with `whole` also of what is around it. Without a camera do nothing."""
        self._is_whole = whole
        if whole and not self._is_listening:
            self._is_listening = True
            self._sessions.add_listener(self)
        self._request(light=False)

    def relight(self) -> bool:
        """Have the camera set exposure and focus again. Return False without a camera."""
        return self._request(light=True)

    def table_changed(self, table: str) -> None:  # noqa: ARG002
        """Request the tray alone if a game has begun since the last request."""
        if self._is_whole and not is_free(self._sessions):
            self.request_sight(whole=False)

    def _request(self, *, light: bool) -> bool:
        reader = self._find_reader()
        if reader:
            request = CameraCheckRequest(secrets.token_hex(8), self._is_whole, light)
            self._bus.publish(topics.check(self._place, reader), codec.encode(request))
        return bool(reader)

    def _handle_sight(self, message: Message) -> None:
        message.ack()
        sight = codec.decode(CameraSight, message.payload)
        self._last = (self._clock(), sight)
        with suppress(StoreError):  # the next sight repeats the remarks
            self._sessions.test_throws.graded_throws.add_remarks(sight.picture, sight.remarks)
        self._on_sight()
