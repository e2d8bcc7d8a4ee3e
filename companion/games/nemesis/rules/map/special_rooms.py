"""Engines, bridge, escape pods, beds and the nest."""

from __future__ import annotations

from companion.engine import Rule, choose, done
from companion.games.nemesis import facts
from companion.games.nemesis.names import EGG, new_object
from companion.games.nemesis.rules.crew.hands import cannot_carry_more
from companion.games.nemesis.rules.effect_call import ANY, EffectCall, affected_seats, ask_actor, choose_some
from companion.games.nemesis.state import G, State, Way, in_nest, intruders_in, seats_aboard, tile_of
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import Faces, Option, Refusal, Seat


def engines_at(s: State, act: EffectCall) -> Faces:
    """Return the engine that is named, all of them, or the one of the room."""
    if act.effect.what == ANY:
        return tuple(dict.fromkeys(tile.engine for tile in s.ship.tiles if tile.engine))
    if act.effect.what:
        return (act.effect.what,)
    tile = tile_of(s, act.room)
    return (tile.engine,) if tile and tile.engine else ()


def cannot_reach_engine(s: State, act: EffectCall) -> Refusal | None:
    """Never refuse by the state of an engine: that would reveal it."""
    return None if engines_at(s, act) else Refusal("NO_ENGINE", _("No engine is here."))


def look_at_engine(g: G, act: EffectCall) -> Rule[None]:
    engine = yield from _choose_engine(g, act, "engine.look", _("look at which engine?"))
    if engine in g.state.engines:
        g.emit(facts.EngineSeen(act.seat, engine))
    else:
        title = _("look at the marker of engine {engine}, for yourself alone", engine=engine)
        yield from confirm_by_hand(g, act, "engine.see", title, engine)


def repair_engine(g: G, act: EffectCall) -> Rule[None]:
    yield from _set_engine(g, act, works=True)


def break_engine(g: G, act: EffectCall) -> Rule[None]:
    yield from _set_engine(g, act, works=False)


def _set_engine(g: G, act: EffectCall, *, works: bool) -> Rule[None]:
    """Set an engine. The others see the actor, not the result (NEM-ACARD-8)."""
    engine = yield from _choose_engine(g, act, "engine.work", _("work on which engine?"))
    if engine in g.state.engines:
        g.emit(facts.EngineTurned(act.seat, engine, works))
    else:
        title = _("turn the marker of engine {engine} as the card says, face down", engine=engine)
        yield from confirm_by_hand(g, act, "engine.turn", title, engine)


def _choose_engine(g: G, act: EffectCall, key: str, title: Text) -> Rule[str]:
    engines = engines_at(g.state, act)
    if len(engines) == 1:
        return engines[0]
    rooms = {tile.engine: from_data(tile.title) for tile in g.state.ship.tiles}
    options = [Option(engine, _("Engine {engine}, {room}", engine=engine, room=rooms[engine])) for engine in engines]
    return (yield from g.one(choose(act.seat, title, options, rule="NEM-ACARD-8", key=key)))


def confirm_by_hand(g: G, act: EffectCall, key: str, title: Text, about: str = "") -> Rule[None]:
    """Ask the actor to do it by hand and confirm."""
    done_it = Option("go", _("Done"))
    yield from g.one(choose(act.seat, title, (done_it,), rule="NEM-ACARD-8", key=key, about=about))


CARD_LETTERS = ("A", "B", "C", "D")


def look_course(g: G, act: EffectCall) -> Rule[None]:
    if g.state.course.planets:
        g.emit(facts.CourseSeen(act.seat))
    else:
        yield from confirm_by_hand(g, act, "course.see", _("look at the course card, for yourself alone"))


def course_letters(s: State) -> Faces:
    return tuple(sorted(s.course.planets)) or CARD_LETTERS


def set_course(g: G, act: EffectCall) -> Rule[None]:
    """Set the letter in public. Its planet is known to those who looked."""
    options = [Option(letter, _("Course {letter}", letter=letter)) for letter in course_letters(g.state)]
    ask = ask_actor(g.state, act)
    letter = yield from g.one(ask(_("set the course"), options, rule="NEM-ROOM-2", key="course.set"))
    g.emit(facts.CourseSet(act.seat, letter))


