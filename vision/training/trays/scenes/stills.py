"""Ordinary trays: one to a dozen pieces of one kind or mixed, some of them cocked, with things around."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces.assembly import Assembly
from vision.training.trays.pieces.cocked import lean_on_die, lean_on_rim, lean_on_token
from vision.training.trays.pieces.dice import Die
from vision.training.trays.pieces.distractors import lay_about
from vision.training.trays.pieces.flats import Flat
from vision.training.trays.pieces.placer import Placer
from vision.training.trays.rendering.exposure import develop, expose
from vision.training.trays.rendering.lights import touched
from vision.training.trays.rendering.renderer import Layers, Renderer
from vision.training.trays.scenes.arrangement import Arrangement, draw_card, draw_token, lay_at_rim, lay_flat
from vision.training.trays.scenes.labels import contrast, labels_of, rounded, view_label
from vision.training.trays.scenes.plates import Plate, Plates, View, furnish
from vision.training.trays.shapes.tray import DICE
from vision.training.trays.styles.style import Style

SAMPLES = 5
"""Rays a pixel."""
DICE_OF = {"mom_d8": ("mom_d8",), "nemesis": ("nemesis_noise", "nemesis_combat"), "d6": ("d6",), "d20": ("d20",)}
COUNTS = {"mom_d8": 70, "nemesis": 45, "tokens": 40, "d6": 20, "d20": 20, "cards": 20, "mixed": 35}
"""Kinds of trays and how many of each there are among 250."""

Laid = Die | Flat


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A developed picture and its entry in the labels, without the file's name."""

    image: NDArray[np.uint8]
    """(H, W, 3) uint8 BGR."""
    quality: int
    """Quality of the JPEG."""
    entry: dict[str, Any]


