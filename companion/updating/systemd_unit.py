"""The service that runs this program, and a version's files outside of its folder, which only deploy/install.sh writes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.updating.program_folder import ProgramFolder, UpdateError

UNIT = "lamplight.service"
AT_REST = ("inactive", "failed")
"""States in which systemd starts nothing by itself."""
UNITS = "etc/systemd/system"
INSTALLED_FILES = {
    "deploy/lamplight": "usr/local/bin/lamplight",
    "deploy/60-lamplight-readers.rules": "etc/udev/rules.d/60-lamplight-readers.rules",
    "deploy/network/lamplight.avahi": "etc/avahi/services/lamplight.service",
}
"""Files of a version, and their places in the system."""
PACKAGES = Path("deploy", "installing", "packages.sh")
"""Names the system packages that a version needs."""


def running_unit(place: ProgramFolder, name: str = UNIT) -> str:
    """Return the unit if it runs this program, or restarts it in a moment; else ""."""
    is_at_rest = (_query_systemctl("show", "--property=ActiveState", "--value", name) or AT_REST[0]) in AT_REST
    started = _query_systemctl("show", "--property=ExecStart", "--value", name) or ""
    return name if not is_at_rest and str(place.root / "table") in started else ""


def config_of_unit(name: str) -> str:
    """Return the settings file of the unit's command, or ""."""
    started = _query_systemctl("show", "--property=ExecStart", "--value", name) or ""
    match = re.search(r"--config[= ](\S+)", started)
    return match[1].rstrip(";") if match else ""


def unit_end(name: str) -> str:
    """Return how the unit ended, or ""."""
    completed = subprocess.run(
        ("systemctl", "is-active", name), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    state = completed.stdout.strip()
    return f"{name} is {state}: journalctl -u {name} says why" if state in AT_REST else ""


def stop_unit(name: str) -> None:
    """Stop a unit. Raises UpdateError."""
    if name:
        _run_systemctl("stop", name)


def start_unit(name: str) -> None:
    """Start the unit and wait until it is ready. Raises UpdateError."""
    if name:
        _query_systemctl(
            "reset-failed", name
        )  # so that a version before, which fell often, does not count against this one
        _run_systemctl("start", name)


def _query_systemctl(*words: str) -> str | None:
    """Return the output of systemctl; None if it fails or is missing."""
    if shutil.which("systemctl") is None:
        return None
    completed = subprocess.run(
        ("systemctl", *words), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    return completed.stdout.strip() if completed.returncode == 0 else None


def _run_systemctl(way: str, name: str) -> None:
    sudo = [] if os.geteuid() == 0 else ["sudo"] if sys.stdin.isatty() else ["sudo", "-n"]
    command = [*sudo, "systemctl", way, name]
    completed = subprocess.run(command, stdin=None if sudo == ["sudo"] else subprocess.DEVNULL, check=False)
    if completed.returncode:
        raise UpdateError(f"{' '.join(command)} did not work: journalctl -u {name} says why.")


def outdated_files(place: ProgramFolder, before: Path | None, system: Path) -> tuple[str, ...]:
    """Return system files that differ from this version's, and the packages if `before`, the old version, needs others.

    Empty if the installed unit runs another program folder.
    """
    if f"{place.root}/".encode() not in _content(system / UNITS / UNIT):
        return ()
    other = [
        f"{installed}"
        for own, installed in _installed_files(place, system)
        if own.is_file() and _content(own) != _content(installed)
    ]
    was = _content(before / PACKAGES) if before else b""
    return (*other, *(["the packages of the system"] if was and was != _content(place.root / PACKAGES) else []))


def _installed_files(place: ProgramFolder, system: Path) -> Iterator[tuple[Path, Path]]:
    for path in sorted((place.root / "deploy" / "systemd").glob("*.service")):
        yield path, system / UNITS / path.name
    for own, installed in INSTALLED_FILES.items():
        yield place.root / own, system / installed


def _content(path: Path) -> bytes:
    """Empty where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return b""
