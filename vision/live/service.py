"""One camera at one table: what it sees becomes readings on the bus. Uploaded photographs go the same way.

Nothing here decides anything about a game; what is expected (`Expect`) only says which faces can be meant.
"""

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2

from companion.bus.bus import Bus, Message
from companion.bus.outbox import Outbox, OutboxError
from companion.bus.sender import Sender
from companion.errors import CodecError, LamplightError
from companion.wire import codec, topics
from companion.wire.demo import Demo
from companion.wire.expect import Expect
from companion.wire.health import Health
from companion.wire.photo import Photo, PhotoRead
from companion.wire.reading import UNKNOWN, Reading, Seen
from companion.wire.status import ReaderDescription, ReaderStatus
from vision.camera import Newest, Source
from vision.decode import PictureError, decode
from vision.demo import DemoCamera
from vision.frame import CameraError, Frame
from vision.kit import Image
from vision.live.album import Album
from vision.live.health import Checkup, load_view, save_view
from vision.live.teaching import Teaching
from vision.live.wanted import TrayReader
from vision.motion import Grey
from vision.plane import Tray, find_tray
from vision.steady import Patience
from vision.watch import Corners, Settled, Watch

logger = logging.getLogger(__name__)

TICK_S = 0.1
"""s between two looks at what is to be sent again."""
STATUS_S = 2.0
"""s at least between two status messages."""
STALLED_S = 6.0
"""s without a frame after which a camera that is there is said to have stopped."""
PREVIEW_S = 1.0
"""s after the last motion for which the preview is kept up to date: the last one shows the tray at rest."""
WAITS_S = (0.5, 1.0, 2.0, 5.0)
"""s before a lost camera is tried again; the last one goes on."""

READING_FAULTS = (PictureError, cv2.error, ValueError, ArithmeticError, LookupError, RuntimeError)
"""What OpenCV, numpy and the nets raise over a picture that is damaged or odd."""

Opener = Callable[[], Source]


@dataclass(frozen=True, slots=True)
class Post:
    """Which reader of which table this is."""

    table: str
    source: str = "vision/cam0"
    zone: str = "tray"
    kinds: tuple[str, ...] = ()
    """What its kits can read."""
    model: str = ""

    @property
    def reader(self) -> str:
        """The segment of the topics."""
        return topics.reader_of(self.source)


@dataclass(slots=True)
class Counters:
    """Since the start of the process."""

    readings: int = 0
    bad_frames: int = 0
    lost: int = 0
    attached: bool = False
    last_error: str = ""
    waited: float = 0.0
    """s from the last motion to the sending of the newest reading."""


