"""Rules must not compare hidden fields with `is None` or in mapping patterns, which cannot ask the value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "companion" / "games"
VEILED = sorted(path.parents[1].name for path in GAMES.glob("*/views/knowledge.py"))
HELD = {
    "required": "whether there is a number is for all to see",
    "max_hp": "hidden with hp, which is read before it",
    "ending": "that of an act is never compared, that of a state never hidden",
}
"""Fields that may be compared with None, with the reason."""


def veiled_fields(game: str) -> set[str]:
    """Return the fields hidden by the veil of a game."""
    tree = ast.parse((GAMES / game / "views" / "knowledge.py").read_text())
    assigned = [(node.targets[0], node.value) for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    hidden = {"READ_OUT"} | {
        target.id
        for target, value in assigned
        if isinstance(target, ast.Name) and isinstance(value, ast.Call) and ast.unparse(value.func) == "hidden"
    }
    keywords = {
        one.arg
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        for one in call.keywords
        if one.arg and "replace(" not in ast.unparse(one.value) and hidden & words_of(one.value)
    }
    listed = {
        word.value
        for _, value in assigned
        if isinstance(value, ast.Tuple)
        for word in value.elts
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    }
    return keywords | listed


def words_of(node: ast.AST) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def unasked_looks(tree: ast.AST, fields: set[str]) -> Iterator[tuple[int, str]]:
    """Yield line and source of each comparison that bypasses the hidden value."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], left=ast.Attribute(attr=name)) if name in fields:
                yield node.lineno, ast.unparse(node)
            case ast.MatchMapping():
                yield node.lineno, ast.unparse(node)
            case ast.MatchClass(kwd_attrs=names, kwd_patterns=patterns):
                for name, pattern in zip(names, patterns, strict=True):
                    if name in fields and isinstance(pattern, ast.MatchSingleton):
                        yield node.lineno, ast.unparse(node)


@pytest.mark.slow
@pytest.mark.parametrize("game", VEILED)
def test_rules_never_compare_veiled_fields_with_none(game: str) -> None:
    fields, home = veiled_fields(game) - set(HELD), GAMES / game
    assert fields, "nothing is veiled: the test reads it wrongly"
    parts = [home / "state.py", *(path for part in ("facts", "rules", "views") for path in (home / part).rglob("*.py"))]
    found = [
        f"{path.relative_to(GAMES)}:{line}: {words}"
        for path in parts
        for line, words in unasked_looks(ast.parse(path.read_text()), fields)
    ]
    assert found == [], "ask for its truth instead of None, or hide the whole record"
