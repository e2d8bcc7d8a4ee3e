"""Publish how well the camera sees, twice a second, while a set-up page renews its request."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from companion.messaging import Bus, Message
from companion.schema import CameraCheckRequest, CameraHealth, CameraSight, ReadingRemark, SeenObject, codec, topics
from vision.image import Clock, Image
from vision.tray import TrayPlane

OPEN_S = 12.0
"""s of publishing after a request. The page renews it earlier."""
EVERY_S = 0.5
"""s between two tellings."""
MOST_REMARKS = 12
"""Most remarks in one message."""

Remarks: TypeAlias = Callable[[Image, tuple[SeenObject, ...], TrayPlane | None], tuple[ReadingRemark, ...]]
"""Makes the remarks on a reading. Takes as long as a look at the tray."""


@dataclass(frozen=True, slots=True, eq=False)
class SetupThrow:
    """A reading that was made while they look."""

    picture: str
    image: Image
    objects: tuple[SeenObject, ...]
    tray: TrayPlane | None


@dataclass(slots=True)
class SetupWatchers:
    """Set-up pages. Thread-safe: the bus adds requests, the camera's thread measures, `tick` publishes in a third."""

    clock: Clock = time.monotonic
    remarks: Remarks = lambda _image, _objects, _tray: ()
    whole: bool = False
    """True if they may see the surroundings of the tray."""
    relight: Callable[[], None] = lambda: None
    """Lets the camera find its light again."""
    _publish: Callable[[CameraSight], None] = lambda _sight: None
    _asked_at: float = float("-inf")
    _published_at: float = float("-inf")
    _measured_at: float = float("-inf")
    _throws: deque[SetupThrow] = field(default_factory=lambda: deque(maxlen=1))
    _newest: CameraSight = field(default_factory=lambda: CameraSight(CameraHealth()))

    def listen(self, bus: Bus, table: str, reader: str) -> None:
        """Hear the wishes to one reader."""
        self._publish = lambda sight: bus.publish(topics.sight(table, reader), codec.encode(sight))
        bus.subscribe(topics.check(table, reader), self._on_check)

    @property
    def is_open(self) -> bool:
        """Return whether a page is watching."""
        return self.clock() - self._asked_at < OPEN_S

    @property
    def sees_all(self) -> bool:
        """Return whether a watching page may see the surroundings of the tray."""
        return self.whole and self.is_open

    def is_due(self, busy: bool) -> bool:
        """Return whether a measurement is due; a third as often while something waits to be read."""
        if not self.is_open or self.clock() - self._measured_at < EVERY_S * (3 if busy else 1):
            return False
        self._measured_at = self.clock()
        return True

    def add_throw(self, picture: str, image: Image, objects: tuple[SeenObject, ...], tray: TrayPlane | None) -> None:
        """Something came to rest, and was read."""
        if self.is_open:
            self._throws.append(SetupThrow(picture, image, objects, tray))

    def tick(self, health: CameraHealth | None) -> None:
        """Publish if due. `health`: the newest; None without a camera."""
        if not self.is_open:
            self._newest = CameraSight(CameraHealth())
            self._throws.clear()
            return
        news = self._throws.pop() if self._throws else None
        if news is not None:
            remarks = self.remarks(news.image, news.objects, news.tray)[:MOST_REMARKS]
            self._newest = replace(self._newest, picture=news.picture, remarks=remarks)
        if health is not None and (news is not None or self.clock() - self._published_at >= EVERY_S):
            self._published_at = self.clock()
            self._newest = replace(self._newest, health=health)
            self._publish(self._newest)

    def _on_check(self, message: Message) -> None:
        message.ack()
        check = codec.decode(CameraCheckRequest, message.payload)
        self.whole, self._asked_at = check.whole, self.clock()
        if check.light:
            self.relight()
