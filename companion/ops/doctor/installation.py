"""Say how the data folder, its languages and disk, and the port of the page of one installation are."""

from __future__ import annotations

import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.errors import LamplightError
from companion.i18n import Languages
from companion.ops.finding import DoctorFinding
from companion.ops.health.conditions import LOW
from companion.ops.health.conditions import disk as scarce
from companion.settings import data_home, load
from companion.system.atomic_write import explain_os_error

PORT = 8080


def place(config: Path | None) -> tuple[Path, int]:
    """The data folder and the page's port that settings name; else those of a newcomer. What is wrong with a file, its readers' look says."""
    try:
        settings = load(config)
    except LamplightError:
        return data_home(), PORT
    return (settings.data if "data" in settings.model_fields_set else data_home()), settings.port


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


def words(data: Path) -> Iterator[DoctorFinding]:
    """The languages that people have dropped into the data folder: each file that cannot be read."""
    languages = Languages(data / "words")
    names = ", ".join(one.name for one in languages.there())
    yield DoctorFinding("languages", "ok", names)
    for fault in languages.faults():
        yield DoctorFinding(
            "languages", "note", fault, "Mend the file, or take it away: the others are used without it."
        )


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
