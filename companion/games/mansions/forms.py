"""Form before a scenario: the scenario, its language, the boxes on the table and the investigators."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.engine import SheetKind
from companion.games.mansions.content import BASE, all_boxes, investigators, scenario_sheets
from companion.i18n import _, from_data
from companion.schema import Field, Form, Pick

INVESTIGATOR = SheetKind(investigators.FORM, investigators.shipped, investigators.proof)
SHEETS: Mapping[str, SheetKind] = MappingProxyType({"scenario": scenario_sheets.SHEET, "investigator": INVESTIGATOR})


def form() -> Form:
    """Return the choices of `setup`."""
    owned = tuple(Pick(code, from_data(box.title)) for code, box in all_boxes().items() if code != BASE)
    return Form(
        _("A scenario"),
        (
            Field("scenario", _("Scenario"), "sheet", least=1, default=scenario_sheets.SAMPLE, sheet="scenario"),
            Field("investigators", _("Investigator"), "sheet", least=1, sheet="investigator", each_seat=True),
            Field(
                "counted_actions",
                _("Count the actions and check the rules"),
                "flag",
                _("Off: you take your turns yourselves, as with other apps, and tap what you do."),
                default=True,
            ),
            Field("boxes", _("Boxes on the table, beside the base game"), "choices", options=owned, advanced=True),
            Field(
                "language",
                _("Language of the scenario"),
                "text",
                _("English, German … as the file has it. Left open: the scenario's own."),
                most=30,
                advanced=True,
            ),
        ),
        _("The page draws the map, reads your dice and tells the story. Our own scenarios need no box."),
    )
