"""One picture of a camera with its time. Nothing here knows where pictures come from."""

from dataclasses import dataclass

from vision.kit import Image


@dataclass(frozen=True, slots=True)
class Frame:
    """What the camera saw at one moment."""

    image: Image
    at: float
    """s on the clock of its source, which only rises; a recording counts from 0."""
    index: int
    """0 for the first frame of the source."""
