"""`./table flash`, with fake tools on PATH that record their calls."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from serial.tools.list_ports_common import ListPortInfo

from companion.errors import LamplightError
from firmware_bridge.flash import FlashArguments
from firmware_bridge.flash import flash as write
from firmware_bridge.flash.boards import BOARDS, UNO
from firmware_bridge.flash.image import FIRMWARE
from firmware_bridge.flash.port_check import check_port, is_board
from firmware_bridge.flash.rp2 import BoardSession, CopyWhenMounted
from firmware_bridge.link.messages import Board, Result
from tests.firmware_bridge.fakes import HOLD
from tests.firmware_bridge.flash.talking import Talking
from tests.firmware_bridge.simulated import alone

HEX = ":00000001FF\n"
TOOL = '#!/bin/sh\necho "${0##*/} $*" >> "${0%/*}/called"\n'
REMEDIES = {"other": "close it and try again", "firmware_bridge": "let go of this reader under Menu → Readers and tags"}


@dataclass(frozen=True)
class Said:
    """Output of a command, with its final error, "" = none."""

    told: str
    error: str


Flash = Callable[..., Said]


def uf2(family: int) -> bytes:
    """The first block of an otherwise empty image."""
    words = (0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, 0, 1, family)
    return b"".join(word.to_bytes(4, "little") for word in words) + bytes(480)


RP2040, RP2350 = uf2(0xE48BFF56), uf2(0xE48BFF59)


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that replaces PATH."""
    folder = tmp_path / "tools"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def tool(tools: Path, name: str, more: str = "") -> None:
    (tools / name).write_text(TOOL + more)
    (tools / name).chmod(0o755)


