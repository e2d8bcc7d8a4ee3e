"""Serial ports of this machine in pyserial's format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge.serial import describe_line, list_serial_lines
from tests.firmware_bridge.fakes import Folder


def port(device: Path | str, **more: object) -> ListPortInfo:
    made = ListPortInfo(str(device))
    for name, value in more.items():
        setattr(made, name, value)
    return made


def vanishing(*answers: list[ListPortInfo] | Exception) -> Callable[[], list[ListPortInfo]]:
    """Lists lines, with errors while one is removed."""
    left = list(answers)

    def look() -> list[ListPortInfo]:
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return look


@pytest.mark.parametrize("loss", [TypeError("int() argument must be ... not 'NoneType'"), OSError(5, "I/O error")])
def test_unplugged_port_is_left_out_of_the_list(loss: Exception) -> None:
    one, two = port("/dev/ttyUSB1"), port("/dev/ttyUSB0")
    assert [line.device for line in list_serial_lines(vanishing(loss, [one, two]))] == ["/dev/ttyUSB0", "/dev/ttyUSB1"]


def test_ports_that_keep_changing_raise_an_error() -> None:
    with pytest.raises(OSError, match="come and go"):
        list_serial_lines(vanishing(*[TypeError("None")] * 3))


def test_port_name_uses_serial_number_or_socket(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    device = tmp_path / "ttyUSB0"
    by_id, by_path = folder.link("by-id", "usb-1a86", device), folder.link("by-path", "pci-0:1", device)
    assert describe_line(port(device, serial_number="0001"), tmp_path).where == str(by_id)
    assert describe_line(port(device), tmp_path).where == str(by_path)


@pytest.mark.parametrize(
    ("vid", "pid", "product", "is_ours"),
    [
        (0x1209, 0x0001, "Lamplight board", True),
        (0x1209, 0x0001, "a keyboard of somebody's", False),
        (0x1A86, 0x7523, "Lamplight board", False),
        (None, None, None, False),
    ],
    ids=["ours", "a stranger with the number for tests", "a stranger with our name", "no USB device"],
)
def test_own_board_is_recognized_by_number_and_name(
    vid: int | None, pid: int | None, product: str | None, is_ours: bool
) -> None:
    assert describe_line(port("/dev/x", vid=vid, pid=pid, product=product)).is_ours is is_ours
