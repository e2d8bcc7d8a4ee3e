"""A lesson with the camera: its trays answer no prompt, and are captured when they are at rest and new."""

import time
from dataclasses import dataclass, field

from companion.i18n import _
from companion.schema import Words
from vision.image import HEIGHT, WIDTH, Clock, Frame
from vision.stream import RestDetector
from vision.tray import TrayPlane

REST_S = 0.4
"""s that the tray must rest before a trayful is taken."""
OPEN_S = 12.0
"""s without a sign of life until a lesson ends. Until then the tray answers no prompt."""
LEFT_S = 2.0
"""s after its end in which a late request does not reopen the lesson. Otherwise the next throw of a game would become
part of it.
"""
AGAIN_S = 2.0
"""s after which a tray that was badly seen is looked at once more: a lens that is wiped need not move anything on it."""
GONE_S = 4.0
"""s without a frame until the camera counts as gone."""
SAME = _("Turn the things, or lay other ones.")
WAITS = _("Waiting for the camera's picture.")
GONE = _("The camera sends no pictures. Plug it in again, or take a photograph with this device.")


@dataclass(slots=True)
class KitLesson:
    """Safe for two threads: one calls `add_frame`, the other everything else."""

    clock: Clock = time.monotonic
    newest: str = ""
    """Name of the newest trayful, from the camera or not; or of the one before which nothing was found."""
    kit: str = ""
    """Kit of the lesson."""
    _asked_at: float = float("-inf")
    _left_at: float = float("-inf")
    _heard_at: float = float("-inf")
    """When the newest frame came, or the lesson began."""
    _now: tuple[Frame, TrayPlane | None] | None = None
    """The newest frame, and where its tray is."""
    _settle: RestDetector = field(default_factory=RestDetector)
    _rests_s: float = 0.0
    _fresh: bool = True
    """True if anything moved since the last captured tray."""
    _same: Words = ""
    """Message while nothing has moved."""
    _again_at: float = float("inf")
    """When what was badly seen is looked at once more, be it moved or not."""

    @property
    def is_open(self) -> bool:
        """Return whether a lesson with the camera is running."""
        return self.clock() - self._asked_at < OPEN_S

    @property
    def is_silent(self) -> bool:
        """Return whether no frame has arrived for a while."""
        return self.clock() - self._heard_at > GONE_S

    def was_left(self, kit: str) -> bool:
        """Return whether the lesson of that kit has just ended."""
        return kit == self.kit and self.clock() - self._left_at < LEFT_S

    def keep_open(self, kit: str) -> bool:
        """Extend the lesson of that kit. Returns False if another one is running, or this one was just left."""
        if (self.is_open and kit != self.kit) or self.was_left(kit):
            return False
        if not self.is_open:
            self.kit, self._heard_at = kit, self.clock()
        self._asked_at = self.clock()
        return True

    def close(self, kit: str) -> None:
        """End the lesson of that kit."""
        if kit == self.kit:
            self._asked_at, self._left_at = float("-inf"), self.clock()

    def add_frame(self, frame: Frame, tray: TrayPlane | None) -> None:
        """Take a frame of the camera."""
        if not self.is_open:
            self._now = None
            return
        self._heard_at = self.clock()
        area = tray.mask((HEIGHT, WIDTH), frame.image.shape[:2], grow=4) if tray else None
        rests = self._settle.follow(frame.small, frame.at, area)
        self._fresh = self._fresh or rests is None
        self._rests_s, self._now = rests or 0.0, (frame, tray)

    def capture(self, last: str) -> tuple[Frame, TrayPlane | None] | Words:
        """Return the new tray at rest, or the reason to wait. `last`: the newest tray that the page has shown."""
        now = self._now
        if self.is_silent:
            return GONE
        if now is None:
            return WAITS
        if self._rests_s < REST_S:
            return _("Something moves on the tray.")
        if not self._fresh and last == self.newest and self.clock() < self._again_at:
            return self._same
        self._fresh, self._same, self._again_at = False, SAME, float("inf")
        return now

    def wait_for_change(self, last: str, sentence: Words) -> None:
        """In what was taken: the page that has seen `last` hears the sentence until something moves."""
        self.newest, self._same = last, sentence

    def retry_soon(self, last: str, sentence: Words) -> None:
        """Keep a message about the captured tray for a while, then look once more."""
        self.wait_for_change(last, sentence)
        self._again_at = self.clock() + AGAIN_S
