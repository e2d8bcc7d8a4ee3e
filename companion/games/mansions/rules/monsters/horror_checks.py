"""Horror checks: who sees a monster must bear it."""

from __future__ import annotations

from companion.engine.play import Rule
from companion.games.mansions.content import line_text
from companion.games.mansions.content.combat_lines import Horror, foe_of, horror_of, horrors
from companion.games.mansions.content.scenario import Effect
from companion.games.mansions.facts.events import G
from companion.games.mansions.rules.map.positions import monsters_in_range
from companion.games.mansions.rules.monsters.combat_text import (
    by_hand,
    follow,
    line_of,
    own_kind,
    read,
    tried,
    words_for,
)
from companion.games.mansions.rules.monsters.monsters import foremost
from companion.games.mansions.rules.story.event_stack import find, queue
from companion.games.mansions.state import Monster, Task
from companion.schema.prompt import Seat

HORROR_OUTCOMES = ("It is borne", "It is too much")


def check(g: G, seat: Seat) -> Rule[None]:
    """Against the most horrible monster in range; without one there is none. MOM-HORROR-1, MOM-HORROR-2, MOM-X-HORROR-1."""
    near = yield from monsters_in_range(g, seat)
    if not near:
        return
    name = yield from foremost(g, seat, "check horror against", near, lambda m: m.horror_rating, "MOM-HORROR-2")
    yield from face(g, seat, g.state.monsters[name])


def face(g: G, seat: Seat, monster: Monster) -> Rule[None]:
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
    asks = line_text.horror_asks(line, monster.horror_rating)
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
