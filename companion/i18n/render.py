"""Render text in one language: the message from its catalogue, with arguments and numbers in the same language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from gettext import NullTranslations

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import NumberPattern, format_decimal, format_percent

from companion.i18n.filters import FILTERS
from companion.i18n.text import JOINS, Arg, Text

PLACEHOLDER = re.compile(r"\{(\w+)((?:\.\w+)*)(?::(\+|(?:\.[0-6])?[%f]))?\}")
"""Name, filters (`.cap`) or forms of the language (`.dat`), and format ("+").

Not `str.format`: a dot never reads an attribute, so that a foreign catalogue cannot do harm.
"""
LONGEST = 20_000  # letters of one text: a foreign message could repeat an argument a thousand times


class Renderer:
    """Renders text in one language. Thread-safe: it changes only its cache.

    `say(text)` returns the text in this language, a typed string unchanged.
    """

    def __init__(self, language: str, translations: NullTranslations | None = None) -> None:
        self.locale = locale_of(language)
        self._translations = translations or NullTranslations()
        self.say = lru_cache(8_192)(self._say)  # a snapshot has up to 250 texts

    def _say(self, words: Text | str) -> str:
        if isinstance(words, str):
            return words
        sentence = self._list(words) if words.items else self._message(words)
        return sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST]}…"

    def _message(self, words: Text) -> str:
        """Return the translated message of a text, with its arguments."""
        if not words.msgid:  # gettext would return the catalogue's header
            return ""
        if words.plural:
            translated = self._translations.ngettext(words.msgid, words.plural, words.n)
        elif words.context:
            translated = self._translations.pgettext(words.context, words.msgid)
        else:
            translated = self._translations.gettext(words.msgid)
        return self._fill(translated, words.args) if words.args else translated

    def _fill(self, message: str, args: Sequence[tuple[str, Arg]]) -> str:
        """Replace the placeholders that have an argument. Others are signs, which the page draws: they stay."""
        values, sentence = dict(args), ""
        for literal, name, wishes, spec in pieces(message):
            sentence += literal
            if name in values:
                sentence += self._argument(values[name], spec, wishes)
            elif name:
                sentence += f"{{{name}{wishes}}}"
        return sentence

    def _argument(self, value: Arg, spec: str = "", wishes: str = "") -> str:
        if isinstance(value, str):
            return self._apply_wishes(value, wishes) if wishes else value
        if isinstance(value, Text):
            return self._apply_wishes(value, wishes) if wishes else self.say(value)
        return self._number(value, spec)

    def _apply_wishes(self, name: Text | str, wishes: str) -> str:
        """Render a name in the form of the language that ".dat.cap" asks for, then apply the filters."""
        several = wishes.split(".")[1:]
        form = next((wish for wish in several if wish not in FILTERS), "")
        text = self._form(name, form) if form else self.say(name)
        for wish in several:
            text = FILTERS.get(wish, str)(text)
        return text

    def _number(self, value: float, spec: str) -> str:
        """Format with sign ("+"), per cent ("%", ".1%") or decimals (".1f"). Rounds half up, as the page does."""
        if spec in {"", "+"}:
            is_short = isinstance(value, int) and -1000 < value < 1000
            digits = str(value) if is_short else format_decimal(value, locale=self.locale)
            return f"+{digits}" if spec and value >= 0 else digits
        decimals = int(spec.strip(".%f") or 0)
        if "%" in spec:
            rounded = _round_half_up(value, decimals + 2)
            return format_percent(rounded, _with_decimals(self.locale.percent_formats[None], decimals), self.locale)
        rounded = _round_half_up(value, decimals)
        return format_decimal(rounded, _with_decimals(self.locale.decimal_formats[None], decimals), self.locale)

    def _form(self, name: Text | str, form: str) -> str:
        """Return a name in a form of the language, as "dat", which a translation asks for.

        The catalogue has the form of this name, or a generic "{name}", under the form as msgctxt. Else it is unchanged.
        """
        if isinstance(name, Text):
            if name.items:
                return self._list(name, form)
            translated = self._translations.pgettext(form, name.msgid)
            if translated != name.msgid:
                return self._fill(translated, name.args)
        any_name = self._translations.pgettext(form, "{name}")
        return any_name.replace("{name}", self.say(name))

    def _list(self, text: Text, form: str = "") -> str:
        items = [self._argument(item, wishes=form and f".{form}") for item in text.items]
        style, between = JOINS.get(text.msgid, ""), text.msgid if text.msgid in JOINS else ", "
        return format_list(items, style, self.locale) if style else between.join(items)


def _round_half_up(value: float, decimals: int) -> Decimal:
    return Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def _with_decimals(usual: NumberPattern, decimals: int) -> str:
    """Return the pattern of a language with this number of decimals."""
    return re.sub(r"0(\.[0#]+)?", f"0.{'0' * decimals}" if decimals else "0", usual.pattern)


@lru_cache(16_384)
def pieces(message: str) -> tuple[tuple[str, str, str, str], ...]:
    """Split a message at up to 200 placeholders: literal text, name, filters (".dat.cap"), format. Cached."""
    parts = iter([*(part or "" for part in PLACEHOLDER.split(message, 200)), "", "", ""])
    return tuple(zip(parts, parts, parts, parts, strict=True))


def find_locale(language: str) -> Locale | None:
    """Return Babel's locale, None for a language that Babel does not know."""
    try:
        return Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return None


def locale_of(language: str) -> Locale:
    """Return the locale for numbers and lists.

    English, and a language that Babel does not know, use British English, without a comma before "and".
    """
    locale = find_locale(language) if language != "en" else None
    return locale or Locale.parse("en_GB")


ENGLISH = Renderer("en")
