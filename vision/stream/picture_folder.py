"""Use a folder of pictures as a camera: a recording, separate stills, or a folder that fills.

The content decides:

- Frames of a recording are played at their pace, in a loop. Most neighbouring frames show the same.
- Stills, each another throw, are shown one after the other, each long enough to come to rest, be read and be viewed.
- When a picture arrives meanwhile, the camera shows it until a newer one arrives. This holds after a restart too.

Damaged or half-written files are skipped, and tried again when they change. An empty folder is a camera without a
picture yet.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from stat import S_ISREG
from typing import TypeAlias

from companion.i18n import _
from companion.system.safe_load import bytes_of
from vision.image import CameraError, Clock, Frame, PictureError
from vision.stream.motion import MotionLimits, changed_pixels, is_moving
from vision.stream.recording import PICTURES, LoopedRecording, PictureSequence

logger = logging.getLogger(__name__)

STILL_S = 8.0
"""s for which each still is shown: to read it takes one, to see what was read some more."""
LOOK_S = 0.5
"""s between two looks at the folder. A file that is unchanged between two looks is complete."""
LARGEST = 64_000_000
"""Bytes of a file; no photograph has more."""
PAIRS = 12
"""Neighbours that are compared, at most, spread over the folder."""
MOVING = 0.9
"""Share of the pairs that differ, from which on they are stills: of recordings up to 0.7, of stills all."""

Stamp: TypeAlias = tuple[int, int]
"""Modification time, ns, and size of a file."""


@dataclass(frozen=True, slots=True)
class PictureFolder:
    """A folder as a camera, without end."""

    path: Path
    fps: float
    mark: Path | None = None
    """A file that says, for the next time, that pictures come into this folder one by one."""
    clock: Clock = time.monotonic
    wait: Callable[[float], None] = time.sleep

    def frames(self) -> Iterator[Frame]:
        """Yield frames. Raises CameraError while the folder has no picture."""
        arrivals = FolderWatcher(self.path, self.clock)
        index = 0
        for frame in () if self._fills() else self._played(arrivals.known):
            if arrivals.newest_change() is not None:
                break
            yield frame.retimed(self.clock(), index)
            index += 1
        self._remember()
        for frame in self._newest(arrivals):
            yield frame.retimed(self.clock(), index)
            index += 1

    def _played(self, known: Sequence[Path]) -> Iterator[Frame]:
        if not known:
            raise CameraError(
                _(
                    "There are no pictures in {folder} yet. Put frames there as .jpg or .png, or photographs one by one.",
                    folder=str(self.path),
                )
            )
        if is_recording(known):
            return LoopedRecording(PictureSequence(tuple(known), self.fps), self.clock, self.wait).frames()
        return self._stills(known)

    def _stills(self, paths: Sequence[Path]) -> Iterator[Frame]:
        """Yield the stills. Raises CameraError if none can be read."""
        while True:
            shown = 0
            for path in paths:
                if (frame := open_picture(path)) is not None:
                    shown += 1
                    yield from self._held(frame, STILL_S)
            if not shown:
                raise CameraError(
                    _(
                        "Not one of the {n} files in {folder} is a picture that can be read.",
                        n=len(paths),
                        folder=str(self.path),
                    )
                )

    def _newest(self, arrivals: "FolderWatcher") -> Iterator[Frame]:
        """Yield the newest picture until a newer one arrives."""
        frame = next((frame for path in reversed(arrivals.by_age()) if (frame := open_picture(path))), None)
        while True:
            if (path := arrivals.newest_change()) is not None:
                frame = open_picture(path) or frame
            if frame is None:
                raise CameraError(
                    _("There is no picture in {folder} that can be read. Lay one there.", folder=str(self.path))
                )
            yield from self._held(frame, LOOK_S)
            frame = frame.retimed(frame.at, frame.index)
            frame.is_cut = False

    def _held(self, frame: Frame, for_s: float) -> Iterator[Frame]:
        """Yield the same again and again, the first time as one that has nothing to do with what was seen before."""
        until = self.clock() + for_s
        while self.clock() < until:
            yield frame
            frame = frame.retimed(frame.at, frame.index)
            frame.is_cut = False
            self.wait(1 / self.fps)

    def _fills(self) -> bool:
        """Return whether single pictures arrived in an earlier run."""
        try:
            return self.mark is not None and self.mark.read_text(encoding="utf-8") == str(self.path)
        except OSError:
            return False

    def _remember(self) -> None:
        try:
            if self.mark is not None:
                self.mark.write_text(str(self.path), encoding="utf-8")
        except OSError as error:
            logger.warning("that pictures come into %s cannot be kept: %s", self.path, error)


@dataclass(slots=True)
class FolderWatcher:
    """Watch a folder for pictures that arrive or change after the start."""

    path: Path
    clock: Clock
    _stamps: dict[Path, Stamp] = field(init=False)
    _before: dict[Path, Stamp] = field(default_factory=dict)
    _looked_at: float = field(init=False)

    def __post_init__(self) -> None:
        self._stamps, self._looked_at = _stamped(self.path), self.clock()

    @property
    def known(self) -> tuple[Path, ...]:
        """Return the pictures present at the start, by name."""
        return tuple(sorted(self._stamps))

    def by_age(self) -> list[Path]:
        """Return the known pictures, the newest last."""
        return sorted(self._stamps, key=lambda path: (self._stamps[path], path))

    def newest_change(self) -> Path | None:
        """Return the newest picture that arrived or changed since the last call; None without one, or before the next
        look is due.
        """
        if self.clock() - self._looked_at < LOOK_S:
            return None
        self._looked_at = self.clock()
        now = _stamped(self.path)
        fresh = {path: stamp for path, stamp in now.items() if self._stamps.get(path) != stamp}
        whole = {path: stamp for path, stamp in fresh.items() if self._before.get(path) == stamp}
        self._before = fresh
        newest = None
        for path in sorted(whole, key=lambda path: (whole[path], path)):
            self._stamps[path] = whole[path]
            newest = path if open_picture(path) is not None else newest
        return newest


def is_recording(paths: Sequence[Path]) -> bool:
    """Return whether most neighbouring pictures show the same, as frames of a recording do; stills all differ."""
    step = max(1, (len(paths) - 1) // PAIRS)
    moved = [_differ(one, other) for one, other in islice(pairwise(paths), 0, None, step)]
    seen = [differs for differs in moved if differs is not None]
    return bool(seen) and sum(seen) <= MOVING * len(seen)


def _differ(one: Path, other: Path) -> bool | None:
    """Return whether something moved between two pictures; None if one is unreadable."""
    before, after = open_picture(one), open_picture(other)
    if before is None or after is None:
        return None
    limits = MotionLimits()
    return is_moving(changed_pixels(before.small, after.small, limits), limits.piece, limits.speckle)


def open_picture(path: Path) -> Frame | None:
    """Return the picture as a frame after a cut. Logs a warning and returns None if it is damaged or gone."""
    try:
        frame = Frame(bytes_of(path, LARGEST), 0.0, 0)
        frame.image  # noqa: B018  # a picture that was cut short is only found out by its colours
    except (PictureError, OSError) as error:
        logger.info("%s is left out: %s", path, error)
        return None
    frame.is_cut = True
    return frame


def _stamped(folder: Path) -> dict[Path, Stamp]:
    """Return the pictures of a folder, or of the folders in it. Those whose names begin with a dot are on their way."""
    try:
        here = _pictures(folder)
        return here or {
            path: stamp for part in sorted(folder.iterdir()) if part.is_dir() for path, stamp in _pictures(part).items()
        }
    except OSError:
        return {}  # it was taken away: what was seen last is shown on


def _pictures(folder: Path) -> dict[Path, Stamp]:
    pictures = {}
    for path in folder.iterdir():
        if path.suffix.lower() in PICTURES and not path.name.startswith("."):
            try:
                status = path.stat()
            except OSError:
                continue  # gone in the meantime
            if S_ISREG(status.st_mode) and status.st_size <= LARGEST:  # reading a pipe would block without end
                pictures[path] = (status.st_mtime_ns, status.st_size)
    return pictures
