from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.drivers.driver import Sighting
from firmware_bridge.drivers.nfc.pn532 import CHANGING_ID, SILENT_CHIP, Pn532
from firmware_bridge.drivers.nfc.pn532_frames import FROM_CHIP, NACK, Pn532Frame, Pn532Framer, decode, encode
from tests.firmware_bridge.chip import Chip, sticker
from tests.firmware_bridge.link.fake_board import Clock

SKULL, CULTIST = "0416C6C2D73881", "04A1B2C3"
TEXT = bytes.fromhex("d101085402656e736b756c6c")  # "skull"


class Table:
    """A driver, a chip at the other end of its line, and a fake clock."""

    def __init__(self, flips: float = 0.0) -> None:
        self.clock, self.chip, self.flips = Clock(), Chip(), flips
        self.driver = Pn532(self.clock)
        self.random = random.Random(5)
        self.driver.on_opened()
        self.seen: list[Sighting] = []

    def noisy(self, data: bytes) -> bytes:
        return bytes(
            byte ^ (1 << self.random.randrange(8)) if self.random.random() < self.flips else byte for byte in data
        )

    def turns(self, seconds: float) -> None:
        """Run both for so long."""
        end = self.clock.now + seconds
        answer = b""
        while self.clock.now < end:
            self.seen += self.driver.feed(answer)
            sent = self.driver.to_send()
            answer = self.noisy(self.chip.hear(self.noisy(sent))) if sent else b""
            if not answer:
                self.clock.now += max(self.driver.wait(), 0.01)

    def lay(self, uid: str, memory: bytes = b"") -> None:
        self.chip.laid[uid] = memory
        self.turns(0.5)

    def take(self, uid: str) -> None:
        del self.chip.laid[uid]
        self.turns(1.0)


@pytest.fixture
def table() -> Table:
    table = Table()
    table.turns(0.5)
    return table


def test_chip_is_woken_and_identified(table: Table) -> None:
    assert table.chip.said[:3] == [b"\x02", b"\x14\x01\x00\x00", b"\x32\x05\xff\x01\x02"]
    assert table.chip.said[3] == b"\x4a\x02\x00"
    assert (table.driver.model, table.driver.trouble, table.driver.bad_frames) == ("PN532 1.6", "", 0)


def test_resting_tag_is_reported_once_until_it_was_removed(table: Table) -> None:
    table.lay(CULTIST)
    table.turns(5)
    table.driver.on_opened()
    table.turns(1)
    assert table.seen == [Sighting("tag", CULTIST)]
    assert table.driver.inputs == (("tag", CULTIST),)
    table.take(CULTIST)
    assert table.driver.inputs == ()
    table.lay(CULTIST)
    assert table.seen == [Sighting("tag", CULTIST)] * 2


def test_missed_poll_is_not_a_removal(table: Table) -> None:
    table.lay(CULTIST)
    memory = table.chip.laid.pop(CULTIST)
    table.turns(0.2)
    table.chip.laid[CULTIST] = memory
    table.turns(1)
    assert table.seen == [Sighting("tag", CULTIST)]


def test_two_tags_are_both_reported(table: Table) -> None:
    table.chip.laid[CULTIST] = b""
    table.lay(SKULL, sticker(SKULL, TEXT))
    assert table.seen == [Sighting("tag", CULTIST), Sighting("tag", SKULL)]
    assert table.driver.inputs == (("tag", SKULL), ("message", "skull"), ("tag 2", CULTIST))


def test_tag_present_at_open_has_no_question() -> None:
    table = Table()
    table.lay(CULTIST)
    assert table.seen == [Sighting("tag", CULTIST, question="")]


def test_long_message_is_read_page_by_page(table: Table) -> None:
    uri = b"U\x04" + b"example.com/" + b"x" * 300
    message = bytes([0xC1, 1]) + (len(uri) - 1).to_bytes(4, "big") + uri
    table.lay(SKULL, sticker(SKULL, message, size=504))
    assert table.driver.inputs[1][1].startswith("https://example.com/xxx")


def test_damaged_message_is_reported_and_the_id_counts(table: Table) -> None:
    table.lay(SKULL, sticker(SKULL, TEXT[:-4] + b"\xff\xff"))
    assert table.seen == [Sighting("tag", SKULL)]
    assert SKULL not in str(table.driver.trouble)  # the sticker may be a hidden card
    assert "truncated" in str(table.driver.trouble)
    table.take(SKULL)
    assert table.driver.trouble == ""


def test_sticker_removed_while_reading_is_no_error(table: Table) -> None:
    table.lay(SKULL, sticker(SKULL, TEXT)[:16])
    assert (table.seen, table.driver.trouble) == ([Sighting("tag", SKULL)], "")


def test_card_with_changing_id_makes_no_reading(table: Table) -> None:
    table.lay("08A1B2C3")
    assert (table.seen, table.driver.trouble) == ([], CHANGING_ID)


