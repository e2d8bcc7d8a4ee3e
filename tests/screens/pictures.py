"""Draw screens and compare them. Pictures that a page shows are in docs/screens, all others below build/screens."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image
from playwright.sync_api import Page

from tests.screens.screen import Screen
from tests.screens.stage import Stage, looked_at, resized
from tests.tab import Tab

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "screens"
OTHERS = ROOT / "build" / "screens"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--host-resolver-rules=MAP table.local 127.0.0.1",
]
MOST = 300_000  # bytes of a picture
COLOURS = (128, 64, 32)
CELLS = (118, 82)  # at this resolution letters turn grey
OTHER = 20  # grey levels of 255. Another machine's letters, or a shadow, come to 13
MOST_DRIFT = 0.02  # share of the cells. A missing or moved panel comes to 0.05 and more


def draw(tab: Tab, stage: Stage, screen: Screen, folder: Path | None = None) -> Iterator[Path]:
    """Write the picture of each size."""
    with looked_at(tab, stage, screen) as page:
        for file, size in screen.files.items():
            resized(page, size)
            yield write(page, file, folder)


def write(page: Page, file: str, folder: Path | None = None) -> Path:
    """Write a screenshot into a folder. Without one, replace a picture of docs/screens and put any other below build."""
    place = folder or (FOLDER if (FOLDER / file).exists() else OTHERS)
    place.mkdir(parents=True, exist_ok=True)
    (place / file).write_bytes(small(page.screenshot()))
    return place / file


def small(png: bytes, most: int = MOST) -> bytes:
    """Reduce to the largest palette that fits: a third of the bytes, without a visible difference."""
    image = Image.open(BytesIO(png)).convert("RGB")
    for count in COLOURS:
        image.quantize(count, dither=Image.Dither.NONE).save(out := BytesIO(), "PNG", optimize=True)
        if out.tell() <= most:
            return out.getvalue()
    raise ValueError(f"it cannot be drawn in {most} bytes")


def drift(shown: bytes, picture: Path) -> float:
    """Return the share of a picture that differs from a screenshot, 0..1; 1 for another size."""
    now, then = (_grey(one) for one in (shown, picture.read_bytes()))
    if now.shape != then.shape:
        return 1.0
    return float((np.abs(_coarse(now) - _coarse(then)) > OTHER).mean())


def _grey(png: bytes) -> Any:
    return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)


def _coarse(image: Any) -> Any:
    return cv2.resize(image, CELLS, interpolation=cv2.INTER_AREA).astype(float)
