"""Does a catalogue fit: the placeholders and the forms of each translation, and the messages of its sources?"""

from __future__ import annotations

from collections.abc import Iterator

from babel.messages.catalog import Message

from companion.i18n.catalogues import GENERAL_DOMAINS
from companion.i18n.filters import FILTERS
from companion.i18n.render import PLACEHOLDER
from tests.tools.words.template import forms, path_of, read, template

FORMS = "_forms"  # names in the cases that translations ask for: no source shows them


def faults(language: str, domain: str) -> Iterator[str]:
    """Return the faults of a catalogue, a sentence each."""
    known = read(language, domain)
    wanted, there = ({(message.id, message.context) for message in one} for one in (template(domain), known))
    if there != wanted:
        changed = f"{len(wanted - there)} messages are new and {len(there - wanted)} gone"
        yield f"{changed}: bring it up to the sources with words update {language} {domain}"
    of_names = _forms_of_names(language, domain)
    for message in known:
        if message.id and all(forms(message.string)):
            yield from (f"{fault}: {forms(message.id)[0]!r}" for fault in _misfits(message, of_names))


def _forms_of_names(language: str, domain: str) -> set[str]:
    """Those that its translations may ask for: "dat"."""
    said = {*GENERAL_DOMAINS, domain.removesuffix("_content")}
    files = (
        path for path in path_of(language, domain).parent.glob(f"*{FORMS}.po") if path.stem.removesuffix(FORMS) in said
    )
    named = (message.context for path in files for message in read(language, path.stem))
    return {*FILTERS, *(form for form in named if form)}


def _misfits(message: Message, of_names: set[str]) -> Iterator[str]:
    there = {place[0] for one in forms(message.id) for place in _places(one)}
    for said in forms(message.string):
        places = _places(said)
        used = {place[0] for place in places}
        if used - there:
            yield f"there is no {_named(used - there)}"
        if there - used - {"n"}:
            yield f"{_named(there - used - {'n'})} is left out"
        if _formats(said) - {form for one in forms(message.id) for form in _formats(one)}:
            yield "a number has another format"
        if unknown := {form for place in places for form in place[1:]} - of_names:
            yield f"no name has the form {_named(unknown)}"


def _formats(words: str) -> set[tuple[str, str]]:
    """How its numbers are written: {("share", "%")}."""
    return {(place, written) for place, _forms, written in PLACEHOLDER.findall(words) if written}


def _places(words: str) -> list[tuple[str, ...]]:
    """The placeholders of a message and the forms that it asks for: [("whom", "dat")]."""
    return [(place, *forms_of_it.split(".")[1:]) for place, forms_of_it, _format in PLACEHOLDER.findall(words)]


def _named(several: set[str]) -> str:
    return ", ".join(sorted(several))
