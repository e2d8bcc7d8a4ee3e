"""Roles of a device, and the one table of which role may use which route. A route that is not in it is refused to all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from companion.schema import TABLE, Seat
from companion.sessions import WALL, Device

Kept: TypeAlias = Literal["table", "seat", "dealer", "keeper", "wall"]
Role: TypeAlias = Kept | Literal["stranger"]

STRANGER: frozenset[Role] = frozenset({"stranger"})
SHOWS: frozenset[Role] = frozenset({"wall"})


@dataclass(frozen=True, slots=True)
class Identity:
    """The devices of one browser. It may have a seat at one table and be the tablet of others."""

    devices: tuple[Device, ...] = ()
    is_here: bool = False  # the machine that plays a demo: it is the tablet without a key
    is_wall: bool = False  # it declares itself a display, and is nothing else then

    def seat(self, table: str) -> Seat:
        """Return the seat whose things it shows at a table: its own, else the tablet's, else a wall's."""
        own = [device.role for device in self.devices if device.table == table and not self.is_wall]
        house = TABLE if "table" in self._house_roles() and not self.is_wall else WALL
        return own[-1] if own and table else house

    def roles(self, table: str = "") -> frozenset[Role]:
        """Return its roles at a table. Without a table: in the installation, where a seat at any table counts as a seat."""
        own = frozenset(role_of(device.role) for device in self.devices if device.table and table in ("", device.table))
        roles = own | (self._house_roles() - {"table"} if own and table else self._house_roles())
        if not roles:
            return STRANGER
        return SHOWS if self.is_wall else roles

    def _house_roles(self) -> frozenset[Role]:
        here: frozenset[Role] = frozenset({"table"}) if self.is_here else frozenset()
        return here | {role_of(device.role) for device in self.devices if not device.table}


def role_of(role: str) -> Kept:
    """Return the role of a device. A seat's device is stored under the seat's own name.

    >>> role_of("keeper"), role_of("dealer"), role_of("3")
    ('keeper', 'dealer', 'seat')
    """
    match role:
        case "table" | "keeper" | "wall" | "dealer":
            return role
        case _:
            return "seat"


Who: TypeAlias = frozenset[Role]

INSIDE: Who = frozenset({"table", "seat", "dealer", "keeper", "wall"})
"""Every device that was let in; at a table, every device with a role there."""
ANYBODY: Who = INSIDE | {"stranger"}
PLAYS: Who = frozenset({"table", "seat", "dealer"})
LEADS: Who = frozenset({"table", "keeper"})
READS: Who = PLAYS | LEADS
TABLET: Who = frozenset({"table"})
KEEPS: Who = frozenset({"keeper"})
"""The keeper's own device; without one, the tablet."""

PAGES = """
    shelf_page table_page wall_page lit_wall_page tray_page forms.new_page teach.kits_page readers.page
    setup.page record.record_page build.page fairness.house_page fairness.table_page entering.devices_page
    house.page
"""
"""Documents. A device that was not let in gets the page that explains how to get in."""

_TABLE: tuple[tuple[Who, str], ...] = (
    (ANYBODY, "static page_file words.of_page house.health house.metrics join_page joining.join"),
    (ANYBODY, "entering.standing entering.claim"),
    (INSIDE, PAGES),
    (INSIDE, "shelf.games_and_tables shelf.lit rules.book_of build.hang picture kept_picture"),
    (INSIDE, "tables.one_snapshot tables.stream tables.place history.past history.steps history.log"),
    (INSIDE, "fairness.of_table fairness.sheet_of_table fairness.picture"),
    (INSIDE, "house.once house.stream house.place"),
    (LEADS, "fairness.of_house fairness.sheet_of_house"),
    (PLAYS, "answers.answer answers.settle answers.decide answers.dismiss answers.virtual answers.source"),
    (PLAYS, "history.undo history.redo history.keep history.amend history.possible history.save history.forget"),
    (READS, "tables.staff tables.event"),
    (PLAYS, "tray.look tray.photo tray.demo"),
    (TABLET, "tables.own_of tray.frame"),
    (LEADS, "joining.invite joining.unseat forms.form forms.new_table"),
    (LEADS, "forms.one_sheet forms.sheet_file forms.keep_sheet forms.drop_sheet forms.import_sheets"),
    (KEEPS, "record.tables record.keep record.file_of record.bring record.put_away record.take_out"),
    (KEEPS, "readers.once readers.stream readers.place readers.ports readers.wish readers.stay readers.leave"),
    (KEEPS, "readers.tags readers.teach readers.forget readers.demo"),
    (KEEPS, "setup.once setup.stream setup.place setup.inside setup.markers setup.camera setup.tray setup.dice"),
    (KEEPS, "setup.light setup.stay setup.leave setup.judge setup.anew setup.photo setup.demo"),
    (KEEPS, "teach.kits teach.begin teach.kit teach.look teach.stay teach.leave teach.photo teach.point teach.names"),
    (KEEPS, "teach.back teach.forget teach.shots teach.drop teach.use teach.remove teach.export"),
    (KEEPS, "entering.devices entering.invite entering.call entering.send_away entering.send_all_away"),
)


ROLES_BY_ENDPOINT: Mapping[str, Who] = MappingProxyType({name: who for who, names in _TABLE for name in names.split()})
"""Roles by Flask endpoint."""
PAGE_ENDPOINTS = frozenset(PAGES.split())
