"""The doors through which a device looks at a table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from companion.i18n import _
from companion.presentation import CallStaffRequest, CountRequest, DeviceContext, build_snapshot, private_view
from companion.presentation.responses import PrivateView
from companion.schema import TABLE, Refused, Seat
from companion.web.delivery import stream_of
from companion.web.request import assets, body, boot, here, keeps, language_here, parts, seat_here, spoken, watcher_here

tables = Blueprint("tables", __name__)


@tables.get("/api/tables/<table>/snapshot")
def one_snapshot(table: str) -> Response:
    """The picture of the table, once."""
    return jsonify(make(table, seat_here(table)))


@tables.get("/api/tables/<table>/own/<seat>")
def own_of(table: str, seat: str) -> Response:
    """What is one seat's own to read, on the tablet: of a seat that has a device of its own it is shown there alone."""
    picture = parts().sessions.snapshot(table)
    device, mine = here(picture)
    if device != TABLE or seat not in mine - {TABLE}:
        raise Refused("NOT_YOURS", _("This is for another seat's eyes: look on its own device."))
    return jsonify(spoken(PrivateView(private_view(picture, seat))))


@tables.get("/api/tables/<table>/stream")
def stream(table: str) -> Response:
    """The picture of the table, at every change; the tablet's stream lays the game under the lamp."""
    house, seat = parts(), seat_here(table)
    house.sessions.snapshot(table)  # an unknown table is refused before the stream begins
    watcher = watcher_here()
    house.broadcaster.look_for_room(watcher)
    if seat == TABLE:
        house.sessions.light(table)
    events = house.broadcaster.events(
        table,
        seat,
        lambda: make(table, seat_here(table)),
        lambda: f"{seat_here(table)} {language_here()} {keeps()}",
        watcher,
        shows_newest=is_shown(house.mark),
    )
    return stream_of(events)


def is_shown(mark: str) -> bool:
    """Whether the page that asks for its stream again shows all that is stored, drawn by another process."""
    return bool(mark) and request.headers.get("Last-Event-ID", "").rpartition("-")[2] == mark


@tables.get("/api/tables/<table>/place")
def place(table: str) -> Response:
    """Why a stream does not open: an event stream cannot say it."""
    parts().sessions.snapshot(table)
    parts().broadcaster.look_for_room(watcher_here(comes_back=True))
    return jsonify({})


@tables.post("/api/staff")
def staff() -> Response:
    """Somebody of the hall's staff is asked to come, or need not any more."""
    hall = parts().hall
    if hall is None or hall.staff is None:
        raise Refused("NO_STAFF", _("There is no staff that could be called here."))
    hall.staff.call(on=body(CallStaffRequest).on)
    return jsonify({})


@tables.post("/api/event")
def event() -> Response:
    """What this table has done in the event of many tables."""
    hall, told = parts().hall, body(CountRequest)
    if hall is None or hall.event is None:
        raise Refused("NO_EVENT", _("There is no event of many tables here."))
    hall.event.count(told.event, told.total, told.version)
    return jsonify({})


def make(table: str, seat: Seat) -> dict[str, Any]:
    """The snapshot of a table for a seat, as JSON."""
    room = room_at(table)
    picture = parts().sessions.snapshot(table)
    with parts().broadcaster.drawing:
        made: dict[str, Any] = spoken(build_snapshot(picture, seat, room))
    return made


def room_at(table: str) -> DeviceContext:
    """What this device is told beside the table; to be asked before the table is looked at: a snapshot is never newer than its number."""
    house, hall = parts(), parts().hall
    version, mark = house.broadcaster.version(table), house.mark
    return DeviceContext(
        boot=boot(),
        version=version,
        mark=mark,
        assets=assets(),
        claimed=house.devices.claimed(table),
        watching=house.broadcaster.watching(table),
        senses=house.readers.summaries(),
        broker=house.broker,
        demo=house.demo.offers if house.demo is not None else None,
        looks=house.camera.is_there,
        recorded=house.demo.recorded if house.demo is not None else (),
        language=language_here(),
        keeps=keeps(),
        event=hall.event.now() if hall is not None and hall.event is not None else None,
        staff=bool(hall.staff.since) if hall is not None and hall.staff is not None else None,
    )
