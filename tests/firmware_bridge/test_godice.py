from __future__ import annotations

import pytest

from firmware_bridge.drivers.dice.godice import CUBE, SHELLS, TWENTY, TWENTY_FOUR, GoDice, decode
from firmware_bridge.drivers.dice.length_packets import pack_packet
from firmware_bridge.drivers.driver import Sighting
from tests.firmware_bridge.fakes import english


def at(x: int, y: int, z: int, head: bytes = b"S") -> bytes:
    return head + bytes([x & 0xFF, y & 0xFF, z & 0xFF])


def die(shell: str = "d6") -> GoDice:
    driver = GoDice(shell)
    driver.on_opened()
    return driver


@pytest.mark.parametrize(("sides", "name"), [(CUBE, "d6"), (TWENTY, "d20"), (TWENTY_FOUR, "d24")])
def test_side_is_the_nearest_vector(sides: dict[int, tuple[int, int, int]], name: str) -> None:
    assert [decode(at(*xyz))[name] for xyz in sides.values()] == list(sides)


def test_shell_numbers_match_the_printed_ones() -> None:
    counts = {name: [decode(at(*xyz))[name] for xyz in TWENTY.values()] for name in ("d10", "d10x")}
    assert sorted(counts["d10"]) == sorted(2 * list(range(10)))
    assert sorted(counts["d10x"]) == sorted(2 * list(range(0, 100, 10)))
    for name, top in (("d4", 4), ("d8", 8), ("d12", 12)):
        shown = [decode(at(*xyz))[name] for xyz in TWENTY_FOUR.values()]
        assert set(shown) == set(range(1, top + 1)), name


@pytest.mark.parametrize(
    ("packet", "expected"),
    [
        (b"R", {"event": "rolling"}),
        (at(64, 0, 0, b"FS"), {"event": "fake_stable", "d6": 6}),
        (at(0, 0, 64, b"TS"), {"event": "tilt_stable", "d6": 2}),
        (at(0, 64, 0, b"MS"), {"event": "move_stable", "d6": 3}),
        (b"Bat\x50", {"event": "battery", "level": 80}),
        (b"Bat\xc8", {"error": "value"}),
        (b"Col\x05", {"event": "color", "color": "ORANGE"}),
        (b"Char\x01", {"event": "charging", "charging": True}),
        (b"Tap", {"event": "tap"}),
        (b"S\x01\x02", {"error": "truncated"}),
        (b"S\x01\x02\x03\x04", {"error": "length"}),
        (b"Bat", {"error": "truncated"}),
        (b"xyz", {"error": "unknown"}),
        (bytes.fromhex("1914"), {"error": "truncated"}),
        (bytes.fromhex("03ff"), {"error": "unknown", "commands": ["03"]}),
        (bytes.fromhex("191e051e1eff0000010014"), {"commands": ["191e051e1eff00000100", "14"]}),
    ],
)
def test_godice_packet_is_decoded(packet: bytes, expected: dict[str, object]) -> None:
    fields = decode(packet)
    assert {key: fields.get(key) for key in expected} == expected


def test_clean_roll_is_a_sighting_each_time() -> None:
    driver = die()
    roll = pack_packet(b"R") + pack_packet(at(0, 0, -64))
    assert driver.feed(roll + roll) == [Sighting("d6", "5")] * 2
    assert (driver.inputs, driver.trouble) == ((("die", "5"),), "")


@pytest.mark.parametrize("head", [b"FS", b"TS", b"MS"])
def test_other_rolls_are_shown_until_the_next(head: bytes) -> None:
    driver = die()
    assert driver.feed(pack_packet(at(0, 0, -64, head))) == []
    assert str(driver.trouble).endswith("roll it again")
    assert english(driver.inputs) == {"die": "not rolled"}
    driver.feed(pack_packet(b"R"))
    assert driver.trouble == ""


def test_shell_has_its_own_numbers() -> None:
    top = at(*TWENTY[20])
    shown = {shell: die(shell).feed(pack_packet(top))[0] for shell in SHELLS}
    assert shown["d20"] == Sighting("d20", "20")
    assert shown["d10"] == Sighting("d10", "8")
    assert shown["d10x"] == Sighting("d100", "80")
    with pytest.raises(ValueError, match='no shell "d7"'):
        GoDice("d7")


def test_die_battery_is_requested_after_connecting() -> None:
    driver = die()
    assert driver.to_send() == pack_packet(b"\x03") + pack_packet(b"\x17")
    assert driver.to_send() == b""
    driver.feed(pack_packet(b"Bat\x32") + pack_packet(b"Col\x03") + pack_packet(b"Char\x01"))
    assert english(driver.inputs) == {"battery": "50 %", "charging": "yes", "colour": "blue"}
    driver.feed(pack_packet(b"???"))
    assert driver.bad_frames == 1
