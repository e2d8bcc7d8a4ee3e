"""The page's doors. Every one of them ends in the same place: an answer to an open prompt, or undo, amend, correct."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from math import atan2
from typing import Any, TypeVar

import segno
from flask import Blueprint, Response, current_app, jsonify, request

from companion.errors import CodecError
from companion.tables.seated import Picture
from companion.tables.sources import chosen_for
from companion.web.asked import now_line
from companion.web.body import (
    Answering,
    Choosing,
    Decide,
    Demoing,
    Dismiss,
    Framed,
    Join,
    Settle,
    Unseat,
    Virtual,
)
from companion.web.delivery import stream_of
from companion.web.devices import WALL
from companion.web.hidden import hides_tray, may_see
from companion.web.languages import language, spoken
from companion.web.own import own
from companion.web.packed import packed
from companion.web.parts import Corners, Parts
from companion.web.people import acts_for, seats
from companion.web.room import Room
from companion.web.sent.people import Own
from companion.web.sent.shelf import Shelf, ShelfGame, ShelfTable
from companion.web.snapshots import snapshot
from companion.web.views import view_of
from companion.wire.codec import from_json, no_number
from companion.wire.prompt import TABLE, Answer, Refused, Seat
from companion.wire.view import Heading

T = TypeVar("T")
api = Blueprint("api", __name__)
DAY = 24 * 3600
PREVIEW = "preview.jpg"  # what the camera sees now
LEAST_TRAY = 10_000  # px², a tray in a picture
LOOPBACK = re.compile(r"https?://(localhost|127\.|\[::1\])")


def parts() -> Parts:
    """The house of the app that serves this request."""
    found: Parts = current_app.extensions["lamplight"]
    return found


def assets() -> str:
    """A hash of the page's files: a page that shows another one reloads itself."""
    return packed().version


def body(cls: type[T]) -> T:
    """The request's JSON as a record; raises CodecError with the field that is wrong."""
    try:
        data = json.loads(request.get_data(), parse_constant=no_number)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise CodecError("The request has no JSON object.")
    return from_json(cls, data)


def seat_here(table: str) -> Seat:
    """The seat this device shows at a table; a screen that only shows may say so itself."""
    if request.args.get("as") == WALL:
        return WALL
    return parts().devices.seat(table, request.cookies.get(cookie(table), ""))


def only_shows() -> None:
    """Raises Refused where a screen on the wall would do anything at its table."""
    table = (request.view_args or {}).get("table", "")
    if request.method != "GET" and table and seat_here(table) == WALL:
        raise Refused("NOT_YOURS", "This screen only shows the table. Answer on the tablet or on a phone.")


def cookie(table: str) -> str:
    return f"lamplight-{table}"


@api.get("/api/shelf")
def shelf() -> Response:
    """The games, and the tables that wait."""
    house = parts()
    games = tuple(
        ShelfGame(g.name, g.title, g.blurb, (g.seats.start, g.seats.stop - 1), g.kinds, g.dealer, bool(g.form))
        for g in house.games()
    )
    open_tables = sorted((shelved(house.hall.picture(name)) for name in house.hall.ids()), key=lambda table: table.over)
    broken = (
        ShelfTable(name, "", f"Table {name}", f"It cannot be opened: {why}", ())
        for name, why in house.hall.broken.items()
    )
    return jsonify(spoken(Shelf(assets(), games, (*open_tables, *broken))))


def shelved(picture: Picture) -> ShelfTable:
    """A table as the shelf shows it: where its evening stands."""
    names = tuple(picture.setup.names.get(s, s) for s in seats(picture))
    view = view_of(picture, TABLE)
    heading = next((block for block in view if isinstance(block, Heading)), Heading(""))
    where = " · ".join(part for part in (heading.title, heading.subtitle) if part)
    game = picture.game
    return ShelfTable(picture.id, game.name, game.title, now_line(picture), names, where, bool(picture.over))


@api.get("/api/lit")
def lit() -> Response:
    """The table under the lamp, "" where none is."""
    return jsonify({"table": parts().hall.lit})


@api.get("/api/tables/<table>/snapshot")
def one_snapshot(table: str) -> Response:
    """The picture of the table, once."""
    return jsonify(make(table, seat_here(table)))


@api.get("/api/tables/<table>/own/<seat>")
def own_of(table: str, seat: str) -> Response:
    """What is one seat's own to read, on the tablet: of a seat that has a device of its own it is shown there alone."""
    picture = parts().hall.picture(table)
    device, mine = here(picture)
    if device != TABLE or seat not in mine - {TABLE}:
        raise Refused("NOT_YOURS", "This is for another seat's eyes: look on its own device.")
    return jsonify(spoken(Own(own(picture, seat))))


@api.get("/api/tables/<table>/stream")
def stream(table: str) -> Response:
    """The picture of the table, at every change; the tablet's stream lays the game under the lamp."""
    house, seat = parts(), seat_here(table)
    house.hall.picture(table)  # an unknown table is refused before the stream begins
    house.hub.look_for_room()
    if seat == TABLE:
        house.hall.light(table)
    events = house.hub.events(
        table, seat, lambda: make(table, seat_here(table)), lambda: f"{seat_here(table)} {language()}"
    )
    return stream_of(events)


