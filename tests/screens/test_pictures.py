"""Pictures of screens: their size, their drift from the page, and names on the command line."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageDraw, ImageFilter

from tests.screens.all import SCREENS
from tests.screens.pictures import FOLDER, MOST, MOST_DRIFT, drift

PICTURE = FOLDER / "mansions-passed-landscape.png"


def test_screen_pictures_in_docs_are_small_and_drawn_here() -> None:
    there = {path.name: path.stat().st_size for path in FOLDER.glob("*.png")}
    assert there.keys() <= {file for screen in SCREENS for file in screen.files}
    assert {name: size for name, size in there.items() if size > MOST} == {}


def test_drift_notices_another_screen_and_another_size() -> None:
    assert drift(PICTURE.read_bytes(), PICTURE) == 0
    others = ("arkham-doubt-landscape.png", "nemesis-seat-phone.png")
    assert all(drift((FOLDER / name).read_bytes(), PICTURE) > MOST_DRIFT for name in others)


@pytest.mark.slow
def test_drift_notices_a_missing_panel_and_ignores_softer_letters() -> None:
    picture = Image.open(PICTURE).convert("RGB")
    gone = picture.copy()
    ImageDraw.Draw(gone).rectangle((40, 200, 400, 500), fill=picture.getpixel((10, 10)))
    found = []
    for image in (gone, picture.filter(ImageFilter.GaussianBlur(0.7))):
        image.save(out := BytesIO(), "PNG")
        found.append(drift(out.getvalue(), PICTURE) > MOST_DRIFT)
    assert found == [True, False]
