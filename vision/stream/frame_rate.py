"""How many of a camera's pictures are looked at: most send more than it takes to see that dice have come to rest."""

from dataclasses import dataclass

from vision.image import Clock

MOST_FPS = 15.0
"""Pictures a second; in 0.3 s of rest there must be three that agree."""
MOST_BAD = 20
"""Damaged pictures in a row after which a camera is given up; one now and then is the network's or the cable's."""
EARLY = 0.8
"""Of the time between two; cameras are not punctual, and of 30 a second every other one is to be taken."""


@dataclass(slots=True)
class FrameRateLimiter:
    """Lets a picture pass when it is time for one."""

    clock: Clock
    fps: float = MOST_FPS
    _last: float = float("-inf")

    def is_due(self) -> bool:
        """Whether the picture that has just come is to be looked at; asked once for each."""
        now = self.clock()
        if now - self._last < EARLY / self.fps:
            return False
        self._last = now
        return True
