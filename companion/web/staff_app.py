"""The page of a hall's staff. A separate app, which shows the state of each table and nothing of its game.

Staff log in once with a code from `./table hall staff`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, TypeAlias

from flask import Flask, Response, jsonify, render_template, request

from companion.i18n import Say, Text, _
from companion.i18n.languages import Languages
from companion.presentation import BeginEventRequest, JoinRequest
from companion.presentation.responses import EveningSummary, StaffPage
from companion.sessions import KEEPER, Devices, InvitationError
from companion.web.delivery import deliver
from companion.web.images import code_of
from companion.web.recovery_app import NoSessions
from companion.web.request import (
    answer_errors,
    assets,
    body,
    declare,
    guard_page,
    house,
    refusal_response,
    say,
    speak,
    spoken,
)

Line: TypeAlias = tuple[str, str]
"""Label and value."""
EVENING = _("Your evening")
HOME = _(
    "Keep this page if you like: it is forgotten here a day later, or as soon as the next group sits down. No name is on it."
)
GONE = _("This evening is not kept any more.")
MINUTE = 60
"""s, and also minutes of an hour."""


def lines_of(told: EveningSummary, say: Say) -> tuple[Line, ...]:
    """Return the summary in a language, without lines that are zero."""
    counted = (
        (_("People at the table"), told.people),
        (_("Answers"), told.answers),
        (_("Dice thrown"), told.dice),
        (_("Tokens and cards drawn"), told.drawn),
        (_("Taken back"), told.taken_back),
    )
    lines: list[tuple[Text, Text | str]] = [
        (_("How it stands"), told.over or told.where),
        (_("Played for"), lasted(told.ended - told.began)),
        *((name, str(count)) for name, count in counted if count),
    ]
    return tuple((say(name), say(value)) for name, value in lines if value)


def lasted(seconds: float) -> Text | str:
    """Format as hours and minutes, below an hour as minutes, below a minute as "".

    >>> [str(lasted(seconds)) for seconds in (2 * 3600 + 5 * 60 + 20, 6 * 60 + 59, -3)]
    ['2:05 h', '6 min', '']
    """
    minutes = int(max(0.0, seconds)) // MINUTE
    if minutes < MINUTE:
        return _("{n} min", n=minutes) if minutes else ""
    return _("{time} h", time=f"{minutes // 60}:{minutes % 60:02d}")


COOKIE = "lamplight.staff"
NOT_STAFF = _("This device was not let in. Whoever keeps the hall shows a code with the command hall staff.")

USED = _("This code was used or is too old. Ask whoever runs the hall for a new one, of the command hall staff.")


class StaffService(Protocol):
    """The tables of a hall. Each method raises LamplightError and then changes nothing."""

    def page(self, assets: str) -> StaffPage: ...
    def keep_evening(self, name: str) -> str:
        """Store the summary of a table for a day; return its token."""

    def evening(self, token: str) -> EveningSummary | None:
        """Return a stored summary, None if it expired."""

    def helped(self, name: str) -> None:
        """End a table's call."""

    def begin(self, title: str, goal: int) -> None:
        """Begin an event in which all tables fight one foe."""

    def end(self, event: int) -> None: ...
    def wipe(self, name: str) -> None:
        """Delete all data of a table, before the next group sits down."""


@dataclass(frozen=True, slots=True)
class StaffServices:
    """The part of `Services` that the staff's page needs, and the tables."""

    languages: Languages
    language: str
    sessions: NoSessions
    staff: StaffService
    devices: Devices


def page() -> str:
    """Show the page."""
    return render_template("staff.html")


@declare(JoinRequest)
def enter() -> Response:
    """Exchange a code for a key, once. Raises InvitationError."""
    try:
        _device, key = _desk().devices.accept(body(JoinRequest).token)
    except InvitationError:
        raise InvitationError(USED) from None  # the original sentence mentions the menu of a table
    response = jsonify({})
    response.set_cookie(
        COOKIE, key, max_age=365 * 24 * 3600, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return response


def evening(token: str) -> tuple[str, int]:
    """Show a summary to people who have its address."""
    found = _desk().staff.evening(token)
    told = lines_of(found, say()) if found is not None else ()
    sentence = say()(HOME if found is not None else GONE)
    title = say()(found.game) if found is not None else ""
    page = render_template("evening.html", title=title, lines=told, sentence=sentence, heading=say()(EVENING))
    return page, 200 if found is not None else 404


def keep_evening(name: str) -> Response:
    """Return the address of a summary, as text and as a QR code."""
    url = f"{request.host_url}evening/{_desk().staff.keep_evening(name)}"
    return jsonify({"url": url, "svg": code_of(url)})


def how_they_are() -> Response:
    """Return the whole page."""
    return jsonify(spoken(_desk().staff.page(assets())))


def helped(name: str) -> Response:
    """End a table's call."""
    _desk().staff.helped(name)
    return how_they_are()


def wipe(name: str) -> Response:
    """Delete all data of a table."""
    _desk().staff.wipe(name)
    return how_they_are()


@declare(BeginEventRequest)
def begin() -> Response:
    """Begin an event of all tables."""
    told = body(BeginEventRequest)
    _desk().staff.begin(told.title, told.goal)
    return how_they_are()


def end(event: int) -> Response:
    """End an event."""
    _desk().staff.end(event)
    return how_they_are()


def _let_in(door: Any) -> Any:
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


def create_staff_app(
    staff: StaffService, devices: Devices, languages: Languages, language: str, hosts: frozenset[str]
) -> Flask:
    """`devices`: those of the staff; `hosts`: names it answers to, besides IP addresses, localhost and *.local."""
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=10_000, HOSTS=hosts)
    app.extensions["lamplight"] = StaffServices(languages, language, NoSessions(), staff, devices)
    deliver(app)
    speak(app)
    guard_page(app)
    app.get("/")(page)
    app.post("/api/staff/enter")(enter)
    app.get("/evening/<token>")(evening)
    app.post("/api/staff/tables/<name>/evening")(_let_in(keep_evening))
    app.get("/api/staff")(_let_in(how_they_are))
    app.post("/api/staff/tables/<name>/helped")(_let_in(helped))
    app.post("/api/staff/tables/<name>/wipe")(_let_in(wipe))
    app.post("/api/staff/event")(_let_in(begin))
    app.post("/api/staff/event/<int:event>/end")(_let_in(end))
    answer_errors(app)
    return app
