"""Uploaded photographs: laid into a folder, read by the camera's process, and answered with a sentence."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from pathlib import Path

from companion.i18n import _
from companion.messaging.bus import Bus, Message
from companion.schema import Expectation, PhotoRequest, PhotoResult, Seat, Words, codec, topics

PATIENCE = 15.0  # s; a small computer reads a large photograph in two
HEADS = {b"\xff\xd8\xff": "jpg", b"\x89PNG": "png", b"RIFF": "webp"}
MOST_WAITING = 4
NOTHING_ASKED = Expectation()


def ending_of(photograph: bytes) -> str:
    """The file ending of a picture by its first bytes; "" where it is none."""
    return next((ending for head, ending in HEADS.items() if photograph.startswith(head)), "")


class PhotoClient:
    """Takes photographs one by one. Safe for threads."""

    def __init__(self, bus: Bus, place: str, folder: Path, camera: Callable[[], str]) -> None:
        """`camera`: the reader that can read photographs, "" where none runs."""
        self._bus, self._place, self._folder, self._camera = bus, place, folder, camera
        self._places = threading.BoundedSemaphore(MOST_WAITING)
        self._waiting: dict[str, threading.Event] = {}
        self._answers: dict[str, Words] = {}
        bus.subscribe(topics.photo_result(place, topics.ANY), self._hear)

    def look(self, photograph: bytes, sender: Seat = "", expect: Expectation = NOTHING_ASKED) -> Words:
        """Have it read; "" where it became a reading, else the sentence why not.

        `sender`: the seat of the device that sent it; `expect`: the question that it is for, without one what is in force.
        """
        ending = ending_of(photograph)
        if not ending:
            return _("This is no photograph: a JPEG, PNG or WebP picture is needed.")
        if not self._places.acquire(blocking=False):  # before the camera is woken, which takes its time
            return _("Several photographs are being read. Wait a moment and send it again.")
        try:
            reader = self._camera()
            if not reader:
                return _("The camera's reader is not running. Answer by hand, or start it.")
            name = f"{secrets.token_hex(8)}.{ending}"
            return self._ask(reader, name, photograph, codec.encode(PhotoRequest(name, sender, expect)))
        finally:
            self._places.release()

    def _ask(self, reader: str, name: str, photograph: bytes, wish: bytes) -> Words:
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / name
        file.write_bytes(photograph)
        answered = self._waiting[name] = threading.Event()
        try:
            self._bus.publish(topics.photo(self._place, reader), wish)
            if not answered.wait(PATIENCE):
                return _("The photograph could not be read in time. Send it again, or answer by hand.")
            return self._answers.pop(name, "")
        finally:
            del self._waiting[name]
            file.unlink(missing_ok=True)

    def _hear(self, message: Message) -> None:
        message.ack()
        read = codec.decode(
            PhotoResult, message.payload
        )  # one that is none answers nobody: who waits is told after a while
        waiting = self._waiting.get(read.name)
        if waiting is not None:
            self._answers[read.name] = read.sentence
            waiting.set()
