"""The commands of `words`: the catalogues of a checkout, for those who translate."""

from __future__ import annotations

import sys

from companion.errors import ContentError, counted, own_command

FIRST = "page"  # what a new language begins with
NEXT = """Here is {path}, with {count} to translate; English is shown for what is empty.
1. Open it with Poedit, or with any editor, and translate what you like.
2. {command} check {language} says whether all placeholders are there.
3. Start Lamplight again: the menu offers {name}.
4. {command} missing {language} names what is not translated, what people see most first.
docs/languages.md tells the rest: plurals, names in cases, and the other files."""


def update_command(language: str, domain: str) -> None:
    from tests.tools.words.template import is_open, update

    for one in _chosen(language, domain):
        messages = [message for message in update(language, one) if message.id]
        print(f"{one}: {counted(len(messages), 'message')}, {sum(map(is_open, messages))} of them not translated")


def new_command(language: str) -> None:
    from companion.i18n.languages import own_name
    from tests.tools.words.template import path_of, update

    _chosen(language, FIRST)
    path = path_of(language, FIRST)
    if path.exists():
        raise ContentError(f"{path} is there already: {own_command(f'words missing {language}')} says what it lacks.")
    count = counted(len(update(language, FIRST)), "message")
    command = own_command("words")
    print(NEXT.format(path=path, count=count, command=command, language=language, name=own_name(language)))


def missing_command(language: str, domain: str = "") -> None:
    from tests.tools.words.template import lacking

    several = {one: lacking(language, one) for one in _chosen(language, domain)}
    for one, messages in several.items():
        print(f"{one}: {len(messages)} not translated")
        for message in messages:
            print(f"  {message.id!r}")
    sys.exit(any(several.values()))


def check_command(language: str) -> None:
    from tests.tools.words.catalogue_check import faults
    from tests.tools.words.template import languages, path_of

    wrong = 0
    for one in (language,) if language else languages():
        for domain in _chosen(one, ""):
            if path_of(one, domain).exists():
                for fault in faults(one, domain):
                    wrong += 1
                    print(f"{one}/{domain}: {fault}")
    print(f"{counted(wrong, 'fault')} found")
    sys.exit(bool(wrong))


def _chosen(language: str, domain: str) -> tuple[str, ...]:
    """Return the domain of that name, or all. Raises ContentError for an unknown domain or an invalid language."""
    from babel import Locale, UnknownLocaleError

    from tests.tools.words.template import domains

    try:
        Locale.parse(language)
    except (UnknownLocaleError, ValueError) as error:
        raise ContentError(f"{language!r} is no language; two letters name one, as in de or fr.") from error
    chosen = tuple(one for one in domains() if domain in {"", one})
    if not chosen:
        raise ContentError(f"There is no domain {domain!r}; there are {', '.join(domains())}.")
    return chosen
