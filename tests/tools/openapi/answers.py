"""What each door sends where all goes well: a record, or a kind of file. A door that is not here sends a page, or `{}`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine import Rulebook
from companion.presentation.mount.outlook import Outlook
from companion.presentation.pages.readers import ReadersPage, TagPage
from companion.presentation.responses import (
    AmendableAnswer,
    AmendmentPreview,
    ArchivePage,
    DevicesPage,
    DownloadTicket,
    EntryStatus,
    EveningSteps,
    FairnessPage,
    FormPage,
    HealthPage,
    ImportedTable,
    KeepAliveAnswer,
    LogPage,
    PrivateView,
    SetupPage,
    SheetPage,
    Shelf,
    Snapshot,
    SystemInfo,
)
from companion.schema import KitReply, Meaning, PortList, Seat


@dataclass(frozen=True, slots=True)
class EmptyResponse:
    """It is done."""


@dataclass(frozen=True, slots=True)
class ErrorResponse:
    """Why it was not done; then nothing has changed."""

    code: str  # for programs: NOT_OPEN, CODECERROR, ...
    sentence: str  # for people, in the language of the device
    rule: str  # the paragraph that forbids it, "" = none does


@dataclass(frozen=True, slots=True)
class OneTable:
    """A table by its name."""

    table: str  # "" = there is none


@dataclass(frozen=True, slots=True)
class SeatResponse:
    """What this device shows from now on."""

    table: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class QrCodeResponse:
    """An address in letters and as a picture of squares."""

    url: str
    svg: str


@dataclass(frozen=True, slots=True)
class InvitationResponse(QrCodeResponse):
    """An invitation, which one device can take."""

    seat: Seat
    other: QrCodeResponse | None  # the same by number, where the name may not be found


@dataclass(frozen=True, slots=True)
class SheetKept:
    """A sheet is kept."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class SheetsBrought:
    """All sheets of a file are kept."""

    names: tuple[str, ...]
    report: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreviousMeaning:
    """What a tag stood for until now."""

    before: Meaning | None


@dataclass(frozen=True, slots=True)
class CurrentMeaning:
    """What a tag stands for from now on."""

    now: Meaning | None


@dataclass(frozen=True, slots=True)
class HealthResponse:
    """Whether all is well, for machines."""

    healthy: bool
    assets: str
    wrong: tuple[str, ...]  # codes of what is


Sends: TypeAlias = type | str | tuple[type, ...]
"""A record; one of several; or the media type of what is no JSON."""

EVENTS, CSV, SVG, TEXT, ANY_FILE = "text/event-stream", "text/csv", "image/svg+xml", "text/plain", "*/*"

ANSWERS: Mapping[str, Sends] = {
    "shelf.games_and_tables": Shelf,
    "shelf.lit": OneTable,
    "tables.one_snapshot": Snapshot,
    "tables.own_of": PrivateView,
    "tables.stream": EVENTS,
    "answers.answer": (Snapshot, EmptyResponse),
    "answers.settle": (Snapshot, EmptyResponse),
    "answers.virtual": (Snapshot, EmptyResponse),
    "joining.invite": InvitationResponse,
    "joining.join": SeatResponse,
    "entering.standing": EntryStatus,
    "entering.claim": SeatResponse,
    "entering.devices": DevicesPage,
    "entering.invite": InvitationResponse,
    "history.keep": (Snapshot, EmptyResponse),
    "history.amend": (AmendmentPreview, EmptyResponse),
    "history.possible": AmendableAnswer,
    "history.past": Snapshot,
    "history.steps": EveningSteps,
    "history.log": LogPage,
    "forms.form": FormPage,
    "forms.new_table": OneTable,
    "forms.one_sheet": SheetPage,
    "forms.keep_sheet": SheetKept,
    "forms.import_sheets": SheetsBrought,
    "forms.sheet_file": "application/json",
    "teach.kits": KitReply,
    "teach.begin": KitReply,
    "teach.kit": KitReply,
    "teach.look": KitReply,
    "teach.stay": KitReply,
    "teach.leave": KitReply,
    "teach.photo": KitReply,
    "teach.point": KitReply,
    "teach.names": KitReply,
    "teach.back": KitReply,
    "teach.forget": KitReply,
    "teach.shots": KitReply,
    "teach.drop": KitReply,
    "teach.use": KitReply,
    "teach.remove": KitReply,
    "teach.export": "application/zip",
    "readers.once": ReadersPage,
    "readers.stream": EVENTS,
    "readers.ports": PortList,
    "readers.wish": PortList,
    "readers.tags": TagPage,
    "readers.teach": PreviousMeaning,
    "readers.forget": CurrentMeaning,
    "rules.book_of": Rulebook,
    "build.hang": Outlook,
    "fairness.of_house": FairnessPage,
    "fairness.of_table": FairnessPage,
    "fairness.sheet_of_house": CSV,
    "fairness.sheet_of_table": CSV,
    "fairness.picture": SVG,
    "setup.once": SetupPage,
    "setup.stream": EVENTS,
    "setup.stay": KeepAliveAnswer,
    "setup.inside": SystemInfo,
    "setup.markers": "application/pdf",
    "record.tables": ArchivePage,
    "record.keep": DownloadTicket,
    "record.file_of": "application/octet-stream",
    "record.bring": ImportedTable,
    "words.of_page": "application/json",
    "house.health": HealthResponse,
    "house.once": HealthPage,
    "house.stream": EVENTS,
    "house.metrics": TEXT,
    "static": ANY_FILE,
    "page_file": ANY_FILE,
    "picture": "image/*",
    "kept_picture": "image/*",
}
