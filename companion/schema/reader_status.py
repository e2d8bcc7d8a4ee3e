"""What a reader says of itself, and what the rules service says back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.schema.camera_health import CameraHealth
from companion.schema.translatable import Words

Over: TypeAlias = Literal["still", "moving", "hand", "reading"]


@dataclass(frozen=True, slots=True)
class ReaderStatus:
    """Retained; the last will says offline. The counters are since the start of the reader's process."""

    state: Literal["online", "offline"]
    attached: bool = False  # the camera or the serial reader itself is there
    readings: int = 0  # made
    waiting: int = 0  # kept, not yet acknowledged by the rules service
    bad_frames: int = 0  # damaged pictures or frames, dropped
    resends: int = 0
    reconnects: int = 0
    last_error: Words = ""  # a sentence, "" = none
    health: CameraHealth | None = None  # of a camera, once it has looked at its tray
    lost: int = 0  # perceived by a board, and lost by it before it could be told
    inputs: tuple[tuple[str, str], ...] = ()  # what holds now, in words: ("bag", "lifted"), ("battery", "80 %")


@dataclass(frozen=True, slots=True)
class ReaderDescription:
    """Retained: what the reader is."""

    kind: str  # "camera", "rdm6300", "scanner"
    model: str
    source: str  # "vision/cam0", "bridge/bag"
    epoch: str  # of its outbox
    reads: tuple[str, ...] = ()  # kinds of objects: "tag", "d6"
    zone: str = "tray"


@dataclass(frozen=True, slots=True)
class TrayActivity:
    """What happens over the tray at this moment; said when it changes, never retained.

    still: all lies at rest and has been judged · moving · hand: something reaches over the rim · reading: it rests and is looked at.
    """

    tray: Over


@dataclass(frozen=True, slots=True)
class LookAgainRequest:
    """The page's wish: look at the tray once more, as if all in it had been laid there now."""

    id: str


@dataclass(frozen=True, slots=True)
class Ack:
    """Every reading of the epoch up to this seq is committed; the reader may forget them."""

    epoch: str
    seq: int


@dataclass(frozen=True, slots=True)
class OutboxWindow:
    """Travels beside each reading, in the same payload: what its reader still keeps when it sends it."""

    oldest: int = 0  # the lowest seq; every one below it is acknowledged. 0 = the reader does not say
