"""How well a camera sees its tray: numbers, and what to do about them in words."""

from __future__ import annotations

from dataclasses import dataclass

from companion.wire.words import Words


@dataclass(frozen=True, slots=True)
class Health:
    """Measured while the tray is at rest. 0 stands for what could not be measured."""

    blur: float = 0.0  # px of the picture, standard deviation of its edges
    light: int = 0  # 0..255, grey level that the brightest twentieth of the picture reaches
    glare: float = 0.0  # 0..1, share of the tray that is blindingly white
    flicker: float = 0.0  # grey levels from picture to picture
    markers: int = 0  # of the tray's four
    px_per_mm: float = 0.0  # on the tray's floor, where markers tell it
    whole: bool = True  # the tray lies in the picture with all its corners, as far as it is known where it lies
    moved: float = 0.0  # share of the picture's width, since the tray's corners were tapped
    advice: tuple[Words, ...] = ()  # sentences, the most important first; empty: it sees well
