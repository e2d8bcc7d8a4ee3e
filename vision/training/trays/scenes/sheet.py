"""Labelled pictures on one sheet:  python -m vision.training.trays.scenes.sheet trays/R7/mom_d8/labels.json sheet.jpg"""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
LARGE, SMALL = 960, 224
"""Width of a picture, px: in one or two columns, and in more."""


def sheet(labels: Path, columns: int) -> Image:
    """All pictures of a labels file with boxes and values, (H, W, 3) BGR."""
    width = LARGE if columns < 3 else SMALL
    tiles = [_tile(labels.parent, entry, width) for entry in json.loads(labels.read_text())]
    height, width = (max(tile.shape[axis] for tile in tiles) for axis in (0, 1))
    padded = [cv2.copyMakeBorder(t, 0, height - t.shape[0], 0, width - t.shape[1], cv2.BORDER_CONSTANT) for t in tiles]
    padded += [np.zeros_like(padded[0])] * (-len(padded) % columns)
    return np.vstack([np.hstack(padded[i : i + columns]) for i in range(0, len(padded), columns)])


def _tile(folder: Path, entry: dict[str, Any], width: int) -> Image:
    image = cv2.imread(str(folder / entry["file"]))
    if image is None:
        raise FileNotFoundError(f"{folder / entry['file']} is in the labels but not in the folder.")
    scale = width / image.shape[1]
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for told in entry["objects"]:
        x, y, w, h = (int(v * scale) for v in told["box"])
        cv2.rectangle(image, (x, y), (x + w, y + h), (0, 200, 255), 1)
        text = "cocked" if told["cocked"] else told["value"]
        cv2.putText(image, text, (x, max(10, y - 3)), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 255, 255), 1, cv2.LINE_AA)
    return image


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("columns", type=int, nargs="?", default=2)
    chosen = parser.parse_args()
    cv2.imwrite(str(chosen.out), sheet(chosen.labels, chosen.columns))


if __name__ == "__main__":
    main()
