"""The Flask app: pages, errors as sentences, and the guards at the door."""

from __future__ import annotations

import logging
import secrets

from flask import Flask, Response, abort, render_template, request, send_file, send_from_directory
from flask_limiter import RateLimitExceeded
from werkzeug.exceptions import HTTPException, NotFound, RequestEntityTooLarge

from companion.errors import CodecError, LamplightError, StoreError
from companion.schema import Refused
from companion.sessions import AlreadyClaimedError, InvitationError, RuleError, UnknownTableError, type_of
from companion.web.access_log import follow
from companion.web.delivery import deliver
from companion.web.disk_errors import sentence
from companion.web.guards import NOTHING_THERE, error_response, guard, told
from companion.web.language import speak
from companion.web.rate_limits import TooManyUploadsError, limit
from companion.web.request_context import PREVIEW, may_fetch, parts
from companion.web.routes.answers import answers
from companion.web.routes.devices import entering
from companion.web.routes.fairness import fairness
from companion.web.routes.forms import forms
from companion.web.routes.health import house as house_doors
from companion.web.routes.history import history
from companion.web.routes.kits import teach
from companion.web.routes.mount_calculator import build
from companion.web.routes.readers import readers
from companion.web.routes.record import record
from companion.web.routes.rules import rules
from companion.web.routes.seats import joining
from companion.web.routes.setup import setup
from companion.web.routes.shelf import shelf
from companion.web.routes.tables import tables
from companion.web.routes.tray import tray
from companion.web.services import Services
from companion.web.sse import TooManyStreamsError
from companion.web.uploads import close_uploads

logger = logging.getLogger(__name__)

YEAR = 365 * 24 * 3600  # s
STATUS: tuple[tuple[type[Exception], int], ...] = (
    (UnknownTableError, 404),
    (InvitationError, 403),
    (AlreadyClaimedError, 403),
    (CodecError, 400),
    (RuleError, 500),
    (TooManyStreamsError, 503),
    (StoreError, 503),
    (TooManyUploadsError, 503),
)
LATE = frozenset({"NOT_OPEN", "MEANWHILE"})  # something else was faster


def create_app(house: Services | None, hosts: frozenset[str] = frozenset()) -> Flask:
    """The page of one house. `hosts`: names it answers to, beside IP addresses, localhost and *.local.

    None: of none yet, only its doors; a `app_dispatch.Page` of it is the page of a house.
    """
    app = Flask(__name__)
    app.config.update(BOOT=secrets.token_hex(4), HOSTS=hosts)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the default provider has it
    app.extensions["lamplight"] = house
    for doors in (shelf, tables, answers, tray, joining, history, forms, teach, readers, rules, build, fairness):
        app.register_blueprint(doors)
    app.register_blueprint(setup)
    app.register_blueprint(record)
    app.register_blueprint(entering)
    app.register_blueprint(house_doors)
    deliver(app)
    speak(app)
    _pages(app)
    _displays(app)
    follow(app)
    guard(app)
    limit(app)
    close_uploads(app)
    _errors(app)
    return app


def _displays(app: Flask) -> None:
    """Screens beside the tablet and the phones."""

    @app.get("/t/<table>/wall")
    def wall_page(table: str) -> str:
        return render_template("wall.html", table=table)

    @app.get("/wall")
    def lit_wall_page() -> str:
        """The table under the lamp, whichever that is."""
        return render_template("wall.html", table="")

    @app.get("/t/<table>/tray")
    def tray_page(table: str) -> str:
        return render_template("tray.html", table=table)


def _pages(app: Flask) -> None:
    @app.get("/")
    def shelf_page() -> str:
        return render_template("index.html", table="")

    @app.get("/t/<table>")
    def table_page(table: str) -> str:
        return render_template("index.html", table=table)

    @app.get("/join")
    def join_page() -> str:
        return render_template("join.html")

    @app.get("/picture/<path:name>")
    def picture(name: str) -> Response:
        if not may_fetch(name):
            abort(403 if name == PREVIEW else 404, "Something may lie there that is not for every eye.")
        brought = parts().brought
        path = brought.path(name) if brought is not None else None
        sent = send_file(path, mimetype=type_of(path), max_age=3600) if path is not None else None  # of another house
        sent = sent or send_from_directory(parts().pictures, name, max_age=3600)
        sent.cache_control.public, sent.cache_control.private = False, True
        return sent

    @app.get("/pictures/<digest>")
    def kept_picture(digest: str) -> Response:
        kept = parts().kept
        path = kept.path(digest) if kept is not None else None
        if path is None:
            abort(404, "There is no such picture.")
        sent = send_file(path, mimetype=type_of(path), max_age=YEAR)
        sent.cache_control.immutable = True  # what has another content has another name
        return sent


def _errors(app: Flask) -> None:
    @app.errorhandler(LamplightError)
    def ours(error: LamplightError) -> tuple[Response, int]:
        if isinstance(error, Refused):
            return told(409 if error.code in LATE else 422, error.code, error.sentence, error.rule)
        status = next((status for kind, status in STATUS if isinstance(error, kind)), 422)
        response, status = error_response(status, error)
        if status == 503:
            response.headers["Retry-After"] = "5"
        return response, status

    @app.errorhandler(RequestEntityTooLarge)
    def too_large(_error: RequestEntityTooLarge) -> tuple[Response, int]:
        most = request.max_content_length or 0
        said = f"{most >> 20} MB" if most >> 20 else f"{most >> 10} kB"
        return told(413, "TOO_LARGE", f"That is more than {said}. Take a smaller photograph or file.")

    @app.errorhandler(RateLimitExceeded)
    def too_often(error: RateLimitExceeded) -> tuple[Response, int]:
        wait = error.limit.limit.get_expiry()
        response, status = told(429, "TOO_OFTEN", f"That was too often. Wait {wait} s, and try again.")
        response.headers["Retry-After"] = str(wait)
        return response, status

    @app.errorhandler(OSError)
    def disk(error: OSError) -> tuple[Response, int]:
        """A file could not be written; each is written whole, so nothing half lies there."""
        said = sentence(error)
        if not said:
            raise error
        logger.warning("%s %s: %s", request.method, request.path, error)
        response, status = told(507, "DISK", said)
        response.headers["Retry-After"] = "30"
        return response, status

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> tuple[Response, int]:
        is_unsaid = isinstance(error, NotFound) and error.description == NotFound.description
        return told(error.code or 500, "HTTP", NOTHING_THERE if is_unsaid else error.description or error.name)
