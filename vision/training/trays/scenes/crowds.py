"""Crowded trays: a dozen pieces and more, several of them cocked. Each is rendered once and developed twice."""

from collections.abc import Callable

from numpy.random import Generator

from vision.training.trays.pieces.cocked import lean_on_die, lean_on_rim, lean_on_token
from vision.training.trays.pieces.dice import Die
from vision.training.trays.pieces.distractors import lay_about
from vision.training.trays.pieces.flats import Flat
from vision.training.trays.pieces.placer import Placer
from vision.training.trays.rendering.exposure import develop, expose
from vision.training.trays.scenes.arrangement import Arrangement, draw_card, draw_token, lay_at_rim, lay_flat
from vision.training.trays.scenes.labels import labels_of
from vision.training.trays.scenes.plates import Plates, View
from vision.training.trays.scenes.stills import Picture, draw_blur, render_arrangement, scene_label
from vision.training.trays.shapes.geometry import is_overlapping
from vision.training.trays.shapes.tray import DICE
from vision.training.trays.styles.style import Style

SHARES = (0.26, 0.22, 0.22, 0.14, 0.16)
"""Shares of the kinds of dice."""
DEVELOPED = 2
"""Pictures of each tray."""
GAP = 0.5
"""Mm from a piece at the rim to the others."""

DrawDie = Callable[[], Die]


def arrange(style: Style, rng: Generator, view: View) -> Arrangement:
    """Fill a crowded tray: cocked dice first, then pieces at the rim, then as many others as fit."""
    placer = Placer(rng, view.blocks_corners)
    is_touching = rng.random() < 0.35
    region = float(rng.choice([1.0, 1.0, 1.0, 0.8, 0.6]))
    draw_die = _dice_of(style, rng)
    special = _lean_some(placer, draw_die, style)
    special += _lay_some_at_rim(placer, draw_die, style, view.setting.rim_height)
    for piece in _others(draw_die, style, rng):
        lay_flat(piece, rng)
        placer.place(piece, is_touching, 1.0 if piece.kind == "card" else region)
    names: list[str] = []
    if rng.random() < 0.55:
        names = list(rng.choice(["coin", "pen", "hand"], size=int(rng.integers(1, 4)), replace=False))
    pieces = tuple(placer.pieces)
    return Arrangement(pieces, tuple(lay_about(names, placer, rng)), tuple(special), is_touching)


def _dice_of(style: Style, rng: Generator) -> DrawDie:
    """Draws dice of any kind; every second tray has one colour for each kind."""
    is_one_colour = rng.random() < 0.5
    colourways: dict[str, int] = {}

    def draw() -> Die:
        kind = DICE[rng.choice(5, p=SHARES)]
        if is_one_colour:
            colourway = int(rng.integers(3))
            colourways.setdefault(kind, colourway)
        return Die(kind, style, rng, colourways.get(kind))

    return draw


def _lean_some(placer: Placer, draw_die: DrawDie, style: Style) -> list[str]:
    """One to four dice lean on the rim, on another die, on a token; those without room are left out."""
    rng, special = placer.rng, []
    for _ in range(int(rng.choice([1, 2, 3, 4]))):
        lot, die = rng.random(), draw_die()
        if lot < 0.36:
            name, has_room = "cocked_wall", lean_on_rim(placer, die)
        elif lot < 0.78:
            name, has_room = "cocked_on_die", lean_on_die(placer, die, draw_die())
        else:
            name, has_room = "cocked_on_token", lean_on_token(placer, die, draw_token(style, rng))
        special += [name] if has_room else []
    return special


def _lay_some_at_rim(placer: Placer, draw_die: DrawDie, style: Style, rim_height: float) -> list[str]:
    rng, special = placer.rng, []
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        piece = draw_die() if rng.random() < 0.7 else draw_token(style, rng)
        name = lay_at_rim(piece, rng, rim_height)
        if not any(is_overlapping(piece.footprint(), other, GAP) for other in placer.footprints):
            placer.commit(piece)
            special.append(name)
    return special


def _others(draw_die: DrawDie, style: Style, rng: Generator) -> list[Die | Flat]:
    """Return four to twelve dice and up to three tokens, sometimes with a card, which is placed first."""
    pieces: list[Die | Flat] = [draw_die() for _ in range(int(rng.integers(4, 13)))]
    pieces += [draw_token(style, rng) for _ in range(int(rng.integers(0, 4)))]
    rng.shuffle(pieces)
    return [draw_card(rng), *pieces] if rng.random() < 0.12 else pieces


Arrange = Callable[[Style, Generator, View], Arrangement]


def take(plates: Plates, rng: Generator, arrange: Arrange = arrange) -> list[Picture]:
    """One tray, developed twice."""
    renderer, plate = plates.renderer, plates.draw(rng)
    view = plate.view
    arrangement = arrange(renderer.style, rng, view)
    layers, _ = render_arrangement(renderer, plate, arrangement)
    labels = labels_of(list(arrangement.pieces), view.setting.camera, renderer.seen(2))
    pictures = []
    for _ in range(DEVELOPED):
        blur = draw_blur(rng)
        exposure = expose(layers.light, rng, view.light, layers.albedo)
        image = develop(layers.light, exposure, blur, view.light, rng)
        developed = {"blur_px": round(blur, 2), "noise": round(exposure.noise, 5), "jpeg": exposure.quality}
        scene = scene_label(renderer.style_name, view, arrangement) | developed | {"calm": False}
        pictures.append(Picture(image, exposure.quality, {"scene": scene, "objects": [la for la in labels if la]}))
    return pictures
