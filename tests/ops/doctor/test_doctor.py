"""The findings of the doctor, each with a remedy unless it is good."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.commands.parser import own_version
from companion.ops.doctor import cameras, doctor, installation, machine
from companion.ops.finding import DoctorFinding
from companion.ops.health.machine import MachineInfo
from companion.sessions import SetupChoiceStore
from companion.settings import data_home
from companion.updating.program_folder import ProgramFolder
from tests.new_log import new_log

PICTURE = Path(__file__).parents[2] / "pictures" / "nemesis_combat__adult.adult.creeper__burgundy_warm_lamp.jpg"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
WEAR = "sys/block/mmcblk1/device/pre_eol_info"
MEMORY = "MemTotal:  948304 kB\nMemAvailable:  {} kB\n"
NOW = 1_790_000_000.0  # s, Unix


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask no upstream for a newer version."""
    monkeypatch.setattr(machine, "ROOT", tmp_path)


def write(root: Path, name: str, text: str = "") -> Path:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)
    return root


def machine_with(root: Path, name: str, text: str) -> MachineInfo:
    """Return a machine with this file below its root."""
    return MachineInfo(write(root, name, text))


def service(**told: str) -> Iterable[DoctorFinding]:
    return machine.check_unit({"LoadState": "loaded", "NRestarts": "0", "Result": "success", **told})


@pytest.mark.parametrize(
    ("look", "finding"),
    [
        (lambda _: doctor.check_python((3, 9, 2)), "bad  python: 3.9.2 is too old"),
        (lambda _: doctor.check_broker(""), "note broker: no Mosquitto"),
        (lambda _: doctor.check_opencv(), "ok   opencv: "),
        (lambda _: cameras.check_cameras([]), "note camera: none is plugged in"),
        (lambda here: cameras.check_cameras([str(here / "video0")]), "bad  camera: {}/video0 may not be opened"),
        (lambda _: cameras.check_sight(str(PICTURE)), "ok   sight: 4 of 4 markers"),
        (lambda here: cameras.check_sight(str(here / "nowhere")), "bad  sight: "),
        (lambda here: installation.check_data_folder(write(here, "file") / "file" / "lamplight"), "bad  data: "),
        (lambda here: installation.check_disk(here / "not" / "yet"), "ok   disk: "),
        (lambda here: machine.check_card(here, machine_with(here, WEAR, "0x01\n")), "ok   card: "),
        (lambda here: machine.check_card(here, machine_with(here, WEAR, "0x02\n")), "bad  card: mmcblk1: "),
        (
            lambda here: machine.check_card(here, machine_with(here, "sys/fs/ext4/mmcblk0p2/errors_count", "3\n")),
            "bad  card: mmcblk0p2: ",
        ),
        (
            lambda here: machine.check_memory(machine_with(here, "proc/meminfo", MEMORY.format(120_000))),
            "note memory: 117 of 926 MB are free.",
        ),
        (
            lambda here: machine.check_memory(machine_with(here, "proc/meminfo", MEMORY.format(620_000))),
            "ok   memory: 605 of 926 MB are free",
        ),
        (
            lambda here: machine.check_heat(machine_with(here, "sys/class/thermal/thermal_zone0/temp", "83000")),
            "note heat: The processor is at 83 degrees.",
        ),
        (lambda here: machine.check_heat(machine_with(here, THROTTLED, "50005")), "bad  power: "),
        (lambda here: machine.check_heat(machine_with(here, THROTTLED, "40004")), "note heat: "),
        (lambda _: machine.check_clock(0.0, NOW), "note clock: it says 1970-01-01"),
        (lambda _: machine.check_clock(NOW + 1, NOW), "ok   clock: "),
        (
            lambda _: service(ActiveState="active", StatusText="All is well."),
            "ok   service: lamplight.service runs. All is well.",
        ),
        (
            lambda _: service(ActiveState="failed", Result="exit-code"),
            "bad  service: lamplight.service has failed (exit-code).",
        ),
        (
            lambda _: service(ActiveState="active", NRestarts="2"),
            "note service: lamplight.service was started again 2 times",
        ),
        (lambda _: service(ActiveState="inactive"), "note service: lamplight.service is inactive."),
        (lambda here: machine.check_hang(write(here, "logs/stuck.txt")), "note watchdog: something did not answer on "),
        (
            lambda here: machine.check_update(ProgramFolder(write(here, ".update/journal.json", "{}"))),
            "bad  update: one was cut off",
        ),
    ],
)
def test_finding_has_result_and_words(
    tmp_path: Path, look: Callable[[Path], DoctorFinding | Iterable[DoctorFinding]], finding: str
) -> None:
    found = look(tmp_path)
    (one,) = (found,) if isinstance(found, DoctorFinding) else found
    assert str(one).startswith(finding.format(tmp_path)), one
    assert one.result == "ok" or one.remedy or one.name == "sight"


