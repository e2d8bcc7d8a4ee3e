"""Attack a monster: choose it, choose a weapon, test, and damage it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine import Rule, choose, count
from companion.games.mansions.content import (
    WEAPONS,
    Item,
    Weapon,
    asked,
    attack_lines,
    attack_test_text,
    attacks,
    damage_of,
    effects_text,
    foe_of,
)
from companion.games.mansions.facts import ActionSpent, G
from companion.games.mansions.named import WEAPON_WORDS, harm_of, monster_name
from companion.games.mansions.rules.map import NOT_NOW, STAY, attack_refused, burn, hurt
from companion.games.mansions.rules.monsters.combat_text import (
    carry_out_effects,
    draw_line,
    draw_text,
    make_test,
    own_kind,
    put_away,
    read_aloud,
    words_for,
)
from companion.games.mansions.rules.story import place_title, resolve_text
from companion.games.mansions.state import Monster, State, Task, exact
from companion.i18n import Text, _, from_data, joined
from companion.schema import Option, Seat

UNARMED: Weapon = "unarmed"
ATTACK_OUTCOMES = (_("A hit"), _("A miss"))
MOST_DAMAGE = 12  # upper limit of the damage that players enter
CARD_TITLES: dict[Weapon, Text] = {
    "heavy": _("Another heavy weapon"),
    "bladed": _("Another blade"),
    "firearm": _("Another firearm"),
    "spell": _("Another spell"),
    "unarmed": _("Unarmed"),
}


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon in use. `damage` None: printed on a card that the page does not know."""

    name: str
    weapon: Weapon
    damage: int | None
    ranged: bool


FISTS = Arm("unarmed", UNARMED, 0, ranged=False)


def attack_somebody(g: G, seat: Seat) -> Rule[None]:
    """Ask for the monster. MOM-ATTACK-1."""
    there = list(g.state.monsters.values())
    near = [monster for monster in there if attack_refused(g.state, seat, monster.name, ranged=True) is None]
    if len(near) == 1 and exact(g.state):
        yield from attack_one(g, seat, near[0].name)
        return
    options = [
        Option(
            monster.name, _name_and_place(g.state, monster), attack_refused(g.state, seat, monster.name, ranged=True)
        )
        for monster in there
    ]
    prompt = choose(seat, _("attack which monster?"), [*options, NOT_NOW], rule="MOM-ATTACK-1", key="attack.whom")
    name = yield from g.one(prompt)
    if name != STAY:
        yield from attack_one(g, seat, name)


def _name_and_place(s: State, monster: Monster) -> Text:
    name = monster_name(monster.name)
    return _("{monster}, {place}", monster=name, place=place_title(s, monster.space)) if monster.space else name


def attack_one(g: G, seat: Seat, name: str) -> Rule[None]:
    """Ask for the weapon, then attack. MOM-ATTACK-2 to MOM-ATTACK-6."""
    arms = {f"{place}:{arm.name}": arm for place, arm in enumerate(arms_of(g.state, seat))}
    options = [
        Option(key, _title_of_arm(arm), attack_refused(g.state, seat, name, ranged=arm.ranged))
        for key, arm in arms.items()
    ]
    title = _("attack {monster} with what?", monster=monster_name(name))
    prompt = choose(seat, title, [*options, NOT_NOW], rule="MOM-ATTACK-2", key="attack.weapon", about=name)
    key = yield from g.one(prompt)
    if key == STAY:
        return
    yield from strike(g, seat, g.state.monsters[name], arms[key])
    yield from burn(g, seat)


def arms_of(s: State, seat: Seat) -> tuple[Arm, ...]:
    """Return the possessions that can attack, fists, and generic weapons for unknown cards. MOM-ATTACK-2."""
    possessions = s.seats[seat].possessions
    known = (s.items[name] for name in possessions if name in s.items)
    own = tuple(arm_of(item) for item in known if item.attack or item.weapon)
    if exact(s) and all(name in s.items for name in possessions):
        return (*own, FISTS)
    others = (Arm(weapon, weapon, None, weapon in ("firearm", "spell")) for weapon in WEAPONS if weapon != UNARMED)
    return (*own, FISTS, *others)


