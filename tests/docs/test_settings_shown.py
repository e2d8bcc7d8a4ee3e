"""Settings and other TOML that a page shows are accepted by the program."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.schema import load_tags
from companion.schema.tags import TABLES
from companion.settings import Settings, load
from tests.docs.pages import GUIDES, ROOT, name_of, page

READ_BY: Mapping[str, str] = {
    "docs/adding-a-game.md": "tests/games/test_own_games.py",
    "docs/arkham.md": "tests/games/arkham/test_content.py",
    "docs/draw-your-weapon.md": "tests/games/draw_your_weapon/test_content.py",
    "docs/nemesis.md": "tests/games/nemesis/test_setup.py",
    "docs/writing-a-scenario.md": "tests/games/mansions/own/small.py",
}
"""Pages with content of a game, and the test that loads it."""
VARIABLE = re.compile(r"\bLAMPLIGHT_([A-Z]+(?:_[A-Z]+)*)(?:__([A-Z_]+))?\b")


def blocks(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the blocks that are marked as TOML or parse as it."""
    for block in page(path).blocks:
        if block.language == "toml":
            yield block.text, tomllib.loads(block.text)
        elif not block.language and re.search(r"^[\w\"'.-]+ = ", block.text, re.MULTILINE):
            yield block.text, readable(block.text)


def readable(text: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


ALL = [(name_of(path), text, told) for path in GUIDES for text, told in blocks(path) if told]


@pytest.mark.parametrize(
    ("name", "text", "told"), ALL, ids=[f"{name}-{number}" for number, (name, *_) in enumerate(ALL)]
)
def test_settings_shown_on_pages_load(
    name: str, text: str, told: Mapping[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.toml"
    if is_tag_table(told) or is_tag_line(told):
        file.write_text(text if is_tag_table(told) else f"[tags]\n{text}", encoding="utf-8")
        assert load_tags(file)
    elif set(told) & set(Settings.model_fields):
        file.write_text(text, encoding="utf-8")
        assert load(file)
    else:
        assert name in READ_BY, f"{name}: no test loads {text[:80]!r}"


def is_tag_table(told: Mapping[str, Any]) -> bool:
    return set(told) <= set(TABLES) and all(isinstance(table, dict) for table in told.values())


def is_tag_line(told: Mapping[str, Any]) -> bool:
    return all(re.fullmatch(r"[0-9A-F]{8,}", key) for key in told)


@pytest.mark.parametrize("name", READ_BY)
def test_game_content_on_pages_is_loaded_by_a_test(name: str) -> None:
    assert Path(name).name in (ROOT / READ_BY[name]).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GUIDES, ids=name_of)
def test_environment_variables_on_pages_exist(path: Path) -> None:
    for found in VARIABLE.finditer(path.read_text(encoding="utf-8")):
        names = (found[1].lower(), (found[2] or "").lower())
        assert is_setting(*names) or f'"{found[0]}"' in of_developers(), found[0]


@cache
def of_developers() -> str:
    """Return sources that read further variables."""
    files = (*(ROOT / "tests").rglob("*.py"), *(ROOT / "deploy").rglob("*.py"), ROOT / "table")
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def is_setting(name: str, inner: str) -> bool:
    field = Settings.model_fields.get(name)
    return field is not None and (not inner or inner in getattr(field.annotation, "model_fields", {}))


@pytest.mark.parametrize("path", GUIDES, ids=name_of)
def test_settings_named_on_pages_exist(path: Path) -> None:
    tables = {name for name, field in Settings.model_fields.items() if hasattr(field.annotation, "model_fields")}
    for code in page(path).inline():
        if (found := re.fullmatch(r"(\w+)\.([a-z_]+)(?: = .*)?", code)) and found[1] in tables:
            assert is_setting(found[1], found[2]), code
