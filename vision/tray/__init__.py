"""The tray in a picture: its markers and corners, what is wrong with its markers, and from where the camera looks."""

from vision.tray.marker_extrapolation import extrapolate_markers
from vision.tray.marker_faults import MarkerSet, inks_of, marks_in, scale_of, slant_of
from vision.tray.marker_order import MarkerOrder, order_of
from vision.tray.tilt import CameraView, Tilt, TiltedFace, estimate_view, level_tilt
from vision.tray.tray_plane import (
    EDGE_MM,
    ENOUGH_MARKERS,
    MARKER_MM,
    MARKERS,
    PlaneError,
    Point,
    TrayPlane,
    bounds,
    find_markers,
    find_tray,
    floor_of,
    load_tray,
    save_tray,
    tray_between,
)

__all__ = [
    "EDGE_MM",
    "ENOUGH_MARKERS",
    "MARKERS",
    "MARKER_MM",
    "CameraView",
    "MarkerOrder",
    "MarkerSet",
    "PlaneError",
    "Point",
    "Tilt",
    "TiltedFace",
    "TrayPlane",
    "bounds",
    "estimate_view",
    "extrapolate_markers",
    "find_markers",
    "find_tray",
    "floor_of",
    "inks_of",
    "level_tilt",
    "load_tray",
    "marks_in",
    "order_of",
    "save_tray",
    "scale_of",
    "slant_of",
    "tray_between",
]
