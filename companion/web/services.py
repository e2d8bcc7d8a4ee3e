"""What the page needs of the rest of the house, handed over by the composition root."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal, Protocol, TypeAlias

from companion.engine import Game
from companion.i18n.languages import Languages
from companion.presentation import Recorded
from companion.presentation.pages.reader_health import ReaderState
from companion.presentation.responses import (
    CameraChoice,
    DemoOffers,
    HealthFigures,
    ImportedTable,
    ProblemLine,
    ReaderSummary,
    SharedEvent,
    SystemInfo,
)
from companion.schema import CameraSight, KitReply, KitRequest, PortList, PortRequestMessage
from companion.sessions import Devices, ImageStore, SessionManager, SetupChoiceStore, SheetLibrary, Way
from companion.web.auth.download_tickets import DownloadTickets
from companion.web.sse import SnapshotBroadcaster

Paper: TypeAlias = Literal["A4", "Letter"]
Corners: TypeAlias = tuple[tuple[float, float], ...]  # px of the camera's picture; () = none


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

    def sheet(self, paper: Paper, say: Callable[[str], str]) -> bytes:
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

    def take(self, file: str, upload: IO[bytes]) -> ImportedTable:
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


@dataclass(frozen=True, slots=True)
class Services:
    hall: SessionManager
    hub: SnapshotBroadcaster
    devices: Devices
    library: SheetLibrary
    games: Callable[[], tuple[Game, ...]]  # type: ignore[type-arg]  # the shelf shows games of any state
    senses: Callable[[], tuple[ReaderSummary, ...]]
    broker: str  # which broker runs and what it promises
    pictures: Path  # annotated crops of the readings
    frame: Callable[[Corners], None]  # four corners of the tray, all the way round; () = its markers say it
    look: Callable[[bytes], str]  # an uploaded photograph; "" or the sentence why it is no reading
    look_again: Callable[[], None] | None = None  # the camera looks at its tray once more; None: there is no camera
    looks: Callable[[], bool] = lambda: True  # whether there is one now: it may be chosen and left while the house runs
    setup: CameraSetupService | None = None
    teach: KitService | None = None
    demo: DemoOffers | None = None
    recorded: Recorded = ()  # demo: what its throws show
    throw: Callable[[str], None] | None = None  # demo: play a recorded throw of that kind
    lay: Callable[[str], None] | None = None  # demo: lay the tag on the reader
    ports: PortService | None = None
    heard: Callable[[], tuple[ReaderState, ...]] = tuple  # what each reader says of itself in full
    kept: ImageStore | None = None  # what imported sheets brought; None: nothing is kept
    brought: ImageStore | None = None  # of readings of other houses; None: nothing was brought
    records: ArchiveProtocol | None = None
    lamp: str = ""  # what its hall calls this table, "" = a house serves it
    staff: StaffCallService | None = None  # None: there is nobody to call, as at home
    event: SharedEventService | None = None  # None: there is no hall that could have one
    caring: HealthService | None = None  # None: nobody looks after the house
    tickets: DownloadTickets = field(default_factory=DownloadTickets)  # to files that were asked for
    address: Callable[[], str] | None = (
        None  # "http://192.168.1.5:8080", for a QR code asked for on this machine itself
    )
    at_home: bool = False  # demo: visits from this very machine are the tablet, without being let in
    languages: Languages = field(default_factory=Languages)
    language: str = ""  # what devices are spoken to in that chose none; "" = their browser's
