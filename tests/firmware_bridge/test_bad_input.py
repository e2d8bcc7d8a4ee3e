"""Wrong input of a reader gives a sentence in its status, and never a reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.drivers.boards.board import BoardDriver
from firmware_bridge.drivers.driver import Driver
from firmware_bridge.drivers.nfc.pn532 import Pn532
from firmware_bridge.drivers.nfc.pn532_frames import encode as asked
from firmware_bridge.drivers.rdm6300 import Rdm6300
from firmware_bridge.drivers.scanner import Scanner
from firmware_bridge.link.framing import LinkFrame, encode_frame
from firmware_bridge.link.messages import FrameType, Hello
from tests.firmware_bridge.readers.test_reader import Table
from tests.firmware_bridge.test_rdm6300 import Clock

Making = Callable[[Clock], Driver]
TEXT = b"Optiboot 6.2 ready\r\nboot: jump to application\r\n"
HELLO = Hello(
    version=1, board=1, major=1, minor=0, reset=1, session=0, uid=b"LAMPBRD1", boot=1, epoch=1, oldest=1, next=1,
    dropped=0, slots=1, buttons=1, others=0, lamps=0,
)  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[[Making], Table]]:
    made: list[Table] = []

    def make(driver: Making) -> Table:
        made.append(Table(tmp_path, driver))
        return made[-1]

    yield make
    for one in made:
        one.port.close()
        one.pretend.close()


def said(table: Table, data: bytes, turns: int = 60) -> str:
    """The last error after these bytes and a few seconds; nothing was read."""
    table.send(data)
    table.turns(turns)
    assert table.taken == []
    assert table.outbox.waiting == 0
    return table.status().last_error


def hello(**other: object) -> bytes:
    told = replace(HELLO, **other)  # type: ignore[arg-type]
    return b"\0" + encode_frame(LinkFrame(FrameType.HELLO, 0, told.pack(), version=told.version))


@pytest.mark.slow
@pytest.mark.parametrize("make", [Rdm6300, Scanner], ids=["rdm6300", "scanner"])
def test_wrong_speed_names_the_right_one(table: Callable[[Making], Table], make: Making) -> None:
    noise = bytes(byte | 0x80 for byte in Random(1).randbytes(400))
    assert "9600 baud" in str(said(table(make), b"\r".join(noise[at : at + 9] for at in range(0, 400, 9))))


def test_board_at_a_wrong_speed_is_silent(table: Callable[[Making], Table]) -> None:
    assert "the speed is 250000" in str(said(table(BoardDriver), Random(2).randbytes(400)))


def test_text_of_a_bootloader_is_no_board(table: Callable[[Making], Table]) -> None:
    assert "nothing on this line speaks as a Lamplight board" in str(said(table(BoardDriver), TEXT))


@pytest.mark.slow
def test_newer_protocol_names_versions_and_remedy(table: Callable[[Making], Table]) -> None:
    said_of = said(table(BoardDriver), hello(version=9))
    assert "version 9 of the link and this bridge version 1: update Lamplight" in str(said_of)


def test_scanner_without_suffix_is_read_with_advice(table: Callable[[Making], Table]) -> None:
    one = table(Scanner)
    one.send(b"TOKEN:skull:07")
    one.turns(10)
    assert [reading.objects[0].value for reading in one.taken] == ["TOKEN:skull:07"]
    assert "set it to send CR" in str(one.status().last_error)


def test_tag_with_a_damaged_message_counts(table: Callable[[Making], Table]) -> None:
    one = table(Pn532)
    chip = Chip(bytes.fromhex("03 0C D1 01 40 54 02 65 6E 41 42 43") + bytes(7))  # the record is longer than its TLV
    for _ in range(1000):
        one.turns(1)
        one.pretend.send(chip.answers(one.pretend.received()))
        if one.taken and one.status().last_error:
            break
    assert [reading.objects[0].value for reading in one.taken] == [chip.uid.hex().upper()]
    assert "what is written on a sticker that lies there is damaged" in str(one.status().last_error)


class Chip:
    """A PN532 with one NTAG213 on it, whose message area begins so."""

    uid = bytes.fromhex("04A1B2C3D4E5F6")

    def __init__(self, area: bytes) -> None:
        head = bytes(12) + bytes.fromhex("E1101200")
        self.memory = (head + area).ljust(160, b"\0") + bytes(32)

    def answers(self, line: bytes) -> bytes:
        """The ACK and the answer to each command on the line."""
        said = b""
        while (start := line.find(b"\x00\x00\xff")) >= 0:
            size = line[start + 3]
            body, line = line[start + 6 : start + 5 + size], line[start + 7 + size :]
            if size:
                said += bytes.fromhex("0000FF00FF00") + answered(body[0] + 1, self.to(body))
        return said

    def to(self, body: bytes) -> bytes:
        match body[0]:
            case 0x02:
                return bytes.fromhex("32010607")
            case 0x4A:
                return bytes([1, 1, 0x00, 0x44, 0x00, len(self.uid)]) + self.uid
            case 0x40:
                return b"\0" + self.memory[4 * body[3] :][:16]
            case _:
                return b""


def answered(code: int, data: bytes) -> bytes:
    """A frame from the chip: that of a command with the other direction."""
    told = bytearray(asked(bytes([code]) + data))
    at = told.index(0xD4)
    told[at] = 0xD5
    told[-2] = -sum(told[at:-2]) & 0xFF
    return bytes(told)
