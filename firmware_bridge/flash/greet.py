"""A word with a board of ours while no bridge talks to it: who it is, and that it goes into its bootloader."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Self

import serial

from companion.errors import CodecError
from firmware_bridge.flash.boards import FlashError
from firmware_bridge.link import messages
from firmware_bridge.link.framing import Frame, Framer, encode_frame
from firmware_bridge.link.messages import Cmd, FrameType, Hello, HelloReq, Restart, Result, Rsp

BAUD = 250_000  # of an AVR; over USB it does not matter
PATIENCE = 5.0  # s; a board that was reset by our opening waits for its bootloader first
INTO_BOOTLOADER = 1


class Greeter:
    """One conversation over an open line. Raises FlashError where nothing of ours answers within PATIENCE."""

    def __init__(self, where: str) -> None:
        self.where = where
        try:
            self.line = serial.Serial(where, BAUD, timeout=messages.HELLO_MS / 1000, exclusive=True)
        except OSError as error:
            raise FlashError(f"{where} cannot be opened ({error}).") from error
        self.framer = Framer()
        self.session = secrets.randbelow(0xFFFF) + 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()

    def hello(self) -> Hello:
        """Who is there."""
        wanted = HelloReq(messages.VERSION, self.session).pack()
        frame = self._ask(Frame(FrameType.HELLO_REQ, 0, wanted), self._is_hello)
        return Hello.unpack(frame.payload)

    def into_bootloader(self) -> None:
        """After `hello`. Raises FlashError where the board has no such way."""
        command = Cmd(self.session, Restart.code, Restart(INTO_BOOTLOADER).pack())
        frame = self._ask(
            Frame(FrameType.CMD, 1, command.pack()), lambda one: one.type == FrameType.RSP and one.seq == 1
        )
        if Rsp.unpack(frame.payload).result != Result.DONE:
            raise FlashError(f"The board at {self.where} does not go into its bootloader by itself: hold BOOTSEL.")

    def _is_hello(self, frame: Frame) -> bool:
        if frame.type != FrameType.HELLO or frame.version != messages.VERSION:
            return False
        try:
            return Hello.unpack(frame.payload).session == self.session
        except CodecError:
            return False

    def _ask(self, frame: Frame, fits: Callable[[Frame], bool]) -> Frame:
        """Say it until what fits comes back."""
        deadline = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < deadline:
                self.line.write(encode_frame(frame))
                if found := self._heard(fits):
                    return found
        except OSError as error:
            raise FlashError(f"The line {self.where} was lost ({error}).") from error
        raise FlashError(f"Nothing at {self.where} speaks as a board of ours.")

    def _heard(self, fits: Callable[[Frame], bool]) -> Frame | None:
        """What fits, among what comes until it is time to ask again."""
        deadline = time.monotonic() + messages.HELLO_MS / 1000
        while time.monotonic() < deadline:
            came = self.line.read(max(1, self.line.in_waiting))
            if found := next(filter(fits, self.framer.feed(came)), None):
                return found
        return None
