"""The setup form, and the ship and crew that its choices give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, TypeVar

from companion.engine import GameSetup, record, require_record
from companion.errors import ContentError
from companion.games.nemesis.content import ships
from companion.games.nemesis.content.box import DEFAULT_BOX, record_of, with_components
from companion.games.nemesis.content.lint.faults import check
from companion.games.nemesis.content.roles import Role, of_ship, role_of
from companion.games.nemesis.content.ship import Crew, Settings, Ship
from companion.games.nemesis.content.ships import SAMPLE
from companion.i18n import _, from_data, listed
from companion.schema import Field, Form, Pick, Refused, Seat

DECKS = (
    Pick("page", _("Lamplight draws them"), _("no box needed: all of them are ours")),
    Pick("box", _("Your box"), _("you draw the card or turn the tile, and tap what it says")),
)
HANDS = (
    Pick("page", _("On your phone"), _("the page deals them and knows what they do")),
    Pick("box", _("Real cards"), _("the page counts them; what a card says is chosen from a list")),
)
DEFAULTS = Settings()


def form() -> Form:
    return Form(
        _("An evening"),
        (
            Field("ship", _("Ship"), "sheet", least=1, default=SAMPLE, sheet="ship"),
            Field("crew", _("Role"), "sheet", sheet="crew", each_seat=True),
            Field("decks", _("Cards and tiles"), "choice", options=DECKS, default="page"),
            Field("hands", _("Action cards"), "choice", options=HANDS, default="page"),
            Field("box", _("Dice, bag and costs"), "sheet", _("Left open: as the ship says."), sheet="box"),
            *open_points(),
        ),
        _("The page is the map, the noise, the bag and the referee. With the ship that comes along you need no box."),
    )


def open_points() -> tuple[Field, ...]:
    """Return the fields for open points of the rules. Our reading is the default."""
    return tuple(
        Field(name, label, "flag", words, default=getattr(DEFAULTS, name), advanced=True)
        for name, label, words in OPEN_POINTS
    )


OPEN_POINTS = (
    (
        "contamination_counts", _("A surprise looks at the whole hand"),
        _("Contamination cards count, too. Off: only Action cards do."),
    ),
    ("melee_contaminates", _("Melee Attack brings Contamination"), _("A card before the roll, hit or miss.")),
    (
        "careful_in_company", _("Careful Movement always leaves a marker"),
        _("Off: not in a room where somebody or something already is."),
    ),
    (
        "technical_counts", _("The duct counts for Careful Movement"),
        _("It is one of the corridors of each room with an entrance, and takes a marker. Off: it does not."),
    ),
    (
        "strict_combat", _("In combat only Shoot, Melee Attack and Escape"),
        _("And cards and items that are not for out of combat only. Off: all that is not forbidden."),
    ),
    ("shoot_eggs", _("Eggs can be shot"), _("An egg is no Intruder. On: a shot or a blow may destroy one.")),
    ("two_hands", _("Two hands"), _("Weapons, heavy items and heavy objects take a hand each.")),
)  # fmt: skip


T = TypeVar("T")
SETTING_NAMES = tuple(field.name for field in fields(Settings))


def chosen_ship_and_crew(table: GameSetup) -> tuple[Ship, Mapping[Seat, Crew]]:
    """Return the ship as this table plays it, and the role of each seat. Raises Refused naming the wrong choice."""
    ship = _read(ships.ship_of, table.choices.get("ship") or ships.SAMPLE)
    box = _box(table.choices.get("box") or {})
    return _assign_roles(_with_settings(_read(lambda data: with_components(ship, data), box), table.choices), table)


def _box(choice: object) -> object:
    """Resolve "ours" to the default box."""
    if not isinstance(choice, str):
        return choice
    if choice != DEFAULT_BOX:
        raise Refused(
            "UNKNOWN_BOX", _("There is no box {name}; there is {known}.", name=repr(choice), known=DEFAULT_BOX)
        )
    return record_of(ships.ship_named(ships.SAMPLE))


def _with_settings(ship: Ship, choices: Mapping[str, Any]) -> Ship:
    """Apply the chosen settings. Fields left open keep the ship's value."""
    chosen_points = {key: choices[key] for key in SETTING_NAMES if choices.get(key) not in (None, "")}
    whole = {key: getattr(ship.settings, key) for key in SETTING_NAMES} | chosen_points
    return replace(ship, settings=_read(lambda data: record(Settings, data, "The settings"), whole))


def _assign_roles(ship: Ship, table: GameSetup) -> tuple[Ship, Mapping[Seat, Crew]]:
    """Assign chosen roles first, then free roles in the ship's order. Custom roles add their cards to the ship."""
    wished = _read(lambda data: require_record(data, "crew"), table.choices.get("crew"))
    people: dict[Seat, Crew] = {}
    named = {seat for seat in table.seats if wished.get(seat)}
    for seat in (*sorted(named, key=table.seats.index), *(seat for seat in table.seats if seat not in named)):
        taken = {crew.id for crew in people.values()}
        role = _role(ship, wished.get(seat), seat, taken).fit_to(ship)
        if role.crew.id in taken:
            title = from_data(role.crew.title)
            sentence = _("The {role} is aboard once: choose somebody else for seat {seat}.", role=title, seat=seat)
            raise Refused("TWICE", sentence)
        ship, people[seat] = role.add_to(ship), role.crew
    manned = _read(check, ship) if any(not isinstance(wish, str) for wish in wished.values()) else ship
    return manned, MappingProxyType({seat: people[seat] for seat in table.seats})


def _role(ship: Ship, wished: object, seat: Seat, taken: set[str]) -> Role:
    if not wished:
        free = [crew for crew in ship.crew if crew.id not in taken]
        sentence = _("The ship has a crew of {n}: nobody is left for seat {seat}.", n=len(ship.crew), seat=seat)
        if not free:
            raise Refused("NO_ROLE_LEFT", sentence)
        return Role(free[0])
    if not isinstance(wished, str):
        return _read(lambda data: role_of(data, _("The role of seat {seat}", seat=seat), f"own{seat}"), wished)
    role = of_ship(ship, wished) or of_ship(ships.ship_named(ships.SAMPLE), wished)
    if role is None:
        known = listed((crew.id for crew in ship.crew), ", ")
        raise Refused("UNKNOWN_ROLE", _("Nobody aboard is {name}; there are {known}.", name=repr(wished), known=known))
    return role


def _read(read: Callable[[Any], T], data: object) -> T:
    try:
        return read(data)
    except ContentError as error:
        raise Refused("NOT_USABLE", error.sentence) from error
