from __future__ import annotations

import struct

import pytest

from firmware_bridge.drivers.dice.length_packets import pack_packet
from firmware_bridge.drivers.dice.pixels import CROOKED, UNKNOWN_DIE, WRONG_FACES, Pixels
from firmware_bridge.drivers.dice.pixels_advertisement import decode as decode_advertisement
from firmware_bridge.drivers.dice.pixels_messages import DIE_TYPES, decode
from firmware_bridge.drivers.driver import Sighting
from tests.firmware_bridge.fakes import english
from tests.firmware_bridge.link.fake_board import Clock

BUILD = 1_720_000_000


def legacy(leds: int = 20, die: int = 0, build: int = BUILD) -> bytes:
    return b"\x02" + struct.pack("<BBBIIHIBBBB", leds, 5, die, 0x12345678, 0xDEADBEEF, 4096, build, 5, 19, 80, 0)


def chunked(die: int = 7, name: bytes = b"Skull", build: int = BUILD) -> bytes:
    bodies = [
        struct.pack("<HIHHHH", 1, build, 2, 3, 4, 5),
        struct.pack("<IBBBBB", 0xDEADBEEF, 1, die, 20, 3, 0),
        b"\0",
        name + b"\0",
        struct.pack("<III", 0x12345678, 100, 200),
        struct.pack("<BBBB", 42, 2, 5, 19),
    ]
    return b"\x02" + b"".join(bytes([len(body) + 1]) + body for body in bodies)


def die(introduction: bytes | None = None) -> Pixels:
    driver = Pixels(Clock())
    driver.on_opened()
    driver.to_send()
    driver.feed(pack_packet(legacy() if introduction is None else introduction))
    return driver


def rolled(index: int, state: int = 1) -> bytes:
    return pack_packet(bytes([3, state, index]))


def pick(fields: dict[str, object], *keys: str) -> tuple[object, ...]:
    return tuple(fields.get(key) for key in keys)


def test_proper_roll_is_a_sighting_with_its_face() -> None:
    driver = die()
    states = b"".join(rolled(19, state) for state in (0, 2, 3, 4, 5, 9))
    assert driver.feed(states + rolled(19)) == [Sighting("d20", "20")]
    assert (driver.model, driver.reads, driver.uid, driver.trouble) == ("Pixels d20", ("d20",), "deadbeef", "")
    assert english(driver.inputs) == {"battery": "80 %", "die": "20"}
    driver.feed(pack_packet(bytes([34, 15, 1])))
    assert english(driver.inputs)["battery"] == "15 %, low"


def test_tilted_die_is_reported_until_it_rolls() -> None:
    driver = die()
    driver.feed(rolled(19, 4))
    assert (driver.trouble, english(driver.inputs)["die"]) == (CROOKED, "crooked")
    driver.feed(rolled(19, 3))
    assert driver.trouble == ""


def test_die_is_asked_for_identity_until_it_answers() -> None:
    clock = Clock()
    driver = Pixels(clock)
    driver.on_opened()
    assert driver.to_send() == pack_packet(b"\x01")
    assert driver.to_send() == b""
    assert driver.feed(rolled(3)) == []
    clock.now += 2.1
    assert driver.to_send() == pack_packet(b"\x01")
    driver.feed(pack_packet(chunked()))
    clock.now += 2.1
    assert driver.to_send() == b""
    assert driver.feed(rolled(3)) == [Sighting("d20", "4")]


@pytest.mark.parametrize(
    ("kind", "index", "sighting"),
    [
        ("d4", 5, Sighting("d4", "4")),
        ("d6", 5, Sighting("d6", "6")),
        ("d8", 7, Sighting("d8", "8")),
        ("d10", 0, Sighting("d10", "0")),
        ("d00", 9, Sighting("d100", "90")),
        ("d12", 11, Sighting("d12", "12")),
        ("d6pipped", 0, Sighting("d6", "1")),
    ],
)
def test_die_types_have_their_numbers(kind: str, index: int, sighting: Sighting) -> None:
    driver = die(chunked(die=DIE_TYPES.index(kind)))
    assert driver.feed(rolled(index)) == [sighting]


def test_face_beyond_the_die_makes_no_reading() -> None:
    driver = die(chunked(die=DIE_TYPES.index("d4")))
    assert driver.feed(rolled(1) + rolled(20)) == []
    assert english(driver.inputs)["die"] == "unknown"


def test_wrong_face_number_is_reported_without_reading() -> None:
    driver = die(chunked(die=DIE_TYPES.index("d6"), build=1_700_200_000))
    assert driver.feed(rolled(3)) == []
    assert (driver.trouble, driver.reads) == (WRONG_FACES, ())
    assert die(chunked(build=1_700_200_000)).feed(rolled(3)) == [Sighting("d20", "4")]


def test_die_without_identity_makes_no_reading() -> None:
    driver = die(legacy(leds=7))
    assert driver.feed(rolled(3)) == []
    assert driver.trouble == UNKNOWN_DIE


def test_die_type_comes_from_identity_or_lamps() -> None:
    assert pick(decode(legacy()), "legacy", "led_count", "die_type", "face_index") == (True, 20, "unknown", 19)
    fields = decode(chunked())
    assert pick(fields, "legacy", "die_type", "name", "pixel_id", "build") == (False, "d20", "Skull", 0xDEADBEEF, BUILD)
    assert pick(fields, "battery", "batt_state", "roll_state", "data_set_hash") == (42, 2, "on_face", 0x12345678)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("24c4", {"message": "rssi", "rssi": -60}),
        ("3df4010a08", {"message": "temperature", "mcu_temperature": 500, "battery_temperature": 2058}),
        ("1d0364000000ff00ffffffff0001", {"message": "blink", "count": 3, "duration": 100, "color": 0xFF0000}),
        ("21", {"type": 33, "message": "request_battery_level", "data": ""}),
        ("0301", {"error": "truncated"}),
        ("03011300", {"error": "length"}),
        ("22", {"error": "truncated"}),
        ("ff", {"error": "unknown"}),
    ],
)
def test_pixels_message_is_decoded(message: str, expected: dict[str, object]) -> None:
    fields = decode(bytes.fromhex(message))
    assert {key: fields.get(key) for key in expected} == expected


def test_advertisement_has_die_and_face() -> None:
    bare = bytes([20, 0x73, 1, 19, 0x80 | 42])
    wanted = ("d20", 3, "rolled", 20, 42, True)
    keys = ("die_type", "colorway", "roll_state", "face", "battery", "charging")
    assert pick(decode_advertisement(bare), *keys) == wanted
    full = b"\x39\x0d" + bare + struct.pack("<II", 0xDEADBEEF, BUILD)
    assert pick(decode_advertisement(full), *keys, "pixel_id", "build") == (*wanted, 0xDEADBEEF, BUILD)
    assert decode_advertisement(b"\x39\x0e" + bare) == {"error": "company"}
    assert decode_advertisement(bare[:4]) == {"error": "length"}
    assert pick(decode_advertisement(bytes([6, 0, 1, 2, 50])), "die_type", "face") == ("d6", 3)
