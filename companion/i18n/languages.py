"""The languages of a house: ours, and those that people drop into the folder of its data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from companion.i18n import catalogues
from companion.i18n.filters import FILTERS
from companion.i18n.render import Renderer, find_locale
from companion.i18n.text import Say

ENGLISH = "en"
FINISHED = 0.9  # of what our fullest translation has


@dataclass(frozen=True, slots=True)
class Language:
    """One that a device can be switched to."""

    id: str  # "de": the name of its folder
    name: str  # "Deutsch", as its own people call it
    is_finished: bool = True  # nearly all that every table shows is translated


class Languages:
    """Reads a language when it is first asked for. Safe for threads: two that ask at once may both read it."""

    def __init__(self, own: Path | None = None) -> None:
        """`own`: a folder with a folder for each language, its files before ours."""
        self._own = own
        self._translated = sorted(catalogues.languages(own))
        self.there = lru_cache(1)(self._there)
        self.page = lru_cache(None)(self._page)
        self.say = lru_cache(None)(self._say)
        self.faults = partial(catalogues.faults, own)  # a sentence for each file that cannot be read

    def _there(self) -> tuple[Language, ...]:
        """English and every language that had a folder with files at the start, by their own names."""
        counts = {one: catalogues.sentences(one, self._own) for one in self._translated}
        full = FINISHED * max(counts.values(), default=0)
        others = (Language(one, own_name(one), count >= full) for one, count in counts.items())
        return (Language(ENGLISH, own_name(ENGLISH)), *others)

    def has(self, language: str) -> bool:
        return language in (ENGLISH, *self._translated)

    def _page(self, language: str) -> str | None:
        """What the page says itself, as JSON; None in English, and for what there is not."""
        return catalogues.read_page(language, self._own) if language in self._translated else None

    def _say(self, language: str, game: str = "") -> Say:
        """Who says text of a game's table in a language; the game's own messages come before those of the house."""
        if language not in self._translated:
            return str
        return Renderer(language, catalogues.read_messages(language, game, self._own)).say


def own_name(language: str) -> str:
    """What its own people call a language; its id where nobody has told.

    >>> own_name("de"), own_name("tlh")
    ('Deutsch', 'tlh')
    """
    return FILTERS["cap"](found.get_display_name() or language) if (found := find_locale(language)) else language
