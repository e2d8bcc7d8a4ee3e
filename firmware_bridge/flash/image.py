"""The image of a board: built where its compiler is, and looked at before it is written."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from pathlib import Path

from companion.system.safe_load import bytes_of
from firmware_bridge.flash.boards import FlashableBoard, FlashError

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
UF2_MAGIC = (0x0A324655, 0x9E5D5157)
MOST_IMAGE = 64 << 20  # bytes
UF2_FAMILY_AT = 28  # bytes into a block, where the flag beside it says that it is there


def make_command(board: FlashableBoard) -> tuple[str, ...]:
    """What builds it; what is built already and not changed since takes no time."""
    return "make", "-C", str(FIRMWARE), board.target


def image_path(board: FlashableBoard) -> Path:
    """Where the built image lies."""
    return FIRMWARE / "build" / board.image


def can_build(board: FlashableBoard) -> bool:
    return bool(shutil.which("make") and shutil.which(board.compiler))


def build(board: FlashableBoard) -> None:
    """Build it, or do with the one that lies there. Raises FlashError where there is neither."""
    if can_build(board):
        done = subprocess.run(make_command(board), capture_output=True, text=True, check=False, env=_plain())
        if done.returncode:
            raise FlashError(f"The firmware was not built:\n{(done.stdout + done.stderr).strip()[-2000:]}")
    if not image_path(board).is_file():
        what = (
            f"{image_path(board)} was not built" if can_build(board) else f"There is no image for the {board.title} yet"
        )
        raise FlashError(f"{what}. Get its compiler: sudo apt-get install {board.packages}")


def check(board: FlashableBoard, image: Path) -> None:
    """Raises FlashError for a file that is no image of this board; the chip would take it and be silent."""
    try:
        head = bytes_of(image, MOST_IMAGE)[:512]
    except OSError as error:
        raise FlashError(f"The image {image} cannot be read ({error.strerror}).") from error
    if board.way == "bootloader" and not head.startswith(b":"):
        raise FlashError(f"{image} is no Intel HEX file, as {board.a_title} needs one.")
    if board.way == "drive" and _family(head) != board.family:
        raise FlashError(f"{image} is no UF2 file for a {board.title} ({board.name}).")


def _family(head: bytes) -> int:
    """The chip that a UF2 file is for; 0 where it is none."""
    if len(head) < UF2_FAMILY_AT + 4 or struct.unpack_from("<2I", head) != UF2_MAGIC:
        return 0
    return int(struct.unpack_from("<I", head, UF2_FAMILY_AT)[0])


def _plain() -> dict[str, str]:
    """Our environment without what a make around us would tell the one we start."""
    return {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}}
