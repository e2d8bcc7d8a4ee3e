"""Runs rule cases: files of small situations, each one message and what must hold afterwards.

A case file names its game. The game's own `runner.py` builds the situation, sends the message through its rules and
compares. This file only finds it, counts and words the lines. No rules here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from companion import games
from companion.errors import ContentError
from companion.system.safe_load import json_of
from tests.cases.judge import NOT_IMPLEMENTED, CaseResult, NotCoveredError

FOLDERS: Mapping[str, str] = {
    "arkham_horror_lcg": "arkham",
    "mansions_of_madness_2e": "mansions",
}
"""Game id of a case file -> folder of `companion.games`, where it is not the folder's own name."""

Case: TypeAlias = Mapping[str, Any]
Tell: TypeAlias = Callable[[str], None]


RunCase: TypeAlias = Callable[[Case], CaseResult]


@dataclass(frozen=True, slots=True)
class CaseReport:
    """The result of one case. A remark is a disputed case that differs; it is not counted."""

    id: str
    result: Literal["passed", "failed", "remark"]
    why: str = ""

    def __str__(self) -> str:
        return f"{self.result:6} {self.id}" + (f": {self.why}" if self.why else "")


def run(files: Sequence[Path], tell: Tell = print) -> bool:
    """Run every case of the files and tell a line each and the count; False when one failed. Raises ContentError."""
    lines = []
    for file in files:
        for line in results(file):
            tell(str(line))
            lines.append(line)
    failed = sum(line.result == "failed" for line in lines)
    tell(f"{sum(line.result == 'passed' for line in lines)} passed, {failed} failed")
    return failed == 0


def results(file: Path) -> Iterator[CaseReport]:
    """The results of one file, case by case. Raises ContentError."""
    game, cases = read_cases(file)
    run_case = adapter(folder_of(game))
    for case in cases:
        yield judge(case, run_case)


def folder_of(game: str) -> str:
    """The folder of a game, by its id in case files."""
    return FOLDERS.get(game, game)


def read_cases(file: Path) -> tuple[str, tuple[Case, ...]]:
    """Game id and cases of a file. Raises ContentError where it is not readable or not of this format."""
    try:
        told = json_of(file)
    except (OSError, ValueError) as error:
        raise ContentError(f"{file}: no readable case file ({error})") from error
    if not isinstance(told, dict) or not isinstance(told.get("cases"), list):
        raise ContentError(f'{file}: a case file is an object with the keys "game" and "cases"')
    known = tuple(dict.fromkeys((*FOLDERS, *games.names())))
    if told.get("game") not in known:
        raise ContentError(f"{file}: the game {told.get('game')!r} is not known; known are {', '.join(known)}")
    for place, case in enumerate(told["cases"]):
        if not isinstance(case, dict) or not isinstance(case.get("id"), str):
            raise ContentError(f'{file}: cases[{place}] is no object with an "id"')
    return told["game"], tuple(told["cases"])


def adapter(folder: str) -> RunCase | None:
    """The game's `run_case`; None where the game has no rules for cases yet."""
    name = f"tests.cases.{folder}.adapter"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise  # the adapter is there and lacks something itself
        return None
    return cast("RunCase", module.run_case)


def judge(case: Case, run_case: RunCase | None) -> CaseReport:
    """Run one case. An exception of its rule fails the case and not the run."""
    if run_case is None:
        return CaseReport(case["id"], "failed", NOT_IMPLEMENTED)
    try:
        verdict = run_case(case)
    except NotCoveredError:
        return CaseReport(case["id"], "failed", NOT_IMPLEMENTED)
    except Exception as error:  # noqa: BLE001  a rule may raise anything, and the next case does not depend on it
        return CaseReport(case["id"], "failed", f"{type(error).__name__}: {error}")
    if verdict.passed:
        return CaseReport(case["id"], "passed")
    if case.get("disputed") and verdict.why != NOT_IMPLEMENTED:
        return CaseReport(
            case["id"], "remark", f"disputed ({case.get('ambiguity', 'no entry')}), ours differs: {verdict.why}"
        )
    return CaseReport(case["id"], "failed", verdict.why)
