"""Publish what one camera at one table sees as readings. Photographs go the same way.

Holds no game rules: an `Expectation` only limits the possible faces.
"""

import logging
import threading
from dataclasses import dataclass, replace

from companion.errors import LamplightError, sentence_of
from companion.messaging import OutboxSender
from companion.system.supervised_process import Heartbeat as SignOfLife
from vision.image import READING_FAULTS
from vision.service.camera_loop import CameraLoop
from vision.service.expected_faces import CurrentReader, TrayReader
from vision.service.reporter import StatusReport
from vision.service.requests import KitRequests, OpenQuestion, PhotoRequests, SetupWatchers

logger = logging.getLogger(__name__)

TICK_S = 0.1
"""s between two looks at what is to be sent again."""


@dataclass(slots=True)
class CameraService:
    """One camera on one table. `run` until the event is set; every other method may be called from any thread."""

    loop: CameraLoop
    reader: CurrentReader
    question: OpenQuestion
    report: StatusReport
    sender: OutboxSender
    audience: SetupWatchers
    photographs: PhotoRequests
    teaching: KitRequests | None = None

    def run(self, stop: threading.Event) -> None:
        """Follow the camera, through its losses, until `stop`."""
        self.report.describe()
        self.report.publish(now=True)
        errands = threading.Thread(target=self.run_errands, args=(stop,), name="outbox", daemon=True)
        errands.start()
        self.loop.run(stop)
        errands.join()

    def use_kits(self, read: TrayReader, kinds: tuple[str, ...]) -> None:
        """Read with other kits from now on."""
        self.reader.read, self.report.post = read, replace(self.report.post, kinds=kinds)
        self.report.describe()

    def run_errands(self, stop: threading.Event) -> None:
        """Send again what is due, say how the reader is, answer requests; and say that the process lives."""
        life = SignOfLife()
        while not stop.wait(TICK_S):
            if self.loop.is_turning:
                life.beat()
            try:
                self._tick()
            except (OSError, LamplightError, *READING_FAULTS) as error:
                counters, sentence = self.report.counters, sentence_of(error)
                if counters.last_error != sentence:
                    logger.warning("an errand failed, the next ones are done: %s", error)
                counters.last_error = sentence

    def _tick(self) -> None:
        self.sender.tick()
        self.report.publish()
        self.audience.tick(self.report.health)
        self.photographs.tick()
        if self.teaching is not None:
            self.teaching.tick()
