"""The page of a hall's staff, an app of its own: it knows how the tables are, and nothing of what lies on them.

Who works there comes by a code, once, as a device comes to a table; `./table hall staff` shows one.
"""

from __future__ import annotations

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from companion.errors import LamplightError, StoreError
from companion.i18n.languages import Languages
from companion.schema import Refused
from companion.sessions import Devices, InvitationError
from companion.web.delivery import deliver
from companion.web.recovery_app import NoSessions
from companion.web.request import error_response, guard_page, refusal_response, sentence_of_http, speak
from companion.web.routes.staff import StaffService, StaffServices, staff_doors


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
    app.register_error_handler(Refused, lambda error: refusal_response(422, error.code, error.sentence))
    app.register_error_handler(LamplightError, _ours)
    app.register_error_handler(
        HTTPException, lambda error: refusal_response(error.code or 500, "HTTP", sentence_of_http(error))
    )
    return app


def _ours(error: LamplightError) -> tuple[Response, int]:
    status = 503 if isinstance(error, StoreError) else 403 if isinstance(error, InvitationError) else 422
    return error_response(status, error)
