"""Compute how high a camera must hang: lens, heights, and field of view. Pure."""

from __future__ import annotations

from companion.presentation.mount.heights import (
    Lens,
    LensError,
    TrayFloor,
    across_of_corners,
    across_of_glass,
    across_of_ruler,
)
from companion.presentation.mount.outlook import Outlook, compute_outlook

__all__ = [
    "Lens", "LensError", "Outlook", "TrayFloor", "across_of_corners", "across_of_glass", "across_of_ruler",
    "compute_outlook"
]  # fmt: skip
