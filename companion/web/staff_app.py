"""The page of a hall's staff, an app of its own: it knows how the tables are, and nothing of what lies on them.

Who works there comes by a code, once, as a device comes to a table; `./table hall staff` shows one.
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
    guard_page,
    house,
    refusal_response,
    say,
    speak,
    spoken,
)

Line: TypeAlias = tuple[str, str]
"""What it is, and how much."""
EVENING = _("Your evening")
HOME = _(
    "Keep this page if you like: it is forgotten here a day later, or as soon as the next group sits down. No name is on it."
)
GONE = _("This evening is not kept any more.")
MINUTE = 60
"""s; and as many of them are an hour."""


def lines_of(told: EveningSummary, say: Say) -> tuple[Line, ...]:
    """In the language of whoever reads it; what is nothing has no line."""
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
    """In hours and minutes, as on a clock; less than an hour in minutes, less than a minute is nothing.

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


def create_staff_app(
    staff: StaffService, devices: Devices, languages: Languages, language: str, hosts: frozenset[str]
) -> Flask:
    """`devices`: those of the staff; `hosts`: names it answers to, beside IP addresses, localhost and *.local."""
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=10_000, HOSTS=hosts)
    app.extensions["lamplight"] = StaffServices(languages, language, NoSessions(), staff, devices)
    deliver(app)
    speak(app)
    guard_page(app)
    staff_doors(app)
    answer_errors(app)
    return app
