"""Movement, Careful Movement, and the escape from a room with Intruders (NEM-MOVE, NEM-CAREFUL)."""

from __future__ import annotations

from companion.engine import Rule
from companion.games.nemesis.facts import G, Moved
from companion.games.nemesis.rules.intruders.attacks import attack
from companion.games.nemesis.rules.intruders.noise import danger, noise_roll, put_noise
from companion.games.nemesis.rules.map.exploration import explore
from companion.games.nemesis.rules.names import room_words
from companion.games.nemesis.state import State, characters_in, corridors_of, intruders_in, is_in_combat, neighbours
from companion.i18n import Text, _
from companion.schema import Option, Refusal, Seat


def cannot_move(s: State, seat: Seat, to: str) -> Refusal | None:
    """NEM-MOVE-1: to a neighbouring room."""
    if to not in neighbours(s, s.characters[seat].room):
        return Refusal("NOT_ADJACENT", _("No single open corridor leads from here to that room."), "NEM-X-NEIGHBOUR-1")
    return None


def ways(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return the adjacent rooms. With an Intruder present it is an escape."""
    return tuple(Option(room, _step(s, seat, room)) for room in neighbours(s, s.characters[seat].room))


def _step(s: State, seat: Seat, room: str) -> Text:
    words = room_words(s, room)
    return _("Escape to {room}", room=words) if is_in_combat(s, seat) else _("Move to {room}", room=words)


def move(g: G, seat: Seat, to: str) -> Rule[None]:
    """Escape, enter, explore and roll for noise (NEM-MOVE-1)."""
    if not (yield from escaped(g, seat)):
        return
    says, was_empty = yield from enter(g, seat, to)
    if g.state.characters[seat].room != to or g.state.characters[seat].fate != "aboard":
        return  # what was found there ended it
    if says == "danger" or (says == "silence" and g.state.characters[seat].slime):  # NEM-X-NOISE-2, -3
        danger(g, to)
    elif was_empty and says != "silence":  # NEM-X-ENTER-1
        yield from noise_roll(g, seat)


def escaped(g: G, seat: Seat) -> Rule[bool]:
    """Let each Intruder of the room attack first (NEM-X-ESCAPE-1). Returns whether the character can leave."""
    start = g.state.characters[seat].room
    for intruder in intruders_in(g.state, start):
        if g.state.characters[seat].fate == "aboard":
            yield from attack(g, seat, intruder, "escape")
    return g.state.characters[seat].fate == "aboard" and g.state.characters[seat].room == start


def enter(g: G, seat: Seat, to: str) -> Rule[tuple[str, bool]]:
    """Move and explore. Returns the exploration token ("" if none) and whether the room was empty."""
    start = g.state.characters[seat].room
    was_empty = is_empty(g.state, to)
    g.emit(Moved(seat, to))
    return (yield from explore(g, seat, start)), was_empty


def is_empty(s: State, room: str) -> bool:
    return not characters_in(s, room) and not intruders_in(s, room)


def not_in_combat(s: State, seat: Seat) -> Refusal | None:
    """NEM-CAREFUL-4."""
    if is_in_combat(s, seat):
        return Refusal(
            "OUT_OF_COMBAT_ONLY", _("There is an Intruder in the room: no Careful Movement in combat."), "NEM-CAREFUL-4"
        )
    return None


def cannot_move_carefully(s: State, seat: Seat, to: str) -> Refusal | None:
    """NEM-CAREFUL-3: a marker needs a free corridor."""
    noisy = leaves_marker(s, to) and all(s.corridors[name].noise for name in corridors_of(s, to))
    sentence = _("Every corridor of {room} has a Noise marker.", room=room_words(s, to))
    full = Refusal("ALL_CORRIDORS_NOISY", sentence, "NEM-CAREFUL-3") if noisy else None
    return cannot_move(s, seat, to) or full


def leaves_marker(s: State, to: str) -> bool:
    """NEM-AMB-3: a setting decides whether it leaves a marker in an occupied room."""
    return s.settings.careful_in_company or is_empty(s, to)


def careful_ways(s: State, seat: Seat) -> tuple[Option, ...]:
    return tuple(_careful_step(s, seat, room) for room in neighbours(s, s.characters[seat].room))


def _careful_step(s: State, seat: Seat, room: str) -> Option:
    words = _("Move carefully to {room}", room=room_words(s, room))
    return Option(room, words, cannot_move_carefully(s, seat, room))


def move_carefully(g: G, seat: Seat, to: str) -> Rule[None]:
    """Move without a roll and put a marker instead (NEM-CAREFUL-1, -2)."""
    marked = leaves_marker(g.state, to)
    yield from enter(g, seat, to)
    if marked and g.state.characters[seat].fate == "aboard":
        yield from put_noise(g, seat, to)
