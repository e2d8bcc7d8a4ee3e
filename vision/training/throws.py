"""Render the recorded throws of the demo camera: one tray, one light, our own art (style A).

python -m vision.training.throws --renderer DIR --out vision/throws [--only mom_d8,card]

DIR contains the tray renderer (`render.py`, `sequences.py`). This file needs its environment (Mitsuba, pybullet), not
the project's, and uses the project's drawings of tokens that DIR lacks. Every throw becomes
OUT/<kind>/<name>/frame_000.jpg ... (640x360, 10 fps) and label.json, in the format of the renderer's sequences. A
second arrangement of one recording (a reroll) is stored under "second". All throws share one empty tray, so that a live
camera may pass from one to the next without a scene change.
"""

import argparse
import json
import math
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.training.trays.paint.atlas import later_tokens
from vision.training.trays.paint.faces import CELL
from vision.training.trays.styles.style_a import style_a

WIDTH, HEIGHT, FPS = 640, 360, 10
QUALITY, MOVING_QUALITY, BRIEF_MOVING_QUALITY = 78, 58, 25
"""JPEG; what moves is only looked at for motion."""
FELT_BLUR = 8.0
"""Texels, four to a millimetre."""
PLATE_SEED = 3
GAP_MM = 4.0
"""Thrown dice that end nearer to each other are thrown again: a demo shows what is read well."""
CLEAR_MM = 25.0
"""Least distance of a rerolled die from the middle of a resting one."""
REST_FRAMES = 4
BRIEF_FROM = 6
"""Number of the first frame of a brief recording: by frame_010 everything is at rest."""

# kind -> (name, number of dice), the faces to show, or the values laid down by a hand
PLAN = {
    "mom_d8": [("1_0", ["success"]), ("1_1", ["blank"])]
    + [(f"{n}_{k}", n) for n, times in ((2, 3), (3, 2), (4, 2), (5, 2), (6, 1)) for k in range(times)],
    "nemesis_noise": [(name, [name.partition("_")[0]]) for name in ("1_1", "2", "3", "4", "silence_1", "danger_2")],
    "nemesis_combat": [(face, [face]) for face in ("miss", "creeper", "adult", "hit1", "hit2")] + [("2_0", 2)],
    "d6": [("2_0", 2), ("3_0", 3), ("4_0", 4)],
    "token": [
        (name, [value])
        for name, value in (
            ("p1", "+1"), ("0", "0"), ("m1", "-1"), ("m2", "-2"), ("m3", "-3"), ("m4", "-4"), ("skull", "skull"),
            ("cultist", "cultist"), ("tablet", "tablet"), ("auto_fail", "auto_fail"), ("elder_sign", "elder_sign"),
        )
    ],
    "card": [(v.lower(), [v]) for v in ("7C", "8S", "QC", "4D", "KS", "AC")]
    + [(f"{a}_{b}".lower(), [a, b]) for a, b in (("JD", "6S"), ("8C", "KH"), ("3H", "9D"))],
    "reroll": [("2_0", 2), ("3_0", 3)],
}  # fmt: skip

# what a hand lays down, recorded briefly: the hand comes once, and takes it away as it came, played backwards
BRIEF = {
    "token": [(name, [name]) for name in ("bless", "curse", "frost", "elder_thing")],
    "handful": [
        ("bag_1", ["+1", "0", "0", "-1", "-1", "-1"]),
        ("bag_2", ["-2", "-2", "-3", "-4", "skull"]),
        ("bag_3", ["skull", "cultist", "tablet", "auto_fail", "elder_sign"]),
        ("bag_3_one_too_many", ["skull", "cultist", "tablet", "auto_fail", "elder_sign", "-3"]),
    ],
}
TURNS = {"bag_1": [[1, 1], [2, 1]], "bag_2": [[1, 2], [2, 2]], "bag_3": [[1, 3]], "bag_3_one_too_many": [[2, 3]]}
"""Round and place in it, of recordings that are played one after another: the second bag is found to hold too much."""