def rounds(kinds: tuple[str, ...], count: int) -> list[str]:
    """Return the kinds of `count` trays, in rounds of their usual shares, so that any first part is balanced."""
    order: list[str] = []
    rng = np.random.default_rng(5)
    while len(order) < count:
        part = [kind for kind in kinds for _ in range(COUNTS[kind] // 5)]
        rng.shuffle(part)
        order += part
    return order[:count]


def arrange(style: Style, kind: str, rng: Generator, view: View, is_calm: bool) -> Arrangement:
    """Fill a tray of one of the kinds of `COUNTS`.

    `is_calm`: nothing cocked, on the rim or outside, and no hand, coin or pen.
    """
    placer = Placer(rng, view.blocks_corners)
    is_touching = rng.random() < 0.30
    region = float(rng.choice([1.0, 1.0, 0.7, 0.45]))
    wanted = _wanted(style, kind, rng)
    special: list[str] = []
    if any(isinstance(p, Die) for p in wanted) and _happens(
        rng, 0.15 if kind in {"tokens", "cards"} else 0.30, is_calm
    ):
        name, used = _lean_one(placer, wanted, style)
        special += [name] if name else []
        wanted = [piece for piece in wanted if not any(piece is other for other in used)]
    if wanted and _happens(rng, 0.12, is_calm):
        piece = wanted.pop()
        special.append(lay_at_rim(piece, rng, view.setting.rim_height))
        placer.commit(piece)
    for piece in sorted(wanted, key=lambda p: p.kind != "card"):  # cards need the most room
        lay_flat(piece, rng)
        placer.place(piece, is_touching, 1.0 if piece.kind == "card" else region)
    names: list[str] = []
    if _happens(rng, 0.6 if kind == "mixed" else 0.28, is_calm):
        names = list(
            rng.choice(["coin", "pen", "hand"], size=int(rng.integers(1, 3)), replace=False, p=[0.3, 0.3, 0.4])
        )
    pieces = tuple(placer.pieces)
    return Arrangement(pieces, tuple(lay_about(names, placer, rng)), tuple(special), is_touching)


def _happens(rng: Generator, share: float, is_calm: bool) -> bool:
    """The lot is drawn for calm trays too."""
    return bool(rng.random() < share) and not is_calm


def _wanted(style: Style, kind: str, rng: Generator) -> list[Laid]:
    if kind in DICE_OF:
        return _dice(style, DICE_OF[kind], rng)
    if kind == "tokens":
        pieces: list[Laid] = [draw_token(style, rng) for _ in range(int(rng.integers(1, 4)))]
        return pieces + (_some(style, "mom_d8", rng) if rng.random() < 0.25 else [])
    if kind == "cards":
        pieces = [draw_card(rng) for _ in range(int(rng.choice([1, 1, 2, 2, 3])))]
        return pieces + (_some(style, "d6", rng) if rng.random() < 0.35 else [])
    if rng.random() <= 0.12:  # an empty tray
        return []
    pieces = [Die(DICE[rng.integers(5)], style, rng) for _ in range(int(rng.integers(1, 6)))]
    return pieces + [draw_token(style, rng) for _ in range(int(rng.integers(0, 4)))]


def _dice(style: Style, kinds: tuple[str, ...], rng: Generator) -> list[Laid]:
    """One to eight dice; six in ten times all of a kind have one colour."""
    count = int(rng.integers(1, 9))
    is_one_colour = rng.random() < 0.6
    colourways: dict[str, int] = {}
    dice: list[Laid] = []
    for _ in range(count):
        kind = kinds[rng.integers(len(kinds))]
        if is_one_colour:
            colourway = int(rng.integers(3))
            colourways.setdefault(kind, colourway)
        dice.append(Die(kind, style, rng, colourways.get(kind)))
    return dice


def _some(style: Style, kind: str, rng: Generator) -> list[Laid]:
    return [Die(kind, style, rng) for _ in range(int(rng.integers(1, 3)))]


def _lean_one(placer: Placer, wanted: list[Laid], style: Style) -> tuple[str | None, list[Laid]]:
    """Make the first die lean on something. Returns the way, None if nothing fits, and the pieces used up."""
    rng = placer.rng
    dice = [piece for piece in wanted if isinstance(piece, Die)]
    die, lot = dice[0], rng.random()
    if lot < 0.45:
        return ("cocked_wall" if lean_on_rim(placer, die) else None), [die]
    if lot < 0.75:
        support = dice[1] if len(dice) > 1 else Die(die.kind, style, rng, die.colourway)
        return ("cocked_on_die", [die, support]) if lean_on_die(placer, die, support) else (None, [die])
    tokens = [piece for piece in wanted if isinstance(piece, Flat) and piece.kind == "token"]
    under = tokens[0] if tokens else draw_token(style, rng)
    return ("cocked_on_token", [die, under]) if lean_on_token(placer, die, under) else (None, [die])


def render_arrangement(renderer: Renderer, plate: Plate, arrangement: Arrangement) -> tuple[Layers, dict[int, Any]]:
    """Return the light of a tray, and the corners of its markers, mm."""
    scene = Assembly(renderer.atlas)
    markers = furnish(scene, plate.view)
    arrangement.put_into(scene)
    renderer.show(scene, plate.view.setting)
    lamp = plate.view.setting.lighting.lamps[0]
    mask = touched(plate.view.setting.camera, lamp, arrangement.bodies())
    return renderer.render_over(plate.layers, mask, SAMPLES), markers


def draw_blur(rng: Generator) -> float:
    """Sigma, px; one in five pictures is sharp."""
    return float(rng.uniform(0.3, 1.25) if rng.random() < 0.8 else rng.uniform(0, 0.3))


def take(plates: Plates, kind: str, rng: Generator, is_calm: bool) -> Picture:
    """One still of a tray of this kind."""
    renderer, plate = plates.renderer, plates.draw(rng)
    view, camera = plate.view, plate.view.setting.camera
    arrangement = arrange(renderer.style, kind, rng, view, is_calm)
    layers, markers = render_arrangement(renderer, plate, arrangement)
    labels = labels_of(list(arrangement.pieces), camera, renderer.seen(2))
    blur = draw_blur(rng)
    exposure = expose(layers.light, rng, view.light, layers.albedo)
    image = develop(layers.light, exposure, blur, view.light, rng)
    told = [label | {"contrast": contrast(image, label["top_poly"])} for label in labels if label]
    scene = scene_label(renderer.style_name, view, arrangement) | {
        "blur_px": round(blur, 2),
        "noise": round(exposure.noise, 5),
        "jpeg": exposure.quality,
        "marker_corners": {str(number): rounded(camera.project(c), 1) for number, c in markers.items()},
        "calm": is_calm,
    }
    return Picture(image, exposure.quality, {"scene": scene, "objects": told})


def scene_label(style_name: str, view: View, arrangement: Arrangement) -> dict[str, Any]:
    """Return the part of a label known before the exposure."""
    return view_label(view, style_name) | {
        "distractors": [*(thing.name for thing in arrangement.distractors), *view.clutter],
        "special": list(arrangement.special),
        "touching": arrangement.is_touching,
    }
