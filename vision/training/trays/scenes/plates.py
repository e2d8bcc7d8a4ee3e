"""Views of the empty tray, each with its own camera, light, felt and things on the table; rendered once, used often."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces.assembly import Assembly
from vision.training.trays.pieces.distractors import lay_about
from vision.training.trays.pieces.furniture import put_markers
from vision.training.trays.pieces.placer import Placer
from vision.training.trays.rendering.camera import hang_camera
from vision.training.trays.rendering.lights import LIGHT_NAMES, light_up
from vision.training.trays.rendering.renderer import Layers, Renderer, Setting
from vision.training.trays.styles.by_name import seed_of
from vision.training.trays.styles.style import Style

SIZE = (1280, 720)
"""Size of a still, px."""
NEARNESS = (2.6, 12.0)
"""Px per mm of the least and the nearest view of a hand-held camera, 1280 px wide."""
SAMPLES = 6
"""Rays a pixel."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Parameters of an empty tray."""

    setting: Setting
    light: str
    tilt: float
    """Degrees."""
    px_per_mm: float
    is_cut: bool
    """True if a part of the tray is outside the picture."""
    has_markers: bool
    has_markers_inside: bool
    """True for markers on the felt, False for markers next to the tray."""
    clutter: tuple[str, ...]
    clutter_seed: int

    @property
    def blocks_corners(self) -> bool:
        """Return whether markers occupy the places of pieces."""
        return self.has_markers and self.has_markers_inside


@dataclass(frozen=True, slots=True, eq=False)
class Plate:
    """A rendered view of an empty tray."""

    view: View
    layers: Layers


def draw_view(
    style: Style, rng: Generator, number: int, size: tuple[int, int] = SIZE, light: str | None = None
) -> View:
    """Return the `number`-th view; lights and felts take turns, one in thirteen is cut."""
    light = light or LIGHT_NAMES[number % 5]
    felts = list(style.felts)
    felt = felts[0] if number % 8 == 7 else felts[(number + number // 5) % len(felts)]
    tilt = float(rng.uniform(0, 15) if rng.random() < 0.75 else rng.uniform(0, 4))
    px_per_mm = rng.uniform(2.85, 3.25) * size[0] / 1280
    target = (rng.uniform(-6, 6), rng.uniform(-5, 5))
    is_cut = number % 13 == 11
    if is_cut:
        target = (rng.choice([-1, 1]) * rng.uniform(50, 90), rng.choice([-1, 1]) * rng.uniform(20, 50))
    camera = hang_camera(rng, size, px_per_mm, tilt, rng.uniform(560, 760), target)
    has_markers = bool(rng.random() < 0.85)
    rim_height = rng.uniform(14, 22)
    is_inside = bool(rng.random() < style.markers_inside)
    setting = Setting(camera, light_up(light, rng, camera), felt, rim_height)
    clutter = (str(rng.choice(["coaster", "card_edge"])),) if rng.random() < 0.35 else ()
    seed = int(rng.integers(1 << 30))
    return View(setting, light, tilt, px_per_mm, is_cut, has_markers, is_inside, clutter, seed)


def draw_desk(
    style: Style, rng: Generator, number: int, size: tuple[int, int] = SIZE, light: str | None = None
) -> View:
    """Return the `number`-th view as a hand-held camera has it: aslant, near, without markers mostly."""
    light = light or LIGHT_NAMES[number % 5]
    felts = list(style.felts)
    tilt = float(rng.uniform(0, 50))
    px_per_mm = float(np.exp(rng.uniform(*np.log(NEARNESS)))) * size[0] / 1280
    camera = hang_camera(rng, size, px_per_mm, tilt, rng.uniform(260, 700), tuple(rng.uniform(-15, 15, 2)))
    setting = Setting(camera, light_up(light, rng, camera), felts[number % len(felts)], rng.uniform(14, 22))
    clutter = (str(rng.choice(["coaster", "card_edge"])),) if rng.random() < 0.35 else ()
    has_markers = bool(rng.random() < 0.1)
    return View(setting, light, tilt, px_per_mm, True, has_markers, True, clutter, int(rng.integers(1 << 30)))


def furnish(scene: Assembly, view: View) -> dict[int, NDArray[np.float64]]:
    """Add markers and clutter; returns the corners of the markers as `put_markers` does."""
    corners = put_markers(scene, view.has_markers_inside) if view.has_markers else {}
    rng = np.random.default_rng(view.clutter_seed)
    for thing in lay_about(view.clutter, Placer(rng), rng):
        thing.put_into(scene)
    return corners


def render_plate(renderer: Renderer, view: View, samples: int = SAMPLES) -> Plate:
    scene = Assembly(renderer.atlas)
    furnish(scene, view)
    renderer.show(scene, view.setting)
    return Plate(view, renderer.render(samples))


DrawView = Callable[[Style, Generator, int, tuple[int, int]], View]


class Plates:
    """The views that the stills of one seed draw from; each is rendered when it is first wanted."""

    def __init__(
        self, renderer: Renderer, seed: int, count: int, size: tuple[int, int] = SIZE, draw: DrawView = draw_view
    ) -> None:
        self.renderer, self.seed, self.count, self.size, self._draw_view = renderer, seed, count, size, draw
        self._made: dict[int, Plate] = {}

    def draw(self, rng: Generator) -> Plate:
        number = int(rng.integers(self.count))
        if number not in self._made:
            own = np.random.default_rng([self.seed, seed_of(self.renderer.style_name), 999, number])
            view = self._draw_view(self.renderer.style, own, number, self.size)
            self._made[number] = render_plate(self.renderer, view)
        return self._made[number]
