"""Read gettext catalogues: ours, compiled, and PO files from the data folder."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import read_mo
from babel.messages.pofile import PoFileError
from babel.support import Translations

from companion.i18n.compile_catalogue import compile_catalogue
from companion.i18n.render import locale_of
from companion.system.atomic_write import write_atomically
from companion.system.safe_load import MOST_TEXT, bytes_of

logger = logging.getLogger(__name__)

LOCALE = Path(__file__).parent / "locale"
PAGE = "page"  # texts of the page's own scripts
GENERAL_DOMAINS = ("house", "rules")  # used with the catalogues of any game
UNREADABLE = (OSError, ValueError, PoFileError)
SAMPLE_NUMBERS = range(200, -1, -1)  # each category of whole numbers has one of them; the smallest counts


def read_messages(language: str, game: str, own: Path | None) -> NullTranslations:
    """Return a language's messages: PO files of the data folder before ours, a game's before general ones.

    Without a game, the messages of all games are included, after general ones.
    """
    ours = {path.stem for path in _files(None)}

    def applies(domain: str) -> bool:
        """Return whether a catalogue applies. Files that are not ours always do: they may translate an own scenario."""
        at_table = not game or domain == game or domain.startswith((f"{game}_", *GENERAL_DOMAINS)) or domain not in ours
        return at_table and domain != PAGE

    def weight(path: Path) -> tuple[bool, bool, bool]:
        return LOCALE not in path.parents, path.stem not in ours, path.stem.startswith(GENERAL_DOMAINS) != bool(game)

    paths = sorted((path for path in _files(own, language) if applies(path.stem)), key=weight)
    first, *others = [Translations(BytesIO(compiled)) for compiled in _read(paths, language)] or [Translations()]
    for stronger in others:
        first.merge(stronger)
    return first


def read_page(language: str, own: Path | None) -> str:
    """Return the page's messages as JSON: English -> a sentence, or its forms by CLDR's plural categories."""
    category = locale_of(language).plural_form
    numbers = {"other": SAMPLE_NUMBERS[0]} | {category(n): n for n in SAMPLE_NUMBERS}
    sentences: dict[str, str | dict[str, str]] = {}
    for compiled in _read((path for path in _files(own, language) if path.stem == PAGE), language):
        known = Translations(BytesIO(compiled))
        for message in read_mo(BytesIO(compiled)):
            if isinstance(message.id, tuple | list):
                singular, plural = message.id
                sentences.setdefault(
                    singular, {name: known.ngettext(singular, plural, n) for name, n in numbers.items()}
                )
            elif message.id:
                sentences.setdefault(message.id, known.gettext(message.id))
    return json.dumps(sentences, ensure_ascii=False, sort_keys=True)


def languages(own: Path | None) -> set[str]:
    """Return all languages with files, except English."""
    return {(path.parents[1] if LOCALE in path.parents else path.parent).name for path in _files(own)} - {"en"}


def faults(own: Path | None) -> Iterator[str]:
    """Yield a sentence for each unreadable PO file of the data folder."""
    for path in sorted(own.glob("*/*.po")) if own is not None else ():
        try:
            compile_catalogue(bytes_of(path, MOST_TEXT), locale_of(path.parent.name))
        except UNREADABLE as error:
            yield f"{path}: this is no PO file that can be read ({error})."


def sentences(language: str, own: Path | None) -> int:
    """Count the translated messages that every table shows, including those of the data folder."""
    shown = (path for path in _files(own, language) if path.stem in {PAGE, *GENERAL_DOMAINS})
    return sum(
        int.from_bytes(compiled[8:12], "little") - 1 for compiled in _read(shown, language)
    )  # header of the MO format


def _files(own: Path | None, language: str = "*") -> list[Path]:
    """Return files of the data folder first, then ours by their PO name: a wheel contains only compiled ones."""
    typed = own.glob(f"{language}/*.po") if own is not None else ()
    ours = {path.with_suffix(".po") for path in LOCALE.glob(f"{language}/LC_MESSAGES/*.[mp]o")}
    return [*sorted(typed), *sorted(ours)]


def _read(paths: Iterable[Path], language: str) -> Iterator[bytes]:
    for path in paths:
        try:
            is_ours = LOCALE in path.parents
            yield (
                _read_compiled(path, language)
                if is_ours
                else compile_catalogue(bytes_of(path, MOST_TEXT), locale_of(language))
            )
        except UNREADABLE as error:  # continue without it
            logger.warning("%s: this PO file cannot be read (%s).", path, error)


def _read_compiled(path: Path, language: str) -> bytes:
    """Return the compiled catalogue, compiling it next to a newer source, as in a checkout."""
    ready = path.with_suffix(".mo")
    if not path.exists() or (ready.exists() and ready.stat().st_mtime >= path.stat().st_mtime):
        return ready.read_bytes()
    made = compile_catalogue(path.read_bytes(), locale_of(language))
    try:
        write_atomically(ready, made)
    except OSError as error:  # a read-only folder: compile at every start
        logger.info("%s is not kept compiled (%s).", path, error)
    return made
