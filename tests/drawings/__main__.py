"""`python -m tests.drawings` draws docs/pictures."""

from __future__ import annotations

from tests.drawings.all import DRAWINGS, FOLDER

if __name__ == "__main__":
    for name, draw in DRAWINGS.items():
        (FOLDER / name).write_text(draw().rendered(), encoding="utf-8")
        print(FOLDER / name)
