"""Bags, reference cards, investigators and scenarios, as data: shipped files, and what people typed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from companion.errors import ContentError
from companion.games.arkham import typed
from companion.games.arkham.effects import Effect, SymbolEffect
from companion.games.arkham.scenario import Act, Agenda, Encounter, Resolution, Scenario
from companion.games.arkham.state import MOST_OF, SKILLS, SYMBOLS, TOKENS, WILD, Card, Enemy, Location
from companion.rules.content import load, record
from companion.wire.prompt import Faces

CONTENT = Path(__file__).parent / "content"
DIFFICULTIES = ("easy", "standard", "hard", "expert")
SIDES = {"easy": "easy", "standard": "easy", "hard": "hard", "expert": "hard"}
"""Which side of a reference card counts: easy and standard share one, hard and expert the other."""
MOST_TOKENS = 60
TOLD = ("title", "intro", "checklist", "own", "out_of_time")  # of a scenario's file: what is told of it
LAID = ("start", "bag", "blurb", "difficulty")  # how it is set up
TABLES = ("agendas", "acts", "encounters", "resolutions", "locations", "enemies")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Copies:
    """A card of a deck, and how often it is in it."""

    name: str
    card: Card
    count: int = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """An investigator: the card, and the deck as far as somebody wrote it down."""

    name: str
    willpower: int
    intellect: int
    combat: int
    agility: int
    health: int
    sanity: int
    elder_sign: SymbolEffect = SymbolEffect()  # noqa: RUF009  frozen
    deck: tuple[Copies, ...] = ()
    text: str = ""  # what else the card does

    @property
    def skills(self) -> Mapping[str, int]:
        names = ("willpower", "intellect", "combat", "agility")
        return MappingProxyType({name: getattr(self, name) for name in names})


@dataclass(frozen=True, slots=True)
class Reference:
    """A scenario reference card with its two sides. AH-ST-4-2."""

    title: str
    easy: Mapping[str, SymbolEffect]  # easy and standard
    hard: Mapping[str, SymbolEffect]  # hard and expert; empty: as the other side

    def side(self, difficulty: str) -> Mapping[str, SymbolEffect]:
        """The symbols of a difficulty."""
        return self.hard if SIDES[difficulty] == "hard" and self.hard else self.easy


@dataclass(frozen=True, slots=True)
class Box:
    """A scenario with all that lies in its box."""

    scenario: Scenario
    start: str  # "" where the people lay out their own locations
    bag: str  # of which campaign
    reference: Reference
    locations: Mapping[str, Location]
    enemies: Mapping[str, Enemy]
    blurb: str = ""
    difficulty: str = "standard"


@dataclass(frozen=True, slots=True)
class Campaign:
    """The chaos bags of one campaign by difficulty. AH-X-BAG-1."""

    title: str
    easy: Faces
    standard: Faces
    hard: Faces
    expert: Faces

    def of(self, difficulty: str) -> Faces:
        faces: Faces = getattr(self, difficulty)
        return faces


@cache
def bags(path: Path = CONTENT / "bags.toml") -> Mapping[str, Campaign]:
    """The compositions of the chaos bag by campaign and difficulty."""
    found = {name: record(Campaign, entry, f"{path}: {name}") for name, entry in load(path).items()}
    for name, campaign in found.items():
        for difficulty in DIFFICULTIES:
            checked_bag(campaign.of(difficulty), f"{path}: {name}.{difficulty}")
    return MappingProxyType(found)


@cache
def figures(path: Path = CONTENT / "investigators.toml") -> Mapping[str, Figure]:
    """The investigators that come with the game."""
    return MappingProxyType({name: figure(entry, f"{path}: {name}") for name, entry in load(path).items()})


@cache
def references(path: Path = CONTENT / "references.toml") -> Mapping[str, Reference]:
    """The reference cards that come with the game."""
    return MappingProxyType({name: reference(entry, f"{path}: {name}") for name, entry in load(path).items()})


@cache
def boxes(folder: Path = CONTENT / "scenarios") -> Mapping[str, Box]:
    """The scenarios that come with the game, by the name of their file."""
    return MappingProxyType({path.stem: box(load(path), str(path)) for path in sorted(folder.glob("*.toml"))})


def figure(data: Mapping[str, Any], where: str) -> Figure:
    """An investigator out of a file or a form. Raises ContentError naming the place."""
    sign = typed.symbol(data.get("elder_sign") or {}, f"{where}: elder_sign", each=1)
    deck = [typed.copies(card, f"{where}: deck[{place}]") for place, card in enumerate(data.get("deck") or ())]
    told = record(Figure, {**data, "elder_sign": sign, "deck": deck}, where)
    for copies in told.deck:
        _known_icons(copies.card, f"{where}: {copies.name}")
    return told


def reference(data: Mapping[str, Any], where: str) -> Reference:
    """A reference card. Raises ContentError naming the symbol that is none."""
    for side in ("easy", "hard"):
        for symbol in data.get(side) or {}:
            if symbol not in SYMBOLS:
                raise ContentError(f"{where}: {side}: there is no symbol {symbol!r}; there are {', '.join(SYMBOLS)}.")
    sides = {side: _symbols(data.get(side) or {}, f"{where}: {side}") for side in ("easy", "hard")}
    return record(Reference, {**data, **sides}, where)


def _symbols(side: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    """The symbols of one side; one that does nothing has no ability."""
    return {name: typed.symbol(told, f"{where}: {name}") for name, told in side.items() if not typed.is_empty(told)}


def box(data: Mapping[str, Any], where: str) -> Box:
    """A scenario out of its file. Raises ContentError naming the place."""
    _known_keys(data, (*TOLD, *LAID, *TABLES, "symbols"), where)
    if not data.get("title"):
        raise ContentError(f"{where}: a scenario needs a title.")
    scenario = replace(
        record(Scenario, _only(data, TOLD), where),
        agendas=_list(Agenda, data, "agendas", where),
        acts=_list(Act, data, "acts", where),
        encounters=_table(Encounter, data, "encounters", where),
        resolutions=_table(Resolution, data, "resolutions", where),
    )
    told = Box(
        scenario=scenario,
        reference=reference({"title": data["title"], **data.get("symbols", {"easy": {}})}, f"{where}: symbols"),
        locations=_table(Location, data, "locations", where),
        enemies=_table(Enemy, data, "enemies", where),
        **{"start": "", "bag": "night_of_the_zealot", **_only(data, LAID)},
    )
    _leads_somewhere(told, where)
    return told


def checked_bag(faces: Iterable[str], where: str) -> Faces:
    """A composition of the bag. Raises ContentError naming the token that is none, or of which there are too many."""
    bag = tuple(faces)
    for face, number in Counter(bag).items():
        if face not in TOKENS:
            raise ContentError(f"{where}: there is no token {face!r}; there are {', '.join(TOKENS)}.")
        if face in MOST_OF and number > MOST_OF[face]:
            raise ContentError(f"{where}: {number} {face} tokens, there are only {MOST_OF[face]}.")
    if not 1 <= len(bag) <= MOST_TOKENS:
        raise ContentError(f"{where}: a bag holds 1 to {MOST_TOKENS} tokens, not {len(bag)}.")
    return bag


def _list(cls: type[T], data: Mapping[str, Any], key: str, where: str) -> tuple[T, ...]:
    return tuple(_entry(cls, entry, f"{where}: {key}[{place}]") for place, entry in enumerate(data.get(key, ())))


def _table(cls: type[T], data: Mapping[str, Any], key: str, where: str) -> Mapping[str, T]:
    found = {name: _entry(cls, entry, f"{where}: {key}.{name}") for name, entry in data.get(key, {}).items()}
    return MappingProxyType(found)


def _entry(cls: Any, entry: Mapping[str, Any], where: str) -> Any:
    """One record of a table; a key that was misspelt would else count as not there."""
    _known_keys(entry, [field.name for field in fields(cls)], where)
    return record(cls, entry, where)


def _only(data: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    return {key: data[key] for key in keys if key in data}


def _known_keys(data: Mapping[str, Any], known: Collection[str], where: str) -> None:
    for key in data:
        if key not in known:
            raise ContentError(f"{where}: there is no {key!r}; there are {', '.join(known)}.")


def _known_icons(card: Card, where: str) -> None:
    for icon in card.icons:
        if icon not in (*SKILLS, WILD):
            raise ContentError(f"{where}: there is no icon {icon!r}; there are {', '.join(SKILLS)} and {WILD}.")


def _leads_somewhere(told: Box, where: str) -> None:
    """Every name of a place, an enemy or an ending is one of this box."""
    places = {to: f"locations.{n}" for n, p in told.locations.items() for to in p.connects}
    places |= {e.location: f"enemies.{n}" for n, e in told.enemies.items() if e.location}
    places |= {e.spawn: f"enemies.{n}" for n, e in told.enemies.items() if e.spawn}
    places |= {a.reach: a.title for a in told.scenario.acts if a.reach} | ({told.start: "start"} if told.start else {})
    places |= {effect.to: n for n, effect in _effects(told) if effect.to}
    _all_in(places, told.locations, where, "location")
    enemies = {e.enemy: n for n, e in told.scenario.encounters.items() if e.enemy}
    enemies |= {a.defeat: a.title for a in told.scenario.acts if a.defeat}
    enemies |= {effect.enemy: n for n, effect in _effects(told) if effect.enemy}
    _all_in(enemies, told.enemies, where, "enemy")
    turned: tuple[Agenda | Act, ...] = (*told.scenario.agendas, *told.scenario.acts)
    _all_in({n: t.title for t in turned for n in t.brings}, {**told.locations, **told.enemies}, where, "card")
    endings = {t.ending: t.title for t in turned if t.ending}
    endings |= {told.scenario.out_of_time: "out_of_time"} if told.scenario.out_of_time else {}
    _all_in(endings, told.scenario.resolutions, where, "resolution")
    if told.difficulty not in DIFFICULTIES:
        raise ContentError(f"{where}: there is no difficulty {told.difficulty!r}; there are {', '.join(DIFFICULTIES)}.")
    if told.bag not in bags():
        raise ContentError(f"{where}: there is no campaign {told.bag!r}; there are {', '.join(bags())}.")


def _effects(told: Box) -> Iterable[tuple[str, Effect]]:
    for name, encounter in told.scenario.encounters.items():
        yield from ((name, effect) for effect in encounter.effects)
    cards: tuple[Agenda | Act, ...] = (*told.scenario.agendas, *told.scenario.acts)
    for turned in cards:
        yield from ((turned.title, effect) for effect in turned.effects)
    things: tuple[tuple[str, Location | Enemy], ...] = (*told.locations.items(), *told.enemies.items())
    for name, thing in things:
        yield from ((name, effect) for ability in thing.abilities for effect in ability.effects)
    for side in (told.reference.easy, told.reference.hard):
        yield from ((symbol, effect) for symbol, ability in side.items() for effect in ability.effects)


def _all_in(named: Mapping[str, str], there: Mapping[str, Any], where: str, what: str) -> None:
    for name, by in named.items():
        if name not in there:
            raise ContentError(f"{where}: {by}: there is no {what} {name!r}; there are {', '.join(there)}.")
