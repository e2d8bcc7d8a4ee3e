"""Read, name and validate sheets of a game before they are stored."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from companion.engine import Game, GameSetup, ImportedSheet, SheetKind, check_form, fault_at, fault_lines, short
from companion.errors import ContentError
from companion.i18n import Text, _, joined, listed
from companion.schema import Words, no_number

MEGABYTE = 1_000_000
MOST_BYTES = 200_000  # of one sheet, and of a file of several
MOST_TOML = 20_000  # bytes: parsing time grows with the square of a key's length
MOST_DOTS = 100  # of a line of TOML: a key of 30 000 parts took 43 s
MOST_VALUES = 400_000  # of a record: a parsed value takes a hundred bytes, even if it is two bytes in the file
VALUE_MARKS = (b",", b"[", b"{")  # each value of JSON follows one of them, or a name
MOST_DEEP = 20  # nesting depth
MOST_SHEETS = 400  # of a kind
MOST_LETTERS = 60
NAME = re.compile(r"[\w][\w-]*")


def sheet_of(game: Game[Any, Any], kind: str) -> SheetKind:
    """Return the kind of sheet. Raises ContentError that lists those available."""
    if kind not in game.sheets:
        there = listed(game.sheets, ", ") or _("none")
        raise ContentError(
            _(
                "{game} has no sheets of the kind {kind}; there are {there}.",
                game=game.title,
                kind=repr(kind),
                there=there,
            )
        )
    return game.sheets[kind]


def prove_sheet(sheet: SheetKind, data: Mapping[str, Any]) -> Words:
    """Validate a sheet against form and game; return its title. Raises ContentError."""
    require_shallow(data)
    check_form(sheet.form.fields, data)
    return sheet.proof(data)


def prove_new_sheet(sheet: SheetKind, data: Mapping[str, Any]) -> Words:
    """Validate a sheet and its size on import, saving and use; return its title. Raises ContentError."""
    return _prove_size(sheet, data, sheet.check_new)


def prove_archived_sheet(sheet: SheetKind, data: Mapping[str, Any]) -> Words:
    """Validate a sheet from an archived table; return its title. Raises ContentError."""
    return _prove_size(sheet, data, sheet.check_brought)


def _prove_size(sheet: SheetKind, data: Mapping[str, Any], check: Callable[[Mapping[str, Any]], None] | None) -> Words:
    require_shallow(data)
    if check is not None:
        check(data)
    return prove_sheet(sheet, data)


def name_of(sheet: SheetKind, name: str) -> str:
    """Validate a name for an own sheet. Raises ContentError."""
    if not NAME.fullmatch(name) or len(name) > MOST_LETTERS:
        raise ContentError(
            _(
                "{name} is no name for a sheet: letters, digits, - and _ make one, {n} at most.",
                name=repr(name),
                n=MOST_LETTERS,
            )
        )
    if name in sheet.shipped():
        raise ContentError(_("{name} comes with the game: give yours another name.", name=name))
    return name


def name_for(title: str, taken: Collection[str]) -> str:
    """Return a free name made from the title: "ann", "ann-2"."""
    short = re.sub(r"[^\w]+", "-", title.lower()).strip("-_")[: MOST_LETTERS - 4] or "sheet"
    return next(name for n in range(1, len(taken) + 2) if (name := short if n == 1 else f"{short}-{n}") not in taken)


def require_room(own: Collection[str], new: Iterable[str]) -> None:
    """Raise ContentError if the library would grow too large."""
    if len({*own, *new}) > MOST_SHEETS:
        raise ContentError(_("{n} sheets of a kind are kept: throw some away first.", n=MOST_SHEETS))


def require_shallow(data: Any, left: int = MOST_DEEP) -> None:
    """Raise ContentError for nesting so deep that parsing could exhaust the stack."""
    if left < 0:
        raise ContentError(_("Records lie more than {n} deep in each other: no sheet needs that.", n=MOST_DEEP))
    inner = data.values() if isinstance(data, Mapping) else data if isinstance(data, list | tuple) else ()
    for value in inner:
        require_shallow(value, left - 1)


def read_upload(game: Game[Any, Any], kind: str, file: str, upload: bytes) -> ImportedSheet:
    """Parse an uploaded file by its name: with the game for the game's own formats, else as a record."""
    files = sheet_of(game, kind).files
    if files is None:
        return ImportedSheet(read_record(upload, file))
    if not file.lower().endswith(files.suffixes):
        return ImportedSheet(read_record(upload, file, files.most_record))
    if len(upload) > files.most:
        raise ContentError(_too_large(file, len(upload), files.most))
    return files.read(file, upload)


