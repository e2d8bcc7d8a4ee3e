"""A visit: the request that is served, whose device asks, and what that may."""

from __future__ import annotations

import json
from typing import TypeVar

from flask import current_app, request

from companion.errors import CodecError
from companion.tables.seated import Picture
from companion.web.devices import WALL
from companion.web.hidden import hides_tray, may_see
from companion.web.packed import packed
from companion.web.parts import Parts
from companion.web.people import acts_for
from companion.wire.codec import from_json, no_number
from companion.wire.prompt import TABLE, Refused, Seat

T = TypeVar("T")
PREVIEW = "preview.jpg"  # what the camera sees now


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


def here(picture: Picture) -> tuple[Seat, frozenset[Seat]]:
    """The seat this device shows at a table, and those it answers for."""
    seat = seat_here(picture.id)
    return seat, acts_for(seat, picture, parts().devices.claimed(picture.id))


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


def look_at_photo() -> None:
    """What lies on the photograph that came along becomes a reading. Raises CodecError where none came, Refused where it is none."""
    upload = request.files.get("photo")
    if upload is None:
        raise CodecError("No photograph came. Choose one and send it again.")
    sentence = parts().look(upload.read())
    if sentence:
        raise Refused("NO_READING", sentence)
