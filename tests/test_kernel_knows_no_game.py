"""Nothing outside the folders of the games names one of them, or a kind of thing that only one of them has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games

COMPANION = Path(__file__).resolve().parents[1] / "companion"
SUFFIXES = {".py", ".js", ".ts", ".css", ".html", ".sql"}
COMMON = frozenset({"token", "card", "d4", "d6", "d8", "d10", "d12", "d20"})  # kinds that any game may ask for
ELSEWHERE = ("games/*/**/*", "web/static/vendor/**/*")
KNOWS = {
    "scenarios/**/*": "commands for scenarios of one game; a later change moves them into its folder",
}
"""Files that may, and why."""


def knowledge() -> re.Pattern[str]:
    kinds = {kind for name in games.names() for kind in games.find(name).kinds} | set(games.kinds())
    titles = {str(games.find(name).title) for name in games.names()}
    words = {*games.names(), *titles, *kinds} - COMMON
    return re.compile("|".join(sorted(map(re.escape, words), key=len, reverse=True)), re.IGNORECASE)


def lines() -> Iterator[str]:
    known = knowledge()
    apart = {path.relative_to(COMPANION) for glob in (*ELSEWHERE, *KNOWS) for path in COMPANION.glob(glob)}
    for path in sorted(COMPANION.rglob("*")):
        place = path.relative_to(COMPANION)
        if path.suffix not in SUFFIXES or place in apart:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if known.search(line):
                yield f"{place}:{number}: {line.strip()[:120]}"


@pytest.mark.slow
def test_kernel_names_no_game_or_kind() -> None:
    assert list(lines()) == []


@pytest.mark.parametrize("glob", KNOWS)
def test_an_exception_that_is_no_longer_needed_goes(glob: str) -> None:
    known = knowledge()
    files = [path for path in COMPANION.glob(glob) if path.suffix in SUFFIXES]
    assert any(known.search(path.read_text(encoding="utf-8")) for path in files)
