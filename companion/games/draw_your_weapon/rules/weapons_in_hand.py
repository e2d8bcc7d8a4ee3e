"""Weapons in hand. A Weapon Attack needs one, and two hands limit them (DYW-WEAPON-1).

Taking or putting away a weapon is not an Action in chapter 5. The Dealer decides about the weapons of figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.engine import DECK, SUIT_NAMES, Rule, choose, count
from companion.games.draw_your_weapon.content import HANDS, Weapon
from companion.games.draw_your_weapon.facts import WeaponGained, WeaponPutAway, WeaponTaken
from companion.games.draw_your_weapon.state import Character, G, State, Way, card_value, players
from companion.i18n import _, from_data, listed
from companion.schema import DEALER, Faces, Option

TAKE_PREFIX, AWAY_PREFIX = "take:", "away:"


def in_the_way(character: Character, weapon: Weapon) -> Faces:
    """Return the fewest weapons that must be put away for this one, in the order of the sheet."""
    if not character.is_player:
        return ()
    held = [w for w in character.in_hand if w.hands and w.name != weapon.name]
    free, names = HANDS - sum(w.hands for w in held), []
    for other in held:
        if free >= weapon.hands:
            break
        names.append(other.name)
        free += other.hands
    return tuple(names)


def weapon_ways(s: State) -> Iterator[Way]:
    """Offer each player to take or put away a weapon with one tap."""
    for who in players(s):
        character = s.characters[who]
        options = [_option(character, weapon) for weapon in character.weapons if weapon.hands]
        if options and not character.resting and not character.is_down:
            prompt = choose(who, _("weapons in hand"), options, rule="DYW-WEAPON-1", at="menu", key="hands")
            yield Way(prompt, partial(_swap_weapon, who))


def _option(character: Character, weapon: Weapon) -> Option:
    if weapon.name not in character.away:
        return Option(f"{AWAY_PREFIX}{weapon.name}", _("Put the {weapon} away", weapon=from_data(weapon.name)))
    put_away = listed(_("the {weapon}", weapon=from_data(name)) for name in in_the_way(character, weapon))
    name = from_data(weapon.name)
    text = _("Take the {weapon} in hand", weapon=name)
    if put_away:
        text = _("Take the {weapon} in hand, and put {gone} away", weapon=name, gone=put_away)
    return Option(f"{TAKE_PREFIX}{weapon.name}", text)


def _swap_weapon(who: str, g: G, values: Faces) -> None:
    (chosen,) = values
    if chosen.startswith(AWAY_PREFIX):
        g.emit(WeaponPutAway(who, chosen.removeprefix(AWAY_PREFIX)))
    else:
        name = chosen.removeprefix(TAKE_PREFIX)
        weapon = next(w for w in g.state.characters[who].weapons if w.name == name)
        make_room(g, who, weapon)
        g.emit(WeaponTaken(who, name))


def make_room(g: G, who: str, weapon: Weapon) -> None:
    """Put away weapons until the hands for this one are free."""
    for name in in_the_way(g.state.characters[who], weapon):
        g.emit(WeaponPutAway(who, name))


def new_weapon(g: G, name: str) -> Rule[Weapon]:
    """Ask the Dealer for the range, suits and hands of a new weapon."""
    most = max(card_value(g.state, card) for card in DECK)
    title = _("the lowest value that {weapon} takes", weapon=name)
    low = yield from g.number(count(DEALER, title, 1, most, "DYW-WEAPON-3", key="weapon.low"))
    title = _("the highest value that {weapon} takes", weapon=name)
    high = yield from g.number(count(DEALER, title, low, most, "DYW-WEAPON-3", key="weapon.high"))
    title, suits = _("suits of {weapon}, if any", weapon=name), [Option(*suit) for suit in SUIT_NAMES.items()]
    suited = yield from g.some(choose(DEALER, title, suits, 0, len(suits), rule="DYW-WEAPON-4", key="weapon.suits"))
    title = _("hands that {weapon} needs", weapon=name)
    needed = yield from g.number(count(DEALER, title, 0, HANDS, "DYW-WEAPON-1", key="weapon.hands"))
    return Weapon(name, low, high, suited, needed)


def weapons_in_story(s: State) -> dict[str, Weapon]:
    return {weapon.name: weapon for character in s.characters.values() for weapon in character.weapons}


def give_weapon(g: G, who: str, name: str) -> Rule[None]:
    """Give a weapon that a character in the story has, or a new one with range and suits."""
    weapon = weapons_in_story(g.state).get(name) or (yield from new_weapon(g, name))
    make_room(g, who, weapon)
    g.emit(WeaponGained(who, weapon))
