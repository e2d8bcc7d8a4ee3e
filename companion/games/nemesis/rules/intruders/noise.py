"""Noise and what comes of it: rolls, markers, danger, encounters (NEM-X-NOISE, NEM-X-ENC)."""

from __future__ import annotations

from companion.engine import Rule, choose, count, done, roll
from companion.games.nemesis.content.ship import KINDS, Kind
from companion.games.nemesis.facts import (
    DoorSet,
    G,
    IntruderCame,
    IntruderMoved,
    NoiseCleared,
    NoiseMade,
    NoiseRolled,
    NoiseTaken,
    RollBegan,
    TokenAdded,
    TokenDrawn,
)
from companion.games.nemesis.rules.effect_call import EffectCall, somewhere
from companion.games.nemesis.rules.intruders.attacks import attack
from companion.games.nemesis.rules.names import addressed, asked, corridor_words, kind_name, room_words
from companion.games.nemesis.state import State, characters_in, corridors_of, neighbours, payable
from companion.i18n import N_, _, ngettext
from companion.schema import Faces, Option, Prompt, Refusal, Seat

BLANK = N_("blank")
HIGHEST_TOKEN = 9  # a number that no token exceeds


def danger(g: G, room: str) -> None:
    """Intruders next door that are not in combat come in; if none came, every corridor is noisy (NEM-X-NOISE-2).

    A closed door breaks and stops them, as in every move of theirs (our default).
    """
    near = neighbours(g.state, room)
    coming = [n for n, i in g.state.intruders.items() if i.room in near and not characters_in(g.state, i.room)]
    for door in doors_held(g.state, room):
        g.emit(DoorSet(door, closed=False, broken=True))
    for name in coming:
        g.emit(IntruderMoved(name, room))
    if not coming:
        noise_everywhere(g, room)


def doors_held(s: State, room: str) -> tuple[str, ...]:
    """Closed doors of the room behind which an Intruder stands that is not in combat."""
    waiting = {i.room for i in s.intruders.values() if i.room != room and not characters_in(s, i.room)}
    return tuple(
        name for name in corridors_of(s, room) if s.corridors[name].closed and waiting & {*s.corridors[name].ends}
    )


def noise_everywhere(g: G, room: str) -> None:
    """A marker into each corridor of the room that has none (NEM-NOISE-1)."""
    for name in corridors_of(g.state, room):
        if not g.state.corridors[name].noise:
            g.emit(NoiseMade(name))


def encounter(g: G, seat: Seat) -> Rule[None]:
    """Clear the noise, draw a token, and perhaps be surprised (NEM-X-ENC-1, -2)."""
    room = g.state.characters[seat].room
    g.emit(NoiseCleared(room))
    token = yield from g.one(token_prompt(g.state, seat))
    if token == BLANK:
        g.emit(TokenDrawn(seat, token, "", surprise=False))
        noise_everywhere(g, room)
        if g.state.bag.inside == (BLANK,):
            g.emit(TokenAdded("adult-4"))  # NEM-X-ENC-2: it was the last one
        return
    kind, number = yield from read_token(g, seat, token)
    surprise = cards_counted(g.state, seat) < number
    g.emit(TokenDrawn(seat, token, kind, surprise))
    name = intruder_appears(g, kind, room)
    if surprise:
        yield from attack(g, seat, name, "surprise")


def intruder_appears(g: G, kind: Kind, room: str) -> str:
    """An Intruder stands in a room. Returns its name."""
    name = f"{kind}{g.state.came + 1}"
    g.emit(IntruderCame(name, kind, room))
    return name


def token_prompt(s: State, seat: Seat) -> Prompt:
    """Draw from the bag, seen by tag or token, or tapped."""
    tokens = tuple(map(Option, s.bag.inside or (BLANK,)))
    title = _("something comes, draw an Intruder token")
    return Prompt(seat, "draw", title, tokens, of=("token", "tag"), rule="NEM-X-ENC-1", key="encounter.token")