@dataclass(slots=True)
class CameraService:
    """One camera on one table. `run` until the event is set; every other method may be called from any thread."""

    bus: Bus
    outbox: Outbox
    post: Post
    open: Opener | None
    """None: there is no camera, photographs alone are read."""
    read: TrayReader
    album: Album
    uploads: Path = field(default_factory=Path)
    """Where the page lays photographs."""
    patience: Patience = field(default_factory=Patience)
    tray: Tray | None = None
    demo: DemoCamera | None = None
    teaching: Teaching | None = None
    corners: Path | None = None
    """Where the tray's tapped corners lie, if they were tapped; what the camera saw then is kept beside them."""
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    name: Callable[[], str] = lambda: secrets.token_hex(8)
    """Of the next picture; not to be guessed by other seats."""
    counters: Counters = field(default_factory=Counters)
    expect: Expect = field(default_factory=Expect)
    checkup: Checkup = field(default_factory=Checkup)
    watch: Watch = field(init=False)
    sender: Sender = field(init=False)
    _told: tuple[float, ReaderStatus | None] = (float("-inf"), None)
    _asked: Expect = field(default_factory=Expect)
    _moved_at: float = float("-inf")
    _frame_at: float = float("-inf")
    _photos: deque[str] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self.watch = Watch(self._read, self.patience, tray=self.tray)
        self.sender = Sender(self.bus, self.outbox, self.post.table, self.post.reader, self.clock)
        self.bus.will(self._topic("status"), codec.encode(ReaderStatus("offline")))
        self.bus.subscribe(topics.expect(self.post.table), self._on_expect)
        self.bus.subscribe(topics.photo(self.post.table, self.post.reader), self._on_photo)
        if self.demo is not None:
            self.bus.subscribe(topics.demo(self.post.table, self.post.reader), self._on_demo)
        if self.teaching is not None:
            self.teaching.listen(self.bus, self.post.table, self.post.reader)

    def run(self, stop: threading.Event) -> None:
        """Follow the camera, through its losses, until `stop`."""
        self.bus.publish(self._topic("description"), codec.encode(self.description), retain=True)
        self.say_status(now=True)
        errands = threading.Thread(target=self._errands, args=(stop,), name="outbox", daemon=True)
        errands.start()
        tries = 0
        while not stop.is_set():
            if self.open is None:
                stop.wait()
                break
            seen = self.follow(self.open, stop)
            tries = 0 if seen else tries + 1
            stop.wait(WAITS_S[min(tries, len(WAITS_S) - 1)])
        errands.join()

    def use(self, read: TrayReader, kinds: tuple[str, ...]) -> None:
        """Read with other kits from now on."""
        self.read, self.post = read, replace(self.post, kinds=kinds)
        self.bus.publish(self._topic("description"), codec.encode(self.description), retain=True)

    def warm_up(self, pictures: Iterable[Image]) -> None:
        """Read pictures for nothing: the first reading of a process takes a second longer than the next one."""
        for picture in pictures:
            self.read(picture, Expect(), None)

    def follow(self, opener: Opener, stop: threading.Event) -> int:
        """One life of the camera, from opening it to its loss; how many frames it gave."""
        frames = 0
        self.watch = Watch(self._read, self.patience, tray=self.watch.tray)
        try:
            for frame in Newest(opener()).frames():
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
        self._frame_at = self.clock()
        try:
            if self._is_lesson(frame):
                return
            settled = self.watch.feed(frame)
            self._check_up(frame)
        except READING_FAULTS as error:
            self.counters.bad_frames += 1
            if self.counters.bad_frames == 1:
                logger.warning("a frame could not be looked at (%s); later ones are only counted", error)
            self.counters.last_error = f"A picture could not be read: {error}"
            return
        if self.watch.moving:
            self._asked, self._moved_at = self.expect, self.clock()
        if settled is not None:
            self.tell(settled)
        if self.clock() - self._moved_at <= PREVIEW_S:
            self.album.preview(frame.image, self.watch.tray)

    def _is_lesson(self, frame: Frame) -> bool:
        """Whether somebody teaches: what is laid down for that answers no question, and is nothing new afterwards."""
        if self.teaching is None or not self.teaching.follows(frame, self.watch.tray):
            return False
        self.watch = Watch(self._read, self.patience, tray=self.watch.tray)
        self.album.preview(frame.image, self.watch.tray)
        return True

    def _check_up(self, frame: Frame) -> None:
        """How well the camera sees, now and then, while there is nothing to read."""
        if not self.watch.idle:
            return
        self.checkup.feel(frame.small)
        if not self.checkup.is_due(frame.at):
            return
        if self.corners is not None and self.checkup.told is None:
            self._remember_view(frame.small)
        before = self.checkup.health
        health = self.checkup.look(frame.image, frame.small, self.watch.tray, self.corners is not None)
        if health.advice and (before is None or health.advice != before.advice):
            logger.info("table=%s %s", self.post.table, " ".join(health.advice))

    def _remember_view(self, small: Grey) -> None:
        assert self.corners is not None
        view = self.corners.with_suffix(".png")
        self.checkup.told = load_view(view, self.corners)
        if self.checkup.told is not None:
            return
        self.checkup.told = small
        try:
            save_view(small, view)
        except OSError as error:
            logger.warning("what the camera saw with these corners cannot be kept: %s", error)

    def tell(self, settled: Settled) -> None:
        """Send a new arrangement, for the question that was open when it came to rest.

        Not for one that opened since: another's answer may have closed the question these dice were thrown for.
        """
        if self.send(settled.frame.image, settled.objects, self.watch.tray, self._asked):
            self.counters.waited = settled.still_s + self.clock() - settled.frame.at

    def send(self, image: Image, objects: tuple[Seen, ...], tray: Tray | None, asked: Expect) -> bool:
        """Number what lies there, keep it, store its picture and send it; whether that could be done."""
        picture = self.album.keep(self.name(), image, objects, tray)
        if self.teaching is not None:
            self.teaching.corrections.remember(picture, image, objects)
        reading = Reading(
            id="", table=self.post.table, source=self.post.source, epoch="", seq=0, expect=asked.expect, zone=self.post.zone,
            objects=objects, settled_at=self.wall(), picture=picture,
        )  # fmt: skip
        try:
            kept = self.sender.put(reading)
        except (OutboxError, CodecError) as error:
            logger.warning("a reading is lost: %s", error)
            self.counters.last_error = str(error)
            return False
        self.counters.readings += 1
        logger.debug("table=%s reading=%s objects=%d", self.post.table, kept.id, len(kept.objects))
        return True

    def read_photo(self, name: str) -> str:
        """Read an uploaded photograph as if it lay in the tray; "" or the sentence why it became no reading."""
        try:
            image = decode((self.uploads / Path(name).name).read_bytes(), "The photograph")
        except OSError:
            return "The photograph is not there any more. Send it again."
        except PictureError as error:
            return str(error)
        tray = find_tray(image)
        try:
            asked = self.expect
            objects = self.read(image, asked, tray.corners if tray else None)
        except READING_FAULTS as error:
            logger.warning("a photograph could not be read: %s", error)
            return "This photograph could not be read. Take another one, from straight above."
        if all(seen.kind == UNKNOWN for seen in objects):
            return "Nothing that the kits know was found on the photograph. Take it nearer, or answer by hand."
        return "" if self.send(image, objects, tray, asked) else self.counters.last_error

    @property
    def description(self) -> ReaderDescription:
        """What is said of the reader, retained."""
        post = self.post
        return ReaderDescription("camera", post.model, post.source, self.outbox.epoch, post.kinds, post.zone)

    @property
    def status(self) -> ReaderStatus:
        """How the reader is."""
        counters = self.counters
        reconnects = counters.lost + int(getattr(self.bus, "reconnects", 0))
        return ReaderStatus(
            "online", counters.attached, counters.readings, self.outbox.waiting, counters.bad_frames,
            self.sender.resends, reconnects, counters.last_error, self.health,
        )  # fmt: skip

    @property
    def health(self) -> Health | None:
        """How well the camera sees; None before it was looked at, and where there is none."""
        if not self.counters.attached:
            return None
        if self.clock() - self._frame_at > STALLED_S:
            return Health(advice=("The camera sends no pictures any more: unplug it and plug it in again.",))
        return self.checkup.health

    def say_status(self, now: bool = False) -> None:
        """Publish the status where it changed, at most every two seconds unless it is said `now`."""
        at, last = self._told
        status = self.status
        if now or (status != last and self.clock() - at >= STATUS_S):
            self._told = (self.clock(), status)
            self.bus.publish(self._topic("status"), codec.encode(status), retain=True)

    def _errands(self, stop: threading.Event) -> None:
        while not stop.wait(TICK_S):
            try:
                self.sender.tick()
                self.say_status()
                self.do_photos()
                if self.teaching is not None:
                    self.teaching.tick()
            except (OSError, LamplightError, *READING_FAULTS) as error:
                if self.counters.last_error != str(error):
                    logger.warning("an errand failed, the next ones are done: %s", error)
                self.counters.last_error = str(error)

    def _read(self, image: Image, tray: Corners | None) -> tuple[Seen, ...]:
        return self.read(image, self._asked, tray)

    def _lost(self, sentence: str) -> None:
        if self.counters.attached or self.counters.last_error != sentence:
            logger.info("table=%s %s", self.post.table, sentence)
        self.counters.lost += self.counters.attached
        self.counters.attached, self.counters.last_error = False, sentence
        self.say_status(now=True)

    def _on_expect(self, message: Message) -> None:
        message.ack()
        try:
            self.expect = codec.decode(Expect, message.payload)
        except CodecError as error:
            self.counters.last_error = str(error)
            logger.warning("what is expected cannot be read: %s", error)

    def _on_photo(self, message: Message) -> None:
        """Kept for the other thread: reading takes longer than the bus may wait."""
        message.ack()
        try:
            self._photos.append(codec.decode(Photo, message.payload).name)
        except CodecError as error:
            self.counters.last_error = str(error)
            logger.warning("the wish for a photograph cannot be read: %s", error)

    def do_photos(self) -> None:
        """Read the photographs that were wished for, and answer each."""
        while self._photos:
            name = self._photos.popleft()
            answer = PhotoRead(name, self.read_photo(name))
            self.bus.publish(topics.photo_result(self.post.table, self.post.reader), codec.encode(answer))

    def _on_demo(self, message: Message) -> None:
        message.ack()
        assert self.demo is not None
        try:
            self.demo.throw(codec.decode(Demo, message.payload).throw, self.expect)
        except (CodecError, CameraError) as error:
            self.counters.last_error = str(error)
            logger.info("table=%s no throw: %s", self.post.table, error)
            self.say_status(now=True)

    def _topic(self, name: str) -> str:
        return topics.of_reader(self.post.table, self.post.reader, name)
