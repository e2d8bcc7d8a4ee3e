"""Every word of the page goes through the catalogue; other text would stay English."""

from __future__ import annotations

import re

import pytest

from tests.web.unsaid import STATIC, WORD, scripts, unsaid

NAMES = {"Lamplight", "Enter", "Escape", "Tab", "Esc"}  # names of the house and of keys
TEMPLATES = STATIC.parent / "templates"


def test_no_script_says_a_word_past_the_catalogue() -> None:
    found = {path.name: unsaid(path.read_text(encoding="utf-8")) for path in scripts()}
    assert {name: left for name, words in found.items() if (left := [one for one in words if one not in NAMES])} == {}


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("html`<p>Nothing yet</p>`", ["Nothing yet"]),
        ("html`<p>${tray ? html`<b>in the tray</b>` : ''}</p>`", ["in the tray"]),
        ('html`<button aria-label="Close" class="ico"></button>`', ["Close"]),
        ('const gold = { text: "Go on" };', ["Go on"]),
        ('const gold = { text: tn(n, "One step", "{n} steps"), small: "Go on" };', ["Go on"]),
        ("html`<p class=${`tone ${tone}`}>${t`Nothing yet`} · ${count}</p>`", []),
        ('html`<p data-testid="left" class="muted big"></p>` // to be read', []),
    ],
    ids=["between tags", "in a hole", "read out", "a string", "a plural", "all is said", "names"],
)
def test_text_outside_the_catalogue_is_found(script: str, words: list[str]) -> None:
    assert unsaid(script) == words


def test_templates_contain_only_the_house_name() -> None:
    machine = re.compile(r"{% block page %}.*?{% endblock %}|{[{%#].*?[}%#]}|<[^>]*>", re.DOTALL)
    texts = [machine.sub("\0", path.read_text(encoding="utf-8")) for path in sorted(TEMPLATES.glob("*.html"))]
    assert {part.strip() for text in texts for part in text.split("\0") if WORD.search(part)} == {"Lamplight"}
