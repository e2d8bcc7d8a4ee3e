"""Teach a kit: label trays of objects, store their shots, run the lesson.

The only package that changes kit folders. Uses neither the bus nor a camera: takes pictures and requests, returns
replies. Readers import nothing from here.
"""

from vision.enrolment.confusion import confused_faces
from vision.enrolment.corrections import ReadingCorrections
from vision.enrolment.kit_archive import pack_kit, unpack_kit
from vision.enrolment.kit_builder import MOST_LABELS, build_kit, kit_of_labels
from vision.enrolment.kit_library import KitLibrary
from vision.enrolment.kit_trainer import LOOK_S, KitTrainer
from vision.enrolment.kits_in_use import KitsInUse
from vision.enrolment.labelled_tray import TrayObject, label_tray, shape_of, shots_of, suggest_faces
from vision.enrolment.shots import add_shots, create_kit, remove_kit

__all__ = [
    "LOOK_S",
    "MOST_LABELS",
    "KitLibrary",
    "KitTrainer",
    "KitsInUse",
    "ReadingCorrections",
    "TrayObject",
    "add_shots",
    "build_kit",
    "confused_faces",
    "create_kit",
    "kit_of_labels",
    "label_tray",
    "pack_kit",
    "remove_kit",
    "shape_of",
    "shots_of",
    "suggest_faces",
    "unpack_kit",
]
