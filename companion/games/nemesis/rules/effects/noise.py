"""Deeds of noise: markers put into corridors and taken out of them."""

from __future__ import annotations

from companion.engine.play import Rule, choose, done
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.facts.ship import NoiseTaken
from companion.games.nemesis.rules.effects.deed import EffectCall, somewhere
from companion.games.nemesis.rules.intruders.encounters import noise_everywhere
from companion.games.nemesis.rules.names import corridor_words
from companion.games.nemesis.rules.noise_roll import put_noise
from companion.games.nemesis.rules.titles import asked, name_of
from companion.games.nemesis.state import State, corridors_of
from companion.schema.prompt import Faces, Option, Refusal


def make_noise(g: G, act: EffectCall) -> Rule[None]:
    """So many markers, each into a corridor that has none."""
    for _ in range(act.effect.n):
        yield from put_noise(g, act.seat, act.room)


def noise_all(g: G, act: EffectCall) -> Rule[None]:
    noise_everywhere(g, act.room)
    yield from done()


def cannot_quiet(s: State, act: EffectCall) -> Refusal | None:
    if not noisy(s, act.room):
        return Refusal("NO_NOISE", f"No Noise marker lies around {somewhere(s, act)}.")
    return None


def quiet(g: G, act: EffectCall) -> Rule[None]:
    """So many markers around the room are taken away, of the actor's choice where there are more."""
    there, number = noisy(g.state, act.room), act.effect.n
    if len(there) > number:
        options = [Option(name, corridor_words(g.state, act.room, name)) for name in there]
        title = f"{name_of(g.state, act.seat)}: take {number} Noise marker{'s' * (number > 1)} away"
        prompt = choose(asked(g.state, act.seat), title, options, number, number, "NEM-NOISE-1", at="graph")
        there = yield from g.some(prompt)
    for name in there:
        g.emit(NoiseTaken(name))


def noisy(s: State, room: str) -> Faces:
    return tuple(name for name in corridors_of(s, room) if s.corridors[name].noise)
