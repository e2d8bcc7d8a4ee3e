"""Measure the exact odds before a draw, for bags whose tokens ask for further tokens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import MappingProxyType

from companion.engine import Bag
from companion.games.arkham.content import BLESS, CURSE, Condition, Counted, Effect, SymbolEffect
from companion.games.arkham.rules.skill_test import chance
from companion.games.arkham.state import Investigator, State, Test
from tests.bench import floors
from tests.bench.line import BenchLine, measured

TIMES = 30
NUMBERS = ("+1", "0", "0", "-1", "-1", "-1", "-2", "-2", "-3", "-4")
SYMBOLS = ("skull", "skull", "cultist", "tablet", "auto_fail", "elder_sign")
BAGS = {
    "bag": NUMBERS + SYMBOLS,
    "effects": (*NUMBERS, *SYMBOLS, "skull", "cultist", BLESS, CURSE),
    "chain": (*NUMBERS, *SYMBOLS, *[BLESS] * 10, *[CURSE] * 10),
}
"""16 tokens, 20 with many effects at their reveal, and 36 with the longest possible chains."""
DOING = MappingProxyType(
    {
        "skull": SymbolEffect(-1, reveal=1, effects=(Effect(horror=1),)),
        "cultist": SymbolEffect(counts=(Counted("horror", each=-1),), reveal=1, effects=(Effect(resources=-1),)),
        "tablet": SymbolEffect(-2, effects=(Effect(condition=Condition("horror", least=2), damage=1),)),
    }
)
PLAIN = MappingProxyType({"skull": SymbolEffect(-1), "cultist": SymbolEffect(-2), "tablet": SymbolEffect(-3)})


def lines() -> Iterator[BenchLine]:
    """One for each bag."""
    resume, test = floors.resume(), Test("1", "willpower", 3)
    for name, tokens in BAGS.items():
        state = table(tokens, DOING if name == "effects" else PLAIN)
        yield measured(f"odds.arkham.{name}", "ms", floors.timed(partial(chance, state, test), TIMES), resume)


def table(tokens: tuple[str, ...], symbols: MappingProxyType[str, SymbolEffect]) -> State:
    """One investigator and a bag."""
    skills = MappingProxyType({"willpower": 4})
    who = Investigator("Ann", "", skills, resources=5, health=7, sanity=5, elder_sign=SymbolEffect(1))
    return State(MappingProxyType({"1": who}), Bag(tokens), symbols=symbols)
