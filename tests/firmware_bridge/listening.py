"""A bridge reduced to its link: it stores each event at once and reconnects with its line."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import serial

from firmware_bridge.link.link import BoardConnected, BoardEvent, BoardLink, CommandAnswered, LinkEvent
from firmware_bridge.link.messages import AnyAsk, AnyEvent, AnyReply

BAUD = 250000


class Listening:
    """`with Listening(board.port) as listening:`, then `until` a condition holds."""

    def __init__(self, port: str, *, acknowledges: bool = True) -> None:
        self.link = BoardLink(time.monotonic)
        self._acknowledges = acknowledges
        self.happened: list[BoardEvent] = []
        self.greeted: list[BoardConnected] = []
        self.answered: list[CommandAnswered] = []
        self._port = port
        self._line: serial.Serial | None = None

    def __enter__(self) -> Self:
        self.until(lambda: self.greeted)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    @property
    def events(self) -> list[AnyEvent | None]:
        return [happened.event for happened in self.happened]

    def turn(self) -> None:
        """Read for at most some ms and write the responses."""
        try:
            line = self._opened()
            self._take(self.link.feed(line.read(max(1, line.in_waiting))))
            if data := self.link.to_send():
                line.write(data)
        except (OSError, TypeError):  # disconnected; pyserial raises all of these
            self._close()
            time.sleep(0.005)

    def until(self, is_so: Callable[[], object], deadline: float = 30.0) -> None:
        end = time.monotonic() + deadline
        while not is_so():
            assert time.monotonic() < end, (
                f"this did not come true in {deadline} s; {self.link.trouble or 'no trouble'}"
            )
            self.turn()

    def disturb(self, data: bytes) -> None:
        """Send bytes that are not a frame."""
        self._opened().write(data)

    def ask(self, ask: AnyAsk) -> AnyReply | None:
        """Return the answer; None if the board refused."""
        before = len(self.answered)
        self.link.send_command(ask)
        self.until(lambda: any(answered.ask is ask for answered in self.answered[before:]))
        return next(answered.reply for answered in self.answered[before:] if answered.ask is ask)

    def _opened(self) -> serial.Serial:
        if self._line is None:
            if not Path(self._port).exists():
                raise FileNotFoundError(self._port)
            self._line = serial.Serial(self._port, BAUD, timeout=0.003, exclusive=True)
            self.link.on_opened()
        return self._line

    def _take(self, told: list[LinkEvent]) -> None:
        for one in told:
            if isinstance(one, BoardEvent):
                self.happened.append(one)
                if self._acknowledges:
                    self.link.acknowledge(one.mark)
            elif isinstance(one, BoardConnected):
                self.greeted.append(one)
            else:
                self.answered.append(one)

    def _close(self) -> None:
        if self._line is not None:
            with contextlib.suppress(OSError):
                self._line.close()
            self._line = None