def read_token(g: G, seat: Seat, token: str) -> Rule[tuple[Kind, int]]:
    """Kind and number of a token: "adult-3"; a token known by its kind alone is asked for its number."""
    name, _dash, number = token.partition("-")
    kind = next(one for one in KINDS if one == name)
    if number:
        return kind, int(number)
    title, rule = _("the number on the {kind} token", kind=kind_name(kind)), "NEM-X-ENC-1"
    asked_for = count(seat, title, 0, HIGHEST_TOKEN, rule, key="encounter.number", about=kind)
    return kind, (yield from g.number(asked_for))


def cards_counted(s: State, seat: Seat) -> int:
    """The hand as it is compared with a token (NEM-AMB-8)."""
    return len(s.characters[seat].hand) if s.settings.contamination_counts else len(payable(s, seat))


def noise_roll(g: G, seat: Seat) -> Rule[None]:
    """NEM-X-NOISE-1 to -3, in the room of the character."""
    character = g.state.characters[seat]
    g.emit(RollBegan("noise", seat, character.room))
    face = yield from g.one(_noise_die(g.state, seat, character.room))
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


def _noise_die(s: State, seat: Seat, room: str) -> Prompt:
    title, die = _("roll the noise die in {room}", room=room_words(s, room)), s.noise_die
    return roll(seat, title, die.sides, 1, "NEM-X-NOISE-1", of=(die.kind,), key="noise.roll", about=room)


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
    title, none = _("which corridor has the {face} here?", face=face), Option("none", _("None of them"))
    asked_for = choose(seat, title, [*options, none], rule="NEM-AMB-11", key="noise.corridor", about=face)
    chosen = yield from g.one(asked_for)
    return "" if chosen == "none" else chosen


def put_noise(g: G, seat: Seat, room: str) -> Rule[None]:
    """A marker into a corridor of one's choice that has none (NEM-CAREFUL-5); the one just used is among them (-6)."""
    if all(g.state.corridors[name].noise for name in corridors_of(g.state, room)):
        return  # the way there was corrected: no corridor is left to choose
    noisy = Refusal("CORRIDOR_ALREADY_NOISY", _("This corridor has a Noise marker."), "NEM-NOISE-1")
    options = [
        Option(name, corridor_words(g.state, room, name), noisy if g.state.corridors[name].noise else None)
        for name in corridors_of(g.state, room)
    ]
    title = _("put a Noise marker into a corridor of {room}", room=room_words(g.state, room))
    asked_for = choose(seat, title, options, rule="NEM-CAREFUL-2", at="graph", key="noise.put", about=room)
    g.emit(NoiseMade((yield from g.one(asked_for))))


def make_noise(g: G, act: EffectCall) -> Rule[None]:
    """So many markers, each into a corridor that has none."""
    for _time in range(act.effect.n):
        yield from put_noise(g, act.seat, act.room)


def noise_all(g: G, act: EffectCall) -> Rule[None]:
    noise_everywhere(g, act.room)
    yield from done()


def cannot_quiet(s: State, act: EffectCall) -> Refusal | None:
    if not noisy(s, act.room):
        return Refusal("NO_NOISE", _("No Noise marker lies around {room}.", room=somewhere(s, act)))
    return None


def quiet(g: G, act: EffectCall) -> Rule[None]:
    """So many markers around the room are taken away, of the actor's choice where there are more."""
    there, number = noisy(g.state, act.room), act.effect.n
    if len(there) > number:
        there = yield from g.some(_taken(g.state, act, there))
    for name in there:
        g.emit(NoiseTaken(name))


def _taken(s: State, act: EffectCall, there: Faces) -> Prompt:
    """Which of the markers."""
    number, rule = act.effect.n, "NEM-NOISE-1"
    options = [Option(name, corridor_words(s, act.room, name)) for name in there]
    title = ngettext("take {n} Noise marker away", "take {n} Noise markers away", number)
    seat, whom = asked(s, act.seat), addressed(s, act.seat)
    return choose(seat, title, options, number, number, rule, at="graph", key="noise.take", whom=whom)


def noisy(s: State, room: str) -> Faces:
    return tuple(name for name in corridors_of(s, room) if s.corridors[name].noise)
