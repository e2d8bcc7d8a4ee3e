"""Shots of single pieces, as a player takes them to enrol a kit: one picture a face and round."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.training.trays.pieces.assembly import Assembly
from vision.training.trays.pieces.dice import Die
from vision.training.trays.pieces.flats import Flat, card, token
from vision.training.trays.rendering.camera import Camera, hang_camera
from vision.training.trays.rendering.exposure import develop, expose
from vision.training.trays.rendering.lights import Lighting, light_up
from vision.training.trays.rendering.renderer import Renderer, Setting
from vision.training.trays.scenes.labels import camera_label, labels_of
from vision.training.trays.scenes.stills import Picture
from vision.training.trays.shapes.tray import DICE, VALUES
from vision.training.trays.styles.by_name import seed_of

SAMPLES = 5
"""Rays a pixel."""
SIDE, CARD_SIDE = 224, 352
"""Side of a picture, px."""
DISTANCE = 650.0
RIM_HEIGHT = 18.0
"""Mm."""
LEAST_QUALITY = 75
"""Least quality of the JPEG."""
LIGHTS = ("warm_lamp", "daylight", "soft_overhead", "hard_lamp", "daylight")
FELTS = (0, 1, 2, 0, 3)
"""Felts of the rounds, in a cycle."""


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """The set-up in which each face is shown once; it stays, so that its kernels do."""

    number: int
    light: str
    felt: str
    lighting: Lighting
    cameras: dict[int, Camera]
    """By side of the picture, px."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to be taken."""

    kind: str
    value: str
    round: int

    @property
    def name(self) -> str:
        """+1 is p1, -3 is m3."""
        return f"{self.kind}_{self.value}_{self.round}.jpg".replace("+", "p").replace("-", "m")


def shots(rounds: int, kinds: set[str], later: tuple[str, ...] = ()) -> Iterator[Shot]:
    """Yield all pictures of these kinds (see `VALUES`), round by round, and cards once. `later`: tokens of this set
    alone.
    """
    faces = {**VALUES, "token": (*VALUES["token"], *later)}
    for number in range(rounds):
        for kind, values in faces.items():
            if kind in kinds and (kind != "card" or number == 0):
                yield from (Shot(kind, value, number) for value in values)


def set_up(renderer: Renderer, seed: int, number: int) -> Round:
    rng = np.random.default_rng([seed, seed_of(renderer.style_name), 78, number])
    light, felt = LIGHTS[number % 5], renderer.felts[FELTS[number % 5]]
    px_per_mm, tilt, side = rng.uniform(2.9, 3.2), rng.uniform(0, 12), int(rng.integers(1 << 30))
    cameras = {
        px: hang_camera(np.random.default_rng(side), (px, px), px_per_mm, tilt, DISTANCE) for px in (SIDE, CARD_SIDE)
    }
    return Round(number, light, felt, light_up(light, rng, cameras[SIDE]), cameras)


def take(renderer: Renderer, seed: int, shot: Shot, around: Round) -> Picture:
    """One shot in its round's set-up."""
    lots = [seed, seed_of(renderer.style_name), 77, shot.round, seed_of(shot.kind + shot.value)]
    rng = np.random.default_rng(lots)
    piece = _piece(renderer, shot, rng)
    camera = around.cameras[CARD_SIDE if shot.kind == "card" else SIDE]
    scene = Assembly(renderer.atlas)
    piece.put_into(scene, 0)
    renderer.show(scene, Setting(camera, around.lighting, around.felt, RIM_HEIGHT))
    layers = renderer.render(SAMPLES)
    blur = float(rng.uniform(0.3, 0.8))
    exposure = expose(layers.light, rng, around.light, layers.albedo)
    image = develop(layers.light, exposure, blur, around.light, rng)
    told = {
        "camera": camera_label(camera),
        "style": renderer.style_name,
        "light": around.light,
        "felt": around.felt,
    }
    entry = {"scene": told, "objects": labels_of([piece], camera, renderer.seen(2))}
    return Picture(image, max(LEAST_QUALITY, exposure.quality), entry)


def _piece(renderer: Renderer, shot: Shot, rng: np.random.Generator) -> Die | Flat:
    """Return a piece near the middle of the felt. Dice with a repeated value show another of its faces each round."""
    piece = _die(renderer, shot, rng) if shot.kind in DICE else _flat(renderer, shot, rng)
    if shot.kind != "card":
        piece.at[:2] = rng.uniform(-9, 9, 2)
    return piece


def _die(renderer: Renderer, shot: Shot, rng: np.random.Generator) -> Die:
    die = Die(shot.kind, renderer.style, rng, shot.round % 3)
    faces = [i for i, value in enumerate(die.values) if value == shot.value]
    die.rest(rng, faces[shot.round % len(faces)])
    return die


def _flat(renderer: Renderer, shot: Shot, rng: np.random.Generator) -> Flat:
    flat = token(shot.value, renderer.style) if shot.kind == "token" else card(shot.value)
    flat.rest(rng)
    return flat
