"""Write a Pico or Pico 2. Its ROM takes an image, through picotool or as a drive, after a reset or with BOOTSEL held."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar

from firmware_bridge.drivers.boards import BAUD
from firmware_bridge.flash.boards import FlashableBoard, FlashError
from firmware_bridge.flash.steps import CopyImage, FlashStep, RunTool, Tell
from firmware_bridge.link import messages
from firmware_bridge.link.commands import BoardConnected, CommandAnswered
from firmware_bridge.link.link import BoardLink
from firmware_bridge.link.messages import Hello, Restart, Result
from firmware_bridge.serial.serial_port import SerialPort

BOOTSEL = "bootsel"  # instead of a port: the board is in its ROM already
INFO_FILE = "INFO_UF2.TXT"  # identifies the board on its drive
MOUNTS = Path("/proc/mounts")
AwaitedEvent = TypeVar("AwaitedEvent", BoardConnected, CommandAnswered)
ANSWER_WITHIN = 5.0  # s; a board that opening the line reset runs its bootloader first
MOUNT_WITHIN = 20.0  # s to wait for the desktop to mount the drive
POLL = 0.2  # s between looks at the mounts
INTO_BOOTLOADER = 1  # argument of RESTART
PICOTOOL_CAUSES = {
    "No accessible": "no board in BOOTSEL mode is seen: hold its button while you plug it in.",
    "permission": "the board may not be opened: install the rules of the folder deploy, or run this as root.",
}


def steps(board: FlashableBoard, image: Path, port: str) -> tuple[FlashStep, ...]:
    """Return the steps that write an image. Raises FlashError.

    `port` is a serial port, BOOTSEL, or the folder of a mounted drive. Without a folder, picotool writes if it is
    installed; else a step waits for the drive.
    """
    if Path(port).is_dir():
        check_drive(board, Path(port))
        return (CopyImage(image, Path(port)),)
    restart = () if port == BOOTSEL else (RestartInBootloader(board, port),)
    if shutil.which("picotool"):
        return (*restart, RunTool(("picotool", "load", "-v", "-x", str(image)), "picotool", PICOTOOL_CAUSES))
    return (*restart, CopyWhenMounted(board, image))


def check_drive(board: FlashableBoard, folder: Path) -> None:
    """Raise FlashError for a folder that is not the drive of such a board."""
    drive = read_board_id(folder)
    if not drive:
        raise FlashError(f"{folder} is not the drive of a board in BOOTSEL mode: there is no {INFO_FILE} on it.")
    if drive != board.drive:
        raise FlashError(f"{folder} is the drive of a board {drive}, not of a {board.title} ({board.drive}).")


def read_board_id(folder: Path) -> str:
    """Return the board id in the info file of a drive, "" for another folder."""
    try:
        lines = (folder / INFO_FILE).read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("Board-ID:")), "")


@dataclass(frozen=True, slots=True)
class RestartInBootloader:
    """Asks a board with our firmware to restart in its bootloader. Its port vanishes then."""

    board: FlashableBoard
    port: str

    @property
    def shown(self) -> str:
        return f"# {self.port}: the board is asked who it is, and sent into its bootloader (RESTART into=1)"

    def do(self, tell: Tell) -> None:
        with BoardSession(self.port) as session:
            hello = session.wait_for_hello()
            if hello.board != messages.Board[self.board.name.upper()]:
                raise FlashError(f"At {self.port} is the board {_board_name(hello.board)}, not {self.board.name}.")
            tell(f"{self.port}: {self.board.name}, firmware {hello.major}.{hello.minor}; it goes into its bootloader")
            session.restart_in_bootloader()


@dataclass(frozen=True, slots=True)
class CopyWhenMounted:
    """Waits until the drive of the board is mounted, then copies the image to it."""

    board: FlashableBoard
    image: Path
    mounts: Path = MOUNTS  # the system's list
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    @property
    def shown(self) -> str:
        return f"cp {self.image} .../{self.board.drive}/    # as soon as this drive is mounted"

    def do(self, tell: Tell) -> None:
        tell(f"waiting for the drive {self.board.drive}")
        deadline = self.clock() + MOUNT_WITHIN
        while (drive := self.find_drive()) is None:
            if self.clock() > deadline:
                raise FlashError(
                    f"No drive {self.board.drive} is mounted. Mount it (udisksctl mount -b /dev/disk/by-label/"
                    f"{self.board.drive}) and name its folder as PORT, or install picotool."
                )
            self.sleep(POLL)
        CopyImage(self.image, drive).do(tell)

    def find_drive(self) -> Path | None:
        """Return the folder of a mounted drive of such a board, or None."""
        mounts = (line.split() for line in self.mounts.read_text().splitlines() if " vfat " in line)
        folders = (Path(_unescape(fields[1])) for fields in mounts)
        return next((folder for folder in folders if read_board_id(folder) == self.board.drive), None)


def _unescape(path: str) -> str:
    r"""Return a path from the list of mounts, which writes a space as \040."""
    return path.replace(r"\040", " ").replace(r"\011", "\t").replace(r"\134", "\\")


def _board_name(kind: int) -> str:
    return messages.Board(kind).name.lower() if kind in set(messages.Board) else f"board of kind {kind}"


class BoardSession:
    """A session with a board on a serial port. Acknowledges no events, so that the bridge receives them later."""

    def __init__(self, where: str, clock: Callable[[], float] = time.monotonic) -> None:
        """`where`: name of the port."""
        self.where, self.clock = where, clock
        self.port, self.link = SerialPort(where, BAUD, clock), BoardLink(clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.port.close()

    def wait_for_hello(self) -> Hello:
        """Return the HELLO of the board. Raises FlashError if no board answers in time."""
        return self._wait_for(BoardConnected)[0].hello

    def restart_in_bootloader(self) -> None:
        """Restart the board, after its HELLO. Raises FlashError if it does not answer, or refuses."""
        self.link.send_command(Restart(INTO_BOOTLOADER))
        result = None
        while result is None:
            answers = self._wait_for(CommandAnswered)
            result = next((answer.result for answer in answers if isinstance(answer.ask, Restart)), None)
        if result != Result.DONE:
            raise FlashError(f"The board at {self.where} does not go into its bootloader by itself: hold BOOTSEL.")

    def _wait_for(self, kind: type[AwaitedEvent]) -> list[AwaitedEvent]:
        """Run the link until events of a kind come, and return those of them that came together."""
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
