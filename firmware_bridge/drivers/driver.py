"""What a reader's driver is: bytes of a line in, what was perceived out, and where the reader wants to be asked, bytes back.

A driver does no I/O and has no clock of its own. Damage is counted, never raised, and nothing is made of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.schema import Expectation, Light, Words

IDLE = 1.0  # s; nothing happens by itself in a reader that only talks


@dataclass(frozen=True, slots=True)
class Sighting:
    """One thing perceived once. `kind` as in `SeenObject`: "tag" (value: its id), "press" (a button), "d6" (a die of its own)."""

    kind: str
    value: str
    zone: str = ""  # where it lies; "" = the reader's zone
    conf: float = 1.0  # 0..1
    question: str | None = None  # id of the question in force when it happened, "" = one of before; None = that of now
    mark: str = ""  # kept on disk together with the reading: where the driver goes on after a restart


class Driver(Protocol):
    """One kind of reader at one line."""

    @property
    def kind(self) -> str:
        """As the settings name it: "board", "rdm6300", "pn532", "scanner", "pixels", "godice"."""

    @property
    def model(self) -> Words:
        """For people; of a board known only after its HELLO."""

    @property
    def baud(self) -> int:
        """Of the line, before it is opened."""

    @property
    def reads(self) -> tuple[str, ...]:
        """Kinds of what it perceives."""

    @property
    def bad_frames(self) -> int:
        """Damaged, dropped."""

    @property
    def resends(self) -> int:
        """Sent again, by either side."""

    @property
    def lost(self) -> int:
        """Perceived by the reader and lost before it could be told."""

    @property
    def trouble(self) -> Words:
        """A sentence with the remedy, "" = all is well."""

    @property
    def inputs(self) -> tuple[tuple[str, Words], ...]:
        """What holds now, by names that stay, and how, in words: ("bag", "lifted"), ("battery", "80 %")."""

    @property
    def uid(self) -> str:
        """Of the reader itself, the same for ever at whatever line; "" = it has none, or it is not yet known."""

    def on_opened(self) -> None:
        """The line was opened, for the first time or again: nothing of before is to be relied on."""

    def feed(self, data: bytes) -> list[Sighting]:
        """What is new, given what came from the line (b"": nothing did, but time passed)."""

    def to_send(self) -> bytes:
        """What is to be written now; b"" = nothing. Called after each `feed`."""

    def wait(self) -> float:
        """In s: how long the line may be waited for before `feed(b"")` is due."""

    def acknowledge(self, sighting: Sighting) -> None:
        """The reading of it is on disk: it may be acknowledged to the reader, which forgets it."""

    def set_question(self, expect: Expectation, token: int) -> None:
        """Another question is in force; `token` (1..65535) names it towards the reader."""

    def set_light(self, seat: str, light: Light) -> None:
        """The edge of a seat has another colour; mood "off" = it is dark now."""

    def blink(self) -> None:
        """Let the reader show which one it is; nothing where it cannot."""


class ListeningDriver:
    """What holds of a reader that only talks: a driver of one derives from it and has `feed`."""

    reads: tuple[str, ...] = ("tag",)
    resends = 0
    lost = 0
    model: Words = ""
    trouble: Words = ""
    inputs: tuple[tuple[str, Words], ...] = ()
    uid = ""

    def on_opened(self) -> None: ...

    def to_send(self) -> bytes:
        return b""

    def wait(self) -> float:
        return IDLE

    def acknowledge(self, sighting: Sighting) -> None: ...

    def set_question(self, expect: Expectation, token: int) -> None: ...

    def set_light(self, seat: str, light: Light) -> None: ...

    def blink(self) -> None: ...


class TagPresence:
    """A tag that lies on the reader is told again and again; it is new only after it was away for `gone_after` s.

    `clock` is monotonic, in s.
    """

    def __init__(self, clock: Callable[[], float], gone_after: float) -> None:
        self.clock, self.gone_after = clock, gone_after
        self._last: dict[str, float] = {}  # id -> when it was told last, monotonic s

    def is_new(self, tag: str) -> bool:
        """Whether the tag was just laid; every call says that it was told now."""
        now = self.clock()
        self._last = {known: at for known, at in self._last.items() if now - at < self.gone_after}
        new = tag not in self._last
        self._last[tag] = now
        return new
