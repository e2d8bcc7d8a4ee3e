"""An Uno or a Nano: avrdude talks to the bootloader, which an open of the port has just reset the board into."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.flash.boards import OLD_BAUD, FlashableBoard
from firmware_bridge.flash.steps import FlashStep, RunTool

OTHER_CHIP = "at this port is another chip than an ATmega328P."
CAUSES = {
    "Permission denied": "the port may not be opened: sudo usermod -aG dialout $USER, and log in again.",
    "signature": OTHER_CHIP,
    "not in sync": "",  # of the board, see below
    "not responding": "",
    "protocol expects": "",
    "verification": "what was read back is not what was written: try another cable or another USB port.",
}


def steps(board: FlashableBoard, image: Path, port: str, *, old_bootloader: bool) -> tuple[FlashStep, ...]:
    """One run. Only the flash: the bootloader of an Uno writes no EEPROM, and a board makes its own id at its first start."""
    baud = OLD_BAUD if old_bootloader else board.baud
    command = ("avrdude", "-q", "-p", "m328p", "-c", "arduino", "-P", port, "-b", str(baud), "-D")
    causes = {word: helps or _silent(board, baud, old_bootloader) for word, helps in CAUSES.items()}
    return (RunTool((*command, "-U", f"flash:w:{image}:i"), "avrdude", causes),)


def _silent(board: FlashableBoard, baud: int, old_bootloader: bool) -> str:
    other = "leave out --old-bootloader" if old_bootloader else "an older Nano or a copy needs --old-bootloader"
    hint = f"; {other}" if not board.usb or old_bootloader else ""
    return (
        f"no bootloader of an {board.title} answers at {baud} baud. Does the cable carry data, is it this port{hint}?"
    )
