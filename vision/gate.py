"""What is read at all: an object that lies level, whole and in the tray, as far as the second look can tell."""

from vision.find import Found

OBJECT = 0.4
"""Least share of what is read; a coin and a token are told apart by their faces alone."""
OUTSIDE = 0.9
"""From here on it is not in the tray."""
MAYBE_OUTSIDE = 0.2
SMALLEST = 6.5
"""px; radius of a face from which on it can be read. In the grain of an enlarged picture dice of 3 px can be seen."""
COCKED = 0.5
PARTIAL = 0.5


def is_read(found: Found) -> bool:
    """Whether its value may be told where the face is sure."""
    _, cocked, partial, outside = found.states
    large = found.radius >= SMALLEST
    return large and found.score >= OBJECT and cocked <= COCKED and partial <= PARTIAL and outside <= MAYBE_OUTSIDE
