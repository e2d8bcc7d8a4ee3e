"""Set the table up: choose a camera, see what it sees, print the marker sheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from companion.i18n import Say, _
from companion.ops.system_info import system_info
from companion.presentation.responses import CameraChoice, SystemInfo
from companion.schema import CameraSight, Refused, hide_secrets
from companion.sessions import SetupChoiceStore, Way
from companion.setup.camera_check import CameraCheck
from companion.setup.camera_discovery import check_address, list_cameras
from companion.setup.sensor_processes import SensorProcesses

if TYPE_CHECKING:  # it loads OpenCV and fpdf
    from vision.tray.marker_sheet import Paper

LOCAL = re.compile(r"[0-9]+$|/dev/|csi:")
"""How the names of cameras at this machine begin, see `vision.stream.sources.open_source`."""


class CameraSetup:
    """The set-up of the camera. Thread-safe."""

    def __init__(self, sensors: SensorProcesses, check: CameraCheck, chosen: Callable[[], None], broker: str) -> None:
        """`chosen` is called once another camera was chosen; `broker`: the kind that runs."""
        self._broker = broker
        self._settings, self._sensors, self._check = sensors.settings, sensors, check
        self._chosen = chosen

    @property
    def by(self) -> Literal["settings", "demo", "page"]:
        if self._settings.camera.source:
            return "settings"
        return "demo" if self._sensors.demo else "page"

    @property
    def source(self) -> str:
        return hide_secrets(self._sensors.source)

    @property
    def choices(self) -> SetupChoiceStore:
        return self._sensors.choices

    @property
    def tapped(self) -> bool:
        return self._sensors.is_framed

    @property
    def sight(self) -> CameraSight | None:
        """The last sight; None when the camera is silent."""
        return self._check.sight

    def cameras(self) -> tuple[CameraChoice, ...]:
        return list_cameras()

    def choose(self, way: Way, source: str) -> None:
        """Look through this one from now on; what was known of the one before is forgotten. Raises Refused, SetupChoicesError."""
        if self.by != "page":
            raise Refused(
                "NOT_HERE", _("Which camera it is stands in the settings, or with the command: change it there.")
            )
        source = source.strip() if way in ("local", "stream") else ""
        if way == "local" and source not in {camera.where for camera in self.cameras()}:
            raise Refused("NO_CAMERA", _("This camera is not plugged in any more. Plug it in, or choose another one."))
        if way == "stream":
            check_address(source, may_be_here=self._sensors.may_be_here)
        before = self.choices.now.source
        if source == hide_secrets(before):
            source = before  # sent back as it was shown: its password is kept
        self.choices.change(way=way, source=source)
        if source != before:
            self._check.forget()
            self._sensors.look_elsewhere()
            self._chosen()

    def check(self, *, whole: bool) -> None:
        """Request a sight. `whole`: also outside of the tray."""
        self._sensors.wake_camera()
        self._check.request_sight(whole=whole)

    def relight(self) -> None:
        """Have the camera set exposure and focus again. Raises Refused if it cannot."""
        if not self.is_steered or not self._check.relight():
            raise Refused(
                "NO_CAMERA", _("Only a camera at this machine can be told to find its light, and none is there now.")
            )

    @property
    def is_steered(self) -> bool:
        """Return whether we control exposure and focus of the camera."""
        return bool(LOCAL.match(self._sensors.source))

    def sheet(self, paper: Paper, say: Say) -> bytes:
        from vision.tray.marker_sheet import render_sheet  # OpenCV and fpdf are loaded for this alone

        return render_sheet(paper, say)

    def inside(self) -> SystemInfo:
        return system_info(self._settings, self._broker)
