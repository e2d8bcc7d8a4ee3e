"""Choose the language of a device, and render everything sent to it."""

from __future__ import annotations

import json
import logging
from typing import Any
from zlib import crc32

from flask import Blueprint, Flask, Response, abort, request
from werkzeug.wrappers import Request

from companion import games
from companion.errors import own_command
from companion.i18n import Say, _
from companion.i18n.languages import ENGLISH, Languages
from companion.schema import to_json
from companion.web.request import cookies
from companion.web.request.app_dispatch import parts
from companion.web.request.route_models import declare

logger = logging.getLogger(__name__)

COOKIE = cookies.LANGUAGE  # without it the installation's language counts, then the browser's
YEAR = 365 * 24 * 3600  # s
NEEDS_SCRIPTS = _("This page needs JavaScript; all of it comes from the table itself.")
NEEDS_NEWER = _(
    "If nothing else appears here, this browser is too old: at least Chrome 84, Firefox 78 or Safari 14.1 is needed."
)
"""The targets of tests/tools/node/eslint.config.mjs as a sentence."""
words = Blueprint("words", __name__)


def speak(app: Flask) -> None:
    """Add the variables of templates and the route of the page's own words."""
    app.register_blueprint(words)
    app.context_processor(_template_variables)


def language_here() -> str:
    """Return the language of the requesting device: its own choice, else the installation's, else the browser's, else English."""
    house = parts()
    return language_of(request, house.languages, house.language)


def language_of(asking: Request, languages: Languages, house: str) -> str:
    """Return the language of a request outside an app."""
    there = [language.id for language in languages.there()]
    accepted = [tag.replace("-", "_") for tag, quality in asking.accept_languages if quality > 0]
    browsers = (name for tag in accepted for name in (tag, tag.partition("_")[0]))  # "de" also matches "de-AT"
    return next((name for name in (asking.cookies.get(COOKIE, ""), house, *browsers) if name in there), ENGLISH)


def translate(record: object, game: str = "") -> Any:
    """Return a record as JSON values in the language of the device. `game`: as in `say`."""
    return to_json(record, say(game))


def say(game: str = "") -> Say:
    """Return a renderer for the device, with the words of this game first, or of the game that the request is about."""
    return parts().languages.say(language_here(), game or _game())


def _game() -> str:
    """Return the game that the request is about, or "". Its words come first."""
    args = request.view_args or {}
    named = parts().sessions.game_of(args["table"]) if "table" in args else args.get("game") or args.get("name", "")
    return named if named in games.names() else ""  # a name may be that of a picture or a file


def _template_variables() -> dict[str, str]:
    """Return the variables of templates. `words`: address of the page's words, "" in English. `languages`: all, as JSON by id.

    `needs_scripts` is shown without scripts, `needs_newer` in a browser that is too old.
    """
    language, languages, saying = language_here(), parts().languages, say()
    there = {each.id: {"name": each.name, "finished": each.is_finished} for each in languages.there()}
    page = languages.page(language)
    return {
        "language": language,
        "words": f"/words/{language}.json?{_version(page)}" if page is not None else "",
        "languages": json.dumps(there, ensure_ascii=False),
        "needs_scripts": saying(NEEDS_SCRIPTS),
        "command": own_command(),
        "needs_newer": saying(NEEDS_NEWER),
    }


def _version(page: str) -> str:
    """Return a version that changes with every word."""
    return f"{crc32(page.encode()):08x}"


@words.get("/words/<language>.json")
@declare(sends="application/json")
def of_page(language: str) -> Response:
    """Return the page's words, English -> the language. Cached by the browser as long as the address is the same."""
    page = parts().languages.page(language)
    if page is None:
        abort(404, _("There is no such language."))
    response = Response(page, mimetype="application/json")
    is_newest = request.query_string.decode() == _version(page)
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if is_newest else "no-cache"
    return response
