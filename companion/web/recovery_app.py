"""The page of an installation whose database is damaged. A separate app, because no tables and no devices can be read.

Only this machine, or a request with the key from the address that Lamplight prints, may choose a remedy; all others see what
is wrong. No hidden information is sent.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from http import HTTPStatus
from typing import Protocol

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import LamplightError
from companion.i18n import _
from companion.i18n.languages import Languages
from companion.presentation.responses import RecoveryPage, RecoveryWay
from companion.web.delivery import deliver
from companion.web.request import assets, body, declare, guard_page, house, is_here, refusal_response, speak, translate

KEY_HEADER = "X-Lamplight-Key"
NEEDS_KEY = _(
    "Choose on the machine that Lamplight runs on, or open the address with the key in it that it printed when it started."
)
WAITS_FOR_REPAIR = _("The house waits to be mended: open its first page.")


class RecoveryChoices(Protocol):
    """The faults and their remedies."""

    def page(self, assets: str, *, may: bool) -> RecoveryPage: ...
    def choose(self, way: RecoveryWay, name: str) -> None:
        """Apply a remedy, and let the installation start. Raises LamplightError and then changes nothing."""


@dataclass(frozen=True, slots=True)
class NoSessions:
    """Stands in for sessions where no table is open."""

    def game_of(self, _table: str) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class RecoveryServices:
    """The part of `Services` that recovery needs."""

    languages: Languages
    language: str
    sessions: NoSessions
    mender: RecoveryChoices
    key: str


@dataclass(frozen=True, slots=True)
class ChooseRequest:
    """Choose a way to recover."""

    way: RecoveryWay
    name: str = ""  # of a backup


def create_mending_app(
    mender: RecoveryChoices, key: str, languages: Languages, language: str, hosts: frozenset[str]
) -> Flask:
    """`key`: allows to choose; `hosts`: names it answers to, besides IP addresses, localhost and *.local."""
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=10_000, HOSTS=hosts)
    app.extensions["lamplight"] = RecoveryServices(languages, language, NoSessions(), mender, key)
    deliver(app)
    speak(app)
    guard_page(app)
    app.get("/")(page)
    app.get("/health")(health)
    app.get("/api/mending")(how_it_stands)
    app.post("/api/mending")(choose)
    app.register_error_handler(LamplightError, lambda error: refusal_response(422, "NOT_MENDED", error.sentence))
    app.register_error_handler(HTTPException, elsewhere)
    return app


def page() -> str:
    """Show the page."""
    return render_template("mending.html")


def elsewhere(error: HTTPException) -> tuple[Response | str, int]:
    """Send this page for any page's address, because a tablet may have been open at a table."""
    if error.code == HTTPStatus.NOT_FOUND and "text/html" in request.accept_mimetypes.values():
        return page(), HTTPStatus.SERVICE_UNAVAILABLE
    return refusal_response(error.code or 500, "HTTP", WAITS_FOR_REPAIR)


def health() -> tuple[Response, int]:
    """Report as running and unhealthy."""
    return jsonify({"healthy": False, "assets": assets()}), 503


def how_it_stands() -> Response:
    """Return the whole page."""
    return jsonify(translate(_services().mender.page(assets(), may=_may())))


@declare(ChooseRequest)
def choose() -> tuple[Response, int] | Response:
    """Apply the chosen remedy before returning."""
    if not _may():
        return refusal_response(403, "NOT_YOURS", NEEDS_KEY)
    wish = body(ChooseRequest)
    _services().mender.choose(wish.way, wish.name)
    return how_it_stands()


def _may() -> bool:
    return is_here() or hmac.compare_digest(request.headers.get(KEY_HEADER, "").encode(), _services().key.encode())


def _services() -> RecoveryServices:
    services: RecoveryServices = house()
    return services
