"""Monsters of the scenario's own, and the words of what monsters do."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType

from companion.games.mansions.content.scenario import Activation, MonsterKind
from companion.games.mansions.content.valkyrie.section import Section

MOST_ATTACKS = 40  # texts of one class of weapon; real ones have 6
NOTHING = "-"  # what the editor writes where nothing is meant


def monster(section: Section, named: Container[str]) -> MonsterKind:
    """A monster; `named`: the sections there are, in which an activation is found under its short name too."""
    return MonsterKind(
        name=section.name,
        base=section.word("base"),
        title=_meant(section.title("monstername")),
        text=_meant(section.text("info")),
        traits=section.names("traits"),
        health=_stated(section, "health", "healthperhero"),
        health_each=_stated(section, "healthperhero", "health"),
        horror=section.whole("horror") if section.word("horror") else None,
        awareness=section.whole("awareness") if section.word("awareness") else None,
        brawn=section.whole("brawn") if section.word("brawn") else None,
        attacks=_attacks(section),
        activations=tuple(_activation(name, named) for name in section.names("activation")),
        evade=section.word("evadeevent"),
        horror_event=section.word("horrorevent"),
        picture=section.picture(),
    )


def activation(section: Section) -> Activation:
    return Activation(
        name=section.name,
        ability=_meant(section.text("ability")),
        master=_meant(section.text("master")),
        minion=_meant(section.text("minion")),
        move=_meant(section.text("move")),
        move_button=_meant(section.text("movebutton")),
    )


def _stated(section: Section, key: str, other: str) -> float | None:
    """Who states one of the two numbers means both."""
    return section.number(key) if section.word(key) or section.word(other) else None


def _activation(name: str, named: Container[str]) -> str:
    full = f"Activation{name}"
    return full if full in named else name


def _attacks(section: Section) -> Mapping[str, tuple[str, ...]]:
    """`attacks=bladed:3`: three texts of what a blade does."""
    found: dict[str, tuple[str, ...]] = {}
    for word in section.names("attacks"):
        weapon, _, count = word.partition(":")
        if not count.isdecimal() or len(count) > 3:
            section.note(f"attacks: {word!a} is no weapon and number such as bladed:3, it is left out.")
            continue
        numbers = range(1, min(int(count), MOST_ATTACKS) + 1)
        texts = (section.text(f"Attack_{weapon}_{number}") for number in numbers)
        found[weapon] = tuple(text for text in texts if _meant(text))
    return MappingProxyType(found)


def _meant(text: str) -> str:
    return "" if text.strip() == NOTHING else text
