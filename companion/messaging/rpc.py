"""Requests over MQTT to the camera's process and to the bridge, each answered by one reply: photographs, kits, serial ports."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Generic, TypeVar

from companion.errors import LamplightError
from companion.i18n import _
from companion.messaging.bus import Bus, Message
from companion.schema import (
    BRIDGE,
    CorrectionMessage,
    Expectation,
    KitReply,
    KitRequest,
    PhotoRequest,
    PhotoResult,
    PortList,
    PortRequestMessage,
    Seat,
    Words,
    codec,
    topics,
)
from companion.sessions import ReadingCorrection

MOST_WAITING = 8  # requests of one client at a time
MOST_PHOTOS = 4
PHOTO_S = 15.0  # a small computer reads a large photograph in two
KIT_S = 20.0
SHORT_KIT_S = 8.0  # a look waits three for the tray, and the page repeats it
SHORT_ACTS = ("look", "stay", "leave")
PORT_S = 8.0  # a port that is opened takes up to four to identify its device
PHOTO_HEADS = {b"\xff\xd8\xff": "jpg", b"\x89PNG": "png", b"RIFF": "webp"}
ZIP_HEAD = b"PK\x03\x04"
NOTHING_ASKED = Expectation()

T = TypeVar("T")


class KitRequestError(LamplightError):
    """A request about a kit failed; the message says why."""

    code = "NOTTAUGHT"


class PortRequestError(LamplightError):
    """The bridge could not be reached; the message says why."""

    code = "NOTSETUP"


class RpcClient(Generic[T]):
    """Publish a request and wait for its reply in the calling thread. Thread-safe."""

    def __init__(self, bus: Bus, pattern: str, kind: type[T], id_field: str = "id") -> None:
        """`pattern` matches the topics of the replies; `id_field` of a reply names its request."""
        self._bus, self._kind, self._id_field = bus, kind, id_field
        self._waiting: dict[str, Future[T]] = {}
        bus.subscribe(pattern, self._on_reply)

    @property
    def is_busy(self) -> bool:
        return len(self._waiting) >= MOST_WAITING

    def ask(self, topic: str, name: str, request: object, seconds: float) -> T | None:
        """Return the reply to the request with the id `name`, or None where none arrives in time."""
        reply = self._waiting[name] = Future()
        try:
            self._bus.publish(topic, codec.encode(request))
            return reply.result(seconds)
        except TimeoutError:
            return None
        finally:
            del self._waiting[name]

    def _on_reply(self, message: Message) -> None:
        message.ack()
        reply = codec.decode(self._kind, message.payload)  # the bus counts a CodecError, and the request times out
        waiting = self._waiting.get(getattr(reply, self._id_field))
        if waiting is not None and not waiting.done():
            waiting.set_result(reply)


class PhotoClient:
    """Have uploaded photographs read by the camera's process. Thread-safe."""

    def __init__(self, bus: Bus, place: str, folder: Path, camera: Callable[[], str]) -> None:
        """`camera` returns the reader that can read photographs, "" where none runs."""
        self._place, self._folder, self._camera = place, folder, camera
        self._slots = threading.BoundedSemaphore(MOST_PHOTOS)
        self._rpc = RpcClient(bus, topics.photo_result(place, topics.ANY), PhotoResult, id_field="name")

    def look(self, photograph: bytes, sender: Seat = "", expect: Expectation = NOTHING_ASKED) -> Words:
        """Return "" where the photograph became a reading, else a sentence that says why not.

        `sender` is the seat of the uploading device. Without `expect` the current question applies.
        """
        ending = photo_ending(photograph)
        if not ending:
            return _("This is no photograph: a JPEG, PNG or WebP picture is needed.")
        if not self._slots.acquire(blocking=False):  # before the camera is woken, which takes seconds
            return _("Several photographs are being read. Wait a moment and send it again.")
        try:
            reader = self._camera()
            if not reader:
                return _("The camera's reader is not running. Answer by hand, or start it.")
            with upload(self._folder, photograph, ending) as name:
                request, topic = PhotoRequest(name, sender, expect), topics.photo(self._place, reader)
                result = self._rpc.ask(topic, name, request, PHOTO_S)
        finally:
            self._slots.release()
        if result is None:
            return _("The photograph could not be read in time. Send it again, or answer by hand.")
        return result.sentence