def cannot_signal(s: State, act: EffectCall) -> Refusal | None:
    is_sent = all(s.characters[seat].signal for seat in affected_seats(s, act))
    return Refusal("SIGNAL_SENT", _("The signal is sent already.")) if is_sent else None


def send_signal(g: G, act: EffectCall) -> None:
    for seat in affected_seats(g.state, act):
        if not g.state.characters[seat].signal:
            g.emit(facts.SignalSent(seat))


def cannot_start_alarm(s: State, _act: EffectCall) -> Refusal | None:
    return Refusal("ALARM_RUNS", _("The self-destruct sequence runs already.")) if s.self_destruct is not None else None


def start_alarm(g: G, _act: EffectCall) -> None:
    g.emit(facts.AlarmSet(g.state.ship.self_destruct))


def cannot_stop_alarm(s: State, _act: EffectCall) -> Refusal | None:
    return Refusal("NO_ALARM", _("No self-destruct sequence runs.")) if s.self_destruct is None else None


def stop_alarm(g: G, _act: EffectCall) -> None:
    g.emit(facts.AlarmSet(None))


PLACES_IN_POD = 2  # in a pod


def pods_at(s: State, room: str) -> Faces:
    tile = tile_of(s, room)
    return tuple(name for name, pod in s.pods.items() if tile and pod.tile == tile.id and not pod.launched)


def pods_with(s: State, *, locked: bool) -> Faces:
    return tuple(name for name, pod in s.pods.items() if pod.locked is locked and not pod.launched)


def cannot_lock_pod(s: State, _act: EffectCall) -> Refusal | None:
    return None if pods_with(s, locked=False) else Refusal("NO_POD", _("Every pod is locked already, or gone."))


def cannot_unlock_pod(s: State, _act: EffectCall) -> Refusal | None:
    return None if pods_with(s, locked=True) else Refusal("NO_POD", _("Every pod is unlocked already, or gone."))


def lock_pod(g: G, act: EffectCall) -> Rule[None]:
    title = ngettext("lock {n} pod", "lock {n} pods", act.effect.n)
    yield from _set_locks(g, act, title, locked=True)


def unlock_pod(g: G, act: EffectCall) -> Rule[None]:
    title = ngettext("unlock {n} pod", "unlock {n} pods", act.effect.n)
    yield from _set_locks(g, act, title, locked=False)


def _set_locks(g: G, act: EffectCall, title: Text, *, locked: bool) -> Rule[None]:
    """Lock or unlock that many pods of the actor's choice."""
    pods = {name: pod_words(g.state, name) for name in pods_with(g.state, locked=not locked)}
    key = "pod.lock" if locked else "pod.unlock"
    for name in (yield from choose_some(g, act, title, pods, act.effect.n, rule="NEM-ROOM-2", key=key)):
        g.emit(facts.PodSet(name, locked))


def pod_words(s: State, pod: str) -> Text:
    """Name a pod by its letter, and by its room once that is explored."""
    tile = s.pods[pod].tile
    place = next((room for room in s.rooms.values() if room.tile == tile and room.explored), None)
    if place is None:
        return _("Pod {pod}", pod=pod)
    return _("Pod {pod}, {room}", pod=pod, room=from_data(place.title))


def cannot_enter_pod(s: State, act: EffectCall) -> Refusal | None:
    """Require an unlocked pod with a free place and no Intruder."""
    here = pods_at(s, act.room)
    if not here:
        return Refusal("NO_POD", _("No pod hangs here."))
    if all(s.pods[name].locked for name in here):
        return Refusal("POD_LOCKED", _("The pod is locked."))
    if not open_pods(s, act.room):
        return Refusal("POD_FULL", _("The pod is full."))
    if intruders_in(s, act.room):
        return Refusal("OUT_OF_COMBAT_ONLY", _("Nobody gets into a pod beside an Intruder."))
    return None


def open_pods(s: State, room: str) -> Faces:
    return tuple(pod for pod in pods_at(s, room) if not s.pods[pod].locked and len(s.pods[pod].aboard) < PLACES_IN_POD)


