"""Adventures: the shipped one, and those that Dealers write. docs/draw-your-weapon.md describes the format."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from companion.engine import ImportedSheet, SheetFileFormat, load, record, short
from companion.errors import ContentError
from companion.games.draw_your_weapon.content import characters
from companion.games.draw_your_weapon.content.adventure_faults import faults
from companion.games.draw_your_weapon.content.records import Adventure, Rules
from companion.games.draw_your_weapon.content.weapons import CONTENT
from companion.i18n import Text, _, from_data, joined, listed, ngettext
from companion.schema import to_json

FOLDER = CONTENT / "adventures"
SAMPLE = "bell"
MOST_BYTES = 200_000
MOST_LETTERS = 4000  # in a line, because tomllib needs quadratic time for long keys
MOST_DOTS = 100  # in a line, for the same reason
MOST_FAULTS = 12  # faults at once


@cache
def adventures() -> Mapping[str, Adventure]:
    """Return the shipped adventures by name. Raises ContentError naming the file and the place."""
    return MappingProxyType({name: adventure(data, f"{name}.toml") for name, data in shipped().items()})


@cache
def shipped() -> Mapping[str, Mapping[str, Any]]:
    """Return the shipped adventures as JSON values."""
    return MappingProxyType({path.stem: load(path) for path in sorted(FOLDER.glob("*.toml"))})


def chosen(choice: str | Mapping[str, Any]) -> Adventure | None:
    """Read an adventure: a shipped one by name, or a full record; "" is none. Raises ContentError."""
    if not choice:
        return None
    if not isinstance(choice, str):
        return adventure(choice, "")
    if choice not in adventures():
        there = listed(adventures(), ", ")
        raise ContentError(_("There is no adventure {name}; there are {there}.", name=short(choice), there=there))
    return adventures()[choice]


def adventure(data: Mapping[str, Any], where: str) -> Adventure:
    """Read and check an adventure. Raises ContentError with every fault, one a line, with its place first."""
    at = f"{where}: " if where else ""
    own = {key: value for key, value in data.items() if value is not None}
    own["figures"] = [to_json(characters.figure(entry, f"{at}figures.{n}")) for n, entry in _each(own, "figures", at)]
    own["sheets"] = [to_json(characters.sheet(entry, f"{at}sheets.{n}")) for n, entry in _each(own, "sheets", at)]
    checked = record(Adventure, own, where or "The adventure")
    wrong = tuple(faults(checked, Rules().attributes))
    if wrong:
        raise ContentError(joined("\n", (_in_file(where, fault) for fault in wrong[:MOST_FAULTS])))
    return checked


def _in_file(file: str, fault: Text) -> Text:
    return _("{file}: {fault}", file=file, fault=fault) if file else fault


def proof(data: Mapping[str, Any]) -> Text:
    """Check an adventure and return its title. Raises ContentError."""
    return from_data(adventure(data, "").title)


def note(data: Mapping[str, Any]) -> Text:
    """Return what players should know before they choose it."""
    about = adventure(data, "")
    minutes = ngettext("{n} minute", "{n} minutes", about.minutes)
    return joined(" · ", (minutes, _scenes(about), from_data(about.text)))


def _scenes(adventure: Adventure) -> Text:
    return ngettext("{n} scene", "{n} scenes", len(adventure.scenes))


def read(name: str, upload: bytes) -> ImportedSheet:
    """Read a TOML file. Raises ContentError, and then keeps none of it."""
    try:
        data = _toml(upload.decode("utf-8-sig"))
    except (ContentError, UnicodeDecodeError, ValueError, RecursionError) as error:
        why = error.sentence if isinstance(error, ContentError) else str(error)
        raise ContentError(_("{name}: this is no TOML that can be read ({why}).", name=name, why=why)) from error
    imported = adventure(data, name)
    return ImportedSheet(data, report=tuple(_report(imported)))


def _report(adventure: Adventure) -> Iterator[Text]:
    calls = sum(len(scene.calls) for scene in adventure.scenes)
    endings = listed((from_data(scene.title) for scene in adventure.scenes if not scene.next), ", ")
    counts = (
        _scenes(adventure),
        ngettext("{n} prepared Call", "{n} prepared Calls", calls),
        ngettext("{n} figure", "{n} figures", len(adventure.figures)),
    )
    yield _("{adventure}: {counts}.", adventure=from_data(adventure.title), counts=listed(counts, ", "))
    yield _("It can end in: {endings}.", endings=endings)


def _toml(text: str) -> dict[str, Any]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_LETTERS or line.count(".") > MOST_DOTS:
            limits = {"letters": MOST_LETTERS, "dots": MOST_DOTS}
            raise ContentError(_("line {n} is longer than {letters} letters or {dots} full stops", n=number, **limits))
    return tomllib.loads(text)


def _each(data: Mapping[str, Any], key: str, at: str) -> Iterator[tuple[int, Any]]:
    several = data.get(key, ())
    if not isinstance(several, list | tuple):
        raise ContentError(_("{at}: a list is needed, not {value}.", at=f"{at}{key}", value=short(several)))
    return iter(enumerate(several))


FILES = SheetFileFormat((".toml",), MOST_BYTES, read)