@api.get("/api/tables/<table>/place")
def place(table: str) -> Response:
    """Why a stream does not open: an event stream cannot say it."""
    parts().hall.picture(table)
    parts().hub.look_for_room()
    return jsonify({})


def make(table: str, seat: Seat) -> dict[str, Any]:
    """The snapshot of a table for a seat, as JSON."""
    room = room_at(table)
    made: dict[str, Any] = spoken(snapshot(parts().hall.picture(table), seat, room))
    return made


def room_at(table: str) -> Room:
    """What this device is told beside the table; to be asked before the table is looked at: a snapshot is never newer than its number."""
    house = parts()
    version = house.hub.version(table)
    return Room(
        boot=current_app.config["BOOT"],
        version=version,
        assets=assets(),
        claimed=house.devices.claimed(table),
        watching=house.hub.watching(table),
        senses=house.senses(),
        broker=house.broker,
        demo=house.demo,
        looks=house.look_again is not None,
        recorded=house.recorded,
        language=language(),
    )


@api.post("/api/tables/<table>/answer")
def answer(table: str) -> Response:
    """A tap."""
    asked = body(Answering)
    parts().hall.light(table)
    parts().hall.answer(table, Answer(asked.id, asked.prompt, asked.values, may_answer(table, asked.prompt)))
    return jsonify({})


@api.post("/api/tables/<table>/doubt")
def settle(table: str) -> Response:
    """A person says what a doubtful reading shows."""
    told = body(Settle)
    given = Answer(told.id or told.reading, told.prompt, told.values, may_answer(table, told.prompt))
    parts().hall.settle(table, told.reading, given)
    return jsonify({})


@api.post("/api/tables/<table>/both")
def decide(table: str) -> Response:
    """A person says which of two readers is right."""
    told = body(Decide)
    picture = parts().hall.picture(table)
    both = next((one for one in picture.both if one.reading.id == told.reading), None)
    if both is not None and both.draw.prompt.seat not in here(picture)[1] | {TABLE}:
        raise Refused("NOT_YOURS", "This was asked of another seat.")
    if told.which == "next" and both is not None and both.next is not None:
        may_answer(table, both.next.prompt)
    parts().hall.decide(table, told.reading, told.which, told.values, told.seen)
    return jsonify({})


@api.post("/api/tables/<table>/dismiss")
def dismiss(table: str) -> Response:
    """What lies there was no answer."""
    parts().hall.dismiss(table, body(Dismiss).reading)
    return jsonify({})


@api.post("/api/tables/<table>/look")
def look(table: str) -> Response:
    """Look at the tray once more, without a die being touched."""
    parts().hall.light(table)
    again = parts().look_again
    if again is None:
        raise Refused("NO_CAMERA", "No camera looks at this tray: answer by hand.")
    again()
    return jsonify({})


@api.post("/api/tables/<table>/virtual")
def virtual(table: str) -> Response:
    """Roll for me."""
    wish = body(Virtual)
    parts().hall.virtual(table, wish.prompt, may_answer(table, wish.prompt), wish.id)
    return jsonify({})


@api.post("/api/tables/<table>/source")
def source(table: str) -> Response:
    """What a seat of this device answers with from now on."""
    wish, picture = body(Choosing), parts().hall.picture(table)
    if wish.seat not in (TABLE, *seats(picture)) or wish.seat not in here(picture)[1] | {TABLE}:
        raise Refused("NOT_YOURS", "Another device answers for this seat.")
    if wish.kind and wish.kind not in picture.game.kinds:
        raise Refused("UNKNOWN_KIND", f"{picture.game.title} uses nothing that is called {wish.kind}.")
    kind = chosen_for(wish.kind, picture.game.kinds)
    parts().hall.choose_source(table, wish.seat, wish.source, kind)
    return jsonify({})


@api.post("/api/tables/<table>/photo")
def photo(table: str) -> Response:
    """A photograph of the tray."""
    parts().hall.light(table)
    upload = request.files.get("photo")
    if upload is None:
        raise CodecError("No photograph came. Choose one and send it again.")
    sentence = parts().look(upload.read())
    if sentence:
        raise Refused("NO_READING", sentence)
    return jsonify({})


@api.post("/api/tables/<table>/demo")
def demo(table: str) -> Response:
    """In a demo alone: throw the recorded dice, or lay a tag on the reader."""
    house, wish = parts(), body(Demoing)
    house.hall.light(table)
    act: Callable[[str], None] | None = house.throw if wish.throw else house.lay
    if act is None or house.demo is None:
        raise Refused("NO_DEMO", "This is a real table: throw real dice.")
    offered = house.demo.throws if wish.throw else tuple(tag for tag, _ in house.demo.tags)
    if (wish.throw or wish.tag) not in offered:
        raise Refused("NO_SUCH_THROW", f"There is no recording of {wish.throw or wish.tag!r}.")
    act(wish.throw or wish.tag)
    return jsonify({})


