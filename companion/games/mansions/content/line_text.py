"""What a line of ours says in full: its words, and in plain sentences what the dice decide."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.mansions.content.combat_lines import (
    Activation,
    Attack,
    Evade,
    Horror,
    Weapon,
    horror_of,
    needed_to_evade,
)
from companion.games.mansions.content.scenario import Effect, Facing, Injury, some

WHOM = {
    "here": "One investigator in its space",
    "each_here": "Each investigator in its space",
    "in_range": "One investigator within range",
    "each_in_range": "Each investigator within range",
}
TOWARD = {
    "nearest": "toward the nearest investigator",
    "most_damaged": "toward the investigator with the most damage",
    "most_horror": "toward the investigator with the most horror",
    "own": "in its own way",
}

MET = {
    "acting": "You",
    "each": "Each of you",
    "chosen": "One of you, as you choose,",
    "here": "Each of you in that space",
}
THIRD = {
    "suffer": "suffers",
    "discard": "discards",
    "become": "becomes",
    "gain": "gains",
    "lose": "loses",
    "flip": "flips",
    "move": "moves",
}
ON_MAP = {
    "fire": "Fire breaks out.",
    "no_fire": "A Fire goes out.",
    "darkness": "Darkness falls.",
    "no_darkness": "Darkness lifts.",
    "hurt": "A monster suffers {} damage.",
}


def fill_in_monster(text: str, monster: str) -> str:
    """The words with the monster's name in them: "the Deep One" or "Professor Hale".

    >>> fill_in_monster("{Monster} turns. You watch {monster}.", "the Cultist")
    'The Cultist turns. You watch the Cultist.'
    """
    return text.replace("{monster}", monster).replace("{Monster}", monster[:1].upper() + monster[1:])


def attack_asks(line: Attack, weapon: Weapon) -> str:
    """As in "Test {strength}, 2 successes: the weapon's damage, and 1 for each success"."""
    own = "the spell's damage" if weapon == "spell" else "the weapon's damage"
    each = "1 damage for each success"
    deals = {"result": each, "weapon": own, "weapon+result": f"{own}, and {each}"}
    does = deals[line.damage] if isinstance(line.damage, str) else f"{line.damage} damage"
    return f"Test {{{line.skill}}}, {_successes(line.needed)}: {does}."


def evade_asks(line: Evade, awareness: int) -> str:
    """As in "Test {agility}, 2 successes needed"."""
    return f"Test {{{line.skill}}}, {_successes(needed_to_evade(line, awareness))} needed."


def horror_asks(line: Horror, rating: int) -> str:
    """As in "Test {will}. You suffer 2 horror; each success prevents 1"."""
    suffers = f"you suffer {harm(horror_of(line, rating), 'horror', line.facing)}"
    if line.needed is not None:
        return f"Test {{{line.skill}}}, {_successes(line.needed)} needed, or {suffers}."
    return f"Test {{{line.skill}}}: {suffers}; each success prevents 1."


def moves_text(line: Activation, *, far: bool = False) -> str:
    """Where it goes; `far` where it reached nobody and goes on. "" = nowhere."""
    spaces = line.further if far else line.moves
    if not spaces:
        return ""
    return f"It moves up to {some(spaces, 'space')}{' further' if far else ''} {TOWARD[line.toward]}."


def activation_asks(line: Activation) -> str:
    """As in "One investigator in its space tests {agility}: 2 damage; each success prevents 1"."""
    does = harm(line.amount, line.injury, line.facing)
    also = f" If any gets through: {effects_text(line.effects)}" if line.effects else ""
    return f"{WHOM[line.whom]} tests {{{line.skill}}} and suffers {does}; each success prevents 1.{also}"


def harm(amount: int, injury: Injury, facing: Facing) -> str:
    """As in "2 damage face down"."""
    return f"{amount} {injury}{' face down' if facing == 'down' else ''}"


def effects_text(told: Iterable[Effect], ends_action: bool = False) -> str:
    """What follows, for whom it meets: "You suffer 1 damage. Each of you gains 1 clue." "" = nothing."""
    sentences = [_effect(effect) for effect in told]
    return " ".join((*sentences, "The action is lost.") if ends_action else sentences)


def _effect(effect: Effect) -> str:
    if effect.kind in ON_MAP:
        return ON_MAP[effect.kind].format(effect.amount)
    you = effect.who == "acting"
    does, what = _done(effect)
    return f"{MET[effect.who]} {does if you else THIRD[does]} {what}."


def _done(effect: Effect) -> tuple[str, str]:
    """What "you" do, and with what. Raises ValueError for what happens to the map."""
    match effect.kind:
        case "damage" | "horror":
            return "suffer", harm(effect.amount, effect.kind, effect.facing)
        case "heal_damage" | "heal_horror":
            return "discard", f"{effect.amount} {effect.kind.removeprefix('heal_')}"
        case "flip_damage" | "flip_horror":
            return "flip", f"{effect.amount} {effect.kind.removeprefix('flip_')} face up"
        case "item" | "lose_item":
            return ("gain" if effect.kind == "item" else "lose"), "an item"
        case "move":
            return "move", "elsewhere"
        case "condition":
            return "become", effect.what
        case "cure":
            return "discard", effect.what
        case "clue":
            return "gain", some(effect.amount, "clue")
        case "lose_clue":
            return "lose", some(effect.amount, "clue")
    raise ValueError(f"{effect.kind} happens to the map, not to people")


def _successes(needed: int | None) -> str:
    return some(needed or 1, "success", "successes")
