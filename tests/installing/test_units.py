"""The units: systemd accepts them, and they fit the program, its displays and its installer."""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.settings import FILE
from tests.installing.units import DEPLOY, LAMPLIGHT, UNITS, environment, settings

EXPOSED = {"lamplight-hotspot": 1.6, "lamplight-kiosk": 2.7, "lamplight-eink": 1.8}
"""Exposure that systemd computes, at most. From 3.0 on it calls a service more than OK; without any restriction it is 9.6."""
NAMED = {
    "localhost": ["127.0.0.0/8", "::1/128"],
    "link-local": ["169.254.0.0/16", "fe80::/64"],
    "multicast": ["224.0.0.0/4", "ff00::/8"],
}
"""As systemd.resource-control(5) has them."""
MODULES = {"video4linux": "videodev", "ttyUSB": "usbserial", "ttyACM": "cdc_acm"}
"""Drivers that name a device group; other groups are in every kernel."""
DISPLAYS = [DEPLOY / "systemd" / f"{name}.service" for name in EXPOSED]
PROGRAM = "/opt/lamplight/deploy/"


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_unit_is_valid_limited_and_locked_down(unit: Path, tmp_path: Path) -> None:
    if settings(unit)["Type"] != ["oneshot"]:
        assert {"Restart", "RestartSec", "MemoryMax", "TasksMax", "WantedBy"} <= set(settings(unit))
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not here: apt-get install systemd")
    command = (analyze, "security", "--offline=true", "--no-pager", str(unit))
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    overall = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert overall is not None and float(overall[1]) <= EXPOSED.get(unit.stem, 2.9), said
    text, true = unit.read_text(encoding="utf-8"), shutil.which("true")  # our programs are not installed here
    text = re.sub(r"^(Exec\w+=[-+!@:]*)\S+", rf"\g<1>{true}", text, flags=re.MULTILINE)
    (tmp_path / unit.name).write_text(text, encoding="utf-8")
    command = (analyze, "verify", "--man=no", "--recursive-errors=no", str(tmp_path / unit.name))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("unit", DISPLAYS, ids=lambda unit: unit.name)
def test_display_unit_names_program_and_packages(unit: Path) -> None:
    python, script, *_ = settings(unit)["ExecStart"][0].split()
    assert python == "/usr/bin/python3" and (DEPLOY / script.removeprefix(PROGRAM)).is_file()
    text = unit.read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith("# Packages: ")]
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9.+-]+", package) for package in line.split()[2:])
    assert unit.stem != "lamplight-eink" or "python3-lgpio" in line, "python3-gpiozero itself brings no driver"


@pytest.mark.slow
def test_eink_unit_finds_driver_and_account(tmp_path: Path) -> None:
    unit = DEPLOY / "systemd" / "lamplight-eink.service"
    _, script, account, option, _ = settings(unit)["ExecStart"][0].split()
    assert f'"{option}"' in (DEPLOY / script.removeprefix(PROGRAM)).read_text(encoding="utf-8")
    assert account == "${CREDENTIALS_DIRECTORY}/account", "its password is root's, and its unit's alone"
    told, text = environment(unit), unit.read_text(encoding="utf-8")
    library = Path(told["PYTHONPATH"])
    (line,) = [line for line in text.splitlines() if " cp -r " in line]
    source, destination = line.split()[-2:]
    assert Path(destination) / Path(source).name == library and f"mkdir -p {library.parent} " in line
    assert not library.is_relative_to("/opt/lamplight"), "an update would delete it"
    driver = tmp_path / "waveshare_epd" / f"{told['PANEL']}.py"
    driver.parent.mkdir()
    driver.write_text("class EPD:\n    width, height = 300, 400\n")
    drawn = (sys.executable, "-c", f"import eink; print(eink.waveshare('{told['PANEL']}')[1])")
    place = {**os.environ, **told, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(drawn, cwd=DEPLOY / "displays", env=place, capture_output=True, text=True, check=True)
    assert done.stdout == "(400, 300)\n"


def test_unit_loads_drivers_before_device_groups() -> None:
    """The names of groups are looked up at the start. A reader that is plugged in later would be shut out."""
    told = settings(LAMPLIGHT)
    groups = {value.removeprefix("char-").split()[0] for value in told["DeviceAllow"]}
    needed = {f"modprobe@{MODULES[group]}.service" for group in groups & set(MODULES)}
    assert set(MODULES) <= groups
    for key in ("Wants", "After"):
        assert needed <= {word for line in told[key] for word in line.split()}


def test_unit_command_and_installer_agree_about_places() -> None:
    command = (DEPLOY / "lamplight").read_text(encoding="utf-8")
    installer = (DEPLOY / "install.sh").read_text(encoding="utf-8")
    told, unit = environment(LAMPLIGHT), settings(LAMPLIGHT)
    folder = f"/var/lib/{unit['StateDirectory'][0]}"
    assert {told["HOME"], f"{told['XDG_DATA_HOME']}/lamplight"} == {folder}
    assert told["XDG_CACHE_HOME"].startswith(folder)
    assert told[FILE] == f"/etc/{unit['ConfigurationDirectory'][0]}/table.toml"
    assert all(f"{name}={value}" in command for name, value in told.items() if not name.startswith("MALLOC_"))
    for text, word in ((command, "/opt/lamplight"), (installer, "/opt/lamplight"), (installer, told["HOME"])):
        assert f"={word}\n" in text or f"={word} " in text
    assert unit["WantedBy"] == ["multi-user.target"] and "network-online.target" not in str(unit)
    assert unit["ExecStart"][0] == "/opt/lamplight/table serve" and os.access(DEPLOY.parent / "table", os.X_OK)


NEAR = ("127.0.0.1", "192.168.1.50", "10.0.0.7", "172.31.255.1", "169.254.3.4", "224.0.0.251")
NEAR_6, FAR = ("::1", "fe80::1", "fd12:3456::1", "ff02::fb"), ("1.1.1.1", "172.32.0.1", "2606:4700::1111")


def test_unit_reaches_only_its_own_network() -> None:
    told = settings(LAMPLIGHT)
    assert told["IPAddressDeny"] == ["any"]
    allowed = [NAMED.get(word, [word]) for line in told["IPAddressAllow"] for word in line.split()]
    networks = [ipaddress.ip_network(one) for group in allowed for one in group]
    for address in (*NEAR, *NEAR_6, *FAR):
        assert any(ipaddress.ip_address(address) in network for network in networks) == (address not in FAR), address
