"""Add locations and enemies by hand that no file describes."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.engine import Rule, choose, count, distinct, write
from companion.games.arkham.content import Enemy, Location
from companion.games.arkham.facts import EnemyEngaged, EnemyEntered, LocationEntered, LocationRevealed, Moved
from companion.games.arkham.names import KEYWORD_NAMES
from companion.games.arkham.rules.in_play import clues_of, enter_play, free
from companion.games.arkham.state import G
from companion.i18n import Text, _, from_data
from companion.schema import Faces, Option, Seat


def new_location(g: G, seat: Seat) -> Rule[None]:
    """Add a location with connections in both directions."""
    hidden = [Option(p.title, from_data(p.title)) for p in g.state.locations.values() if p.hidden]
    question = _("what is the location called?")
    title = yield from g.one(write(seat, question, hidden, "By hand", key="location"))
    known = next((n for n, p in g.state.locations.items() if p.hidden and p.title == title), "")
    if known:
        g.emit(LocationEntered(known))
        return
    question = _("the shroud of {place}?", place=title)
    shroud = yield from g.number(count(seat, question, 0, 9, "By hand", key="location.shroud"))
    question = _("clues on {place} when it is revealed?", place=title)
    value = yield from g.number(count(seat, question, 0, 12, "By hand", key="location.clues"))
    others = [Option(name, from_data(place.title)) for name, place in g.state.locations.items() if not place.hidden]
    ways: Faces = ()
    if others:
        question = _("which locations does {place} connect to?", place=title)
        ways = yield from g.some(
            choose(seat, question, others, 0, len(others), "AH-ACT-MOVE-5", key="location.connects")
        )
    name, (x, y) = new_key(title, g.state.locations), next_position(len(g.state.locations))
    g.emit(LocationEntered(name, Location(title, shroud, 0, False, value, False, ways, x, y)))
    for other in ways:
        place = g.state.locations[other]
        if name not in place.connects:
            g.emit(LocationEntered(other, _connect(place, name)))
    homeless = [other for other in g.state.remaining if g.state.seats[other].location not in g.state.locations]
    for other in homeless:  # all investigators begin at the first location
        g.emit(Moved(other, "", name))
    if homeless:
        g.emit(LocationRevealed(name, clues_of(g.state, name)))


def _connect(place: Location, to: str) -> Location:
    return replace(place, connects=(*place.connects, to))


def new_enemy(g: G, seat: Seat) -> Rule[None]:
    """Ask for the name, numbers and keywords of a new enemy."""
    known = {foe.title: name for name, foe in g.state.enemies.items() if not foe.of}
    proposals = [Option(title, from_data(title)) for title in known]
    title = yield from g.one(write(seat, _("which enemy comes into play?"), proposals, "By hand", key="enemy"))
    if title in known:
        yield from enter_play(g, known[title], seat)
        return
    numbers = {}
    for what, (least, most) in NUMBER_RANGES.items():
        question = count(seat, _number_title(what, title), least, most, "By hand", key=f"enemy.{what}")
        numbers[what] = yield from g.number(question)
    words = [Option(word, name) for word, name in KEYWORD_NAMES.items()]
    keywords = _("keywords of {enemy}?", enemy=title)
    marks = yield from g.some(choose(seat, keywords, words, 0, len(words), "By hand", key="enemy.keywords"))
    traits = yield from _traits(g, seat, title)
    enemy = Enemy(
        title,
        "",
        traits=traits,
        fight=numbers["fight"],
        evade=numbers["evade"],
        health=numbers["health"],
        attack_damage=numbers["damage"],
        attack_horror=numbers["horror"],
        keywords=tuple(word for word in KEYWORD_NAMES if word in marks),
    )
    name = new_key(title, g.state.enemies)
    g.emit(EnemyEntered(name, g.state.seats[seat].location, enemy))
    if free(g.state, name):
        g.emit(EnemyEngaged(name, seat))  # the seat that drew it


NUMBER_RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"fight": (0, 9), "health": (1, 20), "evade": (0, 9), "damage": (0, 5), "horror": (0, 5)}
)
"""The numbers on an enemy card, and from where to where they go."""


def _number_title(what: str, enemy: str) -> Text:
    match what:
        case "fight":
            return _("the fight of {enemy}?", enemy=enemy)
        case "health":
            return _("the health of {enemy}?", enemy=enemy)
        case "evade":
            return _("the evade of {enemy}?", enemy=enemy)
        case "damage":
            return _("the damage of {enemy}?", enemy=enemy)
        case _horror:
            return _("the horror of {enemy}?", enemy=enemy)


def _traits(g: G, seat: Seat, title: str) -> Rule[Faces]:
    """Ask only for traits that the reference card counts. AH-ST-4-2."""
    counted = [(x.what, x.of) for ability in g.state.symbols.values() for x in ability.counts]
    effects = [effect for ability in g.state.symbols.values() for effect in ability.effects]
    counted += [(x.what, x.of) for effect in effects for x in (effect.condition, effect.times) if x is not None]
    wanted = distinct(of for what, of in counted if of and what.startswith("enemies"))
    if not wanted:
        return ()
    traits = [Option(trait, from_data(trait)) for trait in wanted]
    question = _("traits of {enemy}?", enemy=title)
    return (yield from g.some(choose(seat, question, traits, 0, len(traits), "By hand", key="enemy.traits")))


def new_key(title: str, taken: Container[str]) -> str:
    """Return a short unused name."""
    plain = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_") or "x"
    return next(name for name in _names(plain) if name not in taken)


def _names(plain: str) -> Iterator[str]:
    yield plain
    yield from (f"{plain}_{n}" for n in range(2, 1000))


def next_position(place: int) -> tuple[float, float]:
    """Return the position of the next location, in rows of three."""
    return 1.0 + 2.0 * (place % 3), 1.0 + 1.5 * (place // 3)
