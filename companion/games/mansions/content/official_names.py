"""Plain names of official ids ("MonsterDeepOne") and keys ("TILE_YARD_1_MAD20")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from companion.games.mansions.content.boxes import box_of_product
from companion.games.mansions.content.printed import beasts, printed_cards, tiles

PREFIXES = (
    "TileSide", "Tile", "CustomMonster", "Monster", "ItemCommon", "ItemUnique", "ItemSpell", "Item", "QItem",
    "TokenCommon", "TokenUnique", "TokenSpell", "Token", "Hero", "Spawn", "Event", "Puzzle", "UI",
)  # fmt: skip
"""Prefixes of ids that are not part of the name, longer ones first."""
KEY_PREFIXES = {
    "TILE": "TileSide", "MONSTER": "Monster", "UNIQUE_MONSTER": "Monster", "COMMON_ITEM": "ItemCommon",
    "UNIQUE_ITEM": "ItemUnique", "SPELL": "ItemSpell", "UI": "", "INVESTIGATOR": "Hero", "TOKEN": "Token",
}  # fmt: skip
"""Prefix of an official key -> prefix of the id."""
CARD_TOKENS = {"TokenCommon": "ItemCommon", "TokenUnique": "ItemUnique", "TokenSpell": "ItemSpell"}
SMALL_WORDS = frozenset(("a", "an", "and", "for", "from", "in", "of", "on", "the", "to", "with"))
PRODUCT = re.compile(r"_?(MAD\d\d)$")
WORDS = re.compile(r"Mc[A-Z][a-z]+|[A-Z]+(?![a-z'])|[A-Z]?[a-z']+|\d+x\d+|\d+")


def official_title(id: str) -> str:
    """Return the name of an id.

    >>> [official_title(id) for id in ("MonsterDeepOne", "TileSideFoyer1", "ItemCommon41Derringer", "TokenRichardBechman")]
    ['Deep One', 'Foyer 1', '.41 Derringer', 'Richard Bechman']
    """
    known = _printed_titles().get(id) or _printed_titles().get(_card_of_token(id))
    if known:
        return known
    bare = next((id.removeprefix(prefix) for prefix in PREFIXES if id.startswith(prefix) and len(id) > len(prefix)), id)
    return split_into_words(bare) or id


def official(key: str) -> str:
    """Return the name of an official key: the thing's own name, or the words of the key.

    >>> official("TILE_TOWN_SQUARE_MAD20"), official("COMMON_ITEM_38_REVOLVER"), official("UI_PASS")
    ('Town Square', '.38 Revolver', 'Pass')
    """
    bare = PRODUCT.sub("", key)
    if not bare:
        return box_of_product(key) or key
    start = next(
        (prefix for prefix in sorted(KEY_PREFIXES, key=len, reverse=True) if bare.startswith(f"{prefix}_")), ""
    )
    rest = bare.removeprefix(f"{start}_") if start else bare
    stem = f"{KEY_PREFIXES.get(start, '')}{rest}"
    squashed = stem.replace("_", "").lower()  # keys do not mark word boundaries before numbers
    return _titles_without_gaps().get(squashed) or split_into_words(rest.replace("_", " ").title()) or key


def split_into_words(bare: str) -> str:
    """Split an id into words: "HoundOfTindalos" -> "Hound of Tindalos"."""
    words = [word for part in bare.replace("_", " ").split() for word in WORDS.findall(part) or [part]]
    return " ".join(word.lower() if place and word.lower() in SMALL_WORDS else word for place, word in enumerate(words))


def _card_of_token(id: str) -> str:
    start = next((prefix for prefix in CARD_TOKENS if id.startswith(prefix)), "")
    return f"{CARD_TOKENS[start]}{id.removeprefix(start)}" if start else id


@cache
def _printed_titles() -> Mapping[str, str]:
    titles = {name: side.title for name, side in tiles().items()}
    titles |= {name: beast.title for name, beast in beasts().items()}
    return MappingProxyType(titles | {name: card.title for name, card in printed_cards().items()})


@cache
def _titles_without_gaps() -> Mapping[str, str]:
    return MappingProxyType({name.replace("_", "").lower(): title for name, title in _printed_titles().items()})
