"""The camera's process: its settings, how its parts are put together, its beginning and its end."""

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from companion.errors import LamplightError
from companion.messaging.bus import Bus
from companion.messaging.mqtt_bus import BrokerCredentials, MqttBus
from companion.messaging.outbox import Outbox
from companion.messaging.status_requests import answer_calls
from companion.schema import codec, topics
from companion.schema.camera import shown
from companion.system.logging_config import LogSettings, configure_logging
from companion.system.malloc_tuning import tune_malloc
from vision.enrolment.corrections import ReadingCorrections
from vision.enrolment.kit_trainer import KitTrainer
from vision.enrolment.kits_in_use import KitsInUse
from vision.enrolment.page_images import PageFiles
from vision.image.decode import Image, decode
from vision.kit import Kit, KitError, folder_of, kit_names, load_kit
from vision.service.camera_service import CameraService, Opener
from vision.service.checkup import judged
from vision.service.doubt_archive import DoubtArchive
from vision.service.expected_faces import reader_of
from vision.service.kit_requests import KitRequests
from vision.service.page_images import PageImages
from vision.service.remarks import remarks
from vision.service.reporter import ReaderIdentity
from vision.stream.demo_camera import THROWS, DemoCamera, load_throws
from vision.stream.exposure import ExposureControl
from vision.stream.picture_folder import PictureFolder
from vision.stream.recording import LoopedRecording, PictureSequence, VideoFile
from vision.stream.sources import open_source
from vision.stream.stability import RestThresholds
from vision.tray.tray_plane import load_tray

RECORDED_FPS = 10.0
"""Pictures a second of a folder of pictures that stands for a camera."""
FILLS = "folder-camera.txt"
"""In the process's folder: which folder of pictures is filled one by one."""
KEPT_BYTES = 8_000_000
"""Blocks that are larger go back to the system as soon as they are free. What `vision.detect.onnx_session.keep_blocks` would have the C
library learn, it learns no more."""
PARENT_S = 1.0
"""s between two looks whether the process that started this one is still there."""


@dataclass(frozen=True, slots=True)
class CameraProcessSettings:
    """What the process of one camera is told."""

    table: str
    folder: str  # where its outbox lies
    pictures: str  # where the page looks for crops and the preview
    uploads: str  # where the page lays photographs
    account: BrokerCredentials = field(default_factory=BrokerCredentials)
    name: str = "cam0"  # its source is "vision/<name>"
    camera: str = ""  # as of `vision.stream.sources.open_source`; "" = no camera, or in a demo the recorded throws
    kits: tuple[str, ...] = ()
    still_s: float = 0.3  # s for which the tray must lie still
    doubts_days: float = 7.0  # for which pictures of doubtful readings are kept
    tray: str = ""  # file of the four stored corners, where the tray has no markers
    demo: bool = False
    logs: LogSettings = field(default_factory=LogSettings)
    parent: int | None = None  # the process whose child it is, and with which it ends; None: it stands by itself

    @property
    def source(self) -> str:
        return f"vision/{self.name}"


def compose(settings: CameraProcessSettings, bus: Bus) -> CameraService:
    """The service with its parts. Raises KitError, CameraError, PlaneError, OutboxError."""
    steering = ExposureControl()
    in_use = KitsInUse(settings.kits, Path(settings.folder) / "kits.json")
    kits = in_use.load()
    demo = DemoCamera(load_throws()) if settings.demo and not settings.camera else None
    reader = topics.reader_of(settings.source)
    on_table, shelf = KitsOnTable(kits), KitShelf()
    shown_pictures = PageFiles(Path(settings.pictures))
    school = KitTrainer(shown_pictures, Path(settings.uploads), in_use, judged, recorded=demo is not None)
    service = CameraService(
        bus=bus,
        outbox=Outbox(Path(settings.folder) / f"{settings.table}-{reader}.outbox.db"),
        post=ReaderIdentity(
            settings.table,
            settings.source,
            kinds=on_table.kinds,
            model=shown(settings.camera) or "recorded throws" * bool(demo),
        ),
        open=opener_of(settings, demo, steering),
        steering=steering,
        read=reader_of(kits),
        album=PageImages(
            Path(settings.pictures), doubts=DoubtArchive(Path(settings.folder) / "doubts", settings.doubts_days)
        ),
        uploads=Path(settings.uploads),
        patience=RestThresholds(still_s=settings.still_s),
        tray=load_tray(Path(settings.tray)) if settings.tray else None,
        corners=Path(settings.tray) if settings.tray else None,
        demo=demo,
        teaching=KitRequests(school, ReadingCorrections(lambda: on_table.kits, Path(settings.folder) / "seen")),
    )
    school.changed = lambda kits: on_table.become(kits, service)
    service.audience.remarks = lambda image, objects, tray: remarks(
        image, objects, tray.corners if tray else None, on_table.kits, shelf
    )
    return service


