"""`./table doctor`: looks at this machine and says what is missing and how to get it. Changes nothing."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from companion.ops import display_accounts
from companion.ops.doctor import cameras, installation, machine, serial_readers
from companion.ops.finding import DoctorFinding, bad, note, ok
from companion.system.supervised_process import find_program

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
Tell: TypeAlias = Callable[[str], None]


def run(
    as_json: bool = False, tell: Tell = print, camera: str = "", config: Path | None = None, *, demo: bool = False
) -> bool:
    """Print every finding. Return False if one is bad. `camera`: one to look through. `config`: the settings with the readers."""
    findings = (*look(config, demo=demo), *((cameras.check_sight(camera),) if camera else ()))
    for finding in findings:
        tell(json.dumps(asdict(finding), ensure_ascii=False) if as_json else str(finding))
    return all(finding.result != "bad" for finding in findings)


def look(config: Path | None = None, *, demo: bool = False) -> Iterator[DoctorFinding]:
    """Yield every finding, the foundations first."""
    data, page = installation.locate_data(config, demo=demo)
    yield installation.check_version()
    yield check_python(sys.version_info[:3])
    yield check_opencv()
    yield check_broker()
    yield cameras.check_cameras(cameras.list_devices())
    yield from cameras.check_chosen(config, demo=demo)
    yield from serial_readers.look(config, demo=demo)
    yield cameras.check_kits()
    yield installation.check_data_folder(data)
    try:
        from companion.ops.doctor import backups
    except ImportError:
        pass  # OpenCV is broken, as a finding above says
    else:
        yield from backups.look(config, demo=demo)
    yield from installation.check_languages(data)
    yield from display_accounts.look(config, demo=demo)
    yield installation.check_port(page)
    yield installation.check_disk(data)
    yield from machine.look(data)
    yield check_browser()


def check_python(version: tuple[int, ...]) -> DoctorFinding:
    """Report the version of Python."""
    number = ".".join(map(str, version))
    if version >= (3, 11):
        return ok("python", number)
    return bad("python", f"{number} is too old.", "Install Python 3.11 or newer and start with it: python3.11 table")


def check_opencv() -> DoctorFinding:
    """Check that cv2 can be imported and has one distribution: two overwrite each other's files."""
    installed = sorted(
        name
        for distribution in importlib.metadata.distributions()
        if (name := distribution.metadata["Name"].lower()).startswith("opencv")
    )
    if installed != ["opencv-python"]:
        return bad(
            "opencv", f"installed: {installed}; exactly opencv-python is needed.", "Delete .venv and start again."
        )
    try:
        cv2 = importlib.import_module("cv2")  # a broken one must be a finding, not the end of the doctor
    except ImportError as error:
        return bad("opencv", f"{error}.", "Get its libraries: sudo apt-get install libgl1 libglib2.0-0")
    return ok("opencv", str(cv2.__version__))


def check_broker(path: str | None = None) -> DoctorFinding:
    """Report whether Mosquitto is installed. `path`: of its program, else looked for."""
    if path := find_program("mosquitto") if path is None else path:
        return ok("broker", path)
    return note(
        "broker",
        "no Mosquitto; the demo runs without it, a table needs it or a broker of your own.",
        "Get it: sudo apt-get install mosquitto",
    )


def check_browser() -> DoctorFinding:
    """Report whether Chromium is installed."""
    if paths := [path for name in BROWSERS if (path := find_program(name))]:
        return ok("browser", paths[0])
    return note(
        "browser",
        "no Chromium; the page works in any browser, its tests do not run.",
        "Get it: sudo apt-get install chromium",
    )
