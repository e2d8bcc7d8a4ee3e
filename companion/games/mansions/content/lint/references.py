"""Findings about names without a component, and missing texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.games.mansions.content.lint.finding import Finding
from companion.games.mansions.content.lint.reach import Reach, is_always_fired
from companion.games.mansions.content.scenario import Component, ItemPart, MonsterKind, OverlayPart, Scenario, SpawnPart

COMPONENT = re.compile(r"\{c:([^{}]*)\}")
WORD = re.compile(r"\{qst:([^{}:]*)")
GROUPS = ("#boardcomponents", "#monsters", "#tiles", "#tokens", "#doors", "#uicomponents", "#qitems")
ANOTHER_SCENARIO = ".ini"


def check_references(scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    for component in scenario.components.values():
        yield from _check_successors(component, scenario)
        yield from _check_pieces(component, scenario)
        yield from _check_part(component, scenario)
        yield from _check_texts(component, scenario, shown=component.name in happens)
        yield from _check_trigger(component, scenario)
    for kind in scenario.monsters.values():
        yield from _check_monster(kind, scenario)


def _check_successors(component: Component, scenario: Scenario) -> Iterator[Finding]:
    """Check successors. A missing one is skipped; without another one the button is dead."""
    for place, button in enumerate(component.buttons, 1):
        lost = [name for name in button.next if name not in scenario.components]
        for name in lost:
            if name.lower().endswith(ANOTHER_SCENARIO):
                sentence = f"{component.name} goes on in another scenario, {name}: start that one yourselves."
                yield Finding("another-scenario", component.name, sentence, "note")
                continue
            alone = len(lost) == len(button.next)
            end = "the button leads nowhere" if alone else "the next one is taken"
            sentence = f"Button {place} of {component.name} leads to {name}, which does not exist: {end}."
            yield Finding("missing-component", component.name, sentence, "error" if alone else "warning")


def _check_pieces(component: Component, scenario: Scenario) -> Iterator[Finding]:
    for name in component.add:
        if name not in scenario.components:
            sentence = f"{component.name} puts {name} on the map, which does not exist."
            yield Finding("missing-component", component.name, sentence)
    for name in component.remove:
        if name not in scenario.components and name.lower() not in GROUPS and name not in scenario.monsters:
            sentence = f"{component.name} takes away {name}, which does not exist."
            yield Finding("missing-component", component.name, sentence)


def _check_part(component: Component, scenario: Scenario) -> Iterator[Finding]:
    match component.part:
        case ItemPart(inspect=inspect) if inspect and inspect not in scenario.components:
            sentence = f"A tap on {component.name} shows {inspect}, which does not exist."
            yield Finding("missing-component", component.name, sentence)
        case SpawnPart(monsters=monsters):
            for name in monsters:
                if name.startswith(("CustomMonster", "Spawn")) and not _is_there(name, scenario):
                    sentence = f"{component.name} brings {name}, which does not exist: the next one comes."
                    yield Finding("missing-component", component.name, sentence)
            if not (monsters or component.part.traits or component.part.pool):
                sentence = f"{component.name} brings a monster and names none."
                yield Finding("no-monster", component.name, sentence, "error")
    for effect in component.effects:
        if effect.kind in {"item", "lose_item", "hurt"} and effect.what not in scenario.components:
            sentence = f"{component.name} names {effect.what}, which does not exist."
            yield Finding("missing-component", component.name, sentence, "error")


def _is_there(name: str, scenario: Scenario) -> bool:
    return name in scenario.monsters or name in scenario.components


def _check_texts(component: Component, scenario: Scenario, *, shown: bool) -> Iterator[Finding]:
    """Check visible texts. Slips in unreachable texts do not matter."""
    if not shown:
        return
    for text in (component.text, component.title, *(button.label for button in component.buttons)):
        for name in dict.fromkeys(COMPONENT.findall(text)):
            if not _is_there(name, scenario):
                sentence = f"The text of {component.name} names {name}, which does not exist."
                yield Finding("missing-name", component.name, sentence)
        for key in dict.fromkeys(WORD.findall(text)):
            if key in WORD.findall(scenario.words.get(key, "")):
                sentence = f"The words {key}, which {component.name} uses, only name themselves."
                yield Finding("missing-text", component.name, sentence)
            elif key not in scenario.words:
                sentence = f"The text of {component.name} uses the words {key}, which nobody wrote."
                yield Finding("missing-text", component.name, sentence)


def _check_trigger(component: Component, scenario: Scenario) -> Iterator[Finding]:
    """Find events with a trigger that never fires. Var triggers and arrivals are checked elsewhere."""
    if not component.trigger or is_always_fired(component.trigger) or component.trigger.startswith("Var"):
        return
    what = component.trigger.removeprefix("Defeated")
    if component.trigger == what:
        sentence = f"{component.name} waits for {what!r}, which no part of the game announces."
        yield Finding("unknown-trigger", component.name, sentence)
    elif not (_is_there(what, scenario) or what.startswith("Monster")):
        sentence = f"{component.name} waits until {what} is defeated, which does not exist."
        yield Finding("missing-component", component.name, sentence)


def _check_monster(kind: MonsterKind, scenario: Scenario) -> Iterator[Finding]:
    for name in (*kind.activations, kind.evade, kind.horror_event):
        if name.startswith("Event") and name not in scenario.components:
            yield Finding("missing-component", kind.name, f"{kind.name} runs {name}, which does not exist.")
        elif name.startswith("Activation") and name not in scenario.activations:
            yield Finding("missing-component", kind.name, f"{kind.name} does {name}, which does not exist.")


def check_texts(scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    """Find shown components without text. Silent events need none."""
    for component in scenario.components.values():
        if component.name in happens and _is_empty(component):
            yield Finding("no-text", component.name, f"{component.name} is shown and has no text.", "note")
    if not scenario.title.strip():
        yield Finding("no-title", "", "The scenario has no name.")


def _is_empty(component: Component) -> bool:
    if component.kind == "event":
        return component.display and not component.text.strip() and not component.title.strip()
    if isinstance(component.part, OverlayPart):
        return not (component.part.words.strip() or component.part.picture)
    return False
