"""Those in the story: their numbers, and what they carry and can do."""

from __future__ import annotations

from companion.games.draw_your_weapon.content.records import Feature, Weapon
from companion.games.draw_your_weapon.state import Character, State
from companion.games.draw_your_weapon.views.odds import named_suits
from companion.schema.view import Card, Cards, Count, Counters

WAYS = {"Attack": "attack", "Test": "part of a test", "Breather": "takes a Breather"}


def numbers(who: str, character: Character) -> Counters:
    """A player's character, as everybody may see it: the hand is a number."""
    return Counters(
        titled(character),
        (Count("Cards", character.hand), *body(character), *reserves(character), *learned(character)),
        who,
    )


def own_numbers(who: str, character: Character) -> Counters:
    """The same for whoever plays it, with attributes, and with what is seldom needed."""
    shown = numbers(who, character)
    speed = (Count("Speed", character.speed, character.max_speed or None),) if character.max_speed else ()
    level = (Count("Level", character.level),)
    return Counters(shown.title, shown.items + speed + level + attributes(character), who)


def figure_numbers(character: Character) -> Counters:
    """Somebody the Dealer plays, for the Dealer."""
    return Counters(titled(character), (*body(character), *attributes(character)))


def figure_in_sight(character: Character) -> Counters:
    """The same as the players see it in a fight: how it stands, not how strong it is."""
    return Counters(titled(character), body(character))


def titled(character: Character) -> str:
    """The name, and how things are with whoever bears it."""
    how = (
        *character.conditions,
        *(("on guard",) if character.defending else ()),
        *(("resting",) if character.resting else ()),
    )
    return " · ".join((character.name, *how))


def body(character: Character) -> tuple[Count, ...]:
    """HP where there are any, and what lies before them."""
    has_hp = character.max_hp is not None or character.hp
    hp = (Count("HP", character.hp, character.max_hp, bar=True),) if has_hp else ()
    return (*hp, *((Count("Guard", character.guard),) if character.guard or character.is_player else ()))


def reserves(character: Character) -> tuple[Count, ...]:
    return Count("Reserve", character.reserve), Count("Clout", character.clout)


def learned(character: Character) -> tuple[Count, ...]:
    return (Count("Experience", character.experience),) if character.experience else ()


def attributes(character: Character) -> tuple[Count, ...]:
    return tuple(Count(name.capitalize(), value) for name, value in character.attributes.items())


def carried(character: Character) -> tuple[Cards, ...]:
    """Weapons with the cards that they take, and Features with what they cost."""
    held = tuple(weapon_card(one) for one in character.in_hand)
    away = tuple(weapon_card(one) for one in character.weapons if one.name in character.away)
    can = tuple(feature_card(one) for one in character.features)
    blocks = (("In hand", held), ("Put away", away), ("Features", can))
    return tuple(Cards(title, cards) for title, cards in blocks if cards)


def weapon_card(weapon: Weapon) -> Card:
    return Card(f"weapon:{weapon.name}", weapon.name, weapon_note(weapon))


def feature_card(feature: Feature) -> Card:
    return Card(f"feature:{feature.name}", feature.name, feature_note(feature))


def weapon_note(weapon: Weapon) -> str:
    """Which cards can be played with it, and what else there is to know.

    >>> weapon_note(Weapon("mace", 4, 10, ("C",)))
    'cards from 4 to 10 · Clubs add Might'
    """
    hands = "" if weapon.hands == 1 else "both hands" if weapon.hands else "no hand"
    return " · ".join(
        filter(None, (f"cards from {weapon.low} to {weapon.high}", named_suits(weapon), hands, weapon.text))
    )


def feature_note(feature: Feature) -> str:
    """What it costs, how it is used, and what it does."""
    costs = [f"{n} {name}" for n, name in ((feature.reserve, "Reserve"), (feature.clout, "Clout")) if n]
    ways = [WAYS[tag] for tag in feature.tags if tag in WAYS]
    cards = [f"cards from {feature.low} to {feature.high}"] if feature.high else []
    return " · ".join([*costs, *ways, *cards, *([feature.text] if feature.text else [])])


def of_figure(s: State, who: str) -> tuple[Counters | Cards, ...]:
    """The sheet of a figure, for the Dealer: numbers, weapons, and what only the Dealer knows."""
    character = s.characters[who]
    notes = (Card(f"note:{who}", character.text),) if character.text else ()
    cards = (*map(weapon_card, character.weapons), *map(feature_card, character.features))
    return figure_numbers(character), *((Cards(character.name, notes + cards),) if notes or cards else ())
