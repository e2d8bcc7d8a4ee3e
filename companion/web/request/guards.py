"""Check each request before its route: host name, own page, and permission of the device."""

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

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CONTENT_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:;"
    " object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
MOST_NUMBER = 2**31  # of a log entry or save point: an integer of PostgreSQL
MOST_NAME = 255  # letters, as of a file name
UNUSED_FEATURES = ("camera", "microphone", "geolocation", "usb", "serial", "payment", "display-capture")
FEATURE_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)
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
    """Install all guards. They run in this order."""
    guard_page(app)
    app.before_request(check_arguments)
    app.before_request(check_permission)


def guard_page(app: Flask) -> None:
    """Install the guards that every app needs: host name, own page, and security headers."""

    @app.before_request
    def check_host() -> tuple[Response, int] | None:
        """Refuse other names that resolve to this machine (DNS rebinding)."""
        if is_known_host(app_dispatch.host_name(request.host), app_dispatch.hosts()):
            return None
        # it may be a valid name that is only missing in the settings
        return refusal_response(
            400,
            "UNKNOWN_HOST",
            _(
                "This table does not answer to the name {host}. Open it by its number or a name that ends in .local, or write this one into hosts of the settings.",
                host=request.host,
            ),
        )

    app.before_request(check_own_page)
    app.after_request(add_security_headers)


def check_own_page() -> tuple[Response, int] | None:
    """Allow only our own page: a change needs a header that other origins cannot send, anything else a same-origin fetch.

    Following a link to a page is allowed, because nothing is changed by it or revealed to the linking page.
    """
    origin = request.headers.get("Origin")
    is_own = origin is None or origin.partition("://")[2] == request.host
    if request.method not in SAFE_METHODS:
        is_own = is_own and request.headers.get("X-Lamplight") == "1"
    elif request.headers.get("Sec-Fetch-Dest") != "document":
        is_own = is_own and request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")
    return None if is_own else refusal_response(403, "FOREIGN", _("Only the table's own page may do this."))


def check_arguments() -> tuple[Response, int] | None:
    """Refuse names and numbers that cannot exist, before they reach a database that might reject the query itself."""
    for name in (request.view_args or {}).values():
        if name >= MOST_NUMBER if isinstance(name, int) else len(name) > MOST_NAME or not name.isprintable():
            return refusal_response(404, "NOTHING_THERE", NOTHING_THERE)
    return None


def check_permission() -> tuple[Response | str, int] | None:
    """Check the device's roles against `ROLES_BY_ENDPOINT`. A device that was not let in gets the page that explains how to get in."""
    if request.endpoint is None:
        return None  # unknown route
    who, table = ROLES_BY_ENDPOINT.get(request.endpoint, frozenset()), (request.view_args or {}).get("table", "")
    if "stranger" in who:
        return None
    roles = roles_here(who, table)
    if request.endpoint in PAGE_ENDPOINTS:
        if visitor().is_here:
            parts().devices.sit_at_home()
        # a device of another table gets the page, which explains what is missing
        is_known = roles != STRANGER or roles_here(who) != STRANGER
        return None if is_known else (render_template("enter.html"), 403)
    return None if roles & who else refusal_response(403, *_permission_refusal(who, table))


def _permission_refusal(who: Who, table: str) -> tuple[str, Text]:
    """Return code and sentence of a refusal."""
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


def add_security_headers(response: Response) -> Response:
    """Add security headers."""
    if request.endpoint == "page_file":
        return response  # a hundred small files of safe types: the headers would weigh as much as some of them
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if response.mimetype != "application/pdf":  # a browser shows it in a page of its own, which the policy would blank
        response.headers["Content-Security-Policy"] = CONTENT_POLICY
    if response.mimetype == "text/html":
        response.headers["Permissions-Policy"] = FEATURE_POLICY
        if request.is_secure:  # over plain HTTP a browser only logs a warning
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.path.startswith("/static/"):
        response.headers["Cache-Control"] = "no-cache"  # revalidate each time
    return response


def is_known_host(name: str, hosts: frozenset[str]) -> bool:
    """Return whether a name is an IP address, localhost, *.local or configured. Any other may be rebound."""
    name = name.lower()
    if name == "localhost" or name.endswith(".local") or name in hosts:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def refusal_response(status: int, code: str, sentence: Words, rule: str = "") -> tuple[Response, int]:
    """Return a refusal in the language of the device: a page for a browser's navigation, else JSON. The input may be quoted in it."""
    words = plainly(say()(sentence))
    if "text/html" in request.accept_mimetypes.values():
        again = say()(LOOKS_AGAIN) if status == 503 else ""  # a temporary one reloads itself
        page = render_template("refused.html", sentence=words, looks_again=again, to_shelf=say()(TO_SHELF))
        return Response(page, mimetype="text/html"), status
    return jsonify({"code": code, "sentence": words, "rule": rule}), status


def error_response(status: int, error: LamplightError) -> tuple[Response, int]:
    """Return the body of one of our errors, with its code and its sentence."""
    return refusal_response(status, error.code, error.sentence)
