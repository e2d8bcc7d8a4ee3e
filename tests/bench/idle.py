"""Measure writes, memory and processor time of an idle table, and over a game of 400 answers.

An SD card wears out by what is written to it. The bytes are those that the kernel accounts to each process and to its children
that have ended. The folder must be on a disk: the kernel counts no bytes in a folder of memory.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np

from companion.settings import BrokerSettings, CameraSettings, Settings
from tests.bench import boot
from tests.bench.evening import evening
from tests.bench.image_damage import with_grain
from vision.image import decode
from vision.stream.demo_camera import load_throws

MINUTES = 10.0
SETTLE = 30.0  # s after the page answers: what a start writes is over
ANSWERS = 400
BACKUP_EVERY = 20  # answers: ten minutes of an evening of three to four hours
THROWN, SIZE, GRAIN = "d6", (1280, 720), 2.0  # kind; px; grey levels of a camera in a lit room
MOST_IDLE, MOST_EVENING = 200_000, 40_000_000  # bytes
PROGRAMS = {"companion.cli": "table", "vision": "camera", "firmware_bridge": "bridge", "mosquitto": "broker"}


@dataclass(frozen=True, slots=True)
class ProcessUse:
    """Writes, memory and processor time of one process, or of all."""

    name: str
    wrote: int  # bytes
    memory: float  # MB, shared pages counted once among all that share them
    cpu: float  # s
    most: int | None = None  # the bar of the bytes, where there is one

    def to_json(self) -> str:
        return json.dumps({name: value for name, value in asdict(self).items() if value is not None})

    def __str__(self) -> str:
        told = (
            f"{self.name:32} {self.wrote / 1000:10.1f} kB written {self.memory:7.1f} MB held {self.cpu:7.2f} s computed"
        )
        return told if self.most is None else f"{told}; at most {self.most / 1000:g} kB: {self._verdict}"

    @property
    def _verdict(self) -> str:
        return "kept" if self.wrote <= self.most else "missed"  # type: ignore[operator]


def lines(minutes: float = MINUTES) -> Iterator[ProcessUse]:
    """An idle table for so long, and then an evening."""
    with tempfile.TemporaryDirectory() as folder:
        yield from idle_use(Path(folder), SETTLE, 60 * minutes)
    with tempfile.TemporaryDirectory() as folder:
        yield from evening_use(Path(folder), ANSWERS)


def idle_use(folder: Path, settle: float, seconds: float) -> Iterator[ProcessUse]:
    """Figures of each process of `./table serve`, and of all together."""
    house = boot.make_installation(folder)
    boot.start(house)  # a first start makes accounts, and its end a backup of them: later ones change neither
    with boot.run_server(house) as process:
        boot.wait_until(lambda: boot.is_served(house), "The page did not answer", process)
        time.sleep(settle)
        before = uses_of(process.pid)
        time.sleep(seconds)
        after = uses_of(process.pid)
    yield from differences(f"idle.{seconds / 60:g}_min", before, after, MOST_IDLE)


def evening_use(folder: Path, answers: int) -> Iterator[ProcessUse]:
    """Of all processes of an evening with its backups, half of whose answers are also thrown before a camera.

    The table's process is this one, the reader's outbox among it.
    """
    camera = CameraSettings(source=str(film(folder / "film")))
    settings = Settings(data=folder / "table", bind="127.0.0.1", port=0, broker=BrokerSettings(), camera=camera)
    with runtime_folder(), evening(settings) as play:
        before, due = uses_of(os.getpid()), 0
        while (number := count_answers(settings.data)) < answers:
            if number >= due:
                due += BACKUP_EVERY
                play.house.backups.make_backup()
            play.readings(folder, 1)
        boot.wait_until(
            lambda: count_seen(settings.data) >= answers // 2, "The camera read too little", patience=60 + 3.0 * answers
        )
        after = uses_of(os.getpid())
    yield from differences(f"evening.{answers}", before, after, MOST_EVENING)


@contextmanager
def runtime_folder() -> Iterator[None]:
    """A folder in memory, as systemd gives one to the service."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder, patch.dict(os.environ, RUNTIME_DIRECTORY=folder):
        yield


def film(folder: Path) -> Path:
    """Play throws that no prompt needs, as a noisy camera of 1280x720 shows them."""
    folder.mkdir(parents=True)
    noise = np.random.default_rng(1)
    frames = [frame for throw in load_throws() if throw.kind == THROWN for frame in throw.frames]
    for number, frame in enumerate(frames):
        image = cv2.resize(decode(frame.read_bytes(), str(frame)), SIZE, interpolation=cv2.INTER_CUBIC)
        cv2.imwrite(str(folder / f"{number:04}.jpg"), with_grain(image.astype(np.uint8, copy=False), GRAIN, noise))
    return folder


def count_answers(data: Path) -> int:
    """Answers in the log, by hand and by readings."""
    return _count(data, "entries WHERE kind = 'answer'")


def count_seen(data: Path) -> int:
    """Readings of the camera."""
    return _count(data, "inbox WHERE source LIKE 'vision/cam%'")


def _count(data: Path, rows: str) -> int:
    with closing(sqlite3.connect(data / "log.db")) as log:
        found: int = log.execute(f"SELECT count(*) FROM {rows}").fetchone()[0]
        return found


def differences(
    name: str, before: dict[int, ProcessUse], after: dict[int, ProcessUse], most: int
) -> Iterator[ProcessUse]:
    """The difference of each process, and their sum with its bar."""
    zero = ProcessUse("", 0, 0, 0)
    found = [
        replace(now, name=f"{name}.{now.name}", wrote=now.wrote - then.wrote, cpu=now.cpu - then.cpu)
        for pid, now in after.items()
        for then in (before.get(pid, zero),)
    ]
    yield from found
    memory, cpu = sum(one.memory for one in found), sum(one.cpu for one in found)
    yield ProcessUse(f"{name}.all", sum(one.wrote for one in found), memory, cpu, most)


def uses_of(pid: int) -> dict[int, ProcessUse]:
    """Return the usage of a process and its children since their start."""
    return {
        one: ProcessUse(program_of(one), bytes_written(one), boot.own_memory_of(one), boot.own_cpu_of(one))
        for one in boot.pids_of(pid)
    }


def program_of(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    return next((name for part, name in PROGRAMS.items() if any(Path(word).name == part for word in words)), "other")


def bytes_written(pid: int) -> int:
    """Bytes that a process has caused to be written, with its children that have ended."""
    rows = dict(line.split(": ") for line in Path(f"/proc/{pid}/io").read_text().splitlines())
    return int(rows["write_bytes"])
