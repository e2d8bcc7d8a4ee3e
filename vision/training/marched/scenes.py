"""One scene from its lot to the labelled picture."""

import dataclasses
import math
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.marched import clutter, grounds
from vision.training.marched.contents import MIXES, Contents, Mix, fill
from vision.training.marched.figures import Scenery, Surroundings, put
from vision.training.marched.grounds import Sheet
from vision.training.marched.labels import Taken, labels_of
from vision.training.marched.lamps import Light, draw_light
from vision.training.marched.layout import Tray
from vision.training.marched.lens import Lens, hang_lens
from vision.training.marched.sensor import Developing, develop, draw_developing
from vision.training.marched.table_light import Map, light_table
from vision.training.trays.marks.colours import Colour
from vision.training.trays.scenes.stills import Picture

Floats = NDArray[np.float32]
LOT = 5519
"""Keeps these scenes apart from other lots of the same seed."""
SIZES = (
    *((907, 1209), (1209, 907), (1280, 720), (720, 1280), (640, 480), (480, 640), (640, 640)),
    *((960, 1280), (1024, 768), (900, 900)),
)
"""Width and height of pictures, px."""
SMALLEST, LARGEST = 14.0, 0.25
"""Radius of a die: the least, px, and the greatest, as a share of the picture's shorter side."""
TYPICAL_REACH = 11.0
"""Mm from the middle of a die to its farthest point."""
STYLES = (2001, 3000)
"""Random styles that nothing else is painted with."""
SHARPEST_BLUR, LONGEST_SHAKE = 0.07, 0.25
"""Greatest blur and shake, in radii of a die: pips are still told apart."""
COARSE_FROM, SOFTEST_EDGE = 50.0, 0.6
"""Radius of dice that are seen by one ray a pixel, and the blur that hides the steps of their outline, px."""
SHEET_PX = 1280
"""Longest side of a painted ground."""
WIDEST = 2.6
"""Width of the painted ground, in widths of the view."""


