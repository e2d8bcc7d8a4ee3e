"""Interface of a reader's driver: received bytes in, sightings out, and bytes to send.

A driver does no I/O and reads time from an injected clock. Damage is counted, never raised, and never becomes a
sighting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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


class Driver:
    """One kind of reader at one line, by default one that only sends tags."""

    kind = ""  # as the settings name it
    baud = 0  # speed of the line, set before it is opened

    @property
    def model(self) -> Words:
        """Name for people. A board's is known only after its HELLO."""
        return ""

    @property
    def uid(self) -> str:
        """Permanent id of the reader on any line. "" = it has none, or it is unknown so far."""
        return ""

    @property
    def reads(self) -> tuple[str, ...]:
        """Kinds of its readings."""
        return ("tag",)

    @property
    def bad_frames(self) -> int:
        """Number of damaged frames, which were dropped."""
        return 0

    @property
    def resends(self) -> int:
        """Number of messages that either side sent again."""
        return 0

    @property
    def lost(self) -> int:
        """Number of events that the reader has lost."""
        return 0

    @property
    def trouble(self) -> Words:
        """A sentence with the remedy. "" = all is well."""
        return ""

    @property
    def inputs(self) -> tuple[tuple[str, Words], ...]:
        """Stable names and texts: ("bag", "lifted"), ("battery", "80 %")."""
        return ()

    def on_opened(self) -> None:
        """Reset: the line was opened or reopened."""

    def feed(self, data: bytes) -> list[Sighting]:
        """Return new sightings. Call it with b"" to let time pass."""
        raise NotImplementedError

    def to_send(self) -> bytes:
        """Return bytes to write, b"" = none. Called after each `feed`."""
        return b""

    def wait(self) -> float:
        """In s: how long the line may be waited for before `feed(b"")` is due."""
        return IDLE

    def acknowledge(self, sighting: Sighting) -> None:
        """Acknowledge a stored reading to the reader, which deletes it then."""

    def set_question(self, expect: Expectation, token: int) -> None:
        """Another question is in force; `token` (1..65535) names it towards the reader."""

    def set_light(self, seat: str, light: Light) -> None:
        """Set the edge light of a seat; mood "off" = dark."""

    def blink(self) -> None:
        """Make the reader identify itself, if it can."""


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
