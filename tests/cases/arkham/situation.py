"""Convert the situation of a rule case: `given` to a State, and a State to the keys of `given`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.engine import Bag, without
from companion.games.arkham.content import Card, Counted, Enemy, Location, SymbolEffect
from companion.games.arkham.state import Investigator, State, Test, TestModifier
from tests.cases.judge import NotCoveredError

Facts: TypeAlias = Mapping[str, Any]
EFFECT = {"modifier", "reveal", "auto", "minus_per_enemy_here", "plus_per_clue_here"}
MANY = 30  # cards in a deck that the case does not describe


def situation(given: Facts, when: Facts) -> State:
    """The State that `given` lists, with the defaults of the format for the rest."""
    signs = {name: _effect(sign) for name, sign in given.get("elder_signs", {}).items()}
    hands = [card for who in given.get("investigators", {}).values() for card in who.get("hand", ())]
    cards = {card: Card() for card in hands} | {n: _card(facts) for n, facts in given.get("cards", {}).items()}
    test = _test(given["test"], when) if "test" in given else None
    bag = Bag(tuple(given.get("bag", ())))
    return State(
        seats=MappingProxyType({n: _investigator(n, who, signs) for n, who in given.get("investigators", {}).items()}),
        bag=_with_out(bag, test.revealed) if test else bag,
        locations=_locations(given),
        enemies=MappingProxyType({n: _enemy(n, foe) for n, foe in given.get("enemies", {}).items()}),
        cards=MappingProxyType(cards),
        symbols=MappingProxyType({n: _effect(facts) for n, facts in given.get("symbols", {}).items()}),
        modifiers=tuple(_modifier(facts) for facts in given.get("modifiers", ())),
        bonus_clues=given.get("bonus_clues_on_success", 0),
        phase=given.get("phase", "investigation"),
        active=given.get("active", ""),
        test=test,
    )


def _with_out(bag: Bag, revealed: tuple[str, ...]) -> Bag:
    """Revealed tokens are outside. The list of the bag may still count them."""
    for token in revealed:
        inside = without(bag.inside, token) if token in bag.inside else bag.inside
        bag = replace(bag, inside=inside, out=(*bag.out, token))
    return bag


def _test(facts: Facts, when: Facts) -> Test:
    return Test(
        performer=facts.get("performer", when["actor"]),
        skill=facts["skill"],
        difficulty=facts.get("difficulty", 0),
        step=facts.get("step", "ST.1"),
        revealed=tuple(facts.get("revealed", ())),
    )


def _investigator(name: str, facts: Facts, signs: Mapping[str, SymbolEffect]) -> Investigator:
    hand = tuple(facts.get("hand", ()))
    return Investigator(
        name=name,
        location=facts.get("location", ""),
        skills=MappingProxyType(dict(facts.get("skills", {}))),
        hand=hand,
        unknown=facts.get("hand_size", len(hand)) - len(hand),
        in_play=tuple(facts.get("in_play", ())),
        discard=tuple(facts.get("discard", ())),
        deck=facts.get("deck_size"),
        resources=facts.get("resources", 0),
        clues=facts.get("clues", 0),
        actions=facts.get("actions_left", 3),
        next_actions=facts.get("actions_next_round", 3),
        health=facts.get("health"),
        sanity=facts.get("sanity"),
        damage=facts.get("damage", 0),
        horror=facts.get("horror", 0),
        elder_sign=signs.get(name),
    )


def _locations(given: Facts) -> Mapping[str, Location]:
    """A place that is only mentioned exists with defaults."""
    named = {who.get("location", "") for who in given.get("investigators", {}).values()}
    named |= {foe.get("location", "") for foe in given.get("enemies", {}).values()}
    named |= {to for facts in given.get("locations", {}).values() for to in facts.get("connects", ())}
    places = {name: Location(name) for name in sorted(named - {""})}
    return MappingProxyType(places | {n: _location(n, facts) for n, facts in given.get("locations", {}).items()})


def _location(name: str, facts: Facts) -> Location:
    return Location(
        title=name,
        shroud=facts.get("shroud", 0),
        clues=facts.get("clues", 0),
        revealed=facts.get("revealed", True),
        clue_value=facts.get("clue_value", 0),
        per_investigator=facts.get("per_investigator", False),
        connects=tuple(facts.get("connects", ())),
    )


def _enemy(name: str, facts: Facts) -> Enemy:
    return Enemy(
        title=name,
        location=facts.get("location", ""),
        fight=facts.get("fight", 0),
        evade=facts.get("evade", 0),
        health=facts.get("health"),
        damage=facts.get("damage", 0),
        exhausted=facts.get("exhausted", False),
        engaged=tuple(facts.get("engaged_with", ())),
        aloof=facts.get("aloof", False),
        retaliate=facts.get("retaliate", False),
        traits=tuple(facts.get("traits", ())),
        attack_damage=facts.get("attack_damage", 0),
        attack_horror=facts.get("attack_horror", 0),
    )


def _card(facts: Facts) -> Card:
    return Card(
        facts.get("type", "skill"), tuple(facts.get("icons", ())), facts.get("cost", 0), facts.get("fast", False)
    )


def _effect(facts: int | Facts) -> SymbolEffect:
    """The effect of the case format in our vocabulary. Raises NotCoveredError for what the format does not know."""
    if isinstance(facts, int):
        return SymbolEffect(modifier=facts)
    if set(facts) - EFFECT:
        raise NotCoveredError(f"a symbol effect with {', '.join(sorted(set(facts) - EFFECT))}")
    trait, clues = facts.get("minus_per_enemy_here", ""), facts.get("plus_per_clue_here", 0)
    counts: tuple[Counted, ...] = (Counted("enemies_here", trait, -1),) if trait else ()
    counts += (Counted("clues_here", each=clues),) if clues else ()
    return SymbolEffect(facts.get("modifier", 0), counts, facts.get("reveal", 0), facts.get("auto", ""))


def _modifier(facts: Facts) -> TestModifier:
    return TestModifier(
        source=facts.get("source", "effect"),
        add=facts.get("add", 0),
        times=Fraction(str(facts.get("mul", 1))),
        auto=facts.get("auto", ""),
        after_reveal=facts.get("timing", "before_reveal") == "after_reveal",
        active=facts.get("active", True),
    )


def state_to_given(s: State) -> Facts:
    """The situation with the keys of `given`."""
    return {
        "phase": s.phase,
        "investigators": {name: _told_investigator(who) for name, who in s.seats.items()},
        "locations": {
            name: {"revealed": p.revealed, "shroud": p.shroud, "clues": p.clues, "connects": list(p.connects)}
            for name, p in s.locations.items()
        },
        "enemies": {name: _told_enemy(foe) for name, foe in s.enemies.items()},
        "bag": list(s.bag.inside),
    }


def _told_investigator(who: Investigator) -> Facts:
    return {
        "location": who.location,
        "actions_left": who.actions,
        "actions_next_round": who.next_actions,
        "skills": dict(who.skills),
        "resources": who.resources,
        "hand": list(who.hand),
        "hand_size": len(who.hand) + who.unknown,
        "in_play": list(who.in_play),
        "discard": list(who.discard),
        "deck_size": MANY if who.deck is None else who.deck,
        "clues": who.clues,
        "health": who.health,
        "sanity": who.sanity,
        "damage": who.damage,
        "horror": who.horror,
    }


def _told_enemy(foe: Enemy) -> Facts:
    return {
        "location": foe.location,
        "health": foe.health,
        "damage": foe.damage,
        "exhausted": foe.exhausted,
        "engaged_with": list(foe.engaged),
        "zone": f"threat_area:{foe.engaged[0]}" if foe.engaged else "location",
        "traits": list(foe.traits),
    }
