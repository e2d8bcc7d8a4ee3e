"""By hand: what the cards on the table do, and Lamplight cannot know, is stated as it is. Nothing here costs an action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine import Rule, choose, count, write
from companion.games.arkham.content import Enemy
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
    G,
    Noted,
    ResourcesChanged,
    TraumaTaken,
)
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
from companion.games.arkham.state import State
from companion.schema import Option, Refusal, Seat

MOST = 20
"""By which one counter is changed at once."""
NOBODY = Refusal("NO_TARGET", "There is none in play.")


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One thing that can be stated."""

    name: str
    title: str
    do: Callable[[G, Seat], Rule[None]]
    refuse: Callable[[State, Seat], Refusal | None] = lambda _s, _seat: None


def adjust(g: G, seat: Seat) -> Rule[None]:
    """For whom, where several sit there, and what."""
    who = yield from _whom(g, seat)
    options = [Option(a.name, a.title, a.refuse(g.state, who)) for a in ADJUSTMENTS]
    name = g.state.seats[who].name
    chosen = yield from g.one(
        choose(seat, f"{name}: what is to be changed by hand?", options, rule="By hand", whom=name)
    )
    yield from make_adjustment(g, who, chosen)


def make_adjustment(g: G, seat: Seat, name: str) -> Rule[None]:
    """The adjustment of that name."""
    yield from next(a for a in ADJUSTMENTS if a.name == name).do(g, seat)


def adjustment_refused(s: State, seat: Seat, name: str) -> Refusal | None:
    """Why the adjustment of that name cannot be made, or None; also where there is none of that name."""
    return next((a.refuse(s, seat) for a in ADJUSTMENTS if a.name == name), None)


def _whom(g: G, seat: Seat) -> Rule[Seat]:
    people = [Option(other, who.name) for other, who in g.state.seats.items() if not who.left]
    if len(people) < 2:
        return seat
    return (yield from g.one(choose(seat, f"{g.state.seats[seat].name}: for whom?", people, rule="By hand")))


def _number(g: G, seat: Seat, what: str, there: int, most: int = MOST) -> Rule[int]:
    """By how much a counter changes; it never sinks below zero."""
    title = f"{g.state.seats[seat].name}: {what} changes by how much? There are {there}"
    return (yield from g.number(count(seat, title, -there, most, "By hand")))


def _damage(g: G, seat: Seat) -> Rule[None]:
    number = yield from _number(g, seat, "damage", g.state.seats[seat].damage)
    yield from suffer(g, seat, number, 0)


def _horror(g: G, seat: Seat) -> Rule[None]:
    number = yield from _number(g, seat, "horror", g.state.seats[seat].horror)
    yield from suffer(g, seat, 0, number)


def _resources(g: G, seat: Seat) -> Rule[None]:
    number = yield from _number(g, seat, "resources", g.state.seats[seat].resources)
    if number:
        g.emit(ResourcesChanged(seat, number))


def _clues(g: G, seat: Seat) -> Rule[None]:
    who = g.state.seats[seat]
    here = g.state.locations.get(who.location)
    number = yield from _number(g, seat, "clues", who.clues, here.clues if here else MOST)
    if number:
        g.emit(CluesFound(seat, g.state.seats[seat].location, number))


def _place_clues(g: G, seat: Seat) -> Rule[None]:
    here = g.state.seats[seat].location
    place = g.state.locations[here]
    number = yield from _number(g, seat, f"clues on {place.title}", place.clues)
    if number:
        g.emit(CluesPlaced(here, number))


def _move_clues(g: G, seat: Seat) -> Rule[None]:
    """AH-ACT-MOVE-12."""
    who = g.state.seats[seat]
    there = [Option(n, p.title) for n, p in g.state.locations.items() if n != who.location and not p.hidden]
    to = yield from g.one(choose(seat, f"{who.name}: clues from here move where?", there, rule="AH-ACT-MOVE-12"))
    most = g.state.locations[who.location].clues
    number = yield from g.number(count(seat, f"{who.name}: how many clues move?", 0, most, "AH-ACT-MOVE-12"))
    if number:
        move_clues(g, g.state.seats[seat].location, to, number)


