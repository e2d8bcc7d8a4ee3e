"""What the page needs of the rest of the house, handed over by the composition root."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.engine import Game
from companion.i18n.languages import Languages
from companion.presentation import ReaderState, Recorded
from companion.presentation.responses import (
    DemoOffers,
    ReaderSummary,
)
from companion.schema import Words
from companion.sessions import Devices, ImageStore, SessionManager, SheetLibrary
from companion.web.auth import DownloadTickets
from companion.web.service_protocols import (
    ArchiveProtocol,
    CameraSetupService,
    Corners,
    HealthService,
    KitService,
    PlayDemo,
    PortService,
    ReadPhotograph,
    SharedEventService,
    StaffCallService,
)
from companion.web.sse import SnapshotBroadcaster


@dataclass(frozen=True, slots=True)
class Services:
    sessions: SessionManager
    broadcaster: SnapshotBroadcaster
    devices: Devices
    library: SheetLibrary
    games: Callable[[], tuple[Game, ...]]  # type: ignore[type-arg]  # the shelf shows games of any state
    reader_summaries: Callable[[], tuple[ReaderSummary, ...]]
    broker: Words  # which broker runs and what it promises
    pictures: Path  # annotated crops of the readings
    frame: Callable[[Corners], None]  # four corners of the tray, all the way round; () = its markers say it
    look: ReadPhotograph
    preview: Path | None = None  # where the picture of now lies; None: among the others
    look_again: Callable[[], None] | None = None  # the camera looks at its tray once more; None: there is no camera
    has_camera: Callable[[], bool] = lambda: (
        True
    )  # whether there is one now: it may be chosen and left while the house runs
    setup: CameraSetupService | None = None
    kits: KitService | None = None
    demo: DemoOffers | None = None
    recorded: Recorded = ()  # demo: what its throws show
    throw: PlayDemo | None = None  # demo: play a recorded throw of that kind, for the sender's seat
    lay: PlayDemo | None = None  # demo: lay the tag on the reader, for the sender's seat
    ports: PortService | None = None
    reader_states: Callable[[], tuple[ReaderState, ...]] = tuple  # what each reader says of itself in full
    sheet_images: ImageStore | None = None  # what imported sheets brought; None: nothing is kept
    reading_images: ImageStore | None = None  # of readings of other houses; None: nothing was brought
    records: ArchiveProtocol | None = None
    mark: Callable[[], str] = (
        str  # how far all that is stored of the table has come, where several processes draw its pages
    )
    lamp: str = ""  # what its hall calls this table, "" = a house serves it
    staff: StaffCallService | None = None  # None: there is nobody to call, as at home
    event: SharedEventService | None = None  # None: there is no hall that could have one
    health: HealthService | None = None  # None: nobody looks after the house
    tickets: DownloadTickets = field(default_factory=DownloadTickets)  # to files that were asked for
    address: Callable[[], str] | None = (
        None  # "http://192.168.1.5:8080", for a QR code asked for on this machine itself
    )
    trusts_this_machine: bool = False  # demo: visits from this very machine are the tablet, without being let in
    languages: Languages = field(default_factory=Languages)
    language: str = ""  # what devices are spoken to in that chose none; "" = their browser's
