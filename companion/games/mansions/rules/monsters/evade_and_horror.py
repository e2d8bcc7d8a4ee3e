"""Evade checks before an action or a step away, and horror checks at the sight of a monster."""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.engine import Rule, choose
from companion.games.mansions.content import (
    Effect,
    Horror,
    effects_text,
    evade_test_text,
    evades,
    foe_of,
    horror_of,
    horror_test_text,
    horrors,
    needed_to_evade,
)
from companion.games.mansions.facts import EvadeOwed, EvadeResolved, EventLeft, G
from companion.games.mansions.named import monster_name
from companion.games.mansions.rules.map import foremost_options, monsters_in_range, same_space
from companion.games.mansions.rules.monsters.combat_text import (
    carry_out_effects,
    draw_line,
    make_test,
    own_kind,
    read_aloud,
    resolve_by_hand,
    words_for,
)
from companion.games.mansions.rules.story import find_component, queue
from companion.games.mansions.state import Monster, Task
from companion.i18n import _, joined
from companion.schema import Seat

EVADE_OUTCOMES = (_("Past it"), _("Caught"))
# free: go on, caught: the action is lost, waiting: the scenario's own event runs first
Evaded: TypeAlias = Literal["free", "caught", "waiting"]


def evade_check(g: G, seat: Seat) -> Rule[Evaded]:
    """Check against the most aware monster of the space. MOM-EVADE-1 to MOM-EVADE-4."""
    if g.state.seats[seat].evaded:
        return "free"
    there = yield from same_space(g, seat)
    if not there:
        return "free"
    tied = foremost_options(there, "awareness")
    prompt = choose(seat, _("evade which monster?"), tied, rule="MOM-EVADE-4", key="evade.which")
    name = tied[0].id if len(tied) == 1 else (yield from g.one(prompt))
    return (yield from evade(g, seat, g.state.monsters[name]))


def evade(g: G, seat: Seat, monster: Monster) -> Rule[Evaded]:
    """Check against one monster, with the scenario's event or a shipped line. MOM-EVADE-5."""
    if g.state.story is None:
        title = _("resolve the evade check against {monster}", monster=monster_name(monster.name))
        yield from resolve_by_hand(g, seat, title, monster.name, "MOM-EVADE-5")
        g.emit(EvadeResolved(seat, monster.name))
        return "free"
    own = own_kind(g.state, monster)
    if own is not None and own.evade and find_component(g.state, own.evade) is not None:
        if g.state.story.shown is not None:
            g.emit(EventLeft(g.state.story.shown.event))
        g.emit(EvadeOwed(seat, monster.name))  # the interrupted action starts again later, without another check
        queue(g, own.evade, seat)
        return "waiting"
    return (yield from _evade_with_a_line(g, seat, monster))


def _evade_with_a_line(g: G, seat: Seat, monster: Monster) -> Rule[Evaded]:
    kind = foe_of(monster.traits)
    pool = f"evade.{kind}"
    name = yield from draw_line(g, pool, evades(kind))
    line = evades(kind)[name]
    text, passed, failed = words_for(g.state, monster, line.text, line.passed, line.failed)
    who, foe = g.state.seats[seat].name, monster_name(monster.name)
    aloud = joined("\n", (text, evade_test_text(line, monster.awareness)))
    read_aloud(g, _("{who} evades {monster}", who=who, monster=foe), aloud, pool, name)
    task = Task(seat, line.skill, _("Evade {monster}", monster=foe), needed_to_evade(line, monster.awareness))
    texts = (passed, joined(" ", (failed, effects_text(line.effects, line.ends_action))))
    verdict = yield from make_test(g, task, texts, EVADE_OUTCOMES)
    g.emit(EvadeResolved(seat, monster.name))
    if verdict.passed:
        return "free"
    yield from carry_out_effects(g, line.effects, seat)
    return "caught" if line.ends_action else "free"


HORROR_OUTCOMES = (_("It is borne"), _("It is too much"))


def check_horror(g: G, seat: Seat) -> Rule[None]:
    """Check against the most horrible monster in range, if any. MOM-HORROR-1, MOM-HORROR-2, MOM-X-HORROR-1."""
    near = yield from monsters_in_range(g, seat)
    if not near:
        return
    tied = foremost_options(near, "horror_rating")
    title = _("check horror against which monster?")
    prompt = choose(seat, title, tied, rule="MOM-HORROR-2", key="horror.which")
    name = tied[0].id if len(tied) == 1 else (yield from g.one(prompt))
    yield from check_horror_against(g, seat, g.state.monsters[name])


def check_horror_against(g: G, seat: Seat, monster: Monster) -> Rule[None]:
    """Check against one monster, with the scenario's event or a shipped line. MOM-HORROR-1."""
    if g.state.story is None:
        title = _("resolve the horror check against {monster}", monster=monster_name(monster.name))
        yield from resolve_by_hand(g, seat, title, monster.name, "MOM-HORROR-1")
        return
    own = own_kind(g.state, monster)
    if own is not None and own.horror_event and find_component(g.state, own.horror_event) is not None:
        queue(g, own.horror_event, seat)
    elif monster.horror_rating > 0:
        yield from _horror_with_a_line(g, seat, monster)


def _horror_with_a_line(g: G, seat: Seat, monster: Monster) -> Rule[None]:
    kind = foe_of(monster.traits)
    pool = f"horror.{kind}"
    name = yield from draw_line(g, pool, horrors(kind))
    line = horrors(kind)[name]
    text, passed, failed = words_for(g.state, monster, line.text, line.passed, line.failed)
    who, foe = g.state.seats[seat].name, monster_name(monster.name)
    aloud = joined("\n", (text, horror_test_text(line, monster.horror_rating)))
    read_aloud(g, _("{who} sees {monster}", who=who, monster=foe), aloud, pool, name)
    amount = horror_of(line, monster.horror_rating)
    verdict = yield from make_test(g, _task(seat, monster, line, amount), (passed, failed), HORROR_OUTCOMES)
    if line.needed is not None and not verdict.passed:
        yield from carry_out_effects(g, (Effect("horror", amount, facing=line.facing),), seat)


def _task(seat: Seat, monster: Monster, line: Horror, amount: int) -> Task:
    """Fail or pass as a whole where successes are needed; otherwise each success prevents one horror."""
    title = _("Bear the sight of {monster}", monster=monster_name(monster.name))
    if line.needed is not None:
        return Task(seat, line.skill, title, line.needed)
    return Task(seat, line.skill, title, injury="horror", amount=amount, facing=line.facing)
