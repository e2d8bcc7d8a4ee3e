"""The words of the rulebook that everything here shares: skills, faces of the die, kinds of harm."""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.engine import Die

SKILLS = ("strength", "agility", "observation", "lore", "influence", "will")
SUCCESS, INVESTIGATION, BLANK = "success", "investigation", "blank"
INSANE = "Insane"
DIE = Die("mom_d8", (SUCCESS,) * 3 + (INVESTIGATION,) * 2 + (BLANK,) * 3)  # MOM-X-DIE-1

Injury: TypeAlias = Literal["damage", "horror"]
Facing: TypeAlias = Literal["up", "down"]


def some(number: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> some(1, "die", "dice"), some(3, "clue")
    ('1 die', '3 clues')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
