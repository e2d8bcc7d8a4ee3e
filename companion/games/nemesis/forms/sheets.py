"""What people write down once: a ship, a role of the crew, the box on their table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, get_args

from companion.engine import SheetKind
from companion.games.nemesis.content import KINDS, Allowed, Deed, Ship, box, checked, form_values, roles, words
from companion.games.nemesis.content import ships as content_ships
from companion.schema import Field, Form, Pick

WHEN = (
    Pick("start", "from the beginning"),
    Pick("player", "one for each player"),
    Pick("later", "beside the bag, comes in later"),
)
ALLOWED = tuple(Pick(name, name.replace("_", " ")) for name in get_args(Allowed))
SECTIONS = (Pick("first", "first"), Pick("or", "after [OR]"))
FACES = {
    "silence": "Silence",
    "danger": "Danger",
    "miss": "Miss",
    "hit1": "1 injury to any",
    "hit2": "2 injuries to any",
} | {
    "creeper": "1 injury to a larva or creeper",
    "adult": "1 injury to a larva, creeper or adult",
}


def effect_fields(*more: Field) -> tuple[Field, ...]:
    """One thing that a card or a room does; what the page cannot do, it says."""
    deeds = tuple(Pick(deed, deed.replace("_", " ")) for deed in sorted(get_args(Deed), key=lambda one: one != "tell"))
    whom = (Pick("self", "whoever acts"), Pick("here", "all in the room"), Pick("all", "the whole crew"))
    return (
        Field("do", "It does", "choice", "Tell: you do it yourselves, as the words say.", deeds, default="tell"),
        Field("n", "How many", "number", least=1, most=9, default=1),
        Field("what", "What, or the words", "text", "An item, a token (adult-3), a kind; any.", most=60),
        Field("on", "To", "choice", options=whom, default="self"),
        *more,
    )


def ship_form() -> Form:
    """The map, and what is in it. The rest of a ship is in its file, or as on the ship it is like."""
    return Form(
        "A ship",
        (
            Field("title", "Name", "text", least=1, most=40),
            Field("text", "What is read out at the beginning", "long", most=1200),
            Field("like", "What stands not here is as on", "choice", options=_ships(), default=content_ships.SAMPLE),
            Field("start", "The crew wakes in place", "text", least=1, most=20),
            Field("turns", "Turns until the jump", "number", least=1, most=40, default=15),
            Field("places", "Places", "list", least=1, most=40, fields=place_fields()),
            Field("corridors", "Corridors", "list", most=80, fields=corridor_fields()),
            Field("duct", "Technical corridor: its entrances", "list", most=20, fields=entrance_fields()),
            Field("tiles", "Rooms", "list", most=60, fields=tile_fields(), advanced=True),
            Field(
                "pods_at",
                "A pod hangs in",
                "text",
                "Names of rooms, with a comma between them.",
                most=200,
                advanced=True,
            ),
        ),
        "Draw your board: where the rooms are, which corridors join them, and the numbers at their ends.",
    )


def place_fields() -> tuple[Field, ...]:
    return (
        Field("id", "Name of the place", "text", "Short: r1.", least=1, most=20),
        Field("x", "From the left", "number", least=0, most=100),
        Field("y", "From the top", "number", least=0, most=60),
        Field("tile", "Its room, where that is known", "text", "Left open: one of the others, shuffled.", most=30),
        Field("explored", "Explored from the beginning", "flag"),
    )


def corridor_fields() -> tuple[Field, ...]:
    return (
        Field("id", "Name", "text", "Short: c1.", least=1, most=20),
        Field("a", "From", "text", most=20),
        Field("at_a", "Numbers there", "text", "1 3", most=20),
        Field("b", "To", "text", most=20),
        Field("at_b", "Numbers there", "text", "2", most=20),
    )


def entrance_fields() -> tuple[Field, ...]:
    return (Field("place", "Place", "text", least=1, most=20), Field("numbers", "Numbers there", "text", most=20))


def tile_fields() -> tuple[Field, ...]:
    return (
        Field("id", "Short name", "text", least=1, most=30),
        Field("title", "Name", "text", least=1, most=30),
        Field("text", "Words", "long", most=400),
        Field("store", "Items found here: of", "text", "Left open: of any kind.", most=20),
        Field("action", "Its action", "text", most=40),
        Field("allowed", "When", "choice", options=ALLOWED, default="out_of_combat"),
        Field("effects", "What it does", "list", most=6, fields=effect_fields()),
        Field("always", "Aboard in every evening", "flag"),
        Field("nest", "The eggs lie here", "flag"),
        Field("sleeps", "Beds for the jump", "flag"),
        Field("computer", "A computer", "flag"),
        Field("engine", "Engine number", "text", most=2),
    )


def box_form() -> Form:
    """Prefilled with our defaults: only what differs is changed."""
    ours = box.record_of(content_ships.ship_named(content_ships.SAMPLE))
    bag = (
        Field(
            "token", "Token", "text", f"blank, or a kind and its number: adult-3. {', '.join(KINDS)}.", least=1, most=20
        ),
        Field("count", "How many", "number", least=1, most=20, default=1),
        Field("when", "In the bag", "choice", options=WHEN),
    )
    return Form(
        "Dice, bag and costs",
        (
            Field("title", "Name", "text", least=1, most=40, default="Our box"),
            Field("noise", "Noise die: how many faces", "group", fields=_counts(box.NOISE, ours["noise"])),
            Field("combat", "Combat die: how many faces", "group", fields=_counts(box.COMBAT, ours["combat"])),
            Field("costs", "Cards that an action costs", "group", fields=_counts(box.COSTS, ours["costs"])),
            Field("bag", "Intruder bag", "list", most=40, default=ours["bag"], fields=bag),
        ),
        "What stands here is our guess where the text says nothing. Look at your dice, tokens and icons, and change what differs.",
    )


def _counts(names: tuple[str, ...], ours: Mapping[str, int]) -> tuple[Field, ...]:
    return tuple(
        Field(name, FACES.get(name, name.replace("_", " ").capitalize()), "number", most=10, default=ours[name])
        for name in names
    )


def crew_form() -> Form:
    """A role with its ten Action cards."""
    card = (
        Field("title", "Title", "text", least=1, most=40),
        Field("cost", "Further cards to discard", "number", most=5),
        Field("allowed", "When", "choice", options=ALLOWED, default="any"),
        Field("text", "Words", "long", most=300),
        Field(
            "effects",
            "What it does",
            "list",
            most=6,
            fields=effect_fields(Field("section", "Section", "choice", options=SECTIONS, default="first")),
        ),
    )
    return Form(
        "A role",
        (
            Field("title", "Name of the role", "text", least=1, most=40),
            Field("text", "Who is it?", "long", most=300),
            Field("weapon", "Weapon", "text", most=40),
            Field("ammo", "Its ammo, full", "number", most=12, default=4),
            Field("items", "What else is carried", "list", most=6, fields=(Field("name", "Name", "text", least=1),)),
            Field("deck", "Ten Action cards", "list", least=10, most=10, fields=card),
        ),
        "Titles are enough: a card without effects pays for actions, and what it says you do yourselves.",
    )


def _ships() -> tuple[Pick, ...]:
    return tuple(Pick(name, told["title"]) for name, told in content_ships.shipped().items())


@cache
def ships() -> Mapping[str, Mapping[str, Any]]:
    return MappingProxyType({name: form_values.ship(told) for name, told in content_ships.shipped().items()})


@cache
def crew() -> Mapping[str, Mapping[str, Any]]:
    """Those of the sample ship."""
    ship = content_ships.ship_named(content_ships.SAMPLE)
    return MappingProxyType({one.id: form_values.role(ship, one) for one in ship.crew})


@cache
def boxes() -> Mapping[str, Mapping[str, Any]]:
    return MappingProxyType({box.OURS: box.record_of(content_ships.ship_named(content_ships.SAMPLE))})


def _ship(data: Mapping[str, Any]) -> str:
    return content_ships.ship_of(data, "").title


def _note(data: Mapping[str, Any]) -> str:
    """How large, how long, for how many."""
    ship: Ship = content_ships.ship_of(data, "")
    return f"{len(ship.places)} rooms · {ship.turns} turns · 1 to {len(ship.crew)} players"


def _box(data: Mapping[str, Any]) -> str:
    box.boxed(content_ships.ship_named(content_ships.SAMPLE), data)
    return words(data.get("title"), "title") or "A box"


def _role(data: Mapping[str, Any]) -> str:
    """It must fit aboard: what its cards name must be there."""
    role = roles.role_of(data, "", "own")
    ship = content_ships.ship_named(content_ships.SAMPLE)
    checked(role.fitted(ship).aboard(ship))
    return role.crew.title


SHEETS: Mapping[str, SheetKind] = MappingProxyType(
    {
        "ship": SheetKind(ship_form(), ships, _ship, note=_note, secret=True),
        "crew": SheetKind(crew_form(), crew, _role),
        "box": SheetKind(box_form(), boxes, _box),
    }
)
