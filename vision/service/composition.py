"""How the parts of the camera process are put together."""

from pathlib import Path

from companion.messaging import Bus, Outbox
from vision.service.camera_input import camera_input
from vision.service.camera_service import CameraService
from vision.service.kits_on_table import KitsOnTable
from vision.service.pictures.page_images import page_images
from vision.service.reporter import ReaderIdentity
from vision.service.settings import CameraProcessSettings


def compose(settings: CameraProcessSettings, bus: Bus) -> CameraService:
    """The service with its parts. Raises KitError, CameraError, PlaneError, OutboxError."""
    on_table = KitsOnTable.of(settings)
    camera = camera_input(settings)
    service = CameraService(
        bus=bus,
        outbox=Outbox(settings.outbox),
        post=ReaderIdentity(settings.table, settings.source, kinds=on_table.kinds, model=settings.model),
        open=camera.open,
        steering=camera.steering,
        read=on_table.reader,
        album=page_images(Path(settings.pictures), Path(settings.folder), settings.doubts_days),
        uploads=Path(settings.uploads),
        patience=camera.patience,
        tray=camera.tray,
        corners=camera.corners,
        demo=camera.demo,
        teaching=on_table.requests(settings),
    )
    on_table.connect(service)
    return service