def read_record(upload: bytes, file: str, most: int = MOST_BYTES) -> dict[str, Any]:
    """Parse a record from JSON, or from TOML by the file's name. Raises ContentError with the place of a fault."""
    is_toml = file.lower().endswith(".toml")
    most = MOST_TOML if is_toml else most
    if len(upload) > most:
        raise ContentError(_too_large(file, len(upload), most))
    if sum(map(upload.count, VALUE_MARKS)) > MOST_VALUES:
        raise ContentError(_("{file} holds more than {n} values: no sheet needs so many.", file=file, n=MOST_VALUES))
    try:
        text = upload.decode("utf-8-sig")
        read = _toml(text) if is_toml else json.loads(text, parse_constant=no_number)
        # rejects TOML dates, infinities and lone surrogates, which JSON cannot hold
        json.dumps(read, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, TypeError, RecursionError) as error:
        raise ContentError(
            _(
                "{file}: this is no JSON, or no TOML in a file that ends in .toml ({error}).",
                file=file,
                error=str(error),
            )
        ) from error
    if not isinstance(read, dict):
        raise ContentError(_("{file}: a record is needed, not {value}.", file=file, value=short(read)))
    return read


def _toml(text: str) -> dict[str, Any]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise ValueError(f"line {number} has more than {MOST_DOTS} dots")
    return tomllib.loads(text)


def _too_large(file: str, came: int, most: int) -> Text:
    return _("{file}: {came} came, at most {most} are read.", file=file, came=_size(came), most=_size(most))


def _size(size: int) -> Text:
    if size >= MEGABYTE:
        return _("{size} MB", size=round(size / MEGABYTE, 1))
    return _("{size} kB", size=round(size / 1000, 1))


def prove_sheets(
    game: Game[Any, Any], kind: str, record: Mapping[str, Any], own: Mapping[str, Mapping[str, Any]]
) -> dict[str, Mapping[str, Any]]:
    """Validate the sheets of a file and give them free names. Raises ContentError that lists every fault; then keep none."""
    sheet, faults = sheet_of(game, kind), []
    taken, new = {*own, *sheet.shipped()}, {}
    for wanted_name, data in _sheets_by_name(game, kind, record).items():
        try:
            title = prove_new_sheet(sheet, data) if isinstance(data, Mapping) else _refuse_value(data)
        except ContentError as error:
            place = f"{kind}.{wanted_name}"
            faults += [fault_at(place, fault) if wanted_name else fault for fault in fault_lines(error)]
            continue
        if own.get(wanted_name) == data if wanted_name else data in own.values():
            continue  # a duplicate
        name = name_for(wanted_name or str(title), taken)
        taken.add(name)
        new[name] = data
    if faults:
        raise ContentError(joined("\n", faults))
    return new


def _sheets_by_name(game: Game[Any, Any], kind: str, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the sheets by name; a single sheet has none."""
    others = [other for other in game.sheets if list(record) == [other] and other != kind]
    if others:
        raise ContentError(
            _("This file holds sheets of the kind {other}, not {kind}: import it there.", other=others[0], kind=kind)
        )
    if list(record) == [kind] and isinstance(record[kind], Mapping):
        several: Mapping[str, Any] = record[kind]
        require_room((), several)  # before any of them is validated
        return several
    return {"": record}


def _refuse_value(data: Any) -> str:
    raise ContentError(_("a record is needed, not {value}.", value=type(data).__name__))


def played_sheets(game: Game[Any, Any], setup: GameSetup, kind: str) -> set[str]:
    """Return the sheets of a kind that a table uses: their names, and keys of inline ones."""
    fields = [sheet for sheet in (game.form.fields if game.form else ()) if sheet.sheet == kind]
    choices = [setup.choices.get(sheet.name, sheet.default) for sheet in fields]
    return {sheet if isinstance(sheet, str) else record_key(sheet) for sheet in choices}


def record_key(record: Any) -> str:
    """Return a key of a sheet's content, independent of its name."""
    return json.dumps(record, sort_keys=True, default=str)
