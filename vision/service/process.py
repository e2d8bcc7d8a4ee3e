"""The camera process: read the settings, start, end."""

import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import cv2

from companion.errors import LamplightError
from companion.messaging import MqttBus
from companion.system.logging_config import configure_logging
from vision.service.camera_input import warm_up_images
from vision.service.composition import compose
from vision.service.settings import CameraProcessSettings, parse_settings

PARENT_S = 1.0
"""s between two looks whether the process that started this one is still there."""


def run(settings: CameraProcessSettings, stop: threading.Event | None = None) -> None:
    """Read until SIGTERM, SIGINT or `stop`. Raises LamplightError where it cannot begin; nothing later ends it."""
    ended = stop or threading.Event()
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ended.set())
    cv2.setNumThreads(1)  # the other cores are the rules' and the page's
    bus = MqttBus(settings.account, f"{settings.account.user}.{settings.reader}")
    service = compose(settings, bus)
    if settings.parent is not None:
        threading.Thread(target=end_with_parent, args=(settings.parent, ended), name="parent", daemon=True).start()
    service.reader.warm_up(warm_up_images())
    bus.start()
    try:
        service.run(ended)
    finally:
        bus.stop()
        service.sender.outbox.close()


def end_with_parent(parent: int, ended: threading.Event) -> None:
    """Set `ended` when the parent process is gone, also where it was gone before this one had begun."""
    while os.getppid() == parent and not ended.wait(PARENT_S):
        pass
    ended.set()


def main(arguments: Sequence[str]) -> int:
    """Read the settings and run; 1 and a sentence where they do not do."""
    if len(arguments) != 1:
        return print_error("a file with the settings is needed, or - to read them from standard input")
    try:
        text = sys.stdin.read() if arguments[0] == "-" else Path(arguments[0]).read_text(encoding="utf-8")
        settings = parse_settings(text)
    except (OSError, ValueError, LamplightError) as error:
        return print_error(f"the settings cannot be read: {error}")
    configure_logging("camera", settings.logs)
    try:
        run(settings)
    except (OSError, LamplightError) as error:
        return print_error(str(error))
    return 0


def print_error(sentence: str) -> int:
    """Print an error message and return the exit status."""
    sys.stderr.write(f"vision: {sentence}\n")
    return 1
