"""Texts of shipped lines, with their test and its results in plain sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.mansions.content.combat_lines import (
    Activation,
    Attack,
    Evade,
    Horror,
    Weapon,
    horror_of,
    needed_to_evade,
)
from companion.games.mansions.content.scenario import Effect
from companion.games.mansions.named import clues_of, harm_of, successes
from companion.i18n import N_, NOTHING, Text, _, from_data, joined, ngettext
from companion.schema import Words


def monster_marks(monster: Words) -> Mapping[str, Any]:
    """Return the placeholders of a monster: "the Deep One" or "Professor Hale", also at the start of a sentence.

    >>> str(from_data("{Monster} turns. You watch {monster}.", **monster_marks("the Cultist")))
    'The Cultist turns. You watch the Cultist.'
    """
    return {"monster": monster, "Monster": from_data("{words.cap}", words=monster)}


def attack_test_text(line: Attack, weapon: Weapon) -> Text:
    """Describe the test: "Test {strength}, 2 successes: the weapon's damage, and 1 damage for each success."."""
    return _(
        "Test {skill}, {successes}: {damage}.",
        skill=_symbol(line),
        successes=_needed_successes(line),
        damage=_damage_text(line, weapon),
    )


def _damage_text(line: Attack, weapon: Weapon) -> Text:
    match line.damage:
        case "result":
            return _("1 damage for each success")
        case "weapon":
            return _("the spell's damage") if weapon == "spell" else _("the weapon's damage")
        case "weapon+result" if weapon == "spell":
            return _("the spell's damage, and 1 damage for each success")
        case "weapon+result":
            return _("the weapon's damage, and 1 damage for each success")
        case number:
            return harm_of(number, "damage")


def evade_test_text(line: Evade, awareness: int) -> Text:
    """Describe the test: "Test {agility}, 2 successes needed."."""
    needed = successes(needed_to_evade(line, awareness))
    return _("Test {skill}, {successes} needed.", skill=_symbol(line), successes=needed)


def horror_test_text(line: Horror, rating: int) -> Text:
    """Describe the test: "Test {will}: you suffer 2 horror; each success prevents 1."."""
    skill, harm = _symbol(line), harm_of(horror_of(line, rating), "horror", line.facing)
    if line.needed is None:
        return _("Test {skill}: you suffer {harm}; each success prevents 1.", skill=skill, harm=harm)
    return _(
        "Test {skill}, {successes} needed, or you suffer {harm}.",
        skill=skill,
        successes=_needed_successes(line),
        harm=harm,
    )


def _symbol(line: Attack | Evade | Horror | Activation) -> str:
    return f"{{{line.skill}}}"


def _needed_successes(line: Attack | Horror) -> Text:
    return successes(line.needed or 1)


def moves_text(line: Activation, *, far: bool = False) -> Text:
    """Describe the move, or the further move if `far`. Empty without one."""
    number = line.further if far else line.moves
    if not number:
        return NOTHING
    spaces = ngettext("{n} space", "{n} spaces", number)
    return _further_move_text(line, spaces) if far else _move_text(line, spaces)


def _move_text(line: Activation, spaces: Text) -> Text:
    match line.toward:
        case "nearest":
            return _("It moves up to {spaces} toward the nearest investigator.", spaces=spaces)
        case "most_damaged":
            return _("It moves up to {spaces} toward the investigator with the most damage.", spaces=spaces)
        case "most_horror":
            return _("It moves up to {spaces} toward the investigator with the most horror.", spaces=spaces)
        case "own":
            return _("It moves up to {spaces} in its own way.", spaces=spaces)


def _further_move_text(line: Activation, spaces: Text) -> Text:
    match line.toward:
        case "nearest":
            return _("It moves up to {spaces} further toward the nearest investigator.", spaces=spaces)
        case "most_damaged":
            return _("It moves up to {spaces} further toward the investigator with the most damage.", spaces=spaces)
        case "most_horror":
            return _("It moves up to {spaces} further toward the investigator with the most horror.", spaces=spaces)
        case "own":
            return _("It moves up to {spaces} further in its own way.", spaces=spaces)


def activation_test_text(line: Activation) -> Text:
    """Describe the test: "One investigator in its space tests {agility} and suffers 2 damage; each success prevents 1."."""
    asks = _text_of_tests(line, skill=_symbol(line), harm=harm_of(line.amount, line.injury, line.facing))
    if not line.effects:
        return asks
    return joined(" ", (asks, _("If any gets through: {effects}", effects=effects_text(line.effects))))


def _text_of_tests(line: Activation, **blanks: Words) -> Text:
    match line.whom:
        case "here":
            return _(
                "One investigator in its space tests {skill} and suffers {harm}; each success prevents 1.", **blanks
            )
        case "each_here":
            return _(
                "Each investigator in its space tests {skill} and suffers {harm}; each success prevents 1.", **blanks
            )
        case "in_range":
            return _(
                "One investigator within range tests {skill} and suffers {harm}; each success prevents 1.", **blanks
            )
        case "each_in_range":
            return _(
                "Each investigator within range tests {skill} and suffers {harm}; each success prevents 1.", **blanks
            )


def effects_text(effects: Iterable[Effect], ends_action: bool = False) -> Text:
    """Describe effects: "You suffer 1 damage. Each of you gains 1 clue.". Empty without effects."""
    sentences = [_text_of_effect(effect) for effect in effects]
    return joined(" ", (*sentences, _("The action is lost.")) if ends_action else sentences)


def _text_of_effect(effect: Effect) -> Text:
    match effect.kind:
        case "fire":
            return _("Fire breaks out.")
        case "no_fire":
            return _("A Fire goes out.")
        case "darkness":
            return _("Darkness falls.")
        case "no_darkness":
            return _("Darkness lifts.")
        case "hurt":
            return _("A monster suffers {harm}.", harm=harm_of(effect.amount, "damage"))
    return _text_of_seat_effect(effect)


SEAT_EFFECT_TEXTS: Mapping[str, Mapping[str, str]] = {
    "suffer": {
        "acting": N_("You suffer {harm}."),
        "each": N_("Each of you suffers {harm}."),
        "chosen": N_("One of you, as you choose, suffers {harm}."),
        "here": N_("Each of you in that space suffers {harm}."),
    },
    "heal": {
        "acting": N_("You discard {harm}."),
        "each": N_("Each of you discards {harm}."),
        "chosen": N_("One of you, as you choose, discards {harm}."),
        "here": N_("Each of you in that space discards {harm}."),
    },
    "flip": {
        "acting": N_("You flip {harm} face up."),
        "each": N_("Each of you flips {harm} face up."),
        "chosen": N_("One of you, as you choose, flips {harm} face up."),
        "here": N_("Each of you in that space flips {harm} face up."),
    },
    "item": {
        "acting": N_("You gain an item."),
        "each": N_("Each of you gains an item."),
        "chosen": N_("One of you, as you choose, gains an item."),
        "here": N_("Each of you in that space gains an item."),
    },
    "lose_item": {
        "acting": N_("You lose an item."),
        "each": N_("Each of you loses an item."),
        "chosen": N_("One of you, as you choose, loses an item."),
        "here": N_("Each of you in that space loses an item."),
    },
    "move": {
        "acting": N_("You move elsewhere."),
        "each": N_("Each of you moves elsewhere."),
        "chosen": N_("One of you, as you choose, moves elsewhere."),
        "here": N_("Each of you in that space moves elsewhere."),
    },
    "condition": {
        "acting": N_("You become {condition}."),
        "each": N_("Each of you becomes {condition}."),
        "chosen": N_("One of you, as you choose, becomes {condition}."),
        "here": N_("Each of you in that space becomes {condition}."),
    },
    "cure": {
        "acting": N_("You discard {condition}."),
        "each": N_("Each of you discards {condition}."),
        "chosen": N_("One of you, as you choose, discards {condition}."),
        "here": N_("Each of you in that space discards {condition}."),
    },
    "clue": {
        "acting": N_("You gain {clues}."),
        "each": N_("Each of you gains {clues}."),
        "chosen": N_("One of you, as you choose, gains {clues}."),
        "here": N_("Each of you in that space gains {clues}."),
    },
    "lose_clue": {
        "acting": N_("You lose {clues}."),
        "each": N_("Each of you loses {clues}."),
        "chosen": N_("One of you, as you choose, loses {clues}."),
        "here": N_("Each of you in that space loses {clues}."),
    },
}
"""Sentences of effects on seats, by `Effect.who`."""


def _text_of_seat_effect(effect: Effect) -> Text:
    match effect.kind:
        case "damage" | "horror":
            harm = harm_of(effect.amount, effect.kind, effect.facing)
            return from_data(SEAT_EFFECT_TEXTS["suffer"][effect.who], harm=harm)
        case "heal_damage" | "heal_horror":
            return from_data(SEAT_EFFECT_TEXTS["heal"][effect.who], harm=_cards(effect))
        case "flip_damage" | "flip_horror":
            return from_data(SEAT_EFFECT_TEXTS["flip"][effect.who], harm=_cards(effect))
        case "condition" | "cure":
            return from_data(SEAT_EFFECT_TEXTS[effect.kind][effect.who], condition=from_data(effect.what))
        case "clue" | "lose_clue":
            return from_data(SEAT_EFFECT_TEXTS[effect.kind][effect.who], clues=clues_of(effect.amount))
        case "item" | "lose_item" | "move":
            return from_data(SEAT_EFFECT_TEXTS[effect.kind][effect.who])
    raise ValueError(f"{effect.kind} happens to the map, not to people")


def _cards(effect: Effect) -> Text:
    return harm_of(effect.amount, "damage" if effect.kind.endswith("damage") else "horror")
