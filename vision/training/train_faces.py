"""Trains the face net:  python -m vision.training.train_faces RENDERS... --photos PHOTOS --seconds 600 --out faces.pt"""

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.shapes import SHAPES
from vision.training.augment import recolour
from vision.training.face_net import Faces
from vision.training.pictures import READABLE, UNSAID, Mark, held_out, photographs, renders

SIDE = 48
KEPT = 96
"""Side, px, of the kept cut-outs; they show `REACH_KEPT` radii each way, so that turning and shifting never leaves them."""
REACH_KEPT = 1.9
REACH = {"disc": 1.05}
REACH_OTHERS = 0.85
"""Half side of what the net sees, in radii of the top face."""

Key = tuple[str, str, str]
"""Style, kind, value; style "" where every style shows the same: pips, blank faces."""


def key(style: str, mark: Mark) -> Key:
    """What a face is to be told apart as."""
    blank = mark.value == "blank" or (mark.value == "miss" and style == "A")
    if mark.kind == "d6":
        return "", "d6", mark.value
    return ("", "", "blank") if blank else (style, mark.kind, mark.value)


def cut(image: NDArray[np.uint8], mark: Mark) -> NDArray[np.uint8]:
    """The surroundings of a face, `KEPT` px square."""
    scale = KEPT / (2 * REACH_KEPT * mark.radius)
    shift = np.array([KEPT / 2 - scale * mark.x, KEPT / 2 - scale * mark.y])
    turn = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    return cv2.warpAffine(image, turn, (KEPT, KEPT), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)


def vary(kept: NDArray[np.uint8], shape: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The face as it may lie elsewhere: turned, a little off, larger, slanted, in other light."""
    reach = REACH.get(SHAPES[shape], REACH_OTHERS)
    scale = SIDE / KEPT * REACH_KEPT / reach * np.exp(rng.normal(0, 0.07))
    angle = rng.uniform(0, 2 * np.pi)
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    slant = np.eye(2) + rng.normal(0, 0.05, (2, 2))
    matrix = slant @ turn
    middle = np.full(2, KEPT / 2) + rng.normal(0, 0.05, 2) * KEPT / REACH_KEPT / 2
    shift = SIDE / 2 - matrix @ middle
    image = cv2.warpAffine(kept, np.hstack([matrix, shift[:, None]]), (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.3:  # small in the picture, or out of focus
        coarse = cv2.resize(image, None, fx=(share := rng.uniform(0.35, 0.8)), fy=share, interpolation=cv2.INTER_AREA)
        image = cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:  # ink and body may swap their lightness in another colour of the same set
        image = 255 - image
    return recolour(image, rng, bold=0.5)


def gather(folders: Iterable[Path], photos: Path) -> dict[Key, list[tuple[int, NDArray[np.uint8]]]]:
    """All faces that can be read, by what they show: (shape, cut-out)."""
    faces: dict[Key, list[tuple[int, NDArray[np.uint8]]]] = defaultdict(list)
    pictures = [p for folder in folders for p in renders(folder)]
    pictures += photographs(photos / "d6_byler")
    pictures += [p for p in photographs(photos / "d6_penlington") if not held_out(p.group)]
    for picture in pictures:
        image = cv2.imread(str(picture.path))
        for mark in picture.marks:
            if mark.state in (READABLE, UNSAID) and mark.radius > 4:
                faces[key(picture.style, mark)].append((mark.shape, cut(image, mark)))
    return faces


def batch(faces: dict[Key, list], sets: list[list[Key]], rng: np.random.Generator) -> tuple[Tensor, list[Key]]:
    """Several small sets of faces, up to eight of each set, three pictures of each face."""
    images, keys = [], []
    for k in rng.integers(len(sets), size=5):
        chosen = rng.permutation(len(sets[k]))[:8]
        for what in (sets[k][i] for i in chosen):
            for j in rng.integers(len(faces[what]), size=3):
                shape, kept = faces[what][j]
                images.append(vary(kept, shape, rng).transpose(2, 0, 1))
                keys.append(what)
    return torch.from_numpy(np.stack(images)).float().div_(255), keys


def loss(points: Tensor, pips: Tensor, keys: list[Key]) -> tuple[Tensor, dict[str, float]]:
    """Pulls pictures of one face together, pushes others away; numerals of other sets are neither."""
    names = {k: i for i, k in enumerate(dict.fromkeys(keys))}
    ids = torch.tensor([names[k] for k in keys])
    values = {v: i for i, v in enumerate(dict.fromkeys(k[2] for k in keys))}
    shown = torch.tensor([values[k[2]] for k in keys])
    same = ids[:, None] == ids[None]
    numeral = torch.tensor([k[2].lstrip("+-").isdigit() for k in keys])
    ignored = (shown[:, None] == shown[None]) & ~same & numeral[:, None] & numeral[None]
    logits = points @ points.T / 0.1
    me = torch.eye(len(keys), dtype=torch.bool)
    logits = logits.masked_fill(me | ignored, -1e4)
    share = logits.log_softmax(1)
    pull = same & ~me
    a = -(share * pull).sum(1) / pull.sum(1).clamp(min=1)
    counts = torch.tensor([int(k[2]) - 1 if k[1] == "d6" else 6 for k in keys])
    b = nn.functional.cross_entropy(pips, counts)
    best = logits.argmax(1)
    return a.mean() + b, {
        "point": a.mean().item(),
        "pips": b.item(),
        "nearest": same[torch.arange(len(keys)), best].float().mean().item(),
    }


def train(faces: dict[Key, list], seconds: float, out: Path, start: Path | None) -> None:
    """Trains for that many seconds of wall clock and saves the weights."""
    rng = np.random.default_rng(2)
    sets: dict[tuple[str, str], list[Key]] = defaultdict(list)
    for what in faces:
        if what[0]:
            sets[what[:2]].append(what)
    blank, pips = ("", "", "blank"), [k for k in faces if k[1] == "d6"]
    for (_, kind), of in sets.items():
        if kind in ("mom_d8", "nemesis_combat") and blank in faces:
            of.append(blank)
    chosen = [of for of in sets.values() if len(of) > 1]
    chosen += [pips] * (len(chosen) // 6)
    net = Faces().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start))
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-2)
    begun, step, seen = time.monotonic(), 0, {}
    while (share := (time.monotonic() - begun) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1, step / 60 + 0.05) * 0.5 * (1 + np.cos(np.pi * share))
        images, keys = batch(faces, chosen, rng)
        with torch.autocast("cpu", torch.bfloat16):
            points, counts = net(images.to(memory_format=torch.channels_last))
        total, parts = loss(points.float(), counts.float(), keys)
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
        seen = {k: 0.96 * seen.get(k, v) + 0.04 * v for k, v in parts.items()}
        step += 1
        if step % 50 == 0:
            print(step, f"{share:.2f}", {k: round(v, 3) for k, v in seen.items()}, flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)


def main() -> None:
    """Reads the arguments, gathers the faces, trains."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("renders", nargs="+", type=Path)
    options.add_argument("--photos", type=Path, required=True)
    options.add_argument("--seconds", type=float, default=600)
    options.add_argument("--out", type=Path, default=Path("faces.pt"))
    options.add_argument("--start", type=Path)
    told = options.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    faces = gather(told.renders, told.photos)
    print(len(faces), "faces,", sum(map(len, faces.values())), "pictures", flush=True)
    train(faces, told.seconds, told.out, told.start)


if __name__ == "__main__":
    main()
