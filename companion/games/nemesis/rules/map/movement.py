"""Movement, Careful Movement, and the escape from a room with Intruders (NEM-MOVE, NEM-CAREFUL)."""

from __future__ import annotations

from companion.engine import Rule
from companion.games.nemesis.facts import Moved
from companion.games.nemesis.names import room_words
from companion.games.nemesis.rules.intruders.attacks import attack
from companion.games.nemesis.rules.intruders.noise import danger, noise_roll, put_noise
from companion.games.nemesis.rules.map.exploration import explore
from companion.games.nemesis.state import G, State, characters_in, corridors_of, intruders_in, is_in_combat, neighbours
from companion.i18n import _
from companion.schema import Option, Refusal, Seat


def cannot_move(s: State, seat: Seat, to: str) -> Refusal | None:
    """Refuse a room that is not a neighbour (NEM-MOVE-1)."""
    if to in neighbours(s, s.characters[seat].room):
        return None
    return Refusal("NOT_ADJACENT", _("No single open corridor leads from here to that room."), "NEM-X-NEIGHBOUR-1")


def move_options(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return an option for each adjacent room."""
    rooms = {room: room_words(s, room) for room in neighbours(s, s.characters[seat].room)}
    if is_in_combat(s, seat):
        return tuple(Option(room, _("Escape to {room}", room=words)) for room, words in rooms.items())
    return tuple(Option(room, _("Move to {room}", room=words)) for room, words in rooms.items())


def move(g: G, seat: Seat, to: str) -> Rule[None]:
    """Escape, enter, explore and roll for noise (NEM-MOVE-1)."""
    if not (yield from escape(g, seat)):
        return
    was_empty = is_empty(g.state, to)
    exploration = yield from enter(g, seat, to)
    character = g.state.characters[seat]
    if character.room != to or character.fate != "aboard":
        return  # the exploration moved or killed the character
    if exploration == "danger" or (exploration == "silence" and character.slime):  # NEM-X-NOISE-2, -3
        danger(g, to)
    elif was_empty and exploration != "silence":  # NEM-X-ENTER-1
        yield from noise_roll(g, seat)


def escape(g: G, seat: Seat) -> Rule[bool]:
    """Let each Intruder of the room attack (NEM-X-ESCAPE-1). Return whether the character can still leave."""
    start = g.state.characters[seat].room
    for intruder in intruders_in(g.state, start):
        if g.state.characters[seat].fate == "aboard":
            yield from attack(g, seat, intruder, "escape")
    return g.state.characters[seat].fate == "aboard" and g.state.characters[seat].room == start


def enter(g: G, seat: Seat, to: str) -> Rule[str]:
    """Move and explore. Return the effect of the exploration token, "" for none."""
    start = g.state.characters[seat].room
    g.emit(Moved(seat, to))
    return (yield from explore(g, seat, start))


def is_empty(s: State, room: str) -> bool:
    """Return whether no character and no Intruder is in the room."""
    return not characters_in(s, room) and not intruders_in(s, room)


def cannot_be_careful(s: State, seat: Seat) -> Refusal | None:
    """Refuse Careful Movement in combat (NEM-CAREFUL-4)."""
    sentence = _("There is an Intruder in the room: no Careful Movement in combat.")
    return Refusal("OUT_OF_COMBAT_ONLY", sentence, "NEM-CAREFUL-4") if is_in_combat(s, seat) else None


def cannot_move_carefully(s: State, seat: Seat, to: str) -> Refusal | None:
    """Refuse a room that cannot be reached, or that has no corridor left for the marker (NEM-CAREFUL-3)."""
    sentence = _("Every corridor of {room} has a Noise marker.", room=room_words(s, to))
    is_noisy = leaves_marker(s, to) and all(s.corridors[name].noise for name in corridors_of(s, to))
    noisy = Refusal("ALL_CORRIDORS_NOISY", sentence, "NEM-CAREFUL-3") if is_noisy else None
    return cannot_move(s, seat, to) or noisy


def leaves_marker(s: State, to: str) -> bool:
    """Return whether Careful Movement leaves a marker there: in an occupied room if the setting says so (NEM-AMB-3)."""
    return s.settings.careful_in_company or is_empty(s, to)


def careful_move_options(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return an option for each adjacent room, refused where no marker fits."""
    return tuple(
        Option(room, _("Move carefully to {room}", room=room_words(s, room)), cannot_move_carefully(s, seat, room))
        for room in neighbours(s, s.characters[seat].room)
    )


def move_carefully(g: G, seat: Seat, to: str) -> Rule[None]:
    """Move, and put a marker in place of the noise roll (NEM-CAREFUL-1, -2)."""
    has_marker = leaves_marker(g.state, to)
    yield from enter(g, seat, to)
    if has_marker and g.state.characters[seat].fate == "aboard":
        yield from put_noise(g, seat, to)
