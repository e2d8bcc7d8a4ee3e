"""What the page says in a language, as its scripts fetch it: English -> a sentence, or its forms by CLDR's categories of numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from gettext import GNUTranslations
from hashlib import sha256
from io import BytesIO
from typing import TypeAlias

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
    category = locale_of(language).plural_form
    numbers = {category(n): n for n in NUMBERS}
    numbers.setdefault("other", NUMBERS[0])
    said: dict[str, Said] = {}
    for compiled in catalogues:
        said = _said(compiled, numbers) | said
    text = json.dumps(said, ensure_ascii=False, sort_keys=True)
    return PageWords(text, sha256(text.encode()).hexdigest()[:12])


def _said(compiled: bytes, numbers: Mapping[str, int]) -> dict[str, Said]:
    known, said = GNUTranslations(BytesIO(compiled)), dict[str, Said]()
    for message in read_mo(BytesIO(compiled)):
        if isinstance(message.id, tuple | list):
            one, many = message.id
            said[one] = {name: known.ngettext(one, many, n) for name, n in numbers.items()}
        elif message.id:
            said[message.id] = known.gettext(message.id)
    return said
