"""A Pico or Pico 2: its ROM accepts an image, through picotool or as a drive, after a reset into it or while BOOTSEL
is held.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from firmware_bridge.drivers.boards import BAUD
from firmware_bridge.flash.boards import FlashableBoard, FlashError
from firmware_bridge.flash.steps import CopyImage, FlashStep, RunTool, Tell
from firmware_bridge.link import messages
from firmware_bridge.link.commands import BoardConnected, CommandAnswered, LinkEvent
from firmware_bridge.link.link import BoardLink
from firmware_bridge.link.messages import Hello, Restart, Result
from firmware_bridge.serial.serial_port import SerialPort

BOOTSEL = "bootsel"
"""Instead of a port: the board is in its ROM already."""
INFO_FILE = "INFO_UF2.TXT"  # identifies the board on its drive
MOUNTS = Path("/proc/mounts")
ANSWER_WITHIN = 5.0  # s. A board that was reset by opening the line runs its bootloader first
INTO_BOOTLOADER = 1
MOUNT_WITHIN = 20.0  # s to wait for the desktop to mount the drive
PICOTOOL_CAUSES = {
    "No accessible": "no board in BOOTSEL mode is seen: hold its button while you plug it in.",
    "permission": "the board may not be opened: install the rules of the folder deploy, or run this as root.",
}


def steps(board: FlashableBoard, image: Path, port: str) -> tuple[FlashStep, ...]:
    """Return the steps: copy to the named drive, else picotool, else wait for a drive. Raises FlashError."""
    if Path(port).is_dir():
        check_drive(board, Path(port))
        return (CopyImage(image, Path(port)),)
    sent = () if port == BOOTSEL else (IntoBootloader(board, port),)
    if shutil.which("picotool"):
        return (*sent, RunTool(("picotool", "load", "-v", "-x", str(image)), "picotool", PICOTOOL_CAUSES))
    return (*sent, ToDrive(board, image))


def check_drive(board: FlashableBoard, folder: Path) -> None:
    """Raise FlashError for a folder that is not the drive of such a board."""
    board_name = board_id(folder)
    if not board_name:
        raise FlashError(f"{folder} is not the drive of a board in BOOTSEL mode: there is no {INFO_FILE} on it.")
    if board_name != board.drive:
        raise FlashError(f"{folder} is the drive of a board {board_name}, not of a {board.title} ({board.drive}).")


def board_id(folder: Path) -> str:
    """Return the board id on a drive, or ""."""
    try:
        lines = (folder / INFO_FILE).read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("Board-ID:")), "")


@dataclass(frozen=True, slots=True)
class IntoBootloader:
    """Ask a board with our firmware to restart as a bootloader. Its port vanishes then."""

    board: FlashableBoard
    port: str

    @property
    def shown(self) -> str:
        return f"# {self.port}: the board is asked who it is, and sent into its bootloader (RESTART into=1)"

    def do(self, tell: Tell) -> None:
        with BootloaderEntry(self.port) as board:
            hello = board.hello()
            if hello.board != messages.Board[self.board.name.upper()]:
                raise FlashError(f"At {self.port} is the board {_name(hello.board)}, not {self.board.name}.")
            tell(f"{self.port}: {self.board.name}, firmware {hello.major}.{hello.minor}; it goes into its bootloader")
            board.into_bootloader()


@dataclass(frozen=True, slots=True)
class ToDrive:
    """Waits for the drive, then copies. `mounts` is the system's list of mounts."""

    board: FlashableBoard
    image: Path
    mounts: Path = MOUNTS
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    @property
    def shown(self) -> str:
        return f"cp {self.image} .../{self.board.drive}/    # as soon as this drive is mounted"

    def do(self, tell: Tell) -> None:
        tell(f"waiting for the drive {self.board.drive}")
        deadline = self.clock() + MOUNT_WITHIN
        while (drive := self.drive()) is None:
            if self.clock() > deadline:
                raise FlashError(
                    f"No drive {self.board.drive} is mounted. Mount it (udisksctl mount -b /dev/disk/by-label/"
                    f"{self.board.drive}) and name its folder as PORT, or install picotool."
                )
            self.sleep(0.2)
        CopyImage(self.image, drive).do(tell)

    def drive(self) -> Path | None:
        """Return the drive of such a board, where one is mounted."""
        places = (Path(_plain(line.split()[1])) for line in self.mounts.read_text().splitlines() if " vfat " in line)
        return next((place for place in places if board_id(place) == self.board.drive), None)


def _plain(place: str) -> str:
    r"""Return a name from the list of mounts, which writes a space as \040."""
    return place.replace(r"\040", " ").replace(r"\011", "\t").replace(r"\134", "\\")


def _name(kind: int) -> str:
    return messages.Board(kind).name.lower() if kind in set(messages.Board) else f"board of kind {kind}"


class BootloaderEntry:
    """One session on one line. Events are not acknowledged, so the bridge receives them later."""

    def __init__(self, where: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.where, self.clock = where, clock
        self.port, self.link = SerialPort(where, BAUD, clock), BoardLink(clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.port.close()

    def hello(self) -> Hello:
        """Return the board's HELLO. Raises FlashError where no board answers in time."""
        return next(event.hello for event in self._until(BoardConnected) if isinstance(event, BoardConnected))

    def into_bootloader(self) -> None:
        """After `hello`. Raises FlashError where the board has no such way."""
        self.link.send_command(Restart(INTO_BOOTLOADER))
        result = None
        while result is None:
            answers = (answer for answer in self._until(CommandAnswered) if isinstance(answer, CommandAnswered))
            result = next((answer.result for answer in answers if isinstance(answer.ask, Restart)), None)
        if result != Result.DONE:
            raise FlashError(f"The board at {self.where} does not go into its bootloader by itself: hold BOOTSEL.")

    def _until(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        """Run the link until an event of this kind; return all events."""
        end = self.clock() + ANSWER_WITHIN
        while self.clock() < end:
            data = self.port.read(min(self.link.due, ANSWER_WITHIN))
            if not self.port.is_open:
                reason = str(self.port.last_error)
                raise FlashError(f"{reason[0].upper()}{reason[1:]}.")
            if events := [event for event in self.link.feed(data) if isinstance(event, kind)]:
                return events
            self.port.write(self.link.to_send())
        why = self.link.trouble or "nothing there speaks as a board of ours"
        raise FlashError(
            f"{self.where}: {why!s}. A Pico can also be written while BOOTSEL is held: name its drive as PORT."
        )
