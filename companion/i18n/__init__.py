"""Text as data: marked in the code, rendered in the reader's language at the edge."""

from __future__ import annotations

from companion.errors import N_
from companion.i18n.text import NOTHING, Arg, Say, Text, _, from_data, joined, listed, ngettext, pgettext

__all__ = ["NOTHING", "N_", "Arg", "Say", "Text", "_", "from_data", "joined", "listed", "ngettext", "pgettext"]
