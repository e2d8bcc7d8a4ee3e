"""The cameras that are plugged into this machine, as the system lists them. None of them is opened for that."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.web.sent.setup import Camera

SYSTEM = Path("/sys/class/video4linux")
DEVICES = Path("/dev")
FIRST = "0"
"""Index of the node of a camera that gives pictures; the others tell of it."""


def cameras(system: Path = SYSTEM, devices: Path = DEVICES) -> tuple[Camera, ...]:
    """By their numbers; each under the name that stays its own where it has one."""
    lasting = _lasting(devices / "v4l" / "by-id")
    found = []
    for node in sorted(system.glob("video*"), key=lambda path: (len(path.name), path.name)):
        if _line(node / "index") == FIRST:
            where = lasting.get(node.name, str(devices / node.name))
            found.append(Camera(where, _line(node / "name").partition(":")[0] or node.name))
    return tuple(found)


def _lasting(by_id: Path) -> Mapping[str, str]:
    """Name of a device -> the path that leads to it whichever socket it is plugged into."""
    return {path.resolve().name: str(path) for path in sorted(by_id.glob("*"), reverse=True)}


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:  # it is being pulled out
        return ""
