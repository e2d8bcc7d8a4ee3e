"""Finds a board at the other end: asks until it sends HELLO, and explains a failure."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import CodecError, own_command
from companion.i18n import Text, _
from companion.schema import Words
from firmware_bridge.link.framing import LinkFrame
from firmware_bridge.link.messages import HELLO_MS, VERSION, Board, FrameType, Hello, HelloReq

HELLO_EVERY = HELLO_MS / 1000  # s
ANSWER_WITHIN = 4.0  # s. Opening the line resets many boards, whose bootloader then waits for 2 s
HELLO_SELDOM = 2.0  # s. Longer than a bootloader waits after a received byte
MOST_KEPT = 1024  # events that a board has room for at most; more is damage that its CRC did not show
NO_BOARD = _("nothing on this line speaks as a Lamplight board: look whether it is flashed, and the speed is 250000")
DEAF_BOARD = _(
    "a Lamplight board speaks on this line and does not hear the bridge: check the wire that leads to its RX"
)
LOST_BOARD = _("the board does not answer any more: check its cable, or press its reset button")


class Handshake:
    """One handshake after another. `choose` gives a number for each, 1..65535."""

    def __init__(self, choose: Callable[[], int]) -> None:
        self._choose = choose
        self.session = 0
        self.done = False
        self.trouble: Words = ""
        self.refused = False  # a board with another version or of an unknown kind answers
        self._met = False  # a board has answered, once
        self._has_spoken = False  # one has spoken since the handshake began, though not in answer
        self._since = self._due = 0.0  # monotonic s

    def begin(self, now: float) -> None:
        """Begin another session. A reported problem stays until a board answers."""
        chosen = self._choose() & 0xFFFF
        while chosen in {0, self.session}:
            chosen = (chosen + 1) & 0xFFFF
        self.session = chosen
        self.done = self._has_spoken = False
        self._since = self._due = now

    def ask_soon(self, now: float) -> None:
        """Send the next greeting at once: a board has sent something other than a reply."""
        self._has_spoken, self._due = True, now

    @property
    def due(self) -> float | None:
        return None if self.done else self._due

    def to_send(self, now: float) -> LinkFrame | None:
        """HELLO_REQ, where it is time for one."""
        if self.done or now < self._due:
            return None
        late = now - self._since >= ANSWER_WITHIN
        if late and not self.refused:
            self.trouble = DEAF_BOARD if self._has_spoken else LOST_BOARD if self._met else NO_BOARD
        self._due = now + (HELLO_SELDOM if late or self.refused else HELLO_EVERY)
        return LinkFrame(FrameType.HELLO_REQ, 0, HelloReq(VERSION, self.session).pack())

    def receive(self, frame: LinkFrame) -> Hello | None:
        """Return the HELLO of a supported board, requested or not. Raises CodecError if its shape is wrong."""
        announced = frame.payload[0] if frame.payload else VERSION
        spoken = frame.version if announced == VERSION else announced
        if spoken != VERSION:
            self._refuse(other_version(spoken))
            return None
        hello = Hello.unpack(frame.payload)
        if not 0 < hello.oldest <= hello.next <= hello.oldest + MOST_KEPT:
            raise CodecError(f"a board cannot keep the events {hello.oldest} up to {hello.next}")
        if hello.board not in list(Board):
            self._refuse(unknown_board(hello))
            return None
        return hello

    def complete(self) -> None:
        self.done, self.trouble, self.refused, self._met = True, "", False, True

    def _refuse(self, sentence: Words) -> None:
        self.done, self.refused, self.trouble = False, True, sentence


def flash_advice() -> Text:
    """Return the advice to flash a board."""
    return _("flash it with {command}", command=own_command("flash"))


def other_version(version: int) -> Text:
    """Return the remedy for a board with another version of the link."""
    remedy = flash_advice() if version <= VERSION else _("update Lamplight")
    return _(
        "the board speaks version {theirs} of the link and this bridge version {ours}: {remedy}",
        theirs=version,
        ours=VERSION,
        remedy=remedy,
    )


def unknown_board(hello: Hello) -> Text:
    """Return the remedy for a board of an unknown kind."""
    return _(
        "the board is of kind {kind}, which this bridge does not know (firmware {version}): update Lamplight, or flash the board with {command}",
        kind=str(hello.board),
        version=f"{hello.major}.{hello.minor}",
        command=own_command("flash"),
    )
