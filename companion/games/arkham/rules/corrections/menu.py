"""Adjustments by hand, for card effects that the rules do not model. They cost no action."""

from __future__ import annotations

from functools import partial

from companion.engine import Correction, CorrectionMenu, Rule, choose, count, write
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
    move_by_card,
    move_clues,
    suffer,
)
from companion.games.arkham.state import Event, G, State
from companion.i18n import N_, Text, _, from_data
from companion.schema import Option, Prompt, Refusal, Seat

MOST_CHANGE = 20
"""By which one counter is changed at once."""


def adjust(g: G, seat: Seat) -> Rule[None]:
    """Ask for the seat, where several play, and for the adjustment."""
    who = yield from _choose_seat(g, seat)
    title, options = _("what is to be changed by hand?"), ADJUSTMENTS.options(g.state, who)
    name = g.state.seats[who].name
    chosen = yield from g.one(choose(seat, title, options, rule="By hand", key="by_hand", about=who, whom=name))
    yield from ADJUSTMENTS.correct((who,), g, (chosen,))


def _choose_seat(g: G, seat: Seat) -> Rule[Seat]:
    people = [Option(other, who.name) for other, who in g.state.seats.items() if not who.left]
    if len(people) < 2:
        return seat
    return (yield from g.one(choose(seat, _("for whom?"), people, rule="By hand", key="by_hand.whom")))


def _change(seat: Seat, key: str, title: Text, there: int, most: int = MOST_CHANGE) -> Prompt:
    """Ask for the change of a counter, down to zero."""
    return count(seat, title, -there, most, "By hand", key=f"by_hand.{key}")


def _counter(name: str, title: str, s: State, seat: Seat, most: int = MOST_CHANGE) -> Prompt:
    there: int = getattr(s.seats[seat], name)
    return _change(seat, name, from_data(title, n=there), there, most)


def _here(s: State, seat: Seat) -> str:
    return s.seats[seat].location


def _clues(s: State, seat: Seat, here: str) -> Prompt:
    most = s.locations[here].clues if here in s.locations else MOST_CHANGE
    return _counter("clues", N_("clues change by how much? There are {n}"), s, seat, most)


def _clues_here(s: State, seat: Seat, here: str) -> Prompt:
    place = s.locations[here]
    title = _("clues on {place} change by how much? There are {n}", place=from_data(place.title), n=place.clues)
    return _change(seat, "place_clues", title, place.clues)


def _clue_target(s: State, seat: Seat, here: str) -> Prompt:
    return choose(
        seat, _("clues from here move where?"), _others(s, here), rule="AH-ACT-MOVE-12", key="by_hand.move_clues"
    )


def _moving_clues(s: State, seat: Seat, here: str, _to: str) -> Prompt:
    return count(
        seat, _("how many clues move?"), 0, s.locations[here].clues, "AH-ACT-MOVE-12", key="by_hand.clues_moved"
    )


def _cards(s: State, seat: Seat) -> Prompt:
    who = s.seats[seat]
    held = len(who.hand) + who.unknown
    most = MOST_CHANGE if who.deck is None else min(MOST_CHANGE, who.deck)
    return _change(seat, "cards", _("cards in hand change by how much? There are {n}", n=held), held, most)


def _change_hand(g: G, seat: Seat, number: int) -> Rule[None]:
    if number > 0:
        g.emit(CardsDrawn(seat, number))
    else:
        yield from discard(g, seat, -number)


def _asset(s: State, seat: Seat) -> Prompt:
    assets = [Option(card, card_text(card)) for card in dict.fromkeys(s.seats[seat].in_play)]
    return choose(seat, _("which asset leaves play?"), assets, rule="By hand", key="by_hand.asset")


def _doom(s: State, seat: Seat) -> Prompt:
    return _change(seat, "doom", _("doom changes by how much? There is {n}", n=s.doom), s.doom)


def _move_target(s: State, seat: Seat) -> Prompt:
    """Ask for any location, without regard to connections. AH-ACT-MOVE-7."""
    others = _others(s, s.seats[seat].location)
    return choose(seat, _("moved to which location?"), others, rule="AH-ACT-MOVE-7", key="by_hand.moved")


ENEMY_WISHES = (
    Option("damage", _("it takes damage")),
    Option("defeat", _("it is defeated")),
    Option("evaded", _("it is evaded automatically")),
    Option("exhaust", _("it is exhausted")),
    Option("ready", _("it is readied")),
    Option("move", _("it moves to another location")),
    Option("engage", _("it engages this investigator")),
)


def _which_enemy(s: State, seat: Seat) -> Prompt:
    enemies = [Option(name, from_data(foe.title)) for name, foe in _enemies_in_play(s).items()]
    return choose(seat, _("which enemy?"), enemies, rule="By hand", key="by_hand.enemy")


def _enemies_in_play(s: State) -> dict[str, Enemy]:
    return {name: foe for name, foe in s.enemies.items() if foe.location and not foe.defeated}


def _enemy_wish(s: State, seat: Seat, enemy: str) -> Prompt:
    options = [Option(o.id, o.text, _enemy_refusal(s, seat, enemy, o.id)) for o in ENEMY_WISHES]
    title = _("what happens to {enemy}?", enemy=from_data(s.enemies[enemy].title))
    return choose(seat, title, options, rule="By hand", key="by_hand.wish", about=enemy)


