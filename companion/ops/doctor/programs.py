"""Check the programs and packages that an installation needs or can use."""

from __future__ import annotations

import importlib
import importlib.metadata

from companion.ops.finding import DoctorFinding
from companion.system.programs import find_program


def python(version: tuple[int, ...]) -> DoctorFinding:
    """Report the version of Python."""
    said = ".".join(map(str, version))
    if version >= (3, 11):
        return DoctorFinding("python", "ok", said)
    return DoctorFinding(
        "python", "bad", f"{said} is too old.", "Install Python 3.11 or newer and start with it: python3.11 table"
    )


def opencv() -> DoctorFinding:
    """`import cv2` works and there is one distribution of it: two overwrite each other's files."""
    found = sorted(
        name
        for distribution in importlib.metadata.distributions()
        if (name := distribution.metadata["Name"].lower()).startswith("opencv")
    )
    if found != ["opencv-python"]:
        return DoctorFinding(
            "opencv", "bad", f"installed: {found}; exactly opencv-python is needed.", "Delete .venv and start again."
        )
    try:
        cv2 = importlib.import_module("cv2")  # a broken one must be a finding, not the end of the doctor
    except ImportError as error:
        return DoctorFinding(
            "opencv", "bad", f"{error}.", "Get its libraries: sudo apt-get install libgl1 libglib2.0-0"
        )
    return DoctorFinding("opencv", "ok", str(cv2.__version__))


def broker(path: str) -> DoctorFinding:
    """Report whether Mosquitto is installed."""
    if path:
        return DoctorFinding("broker", "ok", path)
    return DoctorFinding(
        "broker",
        "note",
        "no Mosquitto; the demo runs without it, a table needs it or a broker of your own.",
        "Get it: sudo apt-get install mosquitto",
    )


def browser(path: str) -> DoctorFinding:
    """Report whether Chromium is installed."""
    if path:
        return DoctorFinding("browser", "ok", path)
    return DoctorFinding(
        "browser",
        "note",
        "no Chromium; the page works in any browser, its tests do not run.",
        "Get it: sudo apt-get install chromium",
    )


def look_for_broker() -> DoctorFinding:
    """Look for Mosquitto."""
    return broker(find_program("mosquitto"))


def look_for_browser() -> DoctorFinding:
    """Look for Chromium."""
    return browser(find_program("chromium") or find_program("chromium-browser") or find_program("google-chrome"))
