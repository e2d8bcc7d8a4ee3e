"""What special rooms can do: engines, bridge, escape pods and beds, the nest with its eggs."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine import Rule, choose, done
from companion.games.nemesis.facts import (
    AlarmSet,
    CourseSeen,
    CourseSet,
    EggsLeft,
    EngineSeen,
    EngineTurned,
    FellAsleep,
    G,
    ObjectGone,
    ObjectPut,
    PodEntered,
    PodLaunched,
    PodSet,
    SignalSent,
    Way,
)
from companion.games.nemesis.rules.crew import hands_full
from companion.games.nemesis.rules.effect_call import ANY, EffectCall, whom
from companion.games.nemesis.rules.names import asked, name_of
from companion.games.nemesis.state import State, aboard, intruders_in, tile_of
from companion.schema import Faces, Option, Prompt, Refusal, Seat


def engines_at(s: State, act: EffectCall) -> Faces:
    """Those in question: one that is named, any, or the one of the room."""
    if act.effect.what == ANY:
        return tuple(dict.fromkeys(tile.engine for tile in s.ship.tiles if tile.engine))
    if act.effect.what:
        return (act.effect.what,)
    tile = tile_of(s, act.room)
    return (tile.engine,) if tile and tile.engine else ()


def cannot_reach_engine(s: State, act: EffectCall) -> Refusal | None:
    """Never because of how an engine is: a grey button would tell."""
    if not engines_at(s, act):
        return Refusal("NO_ENGINE", "No engine is here.")
    return None


def look_at_engine(g: G, act: EffectCall) -> Rule[None]:
    engine = yield from _which(g, act, "look at")
    if engine in g.state.engines:
        g.emit(EngineSeen(act.seat, engine))
    else:
        yield from by_hand(g, act, f"look at the marker of engine {engine}, for yourself alone")


def repair_engine(g: G, act: EffectCall) -> Rule[None]:
    yield from _turn(g, act, works=True)


def break_engine(g: G, act: EffectCall) -> Rule[None]:
    yield from _turn(g, act, works=False)


def _turn(g: G, act: EffectCall, *, works: bool) -> Rule[None]:
    """The others see that somebody was at it, and not what was done there (NEM-ACARD-8)."""
    engine = yield from _which(g, act, "work on")
    if engine in g.state.engines:
        g.emit(EngineTurned(act.seat, engine, works))
    else:
        yield from by_hand(g, act, f"turn the marker of engine {engine} as the card says, face down")


def _which(g: G, act: EffectCall, verb: str) -> Rule[str]:
    engines = engines_at(g.state, act)
    if len(engines) == 1:
        return engines[0]
    options = [Option(engine, engine_words(g.state, engine)) for engine in engines]
    title = f"{name_of(g.state, act.seat)}: {verb} which engine?"
    return (yield from g.one(choose(act.seat, title, options, rule="NEM-ACARD-8")))


def engine_words(s: State, engine: str) -> str:
    """By its number and the room where it stands."""
    tile = next((tile for tile in s.ship.tiles if tile.engine == engine), None)
    return f"Engine {engine}, {tile.title}" if tile else f"Engine {engine}"


def by_hand(g: G, act: EffectCall, what: str) -> Rule[None]:
    """The page has no part in it: the people do it and say so."""
    title = f"{name_of(g.state, act.seat)}: {what}"
    yield from g.one(choose(act.seat, title, (Option("go", "Done"),), rule="NEM-ACARD-8"))


LETTERS = ("A", "B", "C", "D")


def look_course(g: G, act: EffectCall) -> Rule[None]:
    """For whoever looks alone."""
    if g.state.course.planets:
        g.emit(CourseSeen(act.seat))
        yield from done()
    else:
        yield from by_hand(g, act, "look at the course card, for yourself alone")


def letters(s: State) -> Faces:
    return tuple(sorted(s.course.planets)) or LETTERS


def set_course(g: G, act: EffectCall) -> Rule[None]:
    """Before everybody's eyes; where the letter leads is known to those who looked."""
    title = f"{name_of(g.state, act.seat)}: set the course"
    options = [Option(letter, f"Course {letter}") for letter in letters(g.state)]
    letter = yield from g.one(choose(asked(g.state, act.seat), title, options, rule="NEM-ROOM-2"))
    g.emit(CourseSet(act.seat, letter))


def cannot_signal(s: State, act: EffectCall) -> Refusal | None:
    if all(s.characters[seat].signal for seat in whom(s, act)):
        return Refusal("SIGNAL_SENT", "The signal is sent already.")
    return None


