"""The game of docs/adding-a-game.md, as files."""

from __future__ import annotations

import re
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^## [^\n]*`([\w/]+\.\w+)`\n.*?^```(?:python|toml|xml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> dict[str, str]:
    """Return path -> text of each block under a title with a file name."""
    return dict(BLOCK.findall(DOCUMENT.read_text(encoding="utf-8")))


def written(folder: Path) -> Path:
    """Write the files of the document into a folder of games."""
    for path, text in blocks().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder
