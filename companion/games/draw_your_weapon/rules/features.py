"""Costs and effects of Features (DYW-ABILITY, -SPECIAL, -BABILITY)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.engine import Rule
from companion.games.draw_your_weapon.content import Effect, Feature
from companion.games.draw_your_weapon.facts import (
    ConditionGained,
    ConditionRemoved,
    FeatureUsed,
    GuardRaised,
    StatRegained,
    StatSpent,
)
from companion.games.draw_your_weapon.names import amount_text
from companion.games.draw_your_weapon.rules.cards import choose_as, draw_cards
from companion.games.draw_your_weapon.rules.combat import harm, heal
from companion.games.draw_your_weapon.state import G, State, characters_in_scene, feature_of, visible_characters
from companion.i18n import Text, _, from_data, listed
from companion.schema import Option, Refusal

ATTACK_TAG, TEST_TAG, BREATHER_TAG, ALLY_TAG = "Attack", "Test", "Breather", "Ally"  # tags
AIMED_EFFECTS = ("condition", "damage")  # effects on a target
PAPER_FEATURE = "paper"  # a Feature of the paper sheet only


def features_with_tag(s: State, who: str, tag: str) -> tuple[Feature, ...]:
    return tuple(feature for feature in s.characters[who].features if tag in feature.tags)


def cannot_pay(s: State, who: str, feature: Feature) -> Refusal | None:
    """Refuse where the cost is too high. The costs of figures are not counted."""
    character = s.characters[who]
    if not character.is_player:
        return None
    purse = {"reserve": character.reserve, "clout": character.clout}
    for stat, cost in costs_of(feature):
        if purse[stat] < cost:
            words = {"feature": from_data(feature.name), "cost": amount_text(stat, cost), "who": character.display_name}
            return Refusal("CANNOT_PAY", _("{feature} costs {cost}, {who} has {has}.", **words, has=purse[stat]))
    return None


def costs_of(feature: Feature) -> Iterator[tuple[Literal["reserve", "clout"], int]]:
    if feature.reserve:
        yield "reserve", feature.reserve
    if feature.clout:
        yield "clout", feature.clout


def costs_words(feature: Feature) -> list[Text]:
    return [amount_text(stat, n) for stat, n in costs_of(feature)]


def option(s: State, who: str, feature: Feature, no: Refusal | None = None) -> Option:
    """Return the button of a Feature with its cost."""
    name, costs = from_data(feature.name), costs_words(feature)
    text = _("{feature}, {costs}", feature=name, costs=listed(costs)) if costs else name
    return Option(feature.name, text, no or cannot_pay(s, who, feature))


def use_feature(g: G, who: str, feature: Feature, counts_as: Literal["attack", "use_ability", "part_of_test"]) -> None:
    """Pay the cost and record the use. The costs of figures are not counted."""
    if g.state.characters[who].is_player:
        for stat, n in costs_of(feature):
            g.emit(StatSpent(who, stat, n))
    g.emit(FeatureUsed(who, counts_as, feature.name))


def usable_in_test(s: State, who: str) -> tuple[Feature, ...]:
    """Return the affordable Features for a test that were not used for it."""
    ready = s.characters[who].ready
    return tuple(
        f for f in features_with_tag(s, who, TEST_TAG) if f.name not in ready and cannot_pay(s, who, f) is None
    )


def join_test(g: G, who: str, name: str) -> Rule[None]:
    """Use a Feature as part of the test, not as an Action (DYW-ABILITY-2)."""
    used = feature_of(g.state, who, name)
    use_feature(g, who, used, "part_of_test")
    yield from effects(g, used, "", who)


def is_aimed(feature: Feature) -> bool:
    return any(effect.do in AIMED_EFFECTS for effect in feature.effects)


def beneficiary(g: G, who: str, feature: Feature) -> Rule[str]:
    """Return the character that the Feature helps: an ally where the tag says so, else its user."""
    if ALLY_TAG not in feature.tags:
        return who
    character = g.state.characters[who]
    there = visible_characters(g.state) if character.is_player else characters_in_scene(g.state)
    allies = [n for n in there if g.state.characters[n].is_player == character.is_player]
    names = [Option(n, g.state.characters[n].display_name) for n in allies]
    title = _("whom does {feature} help?", feature=from_data(feature.name))
    return (yield from g.one(choose_as(g.state, who, title, names, rule="DYW-ABILITY-1", key="feature.ally")))


def effects(g: G, feature: Feature, target: str, helped: str) -> Rule[None]:
    """Apply all effects in the order of the book."""
    for effect in feature.effects:
        if effect.do == "draw":
            yield from draw_cards(g, [helped] * effect.n)
        elif effect.do in AIMED_EFFECTS:
            hurt(g, effect, target)
        else:
            help_with(g, effect, helped)


def help_with(g: G, effect: Effect, helped: str) -> None:
    """Apply a helpful effect. Bonuses count with the card; effects in free text are up to the players."""
    match effect.do:
        case "hp":
            heal(g, helped, effect.n)
        case "reserve" | "clout" as stat:
            g.emit(StatRegained(helped, stat, effect.n))
        case "guard":
            g.emit(GuardRaised(helped, effect.n))
        case "mend":
            if effect.what in g.state.characters[helped].conditions:
                g.emit(ConditionRemoved(helped, effect.what))
        case _:
            pass


def hurt(g: G, effect: Effect, target: str) -> None:
    """Apply a harmful effect. An object has neither HP nor conditions."""
    if target not in g.state.characters:
        return
    if effect.do == "condition":
        g.emit(ConditionGained(target, effect.what))
    else:
        harm(g, target, effect.n)
