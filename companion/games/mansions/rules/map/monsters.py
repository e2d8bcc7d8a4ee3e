"""Monsters on the map: which one counts, barricades and Fire in their path, damage and defeat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from companion.engine import Rule, roll
from companion.games.mansions.content import DIE, SUCCESS
from companion.games.mansions.facts import (
    BarricadeDestroyed,
    DamageHealed,
    G,
    MonsterDefeated,
    MonsterHurt,
    MonsterMoved,
    MonsterRolled,
    Way,
)
from companion.games.mansions.named import choose_together, dice_of, monster_name
from companion.games.mansions.rules.map.spaces import border_refused, is_blocked
from companion.games.mansions.state import Monster, State, exact
from companion.i18n import _
from companion.schema import Faces, Option, Prompt, Refusal, Refused, Seat

NEEDED_TO_DESTROY = 2  # successes, MOM-BLOCK-5


def foremost_options(near: Sequence[Monster], rating: Literal["awareness", "horror_rating"]) -> list[Option]:
    """Return the monsters with the highest rating as options. MOM-EVADE-3, MOM-HORROR-2."""
    most = max(getattr(monster, rating) for monster in near)
    highest = [monster for monster in near if getattr(monster, rating) == most]
    return [Option(monster.name, monster_name(monster.name)) for monster in highest]


def hurt(g: G, name: str, number: int) -> None:
    """Damage a monster. Full damage defeats it in a scenario. MOM-ATTACK-6."""
    monster = g.state.monsters.get(name)
    if monster is None or number <= 0:
        return
    if g.state.story is None or monster.health is None:
        g.emit(MonsterHurt(name, number))
        return
    left = monster.health - monster.damage
    if left > 0:
        g.emit(MonsterHurt(name, min(number, left)))
    if number >= left:
        defeat(g, name)


def defeat(g: G, name: str) -> None:
    """Remove a monster. The scenario reacts once nothing else is under way."""
    g.emit(MonsterDefeated(name))


def monster_moves(g: G, monster: str, path: tuple[str, ...], roller: Seat, more: int = 0, clues: int = 0) -> Rule[None]:
    """Move a monster space by space. It must destroy barricades. MOM-BLOCK-2 to MOM-BLOCK-6.

    `more` dice come from effects. Spending `clues` on the roll is refused.
    """
    if clues:  # MOM-BLOCK-4
        sentence = _("The roll for a monster is not changed by clues.")
        raise Refused("NO_CONVERSION_FOR_MONSTER_ROLL", sentence, "MOM-BLOCK-4")
    for to in path:
        if monster not in g.state.monsters:
            return
        here = g.state.monsters[monster].space
        refusal = border_refused(g.state, here, to)
        if refusal is not None:
            raise refusal.error()
        if is_blocked(g.state, here, to):
            if (yield from roll_for(g, monster, roller, more)).count(SUCCESS) < NEEDED_TO_DESTROY:  # MOM-BLOCK-6
                return
            g.emit(BarricadeDestroyed((here, to)))  # MOM-BLOCK-5
        yield from enter(g, monster, to)


def roll_for(g: G, monster: str, roller: Seat, more: int) -> Rule[Faces]:
    """Roll brawn and effect dice. No reroll or clue applies. MOM-BLOCK-3, MOM-BLOCK-4."""
    dice = max(1, g.state.monsters[monster].brawn + more)
    whom = "" if roller in g.state.seats else _("Anybody")
    title = _(
        "roll {dice} for {monster} at the barricade, 2 successes needed",
        dice=dice_of(dice),
        monster=monster_name(monster),
    )
    prompt = roll(
        roller, title, DIE.sides, dice, "MOM-BLOCK-4", of=(DIE.kind,), key="barricade.monster", about=monster, whom=whom
    )
    faces = yield from g.some(prompt)
    g.emit(MonsterRolled(monster, faces))
    return faces


def activate(g: G, monster: str, path: tuple[str, ...]) -> Rule[None]:
    """Activate a monster. Each burning space on its path hurts it, the first one included. MOM-FIRE-5."""
    yield from singe(g, monster)
    if monster in g.state.monsters:
        yield from monster_moves(g, monster, path, "table")


def singe(g: G, monster: str) -> Rule[None]:
    """Hurt a monster that stands in Fire. MOM-FIRE-5."""
    if (yield from monster_stands_in_fire(g, monster)):
        hurt(g, monster, 1)


def monster_stands_in_fire(g: G, name: str) -> Rule[bool]:
    """Return whether a monster stands in Fire. On maps of tiles, ask the players."""
    monster = g.state.monsters.get(name)
    if monster is None or monster.space not in g.state.tokens.fire:
        return False
    if exact(g.state):
        return True
    answers = (Option("yes", _("yes: 1 damage")), Option("no", _("no")))
    title = _("does {monster} stand in Fire?", monster=monster_name(name))
    prompt = choose_together(title, answers, rule="MOM-FIRE-5", key="fire.monster", about=name)
    return (yield from g.one(prompt)) == "yes"


def enter(g: G, monster: str, to: str) -> Rule[None]:
    """Move a monster one space. MOM-FIRE-5."""
    g.emit(MonsterMoved(monster, to))
    yield from singe(g, monster)


MORE, LESS = "more", "less"
DEFEATED, NOT_YET = "defeated", "stay"


def damage_ways(s: State) -> tuple[Way, ...]:
    if s.story is None or not s.monsters:
        return ()
    options = [option for monster in s.monsters.values() for option in damage_buttons(monster)]
    title = _("the damage of monsters")
    prompt = choose_together(title, options, rule="MOM-ATTACK-6", at="foes", key="monsters.damage")
    return (Way(prompt, change_damage),)


def damage_buttons(monster: Monster) -> Iterator[Option]:
    foe = monster_name(monster.name)
    whole = None if monster.damage else Refusal("NO_DAMAGE", _("{monster} has no damage.", monster=foe))
    yield Option(f"{LESS}:{monster.name}", _("{monster}: 1 damage less", monster=foe), whole)
    yield Option(f"{MORE}:{monster.name}", _("{monster}: 1 damage more", monster=foe))


def change_damage(g: G, values: Faces) -> Rule[None]:
    """Handle one tap. At full health, ask whether the monster is defeated."""
    what, _colon, name = values[0].partition(":")
    if what == LESS:
        g.emit(DamageHealed(name, 1))
        return
    monster = g.state.monsters[name]
    if monster.health is None or monster.damage + 1 < monster.health:
        g.emit(MonsterHurt(name, 1))
        return
    options = [Option(DEFEATED, _("It is defeated")), Option(NOT_YET, _("Not yet"))]
    title = _("is {monster} defeated?", monster=monster_name(name))
    prompt = choose_together(title, options, rule="MOM-ATTACK-6", key="monster.defeated", about=name)
    is_defeated = (yield from g.one(prompt)) == DEFEATED
    if monster.damage < monster.health:
        g.emit(MonsterHurt(name, 1))
    if is_defeated:
        defeat(g, name)


def answers_beside_damage(g: G, prompt: Prompt) -> Rule[Faces]:
    """Ask a prompt while monster damage can be corrected; return its values."""
    while True:
        beside = damage_ways(g.state)
        answered, values = yield from g.first(prompt, *(way.prompt for way in beside))
        if answered is prompt:
            return values
        yield from beside[0].take(g, values) or ()


def answer_beside_damage(g: G, prompt: Prompt) -> Rule[str]:
    """Ask such a prompt and return its one value."""
    (value,) = yield from answers_beside_damage(g, prompt)
    return value
