"""What the doctor says of the machine: each trouble that a small one has, with what to do."""

from __future__ import annotations

import http.server
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.ops.doctor import installation
from companion.ops.doctor import machine as doctor_machine
from companion.ops.health.machine import MachineInfo
from companion.updating.program_folder import ProgramFolder


def machine(root: Path, **files: str) -> MachineInfo:
    """One that tells these; "__" stands for a slash."""
    for name, content in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return MachineInfo(root)


@contextmanager
def answering(told: object) -> Iterator[int]:
    """The port of a page whose health is this."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("0.0.0.0", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_disk_that_has_counted_faults_is_named(tmp_path: Path) -> None:
    found = doctor_machine.card(tmp_path, machine(tmp_path, sys__fs__ext4__mmcblk0p2__errors_count="3\n"))
    assert (found.result, "mmcblk0p2" in found.sentence) == ("bad", True)
    assert "new card" in found.remedy


def test_a_built_in_card_that_is_worn_is_named(tmp_path: Path) -> None:
    worn = machine(tmp_path, sys__block__mmcblk1__device__pre_eol_info="0x02\n")
    assert "mmcblk1" in doctor_machine.card(tmp_path, worn).sentence
    fresh = machine(tmp_path, sys__block__mmcblk1__device__pre_eol_info="0x01\n")
    assert doctor_machine.card(tmp_path, fresh).result == "ok"


def test_a_disk_that_may_only_be_read_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = os.statvfs_result((*os.statvfs(tmp_path)[:8], os.ST_RDONLY, 255))
    monkeypatch.setattr(os, "statvfs", lambda _path: told)
    found = doctor_machine.card(tmp_path, MachineInfo(tmp_path))
    assert (found.result, "worn out" in found.remedy) == ("bad", True)


def test_little_memory_is_noted_with_how_much_a_house_takes(tmp_path: Path) -> None:
    full = machine(tmp_path, proc__meminfo="MemTotal:  948304 kB\nMemAvailable:  120000 kB\n")
    assert doctor_machine.memory(full).sentence == "117 of 926 MB are free."
    roomy = machine(tmp_path, proc__meminfo="MemTotal:  948304 kB\nMemAvailable:  620000 kB\n")
    assert doctor_machine.memory(roomy).result == "ok"


def test_heat_and_a_weak_supply_are_said_in_the_words_of_the_house(tmp_path: Path) -> None:
    warm = machine(tmp_path, sys__class__thermal__thermal_zone0__temp="83000")
    assert doctor_machine.warmth(warm).sentence == "The processor is at 83 degrees."
    weak = machine(tmp_path, sys__devices__platform__soc__soc_firmware__get_throttled="50005")
    assert doctor_machine.warmth(weak).name == "power"
    slow = machine(tmp_path / "other", sys__devices__platform__soc__soc_firmware__get_throttled="40004")
    assert doctor_machine.warmth(slow).name == "heat"


def test_a_clock_that_was_never_set_is_noted() -> None:
    assert doctor_machine.clock(0.0, 1_790_000_000.0).result == "note"
    assert doctor_machine.clock(1_790_000_001.0, 1_790_000_000.0).result == "ok"


def test_a_service_is_told_by_what_systemd_says_of_it() -> None:
    def said(**told: str) -> tuple[str, str]:
        (found,) = doctor_machine.unit({"LoadState": "loaded", "NRestarts": "0", "Result": "success", **told})
        return found.result, found.sentence

    assert said(ActiveState="active", StatusText="All is well.") == ("ok", "lamplight.service runs. All is well.")
    assert said(ActiveState="failed", Result="exit-code") == ("bad", "lamplight.service has failed (exit-code).")
    assert "again 2 times" in said(ActiveState="active", NRestarts="2", Result="watchdog")[1]
    assert said(ActiveState="inactive")[0] == "note"
    assert not list(doctor_machine.unit({}))


def test_what_hung_is_said_as_long_as_its_file_lies_there(tmp_path: Path) -> None:
    assert not list(doctor_machine.hung(tmp_path))
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "stuck.txt").write_text("")
    (found,) = doctor_machine.hung(tmp_path)
    assert (found.result, "stuck.txt" in found.remedy) == ("note", True)


def test_an_update_that_was_cut_off_is_bad(tmp_path: Path) -> None:
    (tmp_path / ".update").mkdir()
    (tmp_path / ".update" / "journal.json").write_text("{}")
    (found,) = doctor_machine.update(ProgramFolder(tmp_path))
    assert (found.result, "./table update" in found.remedy) == ("bad", True)


@pytest.mark.slow
def test_a_newer_version_upstream_is_noted_and_not_fetched(tmp_path: Path) -> None:
    def git(*words: str, cwd: Path = tmp_path) -> None:
        who = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main")
        subprocess.run(("git", *who, *words), cwd=cwd, check=True, capture_output=True)

    up, here = tmp_path / "up", tmp_path / "here"
    git("init", "-q", str(up))
    git("commit", "-q", "--allow-empty", "-m", "one", cwd=up)
    git("clone", "-q", str(up), str(here))
    assert [one.result for one in doctor_machine.update(ProgramFolder(here))] == ["ok"]
    git("commit", "-q", "--allow-empty", "-m", "two", cwd=up)
    assert [one.result for one in doctor_machine.update(ProgramFolder(here))] == ["note"]
    up.rename(tmp_path / "gone")
    (found,) = doctor_machine.update(ProgramFolder(here))
    assert found.result == "ok"
    assert "nobody can be asked" in found.sentence


@pytest.mark.slow
def test_a_house_at_the_port_is_no_stranger() -> None:
    with answering({"healthy": True, "wrong": []}) as port:
        assert installation.port(port).sentence == f"a house answers at {port}, and is well"
    with answering({"healthy": False, "wrong": ["unwritten"]}) as port:
        found = installation.port(port)
    assert (found.result, "unwritten" in found.sentence) == ("bad", True)