@api.post("/api/tables/<table>/tray")
def frame(table: str) -> Response:
    """Where the tray is, by four taps on the camera's picture; without corners its markers say it again."""
    corners = body(Framed).corners
    if seat_here(table) != TABLE:
        raise Refused("NOT_YOURS", "The tray is shown on the tablet.")
    if corners and not is_a_tray(corners):
        raise Refused("NO_TRAY", "These are not the four corners of a tray. Tap each corner once.")
    parts().frame(round_the_edge(corners))
    return jsonify({})


def is_a_tray(corners: Corners) -> bool:
    """Four corners that hold at least a hundredth of a megapixel."""
    if len(corners) != 4 or min(min(corner) for corner in corners) < 0:
        return False
    edge = round_the_edge(corners)
    twice = sum(x * v - u * y for (x, y), (u, v) in zip(edge, (*edge[1:], edge[0]), strict=True))
    return abs(twice) >= 2 * LEAST_TRAY


def round_the_edge(corners: Corners) -> Corners:
    """The corners in the order in which one walks round the tray, however they were tapped."""
    if not corners:
        return ()
    x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    return tuple(sorted(corners, key=lambda corner: atan2(corner[1] - y, corner[0] - x)))


@api.get("/api/tables/<table>/invite")
def invite(table: str) -> Response:
    """A QR code that seats one device."""
    house, seat = parts(), request.args.get("seat", "")
    if seat not in (*seats(house.hall.picture(table)), WALL) or seat_here(table) != TABLE:
        raise Refused("NO_SUCH_SEAT", "Choose a seat of this table, on the tablet.")
    here = reachable(request.host_url.rstrip("/"))
    way = f"/join#{house.devices.invite(table, seat)}"
    by_number = house.address() if house.address and request.host.partition(":")[0].endswith(".local") else ""
    return jsonify({**code(here + way), "seat": seat, "other": code(by_number + way) if by_number else None})


def code(url: str) -> dict[str, str]:
    """An address in letters and as a picture of squares."""
    return {
        "url": url,
        "svg": segno.make(url, error="m").svg_inline(scale=4, border=2, dark="#14161a", light="#f7efe0"),
    }


def reachable(here: str) -> str:
    """The address of this page as a phone can open it: one of this machine alone leads a phone to itself."""
    address = parts().address
    return address() if address and LOOPBACK.match(here) else here


@api.post("/api/join")
def join() -> Response:
    """Exchange an invitation for this device's cookie."""
    invitation, key = parts().devices.accept(body(Join).token)
    response = jsonify({"table": invitation.table, "seat": invitation.seat})
    response.set_cookie(cookie(invitation.table), key, httponly=True, samesite="Strict", max_age=30 * DAY)
    parts().hub.touch(invitation.table)
    return response


@api.post("/api/tables/<table>/unseat")
def unseat(table: str) -> Response:
    """The tablet answers for a seat again: its phone is gone."""
    house, seat = parts(), body(Unseat).seat
    if seat not in seats(house.hall.picture(table)) or seat_here(table) != TABLE:
        raise Refused("NO_SUCH_SEAT", "Choose a seat of this table, on the tablet.")
    house.devices.unseat(table, seat)
    house.hub.touch(table)
    return jsonify({})


def may_answer(table: str, prompt: str) -> Seat:
    """The seat whose prompt it is; raises Refused where this device may not answer for it, or it is not open."""
    picture = parts().hall.picture(table)
    _, mine = here(picture)
    for open_prompt in picture.open:
        if open_prompt.id == prompt:
            if open_prompt.seat not in mine | {TABLE}:
                raise Refused("NOT_YOURS", "This is asked of another seat.")
            return open_prompt.seat
    raise Refused("NOT_OPEN", "This was answered already, or is not asked now.")


def may_fetch(file: str) -> bool:
    """Whether this device may be sent a picture: none on which something lies that is not for its eyes (yet)."""
    if file == PREVIEW:
        return not is_tray_hidden()
    for picture in map(parts().hall.picture, parts().hall.ids()):
        seat, mine = here(picture)
        told = [one.reading for one in (picture.rest, picture.doubt, *picture.both) if one is not None]
        told += [both.first for both in picture.both if both.first is not None]
        if not all(may_see(picture, reading, seat, mine) for reading in told if reading.picture == file):
            return False
    return True


def is_tray_hidden() -> bool:
    """Whether something may lie under the lamp now that is not for this device's eyes."""
    hall = parts().hall
    return bool(hall.lit) and hides_tray(hall.picture(hall.lit), *here(hall.picture(hall.lit)))


def here(picture: Picture) -> tuple[Seat, frozenset[Seat]]:
    """The seat this device shows at a table, and those it answers for."""
    seat = seat_here(picture.id)
    return seat, acts_for(seat, picture, parts().devices.claimed(picture.id))
