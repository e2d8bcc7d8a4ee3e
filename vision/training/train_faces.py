"""Train the face net:  python -m vision.training.train_faces FACES --seconds 2400 --out faces.pt

FACES is the folder that `vision.training.face_examples` wrote.
"""

import argparse
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.kind_and_face.face_embedding import PRINTED, print_of
from vision.shape_of_kind import SHAPES
from vision.training.example_files import files
from vision.training.face_examples import KEPT, REACH_KEPT
from vision.training.nets import Faces
from vision.training.pictures import TAUGHT
from vision.training.training_loop import Pace, TrainingRun, arguments, descend, recolour, two_tones

SIDE = 48
REACH = {"disc": 1.05}
REACH_OTHERS = 0.85
"""Half side of what the net sees, in radii of the top face."""
SETS, OF_A_SET, OF_A_FACE = 5, 8, 3
"""So many sets of faces in a batch, at most so many faces of each, so many pictures of each face."""
PIPS_SHARE = 1 / 3
"""Share of pips in the sets of a batch; they are the same in every style."""
PHOTOGRAPHED = 0.5
"""Share of photographed faces, if available: renders of dice are many, photographs few."""
TWO_TONED = 0.25
"""Share of faces that are shown in two colours of any hue."""
FASTEST = 3e-3
WARMTH = 0.1

Key = tuple[str, str, str]
"""Style, kind, value. Style "" for pips and blanks, which are the same in every style."""


def key(style: str, kind: str, value: str) -> Key:
    """Return the identity of a face for training."""
    blank = value == "blank" or (value == "miss" and style == "A")
    if kind == "d6":
        return "", "d6", value
    return ("", "", "blank") if blank else (style, kind, value)


def shows(what: Key) -> str:
    """Return its print, one of `PRINTED`."""
    return "blank" if what[2] == "blank" else print_of(what[1], what[2])


@dataclass(slots=True)
class Gathered:
    """All faces, by what they show."""

    faces: dict[Key, list[tuple[int, NDArray[np.uint8]]]] = field(default_factory=lambda: defaultdict(list))
    """(shape, cut-out)."""
    photographed: dict[Key, list[tuple[int, NDArray[np.uint8]]]] = field(default_factory=lambda: defaultdict(list))
    """Those of them that a camera took."""
    sets: list[list[Key]] = field(default_factory=list)
    pips: list[Key] = field(default_factory=list)

    @classmethod
    def of(cls, folder: Path) -> "Gathered":
        """Return the faces of all files in the folder."""
        gathered = cls()
        for path in files(folder):
            gathered._take(np.load(path))
        gathered._sort()
        print(len(gathered.faces), "faces,", sum(map(len, gathered.faces.values())), "pictures", flush=True)
        return gathered

    def _take(self, lot: dict[str, NDArray]) -> None:
        columns = (lot["shape"], lot["image"], lot["style"], lot["kind"], lot["value"])
        for shape, image, style, kind, value in zip(*columns, strict=True):
            what = key(str(style), str(kind), str(value))
            self.faces[what].append((int(shape), image))
            if style in TAUGHT:
                self.photographed[what].append((int(shape), image))

    def _sort(self) -> None:
        of: dict[tuple[str, str], list[Key]] = defaultdict(list)
        for what in sorted(self.faces):
            if what[0]:
                of[what[:2]].append(what)
        blank: Key = ("", "", "blank")
        for (_, kind), members in of.items():
            if kind in ("mom_d8", "nemesis_combat") and blank in self.faces:
                members.append(blank)
        self.sets = [members for members in of.values() if len(members) > 1]
        self.pips = [what for what in sorted(self.faces) if what[1] == "d6"]


