"""The camera process: frames of one source become readings of one table on the bus.

    python -m vision.service --table t1 --camera 0 --kit mom_d8 --data ~/.local/share/lamplight/vision

The account's password is read from the environment variable LAMPLIGHT_BUS_PASSWORD. Nothing here decides anything
about a game; what is expected (`Expect`) only says which faces can be meant.
"""

import argparse
import json
import logging
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2

from companion.bus.bus import Bus, Message
from companion.bus.mqtt import Account, MqttBus
from companion.bus.outbox import Outbox, OutboxError
from companion.bus.sender import Sender
from companion.errors import CodecError, LamplightError
from companion.wire import codec, topics
from companion.wire.expect import Expect
from companion.wire.reading import Reading, Seen
from companion.wire.status import ReaderDescription, ReaderStatus
from vision.camera import Newest, Source, open_source
from vision.demo import DemoCamera, load_throws
from vision.frame import CameraError, Frame
from vision.kit import Image, Kit, load_kits
from vision.pictures import Album
from vision.plane import Tray, load_tray
from vision.read import Allowed, read_tray
from vision.watch import Corners, Settled, Watch

logger = logging.getLogger(__name__)

TICK_S = 0.1
"""s between two looks at what is to be sent again."""
STATUS_S = 2.0
"""s at least between two status messages."""
WAITS_S = (0.5, 1.0, 2.0, 5.0)
"""s before a lost camera is tried again; the last one goes on."""

Opener = Callable[[], Source]
TrayReader = Callable[[Image, Allowed, Corners | None], tuple[Seen, ...]]


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


@dataclass(slots=True)
class CameraService:
    """One camera on one table. `run` until the event is set; every other method may be called from any thread."""

    bus: Bus
    outbox: Outbox
    post: Post
    open: Opener
    read: TrayReader
    album: Album
    tray: Tray | None = None
    demo: DemoCamera | None = None
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    name: Callable[[], str] = lambda: secrets.token_hex(8)
    """Of the next picture; not to be guessed by other seats."""
    counters: Counters = field(default_factory=Counters)
    expect: Expect = field(default_factory=Expect)
    watch: Watch = field(init=False)
    sender: Sender = field(init=False)
    _told: tuple[float, ReaderStatus | None] = (float("-inf"), None)

    def __post_init__(self) -> None:
        self.watch = Watch(self._read, tray=self.tray)
        self.sender = Sender(self.bus, self.outbox, self.post.table, self.post.reader, self.clock)
        self.bus.will(self._topic("status"), codec.encode(ReaderStatus("offline")))
        self.bus.subscribe(topics.expect(self.post.table), self._on_expect)
        if self.demo is not None:
            self.bus.subscribe(topics.demo(self.post.table, self.post.reader), self._on_demo)

    def run(self, stop: threading.Event) -> None:
        """Follow the camera, through its losses, until `stop`."""
        self.bus.publish(self._topic("description"), codec.encode(self.description), retain=True)
        self.say_status(now=True)
        errands = threading.Thread(target=self._errands, args=(stop,), name="outbox", daemon=True)
        errands.start()
        tries = 0
        while not stop.is_set():
            seen = self.follow(stop)
            tries = 0 if seen else tries + 1
            stop.wait(WAITS_S[min(tries, len(WAITS_S) - 1)])
        errands.join()

    def follow(self, stop: threading.Event) -> int:
        """One life of the camera, from opening it to its loss; how many frames it gave."""
        frames = 0
        self.watch = Watch(self._read, tray=self.watch.tray)
        try:
            for frame in Newest(self.open()).frames():
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
        try:
            settled = self.watch.feed(frame)
        except (cv2.error, ValueError, ArithmeticError, IndexError) as error:
            self.counters.bad_frames += 1
            if self.counters.bad_frames == 1:
                logger.warning("a frame could not be looked at (%s); later ones are only counted", error)
            self.counters.last_error = f"A picture could not be read: {error}"
            return
        if settled is not None:
            self.tell(settled)
        if self.watch.moving or settled is not None:
            self.album.preview(frame.image, self.watch.tray)

    def tell(self, settled: Settled) -> None:
        """Number the arrangement, keep it, store its picture and send it."""
        expect = self.expect.expect
        picture = self.album.keep(self.name(), settled.frame.image, settled.objects, self.watch.tray)
        reading = Reading(
            id="", table=self.post.table, source=self.post.source, epoch="", seq=0, expect=expect, zone=self.post.zone,
            objects=settled.objects, settled_at=self.wall(), picture=picture,
        )  # fmt: skip
        try:
            kept = self.sender.put(reading)
        except (OutboxError, CodecError) as error:
            logger.warning("a reading is lost: %s", error)
            self.counters.last_error = str(error)
            return
        self.counters.readings += 1
        logger.debug("table=%s reading=%s objects=%d", self.post.table, kept.id, len(kept.objects))

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
            self.sender.resends, reconnects, counters.last_error,
        )  # fmt: skip

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
            except (OSError, RuntimeError, LamplightError) as error:
                if self.counters.last_error != str(error):
                    logger.warning("the outbox cannot be sent: %s", error)
                self.counters.last_error = str(error)

    def _read(self, image: Image, tray: Corners | None) -> tuple[Seen, ...]:
        return self.read(image, allowed(self.expect), tray)

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

    def _on_demo(self, message: Message) -> None:
        """{"throw": kind} plays one that fits what is asked, {"throw": kind, "name": ...} that one."""
        message.ack()
        assert self.demo is not None
        try:
            wish = json.loads(message.payload)
            self.demo.throw(str(wish["throw"]), self.expect, str(wish.get("name", "")))
        except (ValueError, KeyError, TypeError, AttributeError, CameraError) as error:
            self.counters.last_error = str(error)
            logger.info("table=%s no throw: %s", self.post.table, error)
            self.say_status(now=True)

    def _topic(self, name: str) -> str:
        return topics.of_reader(self.post.table, self.post.reader, name)


