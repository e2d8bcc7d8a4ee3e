"""How often one device may use a door, and how much it may send there: names of doors as Flask has them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MOST_OF_PHOTO = 16 * 1024 * 1024  # bytes; a photograph of a phone is 3 to 8 MB
MOST_OF_JSON = 64 * 1024
MOST_OF_TAP = 16 * 1024
MOST_OF_FORM = 2 * 1024 * 1024  # what a form may hold; its doors count more closely, and say why

TAP = "40 per 2 second"
_RATES: tuple[tuple[str, str], ...] = (
    ("20 per minute", "joining.join entering.claim"),
    ("30 per minute", "joining.invite entering.invite entering.send_away entering.send_all_away entering.call"),
    ("12 per minute", "forms.import_sheets record.bring record.keep teach.begin"),
    ("30 per minute", "tray.photo setup.photo teach.photo setup.markers fairness.of_house fairness.sheet_of_house"),
    ("60 per minute", "forms.new_table forms.keep_sheet forms.drop_sheet teach.names teach.export fairness.of_table"),
    (TAP, "answers.answer answers.settle answers.decide answers.dismiss answers.virtual answers.source"),
    (TAP, "history.undo history.redo history.keep history.amend history.save history.forget"),
    (TAP, "history.past history.possible history.log"),
)
RATES: Mapping[str, str] = MappingProxyType({name: rate for rate, names in _RATES for name in names.split()})
"""Flask's name of a door -> how often one device may use it."""
_SIZES: tuple[tuple[int, str], ...] = (
    (MOST_OF_PHOTO, "tray.photo setup.photo teach.photo teach.begin forms.import_sheets record.bring"),
    (MOST_OF_FORM, "forms.new_table forms.keep_sheet"),
    (MOST_OF_TAP, "answers.answer answers.settle answers.decide answers.dismiss answers.virtual answers.source"),
    (MOST_OF_TAP, "history.undo history.redo history.keep history.amend history.save joining.join entering.claim"),
)
SIZES: Mapping[str, int] = MappingProxyType({name: most for most, names in _SIZES for name in names.split()})
"""Flask's name of a door -> bytes of what is sent to it; two doors of files allow themselves more."""
FILES = frozenset({"tray.photo", "setup.photo", "teach.photo", "teach.begin", "forms.import_sheets", "record.bring"})
OWN_MOST = frozenset({"forms.import_sheets", "record.bring"})
"""Doors of files that allow themselves more: evenings and scenarios are larger than photographs."""
