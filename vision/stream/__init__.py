"""Turn camera frames, recordings or folders into arrangements at rest: sources, light, motion, rest, tray watch."""

from vision.stream.demo_camera import THROWS, DemoCamera, load_throws
from vision.stream.exposure import ExposureControl, Part
from vision.stream.picture_folder import PictureFolder
from vision.stream.recording import FPS, FrameSource, LoopedRecording, Opener, PictureSequence, VideoFile
from vision.stream.sources import LONGEST_S, LatestFrame, open_source
from vision.stream.stability import RestDetector, RestThresholds, centre, distance, is_near, mean_side
from vision.stream.tray_watch import Corners, SettledArrangement, TrayReader, TrayWatch

__all__ = [
    "FPS",
    "LONGEST_S",
    "THROWS",
    "Corners",
    "DemoCamera",
    "ExposureControl",
    "FrameSource",
    "LatestFrame",
    "LoopedRecording",
    "Opener",
    "Part",
    "PictureFolder",
    "PictureSequence",
    "RestDetector",
    "RestThresholds",
    "SettledArrangement",
    "TrayReader",
    "TrayWatch",
    "VideoFile",
    "centre",
    "distance",
    "is_near",
    "load_throws",
    "mean_side",
    "open_source",
]
