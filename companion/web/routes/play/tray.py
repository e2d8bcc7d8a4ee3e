"""Routes of the tray: look again, photograph, corners, and the throws of a demo."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, jsonify

from companion.i18n import _
from companion.presentation import DemoRequest, TrayCornersRequest, expect_of, name
from companion.schema import TABLE, Expectation, Refused, Seat
from companion.sessions import TableSnapshot
from companion.web.request import AS, body, declare, look_at, parts, photograph, seat_here
from companion.web.setup_page import is_a_tray, round_the_edge

tray = Blueprint("tray", __name__)


@tray.post("/api/tables/<table>/look")
@declare(query=AS)
def look(table: str) -> Response:
    """Read the tray again, although nothing moved."""
    camera = parts().camera
    if not camera.is_there:
        raise Refused("NO_CAMERA", _("No camera looks at this tray: answer by hand."))
    lay_under_lamp(table)
    camera.look_again()
    return jsonify({})


@tray.post("/api/tables/<table>/photo")
@declare(file="photo", query=AS)
def photo(table: str) -> Response:
    """Read a photograph of the tray. From the tablet, an accepted one makes the table the current one."""
    taken, picture, seat = photograph(), parts().sessions.snapshot(table), seat_here(table)
    look_at(taken, seat, expected_of(picture, seat))
    return jsonify({})


@tray.post("/api/tables/<table>/demo")
@declare(DemoRequest, query=AS)
def demo(table: str) -> Response:
    """Play recorded dice or a recorded tag. Raises Refused outside a demo."""
    house, wish = parts(), body(DemoRequest)
    played = house.demo
    if played is None:
        raise Refused("NO_DEMO", _("This is a real table: throw real dice."))
    offered = played.offers.throws if wish.throw else tuple(tag for tag, _face in played.offers.tags)
    if (wish.throw or wish.tag) not in offered:
        raise Refused("NO_SUCH_THROW", _("There is no recording of {thing}.", thing=repr(wish.throw or wish.tag)))
    seat = seat_here(table)
    expected_of(house.sessions.snapshot(table), seat)
    lay_under_lamp(table)
    play = played.throw if wish.throw else played.lay
    play(wish.throw or wish.tag, seat if seat != TABLE else "")
    return jsonify({})


def lay_under_lamp(table: str) -> None:
    """Make the table current if the tablet asks. Raises Refused for a seat's device at another table."""
    hall = parts().sessions
    if seat_here(table) == TABLE:
        hall.light(table)
    elif hall.lit != table:
        raise Refused("OTHER_TABLE", _("Another game lies under the lamp. Open this one on the tablet first."))


def expected_of(picture: TableSnapshot, seat: Seat) -> Expectation:
    """Return the prompts that a photograph from this device can answer: all from the tablet, else its own seat's.

    Raises Refused if there are none.
    """
    expected = expect_of(picture)
    if seat == TABLE:
        return expected
    own = {prompt.id for prompt in picture.open if prompt.seat in (seat, TABLE)}
    wants = tuple(want for want in expected.wants if want.prompt in own)
    if not wants:
        who = name(picture, seat)
        raise Refused(
            "NOTHING_ASKED", _("Nothing is asked of {who} now that dice, tokens or cards could answer.", who=who)
        )
    return replace(expected, wants=wants)


@tray.post("/api/tables/<table>/tray")
@declare(TrayCornersRequest, query=AS)
def frame(table: str) -> Response:
    """Set the corners of the tray by four taps; without corners it is found by its markers."""
    corners = body(TrayCornersRequest).corners
    if seat_here(table) != TABLE:
        raise Refused("NOT_YOURS", _("The tray is shown on the tablet."))
    if corners and not is_a_tray(corners):
        raise Refused("NO_TRAY", _("These are not the four corners of a tray. Tap each corner once."))
    parts().camera.set_corners(round_the_edge(corners))
    return jsonify({})
