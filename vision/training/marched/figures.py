"""Put pieces into the picture: each is met by the rays of its own small window."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.marched.bodies.solids import meet
from vision.training.marched.lamps import Lamp, Light
from vision.training.marched.lens import Lens
from vision.training.marched.pieces import Body
from vision.training.marched.table_light import TableLight

Floats = NDArray[np.float32]
Ints = NDArray[np.intp]
FINE_BELOW = ((24.0, 3), (60.0, 2))
"""Radius, px, below which a piece is seen by so many rays a pixel in each direction."""
MARGIN = 2
"""Px around a piece's window."""
MIRROR = 0.05
"""Share of the light that plastic reflects straight on."""
SUBPIXEL = 4
"""Bits of a pixel's fraction for OpenCV."""
CELL_PX = 1.3
"""Px of a painted face for each ray across it."""
AROUND = 0.6
"""How much the table lights what looks down at it."""
SHARP_SHADOW = 0.12
"""Depth in a thing, in its radii, at which it lets no lamp through."""
CARVED = 0.35
"""Share of the light that the bottom of a pip loses."""


@dataclass(slots=True, eq=False)
class Scenery:
    """The picture in the making."""

    light: Floats
    """(H, W, 3) linear RGB."""
    depth: Floats
    """(H, W) mm from the lens."""
    owner: NDArray[np.int16]
    """(H, W), the number of the thing that is seen; -1: the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """Points of a body that are seen."""

    rays: Floats
    points: Floats
    normals: Floats
    """(n, 3): from the lens, mm on the table, outward."""
    albedo: Floats
    """(n, 3)."""
    hollow: Floats
    """(n,), how much of the light the carving takes."""
    pixels: tuple[Ints, Ints]
    """Row and column of the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """All that lights a body."""

    light: Light
    table: TableLight
    colour: NDArray[np.float64]
    """(3,), mean of the table's."""
    bodies: list[Body]


def put(scenery: Scenery, lens: Lens, number: int, around: Surroundings) -> None:
    """Draw the body with this number, in front of what is farther away."""
    body = around.bodies[number]
    window = _window(lens, body)
    if window is None:
        return
    left, upper, right, lower = window
    radius = max(right - left, lower - upper) / 2
    fine = next((rays for most, rays in FINE_BELOW if radius < most), 1)
    rows, columns = (lower - upper) * fine, (right - left) * fine
    tried = _inside(lens.project(body.surface()) - (left, upper), (rows, columns), fine)
    y, x = np.divmod(tried, columns)
    pixels = np.stack([left + (x + 0.5) / fine, upper + (y + 0.5) / fine], 1)
    rays = lens.rays(pixels).astype(np.float32)
    turn = body.turn.astype(np.float32)
    origin = ((lens.at - body.at) @ body.turn).astype(np.float32)
    met, far = meet(body.rounded, origin, rays @ turn)
    if not len(met):
        return
    places = (pixels[met, 1].astype(np.intp), pixels[met, 0].astype(np.intp))
    hits = _hits(body, lens, rays[met], far, places, fine)
    colours = np.zeros((rows * columns, 5), np.float32)
    colours[tried[met]] = np.c_[_shaded(hits, body, number, around), np.ones_like(far), far]
    blocks = colours.reshape(lower - upper, fine, right - left, fine, 5).mean((1, 3))
    _lay_over(scenery, blocks, window, number)


def _window(lens: Lens, body: Body) -> tuple[int, int, int, int] | None:
    """Return left, upper, right and lower border of the pixels that may see the body."""
    seen = lens.project(body.surface())
    left, upper = np.maximum(np.floor(seen.min(0)) - MARGIN, 0).astype(int)
    right, lower = np.minimum(np.ceil(seen.max(0)) + MARGIN, lens.middle * 2).astype(int)
    return (left, upper, right, lower) if left < right and upper < lower else None