def arm_of(item: Item) -> Arm:
    """Return a possession as a weapon. A melee weapon without a printed class is a heavy one."""
    ranged = item.attack == "ranged"
    printed = next((weapon for weapon in WEAPONS if weapon == item.weapon), None)
    weapon: Weapon = printed or ("spell" if item.spell else "firearm" if ranged else "heavy")
    return Arm(item.name, weapon, item.damage or None, ranged)


def _title_of_arm(arm: Arm) -> Text:
    if arm.name == arm.weapon:
        return CARD_TITLES[arm.weapon]
    card, weapon = from_data(arm.name), WEAPON_WORDS[arm.weapon]
    if not arm.damage:
        return _("{card} ({weapon})", card=card, weapon=weapon)
    return _("{card} ({weapon}, {harm})", card=card, weapon=weapon, harm=harm_of(arm.damage, "damage"))


def strike(g: G, seat: Seat, monster: Monster, arm: Arm) -> Rule[None]:
    """Attack with the scenario's text, or with a shipped line. MOM-ATTACK-5, MOM-X-ATTACK-1."""
    own = own_kind(g.state, monster)
    texts = (own.attacks.get(arm.weapon) or own.attacks.get(f"{arm.weapon}weapon") or ()) if own else ()
    if texts:
        yield from _attack_with_scenario_text(g, seat, monster, texts)
    else:
        yield from _attack_with_a_line(g, seat, monster, arm)


def _attack_with_a_line(g: G, seat: Seat, monster: Monster, arm: Arm) -> Rule[None]:
    pool = f"attack.{arm.weapon}"
    name = yield from draw_line(g, pool, attack_lines(arm.weapon, foe_of(monster.traits)))
    line = attacks(arm.weapon)[name]
    printed = arm.damage
    if printed is None and isinstance(line.damage, str) and "weapon" in line.damage:
        printed = yield from _ask_for_printed_damage(g, seat, arm)
    foe = monster_name(monster.name)
    g.emit(ActionSpent(seat, _("attack on {monster}", monster=foe)))
    text, passed, failed = words_for(g.state, monster, line.text, line.passed, line.failed)
    read_aloud(
        g, _title_of_attack(g, seat, monster), joined("\n", (text, attack_test_text(line, arm.weapon))), pool, name
    )
    task = Task(seat, line.skill, _("Attack {monster}", monster=foe), line.needed or 1, surplus=True)
    texts = (passed, joined(" ", (failed, effects_text(line.effects))))
    verdict = yield from make_test(g, task, texts, ATTACK_OUTCOMES)
    if verdict.passed:
        hurt(g, monster.name, damage_of(line, printed or 0, verdict.result))
    else:
        yield from carry_out_effects(g, line.effects, seat)


def _title_of_attack(g: G, seat: Seat, monster: Monster) -> Text:
    return _("{who} attacks {monster}", who=g.state.seats[seat].name, monster=monster_name(monster.name))


def _ask_for_printed_damage(g: G, seat: Seat, arm: Arm) -> Rule[int]:
    title, rule = _("which damage is printed on the card?"), "MOM-X-ATTACK-1"
    if arm.name != arm.weapon:
        title = _("which damage is printed on the card {card}?", card=from_data(arm.name))
    return (yield from g.number(count(seat, title, 0, MOST_DAMAGE, rule, key="attack.printed", about=arm.name)))


def _attack_with_scenario_text(g: G, seat: Seat, monster: Monster, texts: Sequence[str]) -> Rule[None]:
    raw = yield from draw_text(g, texts)
    title, text = _title_of_attack(g, seat, monster), resolve_text(g.state, raw)
    g.emit(ActionSpent(seat, _("attack on {monster}", monster=monster_name(monster.name))))
    read_aloud(g, title, text)
    if (mention := asked(raw)) is not None:
        test = mention.test
        yield from make_test(g, Task(seat, test.skill, title, test.needed, more=test.more, surplus=True))
        read_aloud(g, title, text)
    how_much, key = _("how much damage does {monster} suffer?", monster=monster_name(monster.name)), "attack.damage"
    prompt = count(seat, how_much, 0, MOST_DAMAGE, "MOM-ATTACK-6", key=key, about=monster.name)
    suffered = yield from g.number(prompt)
    put_away(g)
    hurt(g, monster.name, suffered)
