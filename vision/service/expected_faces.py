"""Read a still picture for the open prompt: limit faces and kits, and make a reading of a photograph."""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.i18n import _
from companion.schema import UNKNOWN, Expectation, PhotoRequest, Seat, SeenObject, Words
from vision.image import READING_FAULTS, Image
from vision.kind_and_face import Allowed, read_tray
from vision.kit import CARD, Kit
from vision.service.photo_advice import advise_on_nothing, advise_on_unknown
from vision.stream import Corners
from vision.tray import TrayPlane, find_tray

TrayReader = Callable[[Image, Expectation, Corners | None], tuple[SeenObject, ...]]
"""Reads one still picture. Raises `READING_FAULTS`."""

logger = logging.getLogger(__name__)
Sending: TypeAlias = Callable[[Image, tuple[SeenObject, ...], TrayPlane | None, Expectation, Seat], Words]
"""Makes a reading for an expectation and a device's seat. Returns "" or the reason for its absence."""


def make_reader(kits: Sequence[Kit]) -> TrayReader:
    """Read with these kits."""

    def read(image: Image, expect: Expectation, tray: Corners | None) -> tuple[SeenObject, ...]:
        return read_tray(image, kits_for(kits, expect), allowed_faces(expect), tray, wanted_kinds(expect))

    return read


def kits_for(kits: Sequence[Kit], expect: Expectation) -> tuple[Kit, ...]:
    """Return all kits. Card kits are left out unless a card is expected: looking for cards takes a third of a look.

    Dice and tokens stay together, so that one kind is not taken for the other.
    """
    wanted = wanted_kinds(expect)
    return tuple(kit for kit in kits if kit.kind != CARD or not wanted or CARD in wanted)


def wanted_kinds(expect: Expectation) -> frozenset[str]:
    """Return the kinds that the prompt can take; none without a prompt."""
    return frozenset(kind for want in expect.wants for kind in want.kinds)


def allowed_faces(expect: Expectation) -> Allowed:
    """Kind -> the faces that can be meant; a kind of which any face can be meant is absent."""
    faces: dict[str, frozenset[str]] = {}
    free = {kind for want in expect.wants if not want.faces for kind in want.kinds}
    for want in expect.wants:
        for kind in set(want.kinds) - free:
            faces[kind] = faces.get(kind, frozenset()) | frozenset(want.faces)
    return faces


@dataclass(slots=True)
class CurrentReader:
    """Read with the current kits, which change while the process runs."""

    read: TrayReader

    def read_for(self, image: Image, expectation: Expectation, tray: Corners | None) -> tuple[SeenObject, ...]:
        """Return the objects in the picture. Raises `READING_FAULTS`."""
        return self.read(image, expectation, tray)

    def warm_up(self, pictures: Iterable[Image]) -> None:
        """Read pictures for nothing: the first reading of a process takes a second longer than the next one."""
        for picture in pictures:
            self.read(picture, Expectation(), None)


@dataclass(slots=True)
class PhotoReader:
    """Reads with the kits of the moment, for the question of the table that it is for, else for that of the moment."""

    expected: Callable[[], Expectation]
    read: TrayReader
    send: Sending

    def read_image(self, image: Image, request: PhotoRequest) -> Words:
        """Send a reading of the photograph; "" or the sentence why it became none.

        Things that no kit knows are sent as well: then the table asks, or says that they are not read.
        """
        tray, expectation = find_tray(image), request.expect if request.expect.expect else self.expected()
        try:
            objects = self.read(image, expectation, tray.corners if tray else None)
        except READING_FAULTS as error:
            logger.warning("a photograph could not be read: %s", error)
            return _("This photograph could not be read. Take another one, from straight above.")
        if not objects:
            return advise_on_nothing(image, tray)
        is_strange = all(seen.kind == UNKNOWN for seen in objects)
        advice = advise_on_unknown(image, objects) if is_strange and tray is None else None
        return advice or self.send(image, objects, tray, expectation, request.sender)
