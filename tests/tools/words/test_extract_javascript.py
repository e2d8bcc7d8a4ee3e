"""The words of the page: found in its scripts, with their holes and their plurals, and in what games bring to it."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from tests.tools.words.content_messages import extract_page
from tests.tools.words.extract_javascript import extract
from tests.tools.words.template import KEYWORDS


def found(source: str) -> list[Any]:
    return [message for _line, _function, message, _comments in extract(BytesIO(source.encode()), KEYWORDS, (), {})]


def test_extract_numbers_holes_of_nested_templates() -> None:
    source = "const x = html`<p>${t`Table not heard for ${a ? t`one` : f(`${b}`)} s`}</p>`;\n// t`not this`"
    assert found(source) == ["Table not heard for {0} s", "one"]


def test_extract_skips_templates_of_holes_alone() -> None:
    assert found("t`${a} ${b}` + t`“${a}”`") == ["“{0}”"]


@pytest.mark.parametrize(
    "call",
    [
        'tn(n, "{n} card", "{n} cards")',
        'tn(\n  Math.max(a, f("b, c")),\n  "{n} card",\n  "{n} cards",\n  { a },\n)',
        "html`<b>${tn(list.filter((one) => one > 1).length, '{n} card', '{n} cards')}</b>`",
    ],
)
def test_extract_finds_both_forms_of_a_plural(call: str) -> None:
    assert found(call) == [("{n} card", "{n} cards")]


def test_extract_refuses_a_computed_plural() -> None:
    with pytest.raises(ValueError, match="line 2: tn needs two strings"):
        found("\ntn(count, page.one, page.many)")


BROUGHT = """
tint = ["#335577", "#112233"]
kits = { demo_coin = "Demo: coins" }
faces.heads = { word = "Head", sentence = "the head", mark = "M0 0", tone = "good" }
kinds = [{ kind = "coin", shape = "disc", several = "coins", one = "{n} coin", many = "{n} coins", kit = "coins", title = "Coins", note = "two" }]
readable = [{ kind = "coin", title = "Old coins", least_px_per_mm = 1.1 }]
"""


@pytest.mark.parametrize(
    ("domain", "texts"),
    [
        ("page", ["Head", "coins", ("{n} coin", "{n} coins"), "Coins", "two", "Demo: coins"]),
        ("house", ["Head", "coins", "Old coins", "the head"]),
    ],
)
def test_extract_reads_page_files_of_games(domain: str, texts: list[Any]) -> None:
    assert list(extract_page(BROUGHT, domain)) == texts
