"""Open the ribbon camera of a Raspberry Pi, and send a picture for each request.

/usr/bin/python3 -P vision/stream/csi/program.py NAME FD

NAME is a number from 0 on, or a model as "imx708"; FD is the socket to the parent process. Runs under the system's
Python, from 3.11 on, with its picamera2 and the standard library alone: it imports nothing of this project.

An order is one byte, and is answered before the next one: `NEXT` with a picture, `HOLD` with the list of settings not
held, the others with nothing. A reply is a `HEAD` and as many bytes as it announces. An error is one message, after
which the program ends.
"""

import contextlib
import json
import os
import queue
import socket
import struct
import sys
import threading
import time
from typing import Any

MAGIC = b"LLC1"
HEAD = struct.Struct("!4sBBHHId")
"""`MAGIC`, kind, format, width, height, bytes that follow, and when it was taken: s of the monotonic clock."""
PICTURE, HELD, SENTENCE = 1, 2, 3
"""Kinds of replies. HELD: a list as JSON. SENTENCE: error and remedy, text as JSON."""
BGR = 1
"""Formats. BGR: rows from above, three bytes a pixel, blue first."""
NEXT, RELEASE, RELIGHT, HOLD, EXPOSE = b"n", b"r", b"l", b"h", b"e"
"""Orders. RELEASE finds light and focus, RELIGHT finds the light, EXPOSE returns control of the exposure."""
SIZE, FPS = (1280, 720), 15
LONGEST = 500
"""Letters of what stands in a sentence."""
MANUAL, CONTINUOUS = 0, 2
"""Modes of the focus, as libcamera numbers them."""


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it; nothing of ours is imported here
    """Return marks a literal that becomes text where it is read."""
    return message


class CsiError(Exception):
    """Error message with its remedy: a message and its placeholders."""

    def __init__(self, message: str, **filled: str) -> None:
        super().__init__(message.format(**filled))
        self.text = text_of(message, **filled)


def text_of(message: str, **filled: str) -> str:
    """As `companion.i18n.Text` is read from JSON."""
    return json.dumps(
        {"msgid": message, "args": sorted((name, value[:LONGEST]) for name, value in filled.items())},
        ensure_ascii=False,
    )


def opened(name: str) -> Any:
    """Return the camera, running. Raises CsiError."""
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    try:
        from picamera2 import Picamera2  # of Raspberry Pi OS alone
    except ImportError as error:
        raise CsiError(
            N_("The camera csi:{name} needs picamera2 ({why}): sudo apt-get install python3-picamera2"),
            name=name,
            why=str(error),
        ) from error
    number = number_of(name, Picamera2.global_camera_info())
    try:
        camera = Picamera2(number)
        mode = whole_view(camera.sensor_modes)
        camera.configure(
            camera.create_video_configuration(
                main={"size": SIZE, "format": "RGB888"},  # as libcamera calls what has blue first
                sensor={"output_size": mode["size"], "bit_depth": mode["bit_depth"]},
                controls={"FrameRate": FPS},
                buffer_count=3,
                queue=False,  # capture after the request: the newest picture, never a queued one
            )
        )
        camera.start()
    except Exception as error:  # libcamera raises what it likes: no such camera, busy, no memory
        raise CsiError(
            N_(
                "The camera csi:{name} cannot be opened ({why}). Is nobody else using it, and does its ribbon sit well?"
            ),
            name=name,
            why=str(error),
        ) from error
    return camera


def number_of(name: str, cameras: list[dict[str, Any]]) -> int:
    """Return the camera's number among all. Raises CameraError. `found`: from picamera2. USB cameras do not count."""
    ribbons = [camera for camera in cameras if "usb" not in camera["Id"]]
    if name.isdecimal() and int(name) < len(ribbons):
        return int(ribbons[int(name)]["Num"])
    for camera in ribbons:
        if camera["Model"] == name:
            return int(camera["Num"])
    if not ribbons:
        raise CsiError(
            N_(
                "There is no camera csi:{name} on this Raspberry Pi; there is: none. Switch it off, look whether the ribbon"
                " sits well at both ends, and switch it on again."
            ),
            name=name,
        )
    raise CsiError(
        N_(
            "There is no camera csi:{name} on this Raspberry Pi; there is: {there}. Switch it off, look whether the ribbon"
            " sits well at both ends, and switch it on again."
        ),
        name=name,
        there=", ".join(str(camera["Model"]) for camera in ribbons),
    )


