"""Steps of writing a board, which can be printed and run."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from firmware_bridge.flash.boards import OLD_BAUD, FlashableBoard, FlashError

Tell = Callable[[str], None]
OTHER_CHIP = "at this port is another chip than an ATmega328P."
AVRDUDE_CAUSES = {
    "Permission denied": "the port may not be opened: sudo usermod -aG dialout $USER, and log in again.",
    "signature": OTHER_CHIP,
    "not in sync": "",  # of the board, see below
    "not responding": "",
    "protocol expects": "",
    "verification": "what was read back is not what was written: try another cable or another USB port.",
}


class FlashStep(Protocol):
    """One step. `shown` is the equivalent shell command, if there is one."""

    @property
    def shown(self) -> str: ...

    def do(self, tell: Tell) -> None:
        """Run the step. Raises FlashError."""


@dataclass(frozen=True, slots=True)
class RunTool:
    """Run a tool with its output shown live."""

    command: tuple[str, ...]
    package: str  # brings the tool, for apt-get
    causes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # words of its output -> remedy

    @property
    def shown(self) -> str:
        return shlex.join(self.command)

    def do(self, tell: Tell) -> None:
        if shutil.which(self.command[0]) is None:
            raise FlashError(f"{self.command[0]} is not here. Get it: sudo apt-get install {self.package}")
        tell(f"$ {self.shown}")
        words, status = self._run(tell)
        if status:
            why = next((helps for word, helps in self.causes.items() if word in words), "its own lines above say why.")
            raise FlashError(f"{self.command[0]} did not write the board: {why}")

    def _run(self, tell: Tell) -> tuple[str, int]:
        """Its output and its exit status."""
        words = ""
        pipe, both = subprocess.PIPE, subprocess.STDOUT
        with subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=both, text=True, errors="replace"
        ) as tool:
            for line in tool.stdout or ():
                words += line
                if line.strip():
                    tell(line.rstrip())
        return words, tool.returncode


@dataclass(frozen=True, slots=True)
class CopyImage:
    """Copies the image to the drive of a board, which then disconnects and starts."""

    image: Path
    drive: Path

    @property
    def shown(self) -> str:
        return shlex.join(("cp", str(self.image), f"{self.drive}/"))

    def do(self, tell: Tell) -> None:
        tell(f"$ {self.shown}")
        try:
            with (self.drive / self.image.name).open("wb", buffering=0) as file:
                file.write(self.image.read_bytes())
        except OSError as error:
            if self.drive.is_dir():  # otherwise the board has all of it and has started
                raise FlashError(f"{self.drive} did not take the image ({error.strerror}).") from error


def avrdude_steps(board: FlashableBoard, image: Path, port: str, *, old_bootloader: bool) -> tuple[FlashStep, ...]:
    """One run for the flash only: the bootloader of an Uno writes no EEPROM, and a board makes its own id at its
    first start.
    """
    baud = OLD_BAUD if old_bootloader else board.baud
    command = ("avrdude", "-q", "-p", "m328p", "-c", "arduino", "-P", port, "-b", str(baud), "-D")
    causes = {word: helps or _silence_hint(board, baud, old_bootloader) for word, helps in AVRDUDE_CAUSES.items()}
    return (RunTool((*command, "-U", f"flash:w:{image}:i"), "avrdude", causes),)


def _silence_hint(board: FlashableBoard, baud: int, old_bootloader: bool) -> str:
    other = "leave out --old-bootloader" if old_bootloader else "an older Nano or a copy needs --old-bootloader"
    hint = f"; {other}" if not board.usb or old_bootloader else ""
    return (
        f"no bootloader of an {board.title} answers at {baud} baud. Does the cable carry data, is it this port{hint}?"
    )
