"""Evade checks before leaving a monster's space or acting in it, and horror checks of whoever sees one."""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.engine import Rule
from companion.games.mansions.content import (
    Effect,
    Horror,
    effects_text,
    evade_asks,
    evades,
    foe_of,
    horror_asks,
    horror_of,
    horrors,
    needed_to_evade,
)
from companion.games.mansions.facts import EvadeOwed, EvadeResolved, EventLeft, G
from companion.games.mansions.rules.map import foremost, monsters_in_range, same_space
from companion.games.mansions.rules.monsters.combat_text import (
    by_hand,
    follow,
    line_of,
    own_kind,
    read,
    tried,
    words_for,
)
from companion.games.mansions.rules.story import find, queue
from companion.games.mansions.state import Monster, Task
from companion.schema import Seat

EVADE_OUTCOMES = ("Past it", "Caught")
# free: on with it · caught: the action is lost · waiting: the story's own words come first
Evaded: TypeAlias = Literal["free", "caught", "waiting"]


def evade_check(g: G, seat: Seat) -> Rule[Evaded]:
    """Against the most aware monster of the space, before leaving it or acting in it. MOM-EVADE-1 to MOM-EVADE-4."""
    if g.state.seats[seat].evaded:
        return "free"
    there = yield from same_space(g, seat)
    if not there:
        return "free"
    name = yield from foremost(g, seat, "evade", there, lambda m: m.awareness, "MOM-EVADE-4")
    return (yield from evade(g, seat, g.state.monsters[name]))


def evade(g: G, seat: Seat, monster: Monster) -> Rule[Evaded]:
    """Against one monster, with the scenario's words for it or ours. MOM-EVADE-5."""
    if g.state.story is None:
        yield from by_hand(g, seat, "evade check against", monster.name, "MOM-EVADE-5")
        g.emit(EvadeResolved(seat, monster.name))
        return "free"
    own = own_kind(g.state, monster)
    if own is not None and own.evade and find(g.state, own.evade) is not None:
        story_words_first(g, seat, monster, own.evade)
        return "waiting"
    return (yield from _evade_with_a_line(g, seat, monster))


def story_words_first(g: G, seat: Seat, monster: Monster, event: str) -> None:
    """The event runs next; afterwards what was begun is begun again, without another check."""
    story = g.state.story
    if story is not None and story.shown is not None:
        g.emit(EventLeft(story.shown.event))
    g.emit(EvadeOwed(seat, monster.name))
    queue(g, event, seat)


def _evade_with_a_line(g: G, seat: Seat, monster: Monster) -> Rule[Evaded]:
    foe = foe_of(monster.traits)
    pool = f"evade.{foe}"
    name = yield from line_of(g, pool, evades(foe))
    line = evades(foe)[name]
    text, passed, failed = words_for(g.state, monster, line.text, line.passed, line.failed)
    who = g.state.seats[seat].name
    asks = evade_asks(line, monster.awareness)
    read(g, f"{who} evades {monster.name}", f"{text}\n{asks}", pool, name)
    task = Task(seat, line.skill, f"Evade {monster.name}", needed_to_evade(line, monster.awareness))
    hurts = effects_text(line.effects, line.ends_action)
    verdict = yield from tried(g, task, passed, f"{failed} {hurts}".strip(), EVADE_OUTCOMES)
    g.emit(EvadeResolved(seat, monster.name))
    if verdict.passed:
        return "free"
    yield from follow(g, line.effects, seat)
    return "caught" if line.ends_action else "free"


HORROR_OUTCOMES = ("It is borne", "It is too much")


def check_horror(g: G, seat: Seat) -> Rule[None]:
    """Against the most horrible monster in range; without one there is none. MOM-HORROR-1, MOM-HORROR-2, MOM-X-HORROR-1."""
    near = yield from monsters_in_range(g, seat)
    if not near:
        return
    name = yield from foremost(g, seat, "check horror against", near, lambda m: m.horror_rating, "MOM-HORROR-2")
    yield from check_horror_against(g, seat, g.state.monsters[name])


def check_horror_against(g: G, seat: Seat, monster: Monster) -> Rule[None]:
    """Against one monster, with the scenario's words for it or ours. MOM-HORROR-1."""
    if g.state.story is None:
        yield from by_hand(g, seat, "horror check against", monster.name, "MOM-HORROR-1")
        return
    own = own_kind(g.state, monster)
    if own is not None and own.horror_event and find(g.state, own.horror_event) is not None:
        queue(g, own.horror_event, seat)
    elif monster.horror_rating > 0:
        yield from _horror_with_a_line(g, seat, monster)


def _horror_with_a_line(g: G, seat: Seat, monster: Monster) -> Rule[None]:
    foe = foe_of(monster.traits)
    pool = f"horror.{foe}"
    name = yield from line_of(g, pool, horrors(foe))
    line = horrors(foe)[name]
    text, passed, failed = words_for(g.state, monster, line.text, line.passed, line.failed)
    who = g.state.seats[seat].name
    asks = horror_asks(line, monster.horror_rating)
    read(g, f"{who} sees {monster.name}", f"{text}\n{asks}", pool, name)
    amount = horror_of(line, monster.horror_rating)
    verdict = yield from tried(g, _task(seat, monster, line, amount), passed, failed, HORROR_OUTCOMES)
    if line.needed is not None and not verdict.passed:
        yield from follow(g, (Effect("horror", amount, facing=line.facing),), seat)


def _task(seat: Seat, monster: Monster, line: Horror, amount: int) -> Task:
    """All or nothing where successes are needed, else each prevents one."""
    title = f"Bear the sight of {monster.name}"
    if line.needed is not None:
        return Task(seat, line.skill, title, line.needed)
    return Task(seat, line.skill, title, injury="horror", amount=amount, facing=line.facing)
