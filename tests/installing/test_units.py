"""The units: what systemd thinks of them, and that they fit the program and its installer."""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.settings import FILE
from tests.installing.units import DEPLOY, LAMPLIGHT, UNITS, environment, settings

EXPOSED = 3.0
"""From here on systemd calls a service's exposure more than OK; without any restriction it is 9.6."""
NAMED = {
    "localhost": ["127.0.0.0/8", "::1/128"],
    "link-local": ["169.254.0.0/16", "fe80::/64"],
    "multicast": ["224.0.0.0/4", "ff00::/8"],
}
"""As systemd.resource-control(5) has them."""
MODULES = {"video4linux": "videodev", "ttyUSB": "usbserial", "ttyACM": "cdc_acm"}
"""Which driver gives a device group its name; the others are a part of every kernel that has them."""


@pytest.fixture
def analyze() -> str:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip(
            "systemd-analyze is not here, so nobody says how far the units are shut in: apt-get install systemd"
        )
    return program


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_shut_in(unit: Path, analyze: str) -> None:
    command = (analyze, "security", "--offline=true", "--no-pager", str(unit))
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    overall = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert overall is not None, said
    assert float(overall[1]) < EXPOSED, said


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_every_line(unit: Path, analyze: str, tmp_path: Path) -> None:
    """With a program that is there: those of the unit are not on this machine."""
    text = re.sub(
        r"^(Exec\w+=[-+!@:]*)\S+", rf"\g<1>{shutil.which('true')}", unit.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    (tmp_path / unit.name).write_text(text, encoding="utf-8")
    command = (analyze, "verify", "--man=no", "--recursive-errors=no", str(tmp_path / unit.name))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


LASTING = [unit for unit in UNITS if settings(unit)["Type"] != ["oneshot"]]


@pytest.mark.parametrize("unit", LASTING, ids=lambda unit: unit.name)
def test_a_unit_that_lasts_comes_back_and_has_limits(unit: Path) -> None:
    told = settings(unit)
    assert {"Restart", "RestartSec", "MemoryMax", "TasksMax", "WantedBy"} <= set(told)


def test_every_group_of_devices_has_its_driver_loaded_before_it_is_looked_up() -> None:
    """Names are looked up at the start; a reader that is plugged in afterwards would be shut out."""
    told = settings(LAMPLIGHT)
    groups = {value.removeprefix("char-").split()[0] for value in told["DeviceAllow"]}
    needed = {f"modprobe@{MODULES[group]}.service" for group in groups & set(MODULES)}
    assert set(MODULES) <= groups
    for key in ("Wants", "After"):
        assert needed <= {word for line in told[key] for word in line.split()}


def test_the_house_writes_in_one_place_and_finds_its_settings() -> None:
    told = environment(LAMPLIGHT)
    folder = f"/var/lib/{settings(LAMPLIGHT)['StateDirectory'][0]}"
    assert {told["HOME"], f"{told['XDG_DATA_HOME']}/lamplight"} == {folder}
    assert told["XDG_CACHE_HOME"].startswith(folder)
    assert told[FILE] == f"/etc/{settings(LAMPLIGHT)['ConfigurationDirectory'][0]}/table.toml"


def test_unit_command_and_installer_agree_about_places() -> None:
    command = (DEPLOY / "lamplight").read_text(encoding="utf-8")
    installer = (DEPLOY / "install.sh").read_text(encoding="utf-8")
    told, program = environment(LAMPLIGHT), settings(LAMPLIGHT)["ExecStart"][0]
    assert all(f"{name}={value}" in command for name, value in told.items() if not name.startswith("MALLOC_")), (
        "the command has the service's environment"
    )
    for text, word in ((command, "/opt/lamplight"), (installer, "/opt/lamplight"), (installer, told["HOME"])):
        assert f"={word}\n" in text or f"={word} " in text
    assert settings(LAMPLIGHT)["WantedBy"] == ["multi-user.target"]
    assert program == "/opt/lamplight/table serve" and os.access(DEPLOY.parent / "table", os.X_OK)


@pytest.mark.parametrize("unit", [LAMPLIGHT], ids=lambda unit: unit.name)
def test_a_start_waits_for_no_network(unit: Path) -> None:
    assert "network-online.target" not in unit.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("address", "is_near"),
    [
        ("127.0.0.1", True),
        ("192.168.1.50", True),
        ("10.0.0.7", True),
        ("172.31.255.1", True),
        ("169.254.3.4", True),
        ("224.0.0.251", True),
        ("::1", True),
        ("fe80::1", True),
        ("fd12:3456::1", True),
        ("ff02::fb", True),
        ("1.1.1.1", False),
        ("172.32.0.1", False),
        ("2606:4700::1111", False),
    ],
)
def test_the_service_reaches_its_own_network_alone(address: str, is_near: bool) -> None:
    told = settings(LAMPLIGHT)
    assert told["IPAddressDeny"] == ["any"]
    allowed = [NAMED.get(word, [word]) for line in told["IPAddressAllow"] for word in line.split()]
    networks = [ipaddress.ip_network(one) for group in allowed for one in group]
    assert any(ipaddress.ip_address(address) in network for network in networks) == is_near
