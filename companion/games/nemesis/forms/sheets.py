"""Sheets that players write: a ship, a role, the components in their box."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, get_args

from companion.engine import SheetKind
from companion.games.nemesis.content import box, form_values, roles
from companion.games.nemesis.content import ships as content_ships
from companion.games.nemesis.content.lint.faults import check
from companion.games.nemesis.content.ship import KINDS, Deed, Ship
from companion.i18n import Text, _, from_data, listed, ngettext, pgettext
from companion.schema import Field, Form, Pick

WHEN = (
    Pick("start", _("from the beginning")),
    Pick("player", _("one for each player")),
    Pick("later", _("beside the bag, comes in later")),
)
ALLOWED = (
    Pick("any", _("any")),
    Pick("in_combat", _("in combat")),
    Pick("out_of_combat", _("out of combat")),
)
SECTIONS = (Pick("first", _("first")), Pick("or", _("after [OR]")))
FACES: Mapping[str, Text] = {
    "silence": _("Silence"),
    "danger": _("Danger"),
    "miss": _("Miss"),
    "hit1": _("1 injury to any"),
    "hit2": _("2 injuries to any"),
} | {
    "creeper": _("1 injury to a larva or creeper"),
    "adult": _("1 injury to a larva, creeper or adult"),
}


DEEDS: Mapping[Deed, Text] = {
    "light_wound": _("light wound"), "serious_wound": _("serious wound"), "heal_light": _("heal light"),
    "heal_serious": _("heal serious"), "contamination": _("contamination"), "slime": _("slime"),
    "clean": _("clean"), "larva": _("larva"), "remove_larva": _("remove larva"), "draw": pgettext("effect", "draw"),
    "discard": _("discard"), "ammo": _("ammo"), "gain": _("gain"), "search": _("search"), "scan": _("scan"),
    "move": _("move"), "careful_move": _("careful move"), "fire": _("fire"), "extinguish": _("extinguish"),
    "malfunction": _("malfunction"), "discard_malfunction": _("discard malfunction"), "noise": _("noise"),
    "noise_all": _("noise all"), "quiet": _("quiet"), "close_door": _("close door"), "open_door": _("open door"),
    "injure": _("injure"), "injure_all": _("injure all"), "explore": _("explore"), "take_egg": _("take egg"),
    "destroy_egg": _("destroy egg"), "look_engine": _("look engine"), "repair_engine": _("repair engine"),
    "break_engine": _("break engine"), "look_course": _("look course"), "set_course": _("set course"),
    "send_signal": _("send signal"), "self_destruct": _("self destruct"),
    "stop_self_destruct": _("stop self destruct"), "unlock_pod": _("unlock pod"), "lock_pod": _("lock pod"),
    "enter_pod": _("enter pod"), "sleep": _("sleep"), "token": _("token"), "spawn": _("spawn"),
    "develop": _("develop"), "tell": _("tell"),
}  # fmt: skip
COSTS: Mapping[str, Text] = {
    "move": _("Move"), "careful_move": _("Careful move"), "shoot": _("Shoot"), "melee": _("Melee"),
    "pick_up_heavy": _("Pick up heavy"), "trade": _("Trade"), "craft": _("Craft"), "room_action": _("Room action"),
}  # fmt: skip


def effect_fields(*more: Field) -> tuple[Field, ...]:
    """Return the fields of one effect."""
    deeds = tuple(Pick(deed, DEEDS[deed]) for deed in sorted(get_args(Deed), key=lambda name: name != "tell"))
    whom = (Pick("self", _("whoever acts")), Pick("here", _("all in the room")), Pick("all", _("the whole crew")))
    return (
        Field("do", _("It does"), "choice", _("Tell: you do it yourselves, as the words say."), deeds, default="tell"),
        Field("n", _("How many"), "number", least=1, most=9, default=1),
        Field("what", _("What, or the words"), "text", _("An item, a token (adult-3), a kind; any."), most=60),
        Field("on", pgettext("whom an effect reaches", "To"), "choice", options=whom, default="self"),
        *more,
    )


def ship_form() -> Form:
    """Return the form of a map. Everything else comes from the file or from the `like` ship."""
    shipped = tuple(Pick(name, from_data(file["title"])) for name, file in content_ships.shipped().items())
    pods = _("Names of rooms, with a comma between them.")
    return Form(
        _("A ship"),
        (
            Field("title", _("Name"), "text", least=1, most=40),
            Field("text", _("What is read out at the beginning"), "long", most=1200),
            Field("like", _("What stands not here is as on"), "choice", options=shipped, default=content_ships.SAMPLE),
            Field("start", _("The crew wakes in place"), "text", least=1, most=20),
            Field("turns", _("Turns until the jump"), "number", least=1, most=40, default=15),
            Field("places", _("Places"), "list", least=1, most=40, fields=PLACE_FIELDS),
            Field("corridors", _("Corridors"), "list", most=80, fields=CORRIDOR_FIELDS),
            Field("duct", _("Technical corridor: its entrances"), "list", most=20, fields=ENTRANCE_FIELDS),
            Field("tiles", _("Rooms"), "list", most=60, fields=tile_fields(), advanced=True),
            Field("pods_at", _("A pod hangs in"), "text", pods, most=200, advanced=True),
        ),
        _("Draw your board: where the rooms are, which corridors join them, and the numbers at their ends."),
    )


PLACE_FIELDS = (
    Field("id", _("Name of the place"), "text", _("Short: r1."), least=1, most=20),
    Field("x", _("From the left"), "number", least=0, most=100),
    Field("y", _("From the top"), "number", least=0, most=60),
    Field("tile", _("Its room, where that is known"), "text", _("Left open: one of the others, shuffled."), most=30),
    Field("explored", _("Explored from the beginning"), "flag"),
)
CORRIDOR_FIELDS = (
    Field("id", _("Name"), "text", _("Short: c1."), least=1, most=20),
    Field("a", _("From"), "text", most=20),
    Field("at_a", _("Numbers there"), "text", "1 3", most=20),
    Field("b", _("To"), "text", most=20),
    Field("at_b", _("Numbers there"), "text", "2", most=20),
)
ENTRANCE_FIELDS = (
    Field("place", _("Place"), "text", least=1, most=20),
    Field("numbers", _("Numbers there"), "text", most=20),
)


def tile_fields() -> tuple[Field, ...]:
    return (
        Field("id", _("Short name"), "text", least=1, most=30),
        Field("title", _("Name"), "text", least=1, most=30),
        Field("text", _("Words"), "long", most=400),
        Field("store", _("Items found here: of"), "text", _("Left open: of any kind."), most=20),
        Field("action", _("Its action"), "text", most=40),
        Field("allowed", _("When"), "choice", options=ALLOWED, default="out_of_combat"),
        Field("effects", _("What it does"), "list", most=6, fields=effect_fields()),
        Field("always", _("Aboard in every evening"), "flag"),
        Field("nest", _("The eggs lie here"), "flag"),
        Field("sleeps", _("Beds for the jump"), "flag"),
        Field("computer", _("A computer"), "flag"),
        Field("engine", _("Engine number"), "text", most=2),
    )


def box_form() -> Form:
    """Return the form of a box, filled in with our defaults."""
    ours = box.record_of(content_ships.ship_named(content_ships.SAMPLE))
    tokens = _("blank, or a kind and its number: adult-3. {kinds}.", kinds=listed(KINDS, ", "))
    bag = (
        Field("token", _("Token"), "text", tokens, least=1, most=20),
        Field("count", _("How many"), "number", least=1, most=20, default=1),
        Field("when", _("In the bag"), "choice", options=WHEN),
    )
    return Form(
        _("Dice, bag and costs"),
        (
            Field("title", _("Name"), "text", least=1, most=40, default="Our box"),
            Field("noise", _("Noise die: how many faces"), "group", fields=_counts(box.NOISE, ours["noise"])),
            Field("combat", _("Combat die: how many faces"), "group", fields=_counts(box.COMBAT, ours["combat"])),
            Field("costs", _("Cards that an action costs"), "group", fields=_counts(box.COSTS, ours["costs"])),
            Field("bag", _("Intruder bag"), "list", most=40, default=ours["bag"], fields=bag),
        ),
        _(
            "What stands here is our guess where the text says nothing. Look at your dice, tokens and icons, and change what differs."
        ),
    )


def _counts(names: tuple[str, ...], ours: Mapping[str, int]) -> tuple[Field, ...]:
    return tuple(
        Field(name, FACES.get(name) or COSTS.get(name) or name, "number", most=10, default=ours[name]) for name in names
    )


def crew_form() -> Form:
    section = Field("section", _("Section"), "choice", options=SECTIONS, default="first")
    card = (
        Field("title", _("Title"), "text", least=1, most=40),
        Field("cost", _("Further cards to discard"), "number", most=5),
        Field("allowed", _("When"), "choice", options=ALLOWED, default="any"),
        Field("text", _("Words"), "long", most=300),
        Field("effects", _("What it does"), "list", most=6, fields=effect_fields(section)),
    )
    items = (Field("name", _("Name"), "text", least=1),)
    return Form(
        _("A role"),
        (
            Field("title", _("Name of the role"), "text", least=1, most=40),
            Field("text", _("Who is it?"), "long", most=300),
            Field("weapon", _("Weapon"), "text", most=40),
            Field("ammo", _("Its ammo, full"), "number", most=12, default=4),
            Field("items", _("What else is carried"), "list", most=6, fields=items),
            Field("deck", _("Ten Action cards"), "list", least=10, most=10, fields=card),
        ),
        _("Titles are enough: a card without effects pays for actions, and what it says you do yourselves."),
    )


@cache
def ships() -> Mapping[str, Mapping[str, Any]]:
    return MappingProxyType({name: form_values.ship(file) for name, file in content_ships.shipped().items()})


@cache
def crew() -> Mapping[str, Mapping[str, Any]]:
    """Return the roles of the sample ship."""
    ship = content_ships.ship_named(content_ships.SAMPLE)
    return MappingProxyType({member.id: form_values.role(ship, member) for member in ship.crew})


@cache
def boxes() -> Mapping[str, Mapping[str, Any]]:
    return MappingProxyType({box.DEFAULT_BOX: box.record_of(content_ships.ship_named(content_ships.SAMPLE))})


def _ship(data: Mapping[str, Any]) -> Text:
    return from_data(content_ships.ship_of(data, "").title)


def _note(data: Mapping[str, Any]) -> Text:
    """Return size, length and number of players."""
    ship: Ship = content_ships.ship_of(data, "")
    parts = (
        ngettext("{n} room", "{n} rooms", len(ship.places)),
        ngettext("{n} turn", "{n} turns", ship.turns),
        ngettext("1 to {n} player", "1 to {n} players", len(ship.crew)),
    )
    return listed(parts, " · ")


def _box(data: Mapping[str, Any]) -> Text:
    box.with_components(content_ships.ship_named(content_ships.SAMPLE), data)
    return from_data(box.title_of(data)) or _("A box")


def _role(data: Mapping[str, Any]) -> Text:
    """Check that the sample ship has everything that the role's cards name."""
    role = roles.role_of(data, "", "own")
    ship = content_ships.ship_named(content_ships.SAMPLE)
    check(role.fit_to(ship).add_to(ship))
    return from_data(role.crew.title)


SHEETS: Mapping[str, SheetKind] = {
    "ship": SheetKind(ship_form(), ships, _ship, note=_note, secret=True),
    "crew": SheetKind(crew_form(), crew, _role),
    "box": SheetKind(box_form(), boxes, _box),
}
