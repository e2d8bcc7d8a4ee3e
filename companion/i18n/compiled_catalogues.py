"""Gettext catalogues of marked text: ours, compiled, and PO files that people drop into the folder of their data."""

from __future__ import annotations

import logging
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from companion.system.atomic_write import write_atomically

logger = logging.getLogger(__name__)

LOCALE = Path(__file__).parent / "locale"
HOUSE = ("house", "rules")  # beside the catalogues of any game
FORMS = "_forms"  # names in the cases that translations ask for: no source shows them


def read_messages(language: str, game: str, own: Path | None) -> NullTranslations:
    """The chain of a language's catalogues: what people dropped before ours, a game's own before those of the house.

    Where no game is played all games' messages are there, behind those of the house.
    """
    chain = NullTranslations()
    for path in reversed([*_typed(language, game, own), *_ours(language, game)]):
        found = _dropped(path, language) if own is not None and own in path.parents else _compiled(path, language)
        if found is not None:
            found.add_fallback(chain)
            chain = found
    return chain


def _ours(language: str, game: str) -> list[Path]:
    there = sorted((LOCALE / language / "LC_MESSAGES").glob("*.po"))
    return sorted((path for path in there if _is_said(path.stem, game)), key=lambda path: _place(path.stem, game))


def _typed(language: str, game: str, own: Path | None) -> list[Path]:
    """Of files that are no catalogue of ours, all: the translation of somebody's own scenario."""
    there = sorted((own / language).glob("*.po")) if own is not None else []
    ours = {path.stem for path in LOCALE.glob("*/LC_MESSAGES/*.po")}
    said = (path for path in there if path.stem not in ours or _is_said(path.stem, game))
    return sorted(said, key=lambda path: (path.stem in ours, _place(path.stem, game)))


def _is_said(domain: str, game: str) -> bool:
    name = domain.removesuffix(FORMS)
    return domain != "page" and (not game or name in HOUSE or name == game or name.startswith(f"{game}_"))


def _place(domain: str, game: str) -> tuple[bool, bool]:
    name = domain.removesuffix(FORMS)
    return not (game and name not in HOUSE), name not in HOUSE


def _dropped(path: Path, language: str) -> GNUTranslations | None:
    try:
        return _parsed(_compile(path, language))
    except (OSError, ValueError, PoFileError) as error:  # the others are used without it
        logger.warning("%s: this PO file cannot be read (%s).", path, error)
        return None


def _compiled(path: Path, language: str) -> GNUTranslations:
    """Compiled beside its source where that is newer, as in a checkout; a wheel brings it compiled."""
    ready = path.with_suffix(".mo")
    if ready.exists() and ready.stat().st_mtime >= path.stat().st_mtime:
        return _parsed(ready.read_bytes())
    made = _compile(path, language)
    try:
        write_atomically(ready, made)
    except OSError as error:  # a folder that only its owner writes to: it is compiled at every start
        logger.info("%s is not kept compiled (%s).", path, error)
    return _parsed(made)


def _compile(path: Path, language: str) -> bytes:
    with path.open("rb") as file:
        catalog = read_po(file, locale=language, abort_invalid=True)
    made = BytesIO()
    write_mo(made, catalog)
    return made.getvalue()


def _parsed(made: bytes) -> GNUTranslations:
    return GNUTranslations(BytesIO(made))
