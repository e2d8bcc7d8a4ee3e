"""Photographs that pages send are read as if they lay in the tray, each wish off the bus and answered on it."""

import logging
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from companion.errors import CodecError
from companion.messaging.bus import Bus, Message
from companion.schema import codec, topics
from companion.schema.expect import Expectation
from companion.schema.photo import PhotoRequest, PhotoResult
from companion.schema.reading import UNKNOWN, SeenObject
from vision.image.decode import Image, PictureError, decode
from vision.service.expected_faces import READING_FAULTS, TrayReader
from vision.tray.tray_plane import TrayPlane, find_tray

logger = logging.getLogger(__name__)
NAME = re.compile(r"[0-9A-Za-z_.-]{1,64}")
MOST_WAITING = 16  # wishes; more come from no page

Sending: TypeAlias = Callable[[Image, tuple[SeenObject, ...], TrayPlane | None, Expectation], str]
"""Makes a reading of what was seen, for what was expected; "" or the sentence why there is none."""


@dataclass(slots=True)
class PhotoRequests:
    """`tick` reads what was wished for, in one thread: reading takes longer than the bus may wait."""

    folder: Path
    """Where the page lays them."""
    expected: Callable[[], Expectation]
    read: TrayReader
    send: Sending
    _answer: Callable[[PhotoResult], None] = lambda _answer: None
    _wishes: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))

    def listen(self, bus: Bus, table: str, reader: str) -> None:
        """Hear the wishes to one reader."""
        self._answer = lambda answer: bus.publish(topics.photo_result(table, reader), codec.encode(answer))
        bus.subscribe(topics.photo(table, reader), self._on_wish)

    def tick(self) -> None:
        """Read the photographs that were wished for, and answer each."""
        while self._wishes:
            name = self._wishes.popleft()
            self._answer(PhotoResult(name, self.take(name)))

    def take(self, name: str) -> str:
        """Make a reading of a photograph; "" or the sentence why it became none."""
        try:
            image = decode((self.folder / Path(name).name).read_bytes(), "The photograph")
        except OSError:
            return "The photograph is not there any more. Send it again."
        except PictureError as error:
            return str(error)
        tray, asked = find_tray(image), self.expected()
        try:
            objects = self.read(image, asked, tray.corners if tray else None)
        except READING_FAULTS as error:
            logger.warning("a photograph could not be read: %s", error)
            return "This photograph could not be read. Take another one, from straight above."
        if all(seen.kind == UNKNOWN for seen in objects):
            return "Nothing that the kits know was found on the photograph. Take it nearer, or answer by hand."
        return self.send(image, objects, tray, asked)

    def _on_wish(self, message: Message) -> None:
        message.ack()
        name = codec.decode(PhotoRequest, message.payload).name
        if not NAME.fullmatch(name):
            raise CodecError("Photo: the name is none that the page gives")
        self._wishes.append(name)
