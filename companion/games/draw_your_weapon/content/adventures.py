"""Adventures: the one that ships, and those that a Dealer has written. How one is written: docs/draw-your-weapon.md."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.engine import ImportedSheet, SheetFileFormat, load, record, short
from companion.errors import ContentError
from companion.games.draw_your_weapon.content import characters
from companion.games.draw_your_weapon.content.lint.adventure import faults
from companion.games.draw_your_weapon.content.records import Adventure, Rules
from companion.games.draw_your_weapon.content.weapons import CONTENT
from companion.schema import to_json

FOLDER = CONTENT / "adventures"
SAMPLE = "bell"
MOST_BYTES = 200_000
MOST_LETTERS = 4000  # in a line: the reader of TOML takes a time that grows with the square of a key's length
MOST_DOTS = 100  # in a line, for the same reason
MOST_TOLD = 12  # faults at once


@cache
def adventures() -> Mapping[str, Adventure]:
    """Those that ship, by name. Raises ContentError naming the file and the place."""
    return MappingProxyType({name: adventure(told, f"{name}.toml") for name, told in shipped().items()})


@cache
def shipped() -> Mapping[str, Mapping[str, Any]]:
    """What is written of each that ships."""
    return MappingProxyType({path.stem: load(path) for path in sorted(FOLDER.glob("*.toml"))})


def chosen(choice: str | Mapping[str, Any]) -> Adventure | None:
    """One that ships, by name, or one in full; None where "" stands: an evening without one. Raises ContentError."""
    if not choice:
        return None
    if not isinstance(choice, str):
        return adventure(choice, "")
    if choice not in adventures():
        raise ContentError(f"There is no adventure {short(choice)}; there are {', '.join(adventures())}.")
    return adventures()[choice]


def adventure(told: Mapping[str, Any], where: str) -> Adventure:
    """An adventure as it is written, proved. Raises ContentError with every fault, a line each, its place first."""
    at = f"{where}: " if where else ""
    own = {key: value for key, value in told.items() if value is not None}
    own["figures"] = [to_json(characters.figure(one, f"{at}figures.{n}")) for n, one in _each(own, "figures", at)]
    own["sheets"] = [to_json(characters.sheet(one, f"{at}sheets.{n}")) for n, one in _each(own, "sheets", at)]
    found = record(Adventure, own, where or "The adventure")
    wrong = tuple(faults(found, Rules().attributes))
    if wrong:
        raise ContentError("\n".join(f"{at}{fault}" for fault in wrong[:MOST_TOLD]))
    return found


def proof(told: Mapping[str, Any]) -> str:
    """Its title. Raises ContentError."""
    return adventure(told, "").title


def note(told: Mapping[str, Any]) -> str:
    """What to know before it is chosen."""
    found = adventure(told, "")
    scenes = f"{len(found.scenes)} scene{'' if len(found.scenes) == 1 else 's'}"
    return f"{found.minutes} minutes · {scenes}{f' · {found.text}' if found.text else ''}"


def read(name: str, upload: bytes) -> ImportedSheet:
    """A file of TOML. Raises ContentError: then nothing of it was taken."""
    try:
        told = _toml(upload.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise ContentError(f"{name}: this is no TOML that can be read ({error}).") from error
    found = adventure(told, name)
    return ImportedSheet(told, report=tuple(_report(found)))


def _report(found: Adventure) -> Iterator[str]:
    calls = sum(len(scene.calls) for scene in found.scenes)
    endings = [scene.title for scene in found.scenes if not scene.next]
    counts = _many(len(found.scenes), "scene"), _many(calls, "prepared Call"), _many(len(found.figures), "figure")
    yield f"{found.title}: {', '.join(counts)}."
    yield f"It can end in: {', '.join(endings)}."


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _toml(text: str) -> dict[str, Any]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_LETTERS or line.count(".") > MOST_DOTS:
            raise ValueError(f"line {number} is longer than {MOST_LETTERS} letters or {MOST_DOTS} full stops")
    return tomllib.loads(text)


def _each(told: Mapping[str, Any], key: str, at: str) -> Iterator[tuple[int, Any]]:
    several = told.get(key, ())
    if not isinstance(several, list | tuple):
        raise ContentError(f"{at}{key}: a list is needed, not {short(several)}.")
    return iter(enumerate(several))


def path_of(name: str) -> Path:
    """Where one that ships is written."""
    return FOLDER / f"{name}.toml"


FILES = SheetFileFormat((".toml",), MOST_BYTES, read)
