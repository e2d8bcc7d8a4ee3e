"""Measure how well the camera sees the tray: regularly while nothing moves, and always while a page watches."""

import logging
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import _
from companion.schema import CameraFinding, CameraHealth, MarkerSeen
from vision.image import CameraError, Clock, Frame, Grey, Image, PictureError, decode, shrink
from vision.service.health import image_measures
from vision.service.health.findings import STOPPED, PictureMeasures, findings
from vision.stream import FPS, ExposureControl, FrameSource, Part, PictureFolder, TrayWatch, open_source
from vision.tray import MarkerSet, TrayPlane, find_tray, inks_of, marks_in, scale_of, slant_of

logger = logging.getLogger(__name__)
EVERY_S = 5.0
"""s between two measurements; one takes as long as unpacking eight pictures."""
LITTLE, NEXT_TO_NOTHING = 0.12, 0.02
"""Change of a number that is not published: as a share, and absolute."""


SAME_PLACE_PX = 4.0
"""Movement of a corner, px, that is not published."""
MEMORY = 24
"""Brightnesses kept to see a flicker."""
MOST = 16
"""Most markers published. Those of the tray come first."""
AWAY = 2.2
"""Sides of a marker. Its middle is 1.2 sides from the tray corner that it marks."""


@dataclass(slots=True)
class CameraCheckup:
    """Follows one camera: `add_brightness` of every still frame, `measure` one of them when it `is_due`."""

    reference: Grey | None = None
    """Picture from when the tray's corners were tapped. None: no tap, or not stored."""
    health: CameraHealth | None = None
    """The newest; None before the first."""
    loose: tuple[Part, ...] = ()
    """Settings that the camera keeps adjusting by itself."""
    _due: float = float("-inf")
    _lights: deque[float] = field(default_factory=lambda: deque(maxlen=MEMORY))

    def add_brightness(self, small: Grey) -> None:
        """Remember how bright a still frame was."""
        self._lights.append(float(small[::4, ::4].mean()))

    def is_due(self, at: float, every: float = EVERY_S) -> bool:
        """Return whether the next measurement is due, every `every` s. `at`: time of the frame, s."""
        if at < self._due - EVERY_S + every:
            return False
        self._due = at + EVERY_S
        return True

    def measure(self, image: Image, small: Grey, tray: TrayPlane | None, tapped: bool) -> CameraHealth:
        """Measure a frame; `tapped`: the tray's corners were shown by hand."""
        moved = 0.0 if self.reference is None or not tapped else round(image_measures.shift(self.reference, small), 3)
        seen = measure_picture(image, tray, tapped)
        flicker = round(image_measures.flicker(tuple(self._lights)), 1)
        health = without_jitter(replace(seen.health, moved=moved, flicker=flicker), self.health)
        self.health = replace(health, findings=findings(replace(seen, health=health, loose=self.loose)))
        return self.health


def judge_picture(image: Image, tray: TrayPlane | None) -> tuple[CameraFinding, ...]:
    """Return the faults of a single picture of a tray, without history."""
    return findings(measure_picture(image, tray))


def view_of(corners: Path, small: Grey) -> Grey:
    """Return the picture stored with these corners. Stores the current one otherwise."""
    path = corners.with_suffix(".png")
    kept = load_view(path, corners)
    if kept is not None:
        return kept
    try:
        save_view(small, path)
    except OSError as error:
        logger.warning("what the camera saw with these corners cannot be kept: %s", error)
    return small


def load_view(path: Path, corners: Path) -> Grey | None:
    """Return the picture stored with these corners, or None. None also if other corners were tapped since."""
    try:
        if path.stat().st_mtime < corners.stat().st_mtime:
            return None
        return shrink(decode(path.read_bytes()))
    except (OSError, PictureError):
        return None


def save_view(small: Grey, path: Path) -> None:
    """Keep what the camera sees now. Raises OSError."""
    path.write_bytes(cv2.imencode(".png", small)[1].tobytes())


def without_jitter(now: CameraHealth, before: CameraHealth | None) -> CameraHealth:
    """Return the new numbers, with the previous value where one has hardly changed."""
    if before is None:
        return now
    kept = {
        name: getattr(before, name)
        for name in ("blur", "light", "glare", "flicker", "px_per_mm", "slant")
        if abs(getattr(now, name) - getattr(before, name)) <= LITTLE * getattr(before, name) + NEXT_TO_NOTHING
    }
    if now.size == before.size:
        kept |= {name: getattr(before, name) for name in ("tray", "marks") if _same_places(name, now, before)}
    return replace(now, **kept)


def _same_places(name: str, now: CameraHealth, before: CameraHealth) -> bool:
    there, then = (_places(getattr(health, name)) for health in (now, before))
    return there.keys() == then.keys() and all(
        np.abs(np.subtract(there[key], then[key])).max() <= SAME_PLACE_PX for key in there
    )


