"""The Flask app: pages, pictures, and the order in which guards and error handlers are installed."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import Flask, Response, abort, render_template, send_file, send_from_directory

from companion.i18n import _
from companion.sessions import type_of
from companion.web.delivery import deliver
from companion.web.request import (
    AS,
    PREVIEW,
    answer_errors,
    close_uploads,
    declare,
    follow,
    guard,
    keep_cookies,
    limit,
    may_fetch,
    parts,
    speak,
)
from companion.web.routes import games, play
from companion.web.routes import house as house_doors
from companion.web.services import Services

YEAR = 365 * 24 * 3600  # s


def create_app(house: Services | None, hosts: frozenset[str] = frozenset()) -> Flask:
    """Create the app of one installation. `hosts`: names it answers to, besides IP addresses, localhost and *.local.

    Without `house` the app has only its routes; a `ServedApp` then supplies the services of each request.
    """
    app = Flask(__name__)
    app.config.update(BOOT=secrets.token_hex(4), HOSTS=hosts)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the default provider has it
    app.extensions["lamplight"] = house
    for blueprint in (*games.BLUEPRINTS, *play.BLUEPRINTS, *house_doors.BLUEPRINTS):
        app.register_blueprint(blueprint)
    deliver(app)
    speak(app)
    _add_pages(app)
    _add_pictures(app)
    follow(app)
    guard(app)
    keep_cookies(app)
    limit(app)
    close_uploads(app)
    answer_errors(app)
    return app


PAGES = {
    "shelf_page": ("/", "index.html"),
    "table_page": ("/t/<table>", "index.html"),
    "join_page": ("/join", "join.html"),
    "wall_page": ("/t/<table>/wall", "wall.html"),
    "lit_wall_page": ("/wall", "wall.html"),
    "tray_page": ("/t/<table>/tray", "tray.html"),
}
"""Address and template by Flask endpoint. Without a table a wall displays whichever is current."""


def _make_page(template: str) -> Callable[..., str]:
    def page(table: str = "") -> str:
        return render_template(template, table=table)

    return page


def _add_pages(app: Flask) -> None:
    for endpoint, (path, template) in PAGES.items():
        app.add_url_rule(path, endpoint, _make_page(template))


def _add_pictures(app: Flask) -> None:
    @app.get("/picture/<path:name>")
    @declare(sends="image/*", query=AS)
    def picture(name: str) -> Response:
        if not may_fetch(name):
            abort(403 if name == PREVIEW else 404, _("Something may lie there that is not for every eye."))
        images = parts().images
        path = images.imported.path(name) if images.imported is not None else None
        if path is not None:  # of a reading of another installation
            sent = send_file(path, mimetype=type_of(path), max_age=3600)
        else:
            folder = (images.preview if name == PREVIEW else None) or images.readings
            sent = send_from_directory(folder, name, max_age=3600)
        sent.cache_control.public, sent.cache_control.private = False, True
        return sent

    @app.get("/pictures/<digest>")
    @declare(sends="image/*")
    def kept_picture(digest: str) -> Response:
        kept = parts().images.sheets
        path = kept.path(digest) if kept is not None else None
        if path is None:
            abort(404, _("There is no such picture."))
        sent = send_file(path, mimetype=type_of(path), max_age=YEAR)
        sent.cache_control.immutable = True  # a picture with another content has another name
        return sent
