"""All screens, in the order in which they are listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tests.screens import arkham, common, draw_your_weapon, fairness, mansions, nemesis
from tests.screens.screen import Screen

GROUPS = (common, fairness, mansions, arkham, nemesis, draw_your_weapon)
IN_DARK: tuple[Screen, ...] = sum((group.SCREENS for group in GROUPS), ())
SIX = ("shelf", "mansions-map", "mansions-passed", "arkham-turn", "nemesis-ship", "duel-call")
"""The most used, which are drawn in light and in German too."""


def light(screen: Screen) -> Screen:
    says = f"{screen.says.removesuffix('.')}, in light."
    return replace(screen, name=f"{screen.name}-light", says=says, settings={**screen.settings, "theme": "light"})


def german(screen: Screen) -> Screen:
    says = f"{screen.says.removesuffix('.')}, in German."
    return replace(screen, name=f"{screen.name}-german", says=says, language="de")


ON_THE_SHELF = ("mansions-map", "nemesis-ship", "duel-scene", "arkham-turn", "arkham-resolution")
"""The evenings that wait where a page without a table is looked at."""

MOST_USED = tuple(screen for screen in IN_DARK if screen.name in SIX)
EVENINGS = tuple(screen for screen in IN_DARK if screen.name in ON_THE_SHELF)
SCREENS = (*IN_DARK, *map(light, MOST_USED), *map(german, MOST_USED))


def in_each_language(screens: Iterable[Screen]) -> tuple[Screen, ...]:
    """Add German versions of English screens that have none."""
    named = {screen.name: screen for screen in screens}
    spoken = [
        german(screen) for screen in named.values() if screen.language == "en" and not screen.settings.get("theme")
    ]
    return tuple({**{screen.name: screen for screen in spoken}, **named}.values())


def in_turn(screens: Iterable[Screen]) -> tuple[Screen, ...]:
    """Each in one language, the next in the other: every screen, and both languages."""
    return tuple(german(screen) if number % 2 else screen for number, screen in enumerate(screens))
