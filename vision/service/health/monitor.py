"""Monitor one running camera: measure regularly while nothing has to be read, or when a page requests it."""

import logging
import time
from dataclasses import dataclass, field
from pathlib import Path

from companion.schema import CameraHealth
from vision.image import Clock, Frame
from vision.service.health.checkup import CameraCheckup, view_of
from vision.service.health.findings import STOPPED
from vision.stream import ExposureControl, TrayWatch

logger = logging.getLogger(__name__)

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
