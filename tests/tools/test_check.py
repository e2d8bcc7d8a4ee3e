"""`./table check` runs every tool, prints the output of a failing one, and names missing ones."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.tools.check import (
    ROOT,
    WEB,
    CheckStep,
    contracts,
    page_browsers,
    page_types,
    passes,
    run,
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


def test_check_continues_after_a_failure() -> None:
    told: list[str] = []
    assert not run(told.append, (python("raise SystemExit(1)"), python("")))
    assert [line[:4] for line in told] == ["FAIL", "ok  "]


@pytest.mark.slow
def test_check_import_contracts_hold() -> None:
    told: list[str] = []
    assert passes(contracts(), told.append), "\n".join(told)


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
    "line", ["let a = null; a ??= 1;", "[1].at(-1);", "/(?<=a)b/.test(name);", "structuredClone({});"]
)
def test_check_finds_syntax_old_browsers_lack(line: str) -> None:
    *command, _ = ready(page_browsers()).command
    shown = [*command, "--stdin", "--stdin-filename", f"{WEB}/static/page.js"]
    done = subprocess.run(shown, cwd=ROOT, input=line, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "1 problem" in done.stdout
