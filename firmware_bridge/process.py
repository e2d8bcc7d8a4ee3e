"""Run the process of a table's serial readers: `python -m firmware_bridge SETTINGS.json`, or "-" for standard input."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType

from companion.errors import LamplightError
from companion.messaging import MqttBus
from companion.schema import codec
from companion.system.logging_config import configure_logging
from companion.system.supervised_process import Heartbeat
from firmware_bridge.bridge import ReaderBridge
from firmware_bridge.settings import BridgeProcessSettings

logger = logging.getLogger(__name__)

ERROR_PAUSE = 5.0  # s after an unexpected error, so that a lasting one does not fill the log
TURN_WAIT = 1.0  # s between checks for new serial lines; requests are answered at once


def run(settings: BridgeProcessSettings, stop: threading.Event | None = None) -> None:
    """Bridge until SIGTERM, SIGINT or `stop`. Raises LamplightError only at the start; later errors do not end it."""
    ended = stop or threading.Event()
    bus = MqttBus(settings.account, settings.client)
    bridge, pulse = ReaderBridge(bus, settings), Heartbeat()
    if threading.current_thread() is threading.main_thread():
        stop_on_signals(ended, bridge)
    try:
        bridge.start()
        bus.start()
        while not ended.is_set() and settings.parent in {None, os.getppid()}:
            pulse.beat()
            turn(bridge, ended)
    finally:
        bridge.stop()
        bus.stop()


def turn(bridge: ReaderBridge, ended: threading.Event) -> None:
    """Run one turn. An unexpected error in one request or port does not end the bridge."""
    try:
        bridge.turn(TURN_WAIT)
    except Exception:
        logger.exception("a request or a port failed; the bridge continues")
        ended.wait(ERROR_PAUSE)


def stop_on_signals(ended: threading.Event, bridge: ReaderBridge) -> None:
    """Stop the bridge on SIGINT and SIGTERM."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        ended.set()
        bridge.wake()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)


def main(arguments: list[str]) -> int:
    """Read the settings and run. Return the exit status: 1 after printing why the settings cannot be used."""
    try:
        text = sys.stdin.read() if arguments == ["-"] else Path(arguments[0]).read_text(encoding="utf-8")
        settings = codec.from_json(BridgeProcessSettings, json.loads(text))
        configure_logging("bridge", settings.logs)
        run(settings)
    except IndexError:
        return print_error("a file with the settings is needed, or - to read them from standard input")
    except (OSError, ValueError, LamplightError) as error:
        return print_error(str(error))
    return 0


def print_error(sentence: str) -> int:
    """Print an error and return the exit status."""
    sys.stderr.write(f"firmware_bridge: {sentence}\n")
    return 1
