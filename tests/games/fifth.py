"""The game that docs/adding-a-game.md builds, as files."""

from __future__ import annotations

import re
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^## [^\n]*`([\w/]+\.\w+)`\n.*?^```(?:python|toml|xml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> dict[str, str]:
    """Path -> text, as the document shows them: the block under each title that names a file."""
    return dict(BLOCK.findall(DOCUMENT.read_text(encoding="utf-8")))


def written(folder: Path) -> Path:
    """Write the files of the document into a folder of games."""
    for path, text in blocks().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder
