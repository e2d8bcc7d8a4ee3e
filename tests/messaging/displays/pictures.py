"""Draw the pictures of docs/displays.md: `python -m tests.messaging.displays.pictures`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from companion.schema import PublicRoll, PublicSeat, PublicState, PublicVerdict, to_json
from tests.messaging.displays.programs import program

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"
STATE = PublicState(
    40,
    "t1",
    "mansions",
    "Mansions of Madness",
    now="Cleo: two actions are left. What do you do in the reading room?",
    waits=("3",),
    whom="Cleo",
    where="Round 3 · Investigator phase",
    round=3,
    seats=(
        PublicSeat("1", "Ann", "#56b4e9"),
        PublicSeat("2", "Ben", "#f0e442", "danger"),
        PublicSeat("3", "Cleo", "#e69f00", "asked", asked=True),
    ),
    roll=PublicRoll(31, "3", "Cleo", "Cleo: roll", "mom_d8", ("success",), "Cleo: success", "camera"),
    verdict=PublicVerdict("passed", "The lock gives way", "2 successes + 1 clue = 3, 3 needed"),
)


def pictures() -> Mapping[str, Image.Image]:
    """File name -> picture."""
    shown = program("table").Shown(True, to_json(STATE))
    lamps = program("led_matrix")
    return {
        "display-eink.png": program("eink").draw(shown, (400, 300)),
        "display-led-matrix.png": lamps.enlarged(lamps.draw(shown, 96)),
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        picture.save(FOLDER / name, optimize=True)