def send_signal(g: G, act: EffectCall) -> Rule[None]:
    for seat in whom(g.state, act):
        if not g.state.characters[seat].signal:
            g.emit(SignalSent(seat))
    yield from done()


def cannot_start_alarm(s: State, _: EffectCall) -> Refusal | None:
    if s.self_destruct is not None:
        return Refusal("ALARM_RUNS", "The self-destruct sequence runs already.")
    return None


def start_alarm(g: G, act: EffectCall) -> Rule[None]:
    if cannot_start_alarm(g.state, act) is None:
        g.emit(AlarmSet(g.state.ship.self_destruct))
    yield from done()


def cannot_stop_alarm(s: State, _: EffectCall) -> Refusal | None:
    if s.self_destruct is None:
        return Refusal("NO_ALARM", "No self-destruct sequence runs.")
    return None


def stop_alarm(g: G, act: EffectCall) -> Rule[None]:
    if cannot_stop_alarm(g.state, act) is None:
        g.emit(AlarmSet(None))
    yield from done()


PLACES = 2  # in a pod


def pods_at(s: State, room: str) -> Faces:
    """The pods that hang at this room."""
    tile = tile_of(s, room)
    return tuple(name for name, pod in s.pods.items() if tile and pod.tile == tile.id and not pod.launched)


def lockable(s: State, _: EffectCall) -> Faces:
    return tuple(name for name, pod in s.pods.items() if not pod.locked and not pod.launched)


def unlockable(s: State, _: EffectCall) -> Faces:
    return tuple(name for name, pod in s.pods.items() if pod.locked and not pod.launched)


def cannot_lock_pod(s: State, act: EffectCall) -> Refusal | None:
    return None if lockable(s, act) else Refusal("NO_POD", "Every pod is locked already, or gone.")


def cannot_unlock_pod(s: State, act: EffectCall) -> Refusal | None:
    return None if unlockable(s, act) else Refusal("NO_POD", "Every pod is unlocked already, or gone.")


def lock_pod(g: G, act: EffectCall) -> Rule[None]:
    yield from _set_locks(g, act, lockable, locked=True)


def unlock_pod(g: G, act: EffectCall) -> Rule[None]:
    yield from _set_locks(g, act, unlockable, locked=False)


def _set_locks(g: G, act: EffectCall, which: Callable[[State, EffectCall], Faces], *, locked: bool) -> Rule[None]:
    """So many pods, of the actor's choice."""
    there, number = which(g.state, act), act.effect.n
    if len(there) > number:
        verb = "lock" if locked else "unlock"
        options = [Option(name, pod_words(g.state, name)) for name in there]
        title = f"{name_of(g.state, act.seat)}: {verb} {number} pod{'s' * (number > 1)}"
        there = yield from g.some(choose(asked(g.state, act.seat), title, options, number, number, "NEM-ROOM-2"))
    for name in there:
        g.emit(PodSet(name, locked))


def pod_words(s: State, pod: str) -> str:
    """By its letter; where it hangs, once anybody knows that room."""
    tile = s.pods[pod].tile
    place = next((room for room in s.rooms.values() if room.tile == tile and room.explored), None)
    return f"Pod {pod}, {place.title}" if place else f"Pod {pod}"


def cannot_enter_pod(s: State, act: EffectCall) -> Refusal | None:
    """Unlocked, with a place left, and nothing that hunts beside it."""
    here = pods_at(s, act.room)
    if not here:
        return Refusal("NO_POD", "No pod hangs here.")
    if all(s.pods[name].locked for name in here):
        return Refusal("POD_LOCKED", "The pod is locked.")
    if not open_pods(s, act.room):
        return Refusal("POD_FULL", "The pod is full.")
    if intruders_in(s, act.room):
        return Refusal("OUT_OF_COMBAT_ONLY", "Nobody gets into a pod beside an Intruder.")
    return None


def open_pods(s: State, room: str) -> Faces:
    return tuple(p for p in pods_at(s, room) if not s.pods[p].locked and len(s.pods[p].aboard) < PLACES)


def enter_pod(g: G, act: EffectCall) -> Rule[None]:
    """In; a full pod leaves, and so does one whose people do not want to wait.

    Our defaults: a pod carries two; whoever is in first may wait for somebody, and start it at any time (in the menu).
    """
    there = open_pods(g.state, act.room)
    if len(there) > 1:
        options = [Option(name, pod_words(g.state, name)) for name in there]
        there = yield from g.some(choose(act.seat, f"{name_of(g.state, act.seat)}: into which pod?", options))
    for pod in there[:1]:
        g.emit(PodEntered(act.seat, pod))
        if len(g.state.pods[pod].aboard) >= PLACES or not aboard(g.state) or (yield from _at_once(g, act.seat, pod)):
            g.emit(PodLaunched(pod))


