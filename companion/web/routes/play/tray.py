"""The doors to the tray and its camera: look again, a photograph, where it is; and the throws of a demo."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, jsonify

from companion.presentation import DemoRequest, TrayCornersRequest
from companion.schema import TABLE, Refused
from companion.web.request import body, look_at, parts, photograph, seat_here
from companion.web.setup_page import is_a_tray, round_the_edge

tray = Blueprint("tray", __name__)


@tray.post("/api/tables/<table>/look")
def look(table: str) -> Response:
    """Look at the tray once more, without a die being touched."""
    again = parts().look_again
    if again is None or not parts().has_camera():
        raise Refused("NO_CAMERA", "No camera looks at this tray: answer by hand.")
    parts().sessions.light(table)
    again()
    return jsonify({})


@tray.post("/api/tables/<table>/photo")
def photo(table: str) -> Response:
    """A photograph of the tray."""
    taken = photograph()
    parts().sessions.light(table)  # before: it is read as an answer to what is asked there
    look_at(taken)
    return jsonify({})


@tray.post("/api/tables/<table>/demo")
def demo(table: str) -> Response:
    """In a demo alone: throw the recorded dice, or lay a tag on the reader."""
    house, wish = parts(), body(DemoRequest)
    act: Callable[[str], None] | None = house.throw if wish.throw else house.lay
    if act is None or house.demo is None:
        raise Refused("NO_DEMO", "This is a real table: throw real dice.")
    offered = house.demo.throws if wish.throw else tuple(tag for tag, _ in house.demo.tags)
    if (wish.throw or wish.tag) not in offered:
        raise Refused("NO_SUCH_THROW", f"There is no recording of {wish.throw or wish.tag!r}.")
    house.sessions.light(table)
    act(wish.throw or wish.tag)
    return jsonify({})


@tray.post("/api/tables/<table>/tray")
def frame(table: str) -> Response:
    """Where the tray is, by four taps on the camera's picture; without corners its markers say it again."""
    corners = body(TrayCornersRequest).corners
    if seat_here(table) != TABLE:
        raise Refused("NOT_YOURS", "The tray is shown on the tablet.")
    if corners and not is_a_tray(corners):
        raise Refused("NO_TRAY", "These are not the four corners of a tray. Tap each corner once.")
    parts().frame(round_the_edge(corners))
    return jsonify({})
