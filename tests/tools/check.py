"""`./table check`: what a change has to pass before anybody reads it. Runs the tools, owns no rule itself.

A developer's command: it needs a checkout with pyproject.toml and tests/.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from companion.errors import LamplightError
from tests.tools import node_tools

ROOT = Path(__file__).resolve().parents[2]
WEB = Path("companion/web")
PAGE = ROOT / WEB / "jsconfig.json"
SCRIPTS = (f"{WEB}/static/**/*.js", f"!{WEB}/static/vendor/**")
CODE = ("companion", "firmware_bridge", "vision", "tests", "deploy", "table")
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"
"""The command `lint-imports` of this very Python: it cannot be run as a module."""

Tell: TypeAlias = Callable[[str], None]


class NotACheckoutError(LamplightError):
    """The package is installed somewhere without its repository."""


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One tool. `without` is printed on a machine that lacks it."""

    name: str
    command: Sequence[str]
    without: str = ""


def steps() -> tuple[CheckStep, ...]:
    """The tools in the order of their speed."""
    code = [name for name in CODE if (ROOT / name).exists()]
    python = sys.executable
    return (
        CheckStep("format", (python, "-m", "ruff", "format", "--check", *code)),
        CheckStep("lint", (python, "-m", "ruff", "check", *code)),
        contracts(),
        CheckStep("rules", (python, "-m", "pytest", "-p", "no:randomly", "tests/test_imports.py")),
        CheckStep("types", (python, "-m", "mypy")),
        page_types(),
        page_browsers(),
        page_format(),
    )


def contracts() -> CheckStep:
    """Check the import contracts in pyproject.toml."""
    return CheckStep("imports", (sys.executable, "-c", LINT_IMPORTS, "--no-cache", "--no-logo"))


def page_types() -> CheckStep:
    """The page's JSDoc types; the page itself needs no build."""
    return node_step("page", "tsc", "--project", str(PAGE))


def page_browsers() -> CheckStep:
    """Check features that the oldest browsers lack. Library functions are checked with the page's types."""
    return node_step("browsers", "eslint", "--config", "tests/tools/node/eslint.config.mjs", f"{WEB}/static")


def page_format() -> CheckStep:
    """The layout of the page's scripts."""
    config = f"{WEB}/.prettierrc.json"
    return node_step("scripts", "prettier", "--check", "--log-level", "warn", "--config", config, *SCRIPTS)


def node_step(name: str, tool: str, *options: str) -> CheckStep:
    """Run a tool of Node, where it is installed."""
    program = node_tools.find(tool)
    if program is None:
        return CheckStep(name, (), f"{tool} is not here. {node_tools.REMEDY}")
    return CheckStep(name, (program, *options))


def run(tell: Tell = print, tools: Sequence[CheckStep] = ()) -> bool:
    """Run every step (or only these tools), also after one that failed; False when one failed. Raises NotACheckoutError."""
    if not (ROOT / "pyproject.toml").is_file():
        raise NotACheckoutError(f"{ROOT} holds no pyproject.toml: run ./table check in a checkout of the repository.")
    good = [passes(step, tell) for step in tools or steps()]
    return all(good)


def passes(step: CheckStep, tell: Tell) -> bool:
    """Run one tool. Print its output only on failure."""
    if not step.command:
        tell(f"skip {step.name}: {step.without}")
        return True
    done = subprocess.run(step.command, cwd=ROOT, capture_output=True, text=True, check=False)
    tell(f"{'ok  ' if done.returncode == 0 else 'FAIL'} {step.name}")
    if done.returncode and (said := (done.stdout + done.stderr).rstrip()):
        tell(said)
    return done.returncode == 0
