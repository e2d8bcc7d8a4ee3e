"""Which serial lines there are, and by which names they stay the same."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

from firmware_bridge.lines import changed_at, described, found, line_of, same
from tests.firmware_bridge.fakes import Folder


def port(device: Path, **more: object) -> SimpleNamespace:
    blank = {
        "vid": None,
        "pid": None,
        "serial_number": None,
        "manufacturer": None,
        "product": None,
        "description": "n/a",
    }
    return SimpleNamespace(device=str(device), **{**blank, **more})


def test_a_device_with_a_number_is_named_by_it(tmp_path: Path) -> None:
    device, folder = tmp_path / "ttyACM0", Folder(tmp_path)
    link = folder.link("by-id", "usb-Pico_E661-if00", device)
    folder.link("by-path", "pci-0000-usb-0:1:1.0", device)
    line = described(
        port(device, vid=0x2E8A, pid=0x000A, serial_number="E661", manufacturer="Pi", product="Pico"), tmp_path
    )
    assert (line.where, line.title, line.serial, line.is_ours) == (str(link), "Pi Pico", "E661", False)


def test_one_without_a_number_is_named_by_its_socket(tmp_path: Path) -> None:
    device, folder = tmp_path / "ttyUSB0", Folder(tmp_path)
    folder.link("by-id", "usb-1a86_USB_Serial-if00-port0", device)
    link = folder.link("by-path", "pci-0000-usb-0:2:1.0-port0", device)
    line = described(port(device, vid=0x1A86, pid=0x7523, product="USB Serial"), tmp_path)
    assert (line.where, line.title) == (str(link), "USB Serial")


def test_one_without_any_lasting_name_is_named_by_its_device(tmp_path: Path) -> None:
    assert described(port(tmp_path / "ttyAMA0"), tmp_path).where == str(tmp_path / "ttyAMA0")


def test_only_a_board_with_our_id_and_our_name_is_ours(tmp_path: Path) -> None:
    ours = {"vid": 0x1209, "pid": 0x0001, "serial_number": "E661"}
    assert described(port(tmp_path / "a", **ours, product="Lamplight board"), tmp_path).is_ours
    assert not described(port(tmp_path / "a", **ours, product="Somebody's printer"), tmp_path).is_ours
    assert not described(port(tmp_path / "a", vid=0x1A86, pid=0x7523, product="Lamplight board"), tmp_path).is_ours


def test_a_line_is_known_by_any_of_its_names(tmp_path: Path) -> None:
    device, folder = tmp_path / "ttyACM0", Folder(tmp_path)
    link = folder.link("by-id", "usb-Pico_E661-if00", device)
    line = described(port(device, serial_number="E661"), tmp_path)
    assert line_of(str(device), [line]) == line_of(str(link), [line]) == line
    assert line_of("/dev/other", [line]) is None
    assert same("socket://a:1", "socket://a:1")
    assert not same("socket://a:1", "socket://a:2")


def test_the_lines_of_this_machine_can_be_listed() -> None:
    assert all(line.where and line.device.startswith(os.sep) for line in found())
    assert changed_at() == changed_at()
