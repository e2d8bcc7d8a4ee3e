"""Wording of ids: skills, faces, harm and monsters, with phrases that several sentences share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.engine import choose
from companion.i18n import Text, _, from_data, ngettext, pgettext
from companion.schema import TABLE

EVERYBODY = _("Everybody")
choose_together = partial(choose, TABLE, whom=EVERYBODY)
"""Ask all players."""
CONTINUE = _("Continue")  # label of a button that has none

SKILL_WORDS: Mapping[str, Text] = {
    "strength": _("strength"),
    "agility": _("agility"),
    "observation": _("observation"),
    "lore": _("lore"),
    "influence": _("influence"),
    "will": _("will"),
}
"""Skill as a word within a sentence."""
SKILL_TITLES: Mapping[str, Text] = {
    "strength": _("Strength"),
    "agility": _("Agility"),
    "observation": _("Observation"),
    "lore": _("Lore"),
    "influence": _("Influence"),
    "will": _("Will"),
}
"""Skill as the label of a button."""
WEAPON_WORDS: Mapping[str, Text] = {
    "heavy": pgettext("weapon", "heavy"),
    "bladed": pgettext("weapon", "bladed"),
    "firearm": pgettext("weapon", "firearm"),
    "spell": pgettext("weapon", "spell"),
    "unarmed": pgettext("weapon", "unarmed"),
}
"""Weapon class as printed on a card."""
FACE_TITLES: Mapping[str, Text] = {"success": _("Success"), "investigation": _("Investigation"), "blank": _("Blank")}
SIGN_WORDS: Mapping[str, Text] = {
    **SKILL_WORDS,
    "success": _("success"),
    "investigation": _("investigation"),
    "clue": _("clue"),
}
"""Signs that the page draws in a text, as words."""


def monster_name(name: str) -> Text:
    """Return the name of a monster: its title and, where there are several, a number.

    >>> str(monster_name("Deep One")), monster_name("Deep One 2").args[1]
    ('Deep One', ('number', '2'))
    """
    title, _gap, number = name.rpartition(" ")
    if title and number.isdecimal():
        return _("{monster} {number}", monster=from_data(title), number=number)
    return from_data(name)


def test_title(skill: str) -> Text:
    """Title of a test that has none."""
    return _("A test of {skill}", skill=SKILL_WORDS.get(skill, skill))


def dice_of(number: int) -> Text:
    return ngettext("{n} die", "{n} dice", number)


def successes(number: int) -> Text:
    return ngettext("{n} success", "{n} successes", number)


def successes_needed(number: int) -> Text:
    return ngettext("{n} success needed", "{n} successes needed", number)


def clues_of(number: int) -> Text:
    return ngettext("{n} clue", "{n} clues", number)


def harm_of(number: int, injury: str, facing: str = "up") -> Text:
    """As in "2 damage" and "1 horror face down"."""
    if injury == "damage" and facing == "down":
        return ngettext("{n} damage face down", "{n} damage face down", number)
    if injury == "damage":
        return ngettext("{n} damage", "{n} damage", number)
    if facing == "down":
        return ngettext("{n} horror face down", "{n} horror face down", number)
    return ngettext("{n} horror", "{n} horror", number)
