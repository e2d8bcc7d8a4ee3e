"""What people read in a Python file: its sentences as msgids, the values of an f-string as numbered holes.

A heuristic, since a string does not say who reads it: sentences and capitalised words are taken, names for machines are
not. What it takes too much is marked `not read` in a catalogue; what it misses is added there by hand.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

COUNTING = frozenset(("some", "counted", "many"))  # functions that say a number and a thing
MOST_FORMS = 24  # msgids of one f-string; beyond that its conditional pieces stay holes
LETTERS = re.compile(r"[^\W\d_]{2}")
WORD = re.compile(r"[A-Z][a-z'-]+\Z")
CODE = re.compile(r"[\w./:#<>=*-]+\Z")
DEVELOPERS = frozenset(
    ("TypeError", "ValueError", "KeyError", "RuntimeError", "AssertionError", "NotImplementedError", "IndexError")
)
SILENT = frozenset(("logger", "log", "re", "struct", "argparse", "os", "subprocess", "TypeVar", "text", "own_command"))
TEMPLATE = re.compile(r"\{([A-Za-z_]\w*)(?:![rsa])?(?::[^{}]*)?\}")
SYMBOLS = frozenset(
    ("strength", "agility", "observation", "lore", "influence", "will", "success", "investigation", "clue", "action")
)
"""Marks of a text that the page draws: no holes."""
HOLE = "\x00"  # between pieces while they are put together


def texts(source: str) -> Iterator[str]:
    """The msgids of one file, in their order, some several times."""
    tree = ast.parse(source)
    reader = _Reader(tree)
    reader.visit(tree)
    yield from reader.found


def numbered(pieces: str) -> str:
    """Holes get their numbers from left to right; braces that are written stay."""
    count = itertools.count()
    return re.sub(HOLE, lambda _: f"{{{next(count)}}}", pieces)


def has_words(text: str) -> bool:
    """Is there anything in it to translate?"""
    return LETTERS.search(text.replace(HOLE, "")) is not None


class _Reader(ast.NodeVisitor):
    """Walks a module and leaves out what only machines read."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: list[str] = []
        self._names = _only_values(tree)  # of the module; a function adds its own

    # --- left out -----------------------------------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """What is compared is a name for machines."""
        for part in (node.left, *node.comparators):
            if not isinstance(part, ast.Constant | ast.Tuple | ast.Set | ast.List):
                self.visit(part)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        if not isinstance(node.slice, ast.Constant | ast.Tuple):
            self.visit(node.slice)

    def visit_MatchValue(self, node: ast.MatchValue) -> None:
        """A pattern."""

    def visit_Assign(self, node: ast.Assign) -> None:
        """`__all__` holds names."""
        if not any(isinstance(one, ast.Name) and one.id == "__all__" for one in node.targets):
            self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """An annotation."""

    def visit_Import(self, node: ast.Import) -> None:
        """Names."""

    def visit_Raise(self, node: ast.Raise) -> None:
        if not (isinstance(node.exc, ast.Call) and _called(node.exc) in DEVELOPERS):
            self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Says what cannot happen."""

    def visit_Call(self, node: ast.Call) -> None:
        if _called(node) in SILENT:
            return
        self._count(node)
        self._join(node)
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr) and part is not node.func:
                self.visit(part)
            elif isinstance(part, ast.keyword) and part.arg not in {
                "pattern",
                "description",
                "alias",
                "default_factory",
            }:
                self.visit(part.value)
        if isinstance(node.func, ast.Attribute):
            self.visit(node.func.value)

    def _count(self, node: ast.Call) -> None:
        """One and many of a thing, as `counted(3, "card")` says them."""
        if isinstance(node.func, ast.Name) and node.func.id.lstrip("_") in COUNTING and len(node.args) > 1:
            _, one, *many = [piece for arg in node.args for piece in self._pieces(arg)[:1]]
            for word in (one, many[0] if many else f"{one}s"):
                self._keep(f"{HOLE} {word}", is_whole=True)

    def _join(self, node: ast.Call) -> None:
        """Names in a row, as `" against ".join(names)` says them."""
        match node.func:
            case ast.Attribute(value=ast.Constant(value=str(between)), attr="join") if has_words(between):
                self._keep(f"{HOLE}{between}{HOLE}", is_whole=True)

    def visit_Dict(self, node: ast.Dict) -> None:
        """Its keys are ids; words that stand together under ids are names of things."""
        is_names = len(node.values) > 1 and all(isinstance(one, ast.Constant) for one in node.values)
        for value in node.values:
            if is_names and isinstance(value, ast.Constant) and isinstance(value.value, str):
                self._keep(value.value, is_named=True)
            else:
                self.visit(value)
        for key in node.keys:
            if key is not None and not isinstance(key, ast.Constant):
                self.visit(key)

    # --- taken --------------------------------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outer = self._names
        self._names = outer | _only_values(node)
        for part in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None), *node.body):
            self.visit(part)
        self._names = outer

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._keep(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        forms = self._forms(node)
        for form in forms:
            self._keep(form, is_whole=True)
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                self._inside(value.value)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        for part in (node.body, node.test, node.orelse):
            self.visit(part)

    def _inside(self, node: ast.expr) -> None:
        """What a hole is filled with: pieces are part of the sentence already, other constants stand alone."""
        if isinstance(node, ast.IfExp) and len(self._pieces(node)) > 1:
            for part in (node.body, node.orelse):
                if isinstance(part, ast.JoinedStr):
                    for value in part.values:
                        if isinstance(value, ast.FormattedValue):
                            self._inside(value.value)
                elif not isinstance(part, ast.Constant):
                    self._inside(part)
        else:
            self.visit(node)

    def _keep(self, text: str, *, is_named: bool = False, is_whole: bool = False) -> None:
        shown = text if is_whole else _templated(text)
        shown = shown.strip(" ") if is_whole else shown
        if not has_words(shown):
            return
        if not (is_whole or " " in shown.strip() or WORD.match(shown) or (is_named and not _is_code(shown))):
            return
        if " " not in shown.strip() and HOLE not in shown and not (WORD.match(shown) or is_named):
            return
        if is_whole and " " not in shown and _is_code(shown.replace(HOLE, "x")):
            return
        self.found.append(numbered(shown.strip()))

    def _forms(self, node: ast.JoinedStr) -> list[str]:
        """An f-string with each of its conditional pieces written out."""
        parts = [self._pieces(value) for value in node.values]
        literal = "".join(map(_string, node.values)).replace(HOLE, "")
        if not has_words(literal):
            parts = [self._pieces(value, is_eager=True) for value in node.values]
        many = 1
        for part in parts:
            many *= len(part)
        if many > MOST_FORMS:
            parts = [part if len(part) == 1 else [HOLE] for part in parts]
        return ["".join(form) for form in itertools.product(*parts)]

    def _pieces(self, node: ast.expr, *, is_eager: bool = False, depth: int = 4) -> list[str]:
        """What may stand at this place; one hole where it is not known beforehand."""
        again = {"is_eager": is_eager, "depth": depth - 1}
        match node:
            case ast.FormattedValue(value=value):
                return self._pieces(value, **again)  # type: ignore[arg-type]
            case ast.Constant(value=str(value)):
                return [value]
            case ast.JoinedStr() if depth > 0:
                return self._forms(node)
            case ast.IfExp(body=body, orelse=orelse) if depth > 0:
                both = [*self._pieces(body, **again), *self._pieces(orelse, **again)]  # type: ignore[arg-type]
                return list(dict.fromkeys(both))
            case ast.Name(id=name) if depth > 0 and name in self._names:
                return self._if_glued(self._pieces(self._names[name], **again), is_eager=is_eager)  # type: ignore[arg-type]
            case ast.BoolOp(op=ast.Or(), values=[*_, ast.Constant(value=str(value))]) if has_words(value):
                return [HOLE, value]
            case ast.Subscript(value=ast.Name(id=name)) if name in self._names:
                return self._if_glued(_values(self._names[name]), is_eager=is_eager)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[_, *rest]) if (
                name in self._names
            ):
                other = [piece for one in rest for piece in self._pieces(one)]
                return self._if_glued([*_values(self._names[name]), *other], is_eager=is_eager)
        return [HOLE]

    @staticmethod
    def _if_glued(pieces: list[str], *, is_eager: bool) -> list[str]:
        """Pieces that are no names by themselves, as ", an attack of opportunity": else a hole that is filled with one."""
        if len(pieces) < 2 or HOLE in pieces:
            return [HOLE]
        glued = any(not one or not one[0].isalnum() or not one[-1].isalnum() for one in pieces)
        return list(dict.fromkeys(pieces)) if glued or is_eager else [HOLE]


def _only_values(scope: ast.AST) -> dict[str, ast.expr]:
    """Names that are given a value once in a scope, and that value."""
    seen: dict[str, list[ast.expr]] = {}
    for node in ast.walk(scope) if not isinstance(scope, ast.Module) else scope.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                seen.setdefault(name, []).append(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                seen.setdefault(name, []).append(value)
    return {name: values[0] for name, values in seen.items() if len(values) == 1}


def _values(node: ast.expr) -> list[str]:
    """The strings of a table of words; a hole for anything else."""
    return [_string(one) for one in node.values] if isinstance(node, ast.Dict) else [HOLE]


def _string(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else HOLE


def _templated(text: str) -> str:
    """A text for `str.format`: its named marks are holes, but those that the page draws."""
    return TEMPLATE.sub(lambda mark: mark[0] if mark[1] in SYMBOLS else HOLE, text)


def _called(call: ast.Call) -> str:
    """The first name of what is called: "logger" of logger.info(...)."""
    node = call.func
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_code(text: str) -> bool:
    return CODE.match(text) is not None and not text.isalpha()
