"""Compare a picture in the guides with the current page, at a resolution that turns letters grey."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

CELLS = (118, 82)
OTHER = 20  # grey levels of 255; another machine's letters, or a shadow, come to 13
MOST = 0.02  # share of the cells. A missing or moved panel comes to 0.05 and more


def drift(shown: bytes, picture: Path) -> float:
    """The share of the picture that looks otherwise now, 0..1; 1 where its size is another."""
    now, then = (
        cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_GRAYSCALE) for one in (shown, picture.read_bytes())
    )
    assert now is not None
    assert then is not None
    if now.shape != then.shape:
        return 1.0
    difference = np.abs(_far(now) - _far(then))
    return float((difference > OTHER).mean())


def _far(image: Any) -> Any:
    return cv2.resize(image, CELLS, interpolation=cv2.INTER_AREA).astype(float)
