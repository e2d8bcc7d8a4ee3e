"""Translation of finished English sentences, by gettext catalogues."""

from __future__ import annotations

from companion.i18n.languages import ENGLISH, Languages
from companion.i18n.record_translation import Say, translate_record
from companion.i18n.translations import Translations

__all__ = [
    "ENGLISH",
    "Languages",
    "Say",
    "Translations",
    "translate_record",
]
