"""Routes before a game: its form, its sheets, its rulebook, and opening a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, send_file
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.engine import Game, GameSetup, Rulebook, SheetKind, load_rulebook
from companion.errors import CodecError, ContentError
from companion.i18n import _, listed
from companion.presentation import NewTableRequest, prove_sheets, require_room
from companion.presentation.pages.game_setup import before_of, setup_of
from companion.presentation.pages.sheets import (
    name_of,
    played_sheets,
    prove_new_sheet,
    prove_sheet,
    read_record,
    read_upload,
    record_key,
    sheet_of,
)
from companion.presentation.responses import FormDefaults, FormPage, SheetList, SheetPage
from companion.schema import TABLE, Refused, Words
from companion.web.request import (
    AS,
    OneTable,
    SheetKept,
    SheetsBrought,
    body,
    declare,
    parts,
    say,
    seat_here,
    sits_at,
    translate,
    uploaded_file,
)

forms = Blueprint("forms", __name__)
rules = Blueprint("rules", __name__)
NO_RULES = Rulebook(())
MOST_CHOSEN = 1_000_000  # bytes: four full sheets and more
MULTIPART_ROOM = 100_000  # bytes of multipart framing around an uploaded file


@forms.get("/new/<game>")
def new_page(game: str) -> str:
    """Show the setup page of a game."""
    return render_template("new.html", game=game)


@forms.get("/api/games/<name>/form")
@declare(sends=FormPage, query={"after": str})
def form(name: str) -> Response:
    """Return the form of a game, prefilled from an ended table."""
    game, after = game_of(name), request.args.get("after", "")
    before = before_of(parts().sessions, game, after)
    page = FormPage(
        game=game.name,
        title=game.title,
        blurb=game.blurb,
        seats=(game.seats.start, game.seats.stop - 1),
        form=game.form,
        sheets={kind: _sheet_list(game, kind) for kind in game.sheets},
        begin=FormDefaults(len(before.seats), before.names if after else {}, before.choices if after else {}),
    )
    return jsonify(translate(page))


@forms.post("/api/tables")
@declare(NewTableRequest, sends=OneTable, query=AS)
def new_table() -> Response:
    """Open a table with the game's sample, or with choices."""
    if len(request.get_data()) > MOST_CHOSEN:
        raise CodecError(_("More than {size} kB of choices came: no table needs that.", size=str(MOST_CHOSEN // 1000)))
    wish = body(NewTableRequest)
    if opened := parts().sessions.opened_for(wish.id):
        return jsonify({"table": opened})  # a repeated request: by now it might be refused
    house, is_sample = parts(), wish == NewTableRequest(wish.game, id=wish.id)
    setup = None if is_sample else setup_of(house.sessions, house.library, game_of(wish.game), wish)
    lit = house.sessions.lit
    aside = bool(lit) and seat_here(lit) != TABLE  # only the tablet changes the current table
    return jsonify({"table": house.sessions.open(wish.game, setup, request_id=wish.id, aside=aside)})


@forms.get("/api/games/<name>/sheets/<kind>/<sheet>")
@declare(sends=SheetPage, query=AS)
def one_sheet(name: str, kind: str, sheet: str) -> Response:
    """Return a sheet in full, an own one or the game's."""
    return jsonify(translate(_page_of(game_of(name), kind, sheet)))


@forms.put("/api/games/<name>/sheets/<kind>/<sheet>")
@declare(sends=SheetKept, is_raw=True)
def keep_sheet(name: str, kind: str, sheet: str) -> Response:
    """Save a typed sheet. Raises ContentError and then saves nothing."""
    game, library = game_of(name), parts().library
    sheet_kind = sheet_of(game, kind)
    require_room(library.names(name, kind), (name_of(sheet_kind, sheet),))
    data = read_record(request.get_data(), sheet)
    title = prove_new_sheet(sheet_kind, data)
    library.save(name, kind, sheet, data)
    return jsonify({"name": sheet, "title": say()(title)})


@forms.delete("/api/games/<name>/sheets/<kind>/<sheet>")
def drop_sheet(name: str, kind: str, sheet: str) -> Response:
    """Delete an own sheet. Tables that use it have a copy."""
    game = game_of(name)
    if sheet in sheet_of(game, kind).shipped() or not parts().library.delete(name, kind, sheet):
        raise ContentError(_("There is no {kind} {sheet} of your own.", kind=kind, sheet=repr(sheet)))
    return jsonify({})


@forms.post("/api/games/<name>/sheets/<kind>/import")
@declare(sends=SheetsBrought, file="sheet")
def import_sheets(name: str, kind: str) -> Response:
    """Import all sheets of a file, or none. `report` lists what was left out, a sentence each."""
    game, library = game_of(name), parts().library
    files = sheet_of(game, kind).files
    if files is not None:
        request.max_content_length = files.most + MULTIPART_ROOM
    upload = uploaded_file("sheet")
    imported = read_upload(game, kind, upload.filename or say()(_("The file")), upload.read())
    own = library.all(name, kind)
    new = prove_sheets(game, kind, imported.record, own)
    require_room(own, new)
    pictures = parts().images.sheets
    if pictures is not None:  # before the sheet, so that none refers to a missing one
        pictures.keep(imported.pictures.items())
    library.save_all(name, kind, new)
    return jsonify({"names": list(new), "report": [say()(sentence) for sentence in imported.report]})


@forms.get("/api/games/<name>/sheets/<kind>/<sheet>/file")
@declare(sends="application/json", query=AS)
def sheet_file(name: str, kind: str, sheet: str) -> Response:
    """Download a sheet as a file that can be imported."""
    page = _page_of(game_of(name), kind, sheet)
    text = json.dumps({kind: {sheet: dict(page.data)}}, ensure_ascii=False, indent=2)
    name_of_file = f"{kind}-{sheet}.json"
    return send_file(BytesIO(text.encode()), "application/json", as_attachment=True, download_name=name_of_file)


@rules.get("/api/rules/<game>")
@declare(sends=Rulebook)
def book_of(game: str) -> WerkzeugResponse:
    """Return the chapters of a game's rulebook in the language of the device; none if the game has no rulebook."""
    path = game_of(game).book
    response = jsonify(translate(load_rulebook(path) if path else NO_RULES))
    response.headers["Cache-Control"] = "no-cache"  # revalidate each time
    response.add_etag(weak=True)
    return response.make_conditional(request)


def game_of(name: str) -> Game[Any, Any]:
    """Return a game by name. Raises Refused."""
    games: dict[str, Game[Any, Any]] = {game.name: game for game in parts().games}
    if name not in games:
        there = listed(games, ", ")
        raise Refused("UNKNOWN_GAME", _("There is no game {name}; there are {games}.", name=repr(name), games=there))
    return games[name]


def _sheet_list(game: Game[Any, Any], kind: str) -> SheetList:
    """Return the titles of the sheets. One that the game no longer accepts is listed with the reason."""
    sheet = sheet_of(game, kind)
    shipped = {name: _card(sheet, data) for name, data in sheet.shipped().items()}
    own = parts().library.map_sheets(game.name, kind, partial(_card, sheet))
    sound = {name: card for name, card in own.items() if not card.broken}
    return SheetList(
        form=sheet.form,
        shipped={name: card.title for name, card in shipped.items()},
        own={name: card.title for name, card in sound.items()},
        broken={name: card.broken for name, card in own.items() if card.broken},
        notes={name: card.note for name, card in {**shipped, **sound}.items() if card.note},
        files=sheet.files.suffixes if sheet.files else (),
    )


@dataclass(frozen=True, slots=True)
class _SheetCard:
    """Title of a sheet. `broken`: why the game no longer accepts it."""

    title: Words = ""
    note: Words = ""
    broken: Words = ""


def _card(sheet: SheetKind, data: Mapping[str, Any]) -> _SheetCard:
    try:
        return _SheetCard(prove_sheet(sheet, data), sheet.note(data) if sheet.note else "")
    except ContentError as error:
        return _SheetCard(broken=error.sentence)


def _page_of(game: Game[Any, Any], kind: str, name: str) -> SheetPage:
    sheet = sheet_of(game, kind)
    shipped, own = sheet.shipped(), parts().library.get(game.name, kind, name)
    record: Mapping[str, Any] | None = shipped.get(name) if own is None else own
    if sheet.secret:
        _require_not_played(game, kind, name, record)
    if record is None:
        raise ContentError(_("There is no {kind} {sheet}.", kind=kind, sheet=repr(name)))
    return SheetPage(name, own is not None, dict(record))


def _require_not_played(game: Game[Any, Any], kind: str, name: str, record: Mapping[str, Any] | None) -> None:
    """Refuse a story to players of a running game of it, and to all while a table plays it. Raises Refused."""
    hall = parts().sessions
    pictures = map(hall.snapshot, hall.ids())
    under_way = [picture for picture in pictures if picture.game.name == game.name and not picture.over]
    if any(sits_at(picture.id) for picture in under_way):
        raise Refused("NOT_YOURS", _("What stands in this {kind} is for whoever leads the game.", kind=kind))

    def plays(setup: GameSetup) -> bool:
        return bool({name, record_key(record)} & played_sheets(game, setup, kind))

    on_shelf = next((picture.id for picture in under_way if plays(picture.setup)), "")
    playing = on_shelf or hall.tables.find_unfinished(game.name, plays)  # it could be put back on the shelf
    if playing:
        reason = _(
            "Table {table} plays this {kind}, so nobody reads it now. Play it to its end first.",
            table=playing,
            kind=kind,
        )
        raise Refused("STORY_ON", reason)
