"""Make a reading of what was seen, and send it until the rules have committed it."""

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import CodecError
from companion.messaging import OutboxError, OutboxSender
from companion.schema import Expectation, Reading, Seat, SeenObject, Words
from vision.image import Image
from vision.service.pictures import TrayPictures
from vision.service.reporter import ReaderCounters, ReaderIdentity
from vision.tray import TrayPlane, floor_of

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class ReadingSender:
    """Sender of one camera's and of photographs' readings."""

    post: ReaderIdentity
    sender: OutboxSender
    pictures: TrayPictures
    counters: ReaderCounters
    wall: Callable[[], float] = time.time
    name: Callable[[], str] = lambda: secrets.token_hex(8)
    """Makes the name of the next picture. Must not be guessable by other seats."""

    def send(
        self,
        image: Image,
        objects: tuple[SeenObject, ...],
        tray: TrayPlane | None,
        expectation: Expectation,
        sender: Seat = "",
    ) -> Words:
        """Send a reading with its picture, after numbering and storing it. Returns "" or the reason why not."""
        picture = self.pictures.keep(self.name(), image, objects, tray)
        reading = Reading(
            id="", table=self.post.table, source=self.post.source, epoch="", seq=0, expect=expectation.expect, zone=self.post.zone,
            objects=objects, settled_at=self.wall(), picture=picture, tray=floor_of(image, tray), sender=sender,
        )  # fmt: skip
        try:
            kept = self.sender.put(reading)
        except (OutboxError, CodecError) as error:
            logger.warning("a reading is lost: %s", error)
            self.counters.last_error = error.sentence
            return self.counters.last_error
        self.counters.readings += 1
        self.pictures.audience.add_throw(picture, image, objects, tray)
        logger.debug("table=%s reading=%s objects=%d", self.post.table, kept.id, len(kept.objects))
        return ""
