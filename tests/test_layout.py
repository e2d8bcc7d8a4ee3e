"""The layout keeps its shape: few modules at the top and in a folder, few imports in a module, names that say something.

The lists of exceptions may only shrink: a test fails where an exception is no longer needed.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "vision", "firmware_bridge")
TRAINING = "vision/training"  # scripts for one desk

MOST_AT_TOP = 9
MOST_IN_FOLDER = 15
LARGE_FOLDERS: dict[str, int] = {}
"""Folders with more modules than MOST_IN_FOLDER, and how many they have."""

MOST_IMPORTS = 8
MARKS = {"companion.i18n", "companion.games.arkham.names", "companion.games.mansions.named"}
"""Modules that mark text, and the names of objects."""
MEDIAN_IMPORTS = 4
COMPOSITION_ROOTS = {
    "companion.app",
    "companion.cli",
    "companion.commands.parser",
    "companion.hall.tables.served_table",
    "companion.hall.worker.worker",
    "companion.main",
    "companion.table_runtime",
    "vision.service.composition",
}

PARTICIPLES = {
    *(
        "Begun",
        "Bought",
        "Brought",
        "Broken",
        "Called",
        "Chosen",
        "Done",
        "Drawn",
        "Found",
        "Given",
        "Heard",
        "Held",
        "Kept",
    ),
    *(
        "Known",
        "Laid",
        "Left",
        "Lost",
        "Made",
        "Meant",
        "Met",
        "Put",
        "Said",
        "Seen",
        "Sent",
        "Shown",
        "Spent",
        "Taken",
    ),
    *("Thrown", "Told", "Won", "Written"),
}
NOUNS = {"Ending", "Finding", "Happening", "Heading", "Meaning", "Nothing", "Ping", "Reading", "Sighting"}
"""Nouns of the rulebooks, of schema, and of the link to the boards that end like gerunds."""
STORED = {
    *("companion/games/arkham/content/effects.py", "companion/games/arkham/state.py"),
    *(
        "companion/games/draw_your_weapon/state.py",
        "companion/games/mansions/state.py",
        "companion/games/nemesis/state.py",
    ),
}
"""Class names of a game's state are in the digests of archives; those of facts are in the log."""


@cache
def modules() -> dict[str, Path]:
    """Module names and their files."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def statements(path: Path) -> tuple[ast.stmt, ...]:
    """The imports, classes and functions of a module, also inside others. Each file is walked through once."""
    kinds = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef)
    return tuple(node for node in ast.walk(tree(path)) if isinstance(node, kinds))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def is_tool(path: Path) -> bool:
    return relative(path).startswith(TRAINING)


def imports_of(name: str) -> set[str]:
    """Return the project's modules that a module imports, also inside functions. A package counts once.

    Modules for text are not counted.
    """
    found = set()
    for node in statements(modules()[name]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {one if one in modules() else node.module for one in whole}
    return (found & set(modules())) - {name} - MARKS


def test_top_of_companion_holds_nine_modules_at_most() -> None:
    there = [path.name for path in (ROOT / "companion").glob("*.py") if path.name != "__init__.py"]
    assert len(there) <= MOST_AT_TOP, there


def test_folders_hold_fifteen_modules_at_most() -> None:
    counts: dict[str, int] = defaultdict(int)
    for path in modules().values():
        counts[relative(path.parent)] += 1
    large = {folder: number for folder, number in counts.items() if number > MOST_IN_FOLDER}
    assert large == LARGE_FOLDERS, "divide the folder, or lower its number in LARGE_FOLDERS"


def test_modules_import_few_others() -> None:
    counts = {name: len(imports_of(name)) for name, path in modules().items() if not is_tool(path)}
    assert median(counts.values()) <= MEDIAN_IMPORTS
    wide = {name for name, number in counts.items() if number > MOST_IMPORTS} - COMPOSITION_ROOTS - faces()
    assert not wide - known("wide_modules.txt"), "a new module imports more than eight others"
    assert not known("wide_modules.txt") - wide, "take it off tests/wide_modules.txt: it imports few others now"


def faces() -> set[str]:
    """Packages whose `__init__` only names what others use of them."""
    return {
        name
        for name, path in modules().items()
        if path.name == "__init__.py"
        and all(
            isinstance(node, ast.ImportFrom | ast.Assign)
            or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
            for node in tree(path).body
        )
    }


@cache
def known(list_name: str) -> frozenset[str]:
    """Return the exceptions of a list in this folder. The list may only shrink."""
    lines = (Path(__file__).parent / list_name).read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def classes() -> Iterator[tuple[str, Path]]:
    for path in modules().values():
        for node in statements(path):
            if isinstance(node, ast.ClassDef) and not is_tool(path):
                yield node.name, path


def distribution(path: Path) -> str:
    """A game is one by itself: games may not import each other, and speak of the same nouns."""
    parts = relative(path).split("/")
    return "/".join(parts[:3]) if parts[:2] == ["companion", "games"] and len(parts) > 3 else parts[0]


@pytest.mark.slow
def test_class_names_occur_once_in_a_distribution() -> None:
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, path in classes():
        places[distribution(path), name].append(relative(path))
    twice = {name for (_, name), found in places.items() if len(found) > 1}
    assert twice == TWICE


TWICE = {"Activation", "Campaign", "Item", "Monster", "Puzzle", "Room"}
"""Class names that occur twice in a game: as a record of a file, and in its state. May only shrink."""


VAGUE = {"take", "tell", "hear", "told", "heard", "said"}


def test_public_functions_say_what_they_do() -> None:
    vague = {
        f"{relative(path)}:{node.name}"
        for path in modules().values()
        if not is_tool(path)
        for node in statements(path)
        if isinstance(node, ast.FunctionDef) and node.name in VAGUE
    }
    assert not vague, "say what it does: a verb with its object, or the noun it returns"


def test_class_names_are_no_bare_participles_or_gerunds() -> None:
    bare = {
        f"{relative(path)}:{name}"
        for name, path in classes()
        if re.fullmatch(r"[A-Z][a-z]+", name)
        and (name.endswith(("ing", "ed")) or name in PARTICIPLES)
        and name not in NOUNS
        and "/facts/" not in relative(path)
        and relative(path) not in STORED
    }
    assert bare == BARE


BARE = {
    "companion/schema/prompt.py:Refused",
}
"""Bare participles that are left. May only shrink."""