def test_silent_chip_is_reported_and_woken_again(table: Table) -> None:
    table.chip.silent = True
    table.turns(4)
    assert table.driver.trouble == SILENT_CHIP
    assert table.driver.resends > 0
    table.chip.silent = False
    table.turns(3)
    assert table.driver.trouble == ""
    table.lay(CULTIST)
    assert table.seen == [Sighting("tag", CULTIST)]


def test_unsupported_chip_is_named() -> None:
    table = Table()
    table.chip.ic = 0x33
    table.turns(3)
    assert "33" in str(table.driver.trouble)


def test_damaged_bytes_report_every_tag_once() -> None:
    table = Table(flips=0.005)
    table.turns(5)
    wanted = []
    for number in range(20):
        uid = f"04{number:012X}"
        table.chip.laid[uid] = sticker(uid, TEXT)
        table.turns(6)
        table.take(uid)
        table.turns(2)
        wanted.append(uid)
    assert [sighting.value for sighting in table.seen] == wanted
    assert table.driver.bad_frames > 0


@given(
    st.binary(min_size=1, max_size=60),
    st.integers(1, 20),
    st.binary(max_size=30).filter(lambda lead: b"\0\xff" not in lead),
)
def test_frame_in_pieces_after_noise_is_read(body: bytes, size: int, lead: bytes) -> None:
    framer = Pn532Framer()
    line = lead.rstrip(b"\0") + encode(body, FROM_CHIP)
    pieces = [line[at : at + size] for at in range(0, len(line), size)]
    assert [frame for piece in pieces for frame in framer.feed(piece)] == [Pn532Frame("rsp", body)]


@given(st.binary(min_size=1, max_size=40), st.data())
def test_damaged_byte_never_makes_another_answer(body: bytes, data: st.DataObject) -> None:
    line = bytearray(encode(body, FROM_CHIP))
    line[data.draw(st.integers(0, len(line) - 1))] ^= data.draw(st.integers(1, 255))
    found = [frame for frame in Pn532Framer().feed(bytes(line)) if frame.kind in {"rsp", "cmd"}]
    assert all(frame == Pn532Frame("rsp", body) for frame in found)


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        ("0000ff03fed503", "lcs"),
        ("0000ff06fad503320106", "truncated"),
        ("0000ff", "truncated"),
        ("112233", "start"),
        ("0000ff02fed6032700", "tfi"),
        ("0000ffffff0000000000", "length"),
        ("0000ffffff012cd3", "length"),
        ("0000ffffff0104fad501", "lcs"),
    ],
)
def test_damage_has_a_name(frame: str, error: str) -> None:
    assert decode(bytes.fromhex(frame)) == {"error": error}


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("4b00", {"targets": 0, "data": "00"}),
        ("4b010100040804a1b2c3d4", {"tg": 1, "sens_res": "0004", "sel_res": 8, "uid": "a1b2c3d4"}),
        ("4b01010c00b2565400", {"sens_res": "0c00", "rid": "b2565400"}),
        ("4b010150e8253eec000000110081850100", {"sensb_res": "50e8253eec00000011008185", "attrib_res": "00"}),
        ("4b010114010102030405060708f1f2f3f4f5f6f7f8aabb", {"idm": "0102030405060708", "system": "aabb"}),
        ("4b01010344200704010203040506067577810280", {"sel_res": 32, "ats": "067577810280"}),
        ("05000102", {"data": "000102", "targets": 2}),
        ("050001010100000080", {"targets": 1, "tg": 1, "field": True, "sam_status": 0x80}),
        ("33", {"cmd": 0x33, "data": ""}),
        ("4100aabb", {"status": 0, "data": "aabb"}),
        ("4127", {"status": 0x27}),
        ("8b0111", {"state": 1, "rates": [212, 212]}),
        ("4100" + "00" * 258, {"type": "rsp", "extended": True, "status": 0, "data": "00" * 258}),
    ],
)
def test_answers_are_read_field_by_field(answer: str, expected: dict[str, object]) -> None:
    fields = decode(encode(bytes.fromhex(answer), FROM_CHIP))
    assert {key: fields.get(key) for key in expected} == expected


def test_answer_after_an_ack_is_read() -> None:
    fields = decode(bytes.fromhex("0000ff00ff00") + encode(b"\x15", FROM_CHIP))
    assert (fields["type"], fields["cmd"], fields["acked"]) == ("rsp", 0x15, True)


def test_endlessly_damaged_answer_is_given_up() -> None:
    driver = Pn532(Clock())
    driver.on_opened()
    driver.feed(b"")
    driver.to_send()
    asked = []
    for _ in range(50):
        driver.feed(b"\x00\x00\xff\x02\xff\xd5\x03\x00\x00")
        asked += [driver.to_send()]
    assert asked.count(NACK) == 3


def test_answer_to_another_command_is_ignored(table: Table) -> None:
    while b"\x4a" not in table.driver.to_send():
        table.clock.now += 0.2
        table.driver.feed(b"")
    targets = bytes.fromhex("0101000408" + "04" + CULTIST)
    assert table.driver.feed(encode(b"\x41" + targets, FROM_CHIP)) == []
    assert table.driver.feed(encode(b"\x4b" + targets, FROM_CHIP)) == [Sighting("tag", CULTIST)]