def vary(kept: NDArray[np.uint8], shape: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the face in other conditions: rotated, shifted, larger, slanted, in other light."""
    reach = REACH.get(SHAPES[shape], REACH_OTHERS)
    scale = SIDE / KEPT * REACH_KEPT / reach * np.exp(rng.normal(0, 0.07))
    angle = rng.uniform(0, 2 * np.pi)
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    slant = np.eye(2) + rng.normal(0, 0.05, (2, 2))
    matrix = slant @ turn
    middle = np.full(2, KEPT / 2) + rng.normal(0, 0.06, 2) * KEPT / REACH_KEPT / 2
    shift = SIDE / 2 - matrix @ middle
    image = cv2.warpAffine(kept, np.hstack([matrix, shift[:, None]]), (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.3:  # small in the picture, or out of focus
        coarse = cv2.resize(image, None, fx=(share := rng.uniform(0.35, 0.8)), fy=share, interpolation=cv2.INTER_AREA)
        image = cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    if rng.random() < TWO_TONED:
        image = two_tones(image, rng)
    if rng.random() < 0.3:  # ink and body may swap their lightness in another colour of the same set
        image = 255 - image
    return recolour(image, rng, bold=0.5)


def batch(gathered: Gathered, rng: np.random.Generator) -> tuple[Tensor, list[Key]]:
    """Several small sets of faces, and several pictures of each face."""
    images, keys = [], []
    for _ in range(SETS):
        of = gathered.pips if rng.random() < PIPS_SHARE else gathered.sets[rng.integers(len(gathered.sets))]
        for k in rng.permutation(len(of))[:OF_A_SET]:
            shown = gathered.faces[of[k]]
            if of[k] in gathered.photographed and rng.random() < PHOTOGRAPHED:
                shown = gathered.photographed[of[k]]
            for j in rng.integers(len(shown), size=OF_A_FACE):
                shape, kept = shown[j]
                images.append(vary(kept, shape, rng).transpose(2, 0, 1))
                keys.append(of[k])
    return torch.from_numpy(np.stack(images)).float().div_(255), keys


def loss(points: Tensor, print_: Tensor, keys: list[Key]) -> tuple[Tensor, dict[str, float]]:
    """Pull pictures of one face together, push others away; the same print on other sets is neither."""
    names = {k: i for i, k in enumerate(dict.fromkeys(keys))}
    ids = torch.tensor([names[k] for k in keys])
    shown = torch.tensor([PRINTED.index(shows(k)) for k in keys])
    same = ids[:, None] == ids[None]
    universal = shown < PRINTED.index("other")
    ignored = (shown[:, None] == shown[None]) & ~same & universal[:, None] & universal[None]
    logits = points @ points.T / WARMTH
    me = torch.eye(len(keys), dtype=torch.bool)
    logits = logits.masked_fill(me | ignored, -1e4)
    share = logits.log_softmax(1)
    pull = same & ~me
    a = -(share * pull).sum(1) / pull.sum(1).clamp(min=1)
    b = nn.functional.cross_entropy(print_, shown)
    best = logits.argmax(1)
    return a.mean() + 0.7 * b, {
        "point": a.mean().item(),
        "print": b.item(),
        "nearest": same[torch.arange(len(keys)), best].float().mean().item(),
        "read": (print_.argmax(1) == shown).float().mean().item(),
    }


def train(gathered: Gathered, seconds: float, out: Path, start: Path | None) -> None:
    """Train for that many seconds of wall clock and save the weights, an average over the last steps."""
    rng = np.random.default_rng(2)

    def step(net: nn.Module) -> tuple[Tensor, dict[str, float]]:
        images, keys = batch(gathered, rng)
        with torch.autocast("cpu", torch.bfloat16):  # half the time on processors that know it
            points, print_ = net(images.to(memory_format=torch.channels_last))
        return loss(points.float(), print_.float(), keys)

    descend(Faces(), step, TrainingRun(seconds, out, start), Pace(FASTEST))


def main() -> None:
    """Read the arguments and train."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("faces", type=Path)
    told = arguments(options, "faces.pt", 2400)
    train(Gathered.of(told.faces), told.seconds, told.out, told.start)


if __name__ == "__main__":
    main()
