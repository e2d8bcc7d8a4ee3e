"""The processes of camera and serial bridge, and their settings."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from companion.i18n import _
from companion.messaging import BrokerCredentials, Outbox, OutboxError
from companion.schema import Refused, to_json
from companion.sessions import SetupChoiceStore
from companion.settings import Settings
from companion.system.data_dir import folder, memory_folder
from companion.system.supervised_process import ManagedProcess
from companion.web.services import Corners

QUIET_ENVIRONMENT = {
    "OPENCV_LOG_LEVEL": "ERROR",  # a missing camera is shown on the page
    "OPENCV_IO_MAX_IMAGE_PIXELS": str(50_000_000),  # as vision.image.decoder, which looks at the size before
}


CAMERA_MALLOC = {"MALLOC_TRIM_THRESHOLD_": "8000000", "MALLOC_MMAP_THRESHOLD_": "8000000"}
"""For glibc: return larger blocks to the system at once. It saves 20 MB of 200 and costs a twentieth of a look's time."""


IDLE_S = 600.0
"""s without a request after which the camera's process ends, if no camera is configured."""
STARTS_S = 30.0
"""s that it may take to start: a small computer loads its nets from a slow card in ten."""


class SensorProcesses:
    """Starts both processes. The bridge always runs and finds readers. Without a camera, its process runs only for photographs and kits."""

    def __init__(
        self,
        settings: Settings,
        account: BrokerCredentials,
        demo: bool = False,
        of_camera: BrokerCredentials | None = None,
        camera_rests: Callable[[], None] = lambda: None,
    ) -> None:
        """`account`: of readers at the broker. `of_camera`: of the camera alone. A demo without a camera plays recorded throws.

        `camera_rests` is called before the camera's process ends for lack of requests.
        """
        self._camera_rests = camera_rests
        self.settings, self._account = settings, account
        self._of_camera = of_camera or account
        self.demo = demo
        self.choices = SetupChoiceStore(settings.data / "setup.json")
        self._corners = settings.data / "tray.json"  # of the tray, as they were tapped
        camera, bridge = ((sys.executable, "-m", module, "-") for module in ("vision", "firmware_bridge"))
        self._camera = ManagedProcess(
            "camera",
            camera,
            {**QUIET_ENVIRONMENT, **os.environ, **CAMERA_MALLOC},
            lambda: json.dumps(self.camera_configuration()),
        )
        bridge_input = json.dumps(self.bridge_configuration())
        self._bridge = ManagedProcess("bridge of the serial readers", bridge, dict(os.environ), lambda: bridge_input)
        self._lock = threading.Lock()
        self._woken_at = self._needed_at = float("-inf")
        self._rest_timer = threading.Timer(IDLE_S, self.rest)

    def start(self) -> None:
        self._camera.start(resting=True)
        self._bridge.start()
        if self.has_camera or self._has_unsent():
            self.wake_camera()

    @property
    def is_camera_resting(self) -> bool:
        """Return whether the camera's process does not run because it is not needed."""
        return self._camera.is_resting and not self.has_camera

    def wake_camera(self) -> float:
        """Start the camera's process, unless it runs; without a camera it rests again after a while. The s that it may take until it is there."""
        with self._lock:
            if not self._camera.is_kept:
                return 0.0
            self._needed_at = time.monotonic()
            if self._camera.is_resting:
                self._woken_at = self._needed_at
                self._camera.wake()
            self._rest_later()
            return max(0.0, self._woken_at + STARTS_S - self._needed_at)

    def rest(self) -> None:
        """End the camera's process if no camera is configured, no request came for a while, and all readings are delivered."""
        with self._lock:
            if self.has_camera:
                return
            if time.monotonic() - self._needed_at < IDLE_S or self._has_unsent():
                self._rest_later()
            else:
                self._camera.rest()
                self._camera_rests()

    def _rest_later(self) -> None:
        self._rest_timer.cancel()
        self._rest_timer = threading.Timer(IDLE_S, self.rest)
        self._rest_timer.daemon = True
        self._rest_timer.start()

    def _has_unsent(self) -> bool:
        """Return whether the camera's outbox holds readings, or cannot be opened."""
        for path in (self.settings.data / "vision").glob("*.outbox.db"):
            try:
                outbox = Outbox(path)
            except OutboxError:
                return True
            waiting = outbox.waiting
            outbox.close()
            if waiting:
                return True
        return False

    def stop(self) -> None:
        self._rest_timer.cancel()
        for child in (self._camera, self._bridge):
            child.stop()

    @property
    def source(self) -> str:
        """The camera of the settings, else the one chosen on the page, else "". A demo plays recordings instead."""
        return self.settings.camera.source or ("" if self.demo else self.choices.now.source)

    @property
    def may_be_here(self) -> bool:
        """Return whether the camera may be this machine: only for an address of the settings, not of the page."""
        return bool(self.settings.camera.source) or self.settings.camera.this_machine

    @property
    def has_camera(self) -> bool:
        return bool(self.source) or self.demo

    @property
    def is_framed(self) -> bool:
        """Return whether the corners of the tray were set by hand."""
        return self.settings.camera.tray is not None or self._corners.exists()

    def look_elsewhere(self) -> None:
        """Another camera was chosen: where the tray was in the picture of the one before is forgotten."""
        self._corners.unlink(missing_ok=True)
        self.wake_camera()
        self._camera.renew()

    def frame(self, corners: Corners) -> None:
        """Store the corners of the tray, or none to use its markers, and restart the camera's process.

        Raises Refused if the settings name the corners.
        """
        if self.settings.camera.tray is not None:
            raise Refused("IN_SETTINGS", _("The settings name the file with the tray's corners: change them there."))
        from vision.tray.tray_plane import TrayPlane, save_tray  # OpenCV is loaded for this alone

        if corners:
            first, second, third, fourth = corners
            save_tray(TrayPlane((first, second, third, fourth)), self._corners)
        else:
            self._corners.unlink(missing_ok=True)
        self._camera.renew()

    def camera_configuration(self) -> dict[str, Any]:
        camera, data = self.settings.camera, self.settings.data
        tray = camera.tray or (self._corners if self._corners.exists() else "")
        return {
            "table": self.settings.place,
            "folder": str(folder(data / "vision")),
            "pictures": str(folder(data / "pictures")),
            "preview": str(memory_folder(data) or data / "pictures"),
            "uploads": str(folder(data / "uploads")),
            "account": to_json(self._of_camera),
            "name": camera.reader,
            "camera": self.source,
            "may_be_here": self.may_be_here,
            "kits": camera.kits,
            "tray": str(tray),
            "still_s": camera.still_s,
            "doubts_days": camera.doubts_days,
            "demo": self.demo and not self.source,
            "logs": to_json(self.settings.logs),
            "parent": os.getpid(),
        }

    def bridge_configuration(self) -> dict[str, Any]:
        return {
            "table": self.settings.place,
            "folder": str(folder(self.settings.data / "bridge")),
            "account": to_json(self._account),
            "readers": self._serial_readers(),
            "lines": self.settings.bridge.lines,
            "logs": to_json(self.settings.logs),
            "parent": os.getpid(),
        }

    def _serial_readers(self) -> list[dict[str, str]]:
        """Those of the settings; in a demo without one, a reader that only pretends."""
        bridge = self.settings.bridge
        pretends = self.demo and bridge.reader not in {reader.reader for reader in bridge.readers}
        first = (bridge,) if bridge.port or pretends else ()
        return [
            {
                "name": reader.reader,
                "driver": reader.driver,
                "port": reader.port,
                "zone": reader.zone,
                "prefix": reader.prefix,
            }
            for reader in (*first, *bridge.readers)
        ]
