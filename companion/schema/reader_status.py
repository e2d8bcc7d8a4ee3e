"""Status and description of readers, serial ports of the machine, and demo throws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.schema.camera import CameraHealth
from companion.schema.prompt import Sender, Words

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
    lost: int = 0  # detected by a board, and lost before it was sent
    inputs: tuple[tuple[str, Words], ...] = ()  # by name, the state in words: ("bag", "lifted"), ("battery", "80 %")


@dataclass(frozen=True, slots=True)
class ReaderDescription:
    """Retained: what the reader is."""

    kind: str  # "camera", "rdm6300", "scanner"
    model: Words
    source: str  # "vision/cam0", "bridge/bag"
    epoch: str  # of its outbox
    reads: tuple[str, ...] = ()  # kinds of objects: "tag", "d6"
    zone: str = "tray"


@dataclass(frozen=True, slots=True)
class TrayActivity:
    """Activity over the tray; published when it changes, never retained.

    still: all objects rest and were read.
    hand: an object reaches over the rim.
    reading: objects rest and are being read.
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
    """Sent with each reading, in the same payload: the range of readings that the reader still stores."""

    oldest: int = 0  # the lowest seq; every one below it is acknowledged. 0 = the reader does not say


@dataclass(frozen=True, slots=True)
class DemoCommand:
    """Play a recorded throw or a tag; the other field stays empty."""

    throw: str = ""  # a kind with recorded throws: "d6", "token"
    tag: str = ""  # id of a tag: "62E3086CED"
    sender: Sender = ""  # as of `Reading`


BRIDGE = "bridge"  # the reader that receives port requests

Act = Literal["look", "use", "leave", "blink"]
"""Actions on a serial port.

look: list the ports and the possible actions.
use: read this port from now on, also after a restart.
leave: stop reading it.
blink: let the board identify itself.
"""

State = Literal["free", "used", "held", "gone"]
"""State of a serial port.

free: may be used.
used: is read.
held: another program has it.
gone: in use, and not plugged in.
"""


@dataclass(frozen=True, slots=True)
class PortRequestMessage:
    """One wish of a page."""

    id: str
    act: Act
    where: str = ""  # as in PortLine
    name: str = ""  # name of the reader to use, a segment of a topic
    driver: str = ""  # use: a name of DriverLine
    zone: str = "bag"  # use: zone of its objects
    prefix: str = ""  # use: of a scanner's codes


@dataclass(frozen=True, slots=True)
class PortLine:
    """One line, or one die in reach."""

    where: str  # "/dev/serial/by-id/...", "/dev/ttyUSB0", "socket://...", "ble:AA:BB:..": what is to be opened
    title: Words  # for people: "Raspberry Pi Pico", "USB serial converter"
    state: State
    sentence: Words = ""  # what is wrong and what helps, or what it does; "" = nothing to say
    driver: str = ""  # in use, or likely; "" = unknown until the port is opened
    name: str = ""  # of the reader, where it is in use
    zone: str = ""
    prefix: str = ""
    fixed: bool = False  # the settings file names it: the page cannot change it


@dataclass(frozen=True, slots=True)
class DriverLine:
    """A kind of reader that may be chosen."""

    name: str
    title: Words


@dataclass(frozen=True, slots=True)
class PortList:
    """The answer to one wish: always the whole list as it is now."""

    id: str
    sentence: Words = ""  # "" = it is done; else why not
    ports: tuple[PortLine, ...] = ()
    drivers: tuple[DriverLine, ...] = ()
