"""The symbols of style A, drawn by hand. Each inks one mark of `radius` about `centre`."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.training.trays.marks.canvas import Canvas, curve, star
from vision.training.trays.shapes.geometry import toward

Drawing = Callable[[Canvas, float, Sequence[float]], Canvas]


def _at(centre: Sequence[float], radius: float, points: ArrayLike) -> NDArray[np.float64]:
    """Points given for a mark of radius 1 about the origin."""
    return np.asarray(centre, float) + radius * np.asarray(points, float)


def eight_rays(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Return a solid star with a pierced centre."""
    canvas.polygon(star(8, radius, 0.52 * radius, 90, centre))
    return canvas.circle(centre, 0.22 * radius, erase=True)


def magnifier(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Return a thick ring, its handle to the lower right."""
    middle = _at(centre, radius, (-0.2, 0.2))
    canvas.line(_at(centre, radius, [(0.15, -0.15), (0.78, -0.78)]), 0.30 * radius)
    return canvas.circle(middle, 0.66 * radius).circle(middle, 0.40 * radius, erase=True)


def warning(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Return a triangle with an exclamation mark."""
    canvas.polygon(star(3, 1.05 * radius, 0.525 * radius, 90, _at(centre, radius, (0, -0.12))))
    canvas.taper(_at(centre, radius, [(0, 0.40), (0, -0.18)]), 0.24 * radius, 0.14 * radius, erase=True)
    return canvas.circle(_at(centre, radius, (0, -0.42)), 0.11 * radius, erase=True)


def mute(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Return a loudspeaker with a slash."""
    horn = ((-0.8, 0.28), (-0.42, 0.28), (0.1, 0.75), (0.1, -0.75), (-0.42, -0.28), (-0.8, -0.28))
    canvas.polygon(_at(centre, radius, horn))
    angle = np.deg2rad(np.linspace(-45, 45, 12))
    for reach in (0.45, 0.8):
        sound = np.stack([0.05 + reach * np.cos(angle), reach * np.sin(angle)], 1)
        canvas.line(_at(centre, radius, sound), 0.13 * radius)
    slash = _at(centre, radius, [(-0.75, 0.85), (0.85, -0.85)])
    return canvas.line(slash, 0.34 * radius, erase=True).line(slash, 0.15 * radius)


def cross_hair(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    canvas.ring(centre, 0.62 * radius, 0.2 * radius)
    for quarter in range(4):
        outward = toward(quarter * math.pi / 2)
        canvas.line(_at(centre, radius, [0.42 * outward, outward]), 0.17 * radius, capped=False)
    return canvas.circle(centre, 0.14 * radius)


def two_cross_hairs(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    x, y = centre
    aside = 0.50 * radius
    cross_hair(canvas, aside, (x - aside, y + aside * 0.55))
    return cross_hair(canvas, aside, (x + aside, y - aside * 0.55))


def worm(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    x = np.linspace(-0.8, 0.75, 24)
    body = _at(centre, radius, np.stack([x, 0.32 * np.sin(x * 4.2)], 1))
    canvas.taper(body, 0.16 * radius, 0.5 * radius).circle(_at(centre, radius, (0.78, 0)), 0.30 * radius)
    return canvas.circle(_at(centre, radius, (0.88, 0.08)), 0.09 * radius, erase=True)


def jaw(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Return a head with four fangs."""
    canvas.ellipse(_at(centre, radius, (0, 0.2)), (0.85 * radius, 0.72 * radius))
    below = [(-0.85, -0.05), (0.85, -0.05), (0.85, -1), (-0.85, -1)]
    canvas.polygon(_at(centre, radius, below), erase=True)
    for x in (-0.66, -0.22, 0.22, 0.66):
        canvas.polygon(_at(centre, radius, [(x - 0.2, -0.06), (x + 0.2, -0.06), (x, -0.85)]))
    for side in (-1, 1):
        eye = _at(centre, radius, (side * 0.36, 0.28))
        canvas.ellipse(eye, (0.2 * radius, 0.12 * radius), side * 0.5, erase=True)
    return canvas


def skull(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    canvas.ellipse(_at(centre, radius, (0, 0.22)), (0.72 * radius, 0.68 * radius))
    canvas.polygon(_at(centre, radius, [(-0.4, -0.2), (0.4, -0.2), (0.36, -0.85), (-0.36, -0.85)]))
    for side in (-1, 1):
        canvas.ellipse(_at(centre, radius, (side * 0.30, 0.12)), (0.2 * radius, 0.2 * radius), erase=True)
    canvas.polygon(_at(centre, radius, [(0, -0.1), (0.1, -0.32), (-0.1, -0.32)]), erase=True)
    for x in (-0.16, 0.16):
        canvas.line(_at(centre, radius, [(x, -0.52), (x, -0.9)]), 0.07 * radius, erase=True, capped=False)
    return canvas


def hood(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Return a hood with two eyes in its dark."""
    sides = [curve((-0.85, -0.85), (-0.75, 0.55), (0, 1.0)), curve((0, 1.0), (0.75, 0.55), (0.85, -0.85))]
    canvas.polygon(_at(centre, radius, np.vstack(sides)))
    canvas.ellipse(_at(centre, radius, (0, -0.05)), (0.36 * radius, 0.46 * radius), erase=True)
    for side in (-1, 1):
        canvas.circle(_at(centre, radius, (side * 0.14, 0.02)), 0.08 * radius)
    return canvas


def tablet(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Return a stone with four lines of writing."""
    top = [curve((-0.62, 0.4), (-0.6, 0.95), (0, 0.95)), curve((0, 0.95), (0.6, 0.95), (0.62, 0.4))]
    canvas.polygon(_at(centre, radius, np.vstack([[(-0.62, -0.9)], *top, [(0.62, -0.9)]])))
    for y, x in ((0.45, 0.3), (0.12, 0.4), (-0.21, 0.26), (-0.54, 0.4)):
        canvas.line(_at(centre, radius, [(-0.4, y), (x, y)]), 0.12 * radius, erase=True)
    return canvas


def starfish(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Return a head of five arms on a barrel."""
    for arm in range(5):
        outward = toward(math.radians(90 + 72 * arm))
        canvas.taper(_at(centre, radius, [0.2 * outward, 0.95 * outward]), 0.42 * radius, 0.14 * radius)
    return canvas.circle(centre, 0.36 * radius).circle(centre, 0.17 * radius, erase=True)


def tentacles(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Four curling tentacles from below."""
    for foot, bend, tip, top in (
        (-0.5, -1.1, -0.35, 0.55),
        (-0.18, -0.55, 0.05, 1.0),
        (0.18, 0.7, 0.45, 0.72),
        (0.5, 1.2, 0.95, 0.2),
    ):
        path = curve((foot, -0.9), (bend, 0), (tip, top))
        canvas.taper(_at(centre, radius, path), 0.36 * radius, 0.09 * radius)
    return canvas.ellipse(_at(centre, radius, (0, -0.85)), (0.72 * radius, 0.18 * radius))


def flame_eye(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Return a leaning star with an eye."""
    canvas.polygon(star(5, radius, 0.45 * radius, 98, centre))
    canvas.polygon(star(5, 0.74 * radius, 0.31 * radius, 98, centre), erase=True)
    eye = [curve((-0.02, 0.42), (0.38, 0), (0, -0.34)), curve((0, -0.34), (-0.38, 0), (-0.02, 0.42))]
    return canvas.polygon(_at(centre, radius, np.vstack(eye)))


def sunrise(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Half a sun with five rays over a horizon."""
    canvas.circle(_at(centre, radius, (0, -0.45)), 0.58 * radius)
    below = [(-1, -0.45), (1, -0.45), (1, -1.2), (-1, -1.2)]
    canvas.polygon(_at(centre, radius, below), erase=True)
    for ray in range(5):
        outward = toward(math.radians(18 + 36 * ray))
        ends = _at(centre, radius, [0.78 * outward + (0, -0.45), 1.3 * outward + (0, -0.45)])
        canvas.line(ends, 0.2 * radius, capped=False)
    return canvas.line(_at(centre, radius, [(-0.95, -0.66), (0.95, -0.66)]), 0.22 * radius)


def horned_moon(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Draw a horizontal crescent over a drop."""
    canvas.circle(_at(centre, radius, (0, 0.28)), 0.82 * radius)
    canvas.circle(_at(centre, radius, (0, 0.66)), 0.70 * radius, erase=True)
    canvas.circle(_at(centre, radius, (0, 0.62)), 0.24 * radius)
    return canvas.taper(_at(centre, radius, [(0, -0.86), (0, -1.2)]), 0.34 * radius, 0.06 * radius)


def snowflake(canvas: Canvas, radius: float, centre: Sequence[float]) -> Canvas:
    """Six thin arms, each with a fork."""
    for arm in range(6):
        angle = math.radians(30 + 60 * arm)
        outward = toward(angle)
        canvas.line(_at(centre, radius, [(0, 0), 1.15 * outward]), 0.16 * radius)
        for side in (-1, 1):
            twig = 0.55 * outward + 0.42 * toward(angle + side * math.radians(55))
            canvas.line(_at(centre, radius, [0.55 * outward, twig]), 0.15 * radius)
    return canvas


DRAWINGS: dict[str, Drawing] = {
    "success": eight_rays,
    "investigation": magnifier,
    "danger": warning,
    "silence": mute,
    "creeper": worm,
    "adult": jaw,
    "hit1": cross_hair,
    "hit2": two_cross_hairs,
    "skull": skull,
    "cultist": hood,
    "tablet": tablet,
    "elder_thing": starfish,
    "auto_fail": tentacles,
    "elder_sign": flame_eye,
    "bless": sunrise,
    "curse": horned_moon,
    "frost": snowflake,
}
