"""Cards of players, locations and enemies: what is printed on them, and how they stand on the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.arkham.content.effects import Ability, Effect, Keyword, Strike
from companion.schema import Seat


@dataclass(frozen=True, slots=True)
class Card:
    """What matters of a player card."""

    type: str = "skill"  # "asset", "event", "skill"
    icons: tuple[str, ...] = ()
    cost: int = 0
    fast: bool = False
    traits: tuple[str, ...] = ()
    health: int = 0  # of an asset that takes damage for its owner
    sanity: int = 0
    uses: int = 0
    strike: Strike | None = None
    abilities: tuple[Ability, ...] = ()
    effects: tuple[Effect, ...] = ()  # of an event, when it is played
    text: str = ""


@dataclass(frozen=True, slots=True)
class Location:
    """A location card. `connects` are the connections on this card; they may be one-way (AH-ACT-MOVE-5)."""

    title: str
    shroud: int = 0
    clues: int = 0
    revealed: bool = True
    clue_value: int = 0
    per_investigator: bool = False
    connects: tuple[str, ...] = ()
    x: float = 0.0  # where it is drawn
    y: float = 0.0
    victory: int = 0
    traits: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    story: str = ""  # read aloud when it is revealed
    hidden: bool = False  # not in play yet


@dataclass(frozen=True, slots=True)
class Enemy:
    """An enemy card. One that is nowhere (`location` "") is not in play."""

    title: str
    location: str
    fight: int = 0
    evade: int = 0
    health: int | None = None
    damage: int = 0
    exhausted: bool = False
    engaged: tuple[Seat, ...] = ()
    aloof: bool = False
    retaliate: bool = False
    traits: tuple[str, ...] = ()
    attack_damage: int = 0
    attack_horror: int = 0
    defeated: bool = False
    keywords: tuple[Keyword, ...] = ()
    victory: int = 0
    per_investigator: int = 0  # more health for each investigator
    spawn: str = ""  # the location where it comes into play; "" = engaged with who drew it
    abilities: tuple[Ability, ...] = ()
    story: str = ""
    of: str = ""  # the name of the printed card, of a copy

    def has(self, keyword: Keyword) -> bool:
        """Whether the card bears this keyword."""
        return (
            keyword in self.keywords
            or (keyword == "aloof" and self.aloof)
            or (keyword == "retaliate" and self.retaliate)
        )