def _enemy_refusal(s: State, seat: Seat, enemy: str, wish: str) -> Refusal | None:
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


def _change_enemy(g: G, seat: Seat, enemy: str, wish: str) -> Rule[None]:
    """Apply a card's effect to an enemy in play."""
    foe = g.state.enemies[enemy]
    name = from_data(foe.title)
    match wish:
        case "damage":
            title = _("damage on {enemy} changes by how much? There is {n}", enemy=name, n=foe.damage)
            hurt_enemy(g, enemy, (yield from g.number(_change(seat, "enemy_damage", title, foe.damage))))
            return
        case "move":
            title, others = _("{enemy} moves where?", enemy=name), _others(g.state, foe.location)
            target = choose(seat, title, others, rule="By hand", key="by_hand.enemy_moves", about=enemy)
            to = yield from g.one(target)
            g.emit(EnemyMoved(enemy, g.state.enemies[enemy].location, to))
        case "defeat":
            g.emit(EnemyDefeated(enemy))
        case "evaded":
            automatically_evade(g, seat, enemy)
        case "engage":
            g.emit(EnemyEngaged(enemy, seat))
        case _:
            g.emit(EnemyTurned(enemy, exhausted=wish == "exhaust"))
    yield from engage_somebody(g, enemy)


def _others(s: State, location: str) -> list[Option]:
    """Return all other locations in play."""
    return [Option(n, from_data(p.title)) for n, p in s.locations.items() if n != location and not p.hidden]


def _note(_s: State, seat: Seat) -> Prompt:
    return write(seat, _("write into the campaign log"), (), "Campaign", key="by_hand.note")


def _refusals(s: State, seat: Seat) -> dict[str, Refusal]:
    none, here = Refusal("NO_TARGET", _("There is none in play.")), s.seats[seat].location
    refused = {}
    if here not in s.locations:
        nowhere = Refusal("NO_TARGET", _("Lay out a location first: this investigator is nowhere yet."))
        refused = dict.fromkeys(("clues", "place_clues", "new_enemy", "moved", "move_clues"), nowhere)
    elif not _others(s, here):
        refused = dict.fromkeys(("moved", "move_clues"), none)
    if not _enemies_in_play(s):
        refused["enemy"] = none
    if not s.seats[seat].in_play:
        refused["asset"] = none
    return refused


_DAMAGE = partial(_counter, "damage", N_("damage changes by how much? There is {n}"))
_HORROR = partial(_counter, "horror", N_("horror changes by how much? There is {n}"))
_RESOURCES = partial(_counter, "resources", N_("resources change by how much? There are {n}"))
_ACTIONS = partial(_counter, "actions", N_("actions left change by how much? There are {n}"), most=6)
_PHYSICAL = partial(_counter, "physical", N_("physical trauma changes by how much? There is {n}"))
_MENTAL = partial(_counter, "mental", N_("mental trauma changes by how much? There is {n}"))
ADJUSTMENTS: CorrectionMenu[State, Event] = CorrectionMenu(
    (
        Correction("damage", _("Damage"), (_DAMAGE,), effect=lambda g, seat, n: suffer(g, seat, n, 0)),
        Correction("horror", _("Horror"), (_HORROR,), effect=lambda g, seat, n: suffer(g, seat, 0, n)),
        Correction("clues", _("Clues held"), (_here, _clues), CluesFound),
        Correction("resources", _("Resources"), (_RESOURCES,), ResourcesChanged),
        Correction("cards", _("Cards in hand"), (_cards,), effect=_change_hand),
        Correction("actions", _("Actions left"), (_ACTIONS,), lambda seat, n: ActionsLost(seat, -n)),
        Correction("moved", _("Moved by a card"), (_move_target,), effect=move_by_card),
        Correction("enemy", _("An enemy in play"), (_which_enemy, _enemy_wish), effect=_change_enemy),
        Correction("new_enemy", _("An enemy comes into play"), effect=new_enemy),
        Correction("asset", _("An asset leaves play"), (_asset,), AssetLost),
        Correction(
            "place_clues",
            _("Clues on this location"),
            (_here, _clues_here),
            lambda _seat, here, n: CluesPlaced(here, n),
        ),
        Correction(
            "move_clues",
            _("Clues move to another location"),
            (_here, _clue_target, _moving_clues),
            effect=lambda g, _seat, here, to, n: move_clues(g, here, to, n),
        ),
        Correction("new_location", _("A location is laid out"), effect=new_location),
        Correction("doom", _("Doom"), (_doom,), lambda _seat, n: DoomPlaced(n)),
        Correction("physical", _("Physical trauma"), (_PHYSICAL,), lambda seat, n: TraumaTaken(seat, n, 0)),
        Correction("mental", _("Mental trauma"), (_MENTAL,), lambda seat, n: TraumaTaken(seat, 0, n)),
        Correction("note", _("A line of the campaign log"), (_note,), lambda _seat, text: Noted(text)),
        Correction("end", _("The scenario ends"), effect=lambda g, _seat: end_by_hand(g)),
    ),
    _refusals,
    leave=0,
)
