"""A small table for the tests of Arkham Horror: Ann and Bob in the study, Cid in the attic."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.engine import Bag, with_addressee
from companion.games.arkham import GAME
from companion.games.arkham.content import Card, Location, SymbolEffect
from companion.games.arkham.facts import TestResolved as Resolved
from companion.games.arkham.rules.skill_test import skill_test
from companion.games.arkham.state import Investigator, State
from companion.i18n import Text
from companion.schema import TABLE, from_json
from companion.sessions import addressee
from tests.games.course import alone, begin, give, play

SKILLS = MappingProxyType({"willpower": 3, "intellect": 3, "combat": 3, "agility": 3})
CARDS = MappingProxyType(
    {
        "Notes": Card("skill", ("intellect", "intellect")),
        "Courage": Card("skill", ("wild",)),
        "Fists": Card("skill", ("combat",)),
        "Hammer": Card("asset", ("combat",), cost=2),
    }
)
BAG = Bag(("+1", "0", "-1", "-2", "-8", "skull", "cultist", "auto_fail", "elder_sign"))


def seat(name: str, location: str = "study", *hand: str) -> Investigator:
    return Investigator(name, location, SKILLS, hand, health=7, sanity=7)


def situation(**changes) -> State:
    state = State(
        seats=MappingProxyType(
            {
                "1": seat("Ann", "study", "Notes", "Courage"),
                "2": seat("Bob", "study", "Courage"),
                "3": seat("Cid", "attic"),
            }
        ),
        bag=BAG,
        locations=MappingProxyType(
            {
                "study": Location("Study", shroud=2, clues=2, connects=("hall",)),
                "hall": Location(
                    "Hall", shroud=1, revealed=False, clue_value=1, per_investigator=True, connects=("study",)
                ),
                "attic": Location("Attic", shroud=4, connects=("hall",)),
            }
        ),
        cards=CARDS,
        symbols=MappingProxyType({"skull": SymbolEffect(-2), "cultist": SymbolEffect(reveal=1)}),
        active="1",
    )
    return replace(state, **changes)


def turn_of(seat: str):
    """The sample, with the turn of one seat under way."""
    return play(begin(GAME), (TABLE, seat))


def begun(skill: str, difficulty: int, state: State | None = None, *results):
    """A run of one skill test of Ann's."""
    return alone(GAME, state or situation(), lambda g: skill_test(g, "1", skill, difficulty, "A test", *results))


def committed(run, ann: tuple[str, ...] = (), bob: tuple[str, ...] = ()):
    """ST.2 answered by both."""
    play(run, ("1", *ann), ("2", *bob))
    return run


def asked(run, prompt=None) -> str:
    """Return title and addressee of an open prompt, by default of the first one."""
    prompt = prompt or run.open[0]
    return str(with_addressee(prompt.title, addressee(GAME, GAME.sample, run.state, prompt)))


def said(line) -> str:
    """A line of a campaign log as it is carried on."""
    return line if isinstance(line, str) else str(from_json(Text, line))


def verdict(run):
    return next(fact.verdict for fact in run.facts if isinstance(fact, Resolved))


def drawn(skill: str, difficulty: int, *tokens: str, state: State | None = None):
    """The verdict of Ann's test without a card, with these tokens."""
    run = committed(begun(skill, difficulty, state))
    for token in tokens:
        give(run, token)
    return verdict(run)