def allowed(expect: Expect) -> Allowed:
    """Kind -> the faces that can be meant; a kind of which any face can be meant is absent."""
    faces: dict[str, frozenset[str]] = {}
    free = {kind for want in expect.wants if not want.faces for kind in want.kinds}
    for want in expect.wants:
        for kind in set(want.kinds) - free:
            faces[kind] = faces.get(kind, frozenset()) | frozenset(want.faces)
    return faces


def reader_of(kits: Sequence[Kit]) -> TrayReader:
    """Reads with these kits."""

    def read(image: Image, may_be: Allowed, tray: Corners | None) -> tuple[Seen, ...]:
        return read_tray(image, kits, may_be, tray)

    return read


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What a camera process is told when it starts."""

    table: str
    data: Path
    """Folder of the outbox and the pictures."""
    camera: str = ""
    """As of `open_source`; "" = the recorded throws of the demo."""
    kits: tuple[str, ...] = ()
    source: str = "vision/cam0"
    tray: Path | None = None
    """The four stored corners, where the tray has no markers."""
    pictures: Path | None = None
    """Where the page looks for pictures; None: `data`/pictures."""
    account: Account = field(default_factory=Account)


def compose(settings: CameraSettings, bus: Bus) -> CameraService:
    """The service with its parts. Raises KitError, CameraError, PlaneError, OutboxError."""
    kits = load_kits(settings.kits)
    demo = None if settings.camera else DemoCamera(load_throws())
    if settings.camera:
        open_source(settings.camera)  # a wrong name is said at once, not tried again for ever
    kinds = tuple(sorted({kit.kind for kit in kits}))
    return CameraService(
        bus=bus,
        outbox=Outbox(settings.data / f"{topics.reader_of(settings.source)}-{settings.table}.db"),
        post=Post(settings.table, settings.source, kinds=kinds, model=settings.camera or "recorded throws"),
        open=lambda: demo or open_source(settings.camera),
        read=reader_of(kits),
        album=Album(settings.pictures or settings.data / "pictures"),
        tray=load_tray(settings.tray) if settings.tray else None,
        demo=demo,
    )


def run(settings: CameraSettings, stop: threading.Event) -> None:
    """The whole process: until `stop`. Raises what `compose` raises."""
    cv2.setNumThreads(1)  # the other core is the rules' and the page's
    post = f"{topics.reader_of(settings.source)}-{settings.table}"
    bus = MqttBus(settings.account, f"{settings.account.user or 'reader'}.{post}")
    service = compose(settings, bus)
    bus.start()
    try:
        service.run(stop)
    finally:
        bus.stop()
        service.outbox.close()


def settings_of(words: Sequence[str] | None = None) -> CameraSettings:
    """The settings given on the command line."""
    parser = argparse.ArgumentParser(prog="vision.service", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--table", required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--camera", default="")
    parser.add_argument("--kit", action="append", default=[])
    parser.add_argument("--source", default="vision/cam0")
    parser.add_argument("--tray", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=1883)
    parser.add_argument("--user", default="")
    given = parser.parse_args(words)
    account = Account(given.host, given.port, given.user, os.environ.get("LAMPLIGHT_BUS_PASSWORD", ""))
    settings = CameraSettings(given.table, given.data, given.camera, tuple(given.kit), given.source)
    return replace(settings, tray=given.tray, pictures=given.pictures, account=account)


def main() -> int:
    """Errors of ours are one sentence and exit code 1."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s %(message)s")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    try:
        run(settings_of(), stop)
    except LamplightError as error:
        logger.error("%s", error)  # noqa: TRY400  # a person reads this, no traceback
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
