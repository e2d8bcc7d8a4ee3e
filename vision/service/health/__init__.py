"""How well the camera sees: measure a picture, find what is wrong with it, and follow one camera over time."""

from vision.service.health.checkup import HealthMonitor, check_camera, judge_picture

__all__ = ["HealthMonitor", "check_camera", "judge_picture"]
