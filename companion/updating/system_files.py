"""Files of a version outside of the program folder: units, the command, udev rules. Only deploy/install.sh writes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.updating.program_folder import ProgramFolder
from companion.updating.systemd_unit import UNIT

UNITS = "etc/systemd/system"
PUT = {
    "deploy/lamplight": "usr/local/bin/lamplight",
    "deploy/60-lamplight-readers.rules": "etc/udev/rules.d/60-lamplight-readers.rules",
    "deploy/network/lamplight.avahi": "etc/avahi/services/lamplight.service",
}
"""Files of a version, and their places in the system."""
PACKAGES = Path("deploy", "installing", "packages.sh")
"""Names the system packages that a version needs."""


def outdated_files(place: ProgramFolder, before: Path | None, system: Path) -> tuple[str, ...]:
    """Return system files that differ from this version's, and the packages if `before`, the old version, needs others.

    Empty if the installed unit runs another program folder.
    """
    if f"{place.root}/".encode() not in _content(system / UNITS / UNIT):
        return ()
    other = [f"{there}" for ours, there in _put(place, system) if ours.is_file() and _content(ours) != _content(there)]
    was = _content(before / PACKAGES) if before else b""
    return (*other, *(["the packages of the system"] if was and was != _content(place.root / PACKAGES) else []))


def _put(place: ProgramFolder, system: Path) -> Iterator[tuple[Path, Path]]:
    for path in sorted((place.root / "deploy" / "systemd").glob("*.service")):
        yield path, system / UNITS / path.name
    for ours, there in PUT.items():
        yield place.root / ours, system / there


def _content(path: Path) -> bytes:
    """Empty where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return b""
