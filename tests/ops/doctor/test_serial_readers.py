"""What the doctor says of serial readers, and that it opens no line that was not told."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ops.doctor import serial_readers as doctor
from companion.settings import BridgeSettings, SerialReader
from firmware_bridge.readers.probe import identify_board
from firmware_bridge.readers.reader_status_file import FILE, KnownReader, KnownReaders, read_status, write_status
from firmware_bridge.serial import SerialLine
from firmware_bridge.serial.fake_reader import FakeRfidReader
from firmware_bridge.settings import ReaderSettings
from tests.firmware_bridge.fakes import Desk, FakeLine
from tests.firmware_bridge.simulated import Simulated


@pytest.fixture
def pretend() -> Iterator[FakeRfidReader]:
    made = FakeRfidReader()
    yield made
    made.close()


class Steps:
    """A clock that goes on by itself."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 0.05
        return self.now


def test_no_line_is_no_fault_and_says_where_readers_are_set_up() -> None:
    assert doctor.serial_lines(()).result == "note"


def test_lines_are_listed_with_what_they_are() -> None:
    lines = (
        SerialLine("/dev/serial/by-id/x", "/dev/ttyACM0", "Pico", "E6", is_ours=True),
        SerialLine("/dev/b", "/dev/b", "USB"),
    )
    assert doctor.serial_lines(lines).sentence == "/dev/serial/by-id/x (Pico, a board of ours); /dev/b (USB)"


def test_a_line_that_may_not_be_opened_names_its_group(tmp_path: Path) -> None:
    (found,) = doctor.closed([SerialLine("/dev/none", str(tmp_path / "none"), "USB")])
    assert "sudo usermod -aG dialout $USER" in found.remedy


def test_a_program_that_takes_lines_is_named(tmp_path: Path) -> None:
    for pid, name in ((7, "ModemManager"), (8, "sshd")):
        (tmp_path / str(pid)).mkdir()
        (tmp_path / str(pid) / "comm").write_text(f"{name}\n")
    (found,) = doctor.grabbers(doctor.running(tmp_path))
    assert found.sentence.startswith("ModemManager runs")
    assert "60-lamplight-readers.rules" in found.remedy


def test_a_reader_that_the_bridge_reads_is_told_as_the_bridge_knows_it(tmp_path: Path, pretend: FakeRfidReader) -> None:
    with holding(pretend.path) as other:
        write_status(
            tmp_path, KnownReaders(other.pid, (KnownReader("bag", pretend.path, "board", "Uno, firmware 1.0", "AA"),))
        )
        (found,) = doctor.readers(tmp_path, (), ())
    assert (found.result, found.sentence) == ("ok", f"Uno, firmware 1.0 at {pretend.path}; the bridge reads it.")


