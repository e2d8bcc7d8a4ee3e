"""Spaces and positions: neighbours, paths, range, light and Darkness. On maps of tiles, ask the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from companion.engine import Rule, choose
from companion.games.mansions.content import tile_holding
from companion.games.mansions.facts import DarknessPlaced, G, MonsterSeen
from companion.games.mansions.named import choose_together, monster_name
from companion.games.mansions.state import Barricade, Monster, Space, State, exact, story_of
from companion.i18n import _, from_data
from companion.schema import Option, Refusal, Refused, Seat, Words

RANGE = 3  # spaces, MOM-RANGE-1
UNEXPLORED = _("what lies beyond")


def are_adjacent(s: State, a: str, b: str) -> bool:
    """Return whether two spaces touch. Doors and impassable borders count (MOM-BORDER-1), as do passages (MOM-PASSAGE-1)."""
    return b in _beside(s, a) or a in _beside(s, b) or are_joined(s, a, b)


def are_joined(s: State, a: str, b: str) -> bool:
    """Return whether a Secret Passage joins two spaces. MOM-PASSAGE-1."""
    return a != b and a in s.tokens.passages and b in s.tokens.passages


def neighbours(s: State, space: str) -> tuple[str, ...]:
    return tuple(other for other in s.spaces if are_adjacent(s, space, other) and is_revealed(s, other))


def barricade(s: State, a: str, b: str) -> Barricade | None:
    return next((barrier for barrier in s.tokens.barricades if barrier.between == {a, b}), None)


def is_blocked(s: State, a: str, b: str) -> bool:
    barrier = barricade(s, a, b)
    return barrier is not None and barrier.blocking


def border_refused(s: State, a: str, b: str) -> Refusal | None:
    """Return why no figure crosses a border, or None. Ignores barricades. MOM-BORDER-3.

    On maps of tiles, players judge.
    """
    if not exact(s):
        return None
    here, there = space_title(s, a), space_title(s, b)
    if not are_adjacent(s, a, b):
        sentence = _("{there.cap} is not adjacent to {here}.", there=there, here=here)
        return Refusal("NOT_ADJACENT", sentence, "MOM-BORDER-1")
    walls = s.spaces.get(a, Space()).impassable, s.spaces.get(b, Space()).impassable
    if (b in walls[0] or a in walls[1]) and not are_joined(s, a, b):
        sentence = _("The border between {here} and {there} is impassable.", here=here, there=there)
        return Refusal("IMPASSABLE_BORDER", sentence, "MOM-BORDER-3")
    return None


def is_revealed(s: State, name: str) -> bool:
    """Return whether a space is on the table. A space without a tile always is."""
    room = s.story.scenario.rooms.get(name) if s.story else None
    return room is None or s.story is None or not room.tile or room.tile in s.story.board


def space_title(s: State, name: str) -> Words:
    """Return the title of a space. Unexplored spaces stay secret."""
    room = s.story.scenario.rooms.get(name) if s.story else None
    if room is None:
        return name
    return from_data(room.title) if is_revealed(s, name) else UNEXPLORED


def way_refused(s: State, a: str, b: str) -> Refusal | None:
    """Return why an investigator cannot cross a border, or None. MOM-BORDER-3, MOM-BLOCK-1."""
    refusal = border_refused(s, a, b)
    here, there = space_title(s, a), space_title(s, b)
    if refusal is None and not is_revealed(s, b):
        sentence = _("What lies beyond is unknown: explore first.")
        return Refusal("NOT_EXPLORED", sentence, "MOM-EXPLORE-1")
    if refusal is None and is_blocked(s, a, b):
        sentence = _("A barricade blocks the way from {here} to {there}.", here=here, there=there)
        return Refusal("BLOCKED_BY_BARRICADE", sentence, "MOM-BLOCK-1")
    return refusal


def distance(s: State, a: str, b: str) -> int | None:
    """Count the spaces between two, across impassable borders but not through doors or passages. MOM-RANGE-2."""
    seen, edge, steps = {a}, {a}, 0
    while b not in edge:
        edge = {near for space in edge for near in _open_to(s, space)} - seen
        if not edge:
            return None
        seen |= edge
        steps += 1
    return steps


def in_range(s: State, a: str, b: str) -> bool:
    """Return whether two spaces are within range. MOM-RANGE-1, MOM-X-RANGE-1."""
    far = distance(s, a, b)
    return far is not None and far <= RANGE


def known_monster(s: State, monster: str) -> Monster:
    """Return a monster of the map. Raises Refused for an unknown name."""
    if monster not in s.monsters:
        raise Refused("NOT_SAME_PLACE", _("There is no such monster on the map."))
    return s.monsters[monster]


def attack_refused(s: State, seat: Seat, monster: str, *, ranged: bool) -> Refusal | None:
    """Return why a monster cannot be attacked, or None. On maps of tiles, players judge. MOM-ATTACK-3, MOM-ATTACK-4."""
    if not exact(s):
        return None
    here, there = s.seats[seat].space, known_monster(s, monster).space
    far = distance(s, here, there)
    foe, who = monster_name(monster), s.seats[seat].name
    if not ranged and there != here:
        sentence = _("{monster} is not in the space of {who}.", monster=foe, who=who)
        return Refusal("NOT_SAME_PLACE", sentence, "MOM-ATTACK-3")
    if ranged and (far is None or far > RANGE):
        return Refusal("OUT_OF_RANGE", _("{monster} is not within range, 3 spaces.", monster=foe), "MOM-RANGE-1")
    return None


def any_attack_refused(s: State, seat: Seat) -> Refusal | None:
    if any(attack_refused(s, seat, name, ranged=True) is None for name in s.monsters):
        return None
    sentence = _("No monster is within range of {who}.", who=s.seats[seat].name)
    return Refusal("OUT_OF_RANGE", sentence, "MOM-RANGE-1")


def in_darkness(s: State, space: str) -> bool:
    """Return whether Darkness counts in a space. Light or Fire here or next to it cancels it. MOM-DARK-1, MOM-DARK-2."""
    if space not in s.tokens.darkness:
        return False
    bright = lit_spaces(s) | set(s.tokens.fire)
    return space not in bright and not any(are_adjacent(s, space, other) for other in bright)


def lit_spaces(s: State) -> frozenset[str]:
    """Return the spaces with a Light Source: a token, a dropped one or a carried one. MOM-DARK-3."""
    lights = light_sources(s)
    lying = {name for name, space in s.spaces.items() if lights & set(space.items)}
    carried = {who.space for who in s.seats.values() if lights & set(who.possessions) and not who.eliminated}
    return frozenset(lying | carried | set(s.tokens.light_sources))


def light_sources(s: State) -> frozenset[str]:
    return frozenset(name for name, item in s.items.items() if item.light_source)


def place_darkness(g: G, space: str) -> None:
    """Place Darkness, one a space. MOM-DARK-4."""
    if space in g.state.tokens.darkness:
        raise Refused("ALREADY_DARK", _("There is Darkness in that space already."), "MOM-DARK-4")
    g.emit(DarknessPlaced(space))


def _beside(s: State, name: str) -> tuple[str, ...]:
    space = s.spaces.get(name)
    return () if space is None else space.adjacent + space.doors + space.impassable


def _open_to(s: State, name: str) -> set[str]:
    here = s.spaces.get(name, Space())
    near = {other: space for other, space in s.spaces.items() if other in _beside(s, name) or name in _beside(s, other)}
    return {other for other, space in near.items() if other not in here.doors and name not in space.doors}


STAY, UNSAID = "stay", "unsaid"
NOT_NOW = Option(STAY, _("Not now"))


def places(s: State) -> tuple[str, ...]:
    """Return the places a figure can stand in: the spaces on the table, or its tiles."""
    if exact(s):
        return tuple(name for name in s.spaces if is_revealed(s, name))
    return tuple(component.name for component in story_of(s).placed if component.kind == "tile")


def same_space(g: G, seat: Seat) -> Rule[tuple[Monster, ...]]:
    here = g.state.seats[seat].space
    if exact(g.state):
        return tuple(monster for monster in g.state.monsters.values() if monster.space == here)
    maybe = tuple(
        monster for monster in g.state.monsters.values() if not monster.space or not here or monster.space == here
    )
    there = yield from _ask_which_are_near(g, seat, maybe, "beside")
    for monster in there if here else ():
        if monster.space != here:  # the same space is the same tile
            g.emit(MonsterSeen(monster.name, here))
    return there


def monsters_in_range(g: G, seat: Seat) -> Rule[tuple[Monster, ...]]:
    """Return the monsters within range of an investigator. MOM-RANGE-1."""
    here = g.state.seats[seat].space
    if exact(g.state):
        return tuple(monster for monster in g.state.monsters.values() if in_range(g.state, here, monster.space))
    return (yield from _ask_which_are_near(g, seat, tuple(g.state.monsters.values()), "range"))


Where: TypeAlias = Literal["beside", "range"]


def _ask_which_are_near(g: G, seat: Seat, maybe: Sequence[Monster], where: Where) -> Rule[tuple[Monster, ...]]:
    if not maybe:
        return ()
    key, who = f"monsters.{where}", g.state.seats[seat].name
    if len(maybe) == 1:
        (monster,) = maybe
        answers = (Option("yes", _("yes")), Option("no", _("no")))
        title = _("is {monster} within range, three spaces, of {who}?", monster=monster_name(monster.name), who=who)
        if where == "beside":
            title = _("is {monster} in the same space as {who}?", monster=monster_name(monster.name), who=who)
        is_there = yield from g.one(choose(seat, title, answers, rule="MOM-RANGE-1", key=key, about=monster.name))
        return (monster,) if is_there == "yes" else ()
    title = _("which of these are within range, three spaces, of {who}?", who=who)
    if where == "beside":
        title = _("which of these are in the same space as {who}?", who=who)
    options = [Option(monster.name, monster_name(monster.name)) for monster in maybe]
    names = yield from g.some(choose(seat, title, options, 0, len(maybe), "MOM-RANGE-1", key=key))
    return tuple(monster for monster in maybe if monster.name in names)


def monsters_in(s: State, space: str) -> tuple[Monster, ...]:
    return tuple(monster for monster in s.monsters.values() if monster.space == space)


def companions(s: State, seat: Seat) -> tuple[Seat, ...]:
    here = s.seats[seat].space
    others = ((other, who) for other, who in s.seats.items() if other != seat and not who.eliminated)
    if exact(s):
        return tuple(other for other, who in others if who.space == here)
    return tuple(other for other, who in others if not here or not who.space or who.space == here)


def stands_in_fire(g: G, seat: Seat) -> Rule[bool]:
    here, fire = g.state.seats[seat].space, g.state.tokens.fire
    if exact(g.state):
        return here in fire
    if not fire or (here and here not in fire):
        return False
    name = g.state.seats[seat].name
    answers = (Option("yes", _("yes: one facedown damage")), Option("no", _("no")))
    title = _("is there Fire in the space of {who}?", who=name)
    return (yield from g.one(choose(seat, title, answers, key="fire.here"))) == "yes"


def find_companions(g: G, seat: Seat) -> Rule[tuple[Seat, ...]]:
    maybe = companions(g.state, seat)
    if not maybe or exact(g.state):
        return maybe
    title, who = _("who is in the same space as {who}?", who=g.state.seats[seat].name), seat_options(g.state, maybe)
    return (yield from g.some(choose_together(title, who, 0, len(maybe), key="companions", about=seat)))


def seat_options(s: State, seats: tuple[Seat, ...]) -> tuple[Option, ...]:
    return tuple(Option(seat, s.seats[seat].name) for seat in seats)


def tile_at(s: State, at: tuple[float, float]) -> str:
    """Return the tile on the table that holds a point (x, y up), or ""."""
    return tile_holding(s.story.placed, at) if s.story is not None else ""
