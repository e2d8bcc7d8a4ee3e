"""What things are called in plain words, by their ids ("MonsterDeepOne") and by the keys of the official texts ("TILE_YARD_1_MAD20")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from companion.games.mansions.content.boxes import product
from companion.games.mansions.content.printed import beasts, printed_cards
from companion.games.mansions.content.tiles import tiles

PREFIXES = (
    "TileSide", "Tile", "CustomMonster", "Monster", "ItemCommon", "ItemUnique", "ItemSpell", "Item", "QItem",
    "TokenCommon", "TokenUnique", "TokenSpell", "Token", "Hero", "Spawn", "Event", "Puzzle", "UI",
)  # fmt: skip
"""What an id begins with and nobody says; the longer stand first."""
KEY_PREFIXES = {
    "TILE": "TileSide", "MONSTER": "Monster", "UNIQUE_MONSTER": "Monster", "COMMON_ITEM": "ItemCommon",
    "UNIQUE_ITEM": "ItemUnique", "SPELL": "ItemSpell", "UI": "", "INVESTIGATOR": "Hero", "TOKEN": "Token",
}  # fmt: skip
"""How a key of the official texts begins -> how the id of the same thing begins."""
CARD_TOKENS = {"TokenCommon": "ItemCommon", "TokenUnique": "ItemUnique", "TokenSpell": "ItemSpell"}
SMALL_WORDS = frozenset(("a", "an", "and", "for", "from", "in", "of", "on", "the", "to", "with"))
PRODUCT = re.compile(r"_?(MAD\d\d)$")
WORDS = re.compile(r"Mc[A-Z][a-z]+|[A-Z]+(?![a-z'])|[A-Z]?[a-z']+|\d+x\d+|\d+")


def official_title(id: str) -> str:
    """The name of a thing.

    >>> [official_title(id) for id in ("MonsterDeepOne", "TileSideFoyer1", "ItemCommon41Derringer", "TokenRichardBechman")]
    ['Deep One', 'Foyer 1', '.41 Derringer', 'Richard Bechman']
    """
    known = _known().get(id) or _known().get(_as_card(id))
    if known:
        return known
    bare = next((id.removeprefix(one) for one in PREFIXES if id.startswith(one) and len(id) > len(one)), id)
    return worded(bare) or id


def official(key: str) -> str:
    """The name behind a key of the official texts: of the thing itself where we know it, else the words of the key.

    >>> official("TILE_TOWN_SQUARE_MAD20"), official("COMMON_ITEM_38_REVOLVER"), official("UI_PASS")
    ('Town Square', '.38 Revolver', 'Pass')
    """
    bare = PRODUCT.sub("", key)
    if not bare:
        return product(key) or key
    start = next((one for one in sorted(KEY_PREFIXES, key=len, reverse=True) if bare.startswith(f"{one}_")), "")
    rest = bare.removeprefix(f"{start}_") if start else bare
    stem = f"{KEY_PREFIXES.get(start, '')}{rest}"
    return _squashed().get(_squash(stem)) or worded(rest.replace("_", " ").title()) or key


def worded(bare: str) -> str:
    """Words out of an id: "HoundOfTindalos" -> "Hound of Tindalos"."""
    words = [word for part in bare.replace("_", " ").split() for word in WORDS.findall(part) or [part]]
    return " ".join(word.lower() if place and word.lower() in SMALL_WORDS else word for place, word in enumerate(words))


def _as_card(id: str) -> str:
    """A token that stands for a card is called as the card."""
    start = next((one for one in CARD_TOKENS if id.startswith(one)), "")
    return f"{CARD_TOKENS[start]}{id.removeprefix(start)}" if start else id


@cache
def _known() -> Mapping[str, str]:
    found = {name: side.title for name, side in tiles().items()}
    found |= {name: beast.title for name, beast in beasts().items()}
    return MappingProxyType(found | {name: card.title for name, card in printed_cards().items()})


@cache
def _squashed() -> Mapping[str, str]:
    """The same by ids without large letters: keys do not say where a word begins with a number."""
    return MappingProxyType({_squash(name): told for name, told in _known().items()})


def _squash(id: str) -> str:
    return id.replace("_", "").lower()
