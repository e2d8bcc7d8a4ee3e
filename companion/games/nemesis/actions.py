"""The actions: when they are refused, what they do (NEM-BASIC-1)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.nemesis.checks import corridor_words, explore, melee, noise_roll, shoot
from companion.games.nemesis.cost import Action, cannot_pay, free, no_action_left
from companion.games.nemesis.encounters import attack, danger, room_words
from companion.games.nemesis.events import G, Moved, NoiseMade
from companion.games.nemesis.state import (
    State,
    characters_in,
    corridors_of,
    intruders_in,
    is_in_combat,
    neighbours,
)
from companion.games.nemesis.things import (
    cannot_craft,
    cannot_pick_up,
    cannot_play,
    cannot_use,
    cannot_use_room,
    card_cost,
    craft,
    crafts,
    heavy_here,
    item_cost,
    no_card_to_play,
    no_item_to_use,
    nobody_to_trade_with,
    nothing_to_craft,
    nothing_to_pick_up,
    own_room,
    pick_up,
    play_card,
    playable_cards,
    trade,
    usable_items,
    use_item,
    use_room,
)
from companion.rules.play import Rule, choose
from companion.wire.prompt import Option, Refusal, Seat

# Movement


def cannot_move(s: State, seat: Seat, to: str) -> Refusal | None:
    """NEM-MOVE-1: to a neighbouring room."""
    if to not in neighbours(s, s.characters[seat].room):
        return Refusal("NOT_ADJACENT", "No single open corridor leads from here to that room.")
    return None


def ways(s: State, seat: Seat) -> tuple[Option, ...]:
    verb = "Escape" if is_in_combat(s, seat) else "Move"
    near = neighbours(s, s.characters[seat].room)
    return tuple(Option(room, f"{verb} to {room_words(s, room)}") for room in near)


def move(g: G, seat: Seat, to: str) -> Rule[None]:
    """Movement with all that belongs to it (NEM-MOVE-1)."""
    start = g.state.characters[seat].room
    for intruder in intruders_in(g.state, start):  # NEM-X-ESCAPE-1
        yield from attack(g, seat, intruder, "escape")
    says, was_empty = yield from enter(g, seat, to)
    if says == "danger" or (says == "silence" and g.state.characters[seat].slime):  # NEM-X-NOISE-2, -3
        danger(g, to)
    elif was_empty and says != "silence":  # NEM-X-ENTER-1
        yield from noise_roll(g, seat)


def enter(g: G, seat: Seat, to: str) -> Rule[tuple[str, bool]]:
    """Step in and explore. Returns the exploration token ("" = none) and whether nobody was there before."""
    start = g.state.characters[seat].room
    was_empty = not characters_in(g.state, to) and not intruders_in(g.state, to)
    g.emit(Moved(seat, to))
    return (yield from explore(g, seat, start)), was_empty


# Careful Movement


def not_in_combat(s: State, seat: Seat) -> Refusal | None:
    """NEM-CAREFUL-4."""
    if is_in_combat(s, seat):
        return Refusal("OUT_OF_COMBAT_ONLY", "There is an Intruder in the room: no Careful Movement in combat.")
    return None


def cannot_move_carefully(s: State, seat: Seat, to: str) -> Refusal | None:
    """NEM-CAREFUL-3: some corridor of the room must be free."""
    if all(s.corridors[name].noise for name in corridors_of(s, to)):
        return cannot_move(s, seat, to) or Refusal(
            "ALL_CORRIDORS_NOISY", f"Every corridor of {room_words(s, to)} has a Noise marker."
        )
    return cannot_move(s, seat, to)


def careful_ways(s: State, seat: Seat) -> tuple[Option, ...]:
    near = neighbours(s, s.characters[seat].room)
    return tuple(
        Option(room, f"Move carefully to {room_words(s, room)}", cannot_move_carefully(s, seat, room)) for room in near
    )


def move_carefully(g: G, seat: Seat, to: str) -> Rule[None]:
    """Like Movement, but a marker of one's choice instead of the roll (NEM-CAREFUL-1, -2)."""
    yield from enter(g, seat, to)
    if all(g.state.corridors[name].noise for name in corridors_of(g.state, to)):
        return  # the way there was corrected: no corridor is left to choose
    noisy = Refusal("CORRIDOR_ALREADY_NOISY", "This corridor has a Noise marker.")  # NEM-CAREFUL-5
    options = [
        Option(name, corridor_words(g.state, to, name), noisy if g.state.corridors[name].noise else None)
        for name in corridors_of(g.state, to)  # NEM-CAREFUL-6: the corridor just used is among them
    ]
    title = f"{g.state.characters[seat].name}: put a Noise marker into a corridor of {room_words(g.state, to)}"
    g.emit(NoiseMade((yield from g.one(choose(seat, title, options, rule="NEM-CAREFUL-2")))))


# Shoot and Melee Attack


def nothing_to_attack(s: State, seat: Seat) -> Refusal | None:
    if not is_in_combat(s, seat):
        return Refusal("NOT_SAME_PLACE", f"No Intruder is in the room of {s.characters[seat].name}.")
    return None


def cannot_attack(s: State, seat: Seat, target: str) -> Refusal | None:
    """NEM-SHOOT-3, NEM-MELEE-2; an egg is no Intruder (NEM-AMB-12)."""
    if target not in s.intruders:
        return Refusal("TARGET_NOT_INTRUDER", "Only an Intruder can be attacked.")
    if s.intruders[target].room != s.characters[seat].room:
        return Refusal("NOT_SAME_PLACE", f"The {s.intruders[target].kind} is not in the same room.")
    return None


