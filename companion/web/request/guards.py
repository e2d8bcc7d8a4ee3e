"""The guards at the door: which name the house answers to, whose page asks, and whether its device was let in."""

from __future__ import annotations

import ipaddress

from flask import Flask, Response, jsonify, render_template, request

from companion.errors import LamplightError, own_command, plainly
from companion.i18n import Text, _
from companion.schema import Words
from companion.web.permissions import KEEPS, PAGE_ENDPOINTS, ROLES_BY_ENDPOINT, SHOWS, STRANGER, Who
from companion.web.request import app_dispatch
from companion.web.request.app_dispatch import parts
from companion.web.request.context import roles_here, visitor
from companion.web.request.language import say

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:;"
    " object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
MOST_NUMBER = 2**31  # of an entry, or of a moment with a name: a whole number of PostgreSQL
MOST_NAME = 255  # letters, as of a file
NOT_USED = ("camera", "microphone", "geolocation", "usb", "serial", "payment", "display-capture")
PERMISSIONS = ", ".join(f"{one}=()" for one in NOT_USED)
NOT_LET_IN = _("This device was not let in. Ask at the table for a QR code: Menu, then Devices.")
NO_PLACE = _("This device has no place at this table. Ask there for a QR code: Menu, then Devices.")
ONLY_SHOWS = _("This screen only shows the table. Answer on the tablet or on a phone.")
KEEPER_DOES = _(
    "Another device keeps this house, and does this. Is it gone? {command}, at the computer that Lamplight runs on, lets in a new one.",
    command=own_command("pair --role keeper"),
)
STAFF_LETS_IN = _("Another device keeps this table, and does this. Is it gone? Ask the staff to let in a new one.")
LOOKS_AGAIN = _("This page looks again by itself every few seconds.")
TO_SHELF = _("To the games")
NOTHING_THERE = _("There is nothing at this address.")
ON_TABLET = _("This is done on the tablet in the middle, not on the device of a seat.")


def guard(app: Flask) -> None:
    """Every request passes them, in this order; what comes back is told who may do what with it."""
    guard_page(app)
    app.before_request(can_be_there)
    app.before_request(check_permission)


def guard_page(app: Flask) -> None:
    """Those of every page of ours: it is asked for by its own name, and by itself."""

    @app.before_request
    def known_host() -> tuple[Response, int] | None:
        """A page of another name that resolves to this machine is none of ours."""
        if is_known_host(app_dispatch.host_name(request.host), app_dispatch.hosts()):
            return None
        return refusal_response(400, "UNKNOWN_HOST", unknown_host())

    app.before_request(own_page)
    app.after_request(headed)


def own_page() -> tuple[Response, int] | None:
    """Only our own page may ask: for a change with a header that cannot be sent across origins, for anything else as itself.

    Whoever follows a link to a page comes from wherever it stood; nothing is done or told to the page it stood on by that.
    """
    origin = request.headers.get("Origin")
    is_own = origin is None or origin.partition("://")[2] == request.host
    if request.method not in SAFE:
        is_own = is_own and request.headers.get("X-Lamplight") == "1"
    elif request.headers.get("Sec-Fetch-Dest") != "document":
        is_own = is_own and request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")
    return None if is_own else refusal_response(403, "FOREIGN", _("Only the table's own page may do this."))


def can_be_there() -> tuple[Response, int] | None:
    """Of what no letter or number of ours could name there is none: no database is asked for it, which might not even take the question."""
    names = (request.view_args or {}).values()
    return None if all(map(_can_name, names)) else refusal_response(404, "NOTHING_THERE", NOTHING_THERE)


def _can_name(name: str | int) -> bool:
    return name < MOST_NUMBER if isinstance(name, int) else len(name) <= MOST_NAME and name.isprintable()


def check_permission() -> tuple[Response | str, int] | None:
    """A device may do what its role may: `permissions.ROLES_BY_ENDPOINT` says it. Whoever was not let in is told how to get in."""
    if request.endpoint is None:
        return None  # no door at all
    who, table = ROLES_BY_ENDPOINT.get(request.endpoint, frozenset()), (request.view_args or {}).get("table", "")
    if "stranger" in who:
        return None
    roles = roles_here(who, table)
    if request.endpoint in PAGE_ENDPOINTS:
        if visitor().is_here:
            parts().devices.sit_at_home()
        is_known = roles != STRANGER or roles_here(who) != STRANGER  # of another table: the page says what is missing
        return None if is_known else (render_template("enter.html"), 403)
    return None if roles & who else refusal_response(403, *_why(who, table))


def _why(who: Who, table: str) -> tuple[str, Text]:
    """The code and the sentence for a device that may not."""
    in_house = roles_here(who)
    if in_house == STRANGER:
        return "NOT_PAIRED", NOT_LET_IN
    roles = roles_here(who, table)
    if roles == STRANGER:
        return "NOT_YOURS", NO_PLACE
    if roles == SHOWS:
        return "NOT_YOURS", ONLY_SHOWS
    if who == KEEPS and parts().devices.has_keeper:
        return "NOT_YOURS", STAFF_LETS_IN if parts().lamp else KEEPER_DOES
    return "NOT_YOURS", ON_TABLET


def headed(response: Response) -> Response:
    """What a browser may do with what it gets."""
    if request.endpoint == "page_file":
        return response  # a hundred of them, each of a known kind: what guards a document would weigh as much as some of them
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if response.mimetype != "application/pdf":  # a browser shows one in a page of its own, which this would empty
        response.headers["Content-Security-Policy"] = POLICY
    if response.mimetype == "text/html":
        response.headers["Permissions-Policy"] = PERMISSIONS
        if request.is_secure:  # over plain HTTP a browser only complains that it does not count
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.path.startswith("/static/"):
        response.headers["Cache-Control"] = "no-cache"  # asked for each time, sent only when it changed
    return response


def is_known_host(name: str, hosts: frozenset[str]) -> bool:
    """IP addresses, localhost, *.local and the configured names; anything else may be a rebound name."""
    name = name.lower()
    if name == "localhost" or name.endswith(".local") or name in hosts:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def unknown_host() -> Text:
    """What whoever came by such a name is told: it may be a true one that only the settings do not know."""
    return _(
        "This table does not answer to the name {host}. Open it by its number or a name that ends in .local, or write this one into hosts of the settings.",
        host=request.host,
    )


def refusal_response(status: int, code: str, sentence: Words, rule: str = "") -> tuple[Response, int]:
    """A refusal, in the language of the device; what was sent may stand in it. Whoever asked for a page reads one."""
    words = plainly(say()(sentence))
    if "text/html" in request.accept_mimetypes.values():
        return _page(status, words), status
    return jsonify({"code": code, "sentence": words, "rule": rule}), status


def error_response(status: int, error: LamplightError) -> tuple[Response, int]:
    """Return the body of one of our errors, with its code and its sentence."""
    return refusal_response(status, error.code, error.sentence)


def _page(status: int, words: str) -> Response:
    """What may be over soon is asked for again."""
    again = say()(LOOKS_AGAIN) if status == 503 else ""
    page = render_template("refused.html", sentence=words, looks_again=again, to_shelf=say()(TO_SHELF))
    return Response(page, mimetype="text/html")
