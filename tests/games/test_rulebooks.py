"""Rulebooks: every clause of the rules and of the code can be looked up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion import games
from companion.engine import Rulebook
from companion.engine.rulebook import Clause, load_rulebook
from companion.errors import ContentError
from companion.schema import HOUSE, TABLE, Steps, Sum
from tests.games.course import by_chance

GAMES = Path(games.__file__).parent
ALL = games.names()
ROW = re.compile(r"^\| ([A-Z][A-Z0-9-]+) \|", re.MULTILINE)
NAME = re.compile(r"(AH|MOM|NEM|DYW)-[A-Z-]+-\d+|ST\.\d")
FORBIDDEN_BY_NOTHING = frozenset(
    {
        # missing targets, or conditions stated already
        *("UNKNOWN_TARGET", "NO_TARGET", "NO_TEST", "NO_CARD", "NO_CLUE", "NO_CONDITION", "NO_ITEM", "NO_DAMAGE"),
        *("NO_NOISE", "NO_FIRE", "NO_MALFUNCTION", "NO_WOUND", "NO_SLIME", "NO_LARVA", "NO_POD", "NO_BED", "NO_ENGINE"),
        *("NO_ROOM_FOR_AMMO", "NOTHING_LEFT", "NOTHING_TO_CORRECT", "NOTHING_UNKNOWN", "NOBODY_HERE", "NOBODY_THERE"),
        *("NOBODY_STANDS", "NO_COMPUTER", "NO_OPEN_DOOR", "NO_CLOSED_DOOR", "NO_ALARM", "NO_WEAPON", "HAND_KNOWN"),
        *("SIGNAL_SENT", "DECK_EMPTY", "DOWN", "CANNOT_PAY", "NO_ACTIONS_LEFT"),
        # rules of the ship, a scenario or a correction without a clause
        *("ALARM_RUNS", "BEDS_COLD", "POD_LOCKED", "POD_FULL", "OUT_OF_COMBAT_ONLY", "NOT_NOW"),
        *("ENEMY_NOT_ENGAGED_WITH_YOU", "NOT_SAME_PLACE", "NO_VALID_DESTINATION", "CARD_NOT_IN_HAND"),
        *("NO_SUCH_SYMBOL", "WRONG_LENGTH", "NO_SUCH_MOVE"),
        # before a game begins
        *("UNKNOWN_DIFFICULTY", "UNKNOWN_CHOICE", "NOT_USABLE", "TWO_CARDS"),
        *("UNKNOWN_BOX", "TWICE", "NO_ROLE_LEFT", "UNKNOWN_ROLE"),
    }
)
"""Refusal codes without a clause."""
AT_WILL = ("choose", "write", "count")  # kinds of prompts that need no clause: stories and corrections


@cache
def book(game: str) -> Rulebook:
    path = games.find(game).book
    assert path is not None
    return load_rulebook(path)


@cache
def names(game: str) -> frozenset[str]:
    return frozenset(name for one in book(game).clauses() for name in (one.id, *(note.id for note in one.notes)))


def refusals(game: str) -> Iterator[tuple[Path, ast.Call]]:
    """Yield the refusals in the code of a game."""
    for path in sorted((GAMES / game).rglob("*.py")):
        if path.name != "cases.py" and "lint" not in path.parts:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refusal", "Refused"):
                    yield path, node


@pytest.mark.parametrize("game", ALL)
def test_book_has_every_clause_of_the_rules(game):
    told = (GAMES / game / "RULES.md").read_text(encoding="utf-8")
    assert set(ROW.findall(told)) - names(game) == set()


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL)
def test_book_has_every_clause_of_the_code(game):
    named = set()
    for path in (GAMES / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAME.fullmatch(node.value):
                named.add(node.value)
    assert len(named) > 20 and named - names(game) == set()


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL)
def test_refusal_names_its_clause(game):
    for path, call in refusals(game):
        code = call.args[0].value if isinstance(call.args[0], ast.Constant) else ""
        where = (path.name, call.lineno, code)
        if len(call.args) < 3:
            assert code in FORBIDDEN_BY_NOTHING, where
        elif isinstance(call.args[2], ast.Constant):
            assert call.args[2].value in names(game), where


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL)
def test_random_game_names_rules_of_the_book(game):
    for run, _ in by_chance(games.find(game), 7, 160):
        asked = [p for p in run.open if p.seat != HOUSE and (p.rule or p.kind not in AT_WILL)]
        assert [p.title for p in asked if p.rule not in names(game)] == []
        refused = [o.refused for p in run.open for o in p.options if o.refused is not None and o.refused.rule]
        assert [refusal for refusal in refused if refusal.rule not in names(game)] == []
        view = games.find(game).view(run.state, TABLE)
        sums = [block for block in view if isinstance(block, Sum)]
        assert [s.title for s in sums if s.verdict and s.rule not in names(game)] == []
        lines = [term for s in sums for term in s.terms] + [s for b in view if isinstance(b, Steps) for s in b.steps]
        assert [line for line in lines if line.rule not in names(game)] == []


def test_book_loader_names_missing_parts(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(
        '[[chapters]]\ntitle = "All"\n[[chapters.clauses]]\nid = "A-1"\ntitle = "One"\ntext = ""\nsee = ["A-2"]\n'
        '[[chapters.clauses]]\nid = "A-1"\ntitle = "Two"\ntext = "Two."\n'
    )
    with pytest.raises(ContentError) as told:
        load_rulebook(path)
    for fault in ("A-1 stands there twice", "A-1 needs a title and a text", "there is no other clause A-2 to see"):
        assert fault in str(told.value)


def test_book_finds_a_clause_by_its_note():
    one = book("arkham").clause("AH-AMB-8")
    assert isinstance(one, Clause) and one.id == "AH-ACT-FIGHT-7"
    assert book("arkham").clause("AH-NONE") is None
