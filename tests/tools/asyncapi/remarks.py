"""Read the comment next to a record's field, or the text below it, or below the name of its type."""

from __future__ import annotations

import ast
import inspect
import io
import sys
import tokenize
from collections.abc import Iterator, Mapping
from functools import cache
from textwrap import dedent


def remarks(record: type) -> Mapping[str, str]:
    """A sentence for each field that has one."""
    source = dedent(inspect.getsource(record))
    comments, words = _comments(source), _words_of_types(record.__module__)
    [body] = (node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    found: dict[str, str] = {}
    for field, below in _fields(body):
        beside = comments.get(field.end_lineno or field.lineno, "")
        said = below or beside or words.get(ast.unparse(field.annotation), "")
        if said:
            found[ast.unparse(field.target)] = said
    return found


def _fields(body: list[ast.stmt]) -> Iterator[tuple[ast.AnnAssign, str]]:
    """Each field with the text under it, "" where none stands there."""
    for statement, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign):
            yield statement, _text(after)


def _text(statement: ast.stmt | None) -> str:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return " ".join(value.split()) if isinstance(value, str) else ""
    return ""


def _comments(source: str) -> Mapping[int, str]:
    """Return comments by their line number."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]: token.string.lstrip("# ").partition("  # ")[0]
        for token in tokens
        if token.type == tokenize.COMMENT
    }


@cache
def _words_of_types(module: str) -> Mapping[str, str]:
    """The text under each name of a type in a module."""
    body = ast.parse(inspect.getsource(sys.modules[module])).body
    found: dict[str, str] = {}
    for statement, after in zip(body, [*body[1:], None], strict=True):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                found[name] = _text(after)
    return found
