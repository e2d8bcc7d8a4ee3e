"""A rule case's situation as a real state, and a state in the words of the case format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.engine import DECK
from companion.games.draw_your_weapon.content import Feature, Rules, Weapon
from companion.games.draw_your_weapon.rules.features import TEST_TAG
from companion.games.draw_your_weapon.state import RESTRICTED, Character, Deck, Hand, Played, State, Test
from companion.schema import DEALER, TABLE
from tests.cases.judge import Facts


def situation(given: Facts, messages: Sequence[Mapping[str, Any]]) -> State:
    """A real state with what is given; the rest as the format says."""
    people = {name: _player(name, facts, messages) for name, facts in given.get("players", {}).items()}
    figures = {name: _figure(name, facts) for name, facts in given.get("npcs", {}).items()}
    named = [m["attribute"] for m in messages if m.get("attribute")]
    known = [name for c in (*people.values(), *figures.values()) for name in c.attributes]
    rules = Rules()
    book = replace(
        rules,
        values=MappingProxyType({**rules.values, **given.get("values", {})}),
        attributes=MappingProxyType(dict.fromkeys([*known, *named], "C")),
        associated=MappingProxyType({**rules.associated, **given.get("associated", {})}),
        asks_attribute=any(not m.get("add_attribute", True) for m in messages),
    )
    pile, void = tuple(given.get("pile", ())), tuple(given.get("void", ()))
    return State(
        MappingProxyType({**people, **figures}),
        book,
        MappingProxyType({TABLE: Deck(DECK, given.get("library_size", len(DECK)), pile, void)}),
        Hand(len(DECK)),  # the Dealer's characters play from the shared deck, and their hands are not counted
        in_combat=given.get("in_combat", False),
        breathers=given.get("breathers_used", 0),
        test=_test(given),
    )


def _player(name: str, facts: Facts, messages: Sequence[Mapping[str, Any]]) -> Character:
    """A case lists the whole hand, so all of it is known; the Features are those that its messages name."""
    hand = tuple(facts.get("hand", ()))
    return Character(
        name,
        name,
        MappingProxyType(dict(facts.get("attrs", {}))),
        len(hand),
        hand,
        experience=facts.get("exp", 0),
        defending=facts.get("defending", False),
        resting=facts.get("resting", False),
        level=facts.get("level", 1),
        hp=facts.get("hp", 0),
        max_hp=facts.get("max_hp"),
        reserve=facts.get("reserve", 0),
        clout=facts.get("clout", 0),
        speed=facts.get("speed", 0),
        max_speed=facts.get("max_speed", 0),
        guard=facts.get("guard", 0),
        guard_refresh=facts.get("guard_refresh", 0),
        weapons=tuple(_weapon(weapon, held) for weapon, held in facts.get("weapons", {}).items()),
        features=tuple(_used(m["feature"]) for m in messages if m["actor"] == name and "feature" in m),
        conditions=(*facts.get("conditions", ()), *((RESTRICTED,) if facts.get("restricted") else ())),
        effects=tuple(facts.get("effects", ())),
    )


def _used(facts: Facts) -> Feature:
    """With the tags that the rules know; together with a Skill Test it has that of a part of one."""
    own = (TEST_TAG,) if facts.get("with_skill_test") else ()
    return Feature(facts["name"], tags=(*facts.get("tags", ()), *own))


def _weapon(name: str, facts: Facts) -> Weapon:
    return Weapon(name, facts["low"], facts["high"], tuple(facts.get("suits", ())), facts.get("hands", 1))


def _test(given: Facts) -> Test | None:
    """A test in progress."""
    facts = given.get("test")
    if facts is None:
        return None
    played = tuple(Played(who, card, 0) for who, card in facts.get("played", {}).items())
    who, attribute, suit = facts["performer"], facts.get("attribute", ""), facts.get("suit", "C")
    return Test("skill_test", attribute, suit, (who,), False, required=facts.get("required"), played=played)


def _figure(name: str, facts: Facts) -> Character:
    return Character(name, DEALER, MappingProxyType(dict(facts.get("attrs", {}))))


def state_to_given(given: Facts, s: State) -> Facts:
    """The situation in the words of the format; what the rules do not keep stands as given."""
    people = given.get("players", {})
    return {
        **given,
        "players": {n: {**people[n], **_player_told(c)} for n, c in s.characters.items() if c.is_player},
        "in_combat": s.in_combat,
        "breathers_used": s.breathers,
        **({"test": {**given["test"], "required": s.test.required}} if "test" in given and s.test else {}),
        "pile": list(s.decks[TABLE].pile),
        "void": list(s.decks[TABLE].void),
        "library_size": s.decks[TABLE].library,
    }


def _player_told(c: Character) -> Facts:
    return {
        "hand": list(c.known),
        "exp": c.experience,
        "defending": c.defending,
        "resting": c.resting,
        "hp": c.hp,
        "reserve": c.reserve,
        "clout": c.clout,
        "speed": c.speed,
        "guard": c.guard,
        "conditions": [condition for condition in c.conditions if condition != RESTRICTED],
    }