def test_a_line_of_the_network_is_not_opened_while_the_bridge_that_reads_it_runs(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        where = f"socket://127.0.0.1:{server.getsockname()[1]}"
        write_status(
            tmp_path, KnownReaders(os.getpid(), (KnownReader("bag", where, "board", "Uno, firmware 1.0", "AA"),))
        )
        (found,) = doctor.readers(tmp_path, (), ())
        assert (found.result, found.sentence) == ("ok", f"Uno, firmware 1.0 at {where}; the bridge reads it.")
        with pytest.raises(BlockingIOError):
            server.accept()


def test_a_reader_that_a_stranger_holds_is_bad(tmp_path: Path, pretend: FakeRfidReader) -> None:
    with holding(pretend.path) as other:
        (found,) = doctor.readers(tmp_path, (), [ReaderSettings("bag", "board", pretend.path)])
    assert found.result == "bad"
    assert f"({other.pid}) holds {pretend.path}" in found.sentence


def test_a_line_that_a_bridge_of_ours_has_just_opened_is_no_fault(tmp_path: Path, pretend: FakeRfidReader) -> None:
    with holding(pretend.path, "-m", "firmware_bridge"):
        (found,) = doctor.readers(tmp_path, (), [ReaderSettings("bag", "board", pretend.path)])
    assert (found.result, found.remedy) == ("note", "Ask again in a moment.")


class holding:  # noqa: N801 - read as a word
    """Another program that has a line open."""

    def __init__(self, where: str, *words: str) -> None:
        self.words = (where, *words)

    def __enter__(self) -> subprocess.Popen[str]:
        code = "import sys; line = open(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
        self.other = subprocess.Popen(
            [sys.executable, "-c", code, *self.words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.other.stdout
        self.other.stdout.readline()
        return self.other

    def __exit__(self, *_: object) -> None:
        self.other.communicate()


def test_a_reader_that_is_not_there_says_what_to_do(tmp_path: Path) -> None:
    (found,) = doctor.readers(tmp_path, (), [ReaderSettings("bag", "board", str(tmp_path / "tty"))])
    assert (found.result, found.remedy) == ("note", "Plug it in, or choose its line on the page.")


def test_only_boards_are_asked(tmp_path: Path, pretend: FakeRfidReader) -> None:
    (found,) = doctor.readers(tmp_path, (), [ReaderSettings("bag", "rdm6300", pretend.path)])
    assert (found.result, pretend.received()) == ("ok", b"")


@pytest.mark.firmware
def test_a_board_is_asked_for_its_firmware(tmp_path: Path) -> None:
    with Simulated() as board:
        (found,) = doctor.readers(tmp_path, (), [ReaderSettings("bag", "board", board.port)])
    assert found.result == "ok"
    assert "Arduino Uno or Nano, firmware" in found.sentence


def test_a_line_without_a_board_is_given_up_with_a_sentence() -> None:
    line = FakeLine()
    model, why = identify_board(ReaderSettings("bag", "board", "/dev/x"), Steps(), Desk(line))
    assert (model, line.closed) == ("", True)
    assert "speaks as a Lamplight board" in str(why)


def test_the_readers_of_the_settings_are_those_of_both_places() -> None:
    told = BridgeSettings(port="/dev/a", readers=(SerialReader(port="/dev/b", reader="tower"),))
    assert [reader.port for reader in doctor.of_settings(told)] == ["/dev/a", "/dev/b"]
    assert doctor.of_settings(BridgeSettings()) == ()


@pytest.mark.parametrize(
    ("bits", "result"), [("0x0", "ok"), ("0x50000", "note"), ("0x50005", "bad")], ids=["enough", "was", "is"]
)
def test_too_little_power_is_said(tmp_path: Path, bits: str, result: str) -> None:
    program = tmp_path / "vcgencmd"
    program.write_text(f"#!/bin/sh\necho throttled={bits}\n")
    program.chmod(0o755)
    assert [finding.result for finding in doctor.power(str(program))] == [result]


def test_where_no_raspberry_pi_is_nothing_is_said_of_its_power(tmp_path: Path) -> None:
    assert list(doctor.power("")) == []
    program = tmp_path / "vcgencmd"
    program.write_text("#!/bin/sh\necho error\n")
    program.chmod(0o755)
    assert list(doctor.power(str(program))) == []


def test_what_was_known_and_is_damaged_is_nothing(tmp_path: Path) -> None:
    write_status(tmp_path, KnownReaders(os.getpid()))
    assert read_status(tmp_path) == KnownReaders(os.getpid())
    (tmp_path / FILE).write_text("{")
    assert read_status(tmp_path) is None


def test_a_file_of_settings_names_readers_to_look_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    config = tmp_path / "table.toml"
    config.write_text(f'data = "{tmp_path}"\n[[bridge.readers]]\nport = "{tmp_path}/tty"\nreader = "tower"\n')
    assert "reader tower" in [finding.name for finding in doctor.look(config)]


def test_settings_that_cannot_be_read_are_a_finding(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text("bridge = 7")
    assert [finding.result for finding in doctor.look(config)][-1] == "bad"
