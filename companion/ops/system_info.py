"""Versions, data folder and disk use, for the set-up page and for fault reports."""

from __future__ import annotations

import importlib.metadata
import platform
import shutil
import time
from collections.abc import Iterable
from pathlib import Path

from companion.presentation.responses import SystemInfo
from companion.settings import Settings

DAY = 24 * 3600.0  # s
LOG = "log.db*"  # with what is not in it yet
BROKERS = {"mosquitto": "Mosquitto", "amqtt": "amqtt", "external": "external"}
PARTS = (("Lamplight", "lamplight"), ("OpenCV", "opencv-python"), ("ONNX Runtime", "onnxruntime"))


def system_info(settings: Settings, broker: str) -> SystemInfo:
    """Return versions, places and sizes; reads two folders. `broker`: the kind that runs."""
    data = settings.data
    pictures = sizes((data / "pictures").glob("*.jpg"))
    doubts = sizes((data / "vision" / "doubts").glob("*.jpg"))
    kept = (*pictures, *doubts)
    return SystemInfo(
        versions=(*versions(), ("Broker", BROKERS[broker])),
        data=str(data),
        free=shutil.disk_usage(data).free,
        log=sum(size for size, _ in sizes(data.glob(LOG))),
        elsewhere=bool(settings.database),
        pictures=len(kept),
        pictures_size=sum(size for size, _ in kept),
        oldest_days=round(max((time.time() - at for _, at in kept), default=0.0) / DAY, 1),
        doubts_days=settings.camera.doubts_days,
    )


def versions() -> tuple[tuple[str, str], ...]:
    """Return the versions that matter in a report."""
    system = f"{platform.system()} {platform.machine()}"
    programs = [("Python", platform.python_version()), *((title, _version(name)) for title, name in PARTS)]
    return (*sorted(programs), ("System", system))


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:  # it runs from its sources
        return "?"


def sizes(paths: Iterable[Path]) -> tuple[tuple[int, float], ...]:
    """Return length and time of writing (s, Unix) of each file, without those that are deleted meanwhile."""
    sizes_and_times = []
    for path in paths:
        try:
            status = path.stat()
        except FileNotFoundError:
            continue
        sizes_and_times.append((status.st_size, status.st_mtime))
    return tuple(sizes_and_times)
