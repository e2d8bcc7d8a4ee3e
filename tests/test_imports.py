"""The floors of the house: who may import whom, read from the sources; the offending line is printed."""

import ast
import importlib.metadata
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "vision", "firmware_bridge")

EVERYBODY = ("companion.errors", "companion.system")
"""Our own errors, and what the operating system is asked for: files, folders, threads, processes, logging."""

MAY_IMPORT = {
    "companion.errors": (),
    "companion.system": ("companion.system",),
    "companion.schema": ("companion.schema",),
    "companion.engine": ("companion.engine", "companion.schema"),
    "companion.i18n": ("companion.i18n", "companion.schema"),
    "companion.games": ("companion.engine", "companion.schema"),  # and itself, see `allowed`
    "companion.sessions": ("companion.sessions", "companion.engine", "companion.schema", "companion.games"),
    "companion.fairness": ("companion.fairness", "companion.sessions", "companion.engine", "companion.schema"),
    "companion.presentation": (
        "companion.presentation",
        "companion.fairness",
        "companion.sessions",
        "companion.engine",
        "companion.schema",
    ),
    "companion.messaging": (
        "companion.messaging",
        "companion.presentation",
        "companion.sessions",
        "companion.i18n",
        "companion.schema",
    ),
    "companion.web": (
        "companion.web",
        "companion.presentation",
        "companion.sessions",
        "companion.fairness",
        "companion.engine",
        "companion.i18n",
        "companion.schema",
    ),
    "vision": ("vision", "companion.schema", "companion.messaging"),
    "firmware_bridge": ("firmware_bridge", "companion.schema", "companion.messaging"),
}
FLOORS = {floor.removeprefix("companion.") for floor in MAY_IMPORT}
TOP = sorted(
    name
    for path in (ROOT / "companion").iterdir()
    if (name := path.stem) not in FLOORS and (path.suffix == ".py" or (path / "__init__.py").exists())
    if not name.startswith("__")
)
"""What composes: it may import everything, and no layer of the column imports it."""

COMMANDS = (
    "companion.web.auth.pairing_command",
    "companion.web.auth.permissions",
    "companion.i18n.commands",
    "companion.archive",
)
"""Commands that lie beside what they command: they read the settings."""

ROOMS = {
    "vision.cards": ("vision.classify", "vision.training"),
    "vision.enrolment": ("vision.classify", "vision.detect", "vision.stream", "vision.service", "vision.commands"),
    "vision.service": ("vision.__main__",),
    "vision.commands": (),
    "vision.training": (),
}
"""A part of vision, and who in vision may come in: what reads a picture knows neither lesson, bus nor command."""

NO_INPUT_OR_OUTPUT = ("random", "time", "logging", "socket", "subprocess", "sqlite3", "threading", "os")
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
    return sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))


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


def floor_of(module: str) -> str:
    return next((floor for floor in MAY_IMPORT if lies_in(module, floor)), "")


def allowed(line: Line) -> bool:
    if not any(lies_in(line.imported, package) for package in PACKAGES):
        return True
    floor = floor_of(line.module)
    if not floor or any(lies_in(line.imported, name) for name in EVERYBODY):
        return True
    if floor == "companion.games":  # a game knows itself, and no other game
        return any(lies_in(line.imported, name) for name in (*MAY_IMPORT[floor], ".".join(line.module.split(".")[:3])))
    return any(lies_in(line.imported, name) for name in MAY_IMPORT[floor])


@cache
def everything() -> tuple[Line, ...]:
    """Read once, and by whoever runs these tests."""
    return tuple(line for path in sources() for line in imports(path))


def test_no_floor_imports_what_lies_above_it() -> None:
    wrong = [str(line) for line in everything() if not allowed(line)]
    assert not wrong, "\n".join(wrong)


