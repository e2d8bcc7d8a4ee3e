"""Load bags, reference cards, investigators and scenarios from shipped files and from forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from companion.engine import a_list, a_record, load, placed_at, record, short
from companion.errors import ContentError
from companion.games.arkham.content import parsing
from companion.games.arkham.content.cards import Act, Agenda, Card, Encounter, Enemy, Location, Resolution, Scenario
from companion.games.arkham.content.effects import SymbolEffect
from companion.games.arkham.content.lint import ambiguous_names, broken_links, check_bounds, links_into_scenarios
from companion.games.arkham.content.parsing import at, field_of, no_such
from companion.games.arkham.content.terms import MOST_OF, SKILLS, SYMBOLS, TOKENS, WILD
from companion.i18n import Text, _, joined, listed
from companion.schema import Faces, Words

CONTENT = Path(__file__).parents[1] / "content"
DIFFICULTIES = ("easy", "standard", "hard", "expert")
SIDES = {"easy": "easy", "standard": "easy", "hard": "hard", "expert": "hard"}
"""Which side of a reference card counts: easy and standard share one, hard and expert the other."""
MOST_TOKENS = 60
MOST_CARDS = 100  # in a deck, because prompts list all possible cards
SCENARIO = ("title", "intro", "checklist", "own", "out_of_time")  # plain fields of a scenario's file
SETUP = ("start", "bag", "blurb", "difficulty")  # fields of the setup
TABLES = ("agendas", "acts", "encounters", "resolutions", "locations", "enemies")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Copies:
    """A card of a deck with its number of copies."""

    name: str
    card: Card
    count: int = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """An investigator: the card, and the written part of the deck."""

    name: str
    willpower: int
    intellect: int
    combat: int
    agility: int
    health: int
    sanity: int
    elder_sign: SymbolEffect = SymbolEffect()  # noqa: RUF009  frozen
    deck: tuple[Copies, ...] = ()
    text: str = ""  # further text of the card

    @property
    def skills(self) -> Mapping[str, int]:
        names = ("willpower", "intellect", "combat", "agility")
        return MappingProxyType({name: getattr(self, name) for name in names})


@dataclass(frozen=True, slots=True)
class Reference:
    """A scenario reference card with its two sides. AH-ST-4-2."""

    title: str
    easy: Mapping[str, SymbolEffect]  # easy and standard
    hard: Mapping[str, SymbolEffect]  # hard and expert; empty = same as easy

    def side(self, difficulty: str) -> Mapping[str, SymbolEffect]:
        """Return the symbols of a difficulty."""
        return self.hard if SIDES[difficulty] == "hard" and self.hard else self.easy


@dataclass(frozen=True, slots=True)
class Box:
    """A scenario with all its cards."""

    scenario: Scenario
    start: str  # "" where players lay out their own locations
    bag: str  # name of the campaign
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
    """Return the chaos bags by campaign and difficulty."""
    found = {name: record(Campaign, entry, f"{path}: {name}") for name, entry in load(path).items()}
    for name, campaign in found.items():
        for difficulty in DIFFICULTIES:
            checked_bag(campaign.of(difficulty), at(str(path), f"{name}.{difficulty}"))
    return MappingProxyType(found)


@cache
def figures(path: Path = CONTENT / "investigators.toml") -> Mapping[str, Figure]:
    """Return the shipped investigators."""
    return MappingProxyType({name: figure(entry, at(str(path), name)) for name, entry in load(path).items()})


@cache
def references(path: Path = CONTENT / "references.toml") -> Mapping[str, Reference]:
    """Return the shipped reference cards."""
    return MappingProxyType({name: reference(entry, at(str(path), name)) for name, entry in load(path).items()})


@cache
def boxes(folder: Path = CONTENT / "scenarios") -> Mapping[str, Box]:
    """Return the shipped scenarios by file name."""
    found = {path.stem: box(load(path), str(path)) for path in sorted(folder.glob("*.toml"))}
    for name, found_box in found.items():
        for ending, resolution in found_box.scenario.resolutions.items():
            if resolution.next:
                where = at(str(folder / f"{name}.toml"), f"resolutions.{ending}")
                _known(resolution.next, found, where, _("scenario"))
    return MappingProxyType(found)


def figure(value: Any, where: Words) -> Figure:
    """Read an investigator from a file or a form. Raises ContentError naming the place."""
    data = a_record(value, where)
    _known_keys(data, _keys(Figure), where)
    sign = parsing.symbol(data.get("elder_sign"), at(where, "elder_sign"), each=1)
    deck = a_list(data.get("deck"), at(where, "deck"))
    cards = [parsing.copies(card, at(where, f"deck.{place}")) for place, card in enumerate(deck)]
    who = record(Figure, {**data, "elder_sign": sign, "deck": cards}, str(where))
    for copies in who.deck:
        _known_icons(copies.card, at(where, copies.name))
    check_bounds(who, where)
    size = sum(copies.count for copies in who.deck)
    if size > MOST_CARDS:
        args = {"where": where, "n": size, "most": MOST_CARDS}
        raise ContentError(_("{where}: cards in the deck: {n}, at most {most}.", **args))
    _all_known(ambiguous_names([copies.name for copies in who.deck]), where)
    _all_known(links_into_scenarios(who), where)
    return who


def reference(value: Any, where: Words) -> Reference:
    """Read a reference card outside of a scenario's file. Raises ContentError naming the place."""
    card = _reference(value, where)
    check_bounds(card, where)
    _all_known(links_into_scenarios(card), where)
    return card


