"""Detect users of a port with real programs and a fake /proc."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.serial import PortUser, find_port_users, names_of

HOLD = "import sys; held = open(sys.argv[1], 'rb+', buffering=0); print('held', flush=True); sys.stdin.read()"


@pytest.fixture
def line() -> Iterator[str]:
    """A pseudo-terminal without other users."""
    ours, theirs = pty.openpty()
    name = os.ttyname(theirs)
    os.close(theirs)
    yield name
    os.close(ours)


def lay_out(proc: Path, pid: int, name: str, *opened: str) -> None:
    (proc / str(pid) / "fd").mkdir(parents=True)
    (proc / str(pid) / "comm").write_text(f"{name}\n")
    (proc / str(pid) / "cmdline").write_text(f"{name}\0")
    for number, where in enumerate(opened):
        (proc / str(pid) / "fd" / str(number)).symlink_to(where)


def test_port_user_is_named_through_a_link(line: str, tmp_path: Path) -> None:
    link = tmp_path / "reader"
    link.symlink_to(line)
    with subprocess.Popen([sys.executable, "-c", HOLD, line], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with Path(line).open("rb+", buffering=0):  # this process does not count
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
