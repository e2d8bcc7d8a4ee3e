"""Every word of the page goes through the catalogue; other text would stay English."""

from __future__ import annotations

import re

from tests.web.unsaid import STATIC, WORD, scripts, unsaid

NAMES = {"Lamplight", "Enter", "Escape", "Tab", "Esc"}  # names of the house and of keys
TEMPLATES = STATIC.parent / "templates"


def test_no_script_says_a_word_past_the_catalogue() -> None:
    found = {path.name: unsaid(path.read_text(encoding="utf-8")) for path in scripts()}
    assert {name: left for name, words in found.items() if (left := [one for one in words if one not in NAMES])} == {}


def test_templates_contain_only_the_house_name() -> None:
    machine = re.compile(r"{% block page %}.*?{% endblock %}|{[{%#].*?[}%#]}|<[^>]*>", re.DOTALL)
    texts = [machine.sub("\0", path.read_text(encoding="utf-8")) for path in sorted(TEMPLATES.glob("*.html"))]
    assert {part.strip() for text in texts for part in text.split("\0") if WORD.search(part)} == {"Lamplight"}
