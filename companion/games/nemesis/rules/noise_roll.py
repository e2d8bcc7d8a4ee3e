"""The noise roll, and the marker that is put in place of it (NEM-X-NOISE)."""

from __future__ import annotations

from companion.engine.play import Rule, choose, roll
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.facts.intruders import NoiseMade, NoiseRolled, RollBegan
from companion.games.nemesis.rules.intruders.encounters import danger, encounter
from companion.games.nemesis.rules.names import corridor_words
from companion.games.nemesis.rules.titles import room_words
from companion.games.nemesis.state import corridors_of
from companion.schema.prompt import Option, Refusal, Seat


def noise_roll(g: G, seat: Seat) -> Rule[None]:
    """NEM-X-NOISE-1 to -3, in the room of the character."""
    character = g.state.characters[seat]
    g.emit(RollBegan("noise", seat, character.room))
    title = f"{character.name}: roll the noise die in {room_words(g.state, character.room)}"
    sides = g.state.noise_die.sides
    face = yield from g.one(roll(seat, title, sides, 1, "NEM-X-NOISE-1", of=(g.state.noise_die.kind,)))
    if face in {"silence", "danger"}:
        quiet_or_danger(g, seat, face)
        return
    corridor = yield from corridor_of(g, seat, face)
    if corridor and g.state.corridors[corridor].noise:  # NEM-NOISE-1: never a second marker
        g.emit(NoiseRolled(seat, face, "encounter", corridor))
        yield from encounter(g, seat)
        return
    g.emit(NoiseRolled(seat, face, "noise" if corridor else "silence", corridor))
    if corridor:
        g.emit(NoiseMade(corridor))


def quiet_or_danger(g: G, seat: Seat, face: str) -> None:
    """Silence; but whoever carries slime is in Danger then too (NEM-X-NOISE-3)."""
    counts_as_danger = face == "danger" or g.state.characters[seat].slime
    g.emit(NoiseRolled(seat, face, "danger" if counts_as_danger else "silence"))
    if counts_as_danger:
        danger(g, g.state.characters[seat].room)


def corridor_of(g: G, seat: Seat, face: str) -> Rule[str]:
    """The corridor of a number; where the map has none or several, the table says which (NEM-AMB-11). "" = none."""
    room = g.state.characters[seat].room
    around = corridors_of(g.state, room)
    numbered = tuple(name for name in around if face in g.state.corridors[name].numbers.get(room, ()))
    if len(numbered) == 1:
        return numbered[0]
    options = [Option(name, corridor_words(g.state, room, name)) for name in numbered or around]
    title = f"{g.state.characters[seat].name}: which corridor has the {face} here?"
    chosen = yield from g.one(choose(seat, title, [*options, Option("none", "None of them")], rule="NEM-AMB-11"))
    return "" if chosen == "none" else chosen


def put_noise(g: G, seat: Seat, room: str) -> Rule[None]:
    """A marker into a corridor of one's choice that has none (NEM-CAREFUL-5); the one just used is among them (-6)."""
    if all(g.state.corridors[name].noise for name in corridors_of(g.state, room)):
        return  # the way there was corrected: no corridor is left to choose
    noisy = Refusal("CORRIDOR_ALREADY_NOISY", "This corridor has a Noise marker.", "NEM-NOISE-1")
    options = [
        Option(name, corridor_words(g.state, room, name), noisy if g.state.corridors[name].noise else None)
        for name in corridors_of(g.state, room)
    ]
    title = f"{g.state.characters[seat].name}: put a Noise marker into a corridor of {room_words(g.state, room)}"
    g.emit(NoiseMade((yield from g.one(choose(seat, title, options, rule="NEM-CAREFUL-2", at="graph")))))