def test_machine_without_service_or_dump_has_no_finding(tmp_path: Path) -> None:
    assert not [*machine.check_unit({}), *machine.check_hang(tmp_path)]


def test_read_only_disk_is_worn_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = os.statvfs_result((*os.statvfs(tmp_path)[:8], os.ST_RDONLY, 255))
    monkeypatch.setattr(os, "statvfs", lambda _path: told)
    found = machine.check_card(tmp_path, MachineInfo(tmp_path))
    assert found.result == "bad" and "worn out" in found.remedy


@pytest.mark.parametrize(
    ("source", "result"), [("http://ann:sesame@127.0.0.1:8080/", "bad"), ("http://192.168.77.9/video", "ok")]
)
def test_chosen_camera_must_be_another_machine(tmp_path: Path, source: str, result: str) -> None:
    (tmp_path / "table.toml").write_text(f'data = "{tmp_path}"\n')
    SetupChoiceStore(tmp_path / "setup.json").change(way="stream", source=source)
    (found,) = cameras.check_chosen(tmp_path / "table.toml")
    assert found.result == result and "sesame" not in str(found)
    assert ("this_machine = true" in found.remedy) == (result == "bad")


def test_unreadable_language_is_named_with_its_file(tmp_path: Path) -> None:
    write(tmp_path, "words/fr/mine.po", 'msgid "no end')
    there, fault = installation.check_languages(tmp_path)
    assert "Français" in there.sentence
    assert fault.result == "note" and "mine.po" in fault.sentence


def test_port_of_another_program_is_a_note() -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken, ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: taken.accept()[0].close())  # speaks no HTTP
        assert installation.check_port(taken.getsockname()[1]).result == "note"


@pytest.mark.parametrize(
    ("page", "result"), [((True, frozenset()), "ok"), ((True, frozenset({"unwritten", "unhealthy"})), "bad")]
)
def test_port_of_lamplight_shows_its_health(
    monkeypatch: pytest.MonkeyPatch, page: tuple[bool, frozenset[str]], result: str
) -> None:
    monkeypatch.setattr(installation, "page_health", lambda _url: page)
    with socket.create_server(("0.0.0.0", 0)) as taken:
        found = installation.check_port(taken.getsockname()[1])
    assert found.result == result and ("unwritten" in found.sentence) == (result == "bad")


def test_place_of_settings_is_checked(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'port = 9123\ndata = "{tmp_path / "evening"}"\n')
    assert installation.locate_data(config) == (tmp_path / "evening", 9123)
    config.write_text('port = "many"')
    assert installation.locate_data(config) == (data_home(), installation.PORT), "another finding names the error"


@pytest.mark.slow
def test_newer_version_is_noted_without_fetching(tmp_path: Path) -> None:
    def git(*words: str, cwd: Path = tmp_path) -> None:
        who = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main")
        subprocess.run(("git", *who, *words), cwd=cwd, check=True, capture_output=True)

    up, here = tmp_path / "up", tmp_path / "here"
    git("init", "-q", str(up))
    git("commit", "-q", "--allow-empty", "-m", "one", cwd=up)
    git("clone", "-q", str(up), str(here))
    assert [one.result for one in machine.check_update(ProgramFolder(here))] == ["ok"]
    git("commit", "-q", "--allow-empty", "-m", "two", cwd=up)
    assert [one.result for one in machine.check_update(ProgramFolder(here))] == ["note"]
    up.rename(tmp_path / "gone")
    (found,) = machine.check_update(ProgramFolder(here))
    assert found.result == "ok" and "nobody can be asked" in found.sentence


@pytest.mark.slow
def test_doctor_prints_a_line_for_each_finding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    new_log(tmp_path / "lamplight" / "demo").close()
    printed, of_demo = list[str](), list[str]()
    doctor.run(True, printed.append)
    findings = [DoctorFinding(**json.loads(line)) for line in printed]
    assert findings[0].name == "lamplight" and findings[0].sentence.startswith(own_version())
    assert not [one for one in findings if (one.result != "ok" and not one.remedy) or "\n" in str(one)]
    doctor.run(False, of_demo.append, demo=True)
    sound, command = f"{tmp_path}/lamplight/demo/log.db is sound", "Make one: ./table backup now --demo"
    assert sound not in "\n".join(map(str, findings))
    assert sound in "\n".join(of_demo) and command in "\n".join(of_demo)
