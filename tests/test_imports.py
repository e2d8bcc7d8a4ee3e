"""Import rules beyond the contracts in pyproject.toml: rules use no clock, chance, input or output, and are called with
`yield from`.
"""

import ast
import importlib.metadata
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent

NO_INPUT_OR_OUTPUT = ("random", "time", "logging", "socket", "subprocess", "sqlite3", "threading", "os")
OURS = ("companion", "vision", "firmware_bridge")
PURE = ("companion.schema", "companion.engine", "companion.games")


class Line(NamedTuple):
    """One import as it stands in the source."""

    path: Path
    number: int
    module: str
    imported: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.number}: {self.module} imports {self.imported}"


def sources() -> list[Path]:
    return sorted(path for name in PURE for path in (ROOT / name.replace(".", "/")).rglob("*.py"))


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[Line]:
    module = module_of(path)
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            yield Line(path, node.lineno, module, name)


def lies_in(module: str, place: str) -> bool:
    return module == place or module.startswith(f"{place}.")


def is_impure(line: Line) -> bool:
    return any(lies_in(line.imported, name) for name in NO_INPUT_OR_OUTPUT)


@pytest.mark.slow
def test_rules_import_no_clock_chance_or_io() -> None:
    wrong = [str(line) for path in sources() for line in imports(path) if is_impure(line)]
    assert not wrong, "\n".join(wrong)


def test_exactly_one_opencv_is_installed() -> None:
    """Two of them overwrite each other's files and `import cv2` breaks in odd places."""
    found = sorted(
        name
        for distribution in importlib.metadata.distributions()
        if (name := distribution.metadata["Name"].lower()).startswith("opencv")
    )
    assert found == ["opencv-python"]


NOT_IMPORTED = {
    "amqtt": "runs as a process of its own, see companion/messaging/broker/embedded.py",
}


@pytest.mark.slow
def test_each_package_that_we_ask_for_is_imported_somewhere() -> None:
    """Dependencies of dependencies are in the locks only."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for some in project["optional-dependencies"].values() for one in some)]
    names = {re.match(r"[\w-]+", one)[0] for one in wanted}
    text = "\n".join(path.read_text("utf-8") for package in OURS for path in (ROOT / package).rglob("*.py"))
    modules = set(re.findall(r"^ *(?:import|from) (\w+)", text, re.MULTILINE))
    packages = importlib.metadata.packages_distributions()
    imported = {name for module in modules for name in packages.get(module, [module])}
    imported = {name.lower().replace("_", "-") for name in imported}
    assert names - imported == set(NOT_IMPORTED)


# A rule is a generator: called without `yield from` it does nothing, silently.

ASKS = ("ask", "first", "some", "one", "number")
"""Methods of a Play that ask; calling them is asking only inside `yield from`."""


def is_rule(function: ast.FunctionDef) -> bool:
    """Return whether a generator is a rule, by its signature. Views may be generators too."""
    return function.returns is not None and ast.unparse(function.returns).startswith("Rule[")


def rules_in(tree: ast.AST) -> set[str]:
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and is_rule(node)}


def rules_known(tree: ast.AST, of_module: Mapping[str, set[str]]) -> set[str]:
    """Names under which a module can call a rule: its own, and those it imports, "module.rule" as well."""
    known = rules_in(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = alias.asname or alias.name
                known |= {name} if alias.name in of_module.get(node.module, ()) else set()
                known |= {f"{name}.{rule}" for rule in of_module.get(f"{node.module}.{alias.name}", ())}
    return known


def called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        return f"{node.func.value.id}.{node.func.attr}"
    return ""


def enters_or_hands_on(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions after `yield from`, `return` and `lambda`, on both sides of an `if ... else`."""
    behind = getattr(node, "value", None) if isinstance(node, ast.YieldFrom | ast.Return) else None
    waiting = [node.body] if isinstance(node, ast.Lambda) else [behind] if behind else []
    while waiting:
        expression = waiting.pop()
        yield expression
        if isinstance(expression, ast.IfExp):
            waiting += [expression.body, expression.orelse]


def forgotten(tree: ast.Module, of_module: Mapping[str, set[str]]) -> list[int]:
    """Lines on which a rule is called and thrown away, or kept as if it were its result."""
    rules = rules_known(tree, of_module) | {f"g.{name}" for name in ASKS}
    good = {id(call) for node in ast.walk(tree) for call in enters_or_hands_on(node)}
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node) in rules and id(node) not in good
    ]


@pytest.mark.slow
def test_every_rule_is_entered_with_yield_from() -> None:
    games = sorted((ROOT / "companion" / "games").rglob("*.py"))
    of_module = {module_of(path): rules_in(parsed(path)) for path in games}
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {path.read_text(encoding='utf-8').splitlines()[number - 1].strip()}"
        for path in games
        for number in forgotten(parsed(path), of_module)
    ]
    assert not wrong, "\n".join(wrong)
