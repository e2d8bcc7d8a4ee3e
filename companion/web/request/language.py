"""Which language a device is spoken to in, and all that is sent to it said in that language."""

from __future__ import annotations

import json
import logging
from typing import Any
from zlib import crc32

from flask import Blueprint, Flask, Response, abort, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.wrappers import Request

from companion import games
from companion.errors import own_command
from companion.i18n import Say, _
from companion.i18n.languages import ENGLISH, Languages
from companion.schema import to_json
from companion.web.request import app_dispatch, cookies
from companion.web.services import Services

logger = logging.getLogger(__name__)

COOKIE = cookies.LANGUAGE  # without one the house's language counts, then the browser's
YEAR = 365 * 24 * 3600  # s
NEEDS_SCRIPTS = _("This page needs JavaScript; all of it comes from the table itself.")
NEEDS_NEWER = _(
    "If nothing else appears here, this browser is too old: at least Chrome 84, Firefox 78 or Safari 14.1 is needed."
)
"""The targets of tests/tools/node/eslint.config.mjs, in a sentence."""
words = Blueprint("words", __name__)


def speak(app: Flask) -> None:
    """Give an app its languages: what templates need of them, and the door of the page's own words."""
    app.register_blueprint(words)
    app.context_processor(_of_template)


def language_here() -> str:
    """Of the device whose request is served: as it was switched, else the house's, else the browser's, else English."""
    house = _house()
    return language_of(request, house.languages, house.language)


def language_of(asking: Request, languages: Languages, house: str) -> str:
    """The same where no app of a house answers."""
    there = [one.id for one in languages.there()]
    chosen = (asking.cookies.get(COOKIE, ""), house, _browsers(asking.accept_languages, there))
    return next((one for one in chosen if one in there), ENGLISH)


def spoken(record: object, game: str = "") -> Any:
    """A record as JSON values, in the language of the device that asks; `game`: as in `say`."""
    return to_json(record, say(game))


def say(game: str = "") -> Say:
    """Says text to the device that asks, first in the words of this game, or of the one that the request is about."""
    return _house().languages.say(language_here(), game or _game())


def _browsers(accepted: LanguageAccept, there: list[str]) -> str:
    """The first language that a browser asks for and the house has, "de" for "de-AT" as well."""
    wished = (tag.replace("-", "_") for tag, quality in accepted if quality > 0)
    return next((one for tag in wished for one in (tag, tag.partition("_")[0]) if one in there), "")


def _game() -> str:
    """The game that the request is about, "" = none: words of the game come first."""
    args = request.view_args or {}
    named = _house().sessions.game_of(args["table"]) if "table" in args else args.get("game") or args.get("name", "")
    return named if named in games.names() else ""  # a name may be that of a picture or a file


def _house() -> Services:
    found: Services = app_dispatch.house()
    return found


def _of_template() -> dict[str, str]:
    """`language`, `words`: where the page's own words are, "" in English; `languages`: all, as JSON by their ids.

    `needs_scripts`: all that is seen where no script runs; `needs_newer`: where none is understood.
    """
    one, languages, saying = language_here(), _house().languages, say()
    there = {each.id: {"name": each.name, "finished": each.is_finished} for each in languages.there()}
    return {
        "language": one,
        "words": _address(one),
        "languages": json.dumps(there, ensure_ascii=False),
        "needs_scripts": saying(NEEDS_SCRIPTS),
        "command": own_command(),
        "needs_newer": saying(NEEDS_NEWER),
    }


def _address(language: str) -> str:
    page = _house().languages.page(language)
    return f"/words/{language}.json?{_version(page)}" if page is not None else ""


def _version(page: str) -> str:
    """Another one as soon as a word of it is."""
    return f"{crc32(page.encode()):08x}"


@words.get("/words/<language>.json")
def of_page(language: str) -> Response:
    """What the page's scripts say, English -> the language; kept by the browser for as long as the address is the same."""
    page = _house().languages.page(language)
    if page is None:
        abort(404, _("There is no such language."))
    response = Response(page, mimetype="application/json")
    is_newest = request.query_string.decode() == _version(page)
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if is_newest else "no-cache"
    return response
