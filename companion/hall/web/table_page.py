"""The page of a table that a worker serves: as a house's, without what only the machine at the table can do."""

from __future__ import annotations

from functools import cache, partial

from flask import Flask

from companion import games
from companion.archive.images import folders_of
from companion.archive.service import ArchiveService
from companion.hall.tables.served_table import ServedTable
from companion.i18n import _
from companion.schema import Refused
from companion.web.app import create_app
from companion.web.request import ServedApp
from companion.web.services import Services

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
        games=lambda: tuple(games.find(name) for name in games.names()),
        reader_summaries=table.reader_states,
        broker=_("The broker of the hall is used."),
        pictures=settings.data / "pictures",
        frame=_elsewhere,
        look=lambda _photograph, _sender, _expect: BY_HAND,
        look_again=table.look_again,
        has_camera=lambda: bool(table.camera_reader()),
        sheet_images=folders.kept,
        reading_images=folders.brought,
        records=ArchiveService(table.sessions, folders),
        ports=table.port_client,
        reader_states=table.reader_states.details,
        mark=table.mark,
        lamp=settings.place,
        staff=table.calling,
        event=table.sharing,
        languages=table.languages,
        language=settings.language,
        address=partial("http://{}".format, settings.hosts[0]),
    )
    return ServedApp(table_app(), parts, frozenset(settings.hosts))


@cache
def table_app() -> Flask:
    """Of all tables."""
    return create_app(None)


def _elsewhere(_corners: object) -> None:
    raise Refused("NOT_HERE", AT_THE_TABLE)
