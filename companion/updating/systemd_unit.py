"""The service that runs this program, where systemd has one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

from companion.updating.program_folder import ProgramFolder, UpdateError

UNIT = "lamplight.service"
AT_REST = ("inactive", "failed")
"""States in which systemd starts nothing by itself."""


def running_unit(place: ProgramFolder, name: str = UNIT) -> str:
    """Return the unit if it runs this program, or restarts it in a moment; else ""."""
    is_at_rest = (_ask("show", "--property=ActiveState", "--value", name) or AT_REST[0]) in AT_REST
    started = _ask("show", "--property=ExecStart", "--value", name) or ""
    return name if not is_at_rest and str(place.root / "table") in started else ""


def config_of_unit(name: str) -> str:
    """Return the settings file of the unit's command, or ""."""
    started = _ask("show", "--property=ExecStart", "--value", name) or ""
    found = re.search(r"--config[= ](\S+)", started)
    return found[1].rstrip(";") if found else ""


def how_unit_ended(name: str) -> str:
    """Return how the unit ended, or ""."""
    done = subprocess.run(
        ("systemctl", "is-active", name), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    state = done.stdout.strip()
    return f"{name} is {state}: journalctl -u {name} says why" if state in AT_REST else ""


def stop_unit(name: str) -> None:
    """Stop a unit. Raises UpdateError."""
    if name:
        _do("stop", name)


def start_unit(name: str) -> None:
    """Start the unit and wait until it is ready. Raises UpdateError."""
    if name:
        _ask("reset-failed", name)  # so that a version before, which fell often, does not count against this one
        _do("start", name)


def _ask(*words: str) -> str | None:
    """Return the output of systemctl; None if it fails or is missing."""
    if shutil.which("systemctl") is None:
        return None
    done = subprocess.run(("systemctl", *words), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def _do(way: str, name: str) -> None:
    sudo = [] if os.geteuid() == 0 else ["sudo"] if sys.stdin.isatty() else ["sudo", "-n"]
    command = [*sudo, "systemctl", way, name]
    done = subprocess.run(command, stdin=None if sudo == ["sudo"] else subprocess.DEVNULL, check=False)
    if done.returncode:
        raise UpdateError(f"{' '.join(command)} did not work: journalctl -u {name} says why.")
