"""`./table doctor`: looks at this machine and says what is missing and how to get it. Changes nothing."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from companion.errors import LamplightError
from companion.i18n import Languages
from companion.ops import display_accounts
from companion.ops.finding import DoctorFinding
from companion.ops.health.conditions import LOW, SMALL_BROKER
from companion.ops.health.conditions import disk as scarce
from companion.settings import data_home, load
from companion.system.atomic_write import explain_os_error
from companion.system.programs import find_program

PORT = 8080

Tell: TypeAlias = Callable[[str], None]


def run(as_json: bool = False, tell: Tell = print, camera: str = "", config: Path | None = None) -> bool:
    """Tell every finding; False when one is bad. `camera`: one to look through; `config`: the settings that name the readers."""
    findings = (*look(config), *((sight(camera),) if camera else ()))
    for finding in findings:
        tell(json.dumps(asdict(finding), ensure_ascii=False) if as_json else str(finding))
    return all(finding.result != "bad" for finding in findings)


def look(config: Path | None = None) -> Iterator[DoctorFinding]:
    """Every finding, the foundations first."""
    data, page = place(config)
    yield python(sys.version_info[:3])
    yield opencv()
    yield broker(find_program("mosquitto"))
    yield cameras(devices())
    from companion.ops.doctor import serial_readers  # the drivers of all readers

    yield from serial_readers.look(config)
    yield kits()
    yield data_folder(data)
    yield from backups(config)
    yield from words(data)
    yield from display_accounts.look(config)
    yield port(page)
    yield disk(data)
    from companion.ops.doctor import machine

    yield from machine.look(data)
    yield browser(find_program("chromium") or find_program("chromium-browser") or find_program("google-chrome"))


def words(data: Path) -> Iterator[DoctorFinding]:
    """The languages that people have dropped into the data folder: each file that cannot be read."""
    languages = Languages(data / "words")
    names = ", ".join(one.name for one in languages.there())
    yield DoctorFinding("languages", "ok", names)
    for fault in languages.faults():
        yield DoctorFinding(
            "languages", "note", fault, "Mend the file, or take it away: the others are used without it."
        )


def backups(config: Path | None) -> Iterator[DoctorFinding]:
    """Whether the newest is whole, where there is a house."""
    try:
        module = importlib.import_module("companion.ops.doctor.backups")  # OpenCV, as below
    except ImportError:
        return  # what is missing the others have said
    yield from module.look(config)


def place(config: Path | None) -> tuple[Path, int]:
    """The data folder and the page's port that settings name; else those of a newcomer. What is wrong with a file, its readers' look says."""
    try:
        settings = load(config)
    except LamplightError:
        return data_home(), PORT
    return (settings.data if "data" in settings.model_fields_set else data_home()), settings.port


def devices() -> list[str]:
    """Cameras, by the names that stay the same where there are such."""
    found = sorted(Path("/dev/v4l/by-id").glob("*")) or sorted(Path("/dev").glob("video*"))
    return [str(path) for path in found]


def python(version: tuple[int, ...]) -> DoctorFinding:
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
    if path:
        return DoctorFinding("broker", "ok", path)
    return DoctorFinding("broker", "note", SMALL_BROKER.sentence, SMALL_BROKER.remedy)


def cameras(found: list[str]) -> DoctorFinding:
    if not found:
        return DoctorFinding(
            "camera",
            "note",
            "none is plugged in; recorded throws, uploads and taps work.",
            "Plug one in, or name one: --camera",
        )
    closed = [device for device in found if not os.access(device, os.R_OK | os.W_OK)]
    if closed:
        return DoctorFinding(
            "camera",
            "bad",
            f"{', '.join(closed)} may not be opened.",
            "Run: sudo usermod -aG video $USER and log in again.",
        )
    return DoctorFinding("camera", "ok", ", ".join(found))


def sight(camera: str) -> DoctorFinding:
    """How well that camera sees its tray."""
    try:
        health = importlib.import_module("vision.service.health").check_camera(camera)  # OpenCV, as above
    except (ImportError, LamplightError) as error:
        return DoctorFinding("sight", "bad", str(error))
    numbers = f"{health.markers} of 4 markers, {health.px_per_mm:g} px a millimetre, sharp to {health.blur:g} px."
    return DoctorFinding("sight", "note" if health.advice else "ok", numbers, " ".join(health.advice))


def kits() -> DoctorFinding:
    """Every kit that is found can be loaded."""
    try:
        module = importlib.import_module("vision.kit")  # loads OpenCV, which may be what is broken
    except ImportError as error:
        return DoctorFinding("kits", "bad", f"the reader does not start ({error}).", "Mend opencv first.")
    names = module.kit_names()
    try:
        module.load_kits(names)
    except module.KitError as error:
        return DoctorFinding("kits", "bad", f"{error}")
    return DoctorFinding("kits", "ok", ", ".join(names))


def data_folder(folder: Path) -> DoctorFinding:
    """The folder can be made and written; a file is written to know it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return DoctorFinding(
            "data",
            "bad",
            f"{folder} cannot be written ({explain_os_error(error)}).",
            "Set XDG_DATA_HOME to a folder of yours.",
        )
    return DoctorFinding("data", "ok", str(folder))


def port(number: int) -> DoctorFinding:
    """Nobody listens on the page's port yet, or a house does."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", number))  # noqa: S104  the page is for every tablet in the room
        except OSError:
            return _listening(number)
    return DoctorFinding("port", "ok", f"{number} is free")


def _listening(number: int) -> DoctorFinding:
    from companion.updating.installed_version import (  # its HTTP is the doctor's alone, as the next
        UNHEALTHY,
        page_health,
    )

    is_house, codes = page_health(f"http://127.0.0.1:{number}")
    wrong = ", ".join(sorted(codes - {UNHEALTHY}))
    if is_house and wrong:
        return DoctorFinding(
            "port",
            "bad" if UNHEALTHY in codes else "note",
            f"a house answers at {number}, where something is wrong: {wrong}.",
            f"Its page says what to do: http://127.0.0.1:{number}/house",
        )
    if is_house:
        return DoctorFinding("port", "ok", f"a house answers at {number}, and is well")
    return DoctorFinding(
        "port",
        "note",
        f"{number} is taken; the demo takes the next free one.",
        f"Free it, or choose: --port {number + 1}",
    )


def disk(folder: Path) -> DoctorFinding:
    place = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(place).free
    if free < LOW:
        wrong = scarce(free)
        return DoctorFinding("disk", "bad", f"{place}: {wrong.sentence}", wrong.remedy)
    return DoctorFinding("disk", "ok", f"{free / 1024**3:.0f} GB free at {place}")


def browser(path: str) -> DoctorFinding:
    if path:
        return DoctorFinding("browser", "ok", path)
    return DoctorFinding(
        "browser",
        "note",
        "no Chromium; the page works in any browser, its tests do not run.",
        "Get it: sudo apt-get install chromium",
    )
