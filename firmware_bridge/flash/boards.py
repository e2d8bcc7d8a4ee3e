"""The boards that can be flashed: the name of their image, who builds it, and their USB ids."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.errors import LamplightError

OLD_BAUD = 57600
"""Bootloader of Nanos until 2018, and of most copies."""


class FlashError(LamplightError):
    """Nothing or only a part was written; the message says why and what to do."""

    code = "FLASHERROR"


@dataclass(frozen=True, slots=True)
class FlashableBoard:
    """One kind of board."""

    name: str  # as people type it
    title: str
    image: str  # its file in the firmware's folder build
    target: str  # of make
    compiler: str
    packages: str  # apt packages of the compiler
    way: Literal["bootloader", "drive"]  # an AVR's on its serial port; a drive that an RP2 shows while BOOTSEL is held
    usb: tuple[str, ...] = ()  # "vid:pid" used only by this board
    baud: int = 115200  # of the bootloader
    drive: str = ""  # its name in INFO_UF2.TXT on the drive
    family: int = 0  # of the image's UF2 blocks

    @property
    def a_title(self) -> str:
        return f"{'an' if self.title[0] in 'AEIOU' else 'a'} {self.title}"


UNO = FlashableBoard(
    "uno",
    "Arduino Uno",
    "avr/lamplight.hex",
    "avr",
    "avr-gcc",
    "gcc-avr avr-libc binutils-avr make",
    "bootloader",
    usb=("2341:0001", "2341:0043", "2341:0243", "2a03:0001", "2a03:0043"),
)
NANO = replace(UNO, name="nano", title="Arduino Nano", usb=())  # the same chip, behind one that many other things have
RP2040 = FlashableBoard(
    "rp2040",
    "Pico",
    "rp2040.uf2",
    "rp2",
    "arm-none-eabi-gcc",
    "gcc-arm-none-eabi make",
    "drive",
    drive="RPI-RP2",
    family=0xE48BFF56,
)
RP2350 = replace(RP2040, name="rp2350", title="Pico 2", image="rp2350.uf2", drive="RP2350", family=0xE48BFF59)

BOARDS = {board.name: board for board in (UNO, NANO, RP2040, RP2350)}
OTHER_NAMES = {"pico": RP2040, "pico2": RP2350}


def board_named(name: str) -> FlashableBoard:
    """Return the board of that name. Raises FlashError if it cannot be written here."""
    board = BOARDS.get(name.lower()) or OTHER_NAMES.get(name.lower())
    if board is not None:
        return board
    if name.lower().startswith("esp32"):
        raise FlashError("An ESP32 is written with the tools it was built with: idf.py -p PORT flash")
    raise FlashError(f'There is no board "{name}"; there are {", ".join(BOARDS)}, and pico and pico2 for the last two.')
