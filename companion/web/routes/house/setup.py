"""The page's doors to set-up: how everything stands, which camera, the sheet of markers, and test throws."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, get_args

from flask import Blueprint, Response, jsonify, render_template

from companion.errors import CodecError
from companion.i18n import _
from companion.presentation import DemoRequest, TrayCornersRequest
from companion.schema import TABLE, WALL, Expectation, Refused, is_word
from companion.sessions import Way
from companion.web.delivery import stream_of
from companion.web.request import (
    assets,
    body,
    boot,
    is_tray_hidden,
    look_at,
    parts,
    photograph,
    say,
    spoken,
    watcher_here,
)
from companion.web.services import CameraSetupService, Paper
from companion.web.setup_page import HIDDEN, OF_THE_GAME, OURS, is_a_tray, is_free, round_the_edge, setup_page

setup = Blueprint("setup", __name__)
SETUP = "setup/"  # the page's name towards the hub; no table is called so


@dataclass(frozen=True, slots=True)
class ChooseCameraRequest:
    way: Way
    source: str = ""


@dataclass(frozen=True, slots=True)
class KeepAliveRequest:
    throwing: bool  # what is thrown now is a test throw
    sure: bool = False  # also while a game is on: somebody has just said so


@dataclass(frozen=True, slots=True)
class JudgeThrowRequest:
    number: int  # of the throw
    said: tuple[str | None, ...]  # of each thing what it shows, "" = it is none; None = as it was read
    missed: int = 0


@dataclass(frozen=True, slots=True)
class TrayContentRequest:
    kits: bool  # nothing more is to be taught


def desk() -> CameraSetupService:
    """Who sets up in this house. Raises Refused where nobody does."""
    found = parts().setup
    if found is None:
        raise Refused("NO_SETUP", _("This house has nothing to set up."))
    return found


@setup.get("/setup")
def page() -> str:
    """The page itself."""
    return render_template("setup.html")


@setup.get("/api/setup")
def once() -> Response:
    """All of it, once."""
    return jsonify(make())


@setup.get("/api/setup/stream")
def stream() -> Response:
    """All of it, at every change."""
    desk()
    hub, watcher = parts().broadcaster, watcher_here()
    hub.look_for_room(watcher)
    return stream_of(hub.events(SETUP, TABLE, make, watcher=watcher))


@setup.get("/api/setup/place")
def place() -> Response:
    """Why a stream does not open: an event stream cannot say it."""
    parts().broadcaster.look_for_room(watcher_here(comes_back=True))
    return jsonify({})


def make() -> dict[str, Any]:
    """The page as JSON."""
    house = parts()
    version = house.broadcaster.version(SETUP)  # read before the rest: a page is never newer than its number
    name = f"{boot()}-{version}"
    made: dict[str, Any] = spoken(setup_page(house, desk(), name, assets(), hidden=is_tray_hidden()))
    return made


@setup.get("/api/setup/inside")
def inside() -> Response:
    """Versions and storage."""
    return jsonify(spoken(desk().inside()))


@setup.get("/setup/markers-<paper>.pdf")
def markers(paper: str) -> Response:
    """The sheet of markers to print."""
    found = next((one for one in get_args(Paper) if one.lower() == paper), None)
    if found is None:
        raise Refused("NO_PAPER", _("The sheet is printed on A4 or on Letter."))
    response = Response(desk().sheet(found, say()), mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="lamplight-markers-{paper}.pdf"'
    return response


@setup.post("/api/setup/camera")
def camera() -> Response:
    """Look through this one from now on."""
    told = body(ChooseCameraRequest)
    desk().choose(told.way, told.source)
    return changed()


@setup.post("/api/setup/tray")
def tray() -> Response:
    """Where the tray is, by four taps on the camera's picture; without corners its markers say it again."""
    corners = body(TrayCornersRequest).corners
    if corners and not is_a_tray(corners):
        raise Refused("NO_TRAY", _("These are not the four corners of a tray. Tap each corner once."))
    parts().camera.set_corners(round_the_edge(corners))
    return changed()


@setup.post("/api/setup/light")
def light() -> Response:
    """The camera finds its light and its focus anew. Raises Refused where there is none at this machine."""
    desk().relight()
    return jsonify({})


@setup.post("/api/setup/dice")
def dice() -> Response:
    """Nothing more is to be taught, or something is after all."""
    desk().choices.change(kits=body(TrayContentRequest).kits)
    return changed()


@setup.post("/api/setup/<page>/stay")
def stay(page: str) -> Response:
    """Somebody looks, and perhaps throws; to be said every few seconds. What is thrown may be none of ours: that is no fault."""
    told, trying, is_on = body(KeepAliveRequest), parts().sessions.test_throws, not is_free(parts().sessions)
    if not is_word(page):
        raise CodecError(_("A page's own name has 1 to 64 printable letters."))
    desk().check(whole=not is_on)
    if told.throwing and (told.sure or not is_on) and not is_tray_hidden():
        trying.keep_alive(page)
        return jsonify(spoken(OURS))
    trying.remove_page(page)
    if told.throwing and is_tray_hidden():
        return jsonify(spoken(HIDDEN))
    return jsonify(spoken(OF_THE_GAME if told.throwing else OURS))


@setup.post("/api/setup/<page>/leave")
def leave(page: str) -> Response:
    """Nobody looks any more."""
    parts().sessions.test_throws.remove_page(page)
    return jsonify({})


@setup.post("/api/setup/throws")
def judge() -> Response:
    """A person has looked a test throw over."""
    told, trying = body(JudgeThrowRequest), parts().sessions.test_throws
    trying.record_verdict(told.number, told.said, told.missed)
    if trying.graded_throws.grade:
        desk().choices.change(grade=trying.graded_throws.grade, graded_at=time.time())
    return changed()


@setup.delete("/api/setup/throws")
def anew() -> Response:
    """Nothing was thrown."""
    parts().sessions.test_throws.graded_throws.clear()
    desk().choices.change(grade="", graded_at=0.0)
    return changed()


@setup.post("/api/setup/photo")
def photo() -> Response:
    """A test throw on a photograph. Raises Refused where a game would be answered by it."""
    look_for_a_trial()
    look_at(photograph(), WALL, Expectation())
    return jsonify({})


@setup.post("/api/setup/demo")
def demo() -> Response:
    """In a demo alone: play a recorded throw of this kind. Raises Refused."""
    look_for_a_trial()
    house, wish = parts(), body(DemoRequest)
    if house.demo is None or wish.throw not in house.demo.offers.throws:
        raise Refused("NO_DEMO", _("This is a real table: throw real dice."))
    house.demo.throw(wish.throw, WALL)
    return jsonify({})


def look_for_a_trial() -> None:
    """While a game is on, whatever is no test throw is the game's. Raises Refused."""
    hall = parts().sessions
    if not is_free(hall) and not hall.test_throws.graded_throws.is_on:
        raise Refused("GAME_ON", OF_THE_GAME.refused)


def changed() -> Response:
    """Every device that shows the page hears of it."""
    parts().broadcaster.touch(SETUP)
    return jsonify({})
