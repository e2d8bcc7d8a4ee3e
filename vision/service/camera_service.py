"""One camera at one table: what it sees becomes readings on the bus. What is read on photographs goes the same way.

Nothing here decides anything about a game; what is expected (`Expectation`) only says which faces can be meant.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.errors import CodecError, LamplightError
from companion.messaging import Bus, Message, Outbox, OutboxError, OutboxSender
from companion.schema import CameraHealth, DemoCommand, Expectation, ReaderStatus, Reading, SeenObject, codec, topics
from companion.system.heartbeat import Heartbeat as SignOfLife
from vision.image import CameraError, Frame, Image
from vision.service.expected_faces import READING_FAULTS, PhotoReader, TrayReader
from vision.service.health import STOPPED, CameraCheckup, view_of
from vision.service.pictures.page_images import PageImages
from vision.service.reporter import ReaderCounters, ReaderIdentity, StatusPublisher, TrayActivityNotifier
from vision.service.requests.kit_requests import KitRequests
from vision.service.requests.photo_requests import PhotoRequests
from vision.service.requests.setup_watchers import SetupWatchers
from vision.stream import (
    LONGEST_S,
    Corners,
    DemoCamera,
    ExposureControl,
    LatestFrame,
    Opener,
    RestThresholds,
    SettledArrangement,
    TrayWatch,
)
from vision.tray import TrayPlane, floor_of

logger = logging.getLogger(__name__)

TICK_S = 0.1
"""s between two looks at what is to be sent again."""
STALLED_S = 9.0
"""s without a frame after which a camera that is there is said to have stopped; to find its light anew may take eight."""
PREVIEW_S = 1.0
"""s after the last motion for which the preview is kept up to date: the last one shows the tray at rest."""
WAITS_S = (0.5, 1.0, 2.0, 5.0)
"""s before a lost camera is tried again; the last one goes on."""
TURNS_S = 60.0
"""s in which the camera's loop has to turn, its wait for a picture included: what hangs for longer no thread of this process ends."""


