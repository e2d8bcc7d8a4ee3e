"""Texts that are shown and were never written."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.mansions.content.lint.finding import Finding
from companion.games.mansions.content.lint.reach import Reach
from companion.games.mansions.content.scenario import Component, OverlayPart, Scenario


def texts(scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    """Of what can happen; an event in the background says nothing anyway."""
    for one in scenario.components.values():
        if one.name in happens and _is_empty(one):
            yield Finding("no-text", one.name, f"{one.name} is shown and has no text.", "note")
    if not scenario.title.strip():
        yield Finding("no-title", "", "The scenario has no name.")


def _is_empty(one: Component) -> bool:
    if one.kind == "event":
        return one.display and not one.text.strip() and not one.title.strip()
    if isinstance(one.part, OverlayPart):
        return not (one.part.words.strip() or one.part.picture)
    return False
