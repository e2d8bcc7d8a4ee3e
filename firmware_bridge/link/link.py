"""The bridge's end of the link: bytes in, events out, bytes back. No I/O; the clock and the random numbers are
passed in.

PROTOCOL.md describes a session.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable

from companion.errors import CodecError
from companion.schema import Words
from firmware_bridge.link.commands import BoardConnected, BoardEvent, CommandAnswered, CommandQueue, LinkEvent
from firmware_bridge.link.framing import DELIMITER, LinkFrame, LinkFramer, encode_frame
from firmware_bridge.link.greeting import Handshake
from firmware_bridge.link.messages import (
    EVENTS,
    VERSION,
    AnyAsk,
    AnyEvent,
    Counters,
    CountersReply,
    Event,
    FrameType,
    Hello,
    Part,
    Rsp,
    TroubleEvent,
)
from firmware_bridge.link.receiver import (
    ANOTHER_BOARD,
    DAMAGED_EVENT,
    UNKNOWN_EVENT,
    EventLoss,
    EventReceiver,
    lost_events,
    parse_mark,
    restart_news,
)

ALIVE_EVERY = 2.0  # s. A reset board whose announcement was damaged is silent until it is polled
LOSS_FOR = 300.0  # s for which a loss is displayed
FORGOT_FOR = 20.0  # s; a board without a battery forgets its events whenever it is unplugged


def random_session() -> int:
    """Return a session, 1..65535."""
    return secrets.randbelow(0xFFFF) + 1


class BoardLink:
    """One line to one board. Call `feed` with received bytes, then `to_send`, and again after `due` s.

    `clock` is monotonic, in s; `mark` is that of the last `BoardEvent` whose reading is on disk.
    """

    def __init__(self, clock: Callable[[], float], mark: str = "", choose: Callable[[], int] = random_session) -> None:
        self.hello: Hello | None = None  # of the last session
        self.lost = 0  # events
        self.news: Words = ""  # report about the beginning of the session
        self._clock = clock
        self._framer = LinkFramer()
        self._receiver = EventReceiver(parse_mark(mark))
        self._commands = CommandQueue()
        self._greeting = Handshake(choose)
        self._loss: Words = ""  # the last loss, in words
        self._loss_until = 0.0  # shown until this time, monotonic s
        self._odd: Words = ""  # report about unknown messages
        self._bad = 0  # whole frames that make no sense, and damaged ones that the board counted
        self._board_bad = 0  # part that the board has counted since its reset
        self._ours_from = 0  # lower event numbers precede this bridge's question
        self._alive_at = 0.0  # time of the next poll, monotonic s
        self._greeting.begin(clock())

    @property
    def is_up(self) -> bool:
        """Return whether a session is open."""
        return self._greeting.done

    @property
    def trouble(self) -> Words:
        """A sentence with the remedy, "" = all is well."""
        loss = self._loss if self._clock() < self._loss_until else ""
        return self._greeting.trouble or self._odd or loss

    @property
    def bad_frames(self) -> int:
        """Damaged ones, at both ends."""
        return self._framer.bad_frames + self._bad

    @property
    def resends(self) -> int:
        """Events and commands that were sent again."""
        return self._receiver.duplicates + self._commands.resends

    def on_opened(self) -> None:
        """Begin a session and drop a partial frame."""
        self._framer.reset()
        self._begin()

    def feed(self, data: bytes) -> list[LinkEvent]:
        """Return new events. Damage is counted and never raised."""
        events: list[LinkEvent] = []
        damaged = self._framer.bad_frames
        frames = self._framer.feed(data)
        for frame in frames:
            try:
                events += self._handle_frame(frame)
            except CodecError:  # a good CRC and a shape that the table does not have
                self._bad += 1
        if self.is_up and self._framer.bad_frames > damaged:
            self._receiver.request_missing(self._clock())  # most frames are events, so a poll can wait
        return events

    def to_send(self) -> bytes:
        """Return bytes to write, b"" = none."""
        now = self._clock()
        if self._commands.is_exhausted(now):
            self._begin()
        if self.is_up and now >= self._alive_at:
            self._alive_at = now + ALIVE_EVERY
            self.send_command(Counters(), once=Counters)
        if greeting := self._greeting.to_send(now):
            return bytes([DELIMITER]) + encode_frame(greeting)  # ends a partial frame on the line
        if not self.is_up:
            return b""
        frames = (self._receiver.to_send(), self._commands.to_send(now))
        return b"".join(encode_frame(frame) for frame in frames if frame)

    @property
    def due(self) -> float:
        """Seconds until `to_send` has data if nothing comes."""
        times = (self._commands.due, self._alive_at) if self.is_up else (self._greeting.due,)
        return max(0.0, min(time for time in times if time is not None) - self._clock())

    def acknowledge(self, mark: str) -> None:
        """Acknowledge a processed event: the board may delete it, once all earlier ones are processed."""
        if parsed := parse_mark(mark):
            self._receiver.acknowledge(parsed)

    def send_command(self, ask: AnyAsk, once: Hashable = None) -> None:
        """Send a command; one that still waits with the same `once` is replaced.

        Commands end with their session and are refused without one. Repeat them after `BoardConnected`.
        """
        if self.is_up:
            self._commands.put(ask, once)

    def _begin(self) -> None:
        self._greeting.begin(self._clock())
        self._commands.begin(self._greeting.session)

    def _handle_frame(self, frame: LinkFrame) -> list[LinkEvent]:
        if frame.type == FrameType.HELLO:
            return self._handle_hello(frame)
        if frame.version != VERSION or not self.is_up:
            self._bad += frame.version != VERSION
            return []
        if frame.type == FrameType.EVENT:
            return self._handle_event(frame)
        if frame.type == FrameType.RSP:
            return self._handle_answer(frame)
        self._bad += 1
        return []

    def _handle_hello(self, frame: LinkFrame) -> list[LinkEvent]:
        hello = self._greeting.receive(frame)
        if hello is None:
            return []
        ours = hello.session == self._greeting.session
        if ours and not self.is_up:
            return [self._greet(hello)]
        if not self.is_up:
            self._greeting.ask_soon(self._clock())
            return []
        again = ours and self.hello is not None and hello.boot == self.hello.boot  # two requests, two replies
        if hello.session == 0 or (ours and not again):
            self._begin()  # the board was reset
        return []

    def _greet(self, hello: Hello) -> BoardConnected:
        before, epoch, self.hello = self.hello, self._receiver.epoch, hello
        loss = self._receiver.begin_session(hello)
        self.lost += loss.events
        self._report_start(before, hello, loss)
        if before is None or before.uid != hello.uid or epoch != hello.epoch:
            self._ours_from = hello.next
        if before is None or before.boot != hello.boot:
            self._board_bad = 0
        self._greeting.complete()
        self._odd = ""
        self._commands.begin(hello.session)
        self._alive_at = self._clock() + ALIVE_EVERY
        return BoardConnected(hello)

    def _report_start(self, before: Hello | None, hello: Hello, loss: EventLoss) -> None:
        """Report another board, a reset or a loss. The first session needs no report."""
        another = before is not None and before.uid != hello.uid
        reset = before is not None and before.boot != hello.boot
        if another:
            self.news = ANOTHER_BOARD
        elif reset or loss.forgot:
            self.news = restart_news(hello.reset, loss)
        if reset and not another and (loss.events or loss.forgot):
            self._report_loss(self.news, LOSS_FOR if loss.events else FORGOT_FOR)
        elif loss.events:
            self._report_loss(lost_events(loss))

    def _report_loss(self, sentence: Words, seconds: float = LOSS_FOR) -> None:
        self._loss, self._loss_until = sentence, self._clock() + seconds

    def _handle_event(self, frame: LinkFrame) -> list[LinkEvent]:
        event = Event.unpack(frame.payload)
        if frame.seq != event.number & 0xFF:
            self._bad += 1
            return []
        mark = self._receiver.receive(event, self._clock())
        if mark is None:
            return []
        question = event.question if event.number >= self._ours_from else 0
        return [BoardEvent(event.number, question, self._decode_event(event), str(mark))]

    def _decode_event(self, event: Event) -> AnyEvent | None:
        """Parse an event. Return None for one of newer firmware, which is acknowledged so that later ones arrive."""
        try:
            kind = EVENTS.get(event.kind)
            record = kind.unpack(event.body) if kind else None
        except CodecError:
            record = None
        if record is None:
            self._odd = UNKNOWN_EVENT
            self._bad += 1
        if isinstance(record, TroubleEvent) and record.part == Part.MEMORY and record.wrong:
            self.lost += 1
            self._report_loss(DAMAGED_EVENT)
        return record

    def _handle_answer(self, frame: LinkFrame) -> list[LinkEvent]:
        answered = self._commands.receive(frame.seq, Rsp.unpack(frame.payload))
        if answered is None:
            return []
        if isinstance(answered.reply, CountersReply):
            self._count(answered.reply)
        return [answered]

    def _count(self, counters: CountersReply) -> None:
        """How the board is, every few seconds."""
        self._bad += (counters.bad_frames - self._board_bad) & 0xFFFF
        self._board_bad = counters.bad_frames
        if dropped := self._receiver.drop(counters.dropped):
            self.lost += dropped
            self._report_loss(lost_events(EventLoss(dropped=dropped)))


__all__ = ["BoardConnected", "BoardEvent", "BoardLink", "CommandAnswered", "LinkEvent"]
