"""Wishes of the page about kits: asked of the camera's process, which has the pictures and the nets, and answered by it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.errors import LamplightError
from companion.i18n import _
from companion.messaging.bus import Bus
from companion.messaging.rpc.client import RpcClient
from companion.messaging.rpc.photo_client import ending_of
from companion.schema import CorrectionMessage, KitReply, KitRequest, codec, topics
from companion.sessions import ReadingCorrection

PATIENCE = 20.0  # s; a small computer reads a large photograph in two
SHORT_PATIENCE = 8.0  # s; a look waits three for the tray, and the page asks again
SHORT = ("look", "stay", "leave")
ZIP = b"PK\x03\x04"


class KitRequestError(LamplightError):
    """What was wished for about a kit could not be done; the message says why."""

    code = "NOTTAUGHT"


class KitClient:
    """Takes wishes, each in the thread that asks. Safe for threads."""

    def __init__(
        self, bus: Bus, place: str, folder: Path, camera: Callable[[], str], running: Callable[[], str] | None = None
    ) -> None:
        """`folder`: of uploads; `camera`: the reader that can be taught, which may have to start, "" where there is none; `running`: the one that runs."""
        self._bus, self._place, self._folder = bus, place, folder
        self._camera, self._running = camera, running or camera
        self._asking = RpcClient(bus, topics.taught(place, topics.ANY), KitReply)

    def ask(self, wish: KitRequest) -> KitReply:
        """The answer to a wish; its id is made here. Raises KitRequestError."""
        reader = self._camera()
        if not reader:
            raise KitRequestError(_("The camera's reader is not running. Wait a moment, or start it."))
        if self._asking.is_busy:
            raise KitRequestError(_("Several devices teach at once. Wait a moment and try again."))
        patience = SHORT_PATIENCE if wish.act in SHORT else PATIENCE
        answer = self._asking.ask(topics.teach(self._place, reader), lambda name: replace(wish, id=name), patience)
        if answer is None:
            raise KitRequestError(_("The camera's reader did not answer in time. Try again."))
        if answer.sentence:
            raise KitRequestError(answer.sentence)
        return answer

    def photograph(self, kit: str, photograph: bytes) -> KitReply:
        """The objects on an uploaded photograph. Raises KitRequestError."""
        ending = ending_of(photograph)
        if not ending:
            raise KitRequestError(_("This is no photograph: a JPEG, PNG or WebP picture is needed."))
        return self._with_file(photograph, ending, lambda file: KitRequest("", "photo", kit=kit, file=file))

    def take_over(self, parcel: bytes) -> KitReply:
        """A kit that somebody else has exported. Raises KitRequestError."""
        if not parcel.startswith(ZIP):
            raise KitRequestError(_("This is no kit: a ZIP file is needed, as “Give to others” makes it."))
        return self._with_file(parcel, "zip", lambda file: KitRequest("", "import", file=file))

    def correct(self, fix: ReadingCorrection) -> None:
        """Tell the camera's process what people said of a reading; it may learn from it, where it has run since."""
        reader = self._running()
        if reader and fix.picture:
            boxes = tuple(seen.box or (0.0, 0.0, 0.0, 0.0) for seen in fix.objects)
            correction = CorrectionMessage(fix.picture, boxes, fix.values)
            self._bus.publish(topics.correction(self._place, reader), codec.encode(correction))

    def _with_file(self, data: bytes, ending: str, wish: Callable[[str], KitRequest]) -> KitReply:
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / f"{secrets.token_hex(8)}.{ending}"
        file.write_bytes(data)
        try:
            return self.ask(wish(file.name))
        finally:
            file.unlink(missing_ok=True)
