"""Routes of a table's snapshot and stream, and of its hall's services."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from companion.i18n import _
from companion.presentation import CallStaffRequest, CountRequest, DeviceContext, build_snapshot, private_view
from companion.presentation.responses import PrivateView, Snapshot
from companion.schema import TABLE, Refused, Seat
from companion.web.delivery import stream_of
from companion.web.request import (
    AS,
    EVENTS,
    assets,
    body,
    boot,
    declare,
    keeps,
    language_here,
    parts,
    seat_here,
    seats_here,
    translate,
    watcher_here,
)

tables = Blueprint("tables", __name__)


@tables.get("/api/tables/<table>/snapshot")
@declare(sends=Snapshot, query=AS)
def one_snapshot(table: str) -> Response:
    """Return the snapshot once."""
    return jsonify(make(table, seat_here(table)))


@tables.get("/api/tables/<table>/own/<seat>")
@declare(sends=PrivateView, query=AS)
def own_of(table: str, seat: str) -> Response:
    """Return the private view of a seat on the tablet, unless the seat has a device of its own."""
    picture = parts().sessions.snapshot(table)
    device, own_seats = seats_here(picture)
    if device != TABLE or seat not in own_seats - {TABLE}:
        raise Refused("NOT_YOURS", _("This is for another seat's eyes: look on its own device."))
    return jsonify(translate(PrivateView(private_view(picture, seat))))


@tables.get("/api/tables/<table>/stream")
@declare(sends=EVENTS, query=AS)
def stream(table: str) -> Response:
    """Stream snapshots. The tablet's stream makes the table the current one."""
    house, seat = parts(), seat_here(table)
    house.sessions.snapshot(table)  # refuse an unknown table before the stream begins
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
        # a reconnecting page may show the newest stored state already, drawn by another process
        shows_newest=house.mark != "" and request.headers.get("Last-Event-ID", "").endswith(f"-{house.mark}"),
    )
    return stream_of(events)


@tables.get("/api/tables/<table>/place")
@declare(query=AS)
def place(table: str) -> Response:
    """Return why a stream does not open: EventSource cannot read the error."""
    parts().sessions.snapshot(table)
    parts().broadcaster.look_for_room(watcher_here(comes_back=True))
    return jsonify({})


@tables.post("/api/staff")
@declare(CallStaffRequest)
def staff() -> Response:
    """Call the hall's staff, or cancel the call."""
    hall = parts().hall
    if hall is None or hall.staff is None:
        raise Refused("NO_STAFF", _("There is no staff that could be called here."))
    hall.staff.call(on=body(CallStaffRequest).on)
    return jsonify({})


@tables.post("/api/event")
@declare(CountRequest)
def event() -> Response:
    """Set this table's count in an event of many tables."""
    hall, wish = parts().hall, body(CountRequest)
    if hall is None or hall.event is None:
        raise Refused("NO_EVENT", _("There is no event of many tables here."))
    hall.event.count(wish.event, wish.total, wish.version)
    return jsonify({})


def make(table: str, seat: Seat) -> dict[str, Any]:
    """Return the snapshot of a table for a seat as JSON values."""
    context = device_context(table)
    picture = parts().sessions.snapshot(table)
    with parts().broadcaster.drawing:
        snapshot: dict[str, Any] = translate(build_snapshot(picture, seat, context))
    return snapshot


def device_context(table: str) -> DeviceContext:
    """Return the context of this device. Call it before reading the table: a snapshot is never newer than its number."""
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