@dataclass(slots=True)
class KitShelf:
    """Every kit there is that can be read, on the table or not; each is read once, and again when it was changed."""

    _read: dict[str, tuple[int, Kit | None]] = field(default_factory=dict)

    def __call__(self) -> tuple[Kit, ...]:
        self._read = {name: self._of(name) for name in kit_names()}
        return tuple(kit for _, kit in self._read.values() if kit is not None)

    def _of(self, name: str) -> tuple[int, Kit | None]:
        try:
            stamp = (folder_of(name) / "kit.toml").stat().st_mtime_ns
            before = self._read.get(name)
            return before if before is not None and before[0] == stamp else (stamp, load_kit(name))
        except (KitError, OSError):
            return 0, None  # the page of kits says what is wrong with it


@dataclass(slots=True)
class KitsOnTable:
    """The kits that the reader has now."""

    kits: tuple[Kit, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """What they can read."""
        return tuple(sorted({kit.kind for kit in self.kits}))

    def become(self, kits: tuple[Kit, ...], service: CameraService) -> None:
        """People have taught, put on the table or taken off."""
        self.kits = kits
        service.use(reader_of(kits), self.kinds)


def opener_of(settings: CameraProcessSettings, demo: DemoCamera | None, steering: ExposureControl) -> Opener | None:
    """How the camera is opened, again after each loss; `steering` stays through all of them. Raises CameraError where its name can be no camera's."""
    if demo is not None:
        return lambda: demo
    if not settings.camera:
        return None
    if (folder := Path(settings.camera)).is_dir():
        mark = Path(settings.folder) / FILLS
        return lambda: PictureFolder(folder, RECORDED_FPS, mark)
    source = open_source(settings.camera, RECORDED_FPS)  # a wrong name is said at once, not tried again for ever
    if isinstance(source, PictureSequence | VideoFile):
        return lambda: LoopedRecording(source)
    return lambda: open_source(settings.camera, steering=steering)


def run(settings: CameraProcessSettings, stop: threading.Event | None = None) -> None:
    """Read until SIGTERM, SIGINT or `stop`. Raises LamplightError where it cannot begin; nothing later ends it."""
    ended = stop or threading.Event()
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ended.set())
    tune_malloc(KEPT_BYTES)  # what a net needed for a moment: 20 MB of 200 for a twentieth of the time of a look
    cv2.setNumThreads(1)  # the other cores are the rules' and the page's
    bus = MqttBus(settings.account, f"{settings.account.user}.{topics.reader_of(settings.source)}")
    service = compose(settings, bus)
    answer_calls(bus, settings.table)
    if settings.parent is not None:
        threading.Thread(target=end_with, args=(settings.parent, ended), name="parent", daemon=True).start()
    service.warm_up(warming())
    bus.start()
    try:
        service.run(ended)
    finally:
        bus.stop()
        service.outbox.close()


def warming() -> Iterator[Image]:
    """A picture of dice and one of a card, so that every net is loaded before the first throw. Raises PictureError."""
    for kind in ("mom_d8", "card"):
        path = next(iter(sorted((THROWS / kind).glob("*/frame_005.jpg"))), None)
        if path is not None:
            yield decode(path.read_bytes())


def end_with(parent: int, ended: threading.Event) -> None:
    """Set `ended` when the parent process is gone, also where it was gone before this one had begun."""
    while os.getppid() == parent and not ended.wait(PARENT_S):
        pass
    ended.set()


def main(arguments: Sequence[str]) -> int:
    """Read the settings and run; 1 and a sentence where they do not do."""
    if len(arguments) != 1:
        return print_error("a file with the settings is needed, or - to read them from standard input")
    try:
        text = sys.stdin.read() if arguments[0] == "-" else Path(arguments[0]).read_text(encoding="utf-8")
        settings = codec.from_json(CameraProcessSettings, json.loads(text))
    except (OSError, ValueError, LamplightError) as error:
        return print_error(f"the settings cannot be read: {error}")
    configure_logging("camera", settings.logs)
    try:
        run(settings)
    except (OSError, LamplightError) as error:
        return print_error(str(error))
    return 0


def print_error(sentence: str) -> int:
    sys.stderr.write(f"vision: {sentence}\n")
    return 1
