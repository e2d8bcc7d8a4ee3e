"""How the parts of the camera process are put together."""

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.messaging import Bus, Outbox, OutboxSender
from companion.schema import SeenObject
from vision.enrolment import KitLibrary, KitsInUse, KitTrainer, ReadingCorrections
from vision.image import Image
from vision.kit import Kit
from vision.service.camera_input import CameraInput, camera_input
from vision.service.camera_loop import CameraLoop
from vision.service.camera_service import CameraService
from vision.service.expected_faces import CurrentReader, PhotoReader, TrayReader, make_reader
from vision.service.health import HealthMonitor, judge_picture
from vision.service.pictures import PageImages, TrayPictures, page_images
from vision.service.reading_sender import ReadingSender
from vision.service.remarks import KitRemarks
from vision.service.reporter import ReaderCounters, ReaderIdentity, StatusPublisher, StatusReport, TrayActivityNotifier
from vision.service.requests import DemoRequests, KitRequests, OpenQuestion, PhotoRequests, SetupWatchers
from vision.service.settings import CameraProcessSettings
from vision.stream import Corners


@dataclass(slots=True)
class KitsOnTable:
    """The kits on the table now, those of the settings and those that were added on the page."""

    library: KitLibrary
    kits: tuple[Kit, ...]

    @classmethod
    def of(cls, settings: CameraProcessSettings) -> "KitsOnTable":
        """Load them. Raises KitError."""
        in_use = KitsInUse(settings.kits, Path(settings.folder) / "kits.json")
        return cls(KitLibrary(Path(settings.pictures), Path(settings.uploads), in_use), in_use.load())

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds that the kits can read."""
        return tuple(sorted({kit.kind for kit in self.kits}))

    @property
    def reader(self) -> TrayReader:
        """A reader with these kits."""
        return make_reader(self.kits)

    def requests(self, settings: CameraProcessSettings) -> KitRequests:
        """Return the handler for teaching pages and corrections."""
        trainer = KitTrainer(self.library, judge_picture, recorded=settings.is_demo)
        shutil.rmtree(Path(settings.folder) / "seen", ignore_errors=True)  # pictures that an earlier version kept
        return KitRequests(trainer, ReadingCorrections(lambda: self.kits))

    def connect(self, service: CameraService) -> None:
        """Make the service use new kits after each change, also for its remarks."""

        def change(kits: tuple[Kit, ...]) -> None:
            self.kits = kits
            service.use_kits(self.reader, self.kinds)

        self.library.changed = change
        service.audience.remarks = KitRemarks(lambda: self.kits)


@dataclass(frozen=True, slots=True)
class CameraParts:
    """Parts of a camera service that differ from table to table."""

    bus: Bus
    outbox: Outbox
    post: ReaderIdentity
    camera: CameraInput
    read: TrayReader
    album: PageImages
    uploads: Path = field(default_factory=Path)
    """Folder in which the page stores photographs."""
    teaching: KitRequests | None = None
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


def compose(settings: CameraProcessSettings, bus: Bus) -> CameraService:
    """Return the service with its parts. Raises KitError, CameraError, PlaneError, OutboxError."""
    on_table = KitsOnTable.of(settings)
    parts = CameraParts(
        bus=bus,
        camera=camera_input(settings),
        outbox=Outbox(settings.outbox),
        post=ReaderIdentity(settings.table, settings.source, kinds=on_table.kinds, model=settings.model),
        read=on_table.reader,
        album=page_images(settings),
        uploads=Path(settings.uploads),
        teaching=on_table.requests(settings),
    )
    service = create_service(parts)
    on_table.connect(service)
    return service


def create_service(parts: CameraParts) -> CameraService:
    """Put the parts together, and subscribe to what concerns this reader."""
    post, camera, clock = parts.post, parts.camera, parts.clock
    counters, reader = ReaderCounters(), CurrentReader(parts.read)
    sender = OutboxSender(parts.bus, parts.outbox, post.table, post.reader, clock)
    monitor = HealthMonitor(post.table, camera.steering, camera.corners, clock)
    report = StatusReport(post, counters, sender, monitor, StatusPublisher(parts.bus, clock))
    audience = SetupWatchers(clock, relight=camera.steering.request)
    pictures = TrayPictures(parts.album, audience, parts.teaching)
    readings = ReadingSender(post, sender, pictures, counters, parts.wall)
    question = OpenQuestion(counters)
    photographs = PhotoRequests(parts.uploads, PhotoReader(lambda: question.expect, reader.read_for, readings.send))

    def read(image: Image, tray: Corners | None) -> tuple[SeenObject, ...]:
        return reader.read(image, question.asked, tray)

    loop = CameraLoop(
        *(camera.open, read, question, readings, pictures, monitor, report),
        *(TrayActivityNotifier(parts.bus), camera.patience, camera.tray),
        clock=clock,
    )
    report.notices.set_will(post)
    demo = (DemoRequests(camera.demo, question, report),) if camera.demo is not None else ()
    teaching = (parts.teaching,) if parts.teaching is not None else ()
    for requests in (audience, question, photographs, *demo, *teaching):
        requests.listen(parts.bus, post.table, post.reader)
    return CameraService(loop, reader, question, report, sender, audience, photographs, parts.teaching)
