"""Convert the situation of a rule case: `given` to a State, and a State to the keys of `given`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.games.mansions.content import Item
from companion.games.mansions.state import Barricade, Harm, Investigator, Monster, PoolModifier, Space, State, Tokens

Facts: TypeAlias = Mapping[str, Any]


def situation(given: Facts) -> State:
    """The State that `given` lists, with the defaults of the format for the rest."""
    seats = {name: _investigator(name, facts) for name, facts in given.get("investigators", {}).items()}
    return State(
        seats=MappingProxyType(seats),
        items=MappingProxyType({name: _item(name, facts) for name, facts in given.get("items", {}).items()}),
        spaces=MappingProxyType({name: _space(facts) for name, facts in given.get("spaces", {}).items()}),
        tokens=_tokens(given.get("tokens", {})),
        cards=MappingProxyType({name: facts["trait"] for name, facts in given.get("cards", {}).items()}),
        monsters=MappingProxyType({n: _monster(n, facts) for n, facts in given.get("monsters", {}).items()}),
        phase=given.get("phase", "investigator"),
        modifiers=tuple(_modifier(facts) for facts in given.get("modifiers", ())),
        players=given.get("players", len(seats)),
    )


def _investigator(name: str, facts: Facts) -> Investigator:
    return Investigator(
        name=name,
        skills=MappingProxyType(dict(facts.get("skills", {}))),
        space=facts.get("space", ""),
        health=facts.get("health"),
        sanity=facts.get("sanity"),
        clues=facts.get("clues", 0),
        actions=facts.get("actions_left", 2),
        damage=Harm(**facts.get("damage", {})),
        horror=Harm(**facts.get("horror", {})),
        possessions=tuple(facts.get("possessions", ())),
        conditions=tuple(facts.get("conditions", ())),
        eliminated=facts.get("eliminated", False),
        extinguish_left=facts.get("extinguish_left", 0),
    )


def _monster(name: str, facts: Facts) -> Monster:
    return Monster(
        name=name,
        space=facts.get("space", ""),
        brawn=facts.get("brawn", 0),
        awareness=facts.get("awareness", 0),
        horror_rating=facts.get("horror_rating", 0),
        health=facts.get("health"),
        damage=facts.get("damage", 0),
    )


def _item(name: str, facts: Facts) -> Item:
    return Item(
        name,
        light_source=facts.get("light_source", False),
        spell=facts.get("kind", "item") == "spell",
        attack=facts.get("attack", ""),
    )


def _space(facts: Facts) -> Space:
    return Space(*(tuple(facts.get(key, ())) for key in ("adjacent", "doors", "impassable", "items")))


def _tokens(facts: Facts) -> Tokens:
    fire, darkness, lights, passages = (
        tuple(facts.get(key, ())) for key in ("fire", "darkness", "light_sources", "passages")
    )
    barricades = tuple(
        Barricade(frozenset(b["between"]), b["side"], b.get("blocking", True)) for b in facts.get("barricades", ())
    )
    search, explore, sight = (MappingProxyType(dict(facts.get(key, {}))) for key in ("search", "explore", "sight"))
    return Tokens(fire, darkness, lights, passages, barricades, search, explore, sight)


def _modifier(facts: Facts) -> PoolModifier:
    return PoolModifier(facts.get("add", 0), facts.get("who", ""), facts.get("skill", ""))


def state_to_given(s: State) -> Facts:
    """The situation with the keys of `given`."""
    return {
        "players": s.players,
        "investigators": {name: _told_investigator(who) for name, who in s.seats.items()},
        "spaces": {name: {"items": list(space.items)} for name, space in s.spaces.items()},
        "tokens": {
            "fire": list(s.tokens.fire),
            "darkness": list(s.tokens.darkness),
            "light_sources": list(s.tokens.light_sources),
            "passages": list(s.tokens.passages),
            "barricades": [
                {"between": sorted(b.between), "side": b.side, "blocking": b.blocking} for b in s.tokens.barricades
            ],
            "search": dict(s.tokens.search),
            "explore": dict(s.tokens.explore),
            "sight": dict(s.tokens.sight),
        },
        "phase": s.phase,
        "monsters": {
            m.name: {"space": m.space, "damage": m.damage, "health": m.health, "brawn": m.brawn}
            for m in s.monsters.values()
        },
    }


def _told_investigator(who: Investigator) -> Facts:
    return {
        "space": who.space,
        "actions_left": who.actions,
        "skills": dict(who.skills),
        "clues": who.clues,
        "health": who.health,
        "sanity": who.sanity,
        "damage": {"up": who.damage.up, "down": who.damage.down},
        "horror": {"up": who.horror.up, "down": who.horror.down},
        "conditions": list(who.conditions),
        "possessions": list(who.possessions),
        "eliminated": who.eliminated,
        "extinguish_left": who.extinguish_left,
    }
