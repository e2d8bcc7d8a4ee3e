"""What the games bring to the page, as files of it: one module with all their words and colours, and an emblem each."""

from __future__ import annotations

import json

from companion import games
from companion.schema import to_json

MODULE = "games.js"


def game_files() -> dict[str, bytes]:
    """The files by their path below static/. The order of the games counts: of two with the same face the first one names it."""
    pages = {name: to_json(page) for name, page in games.pages().items()}
    written = json.dumps(pages, ensure_ascii=False, separators=(",", ":")).encode()
    emblems = {f"games/{name}/emblem.svg": drawn for name, drawn in games.emblems()}
    return {MODULE: b"export const GAMES = " + written + b";\n", **emblems}
