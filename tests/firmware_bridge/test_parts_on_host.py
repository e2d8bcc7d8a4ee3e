"""The parts of a board on this machine: calculations, and the readers on a bus that damages bytes."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.drivers.nfc.iso14443 import crc_a
from tests.firmware_bridge.simulated import FIRMWARE, SIMULATOR, make

pytestmark = pytest.mark.firmware

TURNS = int(os.environ.get("LAMPLIGHT_FUZZ", "200000"))  # turns of a millisecond
MODELS = ("field.c", "mfrc522.c", "pn532.c")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
LOOK_ON, LOOK_TAG, LOOK_NONE = range(3)
CASCADE_TAG, SAK_MORE = 0x88, 0x04


class Tag(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint8), ("uid", ctypes.c_uint8 * 10))


class Naming(ctypes.Structure):
    _fields_ = (("level", ctypes.c_uint8), ("part", ctypes.c_uint8 * 5), ("tag", Tag))


@pytest.fixture(scope="session")
def core() -> ctypes.CDLL:
    make(FIRMWARE, "host")
    library = ctypes.CDLL(str(FIRMWARE / "build" / "host" / "libcore.so"))
    library.iso_crc.restype = ctypes.c_uint16
    library.battery_charge.restype = ctypes.c_uint8
    library.naming_take.restype = ctypes.c_bool
    return library


@pytest.fixture(scope="session")
def noise(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware's readers and the models of the chips and tags in one program."""
    if shutil.which("cc") is None:
        pytest.fail(
            "A C compiler is needed for the parts of a board; install it with: sudo apt-get install gcc libc6-dev"
        )
    program = tmp_path_factory.mktemp("noise") / "noise"
    models = SIMULATOR / "models"
    sources = [SIMULATOR / "noise" / "noise.c", *(models / name for name in MODELS)]
    sources += sorted((FIRMWARE / "core" / "parts").glob("*.c"))
    folders = [f"-I{FIRMWARE / 'core'}", f"-I{FIRMWARE / 'boards' / 'host'}", f"-I{models}"]
    subprocess.run(["cc", "-O1", "-g", "-std=gnu11", *SANITIZERS, *folders, *sources, "-o", program], check=True)
    return program


def parts_of(uid: bytes) -> list[bytes]:
    """Return the bytes of each cascade level, with check byte."""
    pieces = {4: [uid], 7: [b"\x88" + uid[:3], uid[3:]], 10: [b"\x88" + uid[:3], b"\x88" + uid[3:6], uid[6:]]}[len(uid)]
    return [piece + bytes([piece[0] ^ piece[1] ^ piece[2] ^ piece[3]]) for piece in pieces]


def sak(more: bool) -> bytes:
    said = bytes([SAK_MORE if more else 0])
    return said + crc_a(said)


UIDS = st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size))


class TestNaming:
    @given(data=st.binary(max_size=40))
    def test_iso_crc_is_crc_a(self, core: ctypes.CDLL, data: bytes) -> None:
        assert core.iso_crc(data, len(data)).to_bytes(2, "little") == crc_a(data)

    @given(uid=UIDS.filter(lambda uid: CASCADE_TAG not in (uid[0], uid[-4])))
    def test_id_is_assembled_from_its_levels(self, core: ctypes.CDLL, uid: bytes) -> None:
        naming = Naming()
        core.naming_begin(ctypes.byref(naming))
        parts = parts_of(uid)
        for level, part in enumerate(parts):
            asked, selected = (ctypes.c_uint8 * 2)(), (ctypes.c_uint8 * 9)()
            core.naming_ask(ctypes.byref(naming), asked)
            assert bytes(asked) == bytes([0x93 + 2 * level, 0x20])
            assert core.naming_take(ctypes.byref(naming), part)
            core.naming_select(ctypes.byref(naming), selected)
            select = bytes([0x93 + 2 * level, 0x70]) + part
            assert bytes(selected) == select + crc_a(select)
            more = level < len(parts) - 1
            assert core.naming_sak(ctypes.byref(naming), sak(more)) == (LOOK_ON if more else LOOK_TAG)
        assert bytes(naming.tag.uid[: naming.tag.length]) == uid

    @given(part=st.binary(min_size=4, max_size=4), bit=st.integers(0, 39))
    def test_level_with_a_damaged_bit_is_rejected(self, core: ctypes.CDLL, part: bytes, bit: int) -> None:
        whole = bytearray(parts_of(part)[0])
        whole[bit // 8] ^= 1 << bit % 8
        assert not core.naming_take(ctypes.byref(Naming()), bytes(whole))

    @given(said=st.binary(min_size=3, max_size=3))
    def test_invalid_sak_gives_no_id(self, core: ctypes.CDLL, said: bytes) -> None:
        naming = Naming()
        core.naming_take(ctypes.byref(naming), parts_of(b"\x04\xa1\xb2\xc3")[0])
        good = crc_a(said[:1]) == said[1:] and not said[0] & SAK_MORE
        assert core.naming_sak(ctypes.byref(naming), said) == (LOOK_TAG if good else LOOK_NONE)


def test_battery_charge_never_rises_with_falling_voltage(core: ctypes.CDLL) -> None:
    charges = [core.battery_charge(millivolts) for millivolts in range(5001)]
    assert charges == sorted(charges)
    assert (charges[0], charges[3300], charges[4200], charges[5000]) == (0, 0, 100, 100)


def test_noisy_bus_invents_no_id(noise: Path) -> None:
    run = subprocess.run([noise, str(TURNS), "1"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    told, damaged = (int(word) for word in run.stdout.split() if word.isdigit())
    assert told > TURNS // 1000
    assert damaged > TURNS // 100
