"""The objects in a picture: where each is, its shape, whether it is level. Reads no faces."""

from vision.detect.detector import DetectedObject, detect_objects
from vision.detect.object_json import enlarged, in_crop, to_record
from vision.detect.objects import find_objects, without_overlaps
from vision.detect.onnx_session import session
from vision.detect.shape_and_pose import refine_objects

__all__ = [
    "DetectedObject",
    "detect_objects",
    "enlarged",
    "find_objects",
    "in_crop",
    "refine_objects",
    "session",
    "to_record",
    "without_overlaps",
]
