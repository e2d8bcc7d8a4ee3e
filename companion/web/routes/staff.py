"""The doors of a hall's staff: who is let in, how the tables are, and what can be done for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol

from flask import Flask, Response, jsonify, render_template, request

from companion.i18n import _
from companion.i18n.languages import Languages
from companion.presentation import BeginEventRequest, JoinRequest
from companion.presentation.pages.evening_summary import EVENING, GONE, HOME, lines_of
from companion.presentation.responses import EveningSummary, StaffPage
from companion.sessions import KEEPER, Devices, InvitationError
from companion.web.images import code_of
from companion.web.recovery_app import NoSessions
from companion.web.request import assets, body, house, refusal_response, say, spoken

COOKIE = "lamplight.staff"
NOT_STAFF = _("This device was not let in. Whoever keeps the hall shows a code with the command hall staff.")

USED = _("This code was used or is too old. Ask whoever runs the hall for a new one, of the command hall staff.")


class StaffService(Protocol):
    """Who looks after the tables; each method raises an error of ours, and then nothing has changed."""

    def page(self, assets: str) -> StaffPage:
        """How they are."""
        ...

    def keep_evening(self, name: str) -> str:
        """A token, under which the evening of a table can be looked at for a day."""
        ...

    def evening(self, token: str) -> EveningSummary | None:
        """None: there is none under that token any more."""
        ...

    def helped(self, name: str) -> None:
        """Somebody has gone there."""
        ...

    def begin(self, title: str, goal: int) -> None:
        """All tables fight one foe from now on."""
        ...

    def end(self, event: int) -> None:
        """That is over."""
        ...

    def wipe(self, name: str) -> None:
        """All that is kept of a table is forgotten, before the next people sit down there."""
        ...


@dataclass(frozen=True, slots=True)
class StaffServices:
    """As much of a house as its words need, and the hall."""

    languages: Languages
    language: str
    sessions: NoSessions
    staff: StaffService
    devices: Devices


def staff_doors(app: Flask) -> None:
    """Give an app the doors of the staff, and that of an evening that was kept."""
    app.get("/")(page)
    app.post("/api/staff/enter")(enter)
    app.get("/evening/<token>")(evening)
    app.post("/api/staff/tables/<name>/evening")(_let_in(keep_evening))
    app.get("/api/staff")(_let_in(how_they_are))
    app.post("/api/staff/tables/<name>/helped")(_let_in(helped))
    app.post("/api/staff/tables/<name>/wipe")(_let_in(wipe))
    app.post("/api/staff/event")(_let_in(begin))
    app.post("/api/staff/event/<int:event>/end")(_let_in(end))


def page() -> str:
    return render_template("staff.html")


def enter() -> Response:
    """A code is exchanged for a key, once. Raises InvitationError."""
    try:
        _device, key = _desk().devices.accept(body(JoinRequest).token)
    except InvitationError:
        raise InvitationError(USED) from None  # a table's sentence speaks of its menu
    response = jsonify({})
    response.set_cookie(
        COOKIE, key, max_age=365 * 24 * 3600, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return response


def evening(token: str) -> tuple[str, int]:
    """For whoever has its address: the people who sat there."""
    found = _desk().staff.evening(token)
    told = lines_of(found, say()) if found is not None else ()
    sentence = say()(HOME if found is not None else GONE)
    title = say()(found.game) if found is not None else ""
    page = render_template("evening.html", title=title, lines=told, sentence=sentence, heading=say()(EVENING))
    return page, 200 if found is not None else 404


def keep_evening(name: str) -> Response:
    """Its address, and as a code to be scanned."""
    url = f"{request.host_url}evening/{_desk().staff.keep_evening(name)}"
    return jsonify({"url": url, "svg": code_of(url)})


def how_they_are() -> Response:
    """All of the page."""
    return jsonify(spoken(_desk().staff.page(assets())))


def helped(name: str) -> Response:
    """Somebody has gone there."""
    _desk().staff.helped(name)
    return how_they_are()


def wipe(name: str) -> Response:
    """The next people find nothing of those before."""
    _desk().staff.wipe(name)
    return how_they_are()


def begin() -> Response:
    """An event of all tables."""
    told = body(BeginEventRequest)
    _desk().staff.begin(told.title, told.goal)
    return how_they_are()


def end(event: int) -> Response:
    """That is over."""
    _desk().staff.end(event)
    return how_they_are()


def _let_in(door: Any) -> Any:
    """For the staff alone."""

    @wraps(door)
    def guarded(**names: Any) -> Any:
        here = _desk().devices.find([request.cookies.get(COOKIE, "")])
        if not any(device.role == KEEPER for device in here):
            return refusal_response(403, "NOT_STAFF", NOT_STAFF)
        return door(**names)

    return guarded


def _desk() -> StaffServices:
    found: StaffServices = house()
    return found
