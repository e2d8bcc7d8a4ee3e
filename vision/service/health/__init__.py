"""How well the camera sees: measure a picture, find what is wrong with it, and follow one camera over time."""

from vision.service.health.checkup import CameraCheckup, check_camera, judge_picture, view_of
from vision.service.health.findings import LEAST_PX_PER_MM, STOPPED

__all__ = ["LEAST_PX_PER_MM", "STOPPED", "CameraCheckup", "check_camera", "judge_picture", "view_of"]