@pytest.fixture
def flash(tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flash:
    """The command, in a folder with an image for an Uno and one for a Pico."""
    monkeypatch.chdir(tmp_path)
    Path("uno.hex").write_text(HEX)
    Path("rp2040.uf2").write_bytes(RP2040)

    def run(board: str, port: str, image: str = "", *, dry_run: bool = False, **more: bool) -> Said:
        told: list[str] = []
        try:
            write(
                FlashArguments(board, port, image=Path(image) if image else None, **more), told.append, dry_run=dry_run
            )
        except LamplightError as error:
            return Said("\n".join(told), str(error))
        return Said("\n".join(told), "")

    return run


def called(tools: Path) -> list[str]:
    """The calls of the tools."""
    log = tools / "called"
    return log.read_text().splitlines() if log.exists() else []


def drive(folder: Path, board: str) -> Path:
    """The drive that a board shows in BOOTSEL mode."""
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text(f"UF2 Bootloader v3.0\r\nModel: Raspberry Pi\r\nBoard-ID: {board}\r\n")
    return folder


class Refusal(NamedTuple):
    board: str
    where: str
    image: str
    sentence: str


@pytest.mark.parametrize(
    "refusal",
    [
        Refusal("uno", "", "rp2040.uf2", "is no Intel HEX file"),
        Refusal("rp2040", "bootsel", "uno.hex", "is no UF2 file for a Pico (rp2040)"),
        Refusal("rp2040", "bootsel", "rp2350.uf2", "is no UF2 file for a Pico (rp2040)"),
        Refusal("uno", "", "none.hex", "cannot be read"),
        Refusal("due", "", "uno.hex", 'There is no board "due"; there are uno, nano, rp2040, rp2350'),
        Refusal("esp32c3", "", "uno.hex", "idf.py -p PORT flash"),
        Refusal("uno", os.devnull, "uno.hex", "is no serial port"),
        Refusal("uno", "socket://pi:1", "uno.hex", "is a line in the network"),
        Refusal("rp2040", ".", "rp2040.uf2", "there is no INFO_UF2.TXT on it"),
        Refusal("rp2040", "RP2350", "rp2040.uf2", "is the drive of a board RP2350, not of a Pico (RPI-RP2)"),
    ],
)
def test_flash_refuses_a_wrong_board_port_or_image(flash: Flash, tools: Path, port: str, refusal: Refusal) -> None:
    tool(tools, "avrdude")
    tool(tools, "picotool")
    Path("rp2350.uf2").write_bytes(RP2350)
    folder = drive(Path("RP2350"), "RP2350")
    assert refusal.sentence in flash(refusal.board, refusal.where or port, refusal.image, anyway=True).error
    assert called(tools) == []
    assert not (folder / "rp2040.uf2").exists()


# An Uno or a Nano


def test_flash_writes_an_uno_with_avrdude(flash: Flash, tools: Path, port: str) -> None:
    assert "sudo apt-get install avrdude" in flash("uno", port, "uno.hex", anyway=True).error
    tool(tools, "avrdude")
    refusal = flash("uno", port, "uno.hex").error
    assert f"{port} is no USB device" in refusal and "--anyway" in refusal
    assert called(tools) == []
    done = flash("uno", port, "uno.hex", anyway=True)
    assert not done.error
    assert called(tools) == [f"avrdude -q -p m328p -c arduino -P {port} -b 115200 -D -U flash:w:uno.hex:i"]
    assert "The Arduino Uno is written and starts." in done.told


def test_dry_run_prints_commands_without_running_them(flash: Flash, tools: Path, port: str) -> None:
    for name in ("avrdude", "make", "avr-gcc"):
        tool(tools, name)
    done = flash("nano", port, anyway=True, dry_run=True)
    building, writing = done.told.splitlines()
    assert building.startswith("make -C ") and building.endswith("firmware_bridge/firmware avr")
    assert writing.startswith(f"avrdude -q -p m328p -c arduino -P {port} -b 115200 -D -U flash:w:")
    assert "# it would stop: " in flash("nano", port, "rp2040.uf2", anyway=True, dry_run=True).told
    assert "has its bootloader in ROM" in flash("pico", port, "rp2040.uf2", old_bootloader=True).error
    assert called(tools) == []


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("avrdude: stk500_recv(): programmer is not responding", "an older Nano or a copy needs --old-bootloader"),
        ("avrdude: Expected signature for ATmega328P is 1E 95 0F", "another chip than an ATmega328P"),
        ("ser_open(): can't open device: Permission denied", "usermod -aG dialout"),
        ("avrdude: something new", "its own lines above say why"),
    ],
    ids=["silent", "other chip", "closed", "unknown"],
)
def test_avrdude_errors_become_sentences(flash: Flash, tools: Path, port: str, words: str, remedy: str) -> None:
    tool(tools, "avrdude", f'echo "{words}" >&2\nexit 1\n')
    done = flash("nano", port, "uno.hex", anyway=True)
    assert words in done.told
    assert remedy in done.error


# The port


@pytest.mark.parametrize("program", REMEDIES)
def test_flash_names_the_program_that_holds_the_port(
    flash: Flash, tools: Path, tmp_path: Path, port: str, program: str
) -> None:
    tool(tools, "avrdude")
    (tmp_path / f"{program}.py").write_text(HOLD)
    command = [sys.executable, "-m", program, port]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path) as other:
        assert other.stdout is not None
        other.stdout.readline()
        done = flash("uno", port, "uno.hex", anyway=True)
        other.communicate()
    assert f"{port} is held by {program} ({other.pid}): " in done.error and REMEDIES[program] in done.error
    assert called(tools) == []


def test_flash_refuses_a_locked_port(port: str) -> None:
    with Path(port).open("rb+", buffering=0) as held:  # the list of holders omits this process
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(LamplightError, match="Another program holds"):
            check_port(UNO, port, anyway=True)


def test_flash_lists_ports_when_one_is_missing(flash: Flash) -> None:
    said = flash("uno", "/dev/nowhere", "uno.hex").error
    assert said.startswith("There is no port /dev/nowhere: plug the board in. Ports of this machine: ")
    assert "hold BOOTSEL as you do and write to bootsel. Ports" in flash("pico", "/dev/nowhere", "rp2040.uf2").error


# A Pico


