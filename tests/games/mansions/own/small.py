"""The example of docs/writing-a-scenario.md, and changed copies of it."""

import copy
import tomllib
from pathlib import Path

PAGE = Path(__file__).resolve().parents[4] / "docs" / "writing-a-scenario.md"


def example() -> dict:
    """Return the example as data."""
    text = PAGE.read_text(encoding="utf-8")
    return copy.deepcopy(tomllib.loads(text.split("```toml\n")[1].split("```")[0]))


def changed(*path: str, to: object) -> dict:
    """Return the example with one value changed or added."""
    told = example()
    table = told
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = to
    return told


def without(*path: str) -> dict:
    told = example()
    table = told
    for key in path[:-1]:
        table = table[key]
    del table[path[-1]]
    return told
