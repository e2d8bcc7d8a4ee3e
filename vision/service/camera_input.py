"""Set up one camera process: how to open its source, its light, its tray, and pictures to warm up with."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from vision.image import Image, decode
from vision.service.settings import CameraProcessSettings
from vision.stream import (
    THROWS,
    DemoCamera,
    ExposureControl,
    LoopedRecording,
    Opener,
    PictureFolder,
    PictureSequence,
    RestThresholds,
    VideoFile,
    load_throws,
    open_source,
)
from vision.tray import TrayPlane, load_tray

RECORDED_FPS = 10.0
"""Pictures a second of a folder of pictures that stands for a camera."""
FILLS = "folder-camera.txt"
"""File in the process's folder. Names the picture folder that is filled while the process runs."""


@dataclass(frozen=True, slots=True)
class CameraInput:
    """How frames come in, and what is known of the tray in them."""

    open: Opener | None
    """None: without a camera, only photographs are read."""
    patience: RestThresholds
    demo: DemoCamera | None = None
    tray: TrayPlane | None = None
    """The tapped corners; None where the tray has markers."""
    corners: Path | None = None
    """The file of the tapped corners."""
    steering: ExposureControl = field(default_factory=ExposureControl)


def camera_input(settings: CameraProcessSettings) -> CameraInput:
    """Set up a camera's input. Raises CameraError for an invalid name, PlaneError for damaged corners."""
    steering = ExposureControl()
    demo = DemoCamera(load_throws()) if settings.is_demo else None
    return CameraInput(
        open=opener_of(settings, demo, steering),
        patience=RestThresholds(still_s=settings.still_s),
        demo=demo,
        tray=load_tray(Path(settings.tray)) if settings.tray else None,
        corners=Path(settings.tray) if settings.tray else None,
        steering=steering,
    )


def opener_of(settings: CameraProcessSettings, demo: DemoCamera | None, steering: ExposureControl) -> Opener | None:
    """How the camera is opened, again after each loss; `steering` stays through all of them. Raises CameraError where its name can be no camera's."""
    if demo is not None:
        return lambda: demo
    if not settings.camera:
        return None
    if (folder := Path(settings.camera)).is_dir():
        mark = Path(settings.folder) / FILLS
        return lambda: PictureFolder(folder, RECORDED_FPS, mark)
    source = open_source(
        settings.camera, RECORDED_FPS, may_be_here=settings.may_be_here
    )  # refuse a wrong name at the start instead of retrying it
    if isinstance(source, PictureSequence | VideoFile):
        return lambda: LoopedRecording(source)
    return lambda: open_source(settings.camera, steering=steering, may_be_here=settings.may_be_here)


def warm_up_images() -> Iterator[Image]:
    """Yield a picture of dice and one of a card, so that every net is loaded before the first throw. Raises
    PictureError.
    """
    for kind in ("mom_d8", "card"):
        path = next(iter(sorted((THROWS / kind).glob("*/frame_005.jpg"))), None)
        if path is not None:
            yield decode(path.read_bytes())
