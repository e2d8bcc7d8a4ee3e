"""Routes of set-up: status, camera, marker sheet, and test throws."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, get_args

from flask import Blueprint, Response, jsonify, render_template

from companion.errors import CodecError
from companion.i18n import _
from companion.presentation import DemoRequest, KeepAliveAnswer, SetupPage, SystemInfo, TrayCornersRequest, is_free
from companion.schema import WALL, Expectation, Refused, is_word
from companion.sessions import Way
from companion.web.delivery import add_page_data
from companion.web.request import (
    AS,
    assets,
    body,
    boot,
    declare,
    is_tray_hidden,
    look_at,
    parts,
    photograph,
    say,
    translate,
)
from companion.web.services import CameraSetupService, Paper
from companion.web.setup_page import ACCEPTED, GAME_ON, SECRET_ON_TRAY, is_a_tray, round_the_edge, setup_page

setup = Blueprint("setup", __name__)
SETUP = "setup/"  # the page's topic at the broadcaster; not a valid table name


@dataclass(frozen=True, slots=True)
class ChooseCameraRequest:
    """Choose the camera."""

    way: Way
    source: str = ""


@dataclass(frozen=True, slots=True)
class KeepAliveRequest:
    """Keep the set-up or the test throws open."""

    throwing: bool  # throws are test throws now
    sure: bool = False  # also during a game, because a person has just confirmed it


@dataclass(frozen=True, slots=True)
class JudgeThrowRequest:
    """Judge a test throw."""

    number: int  # of the throw
    said: tuple[str | None, ...]  # per thing the face, "" = not a thing; None = as it was read
    missed: int = 0


@dataclass(frozen=True, slots=True)
class TrayContentRequest:
    """Choose the kits on the tray."""

    kits: bool  # nothing more is to be taught


def setup_service() -> CameraSetupService:
    """Return the set-up service. Raises Refused without one."""
    service = parts().setup
    if service is None:
        raise Refused("NO_SETUP", _("This house has nothing to set up."))
    return service


@setup.get("/setup")
def page() -> str:
    """Show the page."""
    return render_template("setup.html")


def make() -> dict[str, Any]:
    """Return the page's data as JSON values."""
    house = parts()
    version = house.broadcaster.version(SETUP)  # read before the rest: a page is never newer than its number
    name = f"{boot()}-{version}"
    page: dict[str, Any] = translate(setup_page(house, setup_service(), name, assets(), hidden=is_tray_hidden()))
    return page


add_page_data(setup, SETUP, SetupPage, make)


@setup.get("/api/setup/inside")
@declare(sends=SystemInfo)
def inside() -> Response:
    """Return versions and storage."""
    return jsonify(translate(setup_service().inside()))


@setup.get("/setup/markers-<paper>.pdf")
@declare(sends="application/pdf")
def markers(paper: str) -> Response:
    """Render the sheet of markers."""
    size = next((name for name in get_args(Paper) if name.lower() == paper), None)
    if size is None:
        raise Refused("NO_PAPER", _("The sheet is printed on A4 or on Letter."))
    response = Response(setup_service().sheet(size, say()), mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="lamplight-markers-{paper}.pdf"'
    return response


@setup.post("/api/setup/camera")
@declare(ChooseCameraRequest)
def camera() -> Response:
    """Use another camera."""
    choice = body(ChooseCameraRequest)
    setup_service().choose(choice.way, choice.source)
    return update_pages()


@setup.post("/api/setup/tray")
@declare(TrayCornersRequest)
def tray() -> Response:
    """Set the corners of the tray by four taps; without corners it is found by its markers."""
    corners = body(TrayCornersRequest).corners
    if corners and not is_a_tray(corners):
        raise Refused("NO_TRAY", _("These are not the four corners of a tray. Tap each corner once."))
    parts().camera.set_corners(round_the_edge(corners))
    return update_pages()


@setup.post("/api/setup/light")
def light() -> Response:
    """Let the camera find light and focus again. Raises Refused if it is not at this machine."""
    setup_service().relight()
    return jsonify({})


@setup.post("/api/setup/dice")
@declare(TrayContentRequest)
def dice() -> Response:
    """Set whether all dice and tokens are taught."""
    setup_service().choices.change(kits=body(TrayContentRequest).kits)
    return update_pages()


@setup.post("/api/setup/<page>/stay")
@declare(KeepAliveRequest, sends=KeepAliveAnswer, query=AS)
def stay(page: str) -> Response:
    """Keep the page alive, and test mode if throws are tests. A refusal is not an error: throws may belong to the game."""
    wish, trying, is_on = body(KeepAliveRequest), parts().sessions.test_throws, not is_free(parts().sessions)
    if not is_word(page):
        raise CodecError(_("A page's own name has 1 to 64 printable letters."))
    setup_service().check(whole=not is_on)
    if wish.throwing and (wish.sure or not is_on) and not is_tray_hidden():
        trying.keep_alive(page)
        return jsonify(translate(ACCEPTED))
    trying.remove_page(page)
    if wish.throwing and is_tray_hidden():
        return jsonify(translate(SECRET_ON_TRAY))
    return jsonify(translate(GAME_ON if wish.throwing else ACCEPTED))


@setup.post("/api/setup/<page>/leave")
def leave(page: str) -> Response:
    """End the page's test mode."""
    parts().sessions.test_throws.remove_page(page)
    return jsonify({})


@setup.post("/api/setup/throws")
@declare(JudgeThrowRequest)
def judge() -> Response:
    """Record a person's verdict on a test throw."""
    verdict, trying = body(JudgeThrowRequest), parts().sessions.test_throws
    trying.record_verdict(verdict.number, verdict.said, verdict.missed)
    if trying.graded_throws.grade:
        setup_service().choices.change(grade=trying.graded_throws.grade, graded_at=time.time())
    return update_pages()


@setup.delete("/api/setup/throws")
def anew() -> Response:
    """Delete all test throws."""
    parts().sessions.test_throws.graded_throws.clear()
    setup_service().choices.change(grade="", graded_at=0.0)
    return update_pages()


@setup.post("/api/setup/photo")
@declare(file="photo")
def photo() -> Response:
    """Read a photograph as a test throw. Raises Refused if it would answer a game."""
    require_trial()
    look_at(photograph(), WALL, Expectation())
    return jsonify({})


@setup.post("/api/setup/demo")
@declare(DemoRequest)
def demo() -> Response:
    """Play a recorded throw. Raises Refused outside a demo."""
    require_trial()
    house, wish = parts(), body(DemoRequest)
    if house.demo is None or wish.throw not in house.demo.offers.throws:
        raise Refused("NO_DEMO", _("This is a real table: throw real dice."))
    house.demo.throw(wish.throw, WALL)
    return jsonify({})


def require_trial() -> None:
    """Raise Refused while a game is on and test mode is off, because a throw would answer the game."""
    hall = parts().sessions
    if not is_free(hall) and not hall.test_throws.graded_throws.is_on:
        raise Refused("GAME_ON", GAME_ON.refused)


def update_pages() -> Response:
    """Update every open set-up page."""
    parts().broadcaster.touch(SETUP)
    return jsonify({})
