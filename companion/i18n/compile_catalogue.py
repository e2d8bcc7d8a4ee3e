"""A PO file as gettext reads it. Needs Babel alone: a wheel is built by it, see deploy/compile_catalogues.py."""

from __future__ import annotations

from io import BytesIO

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compiled(source: bytes, locale: Locale | str) -> bytes:
    """Raises ValueError or PoFileError where nobody can read it."""
    catalog = read_po(BytesIO(source), locale=locale, abort_invalid=True)
    for message in [*catalog]:
        if message.pluralizable and not all(message.string or ()):  # Babel would put English there
            catalog.delete(message.id, message.context)
    made = BytesIO()
    write_mo(made, catalog)
    return made.getvalue()
