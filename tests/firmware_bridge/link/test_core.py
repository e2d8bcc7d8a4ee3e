"""The firmware's C code against the bridge's Python code: equal lines, equal fields, and a board that follows the
protocol.
"""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.link import messages as m
from firmware_bridge.link.framing import MOST_ENCODED, LinkFrame, cobs_encode, decode_frame, encode_frame, seal_frame
from tests.firmware_bridge.link import c_core
from tests.firmware_bridge.link.c_core import CBoard
from tests.firmware_bridge.link.table import Table
from tests.firmware_bridge.link.test_golden import DAMAGED, ROWS

pytestmark = pytest.mark.firmware

BYTES = int(os.environ.get("LAMPLIGHT_FUZZ", "300_000"))
FRAMES = BYTES // 100
"""Frames compared between Python and C, 100,000 for ten million bytes."""


def random_frame(chance: random.Random) -> LinkFrame:
    size = chance.randrange(m.MOST_PAYLOAD + 1)
    payload = bytes(byte if chance.random() < 0.7 else 0 for byte in chance.randbytes(size))
    return LinkFrame(chance.randrange(16), chance.randrange(256), payload)


def damaged(chance: random.Random, line: bytes) -> bytes:
    """Return the bytes between two zeros, perhaps with a wrong, lost or additional byte or another header."""
    piece = bytearray(line.rstrip(b"\0"))
    match chance.randrange(6):
        case 0:
            piece[chance.randrange(len(piece))] ^= 1 << chance.randrange(8)
        case 1:
            del piece[chance.randrange(len(piece))]
        case 2:
            piece.insert(chance.randrange(len(piece)), chance.randrange(256))
        case 3:
            body = bytes([chance.randrange(256)]) + chance.randbytes(chance.randrange(50))
            piece = bytearray(cobs_encode(seal_frame(body)))
        case 4:
            piece = bytearray(chance.randbytes(chance.randrange(1, MOST_ENCODED + 1)))
        case _:
            pass
    return bytes(piece[:MOST_ENCODED])


def test_python_and_c_agree_on_golden_random_and_damaged_frames() -> None:
    for row in (*ROWS, *DAMAGED):
        piece = bytes.fromhex(row["line"])[:-1][:MOST_ENCODED]
        assert c_core.decode(piece) == decode_frame(piece)
    chance, whole = random.Random(11), 0
    for _ in range(FRAMES):
        frame = random_frame(chance)
        line = encode_frame(frame)
        assert c_core.encode(frame) == line
        piece = damaged(chance, line)
        found = decode_frame(piece)
        assert c_core.decode(piece) == found, piece.hex()
        whole += found is not None
    assert FRAMES // 4 < whole < FRAMES


def test_core_survives_random_bytes_under_sanitizers(tmp_path: Path) -> None:
    fuzzer = str(c_core.fuzzer())
    made = subprocess.run([fuzzer, str(BYTES)], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    raw = tmp_path / "raw"
    raw.write_bytes(random.Random(13).randbytes(BYTES // 10) + bytes.fromhex("".join(row["line"] for row in ROWS)))
    again = subprocess.run([fuzzer, str(raw)], capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stdout + again.stderr


# The whole core as a board

EVENTS = 2000
SEEDS = 3 if FRAMES < 100_000 else 100
ALL = [str(count) for count in range(EVENTS)]


def flooding(seed: int) -> Table:
    table = Table(noise=0.005, seed=seed, board=CBoard)
    table.run_until(lambda: table.driver.uid)
    table.driver._link.send_command(m.Flood(EVENTS))
    return table


def test_core_delivers_events_once_over_a_noisy_line() -> None:
    table = flooding(21)
    table.run_until(lambda: len(table.disk) >= EVENTS)
    assert (table.values, table.driver.lost) == (ALL, 0)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_core_survives_resets_at_any_byte(seed: int) -> None:
    table, chance, cuts = flooding(seed), random.Random(seed), 0
    table.run_until(lambda: len(table.disk) > 5)
    while len(table.disk) < EVENTS:
        table.run(chance.uniform(0, 0.06))
        match chance.randrange(6):
            case 0:
                table.unplug()
                table.run(0.1)
                table.plug()
            case 1:
                table.kill()
            case _:
                cuts += table.board.cut_after(chance.randrange(200))
    assert cuts > 20
    assert table.values == ALL