def _actions(g: G, seat: Seat) -> Rule[None]:
    number = yield from _number(g, seat, "actions left", g.state.seats[seat].actions, 6)
    if number < 0:
        lose_actions(g, seat, -number)
    elif number:
        g.emit(ActionsLost(seat, -number))


def _cards(g: G, seat: Seat) -> Rule[None]:
    who = g.state.seats[seat]
    held = len(who.hand) + who.unknown
    number = yield from _number(g, seat, "cards in hand", held, MOST if who.deck is None else min(MOST, who.deck))
    if number > 0:
        g.emit(CardsDrawn(seat, number))
    else:
        yield from discard(g, seat, -number)


def _asset(g: G, seat: Seat) -> Rule[None]:
    who = g.state.seats[seat]
    there = [Option(card, card) for card in dict.fromkeys(who.in_play)]
    card = yield from g.one(choose(seat, f"{who.name}: which asset leaves play?", there, rule="By hand"))
    g.emit(AssetLost(seat, card))


def _doom(g: G, seat: Seat) -> Rule[None]:
    number = yield from _number(g, seat, "doom", g.state.doom)
    if number:
        g.emit(DoomPlaced(number))


def _moved(g: G, seat: Seat) -> Rule[None]:
    """Straight there, whatever lies between. AH-ACT-MOVE-7."""
    who = g.state.seats[seat]
    there = [Option(n, p.title) for n, p in g.state.locations.items() if n != who.location and not p.hidden]
    to = yield from g.one(choose(seat, f"{who.name}: moved to which location?", there, rule="AH-ACT-MOVE-7"))
    moved_to(g, seat, to)


ENEMY_WISHES = (
    Option("damage", "take damage"),
    Option("defeat", "be defeated"),
    Option("evaded", "be evaded automatically"),
    Option("exhaust", "be exhausted"),
    Option("ready", "be readied"),
    Option("move", "move to another location"),
    Option("engage", "engage this investigator"),
)


def _enemy(g: G, seat: Seat) -> Rule[None]:
    """What a card does to an enemy in play."""
    who = g.state.seats[seat]
    there = [Option(n, foe.title) for n, foe in g.state.enemies.items() if foe.location and not foe.defeated]
    enemy = yield from g.one(choose(seat, f"{who.name}: which enemy?", there, rule="By hand"))
    title = f"{who.name}: {g.state.enemies[enemy].title} is to"
    options = [Option(o.id, o.text, _enemy_refused(g.state, seat, enemy, o.id)) for o in ENEMY_WISHES]
    wish = yield from g.one(choose(seat, title, options, rule="By hand"))
    if wish == "damage":
        number = yield from _number(g, seat, f"damage on {g.state.enemies[enemy].title}", g.state.enemies[enemy].damage)
        hurt_enemy(g, enemy, number)
    elif wish == "move":
        yield from _moved_enemy(g, seat, enemy)
    else:
        _state_enemy(g, seat, enemy, wish)
        yield from engage_somebody(g, enemy)


