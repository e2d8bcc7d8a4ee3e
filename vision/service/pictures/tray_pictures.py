"""Who gets the pictures of the camera: the page, its preview, whoever teaches a kit, and whoever sets the table up."""

from dataclasses import dataclass

from companion.schema import SeenObject
from vision.image import Frame, Image
from vision.service.pictures.page_images import PageImages
from vision.service.requests import KitRequests, SetupWatchers
from vision.tray import TrayPlane

PREVIEW_S = 1.0
"""s after the last motion for which the preview is kept up to date: the last one shows the tray at rest."""


@dataclass(slots=True)
class TrayPictures:
    """For the camera's thread, and for photographs."""

    album: PageImages
    audience: SetupWatchers
    teaching: KitRequests | None = None
    _showed_all: bool = False
    """Whether the newest preview shows what lies beside the tray; it does not stay when nobody sets the table up."""

    def keep(self, name: str, image: Image, objects: tuple[SeenObject, ...], tray: TrayPlane | None) -> str:
        """Store the picture of a reading, also for corrections; its file name, "" where it could not be stored."""
        picture = self.album.keep(name, image, objects, tray)
        if self.teaching is not None:
            self.teaching.corrections.remember(picture, image, objects)
        return picture

    def preview(self, frame: Frame, tray: TrayPlane | None, still_s: float) -> None:
        """Keep the preview up to date, as long as anything moves or anybody sets the table up; `still_s`: since the last motion."""
        sees_all, looks = self.audience.sees_all, self.audience.is_open
        if still_s > PREVIEW_S and not looks and not self._showed_all:
            return
        if self.album.preview(frame.image, None if sees_all else tray):
            self._showed_all = sees_all

    def teach(self, frame: Frame, tray: TrayPlane | None) -> bool:
        """Whether somebody teaches with this frame: then the preview shows it."""
        if self.teaching is None or not self.teaching.add_frame(frame, tray):
            return False
        self.album.preview(frame.image, tray)
        return True

    def forget_all_shown(self) -> None:
        """The camera is gone: no preview stays that shows what lay beside the tray."""
        if self._showed_all:
            self.album.forget_preview()
