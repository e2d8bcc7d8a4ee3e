"""Noise rolls, markers, danger and encounters (NEM-X-NOISE, NEM-X-ENC)."""

from __future__ import annotations

from companion.engine import Rule, choose, count, roll
from companion.games.nemesis import facts
from companion.games.nemesis.content.ship import KINDS, Kind
from companion.games.nemesis.names import corridor_words, kind_name, room_words
from companion.games.nemesis.rules.effect_call import EffectCall, choose_some, room_in_refusal
from companion.games.nemesis.rules.intruders.attacks import attack
from companion.games.nemesis.state import G, State, characters_in, corridors_of, neighbours, payable_cards
from companion.i18n import N_, _, ngettext
from companion.schema import DrawPrompt, Faces, Option, Prompt, Refusal, Seat

BLANK = N_("blank")
HIGHEST_TOKEN = 9  # a number that no token exceeds


def danger(g: G, room: str) -> None:
    """Move in adjacent Intruders out of combat. If none came, mark every corridor (NEM-X-NOISE-2).

    A closed door breaks and stops them (our default).
    """
    near = neighbours(g.state, room)
    coming = [
        name
        for name, intruder in g.state.intruders.items()
        if intruder.room in near and not characters_in(g.state, intruder.room)
    ]
    for door in held_doors(g.state, room):
        g.emit(facts.DoorSet(door, closed=False, broken=True))
    for name in coming:
        g.emit(facts.IntruderMoved(name, room))
    if not coming:
        noise_everywhere(g, room)


def held_doors(s: State, room: str) -> tuple[str, ...]:
    """Return closed doors of the room with an Intruder out of combat behind them."""
    waiting = {
        intruder.room
        for intruder in s.intruders.values()
        if intruder.room != room and not characters_in(s, intruder.room)
    }
    return tuple(
        name for name in corridors_of(s, room) if s.corridors[name].closed and waiting & {*s.corridors[name].ends}
    )


def noise_everywhere(g: G, room: str) -> None:
    """Put a marker into each corridor without one (NEM-NOISE-1)."""
    for name in corridors_of(g.state, room):
        if not g.state.corridors[name].noise:
            g.emit(facts.NoiseMade(name))


def encounter(g: G, seat: Seat) -> Rule[None]:
    """Clear the noise, draw a token, and resolve a surprise (NEM-X-ENC-1, -2)."""
    room = g.state.characters[seat].room
    g.emit(facts.NoiseCleared(room))
    token = yield from g.one(token_prompt(g.state, seat))
    if token == BLANK:
        g.emit(facts.TokenDrawn(seat, token, "", surprise=False))
        noise_everywhere(g, room)
        if g.state.bag.inside == (BLANK,):
            g.emit(facts.TokenAdded("adult-4"))  # NEM-X-ENC-2: it was the last one
        return
    kind, number = yield from read_token(g, seat, token)
    surprise = cards_counted(g.state, seat) < number
    g.emit(facts.TokenDrawn(seat, token, kind, surprise))
    name = intruder_appears(g, kind, room)
    if surprise:
        yield from attack(g, seat, name, "surprise")


def intruder_appears(g: G, kind: Kind, room: str) -> str:
    """Add an Intruder to a room and return its name."""
    name = f"{kind}{g.state.came + 1}"
    g.emit(facts.IntruderCame(name, kind, room))
    return name


def add_token(g: G, act: EffectCall) -> None:
    for _time in range(act.effect.n):
        g.emit(facts.TokenAdded(act.effect.what))


def spawn(g: G, act: EffectCall) -> None:
    """Add Intruders of a kind. They attack in their own phase."""
    kind = next(kind for kind in KINDS if kind == act.effect.what)
    for _time in range(act.effect.n):
        intruder_appears(g, kind, act.room)


def token_prompt(s: State, seat: Seat) -> Prompt:
    tokens = tuple(map(Option, s.bag.inside or (BLANK,)))
    title = _("something comes, draw an Intruder token")
    return DrawPrompt(seat, title, tokens, of=("token", "tag"), rule="NEM-X-ENC-1", key="encounter.token")


def read_token(g: G, seat: Seat, token: str) -> Rule[tuple[Kind, int]]:
    """Return kind and number of a token such as "adult-3". Asks for a missing number."""
    name, _dash, number = token.partition("-")
    kind = next(known for known in KINDS if known == name)
    if number:
        return kind, int(number)
    title, rule = _("the number on the {kind} token", kind=kind_name(kind)), "NEM-X-ENC-1"
    asked_for = count(seat, title, 0, HIGHEST_TOKEN, rule, key="encounter.number", about=kind)
    return kind, (yield from g.number(asked_for))


