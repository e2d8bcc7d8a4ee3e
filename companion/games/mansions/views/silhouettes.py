"""Which of the page's drawings stands for a monster, and which sign for a token: by what their ids say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from companion.games.mansions.content.monsters import beasts
from companion.games.mansions.state import Monster

BY_NAME: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(words, re.IGNORECASE), drawing)
    for words, drawing in (
        (r"deep ?one|dagon|fish|drowned|serpent|snake|basilisk", "fish"),
        (r"cult|priest|druid|witch|wizard|warlock|monk|parishioner|thrall", "hood"),
        (r"ghost|wraith|shade|spirit|spectre|apparition|phantom", "spirit"),
        (r"byakhee|mi-?go|gaunt|wing|bat|raven|crow|horror|bee|moth", "winged"),
        (r"shoggoth|formless|crawling|slime|swarm|vampire", "many"),
        (r"star ?spawn|young|dunwich|lloigor|tentac|spawn|veil", "tentacled"),
        (r"skeleton|zombie|bones|mumm|corpse|dead", "bones"),
        (r"hound|beast|wolf|rat|shambler|cthonian|guardian|dog|cat", "beast"),
    )
)
"""A word in the name of its kind -> the drawing; the first that fits."""
BY_TRAIT: Mapping[str, str] = MappingProxyType(
    {"spirit": "spirit", "undead": "bones", "fleshless": "bones", "beast": "beast", "humanoid": "human", "horror": "tentacled"}
)  # fmt: skip
STRANGE = "many"  # nobody knows what it is

TOKENS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(f"^Token(?:{start})"), sign)
    for start, sign in (
        ("Search", "search"),
        ("Explore", "explore"),
        ("Sight", "sight"),
        ("Interact", "interact"),
        ("Investigators", "investigators"),
        ("Darkness", "darkness"),
        ("Fire", "fire"),
        ("Light", "light"),
        ("Door|TempleDoor", "door"),
        ("Wall|TempleWall", "wall"),
        ("Barricade", "barricade"),
        ("Secret", "secret"),
        ("Trapdoor|Sewer", "stairs"),
        ("Water", "water"),
        ("Rift", "rift"),
        ("Rubble|Overgrowth", "rubble"),
        ("Clue", "clue"),
        ("Dog|Cat$", "animal"),
        ("Common|Unique|Spell", "item"),
    )
)
"""How the type of a token begins -> its sign."""
PERSON = "person"  # most others are called as somebody


def of_monster(monster: Monster) -> str:
    """The drawing for a monster: by the name of its kind, else by its traits."""
    return of_kind(monster.kind or monster.name, monster.traits)


def of_kind(kind: str, traits: tuple[str, ...] = ()) -> str:
    """The drawing for a kind of monster.

    >>> of_kind("MonsterDeepOne"), of_kind("CustomMonsterX", ("beast",)), of_kind("CustomMonsterX")
    ('fish', 'beast', 'many')
    """
    by_name = next((drawing for words, drawing in BY_NAME if words.search(kind.removeprefix("Monster"))), "")
    return by_name or next((BY_TRAIT[trait] for trait in traits if trait in BY_TRAIT), STRANGE)


def of_token(kind: str) -> str:
    """The sign for a type of token.

    >>> of_token("TokenSearch"), of_token("TokenWallOutside"), of_token("TokenRedMan"), of_token("TokenCultist")
    ('search', 'wall', 'person', 'hood')
    """
    known = next((sign for start, sign in TOKENS if start.match(kind)), "")
    beast = beasts().get(f"Monster{kind.removeprefix('Token')}")
    return known or (of_kind(f"Monster{kind.removeprefix('Token')}", beast.traits) if beast is not None else PERSON)
