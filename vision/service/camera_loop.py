"""Follow one camera, through its losses: each frame goes to the watch over the tray, and what comes to rest is sent."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.errors import sentence_of
from companion.i18n import _
from companion.schema import Words
from vision.image import READING_FAULTS, CameraError, Frame
from vision.service.health import HealthMonitor
from vision.service.pictures import TrayPictures
from vision.service.reading_sender import ReadingSender
from vision.service.reporter import StatusReport, TrayActivityNotifier
from vision.service.requests import OpenQuestion
from vision.stream import LONGEST_S, LatestFrame, Opener, RestThresholds, SettledArrangement, TrayReader, TrayWatch
from vision.tray import TrayPlane

logger = logging.getLogger(__name__)

LET_GO_CHECK_S = 0.1
"""s between two looks whether a camera has let go."""
WAITS_S = (0.5, 1.0, 2.0, 5.0)
"""s before a lost camera is tried again; the last one goes on."""
TURNS_S = 60.0
"""s in which the loop has to turn, its wait for a picture included: what hangs for longer no thread of this process ends."""


@dataclass(slots=True)
class CameraLoop:
    """Run the camera. `run` belongs to one thread; `is_turning` is thread-safe."""

    open: Opener | None
    """None: without a camera, only photographs are read."""
    read: TrayReader
    """Reads for the prompt that is held."""
    question: OpenQuestion
    readings: ReadingSender
    pictures: TrayPictures
    monitor: HealthMonitor
    report: StatusReport
    activity: TrayActivityNotifier
    patience: RestThresholds = field(default_factory=RestThresholds)
    tray: TrayPlane | None = None
    """The tapped corners; None where the tray has markers."""
    longest_s: float = LONGEST_S
    """S until the next picture after which a camera is given up."""
    clock: Callable[[], float] = time.monotonic
    watch: TrayWatch = field(init=False)
    _moved_at: float = float("-inf")
    _turned_at: float = float("-inf")
    _detail: str = ""  # of the last loss, for the log
    _newest: LatestFrame | None = None
    """Latest frame of the current or the last camera."""

    def __post_init__(self) -> None:
        self.watch = TrayWatch(self.read, self.patience, tray=self.tray, given=self.tray)

    def run(self, stop: threading.Event) -> None:
        """Until `stop`."""
        self._turned_at = self.clock()
        tries = 0
        while not stop.is_set():
            if self.open is None:
                stop.wait()
                break
            seen = self.follow(self.open, stop)
            tries = 0 if seen else tries + 1
            self._until_let_go(stop)
            stop.wait(WAITS_S[min(tries, len(WAITS_S) - 1)])
            self._turned_at = self.clock()

    @property
    def is_turning(self) -> bool:
        """Return whether the loop makes progress. Always True without a camera."""
        return self.open is None or self.clock() - self._turned_at < TURNS_S

    def follow(self, opener: Opener, stop: threading.Event) -> int:
        """One life of the camera, from opening it to its loss; how many frames it gave."""
        frames = 0
        self.watch = self.watch.restarted()
        try:
            self._newest = LatestFrame(opener(), self.longest_s)
            for frame in self._newest.frames():
                frames += 1
                self.report.counters.attached = True
                self.step(frame)
                if stop.is_set():
                    return frames
            self._lost(_("The camera stopped sending pictures; it is tried again."))
        except CameraError as error:
            self._lost(error.sentence, error.detail)
        return frames

    def step(self, frame: Frame) -> None:
        """One frame. A damaged one, or one the reader stumbles over, is counted and the next one is looked at."""
        self._turned_at = self.clock()
        self.monitor.note_frame()
        if self.question.pop_repeated():  # the watch is touched by the camera's thread alone
            self.question.hold()
            self.watch.look_again()
        try:
            if self._is_lesson(frame):
                return
            settled = self._look_at(frame)
        except READING_FAULTS as error:
            self._count_fault(error)
            return
        if self.watch.moving:
            self.question.hold()
            self._moved_at = self.clock()
        self.activity.publish_activity(self.report.post, self.watch)
        if settled is not None:
            self._send(settled)

    def _look_at(self, frame: Frame) -> SettledArrangement | None:
        """Return the arrangement that came to rest with this frame. Raises `READING_FAULTS`."""
        settled = self.watch.feed(frame)
        self.monitor.check(frame, self.watch, self.pictures.audience.is_due(self.watch.busy))
        self.pictures.preview(frame, self.watch.tray, self.clock() - self._moved_at)
        return settled

    def _is_lesson(self, frame: Frame) -> bool:
        """Return whether a lesson takes this frame. Objects laid down for a lesson answer no prompt, and do not count
        as new afterwards.
        """
        if frame.is_cut:
            self.watch.forget_tray()
        if not self.pictures.teach(frame, self.watch.tray):
            return False
        self.watch = self.watch.restarted()
        return True

    def _send(self, settled: SettledArrangement) -> None:
        """Send a new arrangement, for the question that was open when it came to rest."""
        frame = settled.frame
        if self.readings.send(frame.image, settled.objects, self.watch.tray, self.question.asked, frame.sender) == "":
            self.report.counters.waited = settled.still_s + self.clock() - frame.at

    def _count_fault(self, error: Exception) -> None:
        counters = self.report.counters
        counters.bad_frames += 1
        if counters.bad_frames == 1:
            logger.warning("a frame could not be looked at (%s); later ones are only counted", error)
        counters.last_error = _("A picture could not be read: {why}", why=sentence_of(error))

    def _lost(self, sentence: Words, detail: str = "") -> None:
        counters = self.report.counters
        if counters.attached or (counters.last_error, self._detail) != (sentence, detail):
            logger.info("table=%s %s %s", self.report.post.table, sentence, detail)
        self._detail = detail
        counters.lost += counters.attached
        counters.attached, counters.last_error = False, sentence
        self.activity.publish_still(self.report.post)
        self.pictures.forget_all_shown()
        self.report.publish(now=True)

    def _until_let_go(self, stop: threading.Event) -> None:
        """Wait for a hanging driver, since it cannot be opened twice. `is_turning` becomes False, the heartbeat stops,
        and the supervisor ends this process.
        """
        if self._newest is None or not self._newest.is_held:
            return
        logger.warning(
            "table=%s the camera does not let go; this process is ended if that stays so", self.report.post.table
        )
        while self._newest.is_held and not stop.wait(LET_GO_CHECK_S):
            pass
