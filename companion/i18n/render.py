"""Renders text in one language: the catalogue's message, its arguments in the same language, its numbers as people write them."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from gettext import NullTranslations

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from companion.i18n.excerpts import EXCERPTS
from companion.i18n.text import JOINS, Arg, Text

CAPITAL = "cap"
FORMAT = re.compile(r"\+?|(\.[0-6])?[%f]")
REMEMBERED = 8_192  # texts of one language
LONGEST = 20_000  # letters of one text: a message from elsewhere could name the same argument a thousand times
DECIMALS = re.compile(r"0(\.[0#]+)?")  # of a number pattern: the last figure of the whole part, and what follows
Pieces = tuple[tuple[str, str, tuple[str, ...], str], ...]
"""Literal; the name behind it, "" = none; what its argument is wished as, `dat`, `cap`; its format, "+"."""


class Renderer:
    """Safe for threads: all that it changes is its memory."""

    def __init__(self, language: str, translations: NullTranslations | None = None) -> None:
        self.locale = locale_of(language)
        self._translations = translations or NullTranslations()
        self.say = lru_cache(REMEMBERED)(self._say)

    def _say(self, words: Text | str) -> str:
        """Text in this language; a string is as somebody typed it."""
        if isinstance(words, str):
            return words
        if words.items:
            return self._list(words)
        if not words.msgid:  # gettext would answer with the catalogue's header
            return ""
        said = self._lookup(words)
        return self._filled(said, dict(words.args)) if words.args else said

    def _lookup(self, text: Text) -> str:
        known = self._translations
        if text.plural:
            if text.context:
                return known.npgettext(text.context, text.msgid, text.plural, text.n)
            return known.ngettext(text.msgid, text.plural, text.n)
        return known.pgettext(text.context, text.msgid) if text.context else known.gettext(text.msgid)

    def _filled(self, message: str, args: Mapping[str, Arg]) -> str:
        said = ""
        for literal, name, wishes, spec in pieces(message):
            said += literal
            if name in args:
                said += self._argument(args[name], spec, wishes)
            elif name:  # a sign that the page draws
                said += f"{{{'.'.join((name, *wishes))}}}"
            if len(said) > LONGEST:
                return f"{said[:LONGEST]}…"
        return said

    def _argument(self, value: Arg, spec: str = "", wishes: Sequence[str] = ()) -> str:
        if isinstance(value, str | Text):
            return self._wished(value, wishes) if wishes else self.say(value)
        return self._number(value, spec) if isinstance(value, int) else self._fraction(value, spec)

    def _wished(self, name: Text | str, wishes: Sequence[str]) -> str:
        form = next((wish for wish in wishes if wish != CAPITAL and wish not in EXCERPTS), "")
        said = self._form(name, form) if form else self.say(name)
        for wish in wishes:
            said = EXCERPTS[wish](said) if wish in EXCERPTS else said
        return said[:1].upper() + said[1:] if CAPITAL in wishes else said

    def _number(self, value: int, spec: str) -> str:
        said = str(value) if -1000 < value < 1000 else format_decimal(value, locale=self.locale)
        return f"+{said}" if spec == "+" and value >= 0 else said

    def _fraction(self, value: float, spec: str) -> str:
        """A share ("%", ".1%") or another number (".1f"; "" with up to three decimals); a half is rounded upwards, as on the page."""
        if not spec:
            return format_decimal(value, locale=self.locale)
        decimals, is_share = int(spec.strip(".%f") or 0), "%" in spec
        exact = Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals - 2 * is_share), ROUND_HALF_UP)
        usual = (self.locale.percent_formats if is_share else self.locale.decimal_formats)[None].pattern
        pattern = DECIMALS.sub(f"0.{'0' * decimals}" if decimals else "0", usual)
        return (format_percent if is_share else format_decimal)(exact, pattern, self.locale)

    def _form(self, name: Text | str, form: str) -> str:
        """A name in the form that a translation asks for (msgctxt "dat"), else as the form of any name says, else as it is."""
        if isinstance(name, Text):
            if name.items:
                return self._list(name, form)
            said = self._translations.pgettext(form, name.msgid)
            if said != name.msgid:
                return self._filled(said, dict(name.args)) if name.args else said
        any_name = self._translations.pgettext(form, "{name}")
        return any_name.replace("{name}", self.say(name))

    def _list(self, text: Text, form: str = "") -> str:
        said = [self._argument(one, wishes=(form,) if form else ()) for one in text.items]
        style = JOINS.get(text.msgid)
        return format_list(said, style, self.locale) if style else text.msgid.join(said)


@lru_cache(16_384)
def pieces(message: str) -> Pieces:
    """A message taken apart once. What stands behind a dot is a form, never an attribute: a catalogue can do no harm."""
    try:
        found = [(literal, name or "", spec or "") for literal, name, spec, _ in string.Formatter().parse(message)]
    except ValueError:  # an unbalanced brace
        return ((message, "", (), ""),)
    if not all(_is_ours(name, spec) for _, name, spec in found):
        return ((message, "", (), ""),)
    return tuple((literal, *_wishes(field), spec) for literal, field, spec in found)


def _is_ours(name: str, spec: str) -> bool:
    """A placeholder that can be filled, whatever catalogue or record it came with."""
    return not name or (all(part.isidentifier() for part in name.split(".")) and FORMAT.fullmatch(spec) is not None)


def _wishes(field: str) -> tuple[str, tuple[str, ...]]:
    name, *wishes = field.split(".")
    return name, tuple(wishes)


def locale_of(language: str) -> Locale:
    """How it writes numbers and lists. One that people made up does as our English, without a comma before "and"."""
    try:
        return Locale.parse("en_GB" if language == "en" else language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en_GB")


ENGLISH = Renderer("en")
