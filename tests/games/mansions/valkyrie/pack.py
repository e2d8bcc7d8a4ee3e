"""Small community scenarios as files and ZIPs."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

from companion.games.mansions.content import Component, Scenario
from companion.games.mansions.content.valkyrie.reader import read
from companion.games.mansions.content.valkyrie.record import record_of

QUEST = "[Quest]\nformat=18\ntype=MoM\n\n[QuestText]\nLocalization.English.txt\n\n[QuestData]\nevents.ini\n"
EVENTS = "[EventStart]\nbuttons=1\nevent1=EventEndWell\ntrigger=EventStart\n\n[EventEndWell]\noperations=$end,=,1\n"
ENGLISH = '.,English\nquest.name,The Mill\nEventStart.text,"The wheel ""turns"".\\nCome in."\nEventStart.button1,{action} Enter\n'
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (2).to_bytes(4, "big") + (3).to_bytes(4, "big") + b"\x08\x06\x00\x00\x00"
HEAD = {"format": "18", "type": "MoM"}


def files(**changed: str | bytes) -> dict[str, bytes]:
    """Return a sound scenario. Arguments change or add files, with _ for the dot."""
    told: dict[str, str | bytes] = {"quest.ini": QUEST, "events.ini": EVENTS, "Localization.English.txt": ENGLISH}
    told |= {name.replace("__", "/").replace("_", "."): text for name, text in changed.items()}
    return {name: text.encode() if isinstance(text, str) else text for name, text in told.items()}


def zipped(found: Mapping[str, bytes] | None = None) -> bytes:
    """Return the files as a ZIP."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (files() if found is None else found).items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def record(**changed: str | bytes) -> dict[str, Any]:
    return record_of(files(**changed), "mill.valkyrie")


def scenario(
    sections: Mapping[str, Mapping[str, str]], texts: Mapping[str, str] | None = None, **head: str
) -> Scenario:
    """Return a scenario of these sections, with a sound head by default."""
    return read({"Quest": {**HEAD, **head}, **sections}, texts or {})


def one(name: str, texts: Mapping[str, str] | None = None, **values: str) -> Component:
    """Return the component of one section."""
    return scenario({name: values}, texts).components[name]
