"""Which role may use which door: the one table of it. A door that is not in it is shut for everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from companion.web.auth.identity import Role

Who: TypeAlias = frozenset[Role]

INSIDE: Who = frozenset({"table", "seat", "dealer", "keeper", "wall"})
"""Every device that was let in; at a table: that has anything to do with it."""
ANYBODY: Who = INSIDE | {"stranger"}
PLAYS: Who = frozenset({"table", "seat", "dealer"})
LEADS: Who = frozenset({"table", "keeper"})
READS: Who = PLAYS | LEADS
TABLET: Who = frozenset({"table"})
KEEPS: Who = frozenset({"keeper"})
"""The keeper's own device; where there is none, the tablet keeps the house."""

PAGES = """
    shelf_page table_page wall_page lit_wall_page tray_page forms.new_page teach.kits_page readers.page
    setup.page record.record_page build.page fairness.house_page fairness.table_page entering.devices_page
    house.page
"""
"""Documents: who was not let in is sent the one that says how to get in instead."""

_TABLE: tuple[tuple[Who, str], ...] = (
    (
        ANYBODY,
        "static page_file words.of_page house.health house.metrics join_page joining.join entering.standing entering.claim",
    ),
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


def _doors() -> Iterator[tuple[str, Who]]:
    for who, names in _TABLE:
        for name in names.split():
            yield name, who


ROLES_BY_ENDPOINT: Mapping[str, Who] = MappingProxyType(dict(_doors()))
"""Flask's name of a door -> who may use it."""
PAGE_ENDPOINTS = frozenset(PAGES.split())