def _at_once(g: G, seat: Seat, pod: str) -> Rule[bool]:
    title = f"{name_of(g.state, seat)}: in pod {pod}. Leave now, or wait for somebody?"
    answer = yield from g.one(choose(seat, title, (Option("leave", "Leave now"), Option("wait", "Wait"))))
    return answer == "leave" and not g.state.pods[pod].launched


def pod_ways(s: State) -> tuple[Way, ...]:
    """Whoever waits in a pod may start it at any time."""
    waiting = [(name, pod.aboard[0]) for name, pod in s.pods.items() if pod.aboard and not pod.launched]
    return tuple(Way(_start(s, pod, seat), _launch(pod)) for pod, seat in waiting)


def _start(s: State, pod: str, seat: Seat) -> Prompt:
    return choose(seat, f"{name_of(s, seat)}: waits in pod {pod}", (Option("end", "Leave now"),), at="menu")


def _launch(pod: str) -> Callable[[G, Faces], Rule[None]]:
    def launch(g: G, _: Faces) -> Rule[None]:
        g.emit(PodLaunched(pod))
        yield from done()

    return launch


def cannot_sleep(s: State, act: EffectCall) -> Refusal | None:
    """Our default: from the second half of the evening on, while nothing hunts in the hall and no alarm sounds."""
    tile = tile_of(s, act.room)
    if tile is None or not tile.sleeps:
        return Refusal("NO_BED", "No bed for the jump is here.")
    if s.turns > s.ship.turns // 2:
        return Refusal("BEDS_COLD", f"The beds are cold: nobody may sleep before {s.ship.turns // 2} turns are left.")
    if s.self_destruct is not None:
        return Refusal("ALARM_RUNS", "Nobody may sleep while the alarm sounds.")
    if intruders_in(s, act.room):
        return Refusal("OUT_OF_COMBAT_ONLY", "Nobody may sleep while an Intruder is in the room.")
    return None


def sleep(g: G, act: EffectCall) -> Rule[None]:
    if cannot_sleep(g.state, act) is None:
        g.emit(FellAsleep(act.seat))
    yield from done()


def in_nest(s: State, room: str) -> bool:
    tile = tile_of(s, room)
    return tile is not None and tile.nest


def cannot_take_egg(s: State, act: EffectCall) -> Refusal | None:
    if not in_nest(s, act.room) or not s.eggs:
        return Refusal("NO_EGG", "No egg of the nest is here.", "NEM-HEAVY-2")
    return hands_full(s, act.seat) if act.seat in s.characters else None


def take_egg(g: G, act: EffectCall) -> Rule[None]:
    """Into a free hand (NEM-X-LIMITS-1)."""
    if cannot_take_egg(g.state, act) is None:
        g.emit(EggsLeft(g.state.eggs - 1))
        g.emit(ObjectPut(egg_name(g.state), "egg", seat=act.seat))
    yield from done()


def egg_name(s: State) -> str:
    """A name that no object has.

    The first egg is "egg 1".
    """
    return next(name for number in range(1, len(s.objects) + 2) if (name := f"egg {number}") not in s.objects)


def loose_eggs(s: State, act: EffectCall) -> Faces:
    """Eggs that whoever acts carries, and those that lie in the room; an egg is no Intruder (NEM-COMBAT-4)."""
    carried = s.characters[act.seat].heavy if act.seat in s.characters else ()
    here = tuple(name for name, o in s.objects.items() if o.room == act.room)
    return tuple(name for name in carried + here if s.objects[name].kind == "egg")


def cannot_destroy_egg(s: State, act: EffectCall) -> Refusal | None:
    if not loose_eggs(s, act) and not (in_nest(s, act.room) and s.eggs):
        return Refusal("NO_EGG", "No egg is here.", "NEM-HEAVY-2")
    return None


def destroy_egg(g: G, act: EffectCall) -> Rule[None]:
    """So many: those of the nest first, then what lies about or is carried."""
    for _ in range(act.effect.n):
        lying = loose_eggs(g.state, act)
        if in_nest(g.state, act.room) and g.state.eggs:
            g.emit(EggsLeft(g.state.eggs - 1))
        elif lying:
            g.emit(ObjectGone(lying[0]))
    yield from done()
