"""Setting up serial readers: what the page asks of the bridge's process, and what that answers.

The bridge itself is the reader "bridge" on the bus; each reader it has in use is a reader of its own ("bridge-bag").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema.translatable import Words

BRIDGE = "bridge"  # the reader that is asked

Act = Literal["look", "use", "leave", "blink"]
"""look: list the lines and what may be done with them · use: read that line from now on, also after a restart · leave: no more · blink:
let the board show which it is."""

State = Literal["free", "used", "held", "gone"]
"""free: may be used · used: it is read · held: another program has it · gone: in use, and not plugged in."""


@dataclass(frozen=True, slots=True)
class PortRequestMessage:
    """One wish of a page."""

    id: str
    act: Act
    where: str = ""  # as in PortLine
    name: str = ""  # use: the reader's, a segment of a topic: "bag"
    driver: str = ""  # use: a name of DriverLine
    zone: str = "bag"  # use: where lies what it reads
    prefix: str = ""  # use: of a scanner's codes


@dataclass(frozen=True, slots=True)
class PortLine:
    """One line, or one die in reach."""

    where: str  # "/dev/serial/by-id/...", "/dev/ttyUSB0", "socket://...", "ble:AA:BB:..": what is to be opened
    title: Words  # for people: "Raspberry Pi Pico", "USB serial converter"
    state: State
    sentence: Words = ""  # what is wrong and what helps, or what it does; "" = nothing to say
    driver: str = ""  # in use, or likely; "" = nobody can know without asking
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