def _inside(outline: NDArray[np.float64], shape: tuple[int, int], fine: int) -> Ints:
    """Return the indices of the rays of a window (rows, columns) within an outline (n, 2) px, and a little around."""
    mask = np.zeros(shape, np.uint8)
    hull = cv2.convexHull((outline * fine * 2**SUBPIXEL).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 1, cv2.LINE_8, SUBPIXEL)
    cv2.polylines(mask, [hull], True, 1, MARGIN * fine, cv2.LINE_8, SUBPIXEL)
    return np.flatnonzero(mask)


def _hits(body: Body, lens: Lens, rays: Floats, far: Floats, pixels: tuple[Ints, Ints], fine: int) -> Hits:
    turn = body.turn.astype(np.float32)
    points = lens.at.astype(np.float32) + far[:, None] * rays
    own = (points - body.at.astype(np.float32)) @ turn
    normals = body.rounded.outward(own)
    faces = body.rounded.faces_at(own)
    on_face = body.rounded.on_face(own, faces)
    across = 2 * body.reach * lens.focal / float(far.min()) * fine
    coat = body.coat.fitted(CELL_PX * across)
    hollow = np.zeros(len(own), np.float32)
    if coat.carving > 0:
        right, up = body.rounded.print_axes(faces)
        slopes = coat.slopes_at(faces, on_face)
        normals = normals + slopes[:, :1] * right + slopes[:, 1:] * up
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        hollow = np.minimum(np.abs(slopes).sum(1), 1) * np.float32(CARVED)
    return Hits(rays, points, normals @ turn.T, coat.colours_at(faces, on_face), hollow, pixels)


def _shaded(hits: Hits, body: Body, number: int, around: Surroundings) -> Floats:
    """Return the light (n, 3) that comes from the points."""
    coat, light = body.coat, around.light
    facing = np.maximum(-np.einsum("ij,ij->i", hits.rays, hits.normals), 0)
    mirror = MIRROR + (1 - MIRROR) * (1 - facing) ** 5
    mirrored = hits.rays + 2 * facing[:, None] * hits.normals
    others = _near(body, number, around.bodies)
    open_ = _open(hits, body, others)
    ambient, ground = light.ambient.astype(np.float32), _from_table(hits, around)
    upward = 0.5 + 0.5 * hits.normals[:, 2]
    diffuse = (upward * open_)[:, None] * ambient + ((1 - upward) * open_ * AROUND)[:, None] * ground
    up = np.clip(mirrored[:, 2] * 2 + 0.5, 0, 1)
    room = (up * (0.55 + 0.6 * np.maximum(mirrored[:, 2], 0)))[:, None] * ambient + ((1 - up) * 0.7)[:, None] * ground
    shine = (mirror * open_ * np.float32(coat.gloss))[:, None] * room
    for i, lamp in enumerate(light.lamps):
        reaching, glint = _of_lamp(hits, lamp, body, others)
        gate = around.table.gates[i][hits.pixels]
        colour = lamp.colour.astype(np.float32)
        diffuse += (reaching * gate)[:, None] * colour
        shine += (glint * gate * mirror / MIRROR)[:, None] * colour
    shaded: Floats = (hits.albedo * diffuse * (1 - hits.hollow)[:, None] + shine).astype(np.float32)
    return shaded


def _near(body: Body, number: int, bodies: list[Body]) -> list[Body]:
    reach = body.reach
    return [
        other
        for i, other in enumerate(bodies)
        if i != number and np.linalg.norm(other.at - body.at) < 6 * (reach + other.reach)
    ]


