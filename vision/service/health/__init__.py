"""How well the camera sees: measure a picture, find what is wrong with it, and follow one camera over time."""

from vision.service.health.checkup import CameraCheckup, check_camera, judge_picture, view_of
from vision.service.health.findings import LEAST_PX_PER_MM, STOPPED
from vision.service.health.monitor import HealthMonitor

__all__ = ["LEAST_PX_PER_MM", "STOPPED", "CameraCheckup", "HealthMonitor", "check_camera", "judge_picture", "view_of"]
