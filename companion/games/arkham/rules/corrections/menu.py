"""Adjustments by hand, for card effects that the rules do not model. They cost no action."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from companion.engine import MenuItem, Rule, choose, count, item_named, write
from companion.games.arkham.facts import (
    ActionsLost,
    AssetLost,
    CardsDrawn,
    CluesFound,
    CluesPlaced,
    DoomPlaced,
    EnemyDefeated,
    EnemyEngaged,
    EnemyMoved,
    EnemyTurned,
    Noted,
    ResourcesChanged,
    TraumaTaken,
)
from companion.games.arkham.names import card_text
from companion.games.arkham.rules.corrections.new_cards import new_enemy, new_location
from companion.games.arkham.rules.endings import end_by_hand
from companion.games.arkham.rules.in_play import (
    automatically_evade,
    discard,
    engage_somebody,
    engaged_with,
    hurt_enemy,
    is_here,
    move_clues,
    moved_to,
    suffer,
)
from companion.games.arkham.state import Event, G, State
from companion.i18n import N_, Text, _, from_data
from companion.schema import Option, Refusal, Seat

MOST = 20
"""By which one counter is changed at once."""
NOBODY = Refusal("NO_TARGET", _("There is none in play."))


TITLES: Mapping[str, str] = MappingProxyType(
    {
        "damage": N_("damage changes by how much? There is {n}"),
        "horror": N_("horror changes by how much? There is {n}"),
        "resources": N_("resources change by how much? There are {n}"),
        "physical": N_("physical trauma changes by how much? There is {n}"),
        "mental": N_("mental trauma changes by how much? There is {n}"),
    }
)


def adjust(g: G, seat: Seat) -> Rule[None]:
    """Ask for the seat, where several play, and for the adjustment."""
    who = yield from _whom(g, seat)
    options = [adjustment.option(g.state, who) for adjustment in ADJUSTMENTS]
    title, name = _("what is to be changed by hand?"), g.state.seats[who].name
    chosen = yield from g.one(choose(seat, title, options, rule="By hand", key="by_hand", about=who, whom=name))
    yield from make_adjustment(g, who, chosen)


def make_adjustment(g: G, seat: Seat, name: str) -> Rule[None]:
    yield from item_named(ADJUSTMENTS, name).do(g, seat)


def adjustment_refused(s: State, seat: Seat, name: str) -> Refusal | None:
    """Return why this adjustment cannot be made, or None, also for an unknown name."""
    return next((a.refuse(s, seat) for a in ADJUSTMENTS if a.name == name), None)


def _whom(g: G, seat: Seat) -> Rule[Seat]:
    people = [Option(other, who.name) for other, who in g.state.seats.items() if not who.left]
    if len(people) < 2:
        return seat
    return (yield from g.one(choose(seat, _("for whom?"), people, rule="By hand", key="by_hand.whom")))


def _number(g: G, seat: Seat, key: str, title: Text, there: int, most: int = MOST) -> Rule[int]:
    """Ask for the change of a counter, down to zero."""
    return (yield from g.number(count(seat, title, -there, most, "By hand", key=f"by_hand.{key}")))


def _counter(name: str, g: G, seat: Seat) -> Rule[None]:
    there: int = getattr(g.state.seats[seat], name)
    number = yield from _number(g, seat, name, from_data(TITLES[name], n=there), there)
    match name:
        case "damage":
            yield from suffer(g, seat, number, 0)
        case "horror":
            yield from suffer(g, seat, 0, number)
        case "resources" if number:
            g.emit(ResourcesChanged(seat, number))
        case "physical" if number:
            g.emit(TraumaTaken(seat, number, 0))
        case "mental" if number:
            g.emit(TraumaTaken(seat, 0, number))


def _clues(g: G, seat: Seat) -> Rule[None]:
    who = g.state.seats[seat]
    here = g.state.locations.get(who.location)
    title = _("clues change by how much? There are {n}", n=who.clues)
    number = yield from _number(g, seat, "clues", title, who.clues, here.clues if here else MOST)
    if number:
        g.emit(CluesFound(seat, g.state.seats[seat].location, number))


def _place_clues(g: G, seat: Seat) -> Rule[None]:
    here = g.state.seats[seat].location
    place = g.state.locations[here]
    title = _("clues on {place} change by how much? There are {n}", place=from_data(place.title), n=place.clues)
    number = yield from _number(g, seat, "place_clues", title, place.clues)
    if number:
        g.emit(CluesPlaced(here, number))


def _move_clues(g: G, seat: Seat) -> Rule[None]:
    """AH-ACT-MOVE-12."""
    who = g.state.seats[seat]
    there = _others(g.state, who.location)
    title = _("clues from here move where?")
    to = yield from g.one(choose(seat, title, there, rule="AH-ACT-MOVE-12", key="by_hand.move_clues"))
    most, title = g.state.locations[who.location].clues, _("how many clues move?")
    number = yield from g.number(count(seat, title, 0, most, "AH-ACT-MOVE-12", key="by_hand.clues_moved"))
    if number:
        move_clues(g, g.state.seats[seat].location, to, number)


def _actions(g: G, seat: Seat) -> Rule[None]:
    there = g.state.seats[seat].actions
    title = _("actions left change by how much? There are {n}", n=there)
    number = yield from _number(g, seat, "actions", title, there, 6)
    if number < 0:
        lose_actions(g, seat, -number)
    elif number:
        g.emit(ActionsLost(seat, -number))


def _cards(g: G, seat: Seat) -> Rule[None]:
    who = g.state.seats[seat]
    held = len(who.hand) + who.unknown
    most = MOST if who.deck is None else min(MOST, who.deck)
    title = _("cards in hand change by how much? There are {n}", n=held)
    number = yield from _number(g, seat, "cards", title, held, most)
    if number > 0:
        g.emit(CardsDrawn(seat, number))
    else:
        yield from discard(g, seat, -number)


def _asset(g: G, seat: Seat) -> Rule[None]:
    who = g.state.seats[seat]
    there = [Option(card, card_text(card)) for card in dict.fromkeys(who.in_play)]
    title = _("which asset leaves play?")
    card = yield from g.one(choose(seat, title, there, rule="By hand", key="by_hand.asset"))
    g.emit(AssetLost(seat, card))


def _doom(g: G, seat: Seat) -> Rule[None]:
    title = _("doom changes by how much? There is {n}", n=g.state.doom)
    number = yield from _number(g, seat, "doom", title, g.state.doom)
    if number:
        g.emit(DoomPlaced(number))


def _moved(g: G, seat: Seat) -> Rule[None]:
    """Move without regard to connections. AH-ACT-MOVE-7."""
    there = _others(g.state, g.state.seats[seat].location)
    title = _("moved to which location?")
    to = yield from g.one(choose(seat, title, there, rule="AH-ACT-MOVE-7", key="by_hand.moved"))
    moved_to(g, seat, to)


ENEMY_WISHES = (
    Option("damage", _("it takes damage")),
    Option("defeat", _("it is defeated")),
    Option("evaded", _("it is evaded automatically")),
    Option("exhaust", _("it is exhausted")),
    Option("ready", _("it is readied")),
    Option("move", _("it moves to another location")),
    Option("engage", _("it engages this investigator")),
)


def _enemy(g: G, seat: Seat) -> Rule[None]:
    """Apply a card's effect to an enemy in play."""
    foes = ((n, foe.title) for n, foe in g.state.enemies.items() if foe.location and not foe.defeated)
    enemies = [Option(n, from_data(title)) for n, title in foes]
    enemy = yield from g.one(choose(seat, _("which enemy?"), enemies, rule="By hand", key="by_hand.enemy"))
    name = from_data(g.state.enemies[enemy].title)
    options = [Option(o.id, o.text, _enemy_refused(g.state, seat, enemy, o.id)) for o in ENEMY_WISHES]
    title = _("what happens to {enemy}?", enemy=name)
    wish = yield from g.one(choose(seat, title, options, rule="By hand", key="by_hand.wish", about=enemy))
    if wish == "damage":
        there = g.state.enemies[enemy].damage
        title = _("damage on {enemy} changes by how much? There is {n}", enemy=name, n=there)
        number = yield from _number(g, seat, "enemy_damage", title, there)
        hurt_enemy(g, enemy, number)
    elif wish == "move":
        yield from _moved_enemy(g, seat, enemy)
    else:
        _state_enemy(g, seat, enemy, wish)
        yield from engage_somebody(g, enemy)


