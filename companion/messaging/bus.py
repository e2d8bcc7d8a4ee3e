"""What a bus promises. Nothing here knows what the messages mean.

Everything is QoS 1: a retained message is kept by the broker and reaches every later subscriber with `retain` set; a message is
redelivered after a reconnect until its `ack` is called; a last will is said when a client vanishes without a good-bye.
Who must not lose a message while the broker is away keeps an outbox (`companion.messaging.outbox`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from companion.errors import LamplightError

Handler = Callable[["Message"], None]
Listener = Callable[[bool], None]  # hears True when the broker is reached, False when it is lost


class BusError(LamplightError):
    """The bus cannot do what it was asked: a wrong topic or pattern, or a broker that cannot be reached."""

    code = "BUSERROR"


@dataclass(frozen=True, slots=True)
class Message:
    """A message that came. `ack` tells the broker that it is dealt with; call it after the commit, and only once it counts."""

    topic: str
    payload: bytes
    retain: bool = False  # it was kept by the broker: it may be old
    ack: Callable[[], None] = field(default=lambda: None, compare=False)


class Bus(Protocol):
    """The way to the broker. Subscribe before `start`, or at any time after it."""

    @property
    def connected(self) -> bool:
        """Whether the broker is reached now."""

    @property
    def reconnects(self) -> int:
        """How often it was reached again after it was lost."""

    def start(self) -> None:
        """Connect, and go on trying until `stop`."""

    def stop(self) -> None:
        """Say the last will oneself and leave."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Send. Out of reach of the broker a retained message is kept (the newest of its topic), another is dropped."""

    def subscribe(self, pattern: str, handler: Handler) -> None:
        """Hear what matches; patterns of one client must not overlap (raises BusError). The handler must not block for long.

        It may raise CodecError or TopicError for what it cannot read, once it has acknowledged it: that is counted and said once.
        """

    def will(self, topic: str, payload: bytes) -> None:
        """What the broker says (retained) when this client vanishes; before `start`."""

    def on_connection(self, listener: Listener) -> None:
        """Hear when the broker is reached and lost."""

    def afterwards(self, act: Callable[[], None]) -> None:
        """Do something that what was said before it need not wait for: at once, or in a handler once that is on its way."""


class RepublishingBus(Bus, Protocol):
    """A bus that knows what it has said: a reader's, or that of a worker that speaks for many tables."""

    def repeat(self, is_meant: Callable[[str], bool]) -> None:
        """Say once more what is retained of the topics that are meant: not every broker hands that to whoever comes later."""

    def forget(self, is_meant: Callable[[str], bool]) -> None:
        """Of these topics another client speaks from now on: after a loss nothing old is said of them."""
