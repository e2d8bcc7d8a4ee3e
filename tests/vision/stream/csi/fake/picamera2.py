"""A fake of the camera library of Raspberry Pi OS, for a separate process; FAKE_CAMERA selects its behaviour.

"" gives pictures. "none" has no camera. "busy" cannot be opened. "stops" gives three pictures and hangs. "dies" gives
three and is killed. "fails" gives three and raises. "talks" writes an invalid reply. Every call is written to
FAKE_TOLD, a line each.
"""

import json
import os
import socket
import sys
import time
from pathlib import Path

import numpy as np

FAKE = os.environ.get("FAKE_CAMERA", "")
WHOLE, MIDDLE = (0, 0, 4608, 2592), (768, 432, 3072, 1728)


class Picamera2:
    camera_controls = dict.fromkeys(
        ("AeEnable", "AwbEnable", "AfMode", "LensPosition", "ExposureTime", "AnalogueGain", "ColourGains")
    )
    sensor_modes = (
        {"size": (1536, 864), "bit_depth": 10, "fps": 120.1, "crop_limits": MIDDLE},
        {"size": (2304, 1296), "bit_depth": 10, "fps": 56.0, "crop_limits": WHOLE},
        {"size": (4608, 2592), "bit_depth": 10, "fps": 14.4, "crop_limits": WHOLE},
    )

    @staticmethod
    def global_camera_info():
        usb = {"Model": "C920", "Id": "/base/axi/pcie/rp1/usb@200000-1:1.0-046d:082d", "Num": 0}
        ribbon = {"Model": "imx708_wide", "Id": "/base/axi/pcie/rp1/i2c@88000/imx708@1a", "Num": 1}
        return [usb] if FAKE == "none" else [usb, ribbon]

    def __init__(self, number):
        if FAKE == "busy":
            raise RuntimeError("Device or resource busy")
        tell(opened=number)
        self.pictures, self.light = 0, 90

    def create_video_configuration(self, **wish):
        tell(mode=wish["sensor"]["output_size"], format=wish["main"]["format"])
        return wish

    def configure(self, wish):
        self.size = wish["main"]["size"]

    def start(self):
        """It runs."""

    def set_controls(self, wish):
        tell(**wish)

    def capture_metadata(self):
        return {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (1.8, 1.6), "LensPosition": 2.0}

    def capture_array(self, _stream):
        time.sleep(0.01)
        self.pictures += 1
        tell(taken=self.pictures)
        if self.pictures > 3:
            misbehave()
        picture = np.full((self.size[1], self.size[0], 3), self.light, np.uint8)
        picture[:, :, 0] = 200  # blue comes first
        return picture


def misbehave():
    if FAKE == "stops":
        time.sleep(60)
    if FAKE == "dies":
        os.kill(os.getpid(), 9)
    if FAKE == "fails":
        raise RuntimeError("Camera frontend has timed out!")
    if FAKE == "talks":
        socket.socket(fileno=os.dup(int(sys.argv[2]))).sendall(b"libcamera: hello, this is no picture at all")


def tell(**what):
    with Path(os.environ["FAKE_TOLD"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(what) + "\n")