def with_later_tokens(build):
    """The renderer's atlas, and below it the tokens that only the project draws."""

    def built(style, seed=0):
        atlas = build(style, seed)
        row = np.zeros((CELL, atlas["W"], 3), np.float32)
        cells = dict(atlas["cells"])
        for i, (key, image) in enumerate(later_tokens(style_a(), np.random.default_rng(seed))):
            row[:, i * CELL : (i + 1) * CELL] = np.clip(image, 0.004, 0.95)
            cells[key] = (i * CELL, atlas["H"], CELL, CELL)
        return {**atlas, "rgb": np.vstack([atlas["rgb"], row]), "cells": cells, "H": atlas["H"] + CELL}

    return built


def smooth(texture):
    """Felt or table without its finest grain: half the bytes of a frame were grain."""

    def smoothed(*given):
        return cv2.GaussianBlur(texture(*given), (0, 0), FELT_BLUR)

    return smoothed


def make_plate(r, renderer):
    """The empty tray: camera nearly overhead, even light, markers in its corners."""
    rng = np.random.default_rng(PLATE_SEED)
    camera = r.make_cam(rng, WIDTH, HEIGHT, 1.5, 4.0, 700.0)
    plate = {
        "cam": camera, "light": "soft_overhead", "felt": "green", "tilt": 4.0, "ppm": 1.5, "framecut": False,
        "rim_h": 16.0, "mark": True, "inside": True, "clutter": [], "cseed": 1,
        "lights": r.make_lights("soft_overhead", rng, camera),
    }  # fmt: skip
    builder = r.Builder(renderer.at)
    r.plate_emit(builder, plate)
    renderer.build(builder, plate["felt"], plate["rim_h"], plate["lights"], camera)
    plate["lin"], plate["al"], plate["nn"] = renderer.render(np.ones((HEIGHT, WIDTH), bool), 12)
    _, post = r.camera_post(plate["lin"], rng, plate["light"], 0.3, None, plate["al"])
    plate["post"] = {**post, "noise": 0.00002, "sharp": 0.25, "vig": 0.1}
    return plate


def apart(r, things):
    """Return whether the objects are level, off the markers and well away from each other and the rim."""
    placer = r.Placer(np.random.default_rng(0))
    for thing in things:
        if thing.top()[1] > 3 or not placer.fits(thing, GAP_MM, 8.0):
            return False
        placer.commit(thing)
    return True


def path_of(sequences, things, rng, rim, still=()):
    """Return poses of `things` at 1/60 s until they rest, or None for a bad throw (`still` are obstacles)."""
    poses = sequences.simulate(things, rng, rim)
    rest = sequences.still_from(poses)
    if rest > 84:
        return None
    for step in poses:
        if any(np.linalg.norm(t[:2] - other.t[:2]) < CLEAR_MM for _, t in step for other in still):
            return None
    for thing, (turn, place) in zip(things, poses[-1], strict=True):
        thing.R, thing.t = turn, place.copy()
    return poses[: rest + 1]


def throw_dice(r, sequences, kind, what, rng, rim):
    """Return dice of one colour and the path of a throw that ends separated with the wanted faces."""
    colour = int(rng.integers(3))
    while True:
        dice = [r.Die(kind, "A", rng, colour) for _ in range(what if isinstance(what, int) else len(what))]
        poses = path_of(sequences, dice, rng, rim)
        faces = sorted(die.values[die.top()[0]] for die in dice)
        if poses and apart(r, dice) and (isinstance(what, int) or faces == sorted(what)):
            return dice, poses


def throw_again(r, sequences, die, others, rng, rim):
    """Return the same die thrown once more between the resting others."""
    while True:
        poses = path_of(sequences, [die], rng, rim, others)
        if poses and apart(r, [die, *others]):
            return poses


def lay_down(r, kind, values, rng):
    """Tokens or cards at rest near the middle, apart from each other."""
    make = r.card if kind == "card" else lambda value: r.token(value, "A")
    while True:
        things = [make(value) for value in values]
        placer = r.Placer(rng)
        for thing in things:
            thing.rest(rng)
        if all(placer.place(thing, region=0.55) for thing in things) and apart(r, things):
            return things


