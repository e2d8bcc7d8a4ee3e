"""The languages of a house: ours, and those that people drop into the folder of its data."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from babel import Locale, UnknownLocaleError

from companion.i18n.compiled_catalogues import read_messages
from companion.i18n.number_format import figures_of
from companion.i18n.render import Renderer, renderer
from companion.i18n.text import Say, Text
from companion.i18n.translations import Translations, load
from companion.i18n.translator import CachedTranslator

OURS = Path(__file__).parent
ENGLISH = "en"
Kept = frozenset[str]


@dataclass(frozen=True, slots=True)
class Language:
    """One that a device can be switched to."""

    id: str  # "de": the name of its folder
    name: str  # "Deutsch", as its own people call it


class Languages:
    """Reads a language when it is first asked for, and once. Safe for threads."""

    def __init__(self, own: Path | None = None) -> None:
        """`own`: a folder with a folder for each language, its files before ours."""
        self._folders = (*((own,) if own is not None else ()), OURS)
        self._lock = threading.Lock()
        self._loaded: dict[str, Translations] = {}
        self._own = own
        self._renderers: dict[tuple[str, str], Renderer] = {}
        self._there = tuple(Language(one, own_name(one)) for one in (ENGLISH, *sorted(found_in(self._folders))))
        self._known = frozenset(one.id for one in self._there)

    def there(self) -> tuple[Language, ...]:
        """English and every language that had a folder with files at the start, by their own names."""
        return self._there

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


def found_in(folders: Iterable[Path]) -> set[str]:
    """Each language but English that has files there."""
    return {file.parent.name for folder in folders for file in folder.glob("*/*.po")} - {ENGLISH}


def files_of(language: str, folders: tuple[Path, ...] = (OURS,)) -> Iterator[Path]:
    """Its files, those of the earlier folders first."""
    for folder in folders:
        yield from sorted((folder / language).glob("*.po"))
