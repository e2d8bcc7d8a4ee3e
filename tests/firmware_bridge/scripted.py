"""The real image for the ATmega328P in simulated time: a test sets the milliseconds that pass and sees the same
bytes on every machine. simulated.py has the simulator with a pty and real time.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from firmware_bridge.link.framing import LinkFrame, LinkFramer, encode_frame
from firmware_bridge.link.messages import (
    EVENTS,
    HELLO_MS,
    REPLIES,
    Ack,
    AnyAsk,
    AnyEvent,
    AnyReply,
    Cmd,
    Event,
    FrameType,
    Hello,
    HelloReq,
    Rsp,
)
from tests.firmware_bridge.simulated import FIRMWARE, make

HERE = Path(__file__).parent / "simulator"
IMAGE = FIRMWARE / "build" / "avr" / "lamplight.elf"
SESSION = 7
STEP = 5  # ms between two checks for sent bytes


def build(folder: Path) -> Path:
    """Build the image and compile its runner into `folder`; raises CalledProcessError if a compiler fails."""
    make(FIRMWARE, "avr")
    program = folder / "script"
    sources = [HERE / "script" / "script.c", HERE / "drive.c", *sorted((HERE / "models").glob("*.c"))]
    warnings = ["-Wall", "-Wextra", "-Wconversion", "-Wno-sign-conversion", "-Werror"]
    libraries = [f"-I{HERE}", "-isystem", "/usr/include/simavr", "-lsimavr", "-lelf"]
    subprocess.run(["cc", "-O1", "-std=gnu11", *warnings, *sources, "-o", program, *libraries], check=True)
    return program


@dataclass(slots=True)
class Told:
    """An event and the time it left the board."""

    at: int  # us since the start
    question: int
    event: AnyEvent


@dataclass(slots=True)
class Scripted:
    """A board controlled by a script; a context manager."""

    program: Path
    process: subprocess.Popen[str] = field(init=False)
    hello: Hello | None = None
    told: list[Told] = field(default_factory=list)
    hellos: list[Hello] = field(default_factory=list)  # also those without a request
    _framer: LinkFramer = field(default_factory=LinkFramer)
    _reply: Rsp | None = None
    _seq: int = 0
    _next: int = 1  # number of the next event
    _acknowledged: int = 1
    _epoch: int = 0
    _seen: int = 0

    def __enter__(self) -> Self:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [self.program, IMAGE], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)

    def say(self, line: str) -> str:
        """Run one line of the script; return its answer without `ok`. Raises ValueError for an unknown line."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        while (answer := self.process.stdout.readline()).startswith("at "):
            _, at, byte = answer.split()
            for frame in self._framer.feed(bytes.fromhex(byte)):
                self._take(int(at), frame)
        if not answer.startswith("ok"):
            raise ValueError(line + ": " + (answer.strip() or "the program has ended"))
        return answer.removeprefix("ok").strip()

    def wait(self, ms: int) -> list[AnyEvent]:
        """Let time pass; return new events, each acknowledged."""
        for _ in range(0, ms, STEP):
            self.say(f"wait {STEP}")
            self._acknowledge()
        new, self._seen = self.told[self._seen :], len(self.told)
        return [told.event for told in new]

    def after(self, line: str, ms: int) -> list[AnyEvent]:
        """Run one line of the script and let time pass; return new events."""
        self.say(line)
        return self.wait(ms)

    def _acknowledge(self) -> None:
        if self.hello is not None and self._acknowledged != self._next:
            self._acknowledged = self._next
            self._send(FrameType.ACK, 0, Ack(self.hello.epoch, self._next).pack())

    def meet(self) -> Hello:
        """Send the greeting, like a bridge that opens the line."""
        self.hello = None
        for ms in range(4 * HELLO_MS):
            if ms % HELLO_MS == 0:
                self._send(FrameType.HELLO_REQ, 0, HelloReq(1, SESSION).pack())
            self.say("wait 1")
            if self.hello is not None:
                return self.hello
        raise TimeoutError("the board says no HELLO")

    def do(self, ask: AnyAsk) -> AnyReply:
        """Run a command; raises ValueError if the board refuses."""
        self._seq, self._reply = self._seq % 255 + 1, None
        self._send(FrameType.CMD, self._seq, Cmd(SESSION, ask.code, ask.pack()).pack())
        for _ in range(50):
            self.say("wait 1")
            if self._reply is not None:
                break
        if self._reply is None or self._reply.result != 0:
            raise ValueError(f"{ask}: {self._reply}")
        return REPLIES[ask.code].unpack(self._reply.body)

    def _send(self, kind: FrameType, seq: int, payload: bytes) -> None:
        self.say("send " + encode_frame(LinkFrame(kind, seq, payload)).hex())

    def _take(self, at: int, frame: LinkFrame) -> None:
        if frame.type == FrameType.HELLO:
            self.hellos.append(Hello.unpack(frame.payload))
            if self.hellos[-1].session == SESSION:
                self._meets(self.hellos[-1])
        elif frame.type == FrameType.RSP:
            self._reply = Rsp.unpack(frame.payload)
        elif frame.type == FrameType.EVENT:
            self._happened(at, Event.unpack(frame.payload))

    def _meets(self, hello: Hello) -> None:
        """Unacknowledged events return under their numbers. Another epoch restarts the numbers."""
        self._next = max(self._next, hello.oldest) if hello.epoch == self._epoch else hello.oldest
        self.hello, self._epoch = hello, hello.epoch

    def _happened(self, at: int, event: Event) -> None:
        if event.number < self._next:
            self._acknowledged = 0  # the board missed the acknowledgement, so it is repeated
        elif event.number == self._next:
            self._next += 1
            self.told.append(Told(at, event.question, EVENTS[event.kind].unpack(event.body)))
