"""Sentences for what becomes of the crew: bodies, hands, what they carry."""

from __future__ import annotations

from typing import assert_never

from companion.games.nemesis.facts.crew import (
    ActionsSet,
    AmmoSet,
    CardsDiscarded,
    ContaminationLost,
    CrewFact,
    Healed,
    IntruderHurt,
    IntruderRemoved,
    ItemLost,
    LarvaGained,
    LarvaLost,
    ObjectDropped,
    ObjectGone,
    ObjectPut,
    Scanned,
    SlimeCleaned,
    WeaponGained,
    WeaponLost,
)
from companion.games.nemesis.rules.names import (
    OBJECT_NAMES,
    counted,
    injuries_words,
    kind_words,
    listed,
    object_words,
    who,
)
from companion.games.nemesis.rules.titles import room_words
from companion.games.nemesis.state import State
from companion.schema.prompt import Seat


def tell_crew(s: State, event: CrewFact, seat: Seat) -> str:
    match event:
        case Healed(one, light, serious):
            return f"{who(s, one)} heals {_wounds(light, serious)}."
        case SlimeCleaned(one):
            return f"{who(s, one)} is clean of slime."
        case LarvaGained(one):
            return f"{who(s, one)} carries a larva."
        case LarvaLost(one):
            return f"{who(s, one)} is rid of the larva."
        case CardsDiscarded(one, cards):
            return f"{who(s, one)} discards {listed(cards)}."
        case Scanned(one, clean, infected):
            return _scanned(s, one, clean, infected, seat)
        case ContaminationLost(one):
            return f"{who(s, one)} loses a Contamination card."
        case ItemLost(one, item):
            return f"{who(s, one)} discards {item}."
        case WeaponGained(one, weapon, ammo):
            return f"{who(s, one)} takes up {weapon}, ammo {ammo}."
        case WeaponLost(one, weapon):
            return f"{who(s, one)} is without {weapon}."
        case AmmoSet(one, weapon, ammo):
            return f"{who(s, one)} has {weapon} with ammo {ammo}."
        case ObjectDropped(one, name):
            return f"{who(s, one)} puts down the {object_words(s, name)}."
        case ObjectPut(_, kind, room, one):
            where = f"in {room_words(s, room)}" if room else f"with {who(s, one)}"
            return f"The {OBJECT_NAMES.get(kind, kind)} is {where}."
        case ObjectGone(name):
            return f"The {object_words(s, name)} is gone."
        case IntruderHurt(intruder, injuries):
            return f"The {kind_words(s, intruder)} suffers {injuries_words(injuries)}."
        case IntruderRemoved(intruder):
            return f"The {kind_words(s, intruder)} is gone."
        case ActionsSet(one, actions):
            return f"{who(s, one)} has {counted(actions, 'action')} left."
    assert_never(event)


def _wounds(light: int, serious: int) -> str:
    parts = [counted(n, f"{word} wound") for n, word in ((light, "light"), (serious, "serious")) if n]
    return " and ".join(parts) or "no wound"


def _scanned(s: State, one: Seat, clean: int, infected: int, seat: Seat) -> str:
    """How many were infected is for the owner alone; how many left the hand everybody sees."""
    left = f"{counted(clean, 'Contamination card')} leave{'s' * (clean == 1)} the hand"
    if seat == one:
        return f"The scan: {infected} infected, {clean} clean; {left}."
    return f"{who(s, one)} is scanned: {left}."