def whole_view(modes: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the smallest mode that is large enough and sees all that the lens does: others see the middle alone."""

    def seen(mode: dict[str, Any]) -> int:
        return int(mode["crop_limits"][2] * mode["crop_limits"][3])

    widest = max(map(seen, modes))
    fitting = [one for one in modes if seen(one) >= 0.9 * widest and one["size"][0] >= SIZE[0] and one["fps"] >= FPS]
    return min(fitting or modes, key=lambda one: abs(one["size"][0] - SIZE[0]))


def release(camera: Any, *, focus: bool) -> None:
    """Let it find its light, and with `focus` how far the tray is."""
    wish: dict[str, Any] = {"AeEnable": True, "AwbEnable": True}
    if focus:
        wish["AfMode"] = CONTINUOUS
    give(camera, wish)


def hold(camera: Any) -> list[str]:
    """Have it keep what it has found; what it does not keep."""
    metadata = camera.capture_metadata()
    loose = []
    if not keep(camera, metadata, "AeEnable", "ExposureTime", "AnalogueGain"):
        loose.append("exposure")
    if "AwbEnable" in camera.camera_controls and not keep(camera, metadata, "AwbEnable", "ColourGains"):
        loose.append("colours")
    if "AfMode" in camera.camera_controls:  # the others have a ring, or nothing at all
        if "LensPosition" in metadata:
            give(camera, {"AfMode": MANUAL, "LensPosition": metadata["LensPosition"]})
        else:
            loose.append("focus")
    return loose


def keep(camera: Any, metadata: dict[str, Any], automatic: str, *values: str) -> bool:
    """Switch an automatic off and write the values that it had found; whether they were all told."""
    if automatic not in camera.camera_controls or not all(name in metadata for name in values):
        return False
    give(camera, {automatic: False, **{name: metadata[name] for name in values}})
    return True


def give(camera: Any, wish: dict[str, Any]) -> None:
    """Those of the wishes that it knows."""
    known = {name: value for name, value in wish.items() if name in camera.camera_controls}
    if known:
        camera.set_controls(known)


def send_picture(camera: Any, line: socket.socket) -> None:
    """Send the next picture without copying it: each copy would take as long as the socket."""
    array = camera.capture_array("main")
    height, width = array.shape[:2]
    body = memoryview(array if array.flags.c_contiguous else array.copy()).cast("B")
    line.sendall(HEAD.pack(MAGIC, PICTURE, BGR, width, height, len(body), time.monotonic()))
    line.sendall(body)


def words(kind: int, text: str) -> bytes:
    """Return the head and bytes of a reply that is not a picture."""
    body = text.encode()[:4096]
    return HEAD.pack(MAGIC, kind, 0, 0, 0, len(body), time.monotonic()) + body


def listen(line: socket.socket, orders: queue.Queue[bytes]) -> None:
    """Queue incoming orders. Ends the process when the parent is gone, even while the camera hangs."""
    while True:
        try:
            received = line.recv(16)
        except OSError:
            received = b""
        if not received:
            os._exit(0)
        for number in received:
            orders.put(bytes((number,)))


def obey(camera: Any, line: socket.socket, orders: queue.Queue[bytes]) -> None:
    """Obey orders until the camera fails with any exception of picamera2."""
    while True:
        order = orders.get()
        if order == NEXT:
            send_picture(camera, line)
        elif order == HOLD:
            line.sendall(words(HELD, json.dumps(hold(camera))))
        elif order == EXPOSE:
            give(camera, {"AeEnable": True})
        else:
            release(camera, focus=order == RELEASE)


def main(name: str, handle: int) -> int:
    """1 and a sentence on the line where the camera cannot be opened, or fails."""
    line = socket.socket(fileno=handle)
    orders: queue.Queue[bytes] = queue.Queue(16)
    threading.Thread(target=listen, args=(line, orders), daemon=True).start()
    try:
        obey(opened(name), line, orders)
    except OSError as error:
        sentence = text_of(N_("The camera csi:{name} failed ({why})."), name=name, why=str(error))
    except CsiError as trouble:
        sentence = trouble.text
    except Exception as error:  # noqa: BLE001  # libcamera raises what it likes; it is told where people look
        why = f"{type(error).__name__}: {error}"
        sentence = text_of(N_("The camera csi:{name} failed ({why})."), name=name, why=why)
    with contextlib.suppress(OSError):  # the parent may be gone
        line.sendall(words(SENTENCE, sentence))
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
