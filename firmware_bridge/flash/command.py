"""The flash command: what to write where, and in which steps."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.flash import image, rp2
from firmware_bridge.flash.boards import FlashableBoard, FlashError, board_named
from firmware_bridge.flash.port_check import check_port
from firmware_bridge.flash.steps import FlashStep, Tell, avrdude_steps


@dataclass(frozen=True, slots=True)
class FlashArguments:
    """Parsed arguments."""

    board: str
    port: str  # a serial port; of an RP2 also the folder of its drive, or "bootsel"
    old_bootloader: bool = False
    anyway: bool = False  # also a port that identifies itself as another device
    image: Path | None = None  # another one than ours


def flash(arguments: FlashArguments, tell: Tell, *, dry_run: bool = False) -> None:
    """Build, check the port, and write. Raises FlashError: nothing was written, unless it says otherwise.

    `dry_run` prints the commands and the obstacles, and changes nothing.
    """
    board = board_named(arguments.board)
    if arguments.old_bootloader and board.way != "bootloader":
        raise FlashError(f"--old-bootloader is for an Uno or a Nano; a {board.title} has its bootloader in ROM.")
    if dry_run:
        show_steps(board, arguments, tell)
        return
    check_target(board, arguments)  # before minutes of building as well
    if arguments.image is None:
        image.build(board)
    image.check(board, image_of(board, arguments))
    for step in steps(board, arguments):
        step.do(tell)
    tell(f"The {board.title} is written and starts. On the page it stands under Menu → Readers and tags.")


def show_steps(board: FlashableBoard, arguments: FlashArguments, tell: Tell) -> None:
    """Print the commands, one a line, and the obstacles."""
    if arguments.image is None and (image.can_build(board) or not image.image_path(board).is_file()):
        tell(shlex.join(image.make_command(board)))
    try:
        for step in steps(board, arguments):
            tell(step.shown)
        check_target(board, arguments, dry_run=True)
        if arguments.image is not None:
            image.check(board, arguments.image)
    except FlashError as error:
        tell(f"# it would stop: {error}")


def check_target(board: FlashableBoard, arguments: FlashArguments, *, dry_run: bool = False) -> None:
    """Raise FlashError where this port must not be written. A drive or a board in its ROM has no port."""
    if board.way == "drive" and (arguments.port == rp2.BOOTSEL or Path(arguments.port).is_dir()):
        return
    check_port(board, arguments.port, anyway=arguments.anyway, dry_run=dry_run)


def image_of(board: FlashableBoard, arguments: FlashArguments) -> Path:
    """Return the image to flash."""
    return arguments.image or image.image_path(board)


def steps(board: FlashableBoard, arguments: FlashArguments) -> tuple[FlashStep, ...]:
    """Return the steps to flash a board."""
    if board.way == "drive":
        return rp2.steps(board, image_of(board, arguments), arguments.port)
    return avrdude_steps(board, image_of(board, arguments), arguments.port, old_bootloader=arguments.old_bootloader)
