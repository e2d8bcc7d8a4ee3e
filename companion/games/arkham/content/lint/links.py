"""Check that each name on a card has exactly one target. A fault is a sentence with its place first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.games.arkham.content.cards import Act, Agenda, Encounter, Enemy, Location, Resolution
from companion.games.arkham.content.effects import Condition, Counted, Effect
from companion.games.arkham.content.nested_parts import nested_parts
from companion.games.arkham.content.records import Box
from companion.games.arkham.content.terms import TOKENS
from companion.i18n import Text, _, listed

RESERVED_NAMES = ("first", "other", "bare", "a card")
"""Options that appear in one list with card names, so no card may have these names."""
SEPARATORS = MappingProxyType({"colon": ":", "slash": "/"})
"""They separate a name from what it belongs to ("play:Lantern"), and a number from its whole ("1/2")."""
NO_ENDING = "none"
"""The option next to the endings: none of them."""


KIND_NAMES = {
    "location": _("location"),
    "enemy": _("enemy"),
    "card": _("card"),
    "resolution": _("resolution"),
    "token": _("token"),
}
"""The kind of thing that a name must match."""


@dataclass(frozen=True, slots=True)
class Link:
    """A name with its place. `kind` is "location", "enemy", "card", "resolution" or "token"."""

    place: str
    kind: str
    name: str


def ambiguous_names(names: Sequence[str]) -> Iterator[Text]:
    """Report card names of a deck that occur twice, or mean something else."""
    for number, name in enumerate(names):
        args = {"where": f"deck.{number}.name", "name": repr(name)}
        if name.strip().casefold() in RESERVED_NAMES:
            yield _("{where}: {name} means something else among the answers: give the card another name.", **args)
        elif any(sign in name for sign in SEPARATORS.values()):
            yield _("{where}: {name}: the name of a card has no {colon} and no {slash} in it.", **args, **SEPARATORS)
        elif name in names[:number]:
            yield _("{where}: {name} stands there twice: say how many copies there are in one entry.", **args)


def links_into_scenarios(card: Any) -> Iterator[Text]:
    """Report names of a scenario's things in an investigator or reference card that fits any scenario."""
    for part in nested_parts(card):
        if isinstance(part.value, Effect):
            for link in _links_of_effect(part.place, part.value):
                args = {"where": link.place, "what": KIND_NAMES[link.kind], "name": repr(link.name)}
                yield _("{where}: the {what} {name} is of one scenario, and this comes to any of them.", **args)


def broken_links(box: Box) -> Iterator[Text]:
    """Report names of locations, enemies, endings and tokens without a target."""
    there: Mapping[str, Collection[str]] = {
        "location": box.locations,
        "enemy": box.enemies,
        "card": (*box.locations, *box.enemies),
        "resolution": box.scenario.resolutions,
        "token": TOKENS,
    }
    for link in _links(box):
        if link.name not in there[link.kind]:
            names = listed(there[link.kind], ", ") or _("none")
            what = KIND_NAMES[link.kind]
            yield _(
                "{where}: there is no {what} {name}; there are {names}.",
                where=link.place,
                what=what,
                name=repr(link.name),
                names=names,
            )
    if NO_ENDING in box.scenario.resolutions:
        yield _("resolutions.{name}: means that it ends with none of them: give it another name.", name=NO_ENDING)


def _links(box: Box) -> Iterator[Link]:
    if box.start:
        yield Link("start", "location", box.start)
    if box.scenario.out_of_time:
        yield Link("out_of_time", "resolution", box.scenario.out_of_time)
    for part in nested_parts(box):
        place = part.place.removeprefix("scenario.")
        yield from (link for link in _links_of(place, part.value) if link.name)


def _links_of(place: str, value: Any) -> Iterator[Link]:
    match value:
        case Effect():
            yield from _links_of_effect(place, value)
        case Counted() | Condition() if value.what == "here":
            yield Link(f"{place}.of", "location", value.of)
        case Location():
            yield from (Link(f"{place}.connects", "location", name) for name in value.connects)
        case Enemy():
            yield Link(f"{place}.location", "location", value.location)
            yield Link(f"{place}.spawn", "location", value.spawn)
        case Encounter():
            yield Link(f"{place}.enemy", "enemy", value.enemy)
        case Agenda() | Act():
            yield from _links_of_turned(place, value)
        case Resolution():
            yield from (Link(f"{place}.bag_add", "token", token) for token in value.bag_add)
            yield from (Link(f"{place}.bag_remove", "token", token) for token in value.bag_remove)


def _links_of_turned(place: str, card: Agenda | Act) -> Iterator[Link]:
    yield from (Link(f"{place}.brings", "card", name) for name in card.brings)
    yield Link(f"{place}.ending", "resolution", card.ending)
    if isinstance(card, Act):
        yield Link(f"{place}.defeat", "enemy", card.defeat)
        yield Link(f"{place}.reach", "location", card.reach)


def _links_of_effect(place: str, effect: Effect) -> Iterator[Link]:
    named = {"to": ("location", effect.to), "enemy": ("enemy", effect.enemy), "ending": ("resolution", effect.ending)}
    yield from (Link(f"{place}.{field}", kind, name) for field, (kind, name) in named.items() if name)
