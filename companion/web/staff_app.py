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
    translate,
)

STAFF_COOKIE = "lamplight.staff"
NOT_STAFF = _("This device was not let in. Whoever keeps the hall shows a code with the command hall staff.")
CODE_USED = _("This code was used or is too old. Ask whoever runs the hall for a new one, of the command hall staff.")
EVENING_HEADING = _("Your evening")
EVENING_CLOSING = _(
    "Keep this page if you like: it is forgotten here a day later, or as soon as the next group sits down. No name is on it."
)
EVENING_GONE = _("This evening is not kept any more.")
Line: TypeAlias = tuple[str, str]
"""Label and value."""


def lines_of(summary: EveningSummary, say: Say) -> tuple[Line, ...]:
    """Return the lines of a summary in one language. Leaves out what is zero or empty."""
    counted = (
        (_("People at the table"), summary.people),
        (_("Answers"), summary.answers),
        (_("Dice thrown"), summary.dice),
        (_("Tokens and cards drawn"), summary.drawn),
        (_("Taken back"), summary.taken_back),
    )
    lines: list[tuple[Text, Text | str]] = [
        (_("How it stands"), summary.over or summary.where),
        (_("Played for"), duration_text(summary.ended - summary.began)),
        *((name, str(count)) for name, count in counted if count),
    ]
    return tuple((say(name), say(value)) for name, value in lines if value)


def duration_text(seconds: float) -> Text | str:
    """Format as hours and minutes, below an hour as minutes, below a minute as "".

    >>> [str(duration_text(seconds)) for seconds in (2 * 3600 + 5 * 60 + 20, 6 * 60 + 59, -3)]
    ['2:05 h', '6 min', '']
    """
    minutes = int(max(0.0, seconds)) // 60
    if minutes < 60:
        return _("{n} min", n=minutes) if minutes else ""
    return _("{time} h", time=f"{minutes // 60}:{minutes % 60:02d}")


class StaffService(Protocol):
    """The tables of a hall. Each method raises LamplightError and then changes nothing."""

    def page(self, assets: str) -> StaffPage:
        """Return the state of all tables. `assets`: version of the page's files."""

    def keep_evening(self, name: str) -> str:
        """Store the summary of a table for a day; return its token."""

    def evening(self, token: str) -> EveningSummary | None:
        """Return a stored summary, None if it expired."""

    def helped(self, name: str) -> None:
        """End a table's call for help."""

    def begin(self, title: str, goal: int) -> None:
        """Begin an event in which all tables fight one foe. `goal`: the sum of all tables that ends it."""

    def end(self, event: int) -> None:
        """End an event before its goal is reached."""

    def wipe(self, name: str) -> None:
        """Delete all data of a table, before the next group sits down."""


@dataclass(frozen=True, slots=True)
class StaffServices:
    """What the routes of the staff's page need. The shared request helpers read the first three fields."""

    languages: Languages
    language: str
    sessions: NoSessions
    staff: StaffService
    devices: Devices


def page() -> str:
    """Render the page. Its script asks for the tables once the device is let in."""
    return render_template("staff.html")


@declare(JoinRequest)
def enter() -> Response:
    """Exchange a code for a key, once, and set the key as a cookie. Raises InvitationError."""
    try:
        _device, key = _services().devices.accept(body(JoinRequest).token)
    except InvitationError:
        raise InvitationError(CODE_USED) from None  # the original sentence mentions the menu of a table
    response = jsonify({})
    response.set_cookie(
        STAFF_COOKIE, key, max_age=365 * 24 * 3600, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return response


def evening(token: str) -> tuple[str, int]:
    """Render a summary for people who have its address. Needs no cookie: the token is secret."""
    summary = _services().staff.evening(token)
    lines = lines_of(summary, say()) if summary is not None else ()
    sentence = say()(EVENING_CLOSING if summary is not None else EVENING_GONE)
    title = say()(summary.game) if summary is not None else ""
    page = render_template("evening.html", title=title, lines=lines, sentence=sentence, heading=say()(EVENING_HEADING))
    return page, 200 if summary is not None else 404


def keep_evening(name: str) -> Response:
    """Store the summary of a table; return its address as text and as a QR code."""
    url = f"{request.host_url}evening/{_services().staff.keep_evening(name)}"
    return jsonify({"url": url, "svg": code_of(url)})


def show_tables() -> Response:
    """Return the state of all tables, in the language of the request."""
    return jsonify(translate(_services().staff.page(assets())))


def helped(name: str) -> Response:
    """End a table's call for help; return the state of all tables, as each of the following does."""
    _services().staff.helped(name)
    return show_tables()


def wipe(name: str) -> Response:
    """Delete all data of a table."""
    _services().staff.wipe(name)
    return show_tables()


@declare(BeginEventRequest)
def begin() -> Response:
    """Begin an event of all tables."""
    wish = body(BeginEventRequest)
    _services().staff.begin(wish.title, wish.goal)
    return show_tables()


def end(event: int) -> Response:
    """End an event."""
    _services().staff.end(event)
    return show_tables()


def _require_staff(view: Any) -> Any:
    """Decorate a view: refuse devices without the key of a staff member."""

    @wraps(view)
    def guard(**names: Any) -> Any:
        devices = _services().devices.find([request.cookies.get(STAFF_COOKIE, "")])
        if not any(device.role == KEEPER for device in devices):
            return refusal_response(403, "NOT_STAFF", NOT_STAFF)
        return view(**names)

    return guard


def _services() -> StaffServices:
    """Return the services of the app that serves this request."""
    services: StaffServices = house()
    return services


def create_staff_app(
    staff: StaffService, devices: Devices, languages: Languages, language: str, hosts: frozenset[str]
) -> Flask:
    """Create the app. `devices`: those of the staff; `hosts`: names it answers to, besides IP addresses and *.local."""
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=10_000, HOSTS=hosts)
    app.extensions["lamplight"] = StaffServices(languages, language, NoSessions(), staff, devices)
    deliver(app)
    speak(app)
    guard_page(app)
    app.get("/")(page)
    app.post("/api/staff/enter")(enter)
    app.get("/evening/<token>")(evening)
    app.post("/api/staff/tables/<name>/evening")(_require_staff(keep_evening))
    app.get("/api/staff")(_require_staff(show_tables))
    app.post("/api/staff/tables/<name>/helped")(_require_staff(helped))
    app.post("/api/staff/tables/<name>/wipe")(_require_staff(wipe))
    app.post("/api/staff/event")(_require_staff(begin))
    app.post("/api/staff/event/<int:event>/end")(_require_staff(end))
    answer_errors(app)
    return app
