"""One screen: what it is in a sentence, whose device shows it, and how the table and the page get there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from companion.sessions import SessionManager
from tests.screens.moment import Begun

Device = Literal["tablet", "phone", "wall"]
Size = tuple[int, int]
Sees = Literal["well", "badly", "nothing"]
Happens = Callable[[SessionManager, str], None]
"""A later event at a table of a running server, such as a reading or an answer."""

SIZES: dict[Device, dict[str, Size]] = {
    "tablet": {"landscape": (1180, 820), "portrait": (820, 1180)},
    "phone": {"phone": (390, 844)},
    "wall": {"wall": (1920, 1080)},
}


def nothing(_hall: SessionManager, _table: str) -> None:
    """Nothing more happens."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Each picture of it is docs/screens/NAME-landscape.png, -portrait.png, -phone.png or -wall.png."""

    name: str
    says: str
    begun: Begun | None = None  # the table; None: a page without one
    device: Device = "tablet"
    seat: str = ""  # whose phone
    path: str = ""  # after the table's own address, or of a page without one
    happens: Happens = nothing
    taps: tuple[str, ...] = ()  # test ids, one after the other; "#..." taps what it finds
    shows: str = "now"  # a test id that must be there then
    top: str = ""  # a test id that is scrolled to
    settings: dict[str, object] = field(default_factory=dict)  # of the device, as it keeps them
    language: str = "en"
    sees: Sees = "well"  # the camera during set-up. nothing: the table is not set up yet

    @property
    def files(self) -> dict[str, Size]:
        """The picture of each size."""
        return {f"{self.name}-{way}.png": size for way, size in SIZES[self.device].items()}
