"""Turn choices from the page into the input of a game's `setup`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.engine import Game, GameSetup, SheetKind, check_form, check_names, fault_at, fault_lines, short
from companion.errors import ContentError
from companion.i18n import _, joined
from companion.presentation.pages.sheets import prove_archived_sheet, prove_new_sheet, prove_sheet
from companion.presentation.requests import NewTableRequest
from companion.schema import DEALER, Field, Refused, Seat, Words
from companion.sessions import SessionManager, SheetLibrary, seat_count_refusal, with_sheets

MOST_LETTERS = 24  # of a seat's name
Proof: TypeAlias = Callable[[SheetKind, Mapping[str, Any]], Words]  # returns the title of a sheet; raises ContentError
MARKS = frozenset("<>[]{}")  # mark-up of texts


def before_of(hall: SessionManager, game: Game[Any, Any], after: str) -> GameSetup:
    """Return the sample's seats, or seats, people and carried-over choices of an ended table. Raises Refused."""
    if not after:
        return GameSetup(game.sample.seats)
    picture = hall.snapshot(after)
    if picture.game.name != game.name or game.carry is None:
        raise Refused(
            "NOTHING_CARRIED", _("Nothing goes on from table {table} in {game}.", table=after, game=game.title)
        )
    if not picture.over:
        raise Refused("NOT_OVER", _("Table {table} is not over yet: play it to its end first.", table=after))
    fields = game.form.fields if game.form else ()
    people = {field.name for field in fields if field.each_seat}  # the same people continue
    same = {name: value for name, value in picture.setup.choices.items() if name in people}
    return GameSetup(picture.setup.seats, _typed_names(game, picture.setup), {**same, **game.carry(picture.state)})


def setup_of(hall: SessionManager, library: SheetLibrary, game: Game[Any, Any], wish: NewTableRequest) -> GameSetup:
    """Return the input of the game's setup, with own sheets in full. Raises Refused or ContentError with the place."""
    before = before_of(hall, game, wish.after)
    count = len(before.seats) if wish.seats is None else wish.seats
    if count not in game.seats:
        raise Refused("SEATS", seat_count_refusal(game, count))
    seats = tuple(str(n) for n in range(1, count + 1))
    fields = game.form.fields if game.form else ()
    check_names(fields, wish.choices)
    check_form(fields, wish.choices, seats)
    names = _names(seats, wish.names) or {seat: name for seat, name in before.names.items() if seat in seats}
    choices = with_sheets(game, library, {**before.choices, **wish.choices})
    _prove(game, choices, prove_new_sheet)
    return GameSetup(seats, _name_seats(game, choices, seats, names), choices)


def prove_setup(game: Game[Any, Any], setup: GameSetup) -> None:
    """Validate a set-up that did not come from the page. Raises Refused or ContentError with the place."""
    if len(setup.seats) not in game.seats:
        raise Refused("SEATS", seat_count_refusal(game, len(setup.seats)))
    if setup.seats != tuple(str(n) for n in range(1, len(setup.seats) + 1)):
        raise Refused("SEATS", _("Its seats are not numbered from 1 on."))
    strange = next((seat for seat in setup.names if seat not in (*setup.seats, DEALER)), "")
    if strange:
        raise Refused("NAMES", _("{place}: nobody sits there.", place=f"names.{short(strange)}"))
    fields = game.form.fields if game.form else ()
    check_form(fields, setup.choices, setup.seats)
    _prove(game, setup.choices, prove_archived_sheet)
    _require_names(_typed_names(game, setup))


def _prove(game: Game[Any, Any], choices: Mapping[str, Any], proof: Proof) -> None:
    """Validate every sheet given in full. Raises ContentError with its place."""
    for field in game.form.fields if game.form else ():
        value = choices.get(field.name)
        if field.kind != "sheet" or not value:
            continue
        for seat, chosen in value.items() if field.each_seat else (("", value),):
            if not isinstance(chosen, str):
                place = f"{field.name}.{seat}" if seat else field.name
                prove_sheet_at(game.sheets[field.sheet], chosen, place, proof)


def _names(seats: tuple[Seat, ...], wanted: tuple[str, ...]) -> dict[Seat, str]:
    names = {seat: name.strip() for seat, name in zip(seats, wanted, strict=False) if name.strip()}
    if len(wanted) > len(seats):
        raise Refused("NAMES", _("There are {seats} seats and {names} names.", seats=len(seats), names=len(wanted)))
    _require_names(names)
    return names


def _require_names(names: Mapping[Seat, str]) -> None:
    for seat, name in names.items():
        if len(name) > MOST_LETTERS or not name.isprintable():
            raise Refused(
                "NAMES", _("{place}: at most {n} letters make a name.", place=f"names.{seat}", n=MOST_LETTERS)
            )
        if not MARKS.isdisjoint(name):
            raise Refused(
                "NAMES",
                _(
                    "{place}: leave out angle, square and curly brackets; the page draws what stands in them.",
                    place=f"names.{seat}",
                ),
            )
    twice = next((name for name, times in Counter(names.values()).items() if times > 1), "")
    if twice:
        raise Refused("NAMES", _("Two seats are called {name}: nobody would know who is meant.", name=twice))


def _typed_names(game: Game[Any, Any], setup: GameSetup) -> Mapping[Seat, str]:
    """Return the names that people typed, without titles of sheets, which change with the sheet."""
    try:
        titles = _name_seats(game, setup.choices, setup.seats, {})
    except ContentError:  # the game no longer accepts that sheet, so its title is unknown
        return setup.names
    return {seat: name for seat, name in setup.names.items() if titles.get(seat) != name}


def _name_seats(
    game: Game[Any, Any], choices: Mapping[str, Any], seats: tuple[Seat, ...], names: Mapping[Seat, str]
) -> dict[Seat, str]:
    """Name seats without a name after their sheet, if that is unique."""
    titles: dict[Seat, str] = {}
    for field in game.form.fields if game.form else ():
        if field.kind == "sheet" and field.each_seat:
            sheets = choices.get(field.name) or {}
            titles |= {seat: _title(game, field, sheets[seat], seat) for seat in seats if sheets.get(seat)}
    often = Counter([*names.values(), *(title for seat, title in titles.items() if seat not in names)])
    return {seat: title for seat, title in titles.items() if often[title] == 1} | dict(names)


def _title(game: Game[Any, Any], field: Field, chosen: Any, seat: Seat) -> str:
    """Return the title of a chosen sheet, cut to the length of a name. Raises ContentError with the place."""
    sheet = game.sheets[field.sheet]
    title = str(
        prove_sheet_at(sheet, sheet.shipped()[chosen] if isinstance(chosen, str) else chosen, f"{field.name}.{seat}")
    )
    return title if len(title) <= MOST_LETTERS else f"{title[: MOST_LETTERS - 1]}…"


def prove_sheet_at(sheet: SheetKind, data: Mapping[str, Any], place: str, proof: Proof = prove_sheet) -> Words:
    """Return the title of a sheet. Raises ContentError with every fault after the place."""
    try:
        return proof(sheet, data)
    except ContentError as error:
        raise ContentError(joined("\n", (fault_at(place, fault) for fault in fault_lines(error)))) from error
