"""Dice rolled into the tray, by the physics engine Bullet."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces.dice import Die
from vision.training.trays.shapes.tray import EDGES, HEIGHT, WIDTH

Floats = NDArray[np.float64]
Pose = tuple[Floats, Floats]
"""How a die is turned (3, 3) and where it is (3,) mm."""
State = list[Pose]
"""Of all dice at one moment."""
RATE = 60
"""States a second."""
STEPS = 8
"""Physics steps for each state."""
SECONDS = 2.6
SCALE = 0.01
"""Units of the engine a mm: its margins suit bodies of about 0.1."""
STILL_MM, STILL_DEGREES = 0.25, 1.0
"""Limits of movement for an object at rest."""


def roll(dice: list[Die], rng: Generator) -> list[State]:
    """Return the dice fly in from one side, above the felt; `SECONDS` of states."""
    with _engine() as engine:
        _add_tray(engine)
        side = rng.choice([-1, 1])
        bodies = [_throw(engine, die, i, side, rng) for i, die in enumerate(dice)]
        return [_next(engine, bodies) for _ in range(int(SECONDS * RATE))]


class _Engine:
    """Bullet with the number of its world."""

    def __init__(self, bullet: Any) -> None:
        self.bullet = bullet
        self.world = {"physicsClientId": bullet.connect(bullet.DIRECT)}


@contextmanager
def _engine() -> Iterator[_Engine]:
    import pybullet  # optional: comes with the group `train`

    engine = _Engine(pybullet)
    pybullet.setGravity(0, 0, -9810 * SCALE, **engine.world)
    pybullet.setTimeStep(1 / (RATE * STEPS), **engine.world)
    try:
        yield engine
    finally:
        pybullet.disconnect(**engine.world)


def _add_tray(engine: _Engine) -> None:
    """Add a bottom, and walls that no die can cross."""
    _add_box(engine, (400, 400, 10), (0, 0, -10))
    for side in (-1, 1):
        _add_box(engine, (10, HEIGHT, 150), (side * (EDGES[0] + 10), 0, 150))
        _add_box(engine, (WIDTH, 10, 150), (0, side * (EDGES[1] + 10), 150))


def _add_box(engine: _Engine, half: tuple[float, float, float], at: tuple[float, float, float]) -> None:
    bullet, world = engine.bullet, engine.world
    shape = bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=[v * SCALE for v in half], **world)
    body = bullet.createMultiBody(0, shape, basePosition=[v * SCALE for v in at], **world)
    bullet.changeDynamics(body, -1, lateralFriction=0.65, restitution=0.25, rollingFriction=0.001, **world)


def _throw(engine: _Engine, die: Die, number: int, side: int, rng: Generator) -> int:
    """Add a die in the air, three in a row, rotated and spinning at random. Returns its body's number."""
    bullet, world = engine.bullet, engine.world
    shape = bullet.createCollisionShape(bullet.GEOM_MESH, vertices=(die.solid.vertices * SCALE).tolist(), **world)
    x, _spent, z = side * rng.uniform(105, 130), rng.uniform(-70, 70), 30 + 22 * (number // 3) + rng.uniform(0, 10)
    at = np.array([x, (-60 + 60 * (number % 3)) * 0.8 + rng.uniform(-8, 8), z])
    turn = rng.standard_normal(4)
    turn /= np.linalg.norm(turn)
    body = bullet.createMultiBody(
        0.01, shape, basePosition=(at * SCALE).tolist(), baseOrientation=turn.tolist(), **world
    )
    bullet.changeDynamics(
        body,
        -1,
        lateralFriction=0.6,
        restitution=0.3,
        rollingFriction=0.0006,
        spinningFriction=0.0006,
        linearDamping=0.1,
        angularDamping=0.25,
        **world,
    )
    speed = [-side * rng.uniform(450, 900) * SCALE, rng.uniform(-200, 200) * SCALE, rng.uniform(-200, 50) * SCALE]
    bullet.resetBaseVelocity(body, speed, (rng.standard_normal(3) * 14).tolist(), **world)
    return int(body)


def _next(engine: _Engine, bodies: list[int]) -> State:
    """Return the state now; the world moves on after it."""
    bullet, world = engine.bullet, engine.world
    state = []
    for body in bodies:
        at, turn = bullet.getBasePositionAndOrientation(body, **world)
        state.append((np.array(bullet.getMatrixFromQuaternion(turn)).reshape(3, 3), np.array(at) / SCALE))
    for _ in range(STEPS):
        bullet.stepSimulation(**world)
    return state


def first_still(states: list[State]) -> int:
    """Return the first state after which nothing moves any more."""
    after_last = (i + 1 for i in reversed(range(len(states))) if _has_moved(states[i], states[-1]))
    return next(after_last, 0)


def _has_moved(state: State, last: State) -> bool:
    return any(
        np.linalg.norm(at - last_at) > STILL_MM or _angle(turn, last_turn) > STILL_DEGREES
        for (turn, at), (last_turn, last_at) in zip(state, last, strict=True)
    )


def _angle(one: Floats, other: Floats) -> float:
    """Between two turns, degrees."""
    return math.degrees(math.acos(np.clip((np.trace(one.T @ other) - 1) / 2, -1, 1)))


def blur_states(moment: int, still_from: int) -> list[int]:
    """Return the states that a frame at `moment` blends: three while anything moves."""
    if moment >= still_from:
        return [moment]
    return sorted({max(0, moment - back) for back in range(3)})


def lay_as(dice: list[Die], state: State) -> None:
    """Put the dice where the state has them."""
    for die, (turn, at) in zip(dice, state, strict=True):
        die.turn, die.at = turn, at.copy()
