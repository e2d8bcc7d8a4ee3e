"""What each door sends where all goes well: a record, or a kind of file. A door that is not here sends a page, or `{}`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine.rulebook import Rulebook
from companion.presentation.mount.outlook import Outlook
from companion.presentation.pages.readers import ReadersPage, TagPage
from companion.presentation.responses.devices import DevicesPage, Standing
from companion.presentation.responses.fairness import FairnessPage
from companion.presentation.responses.health import HousePage
from companion.presentation.responses.log import Change, Evening, LogPage, Possible
from companion.presentation.responses.people import Own
from companion.presentation.responses.record import Brought, RecordsPage, Way
from companion.presentation.responses.setup import Inside, SetupPage
from companion.presentation.responses.shelf import FormPage, SheetPage, Shelf
from companion.presentation.responses.snapshot import Snapshot
from companion.schema.kit_enrolment import Taught
from companion.schema.prompt import Seat
from companion.schema.serial_ports import PortsTold
from companion.schema.tags import Meaning


@dataclass(frozen=True, slots=True)
class Nothing:
    """It is done."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why it was not done; then nothing has changed."""

    code: str  # for programs: NOT_OPEN, CODECERROR, ...
    sentence: str  # for people, in the language of the device
    rule: str  # the paragraph that forbids it, "" = none does


@dataclass(frozen=True, slots=True)
class OneTable:
    """A table by its name."""

    table: str  # "" = there is none


@dataclass(frozen=True, slots=True)
class Seated:
    """What this device shows from now on."""

    table: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Code:
    """An address in letters and as a picture of squares."""

    url: str
    svg: str


@dataclass(frozen=True, slots=True)
class Invited(Code):
    """An invitation, which one device can take."""

    seat: Seat
    other: Code | None  # the same by number, where the name may not be found


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
class StoodFor:
    """What a tag stood for until now."""

    before: Meaning | None


@dataclass(frozen=True, slots=True)
class StandsFor:
    """What a tag stands for from now on."""

    now: Meaning | None


@dataclass(frozen=True, slots=True)
class Healthy:
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
    "tables.own_of": Own,
    "tables.stream": EVENTS,
    "joining.invite": Invited,
    "joining.join": Seated,
    "entering.standing": Standing,
    "entering.claim": Seated,
    "entering.devices": DevicesPage,
    "entering.invite": Invited,
    "history.amend": (Change, Nothing),
    "history.possible": Possible,
    "history.past": Snapshot,
    "history.steps": Evening,
    "history.log": LogPage,
    "forms.form": FormPage,
    "forms.new_table": OneTable,
    "forms.one_sheet": SheetPage,
    "forms.keep_sheet": SheetKept,
    "forms.import_sheets": SheetsBrought,
    "forms.sheet_file": "application/json",
    "teach.kits": Taught,
    "teach.begin": Taught,
    "teach.kit": Taught,
    "teach.look": Taught,
    "teach.stay": Taught,
    "teach.leave": Taught,
    "teach.photo": Taught,
    "teach.point": Taught,
    "teach.names": Taught,
    "teach.back": Taught,
    "teach.forget": Taught,
    "teach.shots": Taught,
    "teach.drop": Taught,
    "teach.use": Taught,
    "teach.remove": Taught,
    "teach.export": "application/zip",
    "readers.once": ReadersPage,
    "readers.stream": EVENTS,
    "readers.ports": PortsTold,
    "readers.wish": PortsTold,
    "readers.tags": TagPage,
    "readers.teach": StoodFor,
    "readers.forget": StandsFor,
    "rules.book_of": Rulebook,
    "build.hang": Outlook,
    "fairness.of_house": FairnessPage,
    "fairness.of_table": FairnessPage,
    "fairness.sheet_of_house": CSV,
    "fairness.sheet_of_table": CSV,
    "fairness.picture": SVG,
    "setup.once": SetupPage,
    "setup.stream": EVENTS,
    "setup.inside": Inside,
    "setup.markers": "application/pdf",
    "record.tables": RecordsPage,
    "record.keep": Way,
    "record.file_of": "application/octet-stream",
    "record.bring": Brought,
    "words.of_page": "application/json",
    "house.health": Healthy,
    "house.once": HousePage,
    "house.stream": EVENTS,
    "house.metrics": TEXT,
    "static": ANY_FILE,
    "page_file": ANY_FILE,
    "picture": "image/*",
    "kept_picture": "image/*",
}
