"""`./table check` runs every tool, tells what a failing one said, and says what it had to leave out."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools import check, node_tools
from tests.tools.check import (
    ROOT,
    WEB,
    CheckStep,
    contracts,
    page_browsers,
    page_format,
    page_types,
    passes,
    run,
    steps,
)


def python(code: str) -> CheckStep:
    return CheckStep("step", (sys.executable, "-c", code))


def test_a_tool_that_finds_nothing_is_one_line() -> None:
    told: list[str] = []
    assert passes(python("print('much to say')"), told.append)
    assert told == ["ok   step"]


def test_what_a_failing_tool_said_is_told() -> None:
    told: list[str] = []
    assert not passes(python("print('line 3: wrong'); raise SystemExit(1)"), told.append)
    assert told == ["FAIL step", "line 3: wrong"]


def test_a_tool_that_is_not_there_is_said_and_is_no_failure() -> None:
    told: list[str] = []
    assert passes(CheckStep("page", (), "no tsc on this machine"), told.append)
    assert told == ["skip page: no tsc on this machine"]


@pytest.mark.parametrize("step", [page_types, page_browsers, page_format])
def test_a_tool_of_node_that_is_not_installed_is_left_out(
    step: Callable[[], CheckStep], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_tools, "find", lambda _name: None)
    assert step().command == () and node_tools.REMEDY in step().without


def test_a_failing_tool_does_not_stop_the_others() -> None:
    told: list[str] = []
    assert not run(told.append, (python("raise SystemExit(1)"), python("")))
    assert [line[:4] for line in told] == ["FAIL", "ok  "]


def test_format_lint_imports_rules_and_types_are_looked_at() -> None:
    assert [step.name for step in steps()] == [
        "format", "lint", "imports", "rules", "types", "page", "browsers", "scripts",
    ]  # fmt: skip


def test_every_contract_of_the_imports_is_kept() -> None:
    told: list[str] = []
    assert passes(contracts(), told.append), "\n".join(told)


def test_an_import_that_a_contract_forbids_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "__init__.py").touch()
    (tmp_path / "house" / "above.py").touch()
    (tmp_path / "house" / "below.py").write_text("import house.above\n")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.importlinter]\nroot_package = "house"\n[[tool.importlinter.contracts]]\n'
        'name = "Floors"\ntype = "layers"\nlayers = ["house.above", "house.below"]\n'
    )
    monkeypatch.setattr(check, "ROOT", tmp_path)
    told: list[str] = []
    assert not passes(contracts(), told.append)
    assert "house.below -> house.above (l.1)" in told[1]


def ready(step: CheckStep) -> CheckStep:
    if not step.command:
        pytest.skip(step.without)
    return step


@pytest.mark.slow
@pytest.mark.parametrize("step", [page_types, page_browsers])
def test_the_page_uses_nothing_that_the_oldest_browsers_lack(step: Callable[[], CheckStep]) -> None:
    told: list[str] = []
    assert passes(ready(step()), told.append), told


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "export const last = (/** @type {string[]} */ all) => all.at(-1);",
        'export const dashed = (/** @type {string} */ name) => name.replaceAll(" ", "-");',
    ],
)
def test_what_lists_and_words_of_old_browsers_cannot_do_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text(line)
    config = {"extends": str(ROOT / WEB / "jsconfig.json"), "include": ["page.js"]}
    (tmp_path / "jsconfig.json").write_text(json.dumps(config))
    compiler, *_ = ready(page_types()).command
    told: list[str] = []
    assert not passes(CheckStep("page", (compiler, "--project", str(tmp_path / "jsconfig.json"))), told.append)
    assert "TS2550" in "".join(told)


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", ["let a = null; a ??= 1;", "[1].at(-1);", "/(?<=a)b/.test(name);", "structuredClone({});"]
)
def test_what_old_browsers_do_not_understand_is_found(line: str) -> None:
    *command, _ = ready(page_browsers()).command
    shown = [*command, "--stdin", "--stdin-filename", f"{WEB}/static/page.js"]
    done = subprocess.run(shown, cwd=ROOT, input=line, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "1 problem" in done.stdout
