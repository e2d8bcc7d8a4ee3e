"""How the parts of the camera process are put together."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.messaging import Bus, Outbox, OutboxSender
from companion.schema import SeenObject
from vision.image import Image
from vision.service.camera_input import CameraInput, camera_input
from vision.service.camera_loop import CameraLoop
from vision.service.camera_service import CameraService
from vision.service.expected_faces import CurrentReader, PhotoReader, TrayReader
from vision.service.health import HealthMonitor
from vision.service.kits_on_table import KitsOnTable
from vision.service.pictures import PageImages, TrayPictures, page_images
from vision.service.reading_sender import ReadingSender
from vision.service.reporter import ReaderCounters, ReaderIdentity, StatusPublisher, StatusReport, TrayActivityNotifier
from vision.service.requests import DemoRequests, KitRequests, OpenQuestion, PhotoRequests, SetupWatchers
from vision.service.settings import CameraProcessSettings
from vision.stream import Corners


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
