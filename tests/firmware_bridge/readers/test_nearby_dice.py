from __future__ import annotations

from firmware_bridge.bluetooth.ble_line import BleDie
from firmware_bridge.bluetooth.bluez import BleError, BluetoothUnavailableError
from firmware_bridge.readers.nearby_dice import NearbyDice
from firmware_bridge.serial import SerialLine
from tests.firmware_bridge.link.fake_board import Clock

SKULL = BleDie("ble:AA:BB:CC:DD:EE:FF", "Skull, d20, 42 %", "pixels")
LINE = SerialLine("ble:AA:BB:CC:DD:EE:FF", "ble:AA:BB:CC:DD:EE:FF", "Skull, d20, 42 %", likely="pixels")


class Ear:
    """Receives dice or fails; `times` counts."""

    def __init__(self, *dice: BleDie, fails: BleError | None = None) -> None:
        self.dice, self.fails, self.times = dice, fails, 0

    def __call__(self) -> tuple[BleDie, ...]:
        self.times += 1
        if self.fails:
            raise self.fails
        return self.dice


def looked(nearby: NearbyDice) -> tuple[SerialLine, ...]:
    found = nearby()
    nearby.wait()
    return found


def test_machine_without_bluetooth_is_not_scanned_again() -> None:
    clock, ear = Clock(), Ear(fails=BluetoothUnavailableError("there is none"))
    nearby = NearbyDice(clock, ear)
    for _ in range(3):
        assert looked(nearby) == ()
        clock.now += 60
    assert ear.times == 1


def test_failed_scan_is_repeated() -> None:
    clock, ear = Clock(), Ear(SKULL, fails=BleError("busy"))
    nearby = NearbyDice(clock, ear)
    looked(nearby)
    clock.now += 60
    ear.fails = None
    looked(nearby)
    assert looked(nearby) == (LINE,)
