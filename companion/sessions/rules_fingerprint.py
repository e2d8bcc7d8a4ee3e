"""A fingerprint of the rules that fold a game's log: a state that other rules have made counts for nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from companion import engine, games, schema
from companion.sessions import table

READ = frozenset({".py", ".toml", ".json"})
DIGITS = 32
SHARED = (engine, schema, table)
"""What all games are folded with."""


def fingerprint(game: str) -> str:
    """Of the game in that folder, as its files are now; read once. "" where it has no folder."""
    return _fingerprint(games.folder(game)) if game in games.names() else ""


@cache
def _fingerprint(folder: Path) -> str:
    found = hashlib.sha256()
    for path in _files([*(Path(place) for module in SHARED for place in module.__path__), folder]):
        content = path.read_bytes()
        found.update(f"{path.parent.name}/{path.name} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()[:DIGITS]


def _files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.suffix in READ and path.is_file())
