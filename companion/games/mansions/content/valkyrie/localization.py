"""Read the texts of a scenario in all languages, from files of `Key,Text` lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

Texts: TypeAlias = dict[str, str]

FENCE = "|||"
ENGLISH = "English"
FILE_NAME = re.compile(r"(?:.*/)?Localization(?:\.([^./]+))?\.txt", re.IGNORECASE)
LANGUAGE = re.compile(r"[\w -]{1,40}")
MOST_LINES = 200  # of one text; the end is not searched beyond


def is_localization(path: str) -> bool:
    """Return True for the name of a localization file. Unlisted ones count too, as added translations."""
    return FILE_NAME.fullmatch(path) is not None


def language_of(path: str, text: str) -> str:
    """Return the language of the first line (".,Polish"), else of the file name."""
    first = text.split("\n", 1)[0].split(",")
    language = first[1].strip().strip('"') if len(first) > 1 and first[0].strip() in (".", '"."') else ""
    named = FILE_NAME.fullmatch(path)
    if LANGUAGE.fullmatch(language):
        return language
    return (named.group(1) if named else "") or ENGLISH


def read_texts(text: str) -> Texts:
    r"""Return texts by key, with `\n` as a line break. The first of two with a key counts.

    >>> read_texts('.,English\nA.text,"Say ""no"".\\nNow."\nB.text,|||He "sighs", and goes.|||')
    {'A.text': 'Say "no".\nNow.', 'B.text': 'He "sighs", and goes.'}
    """
    texts: Texts = {}
    for key, value in _entries(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        texts.setdefault(key, _without_quotes(value))
    return texts


def best_texts(languages: Mapping[str, Mapping[str, str]], wished: str, default: str) -> Texts:
    """Return each text in the wished language, else the scenario's own, else English, else any."""
    wanted = ((_language_called(languages, name)) for name in (wished, default, ENGLISH))
    order = tuple(dict.fromkeys((*filter(None, wanted), *languages)))
    texts: Texts = {}
    for language in reversed(order):  # the best is written last; an empty text is a missing one
        texts.update((key, value) for key, value in languages[language].items() if value or key not in texts)
    return texts


def _language_called(languages: Iterable[str], name: str) -> str:
    return next((language for language in languages if language.lower() == name.lower()), "")


def _entries(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield key and raw text. A quoted or fenced text may span lines."""
    number = 0
    while number < len(lines):
        key, comma, value = lines[number].partition(",")
        number += 1
        if not comma or key.lstrip().startswith("//") or key.strip() in ("", ".", '"."'):
            continue
        if _is_open(value):
            end = _line_after_text(lines, number, value)
            value = "\n".join((value, *lines[number:end]))
            number = end
        yield key.strip(), value


def _is_open(value: str) -> bool:
    text = value.strip()
    if text.startswith(FENCE):
        return len(text) < 2 * len(FENCE) or not text.endswith(FENCE)
    return text.startswith('"') and text.count('"') % 2 == 1


def _line_after_text(lines: list[str], number: int, value: str) -> int:
    """Return the line after the closing quote, or `number` without one, so that a slip cannot swallow the rest."""
    is_fenced = value.strip().startswith(FENCE)
    for at in range(number, min(len(lines), number + MOST_LINES)):
        if lines[at].rstrip().endswith(FENCE) if is_fenced else lines[at].count('"') % 2 == 1:
            return at + 1
    return number


def _without_quotes(value: str) -> str:
    text = value.strip()
    if text.startswith(FENCE):
        text = text.removeprefix(FENCE).removesuffix(FENCE)
    elif text.startswith('"'):
        text = text[1:].removesuffix('"').replace('""', '"')
    return text.replace("\\n", "\n")