def _places(
    what: tuple[MarkerSeen, ...] | tuple[tuple[float, float], ...],
) -> Mapping[tuple[int, ...], NDArray[np.floating]]:
    """Each thing that has a place, by what it is."""
    return {
        (place, one.id) if isinstance(one, MarkerSeen) else (place,): np.array(
            one.corners if isinstance(one, MarkerSeen) else one
        )
        for place, one in enumerate(what)
    }


def measure_picture(image: Image, tray: TrayPlane | None, tapped: bool = False) -> PictureMeasures:
    """Measure one picture. `tray`: from this picture or an earlier one."""
    height, width = image.shape[:2]
    marks = marks_in(image)
    if tray is not None and not tapped and _is_elsewhere(tray, marks):
        tray = None
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    light, edges = image_measures.light(image, tray), image_measures.edges(grey)
    ours = marks.ours if marks.print == "right" else {}
    health = CameraHealth(
        blur=round(edges.softest, 1),
        light=light.bright,
        glare=round(light.white, 2),
        markers=len(ours),
        px_per_mm=round(scale_of(ours), 1),
        whole=tray is None or not tapped or all(0 <= x < width and 0 <= y < height for x, y in tray.corners),
        slant=round(slant_of(ours, width, height), 1),
        size=(width, height),
        tray=() if tray is None else _rounded(tray.corners),
        marks=tuple(
            MarkerSeen(number, _rounded(quad)) for number, quad in sorted(marks.seen, key=lambda row: row[0])[:MOST]
        ),
    )
    ink, paper = inks_of(grey, ours)
    return PictureMeasures(
        health=health,
        marks=marks,
        is_tray_known=tray is not None,
        contrast=light.contrast,
        is_bare=edges.softest == 0,
        ink=ink,
        paper=paper,
        spot=light.spot,
        halo=light.halo,
        fade=light.fade,
        full=light.full,
        smear=edges.softest / max(edges.sharpest, image_measures.SHARPEST),
        grain=image_measures.grain(grey),
        blocks=image_measures.blocks(grey),
        plain=image_measures.plain(grey),
    )


def _rounded(corners: NDArray[np.floating] | tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)


def _is_elsewhere(tray: TrayPlane, marks: MarkerSet) -> bool:
    """Return whether a visible marker is away from every tray corner: the tray was pushed and its place is unknown."""
    corners = np.array(tray.corners)
    for quad in marks.ours.values():
        side = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
        if np.linalg.norm(corners - quad.mean(axis=0), axis=1).min() > AWAY * side:
            return True
    return False


FRAMES = 20
"""Looked at; the first ones of a camera are often dark."""


def check_camera(camera: str) -> CameraHealth:
    """How well a camera of that name sees its tray; of a folder of stills, in its first one. Raises CameraError, PictureError."""
    folder = Path(camera)
    return check_source(PictureFolder(folder, FPS) if folder.is_dir() else open_source(camera))


def check_source(source: FrameSource) -> CameraHealth:
    """How well its tray is seen in the last of some frames. Raises CameraError, PictureError."""
    checkup, last = CameraCheckup(), None
    for last in islice(source.frames(), FRAMES):
        checkup.add_brightness(last.small)
    if last is None:
        raise CameraError(_("The camera gives no pictures. Is it plugged in, and is nobody else using it?"))
    return checkup.measure(last.image, last.small, find_tray(last.image), tapped=False)


STALLED_S = 9.0
"""s without a frame until a connected camera counts as stopped. Finding its light may take eight."""


@dataclass(slots=True)
class HealthMonitor:
    """Health of one camera. Belongs to the camera's thread; `health` is thread-safe."""

    table: str
    steering: ExposureControl = field(default_factory=ExposureControl)
    """Lets the camera find its light again."""
    corners: Path | None = None
    """File of the tapped tray corners. The reference picture is stored next to it."""
    clock: Clock = time.monotonic
    checkup: CameraCheckup = field(default_factory=CameraCheckup)
    _frame_at: float = float("-inf")

    @property
    def health(self) -> CameraHealth | None:
        """How well the camera sees; None before it was looked at."""
        if self.clock() - self._frame_at > STALLED_S:
            return CameraHealth(findings=(STOPPED,))
        return self.checkup.health

    def note_frame(self) -> None:
        """Note that the camera is sending pictures."""
        self._frame_at = self.clock()

    def check(self, frame: Frame, watch: TrayWatch, is_asked: bool) -> None:
        """Measure this frame if due. `is_asked`: a set-up page is waiting."""
        if not watch.moving:
            self.checkup.add_brightness(frame.small)
        if not is_asked and not (watch.idle and self.checkup.is_due(frame.at)):
            return
        if self.corners is not None and self.checkup.reference is None and watch.idle:
            self.checkup.reference = view_of(self.corners, frame.small)
        before = self.checkup.health
        self.checkup.loose = self.steering.loose
        health = self.checkup.measure(frame.image, frame.small, watch.tray, self.corners is not None)
        if health.advice and (before is None or health.advice != before.advice) and not is_asked:
            logger.info("table=%s %s", self.table, " ".join(map(str, health.advice)))