def test_nobody_imports_the_composition_root_or_a_command() -> None:
    tops = [f"companion.{name}" for name in TOP]
    wrong = [
        str(line)
        for line in everything()
        if any(lies_in(line.imported, top) for top in tops) and not any(lies_in(line.module, top) for top in tops)
    ]
    assert not wrong, "\n".join(wrong)


def trespasses(line: Line) -> bool:
    """Whether something in vision reaches into one of its rooms that is closed to it."""
    room = next((room for room in ROOMS if lies_in(line.imported, room)), "")
    if not room or not lies_in(line.module, "vision"):
        return False
    return not any(lies_in(line.module, place) for place in (room, *ROOMS[room]))


def test_each_room_of_vision_is_entered_by_those_it_is_open_to_alone() -> None:
    wrong = [str(line) for line in everything() if trespasses(line)]
    assert not wrong, "\n".join(wrong)


def test_one_room_of_vision_knows_the_bus() -> None:
    wrong = [
        str(line)
        for line in everything()
        if lies_in(line.imported, "companion.messaging") and is_far_from_the_bus(line.module)
    ]
    assert not wrong, "\n".join(wrong)


def is_far_from_the_bus(module: str) -> bool:
    return lies_in(module, "vision") and not lies_in(module, "vision.service")


def test_a_recogniser_that_asks_for_the_bus_is_found() -> None:
    assert is_far_from_the_bus("vision.stream.tray_watch")
    assert not is_far_from_the_bus("vision.service.reporter")


def test_a_reader_that_reaches_for_the_bus_process_is_found() -> None:
    assert trespasses(Line(ROOT / "x.py", 1, "vision.classify.tray_reader", "vision.service.page_images"))


def test_rules_have_no_clock_no_random_and_no_input_or_output() -> None:
    wrong = [
        str(line)
        for line in everything()
        if any(lies_in(line.module, floor) for floor in PURE)
        and any(lies_in(line.imported, name) for name in NO_INPUT_OR_OUTPUT)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_game_that_imports_another_game_is_found() -> None:
    line = Line(ROOT / "x.py", 1, "companion.games.arkham.rules.play", "companion.games.nemesis.state")
    assert not allowed(line)


@pytest.mark.parametrize("module", ["companion.engine.run", "vision.stream.stability", "companion.web.app"])
def test_a_floor_that_reaches_for_a_game_is_found(module: str) -> None:
    assert not allowed(Line(ROOT / "x.py", 1, module, "companion.games.arkham"))


def test_exactly_one_opencv_is_installed() -> None:
    """Two of them overwrite each other's files and `import cv2` breaks in odd places."""
    found = sorted(
        name
        for distribution in importlib.metadata.distributions()
        if (name := distribution.metadata["Name"].lower()).startswith("opencv")
    )
    assert found == ["opencv-python"]


# A rule is a generator: called without `yield from` it does nothing, silently.

ASKS = ("ask", "first", "some", "one", "number")
"""Methods of a Play that ask; calling them is asking only inside `yield from`."""


def is_rule(function: ast.FunctionDef) -> bool:
    """A view may be a generator as well; what asks says so in its signature."""
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
    """What stands behind `yield from`, `return` and `lambda`, on both sides of an `if ... else`."""
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


def test_every_rule_is_entered_with_yield_from() -> None:
    games = sorted((ROOT / "companion" / "games").rglob("*.py"))
    of_module = {module_of(path): rules_in(parsed(path)) for path in games}
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {path.read_text(encoding='utf-8').splitlines()[number - 1].strip()}"
        for path in games
        for number in forgotten(parsed(path), of_module)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_rule_called_without_yield_from_is_found() -> None:
    source = """
from house import checks
from house.rooms import noise
def move(g) -> Rule[None]:
    noise(g)
    yield from noise(g)
    g.some(p)
    total = checks.test(g)
    some(p)
def choose():
    def inner(g) -> Rule[None]:
        yield from move(g)
    return inner
choose()
"""
    assert forgotten(ast.parse(source), {"house.rooms": {"noise"}, "house.checks": {"test"}}) == [5, 7, 8]
