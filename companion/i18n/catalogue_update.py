"""A catalogue brought up to its sources: what is translated stays, what is gone is commented out, what is new stands empty."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from companion.i18n.domains import ROOT, Domain
from companion.i18n.extraction import collect

NOT_READ = "not read"  # the comment of an entry that only machines or developers read
BY_HAND = "by hand"  # the comment of an entry that no source shows: it stays
HEADER = 'msgid ""\nmsgstr "Language: {language}\\nContent-Type: text/plain; charset=utf-8\\n"\n\n'
"""Nothing in it changes from day to day: two people who write a catalogue meet in no line of it."""
FOLDER = ROOT / "companion" / "i18n"


def update(language: str, domain: Domain, folder: Path = FOLDER) -> Catalog:
    """Merge the sources of a domain into FOLDER/LANGUAGE/DOMAIN.po; returns what stands there now."""
    path = folder / language / f"{domain.name}.po"
    merged = merge(_read(path, language), collect(domain), language, domain.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(HEADER.format(language=language).encode())
        write_po(file, merged, width=0, include_lineno=False, omit_header=True)
    return merged


def lacking(language: str, domain: Domain, folder: Path = FOLDER) -> tuple[str, ...]:
    """The sentences of a domain's sources that people read and FOLDER/LANGUAGE/DOMAIN.po does not translate."""
    there = _read(folder / language / f"{domain.name}.po", language)
    return tuple(text for text in collect(domain) if is_open(there.get(text)))


def is_open(message: Message | None) -> bool:
    """Does a sentence wait for a translator?"""
    return message is None or not (message.string or NOT_READ in message.user_comments)


def merge(old: Catalog, sources: Mapping[str, tuple[str, ...]], language: str, domain: str) -> Catalog:
    """The sources in their order, with what `old` makes of them; further forms of a name stand beside it."""
    new = Catalog(language, project="lamplight", domain=domain, fuzzy=False)
    gone = {str(message.id): message for message in old.obsolete.values()}
    forms: dict[str, list[Message]] = {}
    for message in old:
        if message.context and message.id:
            forms.setdefault(str(message.id), []).append(message)
    for text, places in sources.items():
        before = old.get(text) or gone.get(text)
        _add(new, text, places, before)
        for form in forms.pop(text, ()):
            _add(new, text, (), form)
    for message in (*old, *(form for some in forms.values() for form in some)):
        _leave(new, message, sources)
    new.obsolete.update({text: message for text, message in gone.items() if text not in sources})
    return new


def _leave(new: Catalog, message: Message, sources: Mapping[str, tuple[str, ...]]) -> None:
    """An entry that no source has: kept where a person put it, commented out where it was translated, else dropped."""
    text = str(message.id)
    if not text or text in sources:
        return
    if message.context or BY_HAND in message.user_comments:
        _add(new, text, (), message)
    elif message.string:
        new.obsolete[text] = message


def _add(new: Catalog, text: str, places: tuple[str, ...], before: Message | None) -> None:
    said = new.add(
        text,
        before.string if before is not None else "",
        locations=[(place, 0) for place in places],
        user_comments=before.user_comments if before is not None else (),
        context=before.context if before is not None else None,
    )
    said.flags.clear()  # of programs that check holes in other ways


def _read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, ignore_obsolete=False)
