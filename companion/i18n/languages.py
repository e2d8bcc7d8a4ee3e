"""The languages of a house: ours, and those that people drop into the folder of its data."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from babel import Locale, UnknownLocaleError

from companion.i18n.compiled_catalogues import LOCALE, read_messages, read_page, sentences
from companion.i18n.number_format import figures_of
from companion.i18n.page_words import PageWords, page_words
from companion.i18n.render import Renderer, renderer
from companion.i18n.text import Say, Text
from companion.i18n.translations import Translations, load
from companion.i18n.translator import CachedTranslator

OURS = Path(__file__).parent
ENGLISH = "en"
FINISHED = 0.9  # of what our fullest translation has
Kept = frozenset[str]


@dataclass(frozen=True, slots=True)
class Language:
    """One that a device can be switched to."""

    id: str  # "de": the name of its folder
    name: str  # "Deutsch", as its own people call it
    is_finished: bool = True  # nearly all that every table shows is translated


class Languages:
    """Reads a language when it is first asked for, and once. Safe for threads."""

    def __init__(self, own: Path | None = None) -> None:
        """`own`: a folder with a folder for each language, its files before ours."""
        self._folders = (*((own,) if own is not None else ()), OURS)
        self._lock = threading.Lock()
        self._loaded: dict[str, Translations] = {}
        self._own = own
        self._renderers: dict[tuple[str, str], Renderer] = {}
        self._pages: dict[str, PageWords] = {}
        self._known = (ENGLISH, *sorted(found_in(own)))
        self._there: tuple[Language, ...] = ()

    def there(self) -> tuple[Language, ...]:
        """English and every language that had a folder with files at the start, by their own names."""
        with self._lock:
            self._there = self._there or tuple(self._counted())
            return self._there

    def _counted(self) -> Iterator[Language]:
        counts = {one: sentences(one, self._own) for one in self._known if one != ENGLISH}
        most = max(counts.values(), default=0)
        for one in self._known:
            yield Language(one, own_name(one), one == ENGLISH or counts[one] >= FINISHED * most)

    def has(self, language: str) -> bool:
        return language in self._known

    def is_loaded(self, language: str) -> bool:
        """Whether it was asked for before: whoever asks first tells of its faults."""
        return language in self._loaded

    def of(self, language: str) -> Translations | None:
        """A language with its words; None for English and for what there is not."""
        if language == ENGLISH or not self.has(language):
            return None
        with self._lock:
            if language not in self._loaded:
                self._loaded[language] = load(files_of(language, self._folders), figures_of(language))
            return self._loaded[language]

    def page(self, language: str) -> PageWords | None:
        """What the page says itself; None in English."""
        if language == ENGLISH or not self.has(language):
            return None
        with self._lock:
            if language not in self._pages:
                self._pages[language] = page_words(language, read_page(language, self._own))
            return self._pages[language]

    def say(self, language: str, game: str = "", kept: Kept = frozenset()) -> Say:
        """Who says text of a game's table in a language; `kept`: names of people, which stay."""
        loaded = self.of(language)
        if loaded is None:
            return str
        return partial(_say, self._renderer(language, game, loaded.tongue(game)), loaded.tongue(game), kept)

    def _renderer(self, language: str, game: str, unmarked: CachedTranslator) -> Renderer:
        """Who renders marked text: a game's own messages come first, then those of the house."""
        with self._lock:
            if (language, game) not in self._renderers:
                made = renderer(language, read_messages(language, game, self._own))
                made.unmarked = unmarked.say
                self._renderers[language, game] = made
            return self._renderers[language, game]

    def faults(self) -> tuple[str, ...]:
        """A sentence for each file that cannot be read, of all languages."""
        loaded = (self.of(one.id) for one in self.there())
        return tuple(fault for one in loaded if one is not None for fault in one.faults)


def _say(marked: Renderer, unmarked: CachedTranslator, kept: Kept, words: Text | str) -> str:
    """Text is rendered; a string that no source marks yet is recognised."""
    return marked.render(words) if isinstance(words, Text) else unmarked.say(words, kept)


def own_name(language: str) -> str:
    """What its own people call a language; its id where nobody has told.

    >>> own_name("de"), own_name("tlh")
    ('Deutsch', 'tlh')
    """
    try:
        name = Locale.parse(language.replace("-", "_")).get_display_name()
    except (UnknownLocaleError, ValueError):
        return language
    return name[:1].upper() + name[1:] if name else language


def found_in(own: Path | None) -> set[str]:
    """Each language but English that has files."""
    typed = {file.parent.name for file in own.glob("*/*.po")} if own is not None else set()
    return typed | {file.parents[1].name for file in LOCALE.glob("*/LC_MESSAGES/*.[mp]o")} - {ENGLISH}


def files_of(language: str, folders: tuple[Path, ...] = (OURS,)) -> Iterator[Path]:
    """Its files, those of the earlier folders first."""
    for folder in folders:
        yield from sorted((folder / language).glob("*.po"))
