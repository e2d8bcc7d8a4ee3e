"""Evenings that chance plays at tables with other rules, and what must add up at every moment of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from companion.engine import GameSetup, Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.rules.cards import held_of, holders
from companion.games.draw_your_weapon.rules.cards.decks import known_in_hand
from companion.games.draw_your_weapon.state import State
from companion.schema import Answer, Prompt
from tests.games.course import begin, possible
from tests.games.draw_your_weapon.table import PEOPLE

TABLES: tuple[Mapping[str, Any], ...] = (
    {"decks": "shared", "dealer_hand": 0},
    {"decks": "shared", "dealer_hand": 5, "figures_draw": True, "asks_attribute": True},
    {"decks": "own", "dealer_hand": 0, "damage": "hp"},
    {"decks": "own", "dealer_hand": 5, "figures_draw": True},
)
NAMES = ("shared", "shared with a hand of the Dealer", "own", "own with a hand of the Dealer")
MENU = 0.1  # how often the menu is opened


def evening(rules: Mapping[str, Any], seed: int, answers: int) -> Iterator[tuple[Run[Any, Any], Answer]]:
    """Play a random session without an end, with an adventure for even seeds."""
    choices = {"rules": rules, **({"characters": PEOPLE} if seed % 2 else GAME.sample.choices)}
    random, run = Random(seed), begin(GAME, GameSetup(GAME.sample.seats, GAME.sample.names, choices))
    for number in range(answers):
        if not run.open:
            return
        prompt = asked(run.open, random)
        values = possible(prompt, random)
        if values == ("end",):
            continue
        answer = Answer(f"a{number}", prompt.id, values, prompt.seat)
        yield run, answer
        run.answer(answer)


def asked(prompts: tuple[Prompt, ...], random: Random) -> Prompt:
    """Choose an open prompt, seldom one of a menu."""
    menus = [prompt for prompt in prompts if prompt.at == "menu"]
    at_hand = [prompt for prompt in prompts if prompt.at != "menu"]
    return random.choice(menus if menus and random.random() < MENU else at_hand)


def adds_up(s: State) -> None:
    """No card is in two places, and the counts are the declared deck."""
    for name, deck in s.decks.items():
        known = [card for seat in holders(s, name) for card in known_in_hand(s, seat)]
        assert Counter([*deck.pile, *deck.void, *known]) <= Counter(deck.cards), name
        assert deck.library >= 0
        assert deck.library + held_of(s, name) + len(deck.pile) + len(deck.void) == len(deck.cards), name
