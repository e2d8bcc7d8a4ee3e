"""Escape pods and the beds for the jump: two ways off this ship."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.play import Rule, choose, done
from companion.games.nemesis.facts.events import G, Way
from companion.games.nemesis.facts.ship import FellAsleep, PodEntered, PodLaunched, PodSet
from companion.games.nemesis.rules.effects.deed import EffectCall
from companion.games.nemesis.rules.titles import asked, name_of
from companion.games.nemesis.state import State, aboard, intruders_in, tile_of
from companion.schema.prompt import Faces, Option, Prompt, Refusal, Seat

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
    def take(g: G, _: Faces) -> Rule[None]:
        g.emit(PodLaunched(pod))
        yield from done()

    return take


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