@dataclass(slots=True)
class CameraService:
    """One camera on one table. `run` until the event is set; every other method may be called from any thread."""

    bus: Bus
    outbox: Outbox
    post: ReaderIdentity
    open: Opener | None
    """None: there is no camera, photographs alone are read."""
    read: TrayReader
    album: PageImages
    uploads: Path = field(default_factory=Path)
    """Where the page lays photographs."""
    patience: RestThresholds = field(default_factory=RestThresholds)
    tray: TrayPlane | None = None
    demo: DemoCamera | None = None
    teaching: KitRequests | None = None
    corners: Path | None = None
    """Where the tray's tapped corners lie, if they were tapped; what the camera saw then is kept beside them."""
    steering: ExposureControl = field(default_factory=ExposureControl)
    """By which the camera finds its light anew; the one that `open` gives its sources."""
    longest_s: float = LONGEST_S
    """S until the next picture after which a camera is given up."""
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    name: Callable[[], str] = lambda: secrets.token_hex(8)
    """Of the next picture; not to be guessed by other seats."""
    counters: ReaderCounters = field(default_factory=ReaderCounters)
    expect: Expectation = field(default_factory=Expectation)
    checkup: CameraCheckup = field(default_factory=CameraCheckup)
    watch: TrayWatch = field(init=False)
    sender: OutboxSender = field(init=False)
    notices: StatusPublisher = field(init=False)
    pulse: TrayActivityNotifier = field(init=False)
    audience: SetupWatchers = field(init=False)
    photographs: PhotoRequests = field(init=False)
    _asked: Expectation = field(default_factory=Expectation)
    _moved_at: float = float("-inf")
    _frame_at: float = float("-inf")
    _turned_at: float = float("-inf")
    _newest: LatestFrame | None = None
    """The camera of now, or the last one."""
    _looks_again: bool = False
    _showed_all: bool = False
    """Whether the newest preview shows what lies beside the tray; it does not stay when nobody sets the table up."""

    def __post_init__(self) -> None:
        self.watch = TrayWatch(self._read, self.patience, tray=self.tray, given=self.tray)
        self.sender = OutboxSender(self.bus, self.outbox, self.post.table, self.post.reader, self.clock)
        self.notices = StatusPublisher(self.bus, self.clock)
        self.pulse = TrayActivityNotifier(self.bus)
        self.audience = SetupWatchers(self.clock, relight=self.steering.request)
        self.audience.listen(self.bus, self.post.table, self.post.reader)
        self.notices.set_will(self.post)
        self.bus.subscribe(topics.expect(self.post.table), self._on_expect)
        self.bus.subscribe(topics.look(self.post.table, self.post.reader), self._on_look)
        self.photographs = PhotoRequests(self.uploads, PhotoReader(lambda: self.expect, self._read_for, self.send))
        self.photographs.listen(self.bus, self.post.table, self.post.reader)
        if self.demo is not None:
            self.bus.subscribe(topics.demo(self.post.table, self.post.reader), self._on_demo)
        if self.teaching is not None:
            self.teaching.listen(self.bus, self.post.table, self.post.reader)

    def run(self, stop: threading.Event) -> None:
        """Follow the camera, through its losses, until `stop`."""
        self.notices.describe(self.post, self.outbox.epoch)
        self.publish_status(now=True)
        self._turned_at = self.clock()
        errands = threading.Thread(target=self._errands, args=(stop,), name="outbox", daemon=True)
        errands.start()
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
        errands.join()

    @property
    def is_turning(self) -> bool:
        """Whether the camera's loop goes round; where there is no camera nothing has to."""
        return self.open is None or self.clock() - self._turned_at < TURNS_S

    def _until_let_go(self, stop: threading.Event) -> None:
        """A camera whose driver hangs cannot be opened a second time. The sign of life ends with `turns`, and so does this process."""
        if self._newest is None or not self._newest.is_held:
            return
        logger.warning("table=%s the camera does not let go; this process is ended if that stays so", self.post.table)
        while self._newest.is_held and not stop.wait(TICK_S):
            pass

    def use_kits(self, read: TrayReader, kinds: tuple[str, ...]) -> None:
        """Read with other kits from now on."""
        self.read, self.post = read, replace(self.post, kinds=kinds)
        self.notices.describe(self.post, self.outbox.epoch)

    def warm_up(self, pictures: Iterable[Image]) -> None:
        """Read pictures for nothing: the first reading of a process takes a second longer than the next one."""
        for picture in pictures:
            self.read(picture, Expectation(), None)

    def follow(self, opener: Opener, stop: threading.Event) -> int:
        """One life of the camera, from opening it to its loss; how many frames it gave."""
        frames = 0
        self.watch = TrayWatch(self._read, self.patience, tray=self.watch.tray, given=self.tray)
        try:
            self._newest = LatestFrame(opener(), self.longest_s)
            for frame in self._newest.frames():
                frames += 1
                self.counters.attached = True
                self.step(frame)
                if stop.is_set():
                    return frames
            self._lost("The camera stopped sending pictures; it is tried again.")
        except CameraError as error:
            self._lost(str(error))
        return frames

    def step(self, frame: Frame) -> None:
        """One frame. A damaged one, or one the reader stumbles over, is counted and the next one is looked at."""
        self._frame_at = self._turned_at = self.clock()
        if self._looks_again:  # the watch is touched by the camera's thread alone
            self._looks_again = False
            self._asked = self.expect
            self.watch.look_again()
        try:
            if self._is_lesson(frame):
                return
            settled = self.watch.feed(frame)
            self._check_up(frame)
            self._show(frame)
        except READING_FAULTS as error:
            self.counters.bad_frames += 1
            if self.counters.bad_frames == 1:
                logger.warning("a frame could not be looked at (%s); later ones are only counted", error)
            self.counters.last_error = f"A picture could not be read: {error}"
            return
        if self.watch.moving:
            self._asked, self._moved_at = self.expect, self.clock()
        self.pulse.publish_activity(self.post, self.watch)
        if settled is not None:
            self.publish_settled(settled)

    def _show(self, frame: Frame) -> None:
        """Keep the preview up to date, as long as anything moves or anybody sets the table up."""
        sees_all, looks = self.audience.sees_all, self.audience.is_open
        if self.clock() - self._moved_at > PREVIEW_S and not looks and not self._showed_all:
            return
        if self.album.preview(frame.image, None if sees_all else self.watch.tray):
            self._showed_all = sees_all

    def _is_lesson(self, frame: Frame) -> bool:
        """Whether somebody teaches: what is laid down for that answers no question, and is nothing new afterwards."""
        if frame.is_cut:
            self.watch.tray = self.tray
        if self.teaching is None or not self.teaching.add_frame(frame, self.watch.tray):
            return False
        self.watch = TrayWatch(self._read, self.patience, tray=self.watch.tray, given=self.tray)
        self.album.preview(frame.image, self.watch.tray)
        return True

    def _check_up(self, frame: Frame) -> None:
        """How well the camera sees: now and then, while there is nothing to read; or always, while somebody sets the table up."""
        if not self.watch.moving:
            self.checkup.add_brightness(frame.small)
        is_asked = self.audience.is_due(self.watch.busy)
        if not is_asked and not (self.watch.idle and self.checkup.is_due(frame.at)):
            return
        if self.corners is not None and self.checkup.reference is None and self.watch.idle:
            self.checkup.reference = view_of(self.corners, frame.small)
        before = self.checkup.health
        self.checkup.loose = self.steering.loose
        health = self.checkup.measure(frame.image, frame.small, self.watch.tray, self.corners is not None)
        if health.advice and (before is None or health.advice != before.advice) and not is_asked:
            logger.info("table=%s %s", self.post.table, " ".join(health.advice))

    def publish_settled(self, settled: SettledArrangement) -> None:
        """Send a new arrangement, for the question that was open when it came to rest.

        Not for one that opened since: another's answer may have closed the question these dice were thrown for.
        """
        if self.send(settled.frame.image, settled.objects, self.watch.tray, self._asked) == "":
            self.counters.waited = settled.still_s + self.clock() - settled.frame.at

    def send(self, image: Image, objects: tuple[SeenObject, ...], tray: TrayPlane | None, asked: Expectation) -> str:
        """Number what lies there, keep it, store its picture and send it; "" or the sentence why not."""
        picture = self.album.keep(self.name(), image, objects, tray)
        if self.teaching is not None:
            self.teaching.corrections.remember(picture, image, objects)
        reading = Reading(
            id="", table=self.post.table, source=self.post.source, epoch="", seq=0, expect=asked.expect, zone=self.post.zone,
            objects=objects, settled_at=self.wall(), picture=picture, tray=floor_of(image, tray),
        )  # fmt: skip
        try:
            kept = self.sender.put(reading)
        except (OutboxError, CodecError) as error:
            logger.warning("a reading is lost: %s", error)
            self.counters.last_error = str(error)
            return str(error)
        self.counters.readings += 1
        self.audience.add_throw(picture, image, objects, tray)
        logger.debug("table=%s reading=%s objects=%d", self.post.table, kept.id, len(kept.objects))
        return ""

    @property
    def status(self) -> ReaderStatus:
        """How the reader is."""
        counters = self.counters
        return ReaderStatus(
            "online", counters.attached, counters.readings, self.outbox.waiting, counters.bad_frames,
            self.sender.resends, counters.lost + self.bus.reconnects, counters.last_error, self.health,
        )  # fmt: skip

    @property
    def health(self) -> CameraHealth | None:
        """How well the camera sees; None before it was looked at, and where there is none."""
        if not self.counters.attached:
            return None
        if self.clock() - self._frame_at > STALLED_S:
            return CameraHealth(findings=(STOPPED,))
        return self.checkup.health

    def publish_status(self, now: bool = False) -> None:
        """Publish the status where it changed, at most every two seconds unless it is said `now`."""
        self.notices.publish_status(self.post, self.status, now)

    def _errands(self, stop: threading.Event) -> None:
        life = SignOfLife()
        while not stop.wait(TICK_S):
            if self.is_turning:
                life.beat()
            try:
                self.sender.tick()
                self.publish_status()
                self.audience.tick(self.health)
                self.photographs.tick()
                if self.teaching is not None:
                    self.teaching.tick()
            except (OSError, LamplightError, *READING_FAULTS) as error:
                if self.counters.last_error != str(error):
                    logger.warning("an errand failed, the next ones are done: %s", error)
                self.counters.last_error = str(error)

    def _read(self, image: Image, tray: Corners | None) -> tuple[SeenObject, ...]:
        return self.read(image, self._asked, tray)

    def _read_for(self, image: Image, asked: Expectation, tray: Corners | None) -> tuple[SeenObject, ...]:
        return self.read(image, asked, tray)  # with the kits of then: they change

    def _lost(self, sentence: str) -> None:
        if self.counters.attached or self.counters.last_error != sentence:
            logger.info("table=%s %s", self.post.table, sentence)
        self.counters.lost += self.counters.attached
        self.counters.attached, self.counters.last_error = False, sentence
        self.pulse.publish_still(self.post)
        if self._showed_all:
            self.album.forget_preview()
        self.publish_status(now=True)

    def _on_expect(self, message: Message) -> None:
        message.ack()
        try:
            self.expect = codec.decode(Expectation, message.payload)
        except CodecError as error:
            self.counters.last_error = str(error)
            raise

    def _on_look(self, message: Message) -> None:
        message.ack()
        self._looks_again = True

    def _on_demo(self, message: Message) -> None:
        message.ack()
        assert self.demo is not None
        try:
            self.demo.throw(codec.decode(DemoCommand, message.payload).throw, self.expect)
        except CameraError as error:
            self.counters.last_error = str(error)
            logger.info("table=%s no throw: %s", self.post.table, error)
            self.publish_status(now=True)
