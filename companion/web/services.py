"""Services that the page uses, passed by the composition root.

A protocol stands for a class of a package above `companion.web`, which this package may not import.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Literal, Protocol, TypeAlias

from companion.engine import Game
from companion.i18n import Say
from companion.i18n.languages import Languages
from companion.presentation import ReaderStates, Recorded
from companion.presentation.responses import (
    CameraChoice,
    DemoOffers,
    HealthFigures,
    ImportedTable,
    ProblemLine,
    SharedEvent,
    SystemInfo,
)
from companion.schema import CameraSight, Expectation, KitReply, KitRequest, PortList, PortRequestMessage, Seat, Words
from companion.sessions import Devices, ImageStore, SessionManager, SetupChoiceStore, SheetLibrary, Way
from companion.system.network import page_host
from companion.web.download_tickets import DownloadTickets
from companion.web.sse import SnapshotBroadcaster

Paper: TypeAlias = Literal["A4", "Letter"]
HTTP_PORT = 80
Corners: TypeAlias = tuple[tuple[float, float], ...]  # px of the camera's picture; () = none


class CameraService(Protocol):
    """The camera over a table's tray."""

    @property
    def is_there(self) -> bool: ...
    def look_again(self) -> None:
        """Read the tray once more. Raises LamplightError."""

    def read_photograph(self, photograph: bytes, sender: Seat, expect: Expectation) -> Words:
        """Turn an uploaded photograph into a reading of its sender's seat; return "" or a sentence with the reason why not."""

    def set_corners(self, corners: Corners) -> None:
        """Set the corners of the tray in walking order; () finds it by its markers. Raises Refused."""


class DemoService(Protocol):
    """Recorded throws and tags of a demo."""

    @property
    def offers(self) -> DemoOffers: ...
    @property
    def recorded(self) -> Recorded: ...
    def throw(self, kind: str, sender: Seat) -> None:
        """Play a recorded throw for a seat's device. Raises LamplightError."""

    def lay(self, tag: str, sender: Seat) -> None:
        """Put a tag on the reader for a seat's device. Raises LamplightError."""


class KitService(Protocol):
    """Enrolment of kits. Each method raises LamplightError with the reason."""

    def ask(self, wish: KitRequest) -> KitReply: ...
    def photograph(self, kit: str, photograph: bytes) -> KitReply:
        """Find the objects on an uploaded photograph."""

    def take_over(self, parcel: bytes) -> KitReply:
        """Import an exported kit."""


class PortService(Protocol):
    """Serial readers."""

    def ask(self, wish: PortRequestMessage) -> PortList:
        """Return the list after the wish, with the reason if it failed. Raises LamplightError if the bridge does not answer."""


class CameraSetupService(Protocol):
    """Set-up of camera and tray."""

    @property
    def by(self) -> Literal["settings", "demo", "page"]:
        """Where a person chooses the camera."""

    @property
    def source(self) -> str:
        """The camera as text to display, "" if there is none."""

    @property
    def choices(self) -> SetupChoiceStore: ...
    @property
    def tapped(self) -> bool: ...
    @property
    def sight(self) -> CameraSight | None:
        """The camera's newest report, None if it is silent."""

    def cameras(self) -> tuple[CameraChoice, ...]: ...
    def choose(self, way: Way, source: str) -> None:
        """Use this camera. Raises Refused, SetupChoicesError."""

    @property
    def is_steered(self) -> bool:
        """Return whether light and focus of the camera can be found again."""

    def relight(self) -> None:
        """Find light and focus again. Raises Refused."""

    def check(self, *, whole: bool) -> None:
        """Let the camera report twice a second for a while; `whole` includes the surroundings of the tray."""

    def sheet(self, paper: Paper, say: Say) -> bytes:
        """Render the markers to print as PDF."""

    def inside(self) -> SystemInfo: ...


class ArchiveProtocol(Protocol):
    """Tables as files. Each method raises LamplightError and then changes nothing."""

    most: int  # bytes of a file

    def keep(self, table: str) -> tuple[str, bytes]:
        """Return name and content of a table's file."""

    def bring_upload(self, file: str, upload: IO[bytes]) -> ImportedTable: ...


class StaffCallService(Protocol):
    """A table's call for staff."""

    @property
    def since(self) -> float:
        """When a player called, s, Unix; 0 if the call is off."""

    def call(self, *, on: bool) -> None: ...


class SharedEventService(Protocol):
    """A table's part in an event of many tables."""

    def now(self) -> SharedEvent | None: ...
    def count(self, event: int, total: int, version: int) -> None:
        """Set this table's count. Raises Refused."""


class LogPosition(Protocol):
    """How much of a table's log this process has read; other processes draw pages of the same table."""

    def mark(self) -> str: ...


class HealthService(Protocol):
    """Health of the installation."""

    token: str  # required to read the metrics without a keeper's device

    def wrong(self) -> tuple[ProblemLine, ...]: ...
    def figures(self) -> HealthFigures: ...
    def metrics(self) -> bytes: ...
    def count_response(self, code: int) -> None:
        """Count a response with this status."""


@dataclass(frozen=True, slots=True)
class PageImages:
    """Folders of the pictures that the page shows."""

    readings: Path  # annotated crops of the readings
    preview: Path | None = None  # of the camera's current picture; None: with the others
    sheets: ImageStore | None = None  # pictures that imported sheets brought
    imported: ImageStore | None = None  # pictures of readings of other installations


@dataclass(slots=True)
class PageAddress:
    """URL of the page for other machines in the network."""

    bind: str
    port: int = 0  # 0 before the server listens

    @property
    def url(self) -> str:
        """The URL, "" before the server listens."""
        if not self.port:
            return ""
        return f"http://{page_host(self.bind)}" + (f":{self.port}" if self.port != HTTP_PORT else "")


@dataclass(frozen=True, slots=True)
class HallServices:
    """Services of a hall for one of its tables."""

    event: SharedEventService | None = None
    staff: StaffCallService | None = None
    position: LogPosition | None = None  # None: this process alone draws the table's pages
    lamp: str = ""  # name of this table in its hall, "" at home


@dataclass(frozen=True, slots=True)
class Services:
    """The services that the routes use."""

    sessions: SessionManager
    library: SheetLibrary
    devices: Devices
    broadcaster: SnapshotBroadcaster
    readers: ReaderStates
    games: tuple[Game[Any, Any], ...]
    camera: CameraService
    images: PageImages
    broker: Words  # which broker runs and what it guarantees
    languages: Languages = field(default_factory=Languages)
    language: str = ""  # for devices that chose none; "" = their browser's
    address: PageAddress | None = None  # None: the page is invited to by the name it was opened with
    trusts_this_machine: bool = False  # demo: requests from this machine are the tablet's
    tickets: DownloadTickets = field(default_factory=DownloadTickets)
    demo: DemoService | None = None
    setup: CameraSetupService | None = None
    kits: KitService | None = None
    ports: PortService | None = None
    records: ArchiveProtocol | None = None
    health: HealthService | None = None
    hall: HallServices | None = None

    @property
    def lamp(self) -> str:
        """Name of this table in its hall, "" at home."""
        return self.hall.lamp if self.hall is not None else ""

    @property
    def mark(self) -> str:
        """How much of the log the page shows, "" if no other process draws it."""
        position = self.hall.position if self.hall is not None else None
        return position.mark() if position is not None else ""
