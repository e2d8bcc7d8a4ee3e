"""Deeds of the bridge: the course, the signal, the self-destruct sequence."""

from __future__ import annotations

from companion.engine.play import Rule, choose, done
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.facts.ship import AlarmSet, CourseSeen, CourseSet, SignalSent
from companion.games.nemesis.rules.effects.deed import EffectCall, whom
from companion.games.nemesis.rules.effects.engines import by_hand
from companion.games.nemesis.rules.titles import asked, name_of
from companion.games.nemesis.state import State
from companion.schema.prompt import Faces, Option, Refusal

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