def test_flash_copies_to_the_drive_of_a_pico(flash: Flash, tmp_path: Path) -> None:
    folder = drive(tmp_path / "RPI-RP2", "RPI-RP2")
    assert not flash("pico", str(folder), "rp2040.uf2").error
    assert (folder / "rp2040.uf2").read_bytes() == RP2040


@pytest.mark.parametrize(
    ("kind", "result", "error"),
    [
        (Board.RP2040, Result.DONE, ""),
        (Board.RP2350, Result.DONE, "is the board rp2350, not rp2040"),
        (Board.RP2040, Result.NOT_FITTED, "hold BOOTSEL"),
    ],
    ids=["its board", "another board", "an old board"],
)
def test_flash_sends_a_pico_into_its_rom_first(
    flash: Flash, tools: Path, kind: Board, result: Result, error: str
) -> None:
    tool(tools, "picotool")
    with Talking(kind, result) as board:
        done = flash("rp2040", board.port, "rp2040.uf2", anyway=True)
    assert error in done.error and bool(done.error) == bool(error)
    assert board.restarted == ([] if kind == Board.RP2350 else [1])
    assert called(tools) == ([] if error else ["picotool load -v -x rp2040.uf2"])


def test_flash_reports_a_silent_line(port: str) -> None:
    seconds = count()
    with (
        BoardSession(port, lambda: float(next(seconds))) as session,
        pytest.raises(LamplightError, match=r"nothing .* speaks as a"),
    ):
        session.wait_for_hello()


def test_flash_waits_for_the_right_drive(tmp_path: Path) -> None:
    mounts, told = tmp_path / "mounts", []
    folder = drive(tmp_path / "my drive", "RPI-RP2")
    (tmp_path / "rp2040.uf2").write_bytes(RP2040)
    mounts.write_text("/dev/sda1 / ext4 rw 0 0\n")

    def mount(_wait: float) -> None:
        escaped = str(folder).replace(" ", "\\040")
        mounts.write_text(f"/dev/sdb1 {tmp_path} vfat rw 0 0\n/dev/sdc1 {escaped} vfat rw 0 0\n")

    CopyWhenMounted(BOARDS["rp2040"], tmp_path / "rp2040.uf2", mounts, lambda: 0.0, mount).do(told.append)
    assert (folder / "rp2040.uf2").read_bytes() == RP2040


# Images


@pytest.mark.firmware
def test_flash_builds_the_default_image(flash: Flash, tools: Path, port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{tools}:{os.defpath}:/usr/bin")
    tool(tools, "avrdude")
    with alone(FIRMWARE):
        assert not flash("uno", port, anyway=True).error
    (call,) = called(tools)
    assert call.endswith(f"-U flash:w:{FIRMWARE / 'build' / 'avr' / 'lamplight.hex'}:i")
    assert (FIRMWARE / "build" / "avr" / "lamplight.hex").read_text().startswith(":")


# USB identification


def described(vid: int, pid: int, product: str) -> ListPortInfo:
    port = ListPortInfo("/dev/ttyACM7")
    port.vid, port.pid, port.product = vid, pid, product
    return port


@pytest.mark.parametrize(
    ("name", "vid", "pid", "product", "is_one"),
    [
        ("uno", 0x2341, 0x0043, "Arduino Uno", True),
        ("uno", 0x1A86, 0x7523, "USB Serial", False),
        ("nano", 0x0403, 0x6001, "FT232R USB UART", False),
        ("uno", 0x2341, 0x0042, "Arduino Mega 2560", False),
        ("rp2040", 0x1209, 0x0001, "Lamplight board", True),
        ("rp2040", 0x1209, 0x0001, "somebody's experiment", False),
        ("rp2040", 0x2E8A, 0x0005, "Board in FS mode", False),
        ("uno", 0x1209, 0x0001, "Lamplight board", False),
    ],
)
def test_flash_writes_unasked_only_what_identifies_as_the_board(
    name: str, vid: int, pid: int, product: str, is_one: bool
) -> None:
    assert is_board(BOARDS[name], described(vid, pid, product)) is is_one
