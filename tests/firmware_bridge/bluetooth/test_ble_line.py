from __future__ import annotations

import select
import time
from collections.abc import Callable

import pytest

from firmware_bridge.bluetooth.ble_line import BleDie, dice_in_reach, open_ble
from firmware_bridge.bluetooth.bluez import Advertisement, BleError, BluetoothUnavailableError, BluezAdapter, bluez
from firmware_bridge.drivers.dice import godice, pixels
from firmware_bridge.drivers.dice.godice import GoDice
from firmware_bridge.drivers.dice.length_packets import pack_packet
from firmware_bridge.drivers.dice.pixels_advertisement import COMPANY
from firmware_bridge.drivers.driver import Sighting
from firmware_bridge.serial.serial_port import SerialPort
from tests.firmware_bridge.link.fake_board import Clock
from tests.firmware_bridge.radio import BleakBluetoothNotAvailableError, BleakError, FakeBleak, FakeDie, FakeRadio

HERE = "AA:BB:CC:DD:EE:FF"
ROLL = b"S\x40\x00\x00"


@pytest.fixture
def radio() -> FakeRadio:
    return FakeRadio({HERE: FakeDie()})


def eventually(holds: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.005)


def test_ble_line_carries_packets_both_ways(radio: FakeRadio) -> None:
    line = open_ble("ble:" + HERE.lower(), radio)
    assert line.read(10) == b""
    radio.dice[HERE].heard(b"R")
    radio.dice[HERE].heard(ROLL)
    assert select.select([line.fileno()], [], [], 0)[0]
    assert line.read(line.in_waiting) == pack_packet(b"R") + pack_packet(ROLL)
    line.write(pack_packet(b"\x03") + pack_packet(b"\x17")[:1])
    line.write(pack_packet(b"\x17")[1:])
    assert radio.dice[HERE].written == [b"\x03", b"\x17"]
    line.close()


def test_lost_die_ends_the_line_after_its_last_packet(radio: FakeRadio) -> None:
    line = open_ble("ble:" + HERE, radio)
    radio.dice[HERE].heard(ROLL)
    radio.dice[HERE].lost()
    assert line.read(100) == pack_packet(ROLL)
    with pytest.raises(BleError, match="asleep: roll it"):
        line.read(1)
    radio.dice[HERE].heard(ROLL)
    line.close()
    assert radio.dice[HERE].closed


def test_unread_bytes_and_oversized_packets_are_dropped(radio: FakeRadio) -> None:
    line = open_ble("ble:" + HERE, radio)
    for _ in range(2000):
        radio.dice[HERE].heard(b"x" * 200)
    radio.dice[HERE].heard(b"x" * 300)
    assert line.read(1) == b"\xc8"
    line.close()


def test_ble_port_reconnects_and_reports_the_remedy(radio: FakeRadio) -> None:
    clock, driver = Clock(), GoDice()
    port = SerialPort("ble:" + HERE, driver.baud, clock, lambda where, _: open_ble(where, radio))
    assert port.read(0) == b""
    radio.dice[HERE].heard(ROLL)
    assert driver.feed(port.read(1)) == [Sighting("d6", "6")]
    die = radio.dice.pop(HERE)
    die.lost()
    assert port.read(1) == b""
    assert str(port.last_error) == f"the die at {HERE} is out of reach or asleep: roll it"
    clock.now += 1
    assert port.read(0) == b""
    assert "no die answers" in str(port.last_error)
    radio.dice[HERE] = die
    clock.now += 10
    port.read(0)
    die.heard(ROLL)
    assert driver.feed(port.read(1)) == [Sighting("d6", "6")]
    assert (port.last_error, port.reconnects) == ("", 1)
    port.close()


@pytest.mark.parametrize("where", ["ble:", "ble:AA:BB", "ble:zz:BB:CC:DD:EE:FF", "ble:AA:BB:CC:DD:EE:FF:00"])
def test_ble_line_refuses_an_invalid_address(where: str, radio: FakeRadio) -> None:
    with pytest.raises(BleError, match="names no die"):
        open_ble(where, radio)


def test_dice_in_reach_are_listed_with_their_advertisement() -> None:
    pixel = bytes([20, 0x73, 5, 3, 42])
    around = [
        Advertisement("00:00:00:00:00:01", "GoDice_AB12_B_v04"),
        Advertisement("00:00:00:00:00:02", "Skull", makers={COMPANY: pixel}),
        Advertisement("00:00:00:00:00:03", "Headphones", makers={76: b"\x10\x05"}),
        Advertisement("00:00:00:00:00:04", "", services=(pixels.SERVICE.upper(),)),
        Advertisement("00:00:00:00:00:05"),
    ]
    assert dice_in_reach(FakeRadio(around=around)) == (
        BleDie("ble:00:00:00:00:00:01", "GoDice_AB12_B_v04", "godice"),
        BleDie("ble:00:00:00:00:00:04", "Pixels", "pixels"),
        BleDie("ble:00:00:00:00:00:02", "Skull, d20, 42 %", "pixels"),
    )


def test_missing_bleak_is_reported_with_the_remedy() -> None:
    try:
        import bleak  # noqa: F401
    except ImportError:
        bluez.cache_clear()
        with pytest.raises(BluetoothUnavailableError, match=r"pip install .bleak"):
            dice_in_reach()
    else:
        pytest.skip("bleak is installed here")


@pytest.mark.parametrize(
    ("notify", "write"),
    [(godice.NOTIFY, godice.WRITE), (pixels.NOTIFY, pixels.WRITE), (pixels.LEGACY_NOTIFY, pixels.LEGACY_WRITE)],
    ids=["GoDice", "Pixels", "Pixels of before 2023"],
)
def test_each_die_kind_uses_its_characteristics(notify: str, write: str) -> None:
    bleak = FakeBleak(notify, write)
    radio = BluezAdapter(bleak)
    line = open_ble("ble:" + HERE, radio)
    (client,) = bleak.clients
    radio.loop.call_soon_threadsafe(client.notify, None, bytearray(ROLL))
    assert select.select([line.fileno()], [], [], 10)[0]
    assert line.read(100) == pack_packet(ROLL)
    line.write(pack_packet(b"\x03"))
    eventually(lambda: client.written == [(write, b"\x03")])
    line.close()
    eventually(lambda: not client.connected)


def test_ble_line_disconnects_other_devices() -> None:
    bleak = FakeBleak("00001800-0000-1000-8000-00805f9b34fb")
    with pytest.raises(BleError, match="no Pixels and no GoDice"):
        open_ble("ble:" + HERE, BluezAdapter(bleak))
    eventually(lambda: not bleak.clients[0].connected)


@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (FileNotFoundError(2, "No such file"), BluetoothUnavailableError, "no Bluetooth that works"),
        (BleakBluetoothNotAvailableError("powered off"), BluetoothUnavailableError, "powered off"),
        (BleakError("not found"), BleError, r"no die answers at AA:.* \(not found\)"),
        (TimeoutError(), BleError, "no die answers at AA:"),
    ],
    ids=["no D-Bus", "off", "no die", "slow"],
)
def test_bluetooth_errors_name_the_remedy(error: Exception, kind: type[BleError], sentence: str) -> None:
    with pytest.raises(BleError, match=sentence) as raised:
        open_ble("ble:" + HERE, BluezAdapter(FakeBleak(fails=error)))
    assert type(raised.value) is kind
