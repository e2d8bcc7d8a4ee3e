"""The doctor's findings about serial readers. It opens only configured lines."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.ops.doctor import serial_readers as doctor
from companion.settings import BridgeSettings, SerialReader
from firmware_bridge.readers.configured_readers import KnownReader, KnownReaders, write_status
from firmware_bridge.readers.probe import identify_board
from firmware_bridge.serial import SerialLine
from firmware_bridge.serial.fake_reader import FakeRfidReader
from firmware_bridge.settings import ReaderSettings
from tests.firmware_bridge.fakes import Desk, FakeLine
from tests.firmware_bridge.simulated import Simulated


@pytest.fixture
def fake() -> Iterator[FakeRfidReader]:
    made = FakeRfidReader()
    yield made
    made.close()


@contextmanager
def holding(where: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Another program that has opened a line."""
    code = "import sys; line = open(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, where, *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        other.stdout.readline()
        yield other
        other.communicate()


def known(folder: Path, pid: int, where: str) -> str:
    """Write the status of a bridge that reads a line, and return the finding for it."""
    write_status(folder, KnownReaders(pid, (KnownReader("bag", where, "board", "Uno, firmware 1.0", "AA"),)))
    return f"Uno, firmware 1.0 at {where}; the bridge reads it."


def test_serial_lines_are_listed() -> None:
    assert doctor.report_lines(()).result == "note"
    ours = SerialLine("/dev/serial/by-id/x", "/dev/ttyACM0", "Pico", "E6", is_ours=True)
    found = doctor.report_lines((ours, SerialLine("/dev/b", "/dev/b", "USB")))
    assert found.sentence == "/dev/serial/by-id/x (Pico, a board of ours); /dev/b (USB)"


def test_closed_line_names_its_group(tmp_path: Path) -> None:
    (found,) = doctor.check_access([SerialLine("/dev/none", str(tmp_path / "none"), "USB")])
    assert "sudo usermod -aG dialout $USER" in found.remedy


def test_program_that_takes_lines_is_named(tmp_path: Path) -> None:
    for pid, name in ((7, "ModemManager"), (8, "sshd")):
        (tmp_path / str(pid)).mkdir()
        (tmp_path / str(pid) / "comm").write_text(f"{name}\n")
    (found,) = doctor.check_grabbers(doctor.running_programs(tmp_path))
    assert found.sentence.startswith("ModemManager runs") and "60-lamplight-readers.rules" in found.remedy


def test_reader_of_the_bridge_is_not_opened(tmp_path: Path, fake: FakeRfidReader) -> None:
    with holding(fake.path) as other:
        sentence = known(tmp_path, other.pid, fake.path)
        (found,) = doctor.check_readers(tmp_path, (), ())
    assert (found.result, found.sentence) == ("ok", sentence)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        sentence = known(tmp_path, os.getpid(), f"socket://127.0.0.1:{server.getsockname()[1]}")
        (found,) = doctor.check_readers(tmp_path, (), ())
        assert (found.result, found.sentence) == ("ok", sentence)
        with pytest.raises(BlockingIOError):
            server.accept()


def test_reader_of_another_process_is_found(tmp_path: Path, fake: FakeRfidReader) -> None:
    reader = [ReaderSettings("bag", "board", fake.path)]
    with holding(fake.path) as other:
        (found,) = doctor.check_readers(tmp_path, (), reader)
    assert found.result == "bad" and f"({other.pid}) holds {fake.path}" in found.sentence
    with holding(fake.path, "-m", "firmware_bridge"):
        (found,) = doctor.check_readers(tmp_path, (), reader)
    assert (found.result, found.remedy) == ("note", "Ask again in a moment.")
    (found,) = doctor.check_readers(tmp_path, (), [ReaderSettings("bag", "board", str(tmp_path / "tty"))])
    assert (found.result, found.remedy) == ("note", "Plug it in, or choose its line on the page.")


def test_only_boards_are_asked(tmp_path: Path, fake: FakeRfidReader) -> None:
    (found,) = doctor.check_readers(tmp_path, (), [ReaderSettings("bag", "rdm6300", fake.path)])
    assert (found.result, fake.received()) == ("ok", b"")


@pytest.mark.firmware
def test_board_is_asked_for_its_firmware(tmp_path: Path) -> None:
    with Simulated() as board:
        (found,) = doctor.check_readers(tmp_path, (), [ReaderSettings("bag", "board", board.port)])
    assert found.result == "ok" and "Arduino Uno or Nano, firmware" in found.sentence


def test_line_without_board_is_closed_again() -> None:
    line, now = FakeLine(), iter(range(10_000))
    model, why = identify_board(ReaderSettings("bag", "board", "/dev/x"), lambda: next(now) / 20, Desk(line))
    assert (model, line.closed) == ("", True)
    assert "speaks as a Lamplight board" in str(why)


def test_readers_of_settings_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = BridgeSettings(port="/dev/a", readers=(SerialReader(port="/dev/b", reader="tower"),))
    assert [reader.port for reader in doctor.readers_of_settings(told)] == ["/dev/a", "/dev/b"]
    assert doctor.readers_of_settings(BridgeSettings()) == ()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    config = tmp_path / "table.toml"
    config.write_text(f'data = "{tmp_path}"\n[[bridge.readers]]\nport = "{tmp_path}/tty"\nreader = "tower"\n')
    assert "reader tower" in [finding.name for finding in doctor.look(config)]
    config.write_text("bridge = 7")
    assert [finding.result for finding in doctor.look(config)][-1] == "bad"
