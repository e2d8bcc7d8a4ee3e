"""The check finds each way in which a translation would be lost."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.tools.text_check import Source, faults

FIELDS = "class Prompt:\n    title: Words\nSTOP = _('Stop.')\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("f'{prompt.title}!'", "text in an f-string"),
        ("Prompt(f'{who} waits.')", "an f-string"),
        ("Prompt('The lid ' + state)", "a glued string"),
        ("Prompt('Undo')", "an unmarked literal"),
        ("_('{who} waits.')", "no argument for who"),
        ("_('{who} waits.', who=who, n=2)", "nothing uses n"),
        ("prompt.title == STOP", "text is compared"),
        ("'skull' in prompt.title", "text is compared"),
        ("prompt.title.partition(': ')", "text is read"),
        ("from_data(f'{{share:.{n}%}}', share=share)", "a message out of an f-string"),
    ],
)
def test_text_check_finds_a_lost_translation(line: str, why: str) -> None:
    (fault,) = faults([Source(Path("game.py"), ast.parse(FIELDS + line))])
    assert fault.startswith("game.py:4: ") and why in fault


@pytest.mark.parametrize(
    "line", ["Prompt(_('{who} waits.', who=who))", "str(prompt.title)", "prompt.title == other.title", "f'{name}'"]
)
def test_text_check_accepts_translated_text(line: str) -> None:
    assert not list(faults([Source(Path("game.py"), ast.parse(FIELDS + line))]))
