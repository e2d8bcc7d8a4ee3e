"""A look through a camera, to say how well it sees: for setting it up."""

from itertools import islice
from pathlib import Path

from companion.schema.camera_health import CameraHealth
from vision.image.frame import CameraError
from vision.service.checkup import CameraCheckup
from vision.stream.picture_folder import PictureFolder
from vision.stream.recording import FPS, FrameSource
from vision.stream.sources import open_source
from vision.tray.tray_plane import find_tray

FRAMES = 20
"""Looked at; the first ones of a camera are often dark."""


def look_at(camera: str) -> CameraHealth:
    """How well a camera of that name sees its tray; of a folder of stills, in its first one. Raises CameraError, PictureError."""
    folder = Path(camera)
    return look_through(PictureFolder(folder, FPS) if folder.is_dir() else open_source(camera))


def look_through(source: FrameSource) -> CameraHealth:
    """How well its tray is seen in the last of some frames. Raises CameraError, PictureError."""
    checkup, last = CameraCheckup(), None
    for last in islice(source.frames(), FRAMES):
        checkup.feel(last.small)
    if last is None:
        raise CameraError("The camera gives no pictures. Is it plugged in, and is nobody else using it?")
    return checkup.look(last.image, last.small, find_tray(last.image), tapped=False)
