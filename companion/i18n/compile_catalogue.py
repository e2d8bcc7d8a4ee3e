"""A PO file as gettext reads it. Needs Babel alone: a wheel is built by it, see deploy/compile_catalogues.py."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compiled(path: Path, locale: Locale | str) -> bytes:
    """Raises OSError, ValueError or PoFileError for a file that nobody can read."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=locale, abort_invalid=True)
    for message in [*catalog]:
        if message.pluralizable and not all(message.string or ()):  # Babel would put English there
            catalog.delete(message.id, message.context)
    made = BytesIO()
    write_mo(made, catalog)
    return made.getvalue()
