"""A fake board at a pseudo-terminal that only answers the greeting and RESTART."""

from __future__ import annotations

import os
import pty
import threading
import tty
from types import TracebackType
from typing import Self

from firmware_bridge.link.framing import LinkFrame, LinkFramer, encode_frame
from firmware_bridge.link.messages import VERSION, Board, Cmd, FrameType, Hello, HelloReq, Restart, Result, Rsp


class Talking:
    """`port` is its line; `restarted` holds the target of RESTART."""

    def __init__(self, kind: Board, result: Result = Result.DONE) -> None:
        self.kind, self.result = kind, result
        self.restarted: list[int] = []
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._theirs)  # the last handle: this wakes the reader of the other end
        self._thread.join(10)
        os.close(self._ours)

    def _run(self) -> None:
        framer = LinkFramer()
        while True:
            try:
                came = os.read(self._ours, 1024)
            except OSError:
                return
            for frame in framer.feed(came):
                if answer := self._answer(frame):
                    os.write(self._ours, encode_frame(answer))

    def _answer(self, frame: LinkFrame) -> LinkFrame | None:
        if frame.type == FrameType.HELLO_REQ:
            session = HelloReq.unpack(frame.payload).session
            hello = Hello(VERSION, self.kind, 1, 2, 0, session, b"talking1", 1, 1, 1, 1, 0, 1, 3, 0, 16)
            return LinkFrame(FrameType.HELLO, 0, hello.pack())
        if frame.type == FrameType.CMD:
            command = Cmd.unpack(frame.payload)
            if command.command == Restart.code:
                self.restarted.append(Restart.unpack(command.body).into)
            return LinkFrame(FrameType.RSP, frame.seq, Rsp(command.session, command.command, self.result, b"").pack())
        return None
