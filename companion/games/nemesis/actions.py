"""The basic actions: what they cost, when they are refused, what they do (NEM-BASIC-1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.nemesis.checks import corridor_words, explore, melee, noise_roll, shoot
from companion.games.nemesis.encounters import attack, danger, room_words
from companion.games.nemesis.events import ActionPaid, G, Moved, NoiseMade
from companion.games.nemesis.state import (
    State,
    characters_in,
    corridors_of,
    intruders_in,
    is_in_combat,
    neighbours,
    payable,
)
from companion.rules.play import Rule, choose
from companion.wire.prompt import Option, Refusal, Seat


@dataclass(frozen=True, slots=True)
class Action:
    """A basic action. A target is what the menu offers for it: a room, an Intruder, "weapon/Intruder"."""

    name: str
    title: str
    rule: str
    refuse: Callable[[State, Seat], Refusal | None]  # the action as a whole
    targets: Callable[[State, Seat], tuple[Option, ...]]
    cannot: Callable[[State, Seat, str], Refusal | None]  # this target
    do: Callable[[G, Seat, str], Rule[None]]


def refusal(s: State, seat: Seat, action: Action, target: str) -> Refusal | None:
    """Why this cannot be done now; None where it can."""
    return cannot_pay(s, seat, action) or action.cannot(s, seat, target) or action.refuse(s, seat)


def cannot_pay(s: State, seat: Seat, action: Action) -> Refusal | None:
    """No action left, or too few Action cards (NEM-COST-5)."""
    character, cost, have = s.characters[seat], s.costs[action.name], len(payable(s, seat))
    if character.actions < 1:
        return Refusal("NO_ACTIONS_LEFT", f"{character.name} has no action left in this round.")
    if have < cost:
        return Refusal("NOT_ENOUGH_ACTION_CARDS", f"{action.title} costs {cost} Action cards, {have} are in the hand.")
    return None


def pay(g: G, seat: Seat, action: Action) -> Rule[None]:
    """Exactly so many Action cards, freely chosen, never Contamination (NEM-COST-1 to -3)."""
    cost, character = g.state.costs[action.name], g.state.characters[seat]
    if not cost:
        g.emit(ActionPaid(seat, action.name, ()))
        return
    no = Refusal("CONTAMINATION_CANNOT_PAY", "A Contamination card is no Action card: it pays for nothing.")
    hand = [Option(card, card, no if card in g.state.contamination else None) for card in character.hand]
    title = f"{character.name}: discard {cost} Action card{'s' * (cost > 1)} for {action.title}"
    cards = yield from g.some(choose(seat, title, hand, cost, cost, "NEM-COST-1", secret=True))
    g.emit(ActionPaid(seat, action.name, cards))


# Movement


def free(_: State, __: Seat) -> Refusal | None:
    return None


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
)


def menu(s: State, seat: Seat, actions: Sequence[Action] = ACTIONS) -> tuple[Option, ...]:
    """What a character may do: "move:r7"; an action that is refused as a whole is one grey option."""
    options: list[Option] = []
    for action in actions:
        no = cannot_pay(s, seat, action) or action.refuse(s, seat)
        targets = action.targets(s, seat)
        if no is not None or not targets:
            options.append(
                Option(action.name, action.title, no or Refusal("NO_TARGET", "There is nothing to do this with."))
            )
        else:
            options += [Option(f"{action.name}:{t.id}", t.text, t.refused) for t in targets]
    return tuple(options)
