"""Sentences name the program that was started: `./table`, or `lamplight` where it is installed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import own_command

ROOT = Path(__file__).resolve().parents[2]
OTHERS = {
    "companion/cli.py",  # speaks of the script
    "companion/commands/parser.py",
    "companion/errors.py",
    "firmware_bridge/bluetooth/bluez.py",  # names the folder of the script
}
CODE = [path for package in ("companion", "vision", "firmware_bridge") for path in (ROOT / package).rglob("*.py")]
PAGE = [path for path in (ROOT / "companion/web/static").rglob("*.js") if "vendor" not in path.parts]


def test_own_command_is_called_as_the_program_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_command("pair --anew") == "./table pair --anew"
    monkeypatch.setenv("LAMPLIGHT_COMMAND", "lamplight")
    assert own_command("backup list", demo=True) == "lamplight backup list --demo"
    assert own_command() == "lamplight"


@pytest.mark.slow
def test_no_sentence_names_the_script_itself() -> None:
    paths = [path for path in CODE if path.relative_to(ROOT).as_posix() not in OTHERS]
    assert [said for path in paths for said in sentences(path) if "./table" in said] == []


def sentences(path: Path) -> Iterator[str]:
    """Return the strings of a module except docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def test_no_page_names_the_script_itself() -> None:
    named = [path.name for path in PAGE if re.search(r"(?<![./\"])\./table [a-z]", path.read_text(encoding="utf-8"))]
    assert named == []
