"""Serial ports of this machine in pyserial's format, and the programs that hold them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge.serial import PortUser, describe_line, find_port_users, list_serial_lines, names_of
from tests.firmware_bridge.fakes import HOLD, Folder


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


def lay_out(proc: Path, pid: int, name: str, *opened: str) -> None:
    (proc / str(pid) / "fd").mkdir(parents=True)
    (proc / str(pid) / "comm").write_text(f"{name}\n")
    (proc / str(pid) / "cmdline").write_text(f"{name}\0")
    for number, where in enumerate(opened):
        (proc / str(pid) / "fd" / str(number)).symlink_to(where)


def test_port_user_is_named_through_a_link(port: str, tmp_path: Path) -> None:
    link = tmp_path / "reader"
    link.symlink_to(port)
    with subprocess.Popen([sys.executable, "-c", HOLD, port], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with Path(port).open("rb+", buffering=0):  # this process does not count
            found = find_port_users(str(link))
        other.communicate()
    assert [(one.pid, one.name.startswith("python")) for one in found] == [(other.pid, True)]


def test_port_lock_of_another_user_is_named(tmp_path: Path) -> None:
    lay_out(tmp_path, 412, "cu")
    line = tmp_path / "ttyUSB7"
    line.touch()
    about = line.stat()
    device = f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}:{about.st_ino}"
    (tmp_path / "locks").write_text(f"1: FLOCK  ADVISORY  WRITE 412 {device} 0 EOF\n2: -> FLOCK ADVISORY WRITE 9\n")
    assert find_port_users(str(line), tmp_path) == (PortUser("cu", 412),)
    assert find_port_users(str(tmp_path / "412"), tmp_path) == ()


@pytest.mark.parametrize(
    ("command", "name"),
    [("python3\0-m\0firmware_bridge\0-", "firmware_bridge"), ("python3\0/usr/bin/miniterm\0/dev/x", "miniterm")],
)
def test_port_user_of_an_interpreter_is_its_script(tmp_path: Path, command: str, name: str) -> None:
    lay_out(tmp_path, 412, "python3", "/dev/ttyUSB7")
    (tmp_path / "412" / "cmdline").write_text(command)
    assert str(names_of(find_port_users("/dev/ttyUSB7", tmp_path))) == f"{name} (412)"