def _reference(value: Any, where: Words) -> Reference:
    data = a_record(value, where)
    _known_keys(data, _keys(Reference), where)
    sides = {side: _symbols(data.get(side), at(where, side)) for side in ("easy", "hard")}
    return record(Reference, {**data, **sides}, str(where))


def _symbols(value: Any, where: Words) -> Mapping[str, Any]:
    """Return the symbols of one side that have an ability."""
    side = a_record(value, where)
    for symbol in side:
        if symbol not in SYMBOLS:
            raise ContentError(_none(where, _("symbol"), short(symbol), SYMBOLS))
    found = {name: a_record(data, field_of(where, name)) for name, data in side.items()}
    return {name: parsing.symbol(data, at(where, name)) for name, data in found.items() if not parsing.is_empty(data)}


def box(data: Mapping[str, Any], where: Words) -> Box:
    """Read a scenario from its file. Raises ContentError naming the place."""
    _known_keys(data, (*SCENARIO, *SETUP, *TABLES, "symbols"), where)
    if not data.get("title"):
        raise ContentError(_("{where}: a scenario needs a title.", where=where))
    scenario = replace(
        record(Scenario, _only(data, SCENARIO), str(where)),
        agendas=_in_order(Agenda, data, "agendas", where),
        acts=_in_order(Act, data, "acts", where),
        encounters=_by_name(Encounter, data, "encounters", where),
        resolutions=_by_name(Resolution, data, "resolutions", where),
    )
    symbols = a_record(data.get("symbols"), at(where, "symbols"))
    loaded = Box(
        scenario=scenario,
        reference=_reference({"title": data["title"], **(symbols or {"easy": {}})}, at(where, "symbols")),
        locations=_by_name(Location, data, "locations", where),
        enemies=_by_name(Enemy, data, "enemies", where),
        **{"start": "", "bag": "night_of_the_zealot", **_only(data, SETUP)},
    )
    check_bounds(loaded, where)
    _all_known(broken_links(loaded), where)
    _known(loaded.difficulty, DIFFICULTIES, where, _("difficulty"))
    _known(loaded.bag, bags(), where, _("campaign"))
    return loaded


def checked_bag(faces: Iterable[str], where: Words) -> Faces:
    """Return a composition of the bag. Raises ContentError naming an unknown token, or one with too many copies."""
    bag = tuple(faces)
    for face, number in Counter(bag).items():
        if face not in TOKENS:
            raise ContentError(_none(where, _("token"), repr(face), TOKENS))
        if face in MOST_OF and number > MOST_OF[face]:
            args = {"where": where, "n": number, "token": face, "most": MOST_OF[face]}
            raise ContentError(_("{where}: {n} of {token}, there are only {most}.", **args))
    if not 1 <= len(bag) <= MOST_TOKENS:
        args = {"where": where, "most": MOST_TOKENS, "n": len(bag)}
        raise ContentError(_("{where}: a bag holds 1 to {most} tokens, not {n}.", **args))
    return bag


def _in_order(kind: type[T], data: Mapping[str, Any], key: str, where: Words) -> tuple[T, ...]:
    found = a_list(data.get(key), at(where, key))
    return tuple(_entry(kind, entry, at(where, f"{key}.{place}")) for place, entry in enumerate(found))


def _by_name(kind: type[T], data: Mapping[str, Any], key: str, where: Words) -> Mapping[str, T]:
    found = a_record(data.get(key), at(where, key))
    return MappingProxyType({name: _entry(kind, entry, at(where, f"{key}.{name}")) for name, entry in found.items()})


def _entry(cls: Any, value: Any, where: Words) -> Any:
    """Read one record of a table. Raises ContentError for a misspelt key."""
    entry = a_record(value, where)
    _known_keys(entry, _keys(cls), where)
    return record(cls, entry, str(where))


def _keys(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


def _only(data: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    return {key: data[key] for key in keys if key in data}


def _known_keys(data: Mapping[str, Any], known: Collection[str], where: Words) -> None:
    for key in data:
        if key not in known:
            raise ContentError(no_such(where, key, known))


def _known_icons(card: Card, where: Words) -> None:
    for icon in card.icons:
        if icon not in (*SKILLS, WILD):
            raise ContentError(_none(where, _("icon"), repr(icon), (*SKILLS, WILD)))


def _known(name: str, there: Collection[str], where: Words, what: Text) -> None:
    if name not in there:
        raise ContentError(_none(where, what, repr(name), there))


def _none(where: Words, what: Text, name: str, there: Iterable[str]) -> Text:
    names = listed(there, ", ")
    return _("{where}: there is no {what} {name}; there are {names}.", where=where, what=what, name=name, names=names)


def _all_known(faults: Iterable[Words], where: Words) -> None:
    """Raise ContentError with every fault, one a line."""
    found = tuple(faults)
    if found:
        raise ContentError(joined("\n", (placed_at(where, fault) for fault in found)))