def _open(hits: Hits, body: Body, others: list[Body]) -> Floats:
    """Return how much of the room each point sees, past the table and past the others."""
    height = np.maximum(hits.points[:, 2], 0) / np.float32(max(1.0, float(np.ptp(body.surface()[:, 2]))))
    open_ = 1 - (0.5 - 0.5 * hits.normals[:, 2]) * np.float32(0.75) * np.exp(-height / np.float32(0.35))
    for other in others:
        away = other.at.astype(np.float32) - hits.points
        squared = np.einsum("ij,ij->i", away, away)
        toward = np.maximum(np.einsum("ij,ij->i", away, hits.normals), 0) / np.sqrt(squared)
        open_ *= 1 - np.minimum(toward * np.float32((0.8 * other.reach) ** 2) / squared, 0.8)
    return open_.astype(np.float32)


def _from_table(hits: Hits, around: Surroundings) -> Floats:
    """Return the light that the table throws back at each point, (n, 3)."""
    total = np.tile(around.light.ambient.astype(np.float32), (len(hits.points), 1))
    for lamp, gate in zip(around.light.lamps, around.table.gates, strict=True):
        level = lamp.at[2] / np.linalg.norm(lamp.at)
        total += (gate[hits.pixels] * np.float32(level))[:, None] * lamp.colour.astype(np.float32)
    return total * around.colour.astype(np.float32)


def _of_lamp(hits: Hits, lamp: Lamp, body: Body, others: list[Body]) -> tuple[Floats, Floats]:
    """Return the diffuse light of a lamp at each point and its mirror image, (n,) in shares of its colour."""
    away = lamp.at.astype(np.float32) - hits.points
    far = np.sqrt(np.einsum("ij,ij->i", away, away))
    away /= far[:, None]
    usual = float(np.linalg.norm(lamp.at))
    spread = min(0.5, lamp.size / usual)
    fall = (np.float32(usual) / far) ** 2 * _through(hits, away, body, others, spread)
    soft = np.float32(min(0.6, 0.5 * spread + 0.6 * body.coat.glow))
    facing = np.einsum("ij,ij->i", away, hits.normals)
    diffuse = np.maximum((facing + soft) / (1 + soft), 0) * fall
    half = away - hits.rays
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    sharpness = 1 / (1 / body.coat.sharpness + 0.5 * spread**2)
    glint = np.maximum(np.einsum("ij,ij->i", half, hits.normals), 0) ** np.float32(sharpness)
    strength = MIRROR * body.coat.gloss * (sharpness + 2) / 8
    return diffuse.astype(np.float32), (glint * (facing > 0) * fall * np.float32(strength)).astype(np.float32)


def _through(hits: Hits, away: Floats, body: Body, others: list[Body], spread: float) -> Floats:
    """Return the share of a lamp that other bodies let through to each point."""
    share = np.ones(len(away), np.float32)
    toward = away.mean(0)
    for other in others:
        between = other.at - body.at
        aside = between - toward * (between @ toward)
        if between @ toward < -body.reach or np.linalg.norm(aside) > 1.2 * (body.reach + other.reach):
            continue
        turn = other.turn.astype(np.float32)
        start = (hits.points - other.at.astype(np.float32)) @ turn
        enter, leave = other.rounded.crossing(start, away @ turn)
        depth = (leave - np.maximum(enter, 0)) / np.float32((SHARP_SHADOW + 2 * spread) * other.reach)
        share *= 1 - np.clip(depth, 0, 1) * np.float32(1 - 0.7 * other.coat.glow)
    return share


def _lay_over(scenery: Scenery, blocks: Floats, window: tuple[int, int, int, int], number: int) -> None:
    """Lay colours, already weighted by their share, over the picture where nothing nearer is."""
    left, upper, right, lower = window
    part = np.s_[upper:lower, left:right]
    share = blocks[..., 3]
    far = blocks[..., 4] / np.maximum(share, 1e-6)
    is_seen = (share > 0) & (far < scenery.depth[part])
    kept = np.where(is_seen, 1 - share, 1)[..., None]
    scenery.light[part] = scenery.light[part] * kept + blocks[..., :3] * is_seen[..., None]
    is_own = is_seen & (share > 0.5)
    scenery.depth[part][is_own] = far[is_own]
    scenery.owner[part][is_own] = number
