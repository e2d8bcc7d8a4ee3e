"""The kits that the camera process reads with, and how pages that teach change them."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from vision.enrolment import KitLibrary, KitsInUse, KitTrainer, ReadingCorrections
from vision.kit import Kit
from vision.service.camera_service import CameraService
from vision.service.expected_faces import TrayReader, make_reader
from vision.service.health import judge_picture
from vision.service.remarks import KitRemarks
from vision.service.requests.kit_requests import KitRequests
from vision.service.settings import CameraProcessSettings


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
