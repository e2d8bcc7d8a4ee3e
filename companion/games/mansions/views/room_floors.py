"""What the floor of a room is drawn like: by what its English name speaks of, so that every language sees the same house."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Floor: TypeAlias = Literal["boards", "carpet", "checker", "grass", "stones"]

SPOKEN_OF: tuple[tuple[Floor, re.Pattern[str]], ...] = (
    (
        "grass",
        re.compile("garden|yard|park|forest|wood|field|lawn|grave|swamp|marsh|beach|pond|river|shore|clearing|path"),
    ),
    (
        "stones",
        re.compile(
            "street|alley|square|dock|pier|cellar|basement|cave|crypt|sewer|tunnel|vault|plaza|road|court|wharf|quay|station"
        ),
    ),
    ("checker", re.compile("kitchen|bath|lab|hospital|surgery|operating|morgue|ward|wash|pantry")),
    (
        "carpet",
        re.compile("parlo|lounge|bed|salon|dining|theat|ball|sitting|drawing|hall|foyer|gallery|lobby"),
    ),
)
OTHERS: tuple[Floor, ...] = ("boards", "carpet", "boards", "checker")


def floor(title: str) -> Floor:
    """Of a tile or a space; a name that speaks of nothing known has one by its letters, always the same.

    >>> floor("Winter garden"), floor("Entry hall"), floor("Attic") == floor("Attic")
    ('grass', 'carpet', True)
    """
    name = title.lower()
    known = next((one for one, words in SPOKEN_OF if words.search(name)), None)
    return known or OTHERS[sum(map(ord, title)) % len(OTHERS)]
