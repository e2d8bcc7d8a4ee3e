"""A fake board with the whole board's end of PROTOCOL.md, and a line that flips bits."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field, replace

from firmware_bridge.link import messages as m
from firmware_bridge.link.framing import LinkFrame, LinkFramer, encode_frame

QUEUE = 8  # events
RESEND = m.RESEND_MS / 1000  # s
HELLO_AGAIN = m.HELLO_MS / 1000  # s


class Clock:
    """Advances only on request."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Memory:
    """Memory that survives a reset with power."""

    epoch: int
    oldest: int = 1
    next: int = 1
    dropped: int = 0
    question: int = 0
    events: dict[int, m.Event] = field(default_factory=dict)


class FakeBoard:
    """`slots`, `lamps` and so on are fields of `hello`."""

    def __init__(self, clock: Clock, seed: int = 1) -> None:
        self.clock, self.random = clock, random.Random(seed)
        self.hello = m.Hello(
            m.VERSION, m.Board.UNO, 0, 1, m.Reset.POWER_ON, 0, b"\x01" * 7 + b"\x2a", 1, 0, 1, 1, 0, 2, 3, 15, 12
        )
        self.version = m.VERSION  # of its headers
        self.tags: dict[int, bytes] = {}
        self.state = m.StateReply(0, 0, 0, 255, 255)  # without the tags
        self.done: list[m.AnyAsk] = []  # commands, once for each execution
        self.flood = self.counted = 0  # remaining TEST events, and events made
        self.memory = Memory(self.random.randrange(1, 1 << 32))
        self._start()

    def _start(self) -> None:
        self.framer = LinkFramer()
        self.session = self.last_seq = 0
        self.reply: m.Rsp | None = None
        self.sent, self.sent_at = self.memory.oldest, 0.0
        self.hello = replace(self.hello, boot=self.hello.boot + 1)
        self.out = bytearray()
        self.hellos, self.hello_at = 3, self.clock.now  # remaining HELLOs without a request, and the time of the last
        self._say(m.FrameType.HELLO, 0, self._hello().pack())

    def reset(self, cause: int = m.Reset.WATCHDOG) -> None:
        """A warm reset keeps the memory."""
        self.hello = replace(self.hello, reset=cause)
        self._start()

    def power_loss(self) -> None:
        self.memory = Memory(self.random.randrange(1, 1 << 32))
        self.reset(m.Reset.POWER_ON)

    def event(self, event: m.AnyEvent) -> bool:
        """Queue an event; return whether there was room."""
        memory = self.memory
        if memory.next - memory.oldest >= QUEUE:
            memory.dropped += 1
            return False
        memory.events[memory.next] = m.Event(memory.next, memory.question, event.code, event.pack())
        memory.next += 1
        return True

    def feed(self, data: bytes) -> None:
        for frame in self.framer.feed(data):
            self._take(frame)

    def take(self) -> bytes:
        """Return bytes to send."""
        self._pump()
        said = bytes(self.out)
        self.out.clear()
        return said

    def _pump(self) -> None:
        memory = self.memory
        if self.hellos and not self.session and self.clock.now - self.hello_at >= HELLO_AGAIN:
            self.hellos, self.hello_at = self.hellos - 1, self.clock.now
            self._say(m.FrameType.HELLO, 0, self._hello().pack())
        while self.flood and memory.next - memory.oldest < QUEUE:
            self.flood -= 1
            self.event(m.TestEvent(self.counted))
            self.counted += 1
        if self.sent > memory.oldest and self.clock.now - self.sent_at >= RESEND:
            self.sent = memory.oldest
        while self.session and self.sent < min(memory.next, memory.oldest + m.WINDOW):
            event = memory.events[self.sent]
            self._say(m.FrameType.EVENT, event.number & 0xFF, event.pack())
            self.sent += 1
            self.sent_at = self.clock.now

    def _say(self, type: int, seq: int, payload: bytes) -> None:
        self.out += encode_frame(LinkFrame(type, seq, payload, self.version))

    def _hello(self) -> m.Hello:
        k = self.memory
        return replace(
            self.hello, session=self.session, epoch=k.epoch, oldest=k.oldest, next=k.next, dropped=min(k.dropped, 65535)
        )

    def _take(self, frame: LinkFrame) -> None:
        if frame.type == m.FrameType.HELLO_REQ:
            self._greet(m.HelloReq.unpack(frame.payload).session)
        elif not self.session:
            self._say(m.FrameType.HELLO, 0, self._hello().pack())
        elif frame.type in {m.FrameType.ACK, m.FrameType.NACK}:
            self._acked(m.Ack.unpack(frame.payload), again=frame.type == m.FrameType.NACK)
        elif frame.type == m.FrameType.CMD:
            self._command(frame.seq, m.Cmd.unpack(frame.payload))

    def _greet(self, session: int) -> None:
        if session != self.session:
            self.memory.question = 0
        self.session, self.reply, self.sent = session, None, self.memory.oldest
        self._say(m.FrameType.HELLO, 0, self._hello().pack())

    def _acked(self, ack: m.Ack, *, again: bool) -> None:
        memory = self.memory
        if ack.epoch != memory.epoch or not memory.oldest <= ack.next <= memory.next:
            return
        for number in range(memory.oldest, ack.next):
            del memory.events[number]
        memory.oldest, self.sent_at = ack.next, self.clock.now
        self.sent = memory.oldest if again else max(self.sent, memory.oldest)

    def _command(self, seq: int, cmd: m.Cmd) -> None:
        if not self.session or cmd.session != self.session:
            return
        if self.reply is None or self.last_seq != seq:
            ask = ASKS[cmd.command].unpack(cmd.body)
            self.done.append(ask)
            self.reply, self.last_seq = m.Rsp(cmd.session, cmd.command, m.Result.DONE, self._do(ask)), seq
        self._say(m.FrameType.RSP, seq, self.reply.pack())

    def _do(self, ask: m.AnyAsk) -> bytes:
        match ask:
            case m.Ping(data):
                return data
            case m.State():
                return replace(self.state, tags=sum(1 << slot for slot in self.tags)).pack()
            case m.TagAt(slot):
                return self.tags.get(slot, b"")
            case m.Question(token):
                self.memory.question = token
            case m.Counters():
                return m.CountersReply(self.framer.bad_frames, 0, 0, min(self.memory.dropped, 65535)).pack()
            case m.Flood(count):
                self.flood = count
        return b""


ASKS = {
    ask.code: ask for ask in (m.Ping, m.State, m.TagAt, m.Question, m.Light, m.Buzz, m.Counters, m.Flood, m.Restart)
}


class NoisyLine:
    """Flips one bit in this share of bytes, by the seed's random numbers."""

    def __init__(self, rate: float, seed: int) -> None:
        self.rate, self.random = rate, random.Random(seed)
        self.held: deque[bytes] = deque()

    def __call__(self, data: bytes) -> bytes:
        return bytes(byte ^ self._flip() for byte in data)

    def _flip(self) -> int:
        return 1 << self.random.randrange(8) if self.random.random() < self.rate else 0
