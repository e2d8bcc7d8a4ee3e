"""The image of a board: built if its compiler is installed, and checked before it is written."""

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
UF2_FAMILY_AT = 28  # offset of the family in a block, which is valid with its flag


def make_command(board: FlashableBoard) -> tuple[str, ...]:
    """Return the build command. It does nothing where the image is current."""
    return "make", "-C", str(FIRMWARE), board.target


def image_path(board: FlashableBoard) -> Path:
    """Path of the built image."""
    return FIRMWARE / "build" / board.image


def can_build(board: FlashableBoard) -> bool:
    """Return whether the compiler of a board is installed."""
    return bool(shutil.which("make") and shutil.which(board.compiler))


def build(board: FlashableBoard) -> None:
    """Build the image, or use an existing one. Raises FlashError where neither works."""
    if can_build(board):
        done = subprocess.run(
            make_command(board), capture_output=True, text=True, check=False, env=_clean_environment()
        )
        if done.returncode:
            raise FlashError(f"The firmware was not built:\n{(done.stdout + done.stderr).strip()[-2000:]}")
    if not image_path(board).is_file():
        missing = (
            f"{image_path(board)} was not built" if can_build(board) else f"There is no image for the {board.title} yet"
        )
        raise FlashError(f"{missing}. Get its compiler: sudo apt-get install {board.packages}")


def check(board: FlashableBoard, image: Path) -> None:
    """Raise FlashError for a file that is not an image of this board: the chip would accept it and hang."""
    try:
        head = bytes_of(image, MOST_IMAGE)[:512]
    except OSError as error:
        raise FlashError(f"The image {image} cannot be read ({error.strerror}).") from error
    if board.way == "bootloader" and not head.startswith(b":"):
        raise FlashError(f"{image} is no Intel HEX file, as {board.a_title} needs one.")
    if board.way == "drive" and _read_family(head) != board.family:
        raise FlashError(f"{image} is no UF2 file for a {board.title} ({board.name}).")


def _read_family(head: bytes) -> int:
    """Return the chip family of a UF2 file, 0 where it is another format."""
    if len(head) < UF2_FAMILY_AT + 4 or struct.unpack_from("<2I", head) != UF2_MAGIC:
        return 0
    return int(struct.unpack_from("<I", head, UF2_FAMILY_AT)[0])


def _clean_environment() -> dict[str, str]:
    """Our environment without the variables of a surrounding make."""
    return {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}}