@dataclass(frozen=True)
class FrameFiles:
    """How the frames of a throw are numbered and compressed."""

    first: int = 0
    moving_quality: int = MOVING_QUALITY


class Recording:
    """The frames and labels of one throw while it is being rendered."""

    def __init__(self, r, renderer, plate, folder, rng, files):
        self.r, self.renderer, self.plate, self.folder, self.rng, self.files = r, renderer, plate, folder, rng, files
        self.per_frame, self.spans = [], []
        self.angle = [-math.pi / 2, 0.0, math.pi][int(rng.integers(3))] + rng.uniform(-0.3, 0.3)
        folder.mkdir(parents=True, exist_ok=True)

    def shoot(self, state, things, hand=None, blur_poses=()):
        """Render one frame. `blur_poses` are the poses of the moving objects during the exposure."""
        exposures = list(blur_poses) or [None]
        total = sum(self.light(things, pose, hand, len(exposures)) for pose in exposures) / len(exposures)
        image, _ = self.r.camera_post(total, self.rng, self.plate["light"], 0.3, self.plate["post"])
        name = self.folder / f"frame_{self.files.first + len(self.per_frame):03d}.jpg"
        quality = self.files.moving_quality if state in {"hand", "moving"} else QUALITY
        cv2.imwrite(str(name), image, [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
        self.per_frame.append({"state": state, "dice": len(things), "hand": hand is not None})

    def light(self, things, pose, hand, exposures):
        """Linear light of one exposure (H, W, 3)."""
        builder = self.r.Builder(self.renderer.at)
        self.r.plate_emit(builder, self.plate)
        builder.capsules = []
        for index, (thing, at) in enumerate(zip(things, pose or [None] * len(things), strict=True)):
            if at is not None:
                thing.R, thing.t = at[0], at[1].copy()
            thing.emit(builder, index)
        if hand is not None:
            parts = self.r.hand_parts(hand[0], self.angle, hand[1], np.random.default_rng(5), 0.6)
            self.r.capsule_obj(builder, parts, -4)
        bodies = [thing.world() for thing in things] + builder.capsules
        plate = self.plate
        self.renderer.build(builder, plate["felt"], plate["rim_h"], plate["lights"], plate["cam"])
        if not bodies:
            return plate["lin"]
        return self.renderer.render(
            self.renderer.mask_for(bodies, plate["lights"], 5), 8 if exposures == 1 else 5, plate
        )

    def roll(self, moving, lying, poses):
        """The frames of a roll; poses are 1/60 s apart, three of them blur into a frame."""
        for step in range(0, len(poses) + 5, 6):  # the last frame shows the last pose
            steps = [poses[max(0, min(len(poses) - 1, step - back))] for back in (2, 1, 0)]
            still = [(thing.R, thing.t) for thing in lying]
            self.shoot("moving", [*moving, *lying], None, [[*pose, *still] for pose in steps])

    def rest(self, things, frames=REST_FRAMES):
        """Render the labelled frames at rest."""
        first = len(self.per_frame)
        for _ in range(frames):
            self.shoot("rest", things)
        ids, step = self.renderer.idmap(1)
        rim = self.plate["rim_h"]
        seen = [self.r.label(thing, self.plate["cam"], i, ids, step, rim) for i, thing in enumerate(things)]
        self.spans.append(
            {"settled_frame": first, "last_settled_frame_before_hand": len(self.per_frame) - 1, "reading": seen}
        )

    def hand(self, things, target, before, after):
        """A hand comes to the target, changes `before` into `after`, and leaves."""
        away = np.array([math.cos(self.angle), math.sin(self.angle)])
        for reach, height, there in ((110, 40.0, before), (20, 26.0, before), (15, 26.0, after), (125, 45.0, after)):
            self.shoot("hand", [thing for thing in things if thing in there], (target + away * reach, height))

    def close(self, kind, mode):
        """Write label.json."""
        corners = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * [self.r.TW / 2, self.r.TH / 2, 1]
        label = {
            "fps": FPS, "frames": len(self.per_frame), "kind": kind, "mode": mode, "style": "A", **self.spans[0],
            "second": self.spans[1] if len(self.spans) > 1 else None, "per_frame": self.per_frame,
            "tray_corners": np.round(self.r.project(self.plate["cam"], corners), 1).tolist(), "markers": True,
        }  # fmt: skip
        if self.folder.name in TURNS:
            label["turns"] = TURNS[self.folder.name]
        (self.folder / "label.json").write_text(json.dumps(label) + "\n")


def middle(things):
    """Mean place of the things on the felt, mm."""
    return np.mean([thing.t[:2] for thing in things], 0)


def record_roll(take, sequences, kind, what, again):
    """Record a roll: dice roll in and rest, one may be rolled again, a hand takes them."""
    rim = take.plate["rim_h"]
    die_kind = "mom_d8" if kind == "reroll" else kind
    dice, poses = throw_dice(take.r, sequences, die_kind, what, take.rng, rim)
    take.shoot("empty", [])
    take.roll(dice, [], poses)
    take.rest(dice)
    if again:
        first, *others = dice
        take.hand(dice, middle([first]), dice, others)
        for _ in range(REST_FRAMES):
            take.shoot("rest", others)
        take.roll([first], others, throw_again(take.r, sequences, first, others, take.rng, rim))
        take.rest(dice)
    take.hand(dice, middle(dice), dice, [])


def record_laying(take, kind, values):
    """A hand lays tokens or cards down and takes them away again."""
    things = lay_down(take.r, kind, values, take.rng)
    take.shoot("empty", [])
    take.hand(things, middle(things), [], things)
    take.rest(things)
    take.hand(things, middle(things), things, [])


def record_briefly(take, values):
    """Record a hand that lays tokens down. Taking them away is the same backwards, and not recorded."""
    things = lay_down(take.r, "token", values, take.rng)
    take.hand(things, middle(things), [], things)
    take.rest(things, 1)


class Recorder:
    """Render the throws that are not there yet."""

    def __init__(self, r, sequences, renderer, plate, out):
        self.r, self.sequences, self.renderer, self.plate, self.out = r, sequences, renderer, plate, out

    def take(self, kind, name, files):
        """A recording to be filled, or None where it is there already."""
        folder, rng = self.out / kind / name, np.random.default_rng(zlib.crc32(f"{kind}/{name}".encode()))
        if (folder / "label.json").exists():
            return None
        print(folder, flush=True)
        return Recording(self.r, self.renderer, self.plate, folder, rng, files)

    def whole(self, kind, name, what):
        """Record from empty tray to empty tray."""
        take = self.take(kind, name, FrameFiles())
        if take is None:
            return
        if kind in {"token", "card"}:
            record_laying(take, kind, what)
        else:
            record_roll(take, self.sequences, kind, what, kind == "reroll")
        take.shoot("empty", [])
        take.close(kind, "reroll" if kind == "reroll" else "remove")

    def brief(self, kind, name, values):
        """Record from the approaching hand to rest."""
        take = self.take(kind, name, FrameFiles(BRIEF_FROM, BRIEF_MOVING_QUALITY))
        if take is not None:
            record_briefly(take, values)
            take.close(kind, "lay")


def main():
    """Render every throw of the plan that is not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renderer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    sys.path.insert(0, str(given.renderer))
    import render as r  # the renderer is not part of this package
    import sequences

    r.felt_tex, r.table_tex = smooth(r.felt_tex), smooth(r.table_tex)
    r.art.build_atlas = with_later_tokens(r.art.build_atlas)
    renderer = r.Renderer("A", 0)
    record = Recorder(r, sequences, renderer, make_plate(r, renderer), given.out)
    kinds = given.only.split(",") if given.only else {**PLAN, **BRIEF}
    for kind in kinds:
        for name, what in PLAN.get(kind, ()):
            record.whole(kind, name, what)
        for name, values in BRIEF.get(kind, ()):
            record.brief(kind, name, values)


if __name__ == "__main__":
    main()
