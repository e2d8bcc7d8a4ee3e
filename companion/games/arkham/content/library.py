"""Load bags, reference cards, investigators and scenarios from shipped files and from forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from companion.engine import fault_at, load, record, require_list, require_record, short
from companion.errors import ContentError
from companion.games.arkham.content import parsing
from companion.games.arkham.content.cards import Act, Agenda, Card, Encounter, Enemy, Location, Resolution, Scenario
from companion.games.arkham.content.lint import ambiguous_names, broken_links, check_bounds, links_into_scenarios
from companion.games.arkham.content.parsing import at, field_of, no_such
from companion.games.arkham.content.records import DIFFICULTIES, Box, Campaign, Copies, Figure, Reference
from companion.games.arkham.content.terms import MOST_OF, SKILLS, SYMBOLS, TOKENS, WILD
from companion.i18n import Text, _, joined, listed
from companion.schema import Faces, Words

CONTENT = Path(__file__).parent
MOST_TOKENS = 60
MOST_CARDS = 100  # in a deck, because prompts list all possible cards
SCENARIO_FIELDS = ("title", "intro", "checklist", "own", "out_of_time")  # without the tables
BOX_FIELDS = ("start", "bag", "blurb", "difficulty")
TABLE_FIELDS = ("agendas", "acts", "encounters", "resolutions", "locations", "enemies")
T = TypeVar("T")


@cache
def bags(path: Path = CONTENT / "bags.toml") -> Mapping[str, Campaign]:
    """Return the shipped campaigns with their chaos bags."""
    campaigns = {name: record(Campaign, entry, f"{path}: {name}") for name, entry in load(path).items()}
    for name, campaign in campaigns.items():
        for difficulty in DIFFICULTIES:
            read_bag(campaign.of(difficulty), at(str(path), f"{name}.{difficulty}"))
    return MappingProxyType(campaigns)


@cache
def figures(path: Path = CONTENT / "investigators.toml") -> Mapping[str, Figure]:
    """Return the shipped investigators."""
    return MappingProxyType({name: read_figure(entry, at(str(path), name)) for name, entry in load(path).items()})


@cache
def references(path: Path = CONTENT / "references.toml") -> Mapping[str, Reference]:
    """Return the shipped reference cards."""
    return MappingProxyType({name: read_reference(entry, at(str(path), name)) for name, entry in load(path).items()})


@cache
def boxes(folder: Path = CONTENT / "scenarios") -> Mapping[str, Box]:
    """Return the shipped scenarios by file name."""
    by_name = {path.stem: read_box(load(path), str(path)) for path in sorted(folder.glob("*.toml"))}
    for name, loaded in by_name.items():
        for ending, resolution in loaded.scenario.resolutions.items():
            if resolution.next:
                where = at(str(folder / f"{name}.toml"), f"resolutions.{ending}")
                _require_one_of(resolution.next, by_name, where, _("scenario"))
    return MappingProxyType(by_name)


def read_figure(value: Any, where: Words) -> Figure:
    """Read an investigator from a file or a form. Raises ContentError naming the place."""
    data = require_record(value, where)
    _require_known_keys(data, _field_names(Figure), where)
    sign = parsing.symbol(data.get("elder_sign"), at(where, "elder_sign"), each=1)
    deck = require_list(data.get("deck"), at(where, "deck"))
    cards = [parsing.copies(card, at(where, f"deck.{place}")) for place, card in enumerate(deck)]
    investigator = record(Figure, {**data, "elder_sign": sign, "deck": cards}, str(where))
    for copies in investigator.deck:
        _require_known_icons(copies.card, at(where, copies.name))
    check_bounds(investigator, where)
    _require_small_deck(investigator.deck, where)
    _raise_faults(ambiguous_names([copies.name for copies in investigator.deck]), where)
    _raise_faults(links_into_scenarios(investigator), where)
    return investigator


def read_reference(value: Any, where: Words) -> Reference:
    """Read a reference card that fits any scenario. Raises ContentError naming the place."""
    card = _read_reference(value, where)
    check_bounds(card, where)
    _raise_faults(links_into_scenarios(card), where)
    return card


def _read_reference(value: Any, where: Words) -> Reference:
    """Read a reference card. Its effects may name things of one scenario."""
    data = require_record(value, where)
    _require_known_keys(data, _field_names(Reference), where)
    sides = {side: _read_symbols(data.get(side), at(where, side)) for side in ("easy", "hard")}
    return record(Reference, {**data, **sides}, str(where))


def _read_symbols(value: Any, where: Words) -> Mapping[str, Any]:
    """Return the symbols of one side that have an ability."""
    side = require_record(value, where)
    for symbol in side:
        if symbol not in SYMBOLS:
            raise ContentError(_unknown(where, _("symbol"), short(symbol), SYMBOLS))
    abilities = {name: require_record(data, field_of(where, name)) for name, data in side.items()}
    return {
        name: parsing.symbol(data, at(where, name)) for name, data in abilities.items() if not parsing.is_empty(data)
    }


def read_box(data: Mapping[str, Any], where: Words) -> Box:
    """Read a scenario from its file. Raises ContentError naming the place."""
    _require_known_keys(data, (*SCENARIO_FIELDS, *BOX_FIELDS, *TABLE_FIELDS, "symbols"), where)
    if not data.get("title"):
        raise ContentError(_("{where}: a scenario needs a title.", where=where))
    scenario = replace(
        record(Scenario, _select(data, SCENARIO_FIELDS), str(where)),
        agendas=_in_order(Agenda, data, "agendas", where),
        acts=_in_order(Act, data, "acts", where),
        encounters=_records_by_name(Encounter, data, "encounters", where),
        resolutions=_records_by_name(Resolution, data, "resolutions", where),
    )
    symbols = require_record(data.get("symbols"), at(where, "symbols")) or {"easy": {}}
    loaded = Box(
        scenario=scenario,
        reference=_read_reference({"title": data["title"], **symbols}, at(where, "symbols")),
        locations=_records_by_name(Location, data, "locations", where),
        enemies=_records_by_name(Enemy, data, "enemies", where),
        **{"start": "", "bag": "night_of_the_zealot", **_select(data, BOX_FIELDS)},
    )
    check_bounds(loaded, where)
    _raise_faults(broken_links(loaded), where)
    _require_one_of(loaded.difficulty, DIFFICULTIES, where, _("difficulty"))
    _require_one_of(loaded.bag, bags(), where, _("campaign"))
    return loaded


def read_bag(faces: Iterable[str], where: Words) -> Faces:
    """Return the tokens of a bag. Raises ContentError for an unknown token, too many of one, or too many in all."""
    bag = tuple(faces)
    for face, number in Counter(bag).items():
        if face not in TOKENS:
            raise ContentError(_unknown(where, _("token"), repr(face), TOKENS))
        if face in MOST_OF and number > MOST_OF[face]:
            args = {"where": where, "n": number, "token": face, "most": MOST_OF[face]}
            raise ContentError(_("{where}: {n} of {token}, there are only {most}.", **args))
    if not 1 <= len(bag) <= MOST_TOKENS:
        args = {"where": where, "most": MOST_TOKENS, "n": len(bag)}
        raise ContentError(_("{where}: a bag holds 1 to {most} tokens, not {n}.", **args))
    return bag


def _in_order(cls: type[T], data: Mapping[str, Any], key: str, where: Words) -> tuple[T, ...]:
    entries = require_list(data.get(key), at(where, key))
    return tuple(_read_entry(cls, entry, at(where, f"{key}.{place}")) for place, entry in enumerate(entries))


def _records_by_name(of: type[T], data: Mapping[str, Any], key: str, where: Words) -> Mapping[str, T]:
    entries = require_record(data.get(key), at(where, key))
    return MappingProxyType(
        {name: _read_entry(of, entry, at(where, f"{key}.{name}")) for name, entry in entries.items()}
    )


def _read_entry(cls: type[T], value: Any, where: Words) -> T:
    """Read one record of a table. Raises ContentError for a misspelt key."""
    entry = require_record(value, where)
    _require_known_keys(entry, _field_names(cls), where)
    return record(cls, entry, str(where))


def _field_names(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


def _select(data: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    return {key: data[key] for key in keys if key in data}


def _require_known_keys(data: Mapping[str, Any], known: Collection[str], where: Words) -> None:
    for key in data:
        if key not in known:
            raise ContentError(no_such(where, key, known))


def _require_known_icons(card: Card, where: Words) -> None:
    icons = (*SKILLS, WILD)
    for icon in card.icons:
        if icon not in icons:
            raise ContentError(_unknown(where, _("icon"), repr(icon), icons))


def _require_small_deck(deck: Iterable[Copies], where: Words) -> None:
    size = sum(copies.count for copies in deck)
    if size > MOST_CARDS:
        args = {"where": where, "n": size, "most": MOST_CARDS}
        raise ContentError(_("{where}: cards in the deck: {n}, at most {most}.", **args))


def _require_one_of(name: str, names: Collection[str], where: Words, what: Text) -> None:
    if name not in names:
        raise ContentError(_unknown(where, what, repr(name), names))


def _unknown(where: Words, what: Text, name: str, known: Iterable[str]) -> Text:
    """Return the fault of a name that is not among the known ones. `what`: the kind of thing."""
    names = listed(known, ", ")
    return _("{where}: there is no {what} {name}; there are {names}.", where=where, what=what, name=name, names=names)


def _raise_faults(faults: Iterable[Words], where: Words) -> None:
    """Raise ContentError with every fault, one a line, if there is any."""
    sentences = [fault_at(where, fault) for fault in faults]
    if sentences:
        raise ContentError(joined("\n", sentences))