def cards_counted(s: State, seat: Seat) -> int:
    """Return the hand size to compare with a token (NEM-AMB-8)."""
    return len(s.characters[seat].hand) if s.settings.contamination_counts else len(payable_cards(s, seat))


def noise_roll(g: G, seat: Seat) -> Rule[None]:
    """NEM-X-NOISE-1 to -3."""
    character = g.state.characters[seat]
    g.emit(facts.RollBegan("noise", seat, character.room))
    title, die = _("roll the noise die in {room}", room=room_words(g.state, character.room)), g.state.noise_die
    prompt = roll(seat, title, die.sides, 1, "NEM-X-NOISE-1", of=(die.kind,), key="noise.roll", about=character.room)
    face = yield from g.one(prompt)
    if face in {"silence", "danger"}:
        quiet_or_danger(g, seat, face)
        return
    corridor = yield from corridor_of(g, seat, face)
    if corridor and g.state.corridors[corridor].noise:  # NEM-NOISE-1: never a second marker
        g.emit(facts.NoiseRolled(seat, face, "encounter", corridor))
        yield from encounter(g, seat)
        return
    g.emit(facts.NoiseRolled(seat, face, "noise" if corridor else "silence", corridor))
    if corridor:
        g.emit(facts.NoiseMade(corridor))


def quiet_or_danger(g: G, seat: Seat, face: str) -> None:
    """Resolve Silence or Danger. With slime, Silence is Danger (NEM-X-NOISE-3)."""
    counts_as_danger = face == "danger" or g.state.characters[seat].slime
    g.emit(facts.NoiseRolled(seat, face, "danger" if counts_as_danger else "silence"))
    if counts_as_danger:
        danger(g, g.state.characters[seat].room)


def corridor_of(g: G, seat: Seat, face: str) -> Rule[str]:
    """Return the corridor of a number, "" for none. Asks if the map has none or several (NEM-AMB-11)."""
    room = g.state.characters[seat].room
    around = corridors_of(g.state, room)
    numbered = tuple(name for name in around if face in g.state.corridors[name].numbers.get(room, ()))
    if len(numbered) == 1:
        return numbered[0]
    options = [Option(name, corridor_words(g.state, room, name)) for name in numbered or around]
    title, none = _("which corridor has the {face} here?", face=face), Option("none", _("None of them"))
    prompt = choose(seat, title, [*options, none], rule="NEM-AMB-11", key="noise.corridor", about=face)
    chosen = yield from g.one(prompt)
    return "" if chosen == "none" else chosen


def put_noise(g: G, seat: Seat, room: str) -> Rule[None]:
    """Ask for a corridor without a marker and put one there (NEM-CAREFUL-5, -6)."""
    if all(g.state.corridors[name].noise for name in corridors_of(g.state, room)):
        return  # a correction of the map left none to choose
    noisy = Refusal("CORRIDOR_ALREADY_NOISY", _("This corridor has a Noise marker."), "NEM-NOISE-1")
    options = [
        Option(name, corridor_words(g.state, room, name), noisy if g.state.corridors[name].noise else None)
        for name in corridors_of(g.state, room)
    ]
    title = _("put a Noise marker into a corridor of {room}", room=room_words(g.state, room))
    prompt = choose(seat, title, options, rule="NEM-CAREFUL-2", at="graph", key="noise.put", about=room)
    g.emit(facts.NoiseMade((yield from g.one(prompt))))


def make_noise(g: G, act: EffectCall) -> Rule[None]:
    for _time in range(act.effect.n):
        yield from put_noise(g, act.seat, act.room)


def noise_all(g: G, act: EffectCall) -> None:
    noise_everywhere(g, act.room)


def cannot_quiet(s: State, act: EffectCall) -> Refusal | None:
    sentence = _("No Noise marker lies around {room}.", room=room_in_refusal(s, act))
    return None if noisy_corridors(s, act.room) else Refusal("NO_NOISE", sentence)


def quiet(g: G, act: EffectCall) -> Rule[None]:
    """Remove that many markers around the room. The actor chooses among more."""
    corridors, number = (
        {name: corridor_words(g.state, act.room, name) for name in noisy_corridors(g.state, act.room)},
        act.effect.n,
    )
    title = ngettext("take {n} Noise marker away", "take {n} Noise markers away", number)
    rule, key = "NEM-NOISE-1", "noise.take"
    for name in (yield from choose_some(g, act, title, corridors, number, rule=rule, at="graph", key=key)):
        g.emit(facts.NoiseTaken(name))


def noisy_corridors(s: State, room: str) -> Faces:
    return tuple(name for name in corridors_of(s, room) if s.corridors[name].noise)
