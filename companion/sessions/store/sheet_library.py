"""The sheets that players typed in, for all tables: investigators, reference cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, and_, delete, insert, select
from sqlalchemy.exc import IntegrityError

from companion.engine import Game
from companion.errors import ContentError, StaleError
from companion.i18n import _, listed
from companion.schema import Field
from companion.sessions.store.database import Database
from companion.sessions.store.schema import sheets

T = TypeVar("T")


class SheetLibrary:
    """Sheets by game, kind and name. Thread-safe; each command is one transaction."""

    def __init__(self, engine: Database, clock: Callable[[], float]) -> None:
        """`clock`: s, Unix."""
        self._engine = engine
        self._clock = clock
        self._mapped: dict[tuple[str, str, str, float], Any] = {}  # what was made of each sheet as it is

    def all(self, game: str, kind: str) -> dict[str, Mapping[str, Any]]:
        """Return all sheets by name, the oldest first."""
        query = select(sheets.c.name, sheets.c.data).where(_of(game, kind)).order_by(sheets.c.at, sheets.c.name)
        with self._engine.connect() as connection:
            return {row.name: row.data for row in connection.execute(query)}

    def names(self, game: str, kind: str) -> dict[str, float]:
        """Return when each sheet was kept (s, Unix) by name, the oldest first. The sheets themselves are not read."""
        query = select(sheets.c.name, sheets.c.at).where(_of(game, kind)).order_by(sheets.c.at, sheets.c.name)
        with self._engine.connect() as connection:
            return {row.name: row.at for row in connection.execute(query)}

    def get(self, game: str, kind: str, name: str) -> Mapping[str, Any] | None:
        """Return a sheet; None where the name is unknown."""
        query = select(sheets.c.data).where(_of(game, kind), sheets.c.name == name)
        with self._engine.connect() as connection:
            sheet: Mapping[str, Any] | None = connection.execute(query).scalar_one_or_none()
        return sheet

    def map_sheets(self, game: str, kind: str, convert: Callable[[Mapping[str, Any]], T]) -> dict[str, T]:
        """Return the result of `convert` for each sheet, the oldest first. It is cached per sheet: some are large."""
        at = {name: (game, kind, name, saved_at) for name, saved_at in self.names(game, kind).items()}
        for name, key in at.items():
            data = None if key in self._mapped else self.get(game, kind, name)
            if data is not None:
                self._mapped[key] = convert(data)
        results = {name: self._mapped[key] for name, key in at.items() if key in self._mapped}
        gone = [key for key in tuple(self._mapped) if key[:2] == (game, kind) and key not in at.values()]
        for key in gone:
            self._mapped.pop(key, None)  # another thread may have been quicker
        return results

    def save(self, game: str, kind: str, name: str, data: Mapping[str, Any]) -> None:
        """Store a sheet, or replace the one of that name."""
        self.save_all(game, kind, {name: data})

    def save_all(self, game: str, kind: str, by_name: Mapping[str, Mapping[str, Any]]) -> None:
        """Store all sheets, or none. Raises StaleError where another page kept one of these names at the same moment."""
        at = self._clock()
        rows = [{"game": game, "kind": kind, "name": n, "data": dict(data), "at": at} for n, data in by_name.items()]
        try:
            with self._engine.begin() as connection:
                connection.execute(delete(sheets).where(_of(game, kind), sheets.c.name.in_(by_name)))
                if rows:
                    connection.execute(insert(sheets), rows)
        except IntegrityError as error:
            raise StaleError(
                _("Somebody else kept a {kind} of that name just now: look, and keep it again.", kind=kind)
            ) from error

    def delete(self, game: str, kind: str, name: str) -> bool:
        """Delete a sheet; return False where the name is unknown."""
        deletion = delete(sheets).where(_of(game, kind), sheets.c.name == name)
        with self._engine.begin() as connection:
            return bool(connection.execute(deletion).rowcount)


def with_sheets(game: Game[Any, Any], library: SheetLibrary, choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices with each own sheet in full in the place of its name, so that a log needs no library.

    A sheet of the game stays a name. Raises ContentError where the name is unknown.
    """
    return _fill(game, library, game.form.fields if game.form else (), choices, "")


def _fill(
    game: Game[Any, Any], library: SheetLibrary, fields: Iterable[Field], data: Mapping[str, Any], place: str
) -> dict[str, Any]:
    filled = dict(data)
    for field in fields:
        value, field_place = data.get(field.name), f"{place}{field.name}"
        if field.each_seat and isinstance(value, Mapping):
            filled[field.name] = {
                s: _fill_value(game, library, field, item, f"{field_place}.{s}") for s, item in value.items()
            }
        elif value is not None:
            filled[field.name] = _fill_value(game, library, field, value, field_place)
    return filled


def _fill_value(game: Game[Any, Any], library: SheetLibrary, field: Field, value: Any, place: str) -> Any:
    match field.kind, value:
        case "sheet", str() if value:
            return _sheet(game, library, field.sheet, value, place)
        case "group", Mapping():
            return _fill(game, library, field.fields, value, f"{place}.")
        case "list", list() | tuple():
            return [_fill(game, library, field.fields, item, f"{place}.{n}.") for n, item in enumerate(value)]
    return value


def _sheet(game: Game[Any, Any], library: SheetLibrary, kind: str, name: str, place: str) -> Any:
    sheet, shipped = library.get(game.name, kind, name), game.sheets[kind].shipped()
    if sheet is None and name not in shipped:
        names = listed((*shipped, *library.names(game.name, kind)), ", ") or _("none")
        raise ContentError(
            _(
                "{place}: there is no {kind} {name}; there are {there}.",
                place=place,
                kind=kind,
                name=repr(name),
                there=names,
            )
        )
    return name if sheet is None else dict(sheet)


def _of(game: str, kind: str) -> ColumnElement[bool]:
    return and_(sheets.c.game == game, sheets.c.kind == kind)
