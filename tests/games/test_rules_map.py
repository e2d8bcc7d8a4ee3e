"""RULES.md names existing functions and tests, and the rule cases hold: local ones in one file a game, and the shared ones."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

from companion import games
from tests.cases.runner import adapter, folder_of, judge, read_cases, results

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "companion" / "games"
ROW = re.compile(r"^\| ([A-Z][A-Z0-9-]+) \| (`.+`) \| (`.+`) \|$", re.MULTILINE)
NOT_YET = re.compile(r"^\| ([A-Z][A-Z0-9-]+) \| [^`|]+ \|$", re.MULTILINE)
MAPPED = games.names()


def rows(game: str) -> list[tuple[str, list[str], list[str]]]:
    text = (GAMES / game / "RULES.md").read_text(encoding="utf-8")
    return [(clause, re.findall(r"`([^`]+)`", f), re.findall(r"`([^`]+)`", t)) for clause, f, t in ROW.findall(text)]


@pytest.mark.parametrize("game", MAPPED)
def test_rules_map_names_existing_functions(game):
    for clause, functions, _ in rows(game):
        for name in functions:
            module, _, function = name.rpartition(".")
            assert hasattr(importlib.import_module(f"companion.games.{game}.{module}"), function), (clause, name)


@pytest.mark.parametrize("game", MAPPED)
def test_rules_map_names_existing_tests(game):
    cases = {case["id"] for case in json.loads((HERE / game / "cases.json").read_text(encoding="utf-8"))["cases"]}
    for clause, _, tests in rows(game):
        for name in tests:
            module, _, function = name.partition(".")
            source = (HERE / game / f"{module}.py").read_text(encoding="utf-8") if function else ""
            assert name in cases or f"def {function}(" in source, (clause, name)


@pytest.mark.parametrize("game", MAPPED)
def test_rules_map_has_every_clause_once(game):
    text = (GAMES / game / "RULES.md").read_text(encoding="utf-8")
    clauses = [clause for clause, _, _ in rows(game)] + NOT_YET.findall(text)
    assert len(clauses) == len(set(clauses)) > 60


@pytest.mark.parametrize(
    ("game", "prefix"), [("arkham", "AH"), ("mansions", "MOM"), ("nemesis", "NEM"), ("draw_your_weapon", "DYW")]
)
def test_rules_map_has_all_clauses_of_the_catalog(game, prefix, shared):
    catalog = (shared / "rules" / "catalog.md").read_text(encoding="utf-8")
    wanted = set(re.findall(rf"^- ({prefix}-[A-Z0-9-]+) \|", catalog, re.MULTILINE))
    told = (GAMES / game / "RULES.md").read_text(encoding="utf-8")
    assert wanted - set(re.findall(r"^\| ([A-Z0-9-]+) \|", told, re.MULTILINE)) == set()


# --- cases ------------------------------------------------------------------------------------------------------------

FILES = sorted(HERE.glob("*/cases.json"))
ALL = [(folder_of(game), case) for game, cases in map(read_cases, FILES) for case in cases]
CASES = [(folder, case) for folder, case in ALL if folder != "draw_your_weapon"]  # that folder runs its own


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "case"), CASES, ids=[case["id"] for _, case in CASES])
def test_local_rule_case_holds(folder, case):
    line = judge(case, adapter(folder))
    assert line.result == "passed", line.why


def test_local_rule_case_ids_are_unique():
    ids = [case["id"] for _, case in ALL]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", ["arkham_horror_lcg", "draw_your_weapon", "mansions_of_madness_2e", "nemesis"])
def test_shared_rule_cases_hold(game, shared):
    lines = list(results(shared / "rules" / "cases" / f"{game}.json"))
    assert lines
    assert [str(line) for line in lines if line.result == "failed"] == []
