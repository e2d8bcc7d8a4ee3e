"""Track the open prompt: the current one, and the one that the next arrangement answers."""

from dataclasses import dataclass, field

from companion.errors import CodecError
from companion.messaging import Bus, Message
from companion.schema import Expectation, codec, topics
from vision.service.reporter import ReaderCounters


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
