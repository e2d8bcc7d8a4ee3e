"""An own game with coins, and its page data."""

from __future__ import annotations

from pathlib import Path

GAME = """
from dataclasses import replace

from tests.fakes import TOY

GAME = replace(TOY, name="tosses", title="Tosses", kinds=("coin",))
"""
PAGE = """
tint = ["#335577", "#112233"]

[[kinds]]
kind = "coin"
paint = "gold"
faces = ["heads", "tails"]
rest = "tails"
several = "old coins"
one = "{n} old coin"
many = "{n} old coins"
kit = "old-coins"
title = "Old coins"
note = "heads, tails"

[faces.heads]
word = "King's head"
tone = "good"
mark = "M-8-8H8V8H-8z"

[faces.tails]
word = "Ship"
sentence = "the ship"

[[readable]]
kind = "coin"
title = "Old coins"
least_px_per_mm = 1.1
"""
EMBLEM = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 220"><circle cx="150" cy="110" r="60" fill="#caa86a"/></svg>'


def written(folder: Path, page: str = PAGE, emblem: str = EMBLEM) -> Path:
    """Write the game into a folder. "" leaves a file out."""
    game = folder / "tosses"
    (game / "page").mkdir(parents=True)
    (game / "__init__.py").write_text(GAME, encoding="utf-8")
    for name, text in (("page.toml", page), ("emblem.svg", emblem)):
        if text:
            (game / "page" / name).write_text(text, encoding="utf-8")
    return folder
