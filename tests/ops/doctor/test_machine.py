"""The doctor's findings about the machine: disk, memory, heat, clock, service, version."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from companion.ops.doctor import machine as doctor_machine
from companion.ops.health.machine import MachineInfo
from companion.updating.program_folder import ProgramFolder

THROTTLED = "sys__devices__platform__soc__soc_firmware__get_throttled"


def machine(root: Path, **files: str) -> MachineInfo:
    """A machine with these files below its root; "__" stands for a slash."""
    for name, content in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return MachineInfo(root)


def test_disk_with_faults_or_wear_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = machine(tmp_path, sys__block__mmcblk1__device__pre_eol_info="0x01\n")
    assert doctor_machine.card(tmp_path, fresh).result == "ok"
    worn = machine(tmp_path, sys__block__mmcblk1__device__pre_eol_info="0x02\n")
    assert "mmcblk1" in doctor_machine.card(tmp_path, worn).sentence
    found = doctor_machine.card(tmp_path, machine(tmp_path, sys__fs__ext4__mmcblk0p2__errors_count="3\n"))
    assert found.result == "bad" and "mmcblk0p2" in found.sentence and "new card" in found.remedy
    told = os.statvfs_result((*os.statvfs(tmp_path)[:8], os.ST_RDONLY, 255))
    monkeypatch.setattr(os, "statvfs", lambda _path: told)
    found = doctor_machine.card(tmp_path, MachineInfo(tmp_path))
    assert found.result == "bad" and "worn out" in found.remedy


def test_little_memory_is_a_note(tmp_path: Path) -> None:
    full = machine(tmp_path, proc__meminfo="MemTotal:  948304 kB\nMemAvailable:  120000 kB\n")
    assert doctor_machine.memory(full).sentence == "117 of 926 MB are free."
    roomy = machine(tmp_path, proc__meminfo="MemTotal:  948304 kB\nMemAvailable:  620000 kB\n")
    assert doctor_machine.memory(roomy).result == "ok"


def test_heat_and_voltage_are_found(tmp_path: Path) -> None:
    warm = machine(tmp_path, sys__class__thermal__thermal_zone0__temp="83000")
    assert doctor_machine.warmth(warm).sentence == "The processor is at 83 degrees."
    assert doctor_machine.warmth(machine(tmp_path, **{THROTTLED: "50005"})).name == "power"
    assert doctor_machine.warmth(machine(tmp_path / "other", **{THROTTLED: "40004"})).name == "heat"


def test_clock_before_the_program_is_a_note() -> None:
    assert doctor_machine.clock(0.0, 1_790_000_000.0).result == "note"
    assert doctor_machine.clock(1_790_000_001.0, 1_790_000_000.0).result == "ok"


def test_service_is_found_by_its_state_in_systemd() -> None:
    def found(**told: str) -> tuple[str, str]:
        (one,) = doctor_machine.unit({"LoadState": "loaded", "NRestarts": "0", "Result": "success", **told})
        return one.result, one.sentence

    assert found(ActiveState="active", StatusText="All is well.") == ("ok", "lamplight.service runs. All is well.")
    assert found(ActiveState="failed", Result="exit-code") == ("bad", "lamplight.service has failed (exit-code).")
    assert "again 2 times" in found(ActiveState="active", NRestarts="2", Result="watchdog")[1]
    assert found(ActiveState="inactive")[0] == "note"
    assert not list(doctor_machine.unit({}))


def test_stack_dump_and_interrupted_update_are_found(tmp_path: Path) -> None:
    assert not list(doctor_machine.hung(tmp_path))
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "stuck.txt").touch()
    (found,) = doctor_machine.hung(tmp_path)
    assert found.result == "note" and "stuck.txt" in found.remedy
    (tmp_path / ".update").mkdir()
    (tmp_path / ".update" / "journal.json").write_text("{}")
    (found,) = doctor_machine.update(ProgramFolder(tmp_path))
    assert found.result == "bad" and "./table update" in found.remedy


@pytest.mark.slow
def test_newer_version_is_noted_without_fetching(tmp_path: Path) -> None:
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
    assert found.result == "ok" and "nobody can be asked" in found.sentence