def _enemy_refused(s: State, seat: Seat, enemy: str, wish: str) -> Refusal | None:
    foe, names = s.enemies[enemy], {"enemy": from_data(s.enemies[enemy].title), "who": s.seats[seat].name}
    if wish == "evaded" and enemy not in engaged_with(s, seat):
        return Refusal("ENEMY_NOT_ENGAGED_WITH_YOU", _("{enemy} is not engaged with {who}.", **names))
    if wish == "engage" and foe.has("massive"):
        sentence = _("{enemy} is massive: it is engaged with everybody in its place.", enemy=names["enemy"])
        return Refusal("MASSIVE", sentence, "AH-X-MASSIVE-1")
    if wish == "engage" and not is_here(s, seat, enemy):
        return Refusal("NOT_SAME_PLACE", _("{enemy} is not where {who} is.", **names))
    if wish == "move" and not _others(s, foe.location):
        return Refusal("NO_VALID_DESTINATION", _("There is no other location."))
    return None


def _state_enemy(g: G, seat: Seat, enemy: str, wish: str) -> None:
    match wish:
        case "defeat":
            g.emit(EnemyDefeated(enemy))
        case "evaded":
            automatically_evade(g, seat, enemy)
        case "engage":
            g.emit(EnemyEngaged(enemy, seat))
        case _:
            g.emit(EnemyTurned(enemy, exhausted=wish == "exhaust"))


