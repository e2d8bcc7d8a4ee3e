"""Identify the objects of a tray: two readers of faces, one calibrated confidence, and an annotated picture."""

from vision.kind_and_face.annotation import draw_boxes, draw_labels
from vision.kind_and_face.face_embedding import KEPT, REACH_KEPT, cut_face, embed_views, likeness, printed_values, views
from vision.kind_and_face.face_guess import Allowed
from vision.kind_and_face.tray_reader import read_tray

__all__ = [
    "KEPT",
    "REACH_KEPT",
    "Allowed",
    "cut_face",
    "draw_boxes",
    "draw_labels",
    "embed_views",
    "likeness",
    "printed_values",
    "read_tray",
    "views",
]
