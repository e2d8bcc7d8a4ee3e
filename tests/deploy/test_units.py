"""The units of what stands around a table: what they start exists, takes these words, and is locked in."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = {"hotspot": 1.6, "kiosk": 2.7, "eink": 1.8}
"""Each with the exposure that systemd may see in it, 0 to 10; the kiosk's browser locks its pages in by itself, which takes some."""
MAKER = "https://github.com/waveshareteam/e-Paper"
PROGRAM = "/opt/lamplight/deploy/"


def unit(name: str) -> configparser.ConfigParser:
    found = configparser.ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(DEPLOY / "systemd" / f"lamplight-{name}.service", encoding="utf-8")
    return found


@pytest.mark.parametrize("name", UNITS)
def test_it_starts_a_program_of_ours_under_the_system_s_python_and_again_when_it_ends(name: str) -> None:
    service = unit(name)["Service"]
    python, script, *_ = service["ExecStart"].split()
    assert python == "/usr/bin/python3" and script.startswith(PROGRAM)
    assert (DEPLOY / script.removeprefix(PROGRAM)).is_file()
    assert service["Restart"] in {"always", "on-failure"} and unit(name)["Install"]["WantedBy"] == "multi-user.target"


def test_the_panel_s_words_are_those_that_its_program_takes() -> None:
    _, script, account, option, _ = unit("eink")["Service"]["ExecStart"].split()
    assert f'"{option}"' in (DEPLOY / script.removeprefix(PROGRAM)).read_text(encoding="utf-8")
    assert account == "${CREDENTIALS_DIRECTORY}/account", "its password is root's, and its unit's alone"


def test_the_panel_s_driver_lies_where_its_lines_bring_it_and_no_new_version_takes_it_away(tmp_path: Path) -> None:
    text = (DEPLOY / "systemd" / "lamplight-eink.service").read_text(encoding="utf-8")
    told = dict(word.split("=", 1) for word in unit("eink")["Service"]["Environment"].split())
    library = Path(told["PYTHONPATH"])
    (line,) = [line for line in text.splitlines() if " cp -r " in line]
    source, destination = line.split()[-2:]
    assert Path(destination) / Path(source).name == library and f"mkdir -p {library.parent} " in line
    assert not library.is_relative_to("/opt/lamplight") and f"git clone --depth 1 {MAKER} /tmp/e-Paper\n" in text
    driver = tmp_path / "waveshare_epd" / f"{told['PANEL']}.py"
    driver.parent.mkdir()
    driver.write_text("class EPD:\n    width, height = 300, 400\n")
    drawn = (sys.executable, "-c", f"import eink; print(eink.waveshare('{told['PANEL']}')[1])")
    place = {**os.environ, **told, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(drawn, cwd=DEPLOY / "displays", env=place, capture_output=True, text=True, check=True)
    assert done.stdout == "(400, 300)\n"


def test_the_library_of_the_panel_s_pins_that_is_told_where_to_write_comes_along() -> None:
    """By itself python3-gpiozero brings none."""
    text = (DEPLOY / "systemd" / "lamplight-eink.service").read_text(encoding="utf-8")
    assert "LG_WD=" in text and re.search(r"^# Packages: .*\bpython3-lgpio\b", text, re.MULTILINE)


@pytest.mark.parametrize("name", UNITS)
def test_systemd_sees_it_locked_in(name: str) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("there is no systemd-analyze here: sudo apt-get install systemd")
    path = DEPLOY / "systemd" / f"lamplight-{name}.service"
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(path)]
    told = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    found = re.search(r"exposure level for \S+: ([0-9.]+)", told)
    assert found is not None and float(found[1]) <= UNITS[name], told


@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_every_line_of_it(name: str) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("there is no systemd-analyze here: sudo apt-get install systemd")
    path = DEPLOY / "systemd" / f"lamplight-{name}.service"
    done = subprocess.run(["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False)
    own = [line for line in done.stderr.splitlines() if path.name in line and "not executable" not in line]
    assert own == []


@pytest.mark.parametrize("name", UNITS)
def test_it_names_the_packages_that_it_needs(name: str) -> None:
    text = (DEPLOY / "systemd" / f"lamplight-{name}.service").read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith("# Packages: ")]
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9.+-]+", package) for package in line.split()[2:])
