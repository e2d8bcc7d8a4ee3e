"""Every sentence is recognised: with any names in its holes it comes back in German, and no other pattern swallows it."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion import games
from companion.i18n.catalogue import PLAIN, SYMBOL, CatalogueEntry
from companion.i18n.translations import is_of
from companion.i18n.translator import CAPITAL, MARK, CachedTranslator
from tests.i18n.ours import german

HOLE = re.compile(r"\{(\d+)\}")
GLUED = re.compile(r"[^\W\d_]\{\d+\}|\{\d+\}[^\W\d_]|\{\d+\}\{\d+\}")  # nobody can tell where such a hole begins
LETTERS = "bcdfghklmnprstvwz"


def names(random: Random) -> tuple[str, ...]:
    """Names that stand in no catalogue."""
    made = ("".join(random.choice("xyq" + LETTERS) + random.choice("aeiou") for _ in range(3)) for _ in range(12))
    return tuple(f"Q{name}{place}" for place, name in enumerate(made))


def filled(entry: CatalogueEntry, tongue: CachedTranslator, who: tuple[str, ...]) -> str:
    """What is to come back: the German with the names in its holes, in the forms that it asks for; symbols are words in both."""

    def hole(mark: re.Match[str]) -> str:
        wishes = mark[2].split(":")[1:]
        form = next((wish for wish in wishes if wish != CAPITAL), PLAIN)
        said = tongue.form(form).replace("{0}", who[int(mark[1])])
        return said[:1].upper() + said[1:] if CAPITAL in wishes else said

    said = entry.said if SYMBOL.search(entry.text) else SYMBOL.sub(lambda symbol: tongue.say(symbol[1]), entry.said)
    return MARK.sub(hole, said)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*games.names(), ""])
def test_a_sentence_with_any_names_in_it_comes_back_as_its_translation(game: str) -> None:
    tongue, random = german().tongue(game), Random(game)
    domains = [its for name, its in german().domains.items() if is_of(name, game)] or [german().domains["house"]]
    wrong, seen = {}, set()
    for entry in (one for its in domains for one in its):
        if entry.form or entry.text in seen or GLUED.search(entry.text):
            continue
        seen.add(entry.text)
        who = names(random)
        text = HOLE.sub(lambda hole, who=who: who[int(hole[1])], entry.text)
        said, wanted = tongue.say(text, frozenset(who)), filled(entry, tongue, who)
        if said != wanted:
            wrong[text] = (said, wanted)
    assert wrong == {}
    assert len(seen) > 300
