"""The damage of monsters as the people put it right: one more, one less, while anything else is asked. MOM-ATTACK-6."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.play import Rule, choose
from companion.games.mansions.facts.cards_and_figures import DamageHealed
from companion.games.mansions.facts.events import G, MonsterHurt
from companion.games.mansions.rules.monsters.monsters import defeat
from companion.games.mansions.rules.options import Way
from companion.games.mansions.state import Monster, State
from companion.schema.prompt import TABLE, Faces, Option, Prompt, Refusal

MORE, LESS = "more", "less"
DEFEATED, NOT_YET = "defeated", "stay"


def ways(s: State) -> tuple[Way, ...]:
    """Plus and minus of every monster, where a scenario is under way."""
    if s.story is None or not s.monsters:
        return ()
    options = [option for monster in s.monsters.values() for option in pair(monster)]
    prompt = choose(TABLE, "Everybody: the damage of monsters", options, rule="MOM-ATTACK-6", at="foes")
    return (Way(prompt, taken),)


def pair(monster: Monster) -> Iterator[Option]:
    """Its two buttons."""
    whole = Refusal("NO_DAMAGE", f"{monster.name} has no damage.") if not monster.damage else None
    yield Option(f"{LESS}:{monster.name}", f"{monster.name}: 1 damage less", whole)
    yield Option(f"{MORE}:{monster.name}", f"{monster.name}: 1 damage more")


def taken(g: G, values: Faces) -> Rule[None]:
    """One tap. At its full health the people are asked whether it is defeated."""
    what, _, name = values[0].partition(":")
    if what == LESS:
        g.emit(DamageHealed(name, 1))
        return
    monster = g.state.monsters[name]
    if monster.health is None or monster.damage + 1 < monster.health:
        g.emit(MonsterHurt(name, 1))
        return
    options = [Option(DEFEATED, "It is defeated"), Option(NOT_YET, "Not yet")]
    said = yield from g.one(choose(TABLE, f"Everybody: is {name} defeated?", options, rule="MOM-ATTACK-6"))
    if monster.damage < monster.health:
        g.emit(MonsterHurt(name, 1))
    if said == DEFEATED:
        defeat(g, name)


def answers_beside_damage(g: G, prompt: Prompt) -> Rule[Faces]:
    """The values of a prompt beside which the damage of monsters may be put right, any number of times."""
    while True:
        beside = ways(g.state)
        answered, values = yield from g.first(prompt, *(way.prompt for way in beside))
        if answered is prompt:
            return values
        yield from beside[0].take(g, values)


def answer_beside_damage(g: G, prompt: Prompt) -> Rule[str]:
    """The one value of such a prompt."""
    (value,) = yield from answers_beside_damage(g, prompt)
    return value
