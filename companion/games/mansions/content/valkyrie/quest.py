"""Read the head of a scenario: format, boxes, players, length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import ContentError
from companion.games.mansions.content.boxes import TOGETHER
from companion.games.mansions.content.valkyrie.section import Section

OLDEST, NEWEST = 4, 21
GAME = "mom"
MOST_HEROES = 10


@dataclass(frozen=True, slots=True)
class QuestHead:
    """The values of [Quest]."""

    format: int
    language: str
    packs: tuple[str, ...]
    investigators: tuple[int, int]
    difficulty: float
    minutes: tuple[int, int]
    picture: str


def head(section: Section) -> QuestHead:
    """Return the head. Raises ContentError for another game or an unknown format."""
    check(section.values)
    least = min(max(section.whole("minhero", 2), 1), MOST_HEROES)
    most = min(max(section.whole("maxhero", 5), least), MOST_HEROES)
    return QuestHead(
        format=int(section.values["format"]),
        language=section.word("defaultlanguage") or "English",
        packs=packs(section.names("packs")),
        investigators=(least, most),
        difficulty=min(max(section.number("difficulty"), 0.0), 1.0),
        minutes=(section.whole("lengthmin"), section.whole("lengthmax")),
        picture=section.picture(),
    )


def check(quest: Mapping[str, str]) -> None:
    """Raise ContentError for another game or an unknown format."""
    told, game = quest.get("format", ""), quest.get("type", "")
    if not told.isdecimal() or len(told) > 4 or not OLDEST <= int(told) <= NEWEST:
        raise ContentError(
            f"quest.ini says format {told or '(nothing)'}; formats {OLDEST} to {NEWEST} are read."
            " Open the scenario in a newer editor and save it again, or take the newest Lamplight."
        )
    if game and game.lower() != GAME:
        raise ContentError(
            f"quest.ini says that this is a scenario of another game ({game[:40]}), not of Mansions of Madness."
        )


def packs(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the boxes with expanded aliases, without repetition.

    >>> packs(("MoM1E", "BtT"))
    ('MoM1ET', 'MoM1EI', 'MoM1EM', 'BtT')
    """
    return tuple(dict.fromkeys(one for name in names for one in TOGETHER.get(name, (name,))))
