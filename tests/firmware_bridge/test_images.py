"""Images for the Pico and Pico 2 have what the ROM of each requires. They are built, not run."""

from __future__ import annotations

import importlib.util
import shutil
import struct
from pathlib import Path
from types import ModuleType

import pytest

from tests.firmware_bridge.simulated import FIRMWARE, make

BUILD = FIRMWARE / "build"
FLASH, FLASH_SIZE = 0x10000000, 2 * 1024 * 1024
MEMORY_END = 0x20040000
CPSID_I = 0xB672
IMAGE_DEF = struct.pack("<5I", 0xFFFFDED3, 0x10210142, 0x000001FF, 0, 0xAB123579)

pytestmark = pytest.mark.firmware


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"firmware_tool_{name}", FIRMWARE / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


boot2, uf2 = tool("boot2"), tool("uf2")


@pytest.fixture(scope="session")
def built() -> Path:
    if shutil.which("arm-none-eabi-gcc") is None:
        pytest.fail(
            "arm-none-eabi-gcc is needed for the images of a Pico; install it with: sudo apt-get install gcc-arm-none-eabi"
        )
    make(FIRMWARE, "rp2")
    return BUILD


def image(built: Path, chip: str) -> bytes:
    return (built / chip / "lamplight.bin").read_bytes()


@pytest.mark.parametrize(("chip", "vectors"), [("rp2040", 0x100), ("rp2350", 0)])
def test_vectors_begin_with_stack_and_program(built: Path, chip: str, vectors: int) -> None:
    code = image(built, chip)
    stack, reset = struct.unpack_from("<2I", code, vectors)
    assert stack == MEMORY_END
    assert reset & 1, "the processor knows Thumb alone"
    assert FLASH + vectors < reset < FLASH + len(code)


@pytest.mark.parametrize(("chip", "vectors"), [("rp2040", 0x100), ("rp2350", 0)])
def test_interrupts_are_off_from_the_first_instructions_on(built: Path, chip: str, vectors: int) -> None:
    """The tick's handler is in flash, which cannot be read during the id command, so an interrupt would crash."""
    code = image(built, chip)
    (reset,) = struct.unpack_from("<I", code, vectors + 4)
    start = reset - 1 - FLASH
    assert CPSID_I in struct.unpack_from("<3H", code, start)


def test_rp2040_image_has_a_valid_boot2(built: Path) -> None:
    code = image(built, "rp2040")
    assert struct.unpack_from("<I", code, 252)[0] == boot2.checksum(code[:252])


def test_rp2350_image_has_its_block_in_4_kib(built: Path) -> None:
    assert IMAGE_DEF in image(built, "rp2350")[:4096]


@pytest.mark.parametrize("chip", ["rp2040", "rp2350"])
def test_uf2_holds_the_whole_image(built: Path, chip: str) -> None:
    pieces = uf2.unpack((built / f"{chip}.uf2").read_bytes())
    code = image(built, chip)
    assert min(pieces) == FLASH
    assert b"".join(pieces[at] for at in sorted(pieces)).rstrip(b"\0") == code.rstrip(b"\0")
    assert len(code) < FLASH_SIZE


def test_tools_refuse_other_files() -> None:
    code = bytes(range(1, 201)) + bytes(56) + b"program"
    assert boot2.seal(code)[252:256] != bytes(4) and uf2.unpack(uf2.pack(code, 7))[FLASH][:200] == code[:200]
    for refuse, content in ((boot2.seal, b"short"), (uf2.unpack, bytes(512))):
        with pytest.raises(ValueError, match=r"boot2|UF2"):
            refuse(content)


def test_boot2_checksum_equals_the_rom() -> None:
    assert boot2.checksum(b"123456789") == 0x0376E6E7
