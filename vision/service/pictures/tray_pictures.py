"""Distribute the camera's pictures: to the page, its preview, kit lessons and set-up pages."""

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
    """Used by the camera's thread and for photographs."""

    album: PageImages
    audience: SetupWatchers
    teaching: KitRequests | None = None
    _showed_all: bool = False
    """True if the newest preview shows the surroundings of the tray. It is deleted when the set-up ends."""

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
        """Return whether a lesson uses this frame; the preview shows it then."""
        if self.teaching is None or not self.teaching.add_frame(frame, tray):
            return False
        self.album.preview(frame.image, tray)
        return True

    def forget_all_shown(self) -> None:
        """Delete a preview that shows the surroundings of the tray, after the camera is lost."""
        if self._showed_all:
            self.album.forget_preview()
