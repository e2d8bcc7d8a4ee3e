"""Components of the players' box: faces of the dice, tokens of the bag, costs of actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.engine import fault_at, require_number, require_record, short
from companion.errors import ContentError
from companion.games.nemesis.content.parsing import names, records, words
from companion.games.nemesis.content.ship import KINDS, Dice, Ship, Tokens
from companion.i18n import N_, Text, _, ngettext
from companion.schema import Faces

NOISE = ("1", "2", "3", "4", "silence", "danger")  # NEM-X-NOISEDIE-1
COMBAT = ("miss", "creeper", "adult", "hit1", "hit2")  # NEM-X-COMBATDIE-1
COSTS = ("move", "careful_move", "shoot", "melee", "pick_up_heavy", "trade", "craft", "room_action")
BLANK = "blank"
DEFAULT_BOX = "ours"  # the name of the one that comes with the game
TOKEN_FIELDS: Mapping[str, str] = {"start": "tokens", "player": "per_player", "later": "spare"}
MOST_FACES = 10  # of one kind on a die
MOST_COST = 10
MOST_TOKENS = 60


def with_components(ship: Ship, value: Any) -> Ship:
    """Return the ship with the components filled in. Raises ContentError naming the place."""
    data = require_record(value, "box")
    noise = _faces(require_record(data.get("noise"), "noise"), NOISE, ship.dice.noise, "noise")
    combat = _faces(require_record(data.get("combat"), "combat"), COMBAT, ship.dice.combat, "combat")
    costs = {
        name: require_number(cost, f"costs.{name}", MOST_COST)
        for name, cost in _known(data.get("costs"), COSTS, "costs")
    }
    return replace(
        ship,
        dice=Dice(noise, combat),
        bag=_bag(records(data.get("bag"), "bag"), ship.bag),
        costs=MappingProxyType({**ship.costs, **costs}),
    )


def _known(value: Any, known: Faces, where: str) -> list[tuple[str, Any]]:
    """Return the entries. Raises ContentError for an unknown name."""
    entries = list(require_record(value, where).items())
    for name, _value in entries:
        if name not in known:
            raise ContentError(fault_at(where, _there_is_no(name, known)))
    return entries


def _there_is_no(name: str, known: Iterable[str]) -> Text:
    return _("there is no {name}; there are {known}.", name=short(name), known=names(known))


def _faces(value: Mapping[str, Any], known: Faces, ours: Faces, place: str) -> Faces:
    if not value:
        return ours
    often = {face: require_number(times, f"{place}.{face}", MOST_FACES) for face, times in _known(value, known, place)}
    faces = tuple(face for face in known for _side in range(often.get(face, 0)))
    if not faces:
        raise ContentError(fault_at(place, without_face()))
    return faces


def without_face() -> Text:
    return _("a die needs at least one face.")


def _bag(value: list[Mapping[str, Any]], ours: Tokens) -> Tokens:
    if not value:
        return ours
    entries: dict[str, list[str]] = {name: [] for name in TOKEN_FIELDS.values()}
    for place, entry in enumerate(value):
        when = words(entry.get("when"), f"bag.{place}.when") or "start"
        if when not in TOKEN_FIELDS:
            raise ContentError(fault_at(f"bag.{place}.when", _there_is_no(when, TOKEN_FIELDS)))
        entries[TOKEN_FIELDS[when]] += [token_of(entry.get("token"), f"bag.{place}.token")] * require_number(
            entry.get("count"), f"bag.{place}.count", 20, 1
        )
    if not 1 <= len(entries["tokens"]) <= MOST_TOKENS:
        fault = ngettext(
            "{n} token is in it, 1 to {most} are needed.",
            "{n} tokens are in it, 1 to {most} are needed.",
            len(entries["tokens"]),
            most=MOST_TOKENS,
        )
        raise ContentError(fault_at("bag", fault))
    return Tokens(*(tuple(tokens) for tokens in entries.values()))


def token_of(value: Any, where: str) -> str:
    """Parse a token: "blank", or a kind with its number. Raises ContentError naming the place.

    >>> token_of("adult-3", "bag.0"), token_of(" blank", "bag.1")
    ('adult-3', 'blank')
    """
    token = words(value, where)
    if not is_token(token):
        fault = _(
            "{token} is no token: write blank, or a kind and its number, adult-3; kinds are {kinds}.",
            token=short(token),
            kinds=names(KINDS),
        )
        raise ContentError(fault_at(where, fault))
    return token


def is_token(token: str) -> bool:
    kind, _dash, number = token.partition("-")
    return token == BLANK or (kind in KINDS and number.isdecimal() and len(number) == 1)


def record_of(ship: Ship) -> Mapping[str, Any]:
    """Return the components of the ship as a box record."""
    noise, combat = Counter(ship.dice.noise), Counter(ship.dice.combat)
    bag = [
        {"token": token, "count": count, "when": when}
        for when, name in TOKEN_FIELDS.items()
        for token, count in Counter(getattr(ship.bag, name)).items()
    ]
    return {
        "title": N_("Our defaults"),
        "noise": {face: noise[face] for face in NOISE},
        "combat": {face: combat[face] for face in COMBAT},
        "bag": bag,
        "costs": {name: ship.costs[name] for name in COSTS},
    }


def title_of(value: Mapping[str, Any]) -> str:
    return words(value.get("title"), "title")
