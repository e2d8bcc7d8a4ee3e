"""The available languages: ours, and those in the data folder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from companion.i18n import catalogues
from companion.i18n.filters import FILTERS
from companion.i18n.render import Renderer, find_locale
from companion.i18n.text import Say

ENGLISH = "en"
FINISHED = 0.9  # of the messages in our fullest translation


@dataclass(frozen=True, slots=True)
class Language:
    """A language that a device can be switched to."""

    id: str  # "de": name of its folder
    name: str  # "Deutsch", in the language itself
    is_finished: bool = True  # nearly everything that every table shows is translated


class Languages:
    """Loads a language on first use. Thread-safe: concurrent first uses may load it twice."""

    def __init__(self, own: Path | None = None) -> None:
        """`own`: a folder with one folder per language. Its files come before ours."""
        self._own = own
        self._translated = sorted(catalogues.languages(own))
        self.there = lru_cache(1)(self._there)
        self.page = lru_cache(None)(self._page)
        self.say = lru_cache(None)(self._say)
        self.faults = partial(catalogues.faults, own)  # a sentence for each unreadable file

    def _there(self) -> tuple[Language, ...]:
        """Return English and every language with files at the start, named in the language itself."""
        counts = {language: catalogues.sentences(language, self._own) for language in self._translated}
        full = FINISHED * max(counts.values(), default=0)
        others = (Language(language, own_name(language), count >= full) for language, count in counts.items())
        return (Language(ENGLISH, own_name(ENGLISH)), *others)

    def has(self, language: str) -> bool:
        return language in (ENGLISH, *self._translated)

    def _page(self, language: str) -> str | None:
        """Return the page's messages as JSON, None for English and unknown languages."""
        return catalogues.read_page(language, self._own) if language in self._translated else None

    def _say(self, language: str, game: str = "") -> Say:
        """Return a renderer for a language. The game's own messages come before general ones."""
        if language not in self._translated:
            return str
        return Renderer(language, catalogues.read_messages(language, game, self._own)).say


def own_name(language: str) -> str:
    """Return a language's name in itself, its id if Babel does not have it.

    >>> own_name("de"), own_name("tlh")
    ('Deutsch', 'tlh')
    """
    return FILTERS["cap"](locale.get_display_name() or language) if (locale := find_locale(language)) else language
