"""Compile PO files for gettext. Needs only Babel, because deploy/compile_catalogues.py builds wheels with it."""

from __future__ import annotations

from io import BytesIO

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogue(source: bytes, locale: Locale | str) -> bytes:
    """Compile a PO file. Raises ValueError or PoFileError if it is invalid."""
    catalog = read_po(BytesIO(source), locale=locale, abort_invalid=True)
    for message in [*catalog]:
        if message.pluralizable and not all(message.string or ()):  # Babel would insert English
            catalog.delete(message.id, message.context)
    made = BytesIO()
    write_mo(made, catalog)
    return made.getvalue()
