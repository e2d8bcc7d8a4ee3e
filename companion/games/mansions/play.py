"""The course of the game: the test that was announced, or between the tests the choice of the next one."""

from __future__ import annotations

from companion.games.mansions.actions import ACTIONS, option
from companion.games.mansions.checks import skill_test
from companion.games.mansions.content import Scene, Way, tale
from companion.games.mansions.events import CluesGained, G, SceneEntered, TestAnnounced
from companion.games.mansions.harm import suffer
from companion.games.mansions.state import State, Task, Verdict
from companion.rules.play import Rule, choose
from companion.wire.prompt import Seat


def play(g: G) -> Rule[None]:
    """One test, or the choice of one."""
    if g.state.task is None:
        yield from choose_test(g)
    elif g.state.task.scene:
        yield from play_scene(g, g.state.task)
    else:
        yield from skill_test(g, g.state.task)


def over(s: State) -> str:
    """Empty, or the sentence with which it ended."""
    return "Nobody is left to row back." if not standing(s) else ""


def choose_test(g: G) -> Rule[None]:
    """Whoever taps first says what is tested."""
    asked = (
        choose(seat, f"{who.name}: choose a test", [option(a, g.state, seat) for a in ACTIONS], rule="MOM-X-TEST-1")
        for seat, who in g.state.seats.items()
        if not who.eliminated
    )
    prompt, (name,) = yield from g.first(*asked)
    action = next(a for a in ACTIONS if a.name == name)
    yield from action.do(g, prompt.seat)


def play_scene(g: G, task: Task) -> Rule[None]:
    """The test of a scene, what it leads to, and the announcement of the next one."""
    scene = tale().scenes[task.scene]
    passed, failed = scene.passed, scene.failed
    if passed is None or failed is None:  # content checks this
        raise ValueError(f"the scene {task.scene} has a test and no ways on")
    verdict = yield from skill_test(g, task, (passed.title, failed.title), (passed.text, failed.text))
    take(g, task.seat, passed if fine(verdict) else failed)


def take(g: G, seat: Seat, way: Way) -> None:
    """What a way brings, then the next scene with its test."""
    if way.clues:
        g.emit(CluesGained(seat, way.clues))
    suffer(g, seat, "damage", way.damage)
    suffer(g, seat, "horror", way.horror)
    g.emit(SceneEntered(way.next))
    announced = announcement(g.state, way.next)
    if announced is not None:
        g.emit(TestAnnounced(announced))


def fine(verdict: Verdict) -> bool:
    """Did it come out well? A test that prevents something does when it prevents all."""
    return verdict.result >= verdict.task.amount if verdict.passed is None else verdict.passed


def announcement(s: State, scene: str) -> Task | None:
    """The test a scene asks for, of the seat it means or the next one that stands."""
    here = tale().scenes.get(scene)
    if here is None or not here.skill or not standing(s):
        return None
    return _task(standing(s)[here.seat % len(standing(s))], scene, here)


def standing(s: State) -> tuple[Seat, ...]:
    """The seats that still play."""
    return tuple(seat for seat, who in s.seats.items() if not who.eliminated)


def _task(seat: Seat, name: str, scene: Scene) -> Task:
    return Task(seat, scene.skill, scene.title, scene.needed, scene.injury, scene.amount, scene=name)