def cannot_shoot(s: State, seat: Seat, target: str) -> Refusal | None:
    """NEM-SHOOT-1, -3, -4. `target`: "weapon/Intruder"."""
    weapon, _, intruder = target.partition("/")
    held = {w.name: w.ammo for w in s.characters[seat].weapons}
    if weapon not in held:
        return Refusal("WEAPON_NOT_IN_HAND_SLOT", f"{s.characters[seat].name} has no {weapon} in a hand.")
    no_ammo = None if held[weapon] else Refusal("NO_AMMO", f"The {weapon} has no ammo.")
    return cannot_attack(s, seat, intruder) or no_ammo


def shots(s: State, seat: Seat) -> tuple[Option, ...]:
    here = intruders_in(s, s.characters[seat].room)
    pairs = [(w.name, w.ammo, i) for w in s.characters[seat].weapons for i in here]
    return tuple(
        Option(f"{w}/{i}", f"Shoot the {s.intruders[i].kind}, {w}, ammo {ammo}", cannot_shoot(s, seat, f"{w}/{i}"))
        for w, ammo, i in pairs
    )


def fire(g: G, seat: Seat, target: str) -> Rule[None]:
    weapon, _, intruder = target.partition("/")
    yield from shoot(g, seat, weapon, intruder)


def blows(s: State, seat: Seat) -> tuple[Option, ...]:
    here = intruders_in(s, s.characters[seat].room)
    return tuple(Option(i, f"Melee Attack on the {s.intruders[i].kind}") for i in here)


def as_it_is(_: State, __: Seat) -> tuple[Option, ...]:
    """An action without a target."""
    return (Option("", "Trade"),)


def anything(_: State, __: Seat, ___: str) -> Refusal | None:
    return None


ACTIONS: tuple[Action, ...] = (
    Action("move", "Movement", "NEM-MOVE-1", free, ways, cannot_move, move),
    Action(
        "careful_move",
        "Careful Movement",
        "NEM-CAREFUL-1",
        not_in_combat,
        careful_ways,
        cannot_move_carefully,
        move_carefully,
    ),
    Action("shoot", "Shoot", "NEM-SHOOT-1", nothing_to_attack, shots, cannot_shoot, fire),
    Action("melee", "Melee Attack", "NEM-MELEE-1", nothing_to_attack, blows, cannot_attack, melee),
    Action(
        "pick_up_heavy", "Pick Up Heavy Object", "NEM-HEAVY-1", nothing_to_pick_up, heavy_here, cannot_pick_up, pick_up
    ),
    Action("trade", "Trade", "NEM-TRADE-1", nobody_to_trade_with, as_it_is, anything, trade),
    Action("craft", "Craft Item", "NEM-CRAFT-1", nothing_to_craft, crafts, cannot_craft, craft, secret=True),
    Action(
        "action_card",
        "Action card",
        "NEM-ACARD-3",
        no_card_to_play,
        playable_cards,
        cannot_play,
        play_card,
        card_cost,
        secret=True,
    ),
    Action(
        "item_action",
        "Item card",
        "NEM-ITEM-1",
        no_item_to_use,
        usable_items,
        cannot_use,
        use_item,
        item_cost,
        secret=True,
    ),
    Action("room_action", "Room action", "NEM-ROOM-1", free, own_room, cannot_use_room, use_room),
)


def menu(s: State, seat: Seat, actions: Sequence[Action] = ACTIONS) -> tuple[Option, ...]:
    """What a character may do: "move:r7"; an action that is refused as a whole is one grey option."""
    return tuple(option for action in actions for option in options_of(s, seat, action))


def options_of(s: State, seat: Seat, action: Action) -> tuple[Option, ...]:
    """One option for each target; one for all where they are secret, or where none is possible for one reason."""
    no = no_action_left(s, seat) or action.refuse(s, seat)
    if no is None and action.cost is None:
        no = cannot_pay(s, seat, action, "")
    targets = payable_targets(s, seat, action) if no is None else ()
    if no is None and not targets:
        no = Refusal("NO_TARGET", "There is nothing to do this with.")
    if action.secret:
        refused = [t.refused for t in targets]
        return (Option(action.name, action.title, no or (refused[0] if all(refused) else None)),)
    if no is not None:
        return (Option(action.name, action.title, no),)
    return tuple(Option(f"{action.name}:{t.id}" if t.id else action.name, t.text, t.refused) for t in targets)


def payable_targets(s: State, seat: Seat, action: Action) -> tuple[Option, ...]:
    """The targets of an action; what cannot be paid is grey too."""
    return tuple(Option(t.id, t.text, t.refused or cannot_pay(s, seat, action, t.id)) for t in action.targets(s, seat))


def secret_target(g: G, seat: Seat, action: Action) -> Rule[str]:
    """Which card or item, for its owner's eyes; what cannot be paid is grey."""
    options = payable_targets(g.state, seat, action)
    if all(option.refused for option in options):
        return ""  # a correction took away what was possible
    title = f"{g.state.characters[seat].name}: {action.title}, which one?"
    return (yield from g.one(choose(seat, title, options, rule=action.rule, secret=True)))
