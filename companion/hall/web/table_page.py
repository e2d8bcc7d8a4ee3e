"""Create the page of a served table: like a single table's, without functions of the machine at the table."""

from __future__ import annotations

from functools import cache

from flask import Flask

from companion import games
from companion.archive.images import folders_of
from companion.archive.service import ArchiveService
from companion.hall.tables.served_table import ServedTable
from companion.i18n import _
from companion.schema import Expectation, Refused, Seat, Words
from companion.web.app import create_app
from companion.web.request import ServedApp
from companion.web.services import Corners, HallServices, PageAddress, PageImages, Services

AT_THE_TABLE = _("The camera hangs at a machine of the table: this is set up there.")
BY_HAND = _("Photographs are read at the table's own machine. Answer by hand here.")


def create_table_page(table: ServedTable) -> ServedApp:
    """Of this table alone."""
    settings = table.settings
    folders = folders_of(settings)
    parts = Services(
        sessions=table.sessions,
        broadcaster=table.broadcaster,
        devices=table.devices,
        library=table.sheets,
        games=tuple(map(games.find, games.names())),
        readers=table.reader_states,
        broker=_("The broker of the hall is used."),
        camera=CameraAtTable(table),
        images=PageImages(folders.crops, sheets=folders.kept, imported=folders.brought),
        records=ArchiveService(table.sessions, folders),
        ports=table.port_client,
        hall=HallServices(table.sharing, table.calling, table, settings.place),
        languages=table.languages,
        language=settings.language,
        address=PageAddress(settings.hosts[0], 80),
    )
    return ServedApp(table_app(), parts, frozenset(settings.hosts))


@cache
def table_app() -> Flask:
    """Of all tables."""
    return create_app(None)


class CameraAtTable:
    """A camera at the table's own machine: it can look again, and is set up there."""

    def __init__(self, table: ServedTable) -> None:
        self._table = table

    @property
    def is_there(self) -> bool:
        return bool(self._table.camera_reader())

    def look_again(self) -> None:
        self._table.look_again()

    def read_photograph(self, photograph: bytes, sender: Seat, expect: Expectation) -> Words:  # noqa: ARG002 - as the page calls it
        return BY_HAND

    def set_corners(self, corners: Corners) -> None:  # noqa: ARG002 - as the page calls it
        raise Refused("NOT_HERE", AT_THE_TABLE)
