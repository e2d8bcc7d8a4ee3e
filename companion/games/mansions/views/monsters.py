"""The monsters as the page draws them: their drawer, and which drawing stands for a monster or a token."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from companion.games.mansions.content import beasts
from companion.games.mansions.rules.actions import FOE
from companion.games.mansions.rules.map import LESS, MORE
from companion.games.mansions.rules.story import place_title
from companion.games.mansions.state import Monster, State
from companion.schema import Foe, Foes

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


TITLE = "Monsters"
UNSAID = "place not said"


def foes(s: State) -> Foes:
    """Every monster on the map. The options are those of `drawer`: whether they are open now, the page sees."""
    return Foes(TITLE, tuple(_foe(s, monster) for monster in s.monsters.values()))


def _foe(s: State, monster: Monster) -> Foe:
    name = monster.name
    return Foe(
        name,
        name,
        monster.health or 0,
        monster.damage,
        f"{{awareness}} {monster.awareness} · {{horror}} {monster.horror_rating} · {{brawn}} {monster.brawn}",
        place_title(s, monster.space) if monster.space else UNSAID,
        f"{MORE}:{name}",
        f"{LESS}:{name}",
        f"{FOE}:{name}",
        _is_now(s, monster),
        of_monster(monster),
    )


def _is_now(s: State, monster: Monster) -> bool:
    """Is it the one that acts, or the one that is read about?"""
    story = s.story
    if story is None:
        return False
    alone = story.phase == "monsters" and story.to_activate == (monster.name,)
    return alone or (story.aloud is not None and monster.name == _named(s, story.aloud.title))


def _named(s: State, title: str) -> str:
    """The monster of a title: "Cultist 2 activates" is not about the Cultist. "" = of none."""
    return max((name for name in s.monsters if name in title), key=len, default="")
