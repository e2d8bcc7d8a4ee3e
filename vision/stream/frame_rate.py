"""How many of a camera's pictures are looked at: most send more than it takes to see that dice have come to rest."""

from dataclasses import dataclass

from vision.image import Clock

MOST_FPS = 15.0
"""Pictures a second; in 0.3 s of rest there must be three that agree."""
MOST_BAD = 20
"""Damaged frames in a row until a camera is given up. Single ones are faults of the network or the cable."""
EARLY = 0.8
"""Share of the frame interval. Cameras are not punctual; of 30 a second every other frame is used."""


@dataclass(slots=True)
class FrameRateLimiter:
    """Lets a picture pass when it is time for one."""

    clock: Clock
    fps: float = MOST_FPS
    _last: float = float("-inf")

    def is_due(self) -> bool:
        """Return whether to use the frame that has just arrived. Call once a frame."""
        now = self.clock()
        if now - self._last < EARLY / self.fps:
            return False
        self._last = now
        return True
