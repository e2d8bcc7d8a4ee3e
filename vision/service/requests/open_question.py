"""The open prompt, and recorded throws that pages request to answer it."""

import logging
from dataclasses import dataclass, field

from companion.errors import CodecError
from companion.messaging import Bus, Message
from companion.schema import DemoCommand, Expectation, codec, topics
from vision.image import CameraError
from vision.service.reporter import ReaderCounters, StatusReport
from vision.stream import DemoCamera


@dataclass(slots=True)
class OpenQuestion:
    """Expectation from the bus, read by the camera's thread and for photographs."""

    counters: ReaderCounters
    expect: Expectation = field(default_factory=Expectation)
    asked: Expectation = field(default_factory=Expectation)
    """The question that was open when what is read now was still moving.

    One that opened since is not meant: another's answer may have closed the question these dice were thrown for.
    """
    _is_repeated: bool = False

    def listen(self, bus: Bus, table: str, reader: str) -> None:
        """Hear the table's questions, and wishes to this reader to look once more."""
        bus.subscribe(topics.expect(table), self._on_expect)
        bus.subscribe(topics.look(table, reader), self._on_look)

    def hold(self) -> None:
        """Keep the current prompt for the arrangement that comes to rest next."""
        self.asked = self.expect

    def pop_repeated(self) -> bool:
        """Return whether a repeated reading was requested, and clear the request."""
        is_repeated, self._is_repeated = self._is_repeated, False
        return is_repeated

    def _on_expect(self, message: Message) -> None:
        message.ack()
        try:
            self.expect = codec.decode(Expectation, message.payload)
        except CodecError as error:
            self.counters.last_error = error.sentence
            raise

    def _on_look(self, message: Message) -> None:
        message.ack()
        self._is_repeated = True


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
            command = codec.decode(DemoCommand, message.payload)
            self.camera.throw(command.throw, self.question.expect, sender=command.sender)
        except CameraError as error:
            self.report.counters.last_error = error.sentence
            logger.info("table=%s no throw: %s", self.report.post.table, error)
            self.report.publish(now=True)
