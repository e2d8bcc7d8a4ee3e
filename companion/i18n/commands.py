"""The commands of `words`: the catalogues, for those who translate."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.errors import ContentError, counted

if TYPE_CHECKING:  # it is imported inside: no other command needs Babel
    from companion.i18n.domains import Domain


def update_command(language: str, domain: str) -> None:
    from companion.i18n.catalogue_update import is_open, update

    for one in _chosen(language, domain):
        merged = update(language, one)
        empty = sum(is_open(message) for message in merged if message.id)
        print(f"{one.name}: {counted(len(merged), 'sentence')}, {empty} of them not translated")


def missing_command(language: str, domain: str) -> None:
    from companion.i18n.catalogue_update import lacking

    several = {one.name: lacking(language, one) for one in _chosen(language, domain)}
    for name, sentences in several.items():
        print(f"{name}: {len(sentences)} not translated")
        for sentence in sentences:
            print(f"  {sentence!r}")
    sys.exit(1 if any(several.values()) else 0)


def _chosen(language: str, domain: str) -> tuple[Domain, ...]:
    """The domain of that name, all without one. Raises ContentError for one that there is not, and for what is no language."""
    from babel import Locale, UnknownLocaleError

    from companion.i18n.domains import DOMAINS

    try:
        Locale.parse(language)
    except (UnknownLocaleError, ValueError) as error:
        raise ContentError(f"{language!r} is no language; two letters name one, as in de or fr.") from error
    chosen = tuple(one for one in DOMAINS if domain in {"", one.name})
    if not chosen:
        raise ContentError(f"There is no domain {domain!r}; there are {', '.join(one.name for one in DOMAINS)}.")
    return chosen