def style_of(seed: int, number: int, mix: Mix) -> str:
    """Return the style of a scene."""
    rng = np.random.default_rng([LOT, seed, number // mix.scenes_a_style])
    return f"R{rng.integers(*STYLES)}"


def take(seed: int, number: int, mix: Mix = MIXES["dice"]) -> Picture:
    """Return one picture with its labels; the same seed, number and mix give the same picture."""
    rng = np.random.default_rng([LOT, seed, number, 1])
    lens, radius = _draw_lens(rng)
    contents = fill(rng, lens, style_of(seed, number, mix), radius, mix)
    light = draw_light(rng, lens)
    scenery, ground = _draw(rng, lens, light, contents)
    how = _draw_developing(rng, radius)
    colour = light.ambient + sum((lamp.colour for lamp in light.lamps), np.zeros(3))
    image = develop(scenery.light, colour, how, rng)
    taken = Taken(image, scenery.owner, lens, contents.tray)
    scene = _scene_label(lens, light, contents, how) | {"ground": ground}
    return Picture(image, how.quality, {"scene": scene, "objects": labels_of(contents.bodies, taken)})


def _draw_lens(rng: Generator) -> tuple[Lens, float]:
    """Return a lens, and the radius of a die in its picture, px."""
    size = SIZES[rng.integers(len(SIZES))]
    most = LARGEST * min(size)
    radius = math.exp(rng.uniform(math.log(SMALLEST), math.log(most)))
    if rng.random() < 0.7:
        radius = float(np.clip(math.exp(rng.normal(math.log(0.042 * max(size)), 0.45)), SMALLEST, most))
    tilt = 50 * float(rng.beta(0.9, 1.7))
    return hang_lens(rng, size, radius / TYPICAL_REACH, tilt), radius


def _draw_developing(rng: Generator, radius: float) -> Developing:
    how = draw_developing(rng, bool(rng.random() < 0.14))
    least = SOFTEST_EDGE if radius > COARSE_FROM else 0.3
    blur, shake = min(how.blur, SHARPEST_BLUR * radius), min(how.shake, LONGEST_SHAKE * radius)
    return dataclasses.replace(how, blur=max(least, blur), shake=shake if shake > 1.2 else 0.0)


def _draw(rng: Generator, lens: Lens, light: Light, contents: Contents) -> tuple[Scenery, str]:
    """Return the light of the scene, and the kind of its ground."""
    table = lens.table_map()
    ground, kind = _ground(rng, lens, light, contents, table)
    lit = light_table(rng, lens, light, table, contents.bodies)
    total = [lit.open * np.float32(part) for part in light.ambient]
    for lamp, direct in zip(light.lamps, lit.direct, strict=True):
        for i, part in enumerate(lamp.colour):
            total[i] += direct * np.float32(part)
    colour = ground[::8, ::8].reshape(-1, 3).mean(0).astype(np.float64)
    shape = ground.shape[:2]
    scenery = Scenery(ground * cv2.merge(total), np.full(shape, np.inf, np.float32), np.full(shape, -1, np.int16))
    around = Surroundings(light, lit, colour, contents.bodies)
    far = [np.linalg.norm(body.at - lens.at) for body in contents.bodies]
    for number in np.argsort(far)[::-1]:
        put(scenery, lens, int(number), around)
    return scenery, kind


def _ground(rng: Generator, lens: Lens, light: Light, contents: Contents, table: tuple[Map, Map]) -> tuple[Floats, str]:
    """Return the colours (H, W, 3) of the table as the lens sees them, and their kind."""
    width, height = lens.width, lens.height
    edge = np.array([(x, y) for x in (0, width / 2, width) for y in (0, height / 2, height)], float)
    seen = lens.on_table(edge)
    reach = WIDEST / 2 * max(width, height) / lens.px_per_mm
    low, high = np.clip(seen.min(0) - 2, -reach, reach), np.clip(seen.max(0) + 2, -reach, reach)
    fine = min(1.1 * lens.px_per_mm, SHEET_PX / float((high - low).max()))
    lamp = light.lamps[0].at / np.linalg.norm(light.lamps[0].at)
    level = float(np.hypot(*lamp[:2])) + 1e-6
    sheet = Sheet(
        *(int(v) for v in (high - low)[::-1] * fine), fine, lamp[:2] * (1, -1) / level, level, _colour_of(contents)
    )
    kind = str(rng.choice(tuple(grounds.PAINTERS), p=grounds.SHARES))
    painted = np.ascontiguousarray(grounds.paint(kind, sheet, rng), np.float32)
    origin = np.array([low[0], high[1]])
    if contents.tray:
        _line(painted, sheet, contents.tray, origin, rng)
    _strew(painted, sheet, lens, contents, origin, rng)
    right = (table[0] - np.float32(origin[0])) * np.float32(fine) - np.float32(0.5)
    down = (np.float32(origin[1]) - table[1]) * np.float32(fine) - np.float32(0.5)
    seen_ = cv2.remap(painted, right, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(seen_, np.float32), kind


def _colour_of(contents: Contents) -> Colour:
    """Return the mean colour of the first piece."""
    cells = contents.bodies[0].coat.cells if contents.bodies else np.full((1, 3), 0.5)
    red, green, blue = cells.reshape(-1, 3).mean(0).tolist()
    return red, green, blue


def _line(painted: Floats, sheet: Sheet, tray: Tray, origin: NDArray[np.float64], rng: Generator) -> None:
    """Paint another ground onto the floor of the tray."""
    columns, rows = (int(v) + 1 for v in 2 * (tray.half + UNDER_RIM) * sheet.fine)
    floor = dataclasses.replace(sheet, rows=rows, columns=columns)
    kind = str(rng.choice(["felt", "plain", "leather", "wood", "dark", "cloth"]))
    lining = grounds.paint(kind, floor, rng)
    corners = tray.out(np.array([[-1, 1], [1, 1], [-1, -1]]) * (tray.half + UNDER_RIM))
    aims = ((corners - origin) * [1, -1] * sheet.fine).astype(np.float32)
    matrix = cv2.getAffineTransform(np.float32([[0, 0], [columns, 0], [0, rows]]), aims)
    size = (sheet.columns, sheet.rows)
    mask = cv2.warpAffine(np.ones((rows, columns), np.float32), matrix, size)[..., None]
    painted += mask * (cv2.warpAffine(np.ascontiguousarray(lining, np.float32), matrix, size) - painted)


UNDER_RIM = 1.0
"""Mm by which the floor of a tray reaches below its rim."""
FLAT = frozenset({"note", "card", "crumbs"})
"""Things that pieces may lie upon."""


def _strew(
    painted: Floats, sheet: Sheet, lens: Lens, contents: Contents, origin: NDArray[np.float64], rng: Generator
) -> None:
    """Paint things that are no pieces onto the ground."""
    count = int(rng.choice([0, 1, 2, 3, 5, 8], p=[0.45, 0.18, 0.14, 0.1, 0.08, 0.05]))
    kinds = rng.choice(tuple(clutter.MAKERS), int(rng.integers(1, 4)))
    bodies = [body for body in contents.bodies if max(np.ptp(body.surface(), axis=0)) < 60]
    for _ in range(count):
        kind = str(rng.choice(kinds))
        sticker = clutter.MAKERS[kind](rng, min(sheet.fine, 8.0))
        at = lens.on_table(rng.uniform(-0.05, 1.05, (1, 2)) * lens.middle * 2)[0]
        half = 0.45 * max(sticker.mask.shape) / sticker.fine
        is_free = kind in FLAT or all(np.linalg.norm(body.at[:2] - at) > half + body.reach for body in bodies)
        ring = at + half * np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])
        is_whole = not contents.tray or contents.tray.holds(ring) or contents.tray.excludes(ring)
        if is_free and is_whole:
            clutter.stick(painted, sheet, sticker, (at - origin) * [1, -1] * sheet.fine, rng.uniform(0, 2 * math.pi))


def _scene_label(lens: Lens, light: Light, contents: Contents, how: Developing) -> dict[str, Any]:
    up = (lens.axes @ [0, 0, 1.0]).round(4).tolist()
    return {
        "camera": {"f": round(lens.focal, 1), "up": up},
        "size": [lens.width, lens.height],
        "style": contents.style,
        "light": light.name,
        "tilt_deg": round(math.degrees(math.acos(min(1.0, -up[2]))), 1),
        "px_per_mm": round(lens.px_per_mm, 2),
        "bend": round(lens.bend, 3),
        "tray": contents.tray is not None,
        "blur_px": round(how.blur, 2),
        "shake_px": round(how.shake, 2),
        "noise": round(how.noise, 5),
        "jpeg": how.quality,
    }
