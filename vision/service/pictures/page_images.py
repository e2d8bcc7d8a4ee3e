"""The pictures that the page shows: the crop of a reading with its boxes, and the preview of the tray."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.schema import SeenObject
from vision.image import Clock, Frame, Image
from vision.kind_and_face import draw_boxes
from vision.service.pictures.doubt_archive import MOST_BYTES, DoubtArchive
from vision.service.requests import KitRequests, SetupWatchers
from vision.service.settings import CameraProcessSettings
from vision.tray import TrayPlane, bounds

logger = logging.getLogger(__name__)
PREVIEW = "preview.jpg"
PREVIEW_S = 0.5
"""s at least between two previews."""
PACKED = (cv2.IMWRITE_JPEG_QUALITY, 70, cv2.IMWRITE_JPEG_OPTIMIZE, 1)
"""JPEG, of previews and crops: they are looked at, not read again, and each is written to an SD card."""
KEPT = 500
"""Most crops in the folder, within `MOST_BYTES`. The oldest are deleted first."""


@dataclass(slots=True)
class PageImages:
    """A folder of pictures. A disk that fails costs the pictures, never a reading."""

    folder: Path
    """Of crops."""
    clock: Clock = time.monotonic
    doubts: DoubtArchive | None = None
    """Archive of doubtful readings."""
    preview_folder: Path | None = None
    """None: that of the crops."""
    faults: int = 0
    _next: float = field(default=float("-inf"))

    def keep(self, name: str, image: Image, objects: Sequence[SeenObject], tray: TrayPlane | None) -> str:
        """Store the annotated crop of a reading; its file name, or "" where it could not be stored."""
        stored = self._write(self.folder / f"{name}.jpg", annotate(image, objects, tray))
        self._thin_out()
        self._keep_doubt(name, image, objects, tray)
        return f"{name}.jpg" if stored else ""

    def _keep_doubt(self, name: str, image: Image, objects: Sequence[SeenObject], tray: TrayPlane | None) -> None:
        try:
            if self.doubts is not None:
                self.doubts.keep(name, image, objects, tray)
        except OSError as error:
            self._fault(error)

    def preview(self, image: Image, tray: TrayPlane | None) -> bool:
        """Replace the preview, unless the last one is younger than half a second; whether it is replaced."""
        if self.clock() < self._next:
            return False
        self._next = self.clock() + PREVIEW_S
        return self._write(self._preview, annotate(image, (), tray))

    @property
    def _preview(self) -> Path:
        return (self.preview_folder or self.folder) / PREVIEW

    def forget_preview(self) -> None:
        """Delete the preview."""
        try:
            self._preview.unlink(missing_ok=True)
        except OSError as error:
            self._fault(error)

    def _write(self, path: Path, image: Image) -> bool:
        done, data = cv2.imencode(".jpg", image, PACKED)
        aside = path.with_name(f"{path.name}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            aside.write_bytes(data.tobytes())
            aside.replace(path)  # a page never loads half a picture
        except OSError as error:
            self._fault(error)
            return False
        return bool(done)

    def _fault(self, error: OSError) -> None:
        self.faults += 1
        if self.faults == 1:
            logger.warning("no picture can be stored in %s: %s", self.folder, error)

    def _thin_out(self) -> None:
        try:
            crops = [(path.stat(), path) for path in self.folder.glob("*.jpg") if path != self._preview]
            total = 0
            for place, (state, path) in enumerate(sorted(crops, key=lambda crop: -crop[0].st_mtime)):
                total += state.st_size
                if place >= KEPT or total > MOST_BYTES:
                    path.unlink(missing_ok=True)
        except OSError as error:
            logger.debug("old pictures in %s stay: %s", self.folder, error)


def page_images(settings: CameraProcessSettings) -> PageImages:
    """Return the picture store of one camera process. Doubts go to their own folder."""
    doubts = DoubtArchive(Path(settings.folder) / "doubts", settings.doubts_days)
    return PageImages(
        Path(settings.pictures), doubts=doubts, preview_folder=Path(settings.preview) if settings.preview else None
    )


def annotate(image: Image, objects: Sequence[SeenObject], tray: TrayPlane | None) -> Image:
    """Return a picture with a box around every object, black outside the tray; the picture itself is not changed.

    It keeps its size: the page zooms in on the objects by their boxes, which are in its pixels.
    """
    shown = draw_boxes(image, objects)
    left, top, right, bottom = bounds(image, tray)
    covered = np.zeros_like(shown)
    covered[top:bottom, left:right] = shown[top:bottom, left:right]
    return covered


AFTER_MOTION_S = 1.0
"""s after the last motion for which the preview is kept up to date: the last one shows the tray at rest."""


@dataclass(slots=True)
class TrayPictures:
    """Used by the camera's thread and for photographs."""

    album: PageImages
    audience: SetupWatchers
    teaching: KitRequests | None = None
    _showed_all: bool = False
    """True if the newest preview shows the surroundings of the tray. It is deleted when the set-up ends."""

    def keep(self, name: str, image: Image, objects: tuple[SeenObject, ...], tray: TrayPlane | None) -> str:
        """Store the picture of a reading, also for corrections; its file name, "" where it could not be stored."""
        picture = self.album.keep(name, image, objects, tray)
        if self.teaching is not None:
            self.teaching.corrections.remember(picture, image, objects)
        return picture

    def preview(self, frame: Frame, tray: TrayPlane | None, still_s: float) -> None:
        """Keep the preview up to date, as long as anything moves or anybody sets the table up; `still_s`: since the last motion."""
        sees_all, looks = self.audience.sees_all, self.audience.is_open
        if still_s > AFTER_MOTION_S and not looks and not self._showed_all:
            return
        if self.album.preview(frame.image, None if sees_all else tray):
            self._showed_all = sees_all

    def teach(self, frame: Frame, tray: TrayPlane | None) -> bool:
        """Return whether a lesson uses this frame; the preview shows it then."""
        if self.teaching is None or not self.teaching.add_frame(frame, tray):
            return False
        self.album.preview(frame.image, tray)
        return True

    def forget_all_shown(self) -> None:
        """Delete a preview that shows the surroundings of the tray, after the camera is lost."""
        if self._showed_all:
            self.album.forget_preview()
