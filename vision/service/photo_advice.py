"""Advise on a photograph that became no reading: what would help this one."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from companion.i18n import Text, _
from companion.schema import Fault, SeenObject
from vision.image import Image
from vision.service.doubt_causes import FEW_PX, find_near_dice, has_far_dice, light_around, mean_of
from vision.service.health import judge_picture
from vision.service.health.findings import DARK
from vision.tray import TrayPlane

TOO_DARK = _("The photograph is too dark: turn a lamp on, and take another one.")
BLURRED = _("The photograph is blurred: hold the camera still, and tap the dice so that it focuses on them.")
WHITE = _("Much of the photograph is blinding white: turn the lamp aside, or the flash off, and take another one.")
TOO_NEAR = _("This is too near: take another photograph from farther away, with all dice whole.")
TOO_FAR = _("The dice are too small on the photograph: take another one from nearer.")
NOTHING = _(
    "Nothing was found on the photograph that looks like dice, tokens or cards: lay them on a plain floor and take another one "
    "from straight above, or answer by hand."
)
OF_FAULT: Mapping[Fault, Text] = MappingProxyType({"blurred": BLURRED, "glare": WHITE})
"""Sentence about each fault of the whole picture that hides all dice, but darkness."""


def advise_on_unknown(image: Image, objects: Sequence[SeenObject]) -> Text | None:
    """Return what helps where strangers alone were found, which may be pips or specks; None if they may be what was thrown."""
    if find_near_dice(image):
        return TOO_NEAR
    is_speck = [seen.box is not None and mean_of(seen.box) < FEW_PX for seen in objects]
    return TOO_FAR if any(is_speck) and has_far_dice(image) else None


def advise_on_nothing(image: Image, tray: TrayPlane | None) -> Text:
    """Return what helps where nothing was found. Dice that show from nearer or farther away come before a soft picture."""
    faults = [finding.fault for finding in judge_picture(image, tray)]
    if "dark" in faults or light_around(image, (0, 0, image.shape[1], image.shape[0])) < DARK:
        return TOO_DARK
    if has_far_dice(image):
        return TOO_FAR
    if tray is None and find_near_dice(image):
        return TOO_NEAR
    return next((OF_FAULT[fault] for fault in faults if fault in OF_FAULT), NOTHING)
