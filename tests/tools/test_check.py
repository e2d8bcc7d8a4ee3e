"""`./table check` runs every tool, prints the output of a failing one, and names missing ones."""

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


@pytest.mark.parametrize(
    ("step", "is_passed", "lines"),
    [
        (python("print('much to say')"), True, ["ok   step"]),
        (python("print('line 3: wrong'); raise SystemExit(1)"), False, ["FAIL step", "line 3: wrong"]),
        (CheckStep("page", (), "no tsc on this machine"), True, ["skip page: no tsc on this machine"]),
    ],
    ids=["ok", "fail", "skip"],
)
def test_check_step_prints_output_only_on_failure(step: CheckStep, is_passed: bool, lines: list[str]) -> None:
    told: list[str] = []
    assert passes(step, told.append) is is_passed
    assert told == lines


@pytest.mark.parametrize("step", [page_types, page_browsers, page_format])
def test_check_skips_missing_node_tools(step: Callable[[], CheckStep], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_tools, "find", lambda _name: None)
    assert step().command == () and node_tools.REMEDY in step().without


def test_check_continues_after_a_failure() -> None:
    told: list[str] = []
    assert not run(told.append, (python("raise SystemExit(1)"), python("")))
    assert [line[:4] for line in told] == ["FAIL", "ok  "]


def test_check_runs_all_steps() -> None:
    assert [step.name for step in steps()] == [
        "format", "lint", "imports", "rules", "types", "page", "browsers", "scripts",
    ]  # fmt: skip


def test_check_import_contracts_hold() -> None:
    told: list[str] = []
    assert passes(contracts(), told.append), "\n".join(told)


def test_check_reports_a_forbidden_import(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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
def test_check_page_fits_the_oldest_browsers(step: Callable[[], CheckStep]) -> None:
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
def test_check_finds_methods_old_browsers_lack(line: str, tmp_path: Path) -> None:
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
def test_check_finds_syntax_old_browsers_lack(line: str) -> None:
    *command, _ = ready(page_browsers()).command
    shown = [*command, "--stdin", "--stdin-filename", f"{WEB}/static/page.js"]
    done = subprocess.run(shown, cwd=ROOT, input=line, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "1 problem" in done.stdout
