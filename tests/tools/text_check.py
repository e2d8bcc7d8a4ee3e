"""Find the places where a string is built though text is wanted: its translation would be lost. Text that is read is found too.

Read by names: which fields, parameters and results of the sources are `Words` or `Text`. An f-string, a sum, a `.join()` or
an unmarked English literal is reported. Placeholders of a message are compared with its arguments as well.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

MESSAGES = {"_": 0, "gettext": 0, "pgettext": 1, "ngettext": 0}
"""Position of the message among the arguments."""
LETTERS = re.compile(r"[^\W\d_]{2}")
WANTED = re.compile(r"\b(Words|Text)\b")
IS_TEXT = re.compile(r"(Words|Text)( \| None)?")
BUILDS = ("format", "join", "capitalize", "title")
READS = (
    "casefold",
    "endswith",
    "find",
    "lower",
    "partition",
    "removeprefix",
    "removesuffix",
    "replace",
    "rpartition",
    "split",
    "startswith",
    "strip",
)
"""Methods of strings with which a rule would read a sentence."""


class Source(NamedTuple):
    """A file and what it says."""

    path: Path
    tree: ast.Module


def sources(*folders: Path) -> list[Source]:
    return [
        Source(path, ast.parse(path.read_text("utf-8"))) for folder in folders for path in sorted(folder.rglob("*.py"))
    ]


def faults(files: Sequence[Source]) -> Iterator[str]:
    """Each place, with the reason."""
    takes, gives = _takes(files), _gives(files)
    for path, tree in files:
        for node in ast.walk(tree):
            found = (*_faults(node, takes, gives), *_readings(node, gives))
            yield from (f"{path}:{line}: {why}" for line, why in found)


def _takes(files: Sequence[Source]) -> Mapping[str, set[tuple[int, str]]]:
    """Return for each class and function the positions and names of text parameters."""
    found: dict[str, set[tuple[int, str]]] = {}
    for _path, tree in files:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                text = {(at, name) for at, (name, hint) in enumerate(_parameters(node)) if WANTED.search(hint)}
                found[node.name] = found.get(node.name, text) & text
    return found


def _parameters(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.ClassDef(body=body):
            fields = [one for one in body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
            yield from ((ast.unparse(one.target), ast.unparse(one.annotation)) for one in fields)
        case ast.FunctionDef(args=args):
            own = (one for one in (*args.posonlyargs, *args.args, *args.kwonlyargs) if one.arg not in {"self", "cls"})
            yield from ((one.arg, ast.unparse(one.annotation) if one.annotation else "") for one in own)


def _gives(files: Sequence[Source]) -> set[str]:
    """Names of fields and functions whose value is text wherever they are defined."""
    text: set[str] = set()
    other: set[str] = set()
    for _path, tree in files:
        for node in ast.walk(tree):
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=hint):
                    (text if IS_TEXT.fullmatch(ast.unparse(hint)) else other).add(name)
                case ast.FunctionDef(name=name, returns=ast.expr() as hint):
                    (text if IS_TEXT.fullmatch(ast.unparse(hint)) else other).add(f"{name}()")
    return text - other


def _faults(node: ast.AST, takes: Mapping[str, set[tuple[int, str]]], gives: set[str]) -> Iterator[tuple[int, str]]:
    match node:
        case ast.JoinedStr(values=values):
            for hole in values:
                if isinstance(hole, ast.FormattedValue) and hole.conversion != ord("s") and _name(hole.value) in gives:
                    yield node.lineno, f"text in an f-string: {_short(node)}"
        case ast.Call(func=ast.Name(id="from_data"), args=[ast.JoinedStr(), *_]):
            yield node.lineno, f"a message out of an f-string: {_short(node)}"
        case ast.Call(func=ast.Name(id=name)) if name in MESSAGES:
            yield from ((node.lineno, f"{why}: {_short(node)}") for why in _misfits(node))
        case ast.Call():
            wanted = takes.get(_called(node), set())
            places, names = {place for place, _ in wanted}, {name for _, name in wanted}
            given = [one for place, one in enumerate(node.args) if place in places]
            given += [one.value for one in node.keywords if one.arg in names]
            yield from ((node.lineno, f"{why}: {_short(node)}") for one in given if (why := _why_not(one)))
        case ast.FunctionDef(returns=ast.expr() as hint) if IS_TEXT.fullmatch(ast.unparse(hint)):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value is not None and (why := _why_not(inner.value)):
                    yield inner.lineno, f"{node.name}() returns {why}"


def _readings(node: ast.AST, gives: set[str]) -> Iterator[tuple[int, str]]:
    """Find rules that depend on the words of a sentence."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in READS and _name(value) in gives:
            yield node.lineno, f"text is read: {_short(node)}"
        case ast.Compare(left=left, comparators=[right]) if any(map(_is_known, (left, right))):
            if _name(left) in gives or _name(right) in gives:
                yield node.lineno, f"text is compared: {_short(node)}"


def _why_not(node: ast.expr) -> str:
    """Return why this is not text, "" if it may be."""
    match node:
        case ast.JoinedStr():
            return "an f-string"
        case ast.BinOp(left=left, op=ast.Add() | ast.Mod(), right=right) if any(map(_is_string, (left, right))):
            return "a glued string"
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in BUILDS and not isinstance(value, ast.Name):
            return f".{attr}()"
        case ast.Constant(value=str(value)) if LETTERS.search(value):
            return f"an unmarked literal, {value!r}"
        case ast.IfExp(body=body, orelse=orelse):
            return _why_not(body) or _why_not(orelse)
        case ast.BoolOp(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            return next(filter(None, map(_why_not, parts)), "")
    return ""


def _is_known(node: ast.expr) -> bool:
    """Words that the sources name: a literal, or a constant."""
    return (isinstance(node, ast.Constant) and isinstance(node.value, str)) or getattr(node, "id", "").isupper()


def _is_string(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _misfits(node: ast.Call) -> Iterator[str]:
    """Find placeholders and arguments that differ."""
    name = _called(node)
    if any(one.arg is None for one in node.keywords):
        return
    said = node.args[MESSAGES[name] : 2 if name == "ngettext" else None]
    literals = [one.value for one in said if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    given = {one.arg for one in node.keywords if one.arg}
    known = given | ({"n"} if name == "ngettext" else set())  # of several names it is only how many they are
    used = {field.split(".")[0] for text in literals for _, field, _, _ in string.Formatter().parse(text) if field}
    if used - known:
        yield f"no argument for {', '.join(sorted(used - known))}"
    if literals and given - used:
        yield f"nothing uses {', '.join(sorted(given - used))}"


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else f"{_called(node)}()" if isinstance(node, ast.Call) else ""


def _short(node: ast.AST) -> str:
    return ast.unparse(node)[:100]
