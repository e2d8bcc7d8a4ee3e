"""Requests of pages for a recorded throw, where no camera looks at real dice."""

import logging
from dataclasses import dataclass

from companion.messaging import Bus, Message
from companion.schema import DemoCommand, codec, topics
from vision.image import CameraError
from vision.service.reporter import StatusReport
from vision.service.requests.open_question import OpenQuestion
from vision.stream import DemoCamera

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class DemoRequests:
    """Plays each at once."""

    camera: DemoCamera
    question: OpenQuestion
    report: StatusReport

    def listen(self, bus: Bus, table: str, reader: str) -> None:
        """Subscribe to the requests to one reader."""
        bus.subscribe(topics.demo(table, reader), self._on_demo)

    def _on_demo(self, message: Message) -> None:
        message.ack()
        try:
            told = codec.decode(DemoCommand, message.payload)
            self.camera.throw(told.throw, self.question.expect, sender=told.sender)
        except CameraError as error:
            self.report.counters.last_error = error.sentence
            logger.info("table=%s no throw: %s", self.report.post.table, error)
            self.report.publish(now=True)
