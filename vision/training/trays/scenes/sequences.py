"""Short sequences: dice roll in, settle, are read, and a hand takes them away. 640x360 px, ten frames a second."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces import limbs
from vision.training.trays.pieces.assembly import HAND, Assembly, Piece
from vision.training.trays.pieces.dice import Die
from vision.training.trays.pieces.flats import Flat
from vision.training.trays.pieces.limbs import Limb
from vision.training.trays.pieces.placer import Placer
from vision.training.trays.pieces.rolls import State, blur_states, first_still, lay_as, roll
from vision.training.trays.rendering.exposure import develop, expose
from vision.training.trays.rendering.lights import LIGHT_NAMES, touched
from vision.training.trays.rendering.renderer import Renderer
from vision.training.trays.scenes.arrangement import draw_token
from vision.training.trays.scenes.labels import Label, camera_label, labels_of, tray_corners
from vision.training.trays.scenes.plates import Plate, draw_view, furnish, render_plate
from vision.training.trays.scenes.script import FPS, MODES, Frame, Script, first_frames, script
from vision.training.trays.scenes.shelf import write_json
from vision.training.trays.scenes.stills import DICE_OF
from vision.training.trays.shapes.tray import DICE
from vision.training.trays.styles.style import Style

SIZE = (640, 360)
"""Px."""
KINDS = ("mom_d8", "nemesis", "mom_d8", "d6", "mixed", "mom_d8", "nemesis", "d20")
"""Kinds of the sequences, in a cycle."""
PLATE_SAMPLES, STILL_SAMPLES, MOVING_SAMPLES = 7, 6, 4
"""Rays a pixel; a moving frame blends three states."""
ROLLS = 12
IN_TIME = 110
"""The dice are rolled again, up to `ROLLS` times, if they are not still in this state."""
COCKED_TILT = 6.0
"""Degrees: a die that came to rest with more tilt is cocked."""


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """Dice, distractor tokens, and their whole script."""

    number: int
    plate: Plate
    dice: list[Die]
    tokens: list[Flat]
    states: list[State]
    still_from: int
    angle: float
    """Direction of the hand, rad."""
    script: Script

    @property
    def pieces(self) -> list[Piece]:
        return [*self.dice, *self.tokens]

    def is_empty(self, frame: Frame, gone: set[int]) -> bool:
        return frame.moment is None or len(gone) == len(self.dice)


def prepare(renderer: Renderer, rng: Generator, number: int, kinds: tuple[str, ...]) -> Throw:
    """Draws and rolls the dice of the `number`-th sequence and writes its script."""
    view = draw_view(renderer.style, rng, int(rng.integers(100)), SIZE, LIGHT_NAMES[number % 5])
    plate = render_plate(renderer, view, PLATE_SAMPLES)
    kind = (kinds or KINDS)[number % len(kinds or KINDS)]
    dice, states = _rolled(renderer.style, DICE if kind == "mixed" else DICE_OF[kind], rng)
    still_from = first_still(states)
    first, settled = first_frames(len(states), still_from, rng)
    tokens = _tokens_beside(renderer.style, dice, rng)
    angle = (-math.pi / 2, 0, math.pi)[int(rng.integers(3))] + rng.uniform(-0.3, 0.3)
    told = script(first, settled, MODES[number % len(MODES)], angle, states[-1], len(states) - 1)
    return Throw(number, plate, dice, tokens, states, still_from, angle, told)


def _rolled(style: Style, kinds: tuple[str, ...], rng: Generator) -> tuple[list[Die], list[State]]:
    """Two to five dice at rest in their last state, all of a kind of one colour."""
    count = int(rng.integers(2, 6))
    colourways = {kind: int(rng.integers(3)) for kind in kinds}
    dice: list[Die] = []
    states: list[State] = []
    for _ in range(ROLLS):
        drawn = [kinds[int(rng.integers(len(kinds)))] for _ in range(count)]
        dice = [Die(kind, style, rng, colourways[kind]) for kind in drawn]
        states = roll(dice, rng)
        if first_still(states) < IN_TIME:
            break
    lay_as(dice, states[-1])
    return dice, states


def _tokens_beside(style: Style, dice: list[Die], rng: Generator) -> list[Flat]:
    """No token or one, where no die comes to rest."""
    tokens = [draw_token(style, rng) for _ in range(int(rng.integers(0, 2)))]
    placer = Placer(rng)
    for die in dice:
        placer.commit(die)
    for token in tokens:
        token.rest(rng)
    return [token for token in tokens if placer.place(token)]


def write_sequence(renderer: Renderer, folder: Path, rng: Generator, number: int, kinds: tuple[str, ...]) -> int:
    """Render one sequence into `folder`: `frame_000.jpg`, ... and `label.json`; returns the number of frames."""
    throw = prepare(renderer, rng, number, kinds)
    view, empty = throw.plate.view, throw.plate.layers
    gone: set[int] = set()
    told: list[dict[str, Any]] = []
    labels: list[Label | None] = []
    blur, exposure = 0.0, None
    for i, frame in enumerate(throw.script.frames):
        gone |= set(frame.taken)
        light = _blended(renderer, throw, frame, gone)
        if exposure is None:  # as of the empty tray, whose picture is developed and thrown away
            blur = float(rng.uniform(0.2, 0.7))
            exposure = expose(empty.light, rng, view.light, empty.albedo)
            develop(empty.light, exposure, blur, view.light, rng)
        image = develop(light, exposure, blur, view.light, rng)
        cv2.imwrite(str(folder / f"frame_{i:03d}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, exposure.quality])
        told.append(_frame_label(throw, i, frame, gone))
        if i == throw.script.settled:
            labels = _settled_labels(throw, renderer.seen(1))
    write_json(_sequence_label(renderer.style_name, throw, told, labels, gone), folder / "label.json")
    return len(told)


def _blended(renderer: Renderer, throw: Throw, frame: Frame, gone: set[int]) -> NDArray[np.float32]:
    """Return the light of one frame; what moves is blurred by adding up three states."""
    if frame.moment is None:
        moments: list[int | None] = [None]
    else:
        moments = list(blur_states(frame.moment, throw.still_from))
    light = np.zeros_like(throw.plate.layers.light)
    for moment in moments:
        samples = STILL_SAMPLES if len(moments) == 1 else MOVING_SAMPLES
        light = light + _rendered(renderer, throw, frame, moment, gone, samples) / len(moments)
    return light


def _rendered(
    renderer: Renderer, throw: Throw, frame: Frame, moment: int | None, gone: set[int], samples: int
) -> NDArray[np.float32]:
    view = throw.plate.view
    scene = Assembly(renderer.atlas)
    furnish(scene, view)
    if moment is not None:
        lay_as(throw.dice, throw.states[moment])
    hidden = set(range(len(throw.dice))) if moment is None else gone
    shown = [(i, piece) for i, piece in enumerate(throw.pieces) if i not in hidden]
    for i, piece in shown:
        piece.put_into(scene, i)
    hand = _hand(throw, frame)
    for limb in hand:
        limb.put_into(scene, HAND)
    renderer.show(scene, view.setting)
    bodies = [*(piece.points() for _, piece in shown), *(limb.points() for limb in hand)]
    mask = touched(view.setting.camera, view.setting.lighting.lamps[0], bodies, grow=5)
    return renderer.render_over(throw.plate.layers, mask, samples).light


def _hand(throw: Throw, frame: Frame) -> tuple[Limb, ...]:
    """Return the same hand in all frames."""
    if frame.hand is None:
        return ()
    return limbs.hand(frame.hand.tip, throw.angle, frame.hand.height, np.random.default_rng(throw.number), 0.6)


def _frame_label(throw: Throw, number: int, frame: Frame, gone: set[int]) -> dict[str, Any]:
    dice = 0 if frame.moment is None else len(throw.dice) - len(gone)
    return {"state": _state(throw, number, frame, gone), "dice": dice, "hand": frame.hand is not None}


def _state(throw: Throw, number: int, frame: Frame, gone: set[int]) -> str:
    """Empty (without dice), moving, rest or hand."""
    if frame.hand is not None:
        return "hand"
    if frame.moment is None:
        return "empty"
    if number < throw.script.settled:
        return "moving"
    return "empty" if throw.is_empty(frame, gone) else "rest"


def _settled_labels(throw: Throw, owners: NDArray[np.int64]) -> list[Label | None]:
    labels = labels_of(throw.pieces, throw.plate.view.setting.camera, owners, step=1)
    for die, label in zip(throw.dice, labels[: len(throw.dice)], strict=True):
        if label and label["tilt_deg"] > COCKED_TILT:
            die.is_cocked = True
            label |= {"cocked": True, "value": None}
    return labels


def _sequence_label(
    style_name: str, throw: Throw, told: list[dict[str, Any]], labels: list[Label | None], gone: set[int]
) -> dict[str, Any]:
    view = throw.plate.view
    reading = [label for label in labels if label]
    hand_from = next((i for i, frame in enumerate(told) if frame["hand"]), len(told))
    return {
        "fps": FPS,
        "frames": len(told),
        "mode": throw.script.mode,
        "style": style_name,
        "light": view.light,
        "felt": view.setting.felt,
        "camera": camera_label(view.setting.camera),
        "settled_frame": throw.script.settled,
        "last_settled_frame_before_hand": hand_from - 1,
        "reading": reading,
        "any_cocked": any(label["cocked"] for label in reading),
        "per_frame": told,
        "final_values": [label["value"] for i, label in enumerate(labels) if label and i not in gone],
        "tray_corners": tray_corners(view.setting.camera),
        "markers": view.has_markers,
    }
