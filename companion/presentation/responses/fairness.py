"""The ledger of what was thrown, as every device is told it: nothing in it is hidden from anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema import Words


@dataclass(frozen=True, slots=True)
class FaceLine:
    """One face of a die. Shares are 0..1; `expected` lies outside `low` to `high` exactly where there is a verdict."""

    face: str
    count: int
    share: float
    expected: float
    low: float
    high: float
    verdict: Literal["", "often", "seldom"]


@dataclass(frozen=True, slots=True)
class DieLine:
    """Dice of one kind, or the bag or deck of one game."""

    id: str  # "d6", "pips/token", "app:d6"
    kind: str
    game: Words  # whose bag or deck it is, "" = dice are everybody's
    app: bool  # the app's own chance
    rolls: int
    count: int  # faces that came
    faces: tuple[FaceLine, ...]
    sentence: Words
    advice: Words  # what else it may be, "" = nothing speaks against it
    streak: Words  # of the longest run, "" = none is worth a word
    told: tuple[tuple[str, int], ...]  # "camera", "serial", "hand", "virtual": rolls that it told
    amended: int
    undone: int
    unsure: int  # dice left out, because nobody was sure of them


@dataclass(frozen=True, slots=True)
class LuckLine:
    """A throw, by the odds that were shown before it."""

    table: str
    name: Words
    title: Words  # what was asked
    kind: str
    values: tuple[str, ...]
    best: float  # how many of all throws come out as well or better
    worst: float  # as badly or worse
    app: bool


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Who threw."""

    name: Words
    rolls: int
    odds: int  # of them those before which odds were shown
    luck: float  # where these stand on the average among all that could have come: 0..1, 0.5 = in the middle
    spread: float  # by chance alone it lies so far from the middle at most, in 95 of 100 evenings


@dataclass(frozen=True, slots=True)
class EveningLine:
    table: str
    title: Words
    names: tuple[Words, ...]
    rolls: int
    over: bool
    opened: float  # s, Unix


@dataclass(frozen=True, slots=True)
class FairnessPage:
    """Of one table, or of all evenings of this house."""

    assets: str
    table: str  # "" = of the house
    title: Words
    ended: Words  # the sentence with which it ended, "" = it has not, or it is the house's
    who: Words  # whose throws alone are shown, "" = everybody's
    evening: str  # of which evening alone, "" = all
    rolls: int
    dice: tuple[DieLine, ...]
    people: tuple[PersonLine, ...]
    evenings: tuple[EveningLine, ...]  # the newest first
    luckiest: LuckLine | None
    unluckiest: LuckLine | None
