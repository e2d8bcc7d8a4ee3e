"""From a camera, a recording or a folder to arrangements that came to rest: sources of frames, light, motion, rest, the watch over the tray."""

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
