"""Requests of pages to read a photograph as if it were in the tray: off the bus, and answered on it."""

import hashlib
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.errors import CodecError
from companion.i18n import _
from companion.messaging import Bus, Message
from companion.schema import PhotoRequest, PhotoResult, Words, codec, topics
from vision.image import PictureError, decode
from vision.image.jpeg_damage import is_shifted
from vision.service.expected_faces import PhotoReader

NAME = re.compile(r"[0-9A-Za-z_.-]{1,64}")
MOST_WAITING = 16  # requests; more come from no page
LOOKS_SHIFTED = _(
    "The photograph looks damaged: from one place on it is lighter, darker or of another hue."
    " Take another one, or send the same one again if it is whole."
)


@dataclass(slots=True)
class PhotoRequests:
    """Photograph requests. `tick` reads them in a separate thread, since reading takes longer than the bus may wait."""

    folder: Path
    """Folder in which the page stores photographs."""
    reader: PhotoReader
    _answer: Callable[[PhotoResult], None] = lambda _answer: None
    _asked: deque[PhotoRequest] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))
    _doubted: deque[bytes] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))

    def listen(self, bus: Bus, table: str, reader: str) -> None:
        """Subscribe to the requests to one reader."""
        self._answer = lambda answer: bus.publish(topics.photo_result(table, reader), codec.encode(answer))
        bus.subscribe(topics.photo(table, reader), self._on_request)

    def tick(self) -> None:
        """Read the requested photographs and reply to each."""
        while self._asked:
            request = self._asked.popleft()
            self._answer(PhotoResult(request.name, self.read_photo(request)))

    def read_photo(self, request: PhotoRequest) -> Words:
        """Make a reading of a photograph; "" or the sentence why it became none."""
        try:
            data = (self.folder / Path(request.name).name).read_bytes()
            image = decode(data, _("The photograph"))
        except OSError:
            return _("The photograph is not there any more. Send it again.")
        except PictureError as error:
            sentence: Words = error.sentence
            return sentence
        if self._is_to_be_asked(data):
            return LOOKS_SHIFTED
        return self.reader.read_image(image, request)

    def _is_to_be_asked(self, data: bytes) -> bool:
        """Return whether it looks damaged and is new. Sending it again overrides the check."""
        digest = hashlib.sha256(data).digest()
        if digest in self._doubted or not is_shifted(data):
            return False
        self._doubted.append(digest)
        return True

    def _on_request(self, message: Message) -> None:
        message.ack()
        request = codec.decode(PhotoRequest, message.payload)
        if not NAME.fullmatch(request.name):
            raise CodecError("Photo: the name is none that the page gives")
        self._asked.append(request)