def _moved_enemy(g: G, seat: Seat, enemy: str) -> Rule[None]:
    foe = g.state.enemies[enemy]
    title, there = _("{enemy} moves where?", enemy=from_data(foe.title)), _others(g.state, foe.location)
    to = yield from g.one(choose(seat, title, there, rule="By hand", key="by_hand.enemy_moves", about=enemy))
    g.emit(EnemyMoved(enemy, g.state.enemies[enemy].location, to))
    yield from engage_somebody(g, enemy)


def _others(s: State, location: str) -> list[Option]:
    """Return all other locations in play."""
    return [Option(n, from_data(p.title)) for n, p in s.locations.items() if n != location and not p.hidden]


def _note(g: G, seat: Seat) -> Rule[None]:
    title = _("write into the campaign log")
    g.emit(Noted((yield from g.one(write(seat, title, (), "Campaign", key="by_hand.note")))))


def _end(g: G, seat: Seat) -> Rule[None]:  # noqa: ARG001  of every adjustment's shape
    yield from end_by_hand(g)


def _none_in_play(s: State, seat: Seat) -> Refusal | None:  # noqa: ARG001
    return None if any(foe.location and not foe.defeated for foe in s.enemies.values()) else NOBODY


def _no_asset(s: State, seat: Seat) -> Refusal | None:
    return None if s.seats[seat].in_play else NOBODY


def _no_place(s: State, seat: Seat) -> Refusal | None:
    here = s.seats[seat].location in s.locations
    return None if here else Refusal("NO_TARGET", _("Lay out a location first: this investigator is nowhere yet."))


def _nowhere_else(s: State, seat: Seat) -> Refusal | None:
    if s.seats[seat].location not in s.locations:
        return _no_place(s, seat)
    places = [n for n, p in s.locations.items() if n != s.seats[seat].location and not p.hidden]
    return None if places else NOBODY


ADJUSTMENTS: tuple[MenuItem[State, Event], ...] = (
    MenuItem("damage", _("Damage"), partial(_counter, "damage")),
    MenuItem("horror", _("Horror"), partial(_counter, "horror")),
    MenuItem("clues", _("Clues held"), _clues, _no_place),
    MenuItem("resources", _("Resources"), partial(_counter, "resources")),
    MenuItem("cards", _("Cards in hand"), _cards),
    MenuItem("actions", _("Actions left"), _actions),
    MenuItem("moved", _("Moved by a card"), _moved, _nowhere_else),
    MenuItem("enemy", _("An enemy in play"), _enemy, _none_in_play),
    MenuItem("new_enemy", _("An enemy comes into play"), new_enemy, _no_place),
    MenuItem("asset", _("An asset leaves play"), _asset, _no_asset),
    MenuItem("place_clues", _("Clues on this location"), _place_clues, _no_place),
    MenuItem("move_clues", _("Clues move to another location"), _move_clues, _nowhere_else),
    MenuItem("new_location", _("A location is laid out"), new_location),
    MenuItem("doom", _("Doom"), _doom),
    MenuItem("physical", _("Physical trauma"), partial(_counter, "physical")),
    MenuItem("mental", _("Mental trauma"), partial(_counter, "mental")),
    MenuItem("note", _("A line of the campaign log"), _note),
    MenuItem("end", _("The scenario ends"), _end),
)


def lose_actions(g: G, seat: Seat, number: int) -> None:
    """Lose actions of this round, at most those left. AH-ACT-TURN-4, AH-ACT-TURN-5."""
    g.emit(ActionsLost(seat, min(number, g.state.seats[seat].actions)))
