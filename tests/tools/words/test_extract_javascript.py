"""The words of the page: found in its scripts, with their holes and their plurals, and in what games bring to it."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from tests.tools.words.content_messages import extract_page
from tests.tools.words.extract_javascript import extract
from tests.tools.words.template import KEYWORDS, template


def found(source: str) -> list[Any]:
    return [message for _line, _function, message, _comments in extract(BytesIO(source.encode()), KEYWORDS, (), {})]


def test_a_template_is_found_with_numbered_holes_also_within_another() -> None:
    source = "const x = html`<p>${t`Table not heard for ${a ? t`one` : f(`${b}`)} s`}</p>`;\n// t`not this`"
    assert found(source) == ["Table not heard for {0} s", "one"]


def test_a_name_that_ends_in_t_is_no_tag_of_ours() -> None:
    assert found("html`a` + rest`b` + t`c`") == ["c"]


def test_a_sum_of_holes_is_nothing_to_translate_but_marks_around_them_are() -> None:
    assert found("t`${a} ${b}` + t`“${a}”`") == ["“{0}”"]


@pytest.mark.parametrize(
    "call",
    [
        'tn(n, "{n} card", "{n} cards")',
        'tn(\n  Math.max(a, f("b, c")),\n  "{n} card",\n  "{n} cards",\n  { a },\n)',
        "html`<b>${tn(list.filter((one) => one > 1).length, '{n} card', '{n} cards')}</b>`",
    ],
)
def test_a_plural_is_found_with_both_its_forms(call: str) -> None:
    assert found(call) == [("{n} card", "{n} cards")]


def test_a_plural_that_is_not_written_out_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2: tn needs two strings"):
        found("\ntn(count, page.one, page.many)")


def test_each_is_told_with_its_line() -> None:
    lines = [line for line, *_ in extract(BytesIO(b"/** a\n * remark */\nt`one`;\n// t`none`\nt`two`"))]
    assert lines == [3, 5]


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
def test_a_game_brings_words_to_the_page_and_to_sentences(domain: str, texts: list[Any]) -> None:
    assert list(extract_page(BROUGHT, domain)) == texts


def test_words_of_the_scripts_and_of_games_are_messages_of_the_page() -> None:
    page = template("page")
    assert all(page.get(text) for text in ("Undo", "{n} card", "{n} noise die", "Chaos tokens"))