class KitClient:
    """Send requests about kits to the camera's process, which has the pictures and the nets. Thread-safe."""

    def __init__(
        self, bus: Bus, place: str, folder: Path, camera: Callable[[], str], running: Callable[[], str] | None = None
    ) -> None:
        """`folder` receives uploads. `camera` starts the reader that can be taught and returns it, or "". `running`
        returns the reader that runs now.
        """
        self._bus, self._place, self._folder = bus, place, folder
        self._camera, self._running = camera, running or camera
        self._rpc = RpcClient(bus, topics.taught(place, topics.ANY), KitReply)

    def ask(self, request: KitRequest) -> KitReply:
        """Return the reply; the id of the request is set here. Raises KitRequestError."""
        reader = self._camera()
        if not reader:
            raise KitRequestError(_("The camera's reader is not running. Wait a moment, or start it."))
        if self._rpc.is_busy:
            raise KitRequestError(_("Several devices teach at once. Wait a moment and try again."))
        name, seconds = new_id(), SHORT_KIT_S if request.act in SHORT_ACTS else KIT_S
        reply = self._rpc.ask(topics.teach(self._place, reader), name, replace(request, id=name), seconds)
        if reply is None:
            raise KitRequestError(_("The camera's reader did not answer in time. Try again."))
        if reply.sentence:
            raise KitRequestError(reply.sentence)
        return reply

    def photograph(self, kit: str, photograph: bytes) -> KitReply:
        """Return the objects on an uploaded photograph. Raises KitRequestError."""
        ending = photo_ending(photograph)
        if not ending:
            raise KitRequestError(_("This is no photograph: a JPEG, PNG or WebP picture is needed."))
        with upload(self._folder, photograph, ending) as name:
            return self.ask(KitRequest("", "photo", kit=kit, file=name))

    def take_over(self, parcel: bytes) -> KitReply:
        """Import a kit that another table has exported. Raises KitRequestError."""
        if not parcel.startswith(ZIP_HEAD):
            raise KitRequestError(_("This is no kit: a ZIP file is needed, as “Give to others” makes it."))
        with upload(self._folder, parcel, "zip") as name:
            return self.ask(KitRequest("", "import", file=name))

    def correct(self, fix: ReadingCorrection) -> None:
        """Send a player's correction of a reading to the camera's process, which may learn from it."""
        reader = self._running()
        if reader and fix.picture:
            boxes = tuple(seen_object.box or (0.0, 0.0, 0.0, 0.0) for seen_object in fix.objects)
            correction = CorrectionMessage(fix.picture, boxes, fix.values)
            self._bus.publish(topics.correction(self._place, reader), codec.encode(correction))


class PortClient:
    """Send requests about serial readers to the bridge, which alone opens ports. Thread-safe."""

    def __init__(self, bus: Bus, place: str, is_running: Callable[[], bool], seconds: float = PORT_S) -> None:
        """`is_running` returns whether the bridge runs; a reply may take `seconds`."""
        self._place, self._is_running, self._seconds = place, is_running, seconds
        self._rpc = RpcClient(bus, topics.ports_told(place, BRIDGE), PortList)

    def ask(self, request: PortRequestMessage) -> PortList:
        """Return the reply, with a sentence where the request failed; its id is set here. Raises PortRequestError."""
        if not self._is_running():
            raise PortRequestError(
                _("The readers' process is not running. Wait a moment; where this stays, start Lamplight again.")
            )
        if self._rpc.is_busy:
            raise PortRequestError(_("Several devices set readers up at once. Wait a moment and try again."))
        name = new_id()
        reply = self._rpc.ask(topics.ports(self._place, BRIDGE), name, replace(request, id=name), self._seconds)
        if reply is None:
            raise PortRequestError(_("The readers' process did not answer in time. Try again."))
        return reply


def new_id() -> str:
    """Return a random id."""
    return secrets.token_hex(8)


def photo_ending(photograph: bytes) -> str:
    """Return the file ending of a picture by its first bytes, "" where it is not a picture."""
    return next((ending for head, ending in PHOTO_HEADS.items() if photograph.startswith(head)), "")


@contextmanager
def upload(folder: Path, content: bytes, ending: str) -> Iterator[str]:
    """Store a file for the time of one request; yield its name."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{new_id()}.{ending}"
    file.write_bytes(content)
    try:
        yield file.name
    finally:
        file.unlink(missing_ok=True)
