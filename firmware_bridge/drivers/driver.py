"""Interface of a reader's driver: received bytes in, sightings out, and bytes to send.

A driver does no I/O and reads time from an injected clock. Damage is counted, never raised, and never becomes a
sighting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.schema import Expectation, Light, Words

IDLE = 1.0  # s; a reader that only sends needs no timer


@dataclass(frozen=True, slots=True)
class Sighting:
    """One object perceived once. `kind` as in `SeenObject`: "tag" (value: its id), "press" (a button), "d6" (a die)."""

    kind: str
    value: str
    zone: str = ""  # position, "" = the reader's zone
    conf: float = 1.0  # 0..1
    question: str | None = None  # id of the question in force at that time, "" = an earlier one, None = the current one
    mark: str = ""  # stored together with the reading: where the driver continues after a restart


class Driver(Protocol):
    """One kind of reader at one line."""

    @property
    def kind(self) -> str:
        """As the settings name it: "board", "rdm6300", "pn532", "scanner", "pixels", "godice"."""

    @property
    def model(self) -> Words:
        """For people; a board's is known only after its HELLO."""

    @property
    def baud(self) -> int:
        """Speed of the line. Set before it is opened."""

    @property
    def reads(self) -> tuple[str, ...]:
        """Kinds of its readings."""

    @property
    def bad_frames(self) -> int:
        """Damaged, dropped."""

    @property
    def resends(self) -> int:
        """Sent again, by either side."""

    @property
    def lost(self) -> int:
        """Number of events that the reader has lost."""

    @property
    def trouble(self) -> Words:
        """A sentence with the remedy, "" = all is well."""

    @property
    def inputs(self) -> tuple[tuple[str, Words], ...]:
        """Current inputs as stable names and texts: ("bag", "lifted"), ("battery", "80 %")."""

    @property
    def uid(self) -> str:
        """Permanent id of the reader on any line. "" = it has none, or it is unknown so far."""

    def on_opened(self) -> None:
        """Reset: the line was opened or reopened."""

    def feed(self, data: bytes) -> list[Sighting]:
        """Return new sightings. Call it with b"" to let time pass."""

    def to_send(self) -> bytes:
        """Return bytes to write, b"" = none. Called after each `feed`."""

    def wait(self) -> float:
        """In s: how long the line may be waited for before `feed(b"")` is due."""

    def acknowledge(self, sighting: Sighting) -> None:
        """Acknowledge a stored reading to the reader, which deletes it then."""

    def set_question(self, expect: Expectation, token: int) -> None:
        """Another question is in force; `token` (1..65535) names it towards the reader."""

    def set_light(self, seat: str, light: Light) -> None:
        """Set the edge light of a seat; mood "off" = dark."""

    def blink(self) -> None:
        """Make the reader identify itself, if it can."""


class ListeningDriver:
    """Base of drivers for readers that only send. They implement `feed`."""

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
    """Detect new tags. A resting tag is reported repeatedly and becomes new after an absence of `gone_after` s.

    `clock` is monotonic, in s.
    """

    def __init__(self, clock: Callable[[], float], gone_after: float) -> None:
        self.clock, self.gone_after = clock, gone_after
        self._last: dict[str, float] = {}  # id -> time of the last report, monotonic s

    def is_new(self, tag: str) -> bool:
        """Return whether the tag is new. Each call counts as a report."""
        now = self.clock()
        self._last = {known: at for known, at in self._last.items() if now - at < self.gone_after}
        new = tag not in self._last
        self._last[tag] = now
        return new