def _enemy_refused(s: State, seat: Seat, enemy: str, wish: str) -> Refusal | None:
    foe, who = s.enemies[enemy], s.seats[seat].name
    if wish == "evaded" and enemy not in engaged_with(s, seat):
        return Refusal("ENEMY_NOT_ENGAGED_WITH_YOU", f"{foe.title} is not engaged with {who}.")
    if wish == "engage" and foe.has("massive"):
        return Refusal(
            "MASSIVE", f"{foe.title} is massive: it is engaged with everybody in its place.", "AH-X-MASSIVE-1"
        )
    if wish == "engage" and not is_here(s, seat, enemy):
        return Refusal("NOT_SAME_PLACE", f"{foe.title} is not where {who} is.")
    if wish == "move" and len(_elsewhere(s, foe)) == 0:
        return Refusal("NO_VALID_DESTINATION", "There is no other location.")
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
    title = f"{g.state.seats[seat].name}: {foe.title} moves where?"
    to = yield from g.one(choose(seat, title, _elsewhere(g.state, foe), rule="By hand"))
    g.emit(EnemyMoved(enemy, g.state.enemies[enemy].location, to))
    yield from engage_somebody(g, enemy)


def _elsewhere(s: State, foe: Enemy) -> list[Option]:
    return [Option(n, p.title) for n, p in s.locations.items() if n != foe.location and not p.hidden]


def _physical(g: G, seat: Seat) -> Rule[None]:
    number = yield from _number(g, seat, "physical trauma", g.state.seats[seat].physical)
    if number:
        g.emit(TraumaTaken(seat, number, 0))


def _mental(g: G, seat: Seat) -> Rule[None]:
    number = yield from _number(g, seat, "mental trauma", g.state.seats[seat].mental)
    if number:
        g.emit(TraumaTaken(seat, 0, number))


def _note(g: G, seat: Seat) -> Rule[None]:
    name = g.state.seats[seat].name
    g.emit(Noted((yield from g.one(write(seat, f"{name}: write into the campaign log", (), "Campaign")))))


def _end(g: G, seat: Seat) -> Rule[None]:  # noqa: ARG001  of every adjustment's shape
    yield from end_by_hand(g)


def _none_in_play(s: State, seat: Seat) -> Refusal | None:  # noqa: ARG001
    return None if any(foe.location and not foe.defeated for foe in s.enemies.values()) else NOBODY


def _no_asset(s: State, seat: Seat) -> Refusal | None:
    return None if s.seats[seat].in_play else NOBODY


def _no_place(s: State, seat: Seat) -> Refusal | None:
    here = s.seats[seat].location in s.locations
    return None if here else Refusal("NO_TARGET", "Lay out a location first: this investigator is nowhere yet.")


def _nowhere_else(s: State, seat: Seat) -> Refusal | None:
    if s.seats[seat].location not in s.locations:
        return _no_place(s, seat)
    places = [n for n, p in s.locations.items() if n != s.seats[seat].location and not p.hidden]
    return None if places else NOBODY


ADJUSTMENTS = (
    Adjustment("damage", "Damage", _damage),
    Adjustment("horror", "Horror", _horror),
    Adjustment("clues", "Clues held", _clues, _no_place),
    Adjustment("resources", "Resources", _resources),
    Adjustment("cards", "Cards in hand", _cards),
    Adjustment("actions", "Actions left", _actions),
    Adjustment("moved", "Moved by a card", _moved, _nowhere_else),
    Adjustment("enemy", "An enemy in play", _enemy, _none_in_play),
    Adjustment("new_enemy", "An enemy comes into play", new_enemy, _no_place),
    Adjustment("asset", "An asset leaves play", _asset, _no_asset),
    Adjustment("place_clues", "Clues on this location", _place_clues, _no_place),
    Adjustment("move_clues", "Clues move to another location", _move_clues, _nowhere_else),
    Adjustment("new_location", "A location is laid out", new_location),
    Adjustment("doom", "Doom", _doom),
    Adjustment("physical", "Physical trauma", _physical),
    Adjustment("mental", "Mental trauma", _mental),
    Adjustment("note", "A line of the campaign log", _note),
    Adjustment("end", "The scenario ends", _end),
)


def lose_actions(g: G, seat: Seat, number: int) -> None:
    """Of what is left this round, never below zero. AH-ACT-TURN-4, AH-ACT-TURN-5."""
    g.emit(ActionsLost(seat, min(number, g.state.seats[seat].actions)))
