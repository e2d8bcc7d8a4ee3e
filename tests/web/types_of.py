"""Writes the page's types from the dataclasses that are sent to it: run as a module to renew `types.d.ts`."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic.fields import FieldInfo

from companion import web
from companion.engine import game_page, rulebook
from companion.i18n import Text
from companion.presentation import responses
from companion.presentation.mount import outlook
from companion.presentation.pages import readers
from companion.schema import kit_enrolment, prompt, reader_status, view

FILE = Path(web.__file__).parent / "static" / "types.d.ts"
SIMPLE = {
    str: "string", Text: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "any"
}  # fmt: skip
HEAD = "// Written from the dataclasses by tests/web/types_of.py; a test keeps it equal to them.\n"

RECORDS: tuple[type, ...] = (
    responses.Snapshot, responses.Shelf, responses.PrivateView, responses.FormPage, responses.SheetPage,
    responses.EveningSteps, responses.FairnessPage, responses.LogPage, responses.AmendableAnswer,
    responses.AmendmentPreview, kit_enrolment.KitReply, readers.ReadersPage, readers.TagPage, reader_status.PortList,
    responses.SetupPage, responses.KeepAliveAnswer, responses.SystemInfo, responses.HealthPage, responses.DevicesPage,
    responses.EntryStatus, responses.RecoveryPage, responses.StaffPage, responses.ArchivePage,
    responses.ImportedTable, responses.DownloadTicket, rulebook.Rulebook, outlook.Outlook,
)  # fmt: skip
"""Types of the messages to the page."""
UNIONS: dict[str, tuple[type, ...]] = {"Prompt": get_args(get_args(prompt.Prompt)[0]), "Block": get_args(view.Block)}
"""Names of unions that the page's scripts use."""
IN_FILES: tuple[type, ...] = (game_page.GamePage,)
"""Types of its files, in English; the page translates them."""


def rendered() -> str:
    """The whole text of `types.d.ts`."""
    found: dict[str, str] = {}
    for sent in (*RECORDS, *IN_FILES):
        _add(sent, found)
    unions = "".join(
        f"\nexport type {name} = {' | '.join(kind.__name__ for kind in kinds)};" for name, kinds in UNIONS.items()
    )
    return HEAD + "\n".join(found.values()) + f"{unions}\n"


def _add(record: type, found: dict[str, str]) -> None:
    if record.__name__ in found:
        return
    found[record.__name__] = ""  # its place, before those it mentions
    hints = get_type_hints(record)
    marked = get_type_hints(record, include_extras=True)
    sent = [field.name for field in fields(record) if _is_sent(marked[field.name])]
    lines = [f"  {name}{_mark(marked[name])}: {_type(hints[name], found)};" for name in sent]
    found[record.__name__] = f"export interface {record.__name__} {{\n" + "\n".join(lines) + "\n}"


def _mark(hint: Any) -> str:
    """Return a question mark if an empty value may be left out."""
    marks = getattr(hint, "__metadata__", ())
    return "?" if any(isinstance(mark, FieldInfo) and mark.exclude_if is not None for mark in marks) else ""


def _is_sent(hint: Any) -> bool:
    return not any(isinstance(mark, FieldInfo) and mark.exclude for mark in getattr(hint, "__metadata__", ()))


def _type(hint: Any, found: dict[str, str]) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in args)
    if origin in (Union, types.UnionType):
        for name, kinds in UNIONS.items():
            if set(args) == set(kinds):
                for kind in kinds:
                    _add(kind, found)
                return name
        return " | ".join(dict.fromkeys(_type(arg, found) for arg in args))
    if origin is tuple:
        return _tuple(args, found)
    if origin is Mapping:
        return f"Record<string, {_type(args[1], found)}>"
    if hint not in SIMPLE and is_dataclass(hint) and isinstance(hint, type):
        _add(hint, found)
        return hint.__name__
    return SIMPLE[hint]


def _tuple(args: tuple[Any, ...], found: dict[str, str]) -> str:
    if args[-1] is Ellipsis:
        inner = _type(args[0], found)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    return "[" + ", ".join(_type(arg, found) for arg in args) + "]"


if __name__ == "__main__":
    FILE.write_text(rendered(), encoding="utf-8")
