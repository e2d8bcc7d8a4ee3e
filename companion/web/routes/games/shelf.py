"""Serve the shelf: the games and the open tables."""

from __future__ import annotations

from typing import Any, Literal

from flask import Blueprint, Response, jsonify

from companion.i18n import _, joined
from companion.presentation import name, now_line, seats, view_of
from companion.presentation.responses import Shelf, ShelfGame, ShelfTable
from companion.schema import TABLE, Heading
from companion.sessions import TableSnapshot
from companion.web.permissions import STRANGER
from companion.web.request import AS, OneTable, assets, declare, keeps, parts, translate, visitor
from companion.web.setup_page import is_due

shelf = Blueprint("shelf", __name__)


@shelf.get("/api/shelf")
@declare(sends=Shelf, query=AS)
def games_and_tables() -> Response:
    """Return the games and the open tables."""
    house = parts()
    games = tuple(
        ShelfGame(g.name, g.title, g.blurb, (g.seats.start, g.seats.stop - 1), g.kinds, g.dealer, bool(g.form))
        for g in house.games
    )
    own_tables = [name for name in house.sessions.ids() if visitor().roles(name) != STRANGER]
    open_tables = (shelf_table(house.sessions.snapshot(name)) for name in own_tables)
    broken = (
        ShelfTable(name, "", _("Table {name}", name=name), _("It cannot be opened: {why}", why=why), ())
        for name, why in house.sessions.broken.items()
        if visitor().roles(name) != STRANGER
    )
    setup: Literal["due", "done"] = "due" if is_due(house) and keeps() else "done"
    tables = (*sorted(open_tables, key=lambda table: table.over), *broken)
    shown: dict[str, Any] = translate(Shelf(assets(), games, (), setup, keeps()))
    return jsonify(shown | {"tables": [translate(table, table.game) for table in tables]})


@shelf.get("/api/lit")
@declare(sends=OneTable, query=AS)
def lit() -> Response:
    """Return the current table, "" if this device may not see it."""
    lit = parts().sessions.lit
    return jsonify({"table": lit if visitor().roles(lit) != STRANGER else ""})


def shelf_table(picture: TableSnapshot) -> ShelfTable:
    """Describe a table on the shelf."""
    game, names = picture.game, tuple(name(picture, seat) for seat in seats(picture))
    heading = next((block for block in view_of(picture, TABLE) if isinstance(block, Heading)), Heading(""))
    where = joined(" · ", (heading.title, heading.subtitle))
    return ShelfTable(picture.id, game.name, game.title, now_line(picture), names, where, bool(picture.over))
