"""The test under way: its steps, what is committed, and what is known of its result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.games.arkham.facts.events import UNKNOWN
from companion.games.arkham.rules.skill_test.values import NAMES, icons, judged, still_to_reveal
from companion.games.arkham.state import State, Test
from companion.games.arkham.views.odds import committed, icon_words, odds
from companion.games.arkham.views.test_result import verdict
from companion.schema.view import Block, Card, Cards, Step, Steps

STEPS = (
    ("ST.1", "Choose the skill"),
    ("ST.2", "Commit cards"),
    ("ST.3", "Reveal a token"),
    ("ST.4", "Token effect"),
    ("ST.5", "Add it up"),
    ("ST.6", "Compare"),
    ("ST.7", "Apply results"),
    ("ST.8", "End the test"),
)


def steps(s: State, test: Test) -> Steps:
    """Which are done, and what came of them."""
    now = next(place for place, (name, _) in enumerate(STEPS) if name == test.step)
    notes = {
        "ST.2": icon_words(committed(s, test)) if test.committed else "",
        "ST.3": ", ".join(NAMES.get(token, token) for token in test.revealed),
    }
    return Steps(
        "Steps",
        tuple(Step(text, _reached(place, now), notes.get(name, ""), name) for place, (name, text) in enumerate(STEPS)),
    )


def under_way(s: State, test: Test) -> Iterator[Block]:
    """Before the result: what is committed, the chances, and the sum as far as it is known."""
    if test.committed:
        cards = tuple(
            Card(c.card, card_words(c.card), f"{s.seats[c.by].name}, +{icons(s, c.card, test.skill)}")
            for c in test.committed
        )
        yield Cards("Committed", cards)
    if s.last is None and still_to_reveal(s, test) > 0:
        yield odds(s, test)
    if test.revealed and s.last is None:
        yield replace(verdict(s, judged(s, test)), title="The token lies there", verdict="", sentence="")


def card_words(card: str) -> str:
    """A card known only by its icons is worded by them."""
    return f"a card ({card.replace(':', ' ')})" if card.startswith(UNKNOWN) else card


def _reached(place: int, now: int) -> Literal["done", "now", "todo"]:
    return "done" if place < now else "now" if place == now else "todo"
