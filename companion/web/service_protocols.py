"""What the page asks of each service of the house: kits, ports, set-up, files of tables, staff, events, health."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Literal, Protocol, TypeAlias

from companion.i18n import Say
from companion.presentation.responses import (
    CameraChoice,
    HealthFigures,
    ImportedTable,
    ProblemLine,
    SharedEvent,
    SystemInfo,
)
from companion.schema import CameraSight, Expectation, KitReply, KitRequest, PortList, PortRequestMessage, Seat, Words
from companion.sessions import SetupChoiceStore, Way

Paper: TypeAlias = Literal["A4", "Letter"]
Corners: TypeAlias = tuple[tuple[float, float], ...]  # px of the camera's picture; () = none
ReadPhotograph: TypeAlias = Callable[[bytes, Seat, Expectation], Words]
"""An uploaded photograph, the seat of its sender's device, and the question it is for; "" or the sentence why it is no reading."""
PlayDemo: TypeAlias = Callable[[str, Seat], None]
"""What is thrown or laid, and the seat of the device that wishes it."""


class KitService(Protocol):
    """Who does what is wished for about kits; each method raises an error of ours with the sentence why not."""

    def ask(self, wish: KitRequest) -> KitReply:
        """The answer to a wish."""
        ...

    def photograph(self, kit: str, photograph: bytes) -> KitReply:
        """The objects on an uploaded photograph."""
        ...

    def take_over(self, parcel: bytes) -> KitReply:
        """A kit that somebody else has exported."""
        ...


class PortService(Protocol):
    """Who does what is wished for about serial readers; raises an error of ours where nobody could be asked."""

    def ask(self, wish: PortRequestMessage) -> PortList:
        """The list as it is now, with the sentence why where the wish could not be done."""
        ...


class CameraSetupService(Protocol):
    """Who sets the table up: the camera, the sheet of markers, and what there is to know of this machine."""

    @property
    def by(self) -> Literal["settings", "demo", "page"]:
        """Who says which camera it is."""
        ...

    @property
    def source(self) -> str:
        """The camera as it may be shown, "" = there is none."""
        ...

    @property
    def choices(self) -> SetupChoiceStore:
        """What people chose."""
        ...

    @property
    def tapped(self) -> bool:
        """Whether the tray's corners were shown by taps."""
        ...

    @property
    def sight(self) -> CameraSight | None:
        """What the camera has just said it sees; None where it is silent."""
        ...

    def cameras(self) -> tuple[CameraChoice, ...]:
        """That are plugged in."""
        ...

    def choose(self, way: Way, source: str) -> None:
        """Look through this one from now on. Raises Refused, SetupChoicesError."""
        ...

    @property
    def is_steered(self) -> bool:
        """Whether light and focus of the camera can be found anew."""
        ...

    def relight(self) -> None:
        """Have them found anew. Raises Refused."""
        ...

    def check(self, *, whole: bool) -> None:
        """Somebody looks: the camera is to say twice a second what it sees; `whole`: and to show what lies beside the tray."""
        ...

    def sheet(self, paper: Paper, say: Say) -> bytes:
        """The markers to print, as PDF."""
        ...

    def inside(self) -> SystemInfo:
        """What the house runs on."""
        ...


class ArchiveProtocol(Protocol):
    """Who keeps evenings as files and takes them; each method raises an error of ours, and then nothing has changed."""

    most: int  # bytes of a file

    def keep(self, table: str) -> tuple[str, bytes]:
        """The name and the content of a table's file."""
        ...

    def bring_upload(self, file: str, upload: IO[bytes]) -> ImportedTable:
        """What became of a file; it lies on the disk until its turn comes."""
        ...


class StaffCallService(Protocol):
    """The way of a table to the staff of its hall."""

    @property
    def since(self) -> float:
        """When somebody here asked for them, s, Unix; 0 = nobody does."""
        ...

    def call(self, *, on: bool) -> None:
        """Ask for them, or say that nobody need come any more."""
        ...


class SharedEventService(Protocol):
    """A table's part in an event of many tables."""

    def now(self) -> SharedEvent | None:
        """How it stands; None: there is none."""
        ...

    def count(self, event: int, total: int, version: int) -> None:
        """This table has done so much. Raises Refused."""
        ...


class HealthService(Protocol):
    """Who looks after the house itself."""

    token: str  # whoever has it may read the numbers

    def wrong(self) -> tuple[ProblemLine, ...]:
        """What is wrong, the gravest first."""
        ...

    def figures(self) -> HealthFigures:
        """What there is of everything."""
        ...

    def metrics(self) -> bytes:
        """The house in numbers, as Prometheus reads them."""
        ...

    def answered(self, code: int) -> None:
        """A request was, with this status."""
        ...
