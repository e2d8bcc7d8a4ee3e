"""Check data folder, languages, disk and port of an installation."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

from companion.commands.parser import ROOT, own_version
from companion.errors import LamplightError
from companion.i18n.languages import Languages
from companion.ops.finding import DoctorFinding, bad, note, ok
from companion.ops.health.conditions import LOW
from companion.ops.health.conditions import disk as scarce
from companion.settings import data_home, load
from companion.system.data_dir import DataDirReadOnlyError, must_be_writable, port_in_use
from companion.updating.installed_version import UNHEALTHY, page_health

PORT = 8080


def check_version() -> DoctorFinding:
    """Report the version."""
    return ok("lamplight", f"{own_version()}, in {ROOT}")


def locate_data(config: Path | None, *, demo: bool = False) -> tuple[Path, int]:
    """Return data folder and port of the settings, or the defaults if they cannot be read, which `serial_readers.look` reports."""
    try:
        settings = load(config, demo=demo)
    except LamplightError:
        return data_home(), PORT
    is_named = demo or "data" in settings.model_fields_set
    return (settings.data if is_named else data_home()), port_in_use(settings.data) or settings.port


def check_data_folder(folder: Path) -> DoctorFinding:
    """Check that the folder can be created and written, by writing a file."""
    try:
        must_be_writable(folder)
    except DataDirReadOnlyError as error:
        return bad(
            "data",
            f"{error}",
            "A demo lies where XDG_DATA_HOME says, kits of your own in the folder of LAMPLIGHT_DATA, else beside the demo.",
        )
    return ok("data", str(folder))


def check_languages(data: Path) -> Iterator[DoctorFinding]:
    """Report the languages, and each file in the data folder that cannot be read."""
    languages = Languages(data / "words")
    names = ", ".join(language.name for language in languages.there())
    yield ok("languages", names)
    for fault in languages.faults():
        yield note("languages", fault, "Mend the file, or take it away: the others are used without it.")


def check_port(number: int) -> DoctorFinding:
    """Check whether the page's port is free, or used by Lamplight."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", number))  # noqa: S104  the page is for every tablet in the room
        except OSError:
            return _listening(number)
    return ok("port", f"{number} is free")


def _listening(number: int) -> DoctorFinding:
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
        return ok("port", f"a house answers at {number}, and is well")
    return note(
        "port", f"{number} is taken; the demo takes the next free one.", f"Free it, or choose: --port {number + 1}"
    )


def check_disk(folder: Path) -> DoctorFinding:
    """Report the free space of the disk."""
    place = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(place).free
    if free < LOW:
        wrong = scarce(free)
        return bad("disk", f"{place}: {wrong.sentence!s}", str(wrong.remedy))
    return ok("disk", f"{free / 1024**3:.0f} GB free at {place}")
