"""Gettext catalogues of marked text: ours, compiled, and PO files that people drop into the folder of their data."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.pofile import PoFileError
from babel.support import Translations

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
    """A language's messages: what people dropped before ours, a game's own before those of the house.

    Where no game is played all games' messages are there, behind those of the house.
    """
    ours = {path.stem for path in LOCALE.glob("*/LC_MESSAGES/*.[mp]o")}

    def is_said(domain: str) -> bool:
        """Of what is no catalogue of ours, all: the translation of somebody's own scenario."""
        at_table = not game or domain.startswith(HOUSE) or domain.removesuffix(FORMS) == game
        return domain != PAGE and (at_table or domain.startswith(f"{game}_") or domain not in ours)

    def weight(path: Path) -> tuple[bool, bool, bool]:
        return LOCALE not in path.parents, path.stem not in ours, path.stem.startswith(HOUSE) != bool(game)

    said = sorted((path for path in _files(language, own) if is_said(path.stem)), key=weight)
    first, *others = [Translations(BytesIO(made)) for made in _read(said, language)] or [Translations()]
    for stronger in others:
        first.merge(stronger)
    return first


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


def _read(paths: Iterable[Path], language: str) -> Iterator[bytes]:
    for path in paths:
        try:
            is_ours = LOCALE in path.parents
            yield _kept(path, language) if is_ours else compiled(bytes_of(path, MOST_TEXT), locale_of(language))
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
