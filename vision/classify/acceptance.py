"""What is read at all: an object that lies level, whole and in the tray, and whose face two readers agree upon."""

from vision.classify.face_guess import FaceGuess
from vision.detect.detector import DetectedObject

LEAST_OBJECT = 0.4
"""Least share of an object in what is read; a coin and a token are told apart by their faces alone."""
OUTSIDE = 0.9
"""Share from which on it is not in the tray."""
MAYBE_OUTSIDE = 0.5
"""Share from which on that is asked. Of 42 things outside a tray none was below, of 1854 inside none above."""
SMALLEST = 6.5
"""px; radius of a face from which on it can be read. In the grain of an enlarged picture dice of 3 px can be seen."""
COCKED = 0.5
"""Share from which on it leans: then that is likelier than all else together."""
PARTIAL = 0.5
"""The same of what is partly hidden or over the rim."""
DRAWN = -0.15
"""Correlation by which drawn pips may prefer another number: real ones can be large, square, or set otherwise."""
SHAPE = 0.5
"""Least share of the kit's shape: a blank face of a cube is like that of any other die."""


def is_read(found: DetectedObject) -> bool:
    """Whether its value may be told where the face is sure."""
    _, cocked, partial, outside = found.states
    is_seen = found.radius >= SMALLEST and found.score >= LEAST_OBJECT
    return is_seen and cocked <= COCKED and partial <= PARTIAL and outside <= MAYBE_OUTSIDE


def is_agreed(guess: FaceGuess) -> bool:
    """Whether both readers prefer that face, the second where it looked at more than one, and the outline fits."""
    evidence, least = guess.evidence, 0.0 if guess.kit.shots else DRAWN
    is_matched = evidence.match_lead is None or evidence.match_lead >= least
    return evidence.shape >= SHAPE and evidence.lead >= 0 and is_matched
