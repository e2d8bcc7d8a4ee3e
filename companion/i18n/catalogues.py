"""Gettext catalogues of marked text: ours, compiled, and PO files that people drop into the folder of their data."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.pofile import PoFileError

from companion.i18n.compile_catalogue import compiled
from companion.i18n.render import locale_of
from companion.system.atomic_write import write_atomically
from companion.system.safe_load import MOST_TEXT, bytes_of

logger = logging.getLogger(__name__)

LOCALE = Path(__file__).parent / "locale"
PAGE = "page"  # what the page says itself: its scripts fetch it
HOUSE = ("house", "rules")  # beside the catalogues of any game
UNREADABLE = (OSError, ValueError, PoFileError)
FORMS = "_forms"  # names in the cases that translations ask for: no source shows them


def read_messages(language: str, game: str, own: Path | None) -> NullTranslations:
    """The chain of a language's catalogues: what people dropped before ours, a game's own before those of the house.

    Where no game is played all games' messages are there, behind those of the house.
    """
    chain = NullTranslations()
    said = (path for path in _files(language, own) if _is_said(path.stem, game))
    for made in reversed([*_read(sorted(said, key=lambda path: _place(path, game)), language)]):
        found = GNUTranslations(BytesIO(made))
        found.add_fallback(chain)
        chain = found
    return chain


def read_page(language: str, own: Path | None) -> list[bytes]:
    """The page's catalogues, compiled: what people dropped before ours."""
    return [*_read((path for path in _files(language, own) if path.stem == PAGE), language)]


def languages(own: Path | None) -> set[str]:
    """Each but English that has files."""
    typed = {file.parent.name for file in own.glob("*/*.po")} if own is not None else set()
    return (typed | {file.parents[1].name for file in LOCALE.glob("*/LC_MESSAGES/*.[mp]o")}) - {"en"}


def faults(own: Path | None) -> Iterator[str]:
    """A sentence for each file that people dropped and that cannot be read."""
    for path in sorted(own.glob("*/*.po")) if own is not None else ():
        try:
            compiled(bytes_of(path, MOST_TEXT), locale_of(path.parent.name))
        except UNREADABLE as error:
            yield f"{path}: this is no PO file that can be read ({error})."


def sentences(language: str, own: Path | None) -> int:
    """How many are translated of what stands on every table's page; people's own may be among ours."""
    shown = (path for path in _files(language, own) if path.stem in {PAGE, *HOUSE})
    return sum(int.from_bytes(made[8:12], "little") - 1 for made in _read(shown, language))  # as the MO format counts


def _files(language: str, own: Path | None) -> list[Path]:
    """Each by the name of its source: a wheel brings ours compiled alone."""
    typed = (own / language).glob("*.po") if own is not None else ()
    ours = {path.with_suffix(".po") for path in (LOCALE / language / "LC_MESSAGES").glob("*.[mp]o")}
    return [*sorted(typed), *sorted(ours)]


@cache
def _ours() -> frozenset[str]:
    return frozenset(path.stem for path in LOCALE.glob("*/LC_MESSAGES/*.[mp]o"))


def _is_said(domain: str, game: str) -> bool:
    """Of what is no catalogue of ours, all: the translation of somebody's own scenario."""
    name = domain.removesuffix(FORMS)
    at_table = not game or name in HOUSE or name == game or name.startswith(f"{game}_")
    return domain != PAGE and (at_table or domain not in _ours())


def _place(path: Path, game: str) -> tuple[bool, bool, bool]:
    is_of_house = path.stem.removesuffix(FORMS) in HOUSE
    return LOCALE in path.parents, path.stem in _ours(), is_of_house == bool(game)


def _read(paths: Iterable[Path], language: str) -> Iterator[bytes]:
    for path in paths:
        try:
            yield (
                _kept(path, language)
                if LOCALE in path.parents
                else compiled(bytes_of(path, MOST_TEXT), locale_of(language))
            )
        except UNREADABLE as error:  # the others are used without it
            logger.warning("%s: this PO file cannot be read (%s).", path, error)


def _kept(path: Path, language: str) -> bytes:
    """Compiled beside its source where that is newer, as in a checkout."""
    ready = path.with_suffix(".mo")
    if not path.exists() or (ready.exists() and ready.stat().st_mtime >= path.stat().st_mtime):
        return ready.read_bytes()
    made = compiled(path.read_bytes(), locale_of(language))
    try:
        write_atomically(ready, made)
    except OSError as error:  # a folder that only its owner writes to: it is compiled at every start
        logger.info("%s is not kept compiled (%s).", path, error)
    return made