def enter_pod(g: G, act: EffectCall) -> Rule[None]:
    """Enter a pod. It leaves when full or when its passenger wants to.

    Our defaults: a pod carries two. The first may wait, and start it later from the menu.
    """
    there = open_pods(g.state, act.room)
    if len(there) > 1:
        options = [Option(name, pod_words(g.state, name)) for name in there]
        there = yield from g.some(choose(act.seat, _("into which pod?"), options, key="pod.enter"))
    for pod in there[:1]:
        g.emit(facts.PodEntered(act.seat, pod))
        if (
            len(g.state.pods[pod].aboard) >= PLACES_IN_POD
            or not seats_aboard(g.state)
            or (yield from _ask_to_leave_now(g, act.seat, pod))
        ):
            g.emit(facts.PodLaunched(pod))


def _ask_to_leave_now(g: G, seat: Seat, pod: str) -> Rule[bool]:
    options = (Option("leave", _("Leave now")), Option("wait", _("Wait")))
    title = _("in pod {pod}. Leave now, or wait for somebody?", pod=pod)
    answer = yield from g.one(choose(seat, title, options, key="pod.wait", about=pod))
    return answer == "leave" and not g.state.pods[pod].launched


def pod_ways(s: State) -> tuple[Way, ...]:
    """Return the pods that wait. Their first passenger may start them at any time."""
    waiting = [(name, pod.aboard[0]) for name, pod in s.pods.items() if pod.aboard and not pod.launched]
    return tuple(_pod_way(pod, seat) for pod, seat in waiting)


def _pod_way(pod: str, seat: Seat) -> Way:
    def launch(g: G, _values: Faces) -> Rule[None]:
        g.emit(facts.PodLaunched(pod))
        yield from done()

    title, options = _("leave in pod {pod}?", pod=pod), (Option("end", _("Leave now")),)
    return Way(choose(seat, title, options, at="menu", key="pod.leave", about=pod), launch)


def cannot_sleep(s: State, act: EffectCall) -> Refusal | None:
    """Our default: allow it in the second half of the game, without an Intruder and without an alarm."""
    tile = tile_of(s, act.room)
    if tile is None or not tile.sleeps:
        return Refusal("NO_BED", _("No bed for the jump is here."))
    if s.turns > s.ship.turns // 2:
        early = ngettext(
            "The beds are cold: nobody may sleep before {n} turn is left.",
            "The beds are cold: nobody may sleep before {n} turns are left.",
            s.ship.turns // 2,
        )
        return Refusal("BEDS_COLD", early)
    if s.self_destruct is not None:
        return Refusal("ALARM_RUNS", _("Nobody may sleep while the alarm sounds."))
    if intruders_in(s, act.room):
        return Refusal("OUT_OF_COMBAT_ONLY", _("Nobody may sleep while an Intruder is in the room."))
    return None


def sleep(g: G, act: EffectCall) -> None:
    g.emit(facts.FellAsleep(act.seat))


def cannot_take_egg(s: State, act: EffectCall) -> Refusal | None:
    if not in_nest(s, act.room) or not s.eggs:
        return Refusal("NO_EGG", _("No egg of the nest is here."), "NEM-HEAVY-2")
    return cannot_carry_more(s, act.seat) if act.seat in s.characters else None


def take_egg(g: G, act: EffectCall) -> None:
    """NEM-X-LIMITS-1: an egg takes a hand."""
    g.emit(facts.EggsLeft(g.state.eggs - 1))
    g.emit(facts.ObjectPut(new_object(g.state, EGG), "egg", seat=act.seat))


def eggs_lying_here(s: State, act: EffectCall) -> Faces:
    """Return the eggs that the actor carries and those in the room. NEM-COMBAT-4: eggs are not Intruders."""
    carried = s.characters[act.seat].heavy if act.seat in s.characters else ()
    here = tuple(name for name, thing in s.objects.items() if thing.room == act.room)
    return tuple(name for name in carried + here if s.objects[name].kind == "egg")


def cannot_destroy_egg(s: State, act: EffectCall) -> Refusal | None:
    has_egg = eggs_lying_here(s, act) or (in_nest(s, act.room) and s.eggs)
    return None if has_egg else Refusal("NO_EGG", _("No egg is here."), "NEM-HEAVY-2")


def destroy_egg(g: G, act: EffectCall) -> None:
    """Destroy eggs of the nest first, then loose ones."""
    for _time in range(act.effect.n):
        if in_nest(g.state, act.room) and g.state.eggs:
            g.emit(facts.EggsLeft(g.state.eggs - 1))
        elif loose := eggs_lying_here(g.state, act):
            g.emit(facts.ObjectGone(loose[0]))
