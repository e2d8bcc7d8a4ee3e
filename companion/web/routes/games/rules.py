"""The door of the rulebooks: a device fetches the rules of its game once, and keeps them until they change."""

from __future__ import annotations

from flask import Blueprint, jsonify, request
from werkzeug.wrappers import Response

from companion.engine import Rulebook, load_rulebook
from companion.web.request import spoken
from companion.web.routes.games.forms import game_of

NONE = Rulebook(())

rules = Blueprint("rules", __name__)


@rules.get("/api/rules/<game>")
def book_of(game: str) -> Response:
    """The rules of a game by chapters, in the language of the device; no chapter where it brings none."""
    path = game_of(game).book
    response = jsonify(spoken(load_rulebook(path) if path else NONE))
    response.headers["Cache-Control"] = "no-cache"  # asked for each time, sent only when it changed
    response.add_etag(weak=True)
    return response.make_conditional(request)
