"""The INI dialect of community scenarios: sections of keys with values, or of bare lines; the first of two of a name counts."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import TypeAlias

Sections: TypeAlias = dict[str, dict[str, str]]


def text_of(content: bytes) -> str:
    """The letters of a file: UTF-8, UTF-16 by its mark, or else what old Windows editors wrote."""
    return _decoded(content).replace("\0", "")  # no database keeps a letter 0


def _decoded(content: bytes) -> str:
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def read_ini(text: str) -> Sections:
    r"""Section -> key -> value; a bare line is a key with the value "".

    >>> read_ini('[EventA]\nbuttoncolor1="red"\n; a comment\n[QuestData]\nevents.ini')
    {'EventA': {'buttoncolor1': 'red'}, 'QuestData': {'events.ini': ''}}
    """
    sections: Sections = {}
    keys: dict[
        str, str
    ] = {}  # of lines above the first section, and of a section that was there before: nobody reads them
    for raw in text.replace("\r", "\n").split("\n"):
        line = raw.strip()
        if not line or line[0] == ";":
            continue
        if line[0] == "[":
            name, keys = line.strip("[]").strip(), {}
            if name and name not in sections:
                sections[name] = keys
            continue
        key, _, value = line.partition("=")
        keys.setdefault(key.strip(), value.strip().strip('"'))
    return sections
