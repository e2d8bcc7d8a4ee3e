"""What the page says in a language, as its scripts fetch it: English -> a sentence, or its forms by CLDR's categories of numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from gettext import c2py
from hashlib import sha256
from io import BytesIO
from typing import TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from companion.i18n.render import locale_of

Said: TypeAlias = "str | dict[str, str]"
NUMBERS = range(200, -1, -1)  # each category of whole numbers has one of them; the smallest counts


@dataclass(frozen=True, slots=True)
class PageWords:
    """`version` changes with them."""

    json: str
    version: str


def page_words(language: str, catalogues: Iterable[bytes]) -> PageWords:
    """Of compiled catalogues the earlier counts."""
    said: dict[str, Said] = {}
    for compiled in catalogues:
        said = _said(language, read_mo(BytesIO(compiled))) | said
    text = json.dumps(said, ensure_ascii=False, sort_keys=True)
    return PageWords(text, sha256(text.encode()).hexdigest()[:12])


def _said(language: str, catalog: Catalog) -> dict[str, Said]:
    category, place = locale_of(language).plural_form, c2py(catalog.plural_expr)
    places = {category(n): place(n) for n in NUMBERS}
    places.setdefault("other", place(NUMBERS[0]))
    said: dict[str, Said] = {}
    for message in catalog:
        if isinstance(message.id, str) and isinstance(message.string, str):
            said[message.id] = message.string
        elif message.string:
            said[message.id[0]] = {name: message.string[at] for name, at in places.items()}
    said.pop("", None)  # the catalogue's header
    return said
