"""Routes of archived tables: export, import, and putting a table away.

A file contains hidden information of all seats. So a player's device cannot export; an export of a running game must be
confirmed; and a notice appears at the table.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, send_file

from companion.i18n import _
from companion.presentation import ExportRequest
from companion.presentation.responses import ArchivedTable, ArchivePage, DownloadTicket, ExportableTable, ImportedTable
from companion.schema import Refused, Words
from companion.web.request import AS, assets, body, declare, parts, say, sits_at, translate, uploaded_file
from companion.web.routes.games.shelf import shelf_table
from companion.web.services import ArchiveProtocol

record = Blueprint("record", __name__)
MULTIPART_ROOM = 100_000  # bytes of multipart framing around an uploaded file
NOT_YOURS = _("It holds what other seats alone may know: have it kept on the tablet in the middle.")
HOLDS_HIDDEN = _("The game is on, and its file holds what is hidden too. Say that you want it all the same.")
KEPT_NOTE = _("This evening was kept as a file, with all that is hidden in it.")


@record.get("/record")
def record_page() -> str:
    """Show the page of archived tables."""
    return render_template("record.html")


@record.get("/api/records")
@declare(sends=ArchivePage, query=AS)
def tables() -> Response:
    """List tables that can be exported."""
    hall = parts().sessions
    exportable = [exportable_table(name) for name in hall.ids()]
    broken = [broken_table(name, why) for name, why in hall.broken.items()]
    titles = {game.name: game.title for game in parts().games}
    away = tuple(
        ArchivedTable(archived.table, titles.get(archived.game, archived.game), archived.opened_at)
        for archived in reversed(hall.tables.away)
    )
    shown: dict[str, Any] = translate(ArchivePage(assets(), (), away))
    return jsonify(shown | {"tables": [translate(table, table.game) for table in (*exportable, *broken)]})


@record.post("/api/tables/<table>/away")
def put_away(table: str) -> Response:
    """Take a table off the shelf. Raises Refused for the running game on the current table."""
    hall = parts().sessions
    if table == hall.lit and not hall.snapshot(table).over:
        raise Refused(
            "GAME_ON", _("This game is on under the lamp. Lay another one there first, or play it to its end.")
        )
    hall.tables.put_away(table)
    return jsonify({})


@record.post("/api/tables/<table>/out")
def take_out(table: str) -> Response:
    """Put a table back on the shelf."""
    parts().sessions.tables.take_out(table)
    return jsonify({})


@record.post("/api/tables/<table>/record")
@declare(ExportRequest, sends=DownloadTicket, query=AS)
def keep(table: str) -> Response:
    """Return a download ticket for a table, valid once for two minutes."""
    wish = body(ExportRequest)
    if why := export_refusal(table):
        raise Refused("NOT_YOURS", why)
    hall = parts().sessions
    is_on = table in hall.broken or not hall.snapshot(table).over
    if is_on and not wish.hidden:
        raise Refused("HOLDS_HIDDEN", HOLDS_HIDDEN)
    file, content = archive_service().keep(table)
    if is_on and table not in hall.broken:
        hall.set_notice(table, "info", KEPT_NOTE)
    way = f"/api/records/{parts().tickets.give(table)}"
    return jsonify(translate(DownloadTicket(way, file, len(content))))


@record.get("/api/records/<ticket>")
@declare(sends="application/octet-stream", query=AS)
def file_of(ticket: str) -> Response:
    """Download the file of a ticket."""
    table = parts().tickets.redeem(ticket)
    if not table or export_refusal(table):
        raise Refused("TOO_LATE", _("This way is closed: ask for the file once more on the page of evenings as files."))
    file, content = archive_service().keep(table)
    response = send_file(BytesIO(content), "application/octet-stream", as_attachment=True, download_name=file)
    response.headers["Cache-Control"] = "no-store"
    return response


@record.post("/api/records")
@declare(sends=ImportedTable, file="record")
def bring() -> Response:
    """Import a table from a file, or change nothing."""
    request.max_content_length = archive_service().most + MULTIPART_ROOM
    upload = uploaded_file("record")
    called = short_name(upload.filename or "") or say()(_("This file"))
    return jsonify(translate(archive_service().bring_upload(called, upload.stream)))


def archive_service() -> ArchiveProtocol:
    """Return the archive service. Raises Refused without one."""
    archive = parts().records
    if archive is None:
        raise Refused("NO_RECORDS", _("This house keeps no evenings as files."))
    return archive


def exportable_table(name: str) -> ExportableTable:
    """Describe a table that can be exported."""
    table = shelf_table(parts().sessions.snapshot(name))
    where = table.now if table.over else table.where or table.now
    return ExportableTable(name, table.game, table.title, where, table.seats, table.over, export_refusal(name))


def broken_table(name: str, why: Words) -> ExportableTable:
    """Describe a table that cannot be opened."""
    return ExportableTable(
        name, "", _("Table {name}", name=name), _("It cannot be opened: {why}", why=why), (), why=export_refusal(name)
    )


def export_refusal(table: str) -> Words:
    """Return why this device cannot export a table, or ""."""
    return NOT_YOURS if sits_at(table) else ""


def short_name(file: str) -> str:
    """Return an uploaded file's name for a sentence, "" if it is long or unprintable.

    >>> short_name("evening.lamplight"), short_name(""), short_name("a" * 80)
    ('evening.lamplight', '', '')
    """
    return file if len(file) <= 60 and file.isprintable() else ""
