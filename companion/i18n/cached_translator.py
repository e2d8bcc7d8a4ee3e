"""One language as a house speaks it: what was said once is known, the rest is looked for."""

from __future__ import annotations

from functools import lru_cache

from companion.i18n.catalogue import ANY, Catalogue
from companion.i18n.number_format import NumberFormat
from companion.i18n.translator import Kept, TranslatedText, Translator

ENGLISH = NumberFormat()
REMEMBERED = 16_384  # texts; an evening's log has some thousand


class CachedTranslator:
    """Safe for threads: what it remembers is all it changes."""

    def __init__(self, catalogue: Catalogue, figures: NumberFormat = ENGLISH) -> None:
        self._catalogue = catalogue
        self._figures = figures
        self._known = lru_cache(REMEMBERED)(self._speak)

    def say(self, text: str, kept: Kept = frozenset()) -> str:
        """The text in this language; `kept`: names of people, which stay."""
        return self._known(text, kept).text

    def form(self, form: str) -> str:
        """How a form of any name is made that has none of its own: "zum Ort {0}"; "{0}" where nobody said how."""
        return self._catalogue.forms.get(form, ANY)

    def told(self, text: str, kept: Kept = frozenset()) -> TranslatedText:
        """The same, with the pieces that no entry covers."""
        return self._known(text, kept)

    def _speak(self, text: str, kept: Kept) -> TranslatedText:
        return Translator(self._catalogue, self._figures, kept).say(text)
