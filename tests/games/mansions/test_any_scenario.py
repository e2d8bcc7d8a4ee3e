"""Random hostile scenarios: the engine never raises and always has an open prompt."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine import GameSetup, Run
from companion.games.mansions import GAME
from companion.games.mansions.content.lint import lint_scenario
from companion.games.mansions.content.valkyrie.reader import read
from companion.games.mansions.setup import build_state
from companion.games.mansions.state import State
from companion.i18n import Text
from companion.schema import HOUSE, Answer, from_json, to_json
from companion.sessions import roll_virtually
from tests.games.course import possible

pytestmark = pytest.mark.slow

TAPS = 40  # answers by players, without draws
MOST_DRAWN = 2_500  # draws between two taps
NAMES = ("EventA", "EventB", "EventC", "TokenA", "TokenB", "UIA", "TileA", "SpawnA", "SpawnB", "QItemA", "QItemB",
         "PuzzleA", "PuzzleB", "CustomMonsterA", "CustomMonsterB", "Nowhere")  # fmt: skip
WILD = ("#monsters", "#boardcomponents", "#qitems", "#tokens", "#uicomponents")
TRIGGERS = ("EventStart", "StartRound", "Mythos", "EndRound", "EndRound1", "EndInvestigatorTurn", "Varloud", "Eliminated",
            "BeforeMonsterActivation", "DefeatedSpawnA", "DefeatedCustomMonsterA", "StartFinalRound")  # fmt: skip
NUMBERS = ("0", "1", "-1", "2", "1e308", "nan", "inf", "#rand0", "#rand3", "#rand999999999", "#rand²", "x", "#round",
           "")  # fmt: skip
VARIABLES = ("x", "y", "@loud", "$end", "$fire", "$mythosMinor", "#round", "inf", "#eliminatedprev")
TEXTS = ("", "Words.", "Test {observation}.", "({lore}; 2)", "Each investigator tests {will} ({will}+99999999999; 2).",
         "Suffer 99999999999 damage ({agility} negates).", "{c:SpawnA} {c:CustomMonsterA} {var:x} {rnd:hero}", "{qst:a}",
         "{action} {type} {", "<b>Two</b> {strength} or {agility}", "({will}" + "1" * 50 + ")", "{c:{rnd:hero}}")  # fmt: skip
LABELS = ("", "Pass", "Fail", "{action} Do it", "{qst:a}", "{rnd:hero}")
KINDS = ("MonsterDeepOne", "SpawnA", "SpawnB", "CustomMonsterA", "CustomMonsterB", "MonsterUnheardOf")

names = st.lists(st.sampled_from(NAMES), max_size=3).map(" ".join)
number = st.sampled_from(NUMBERS)
operation = st.tuples(st.sampled_from(VARIABLES), st.sampled_from("=+-*/%"), number).map(",".join)
compare = st.tuples(st.sampled_from(VARIABLES), st.sampled_from(["==", ">", "<="]), number).map(",".join)
flag = st.sampled_from(("true", "false"))
skill = st.sampled_from(("{lore}", "{will}", "{nothing}", ""))


def table(**keys: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, str]]:
    """A section with any of these keys."""
    return st.fixed_dictionaries({}, optional=keys)


EVENT = {
    "display": flag, "buttons": number, "event1": names, "event2": names, "event1Condition": compare,
    "event1ConditionAction": st.sampled_from(("disable", "hide", "none")), "randomevents": flag, "add": names,
    "remove": st.one_of(names, st.sampled_from(WILD)), "trigger": st.sampled_from(TRIGGERS), "operations": operation,
    "conditions": compare, "quota": st.one_of(number, st.sampled_from(("x", "²", "2"))), "xposition": number,
    "minhero": number, "maxhero": number,
}  # fmt: skip
OF = {
    "Event": {},
    "Token": {"type": st.sampled_from(("TokenSearch", "TokenInvestigators", "TokenDarkness"))},
    "UI": {"size": number, "textaspect": number},
    "Tile": {"side": st.sampled_from(("TileSideFoyer", "TileSideNo"))},
    "Spawn": {"monster": st.lists(st.sampled_from(KINDS), max_size=4).map(" ".join), "unique": flag, "traits": st.just("beast"),
              "uniquehealth": number, "uniquehealthhero": number, "activated": flag},
    "QItem": {"itemname": st.just("ItemCommonKnife"), "traits": st.sampled_from(("weapon", "nothing")), "starting": flag,
              "inspect": st.sampled_from(NAMES)},
    "Puzzle": {"class": st.sampled_from(("slide", "code", "image", "tower", "new")), "skill": skill, "puzzlelevel": number,
               "puzzlealtlevel": number, "puzzlesolution": st.sampled_from(("1 2", "99999999", "01 2", "0 x", "²", "9" * 5000))},
    "CustomMonster": {"base": st.sampled_from(KINDS), "health": number, "healthperhero": number, "horror": number,
                      "awareness": number, "activation": names, "evadeevent": names, "horrorevent": names,
                      "attacks": st.sampled_from(("bladed:2", "unarmed:9999", "heavyweapon:0"))},
}  # fmt: skip


def section(name: str) -> st.SearchStrategy[dict[str, str]]:
    kind = name.rstrip("ABC")
    return table(**OF[kind], **({} if kind in ("Tile", "QItem", "CustomMonster") else EVENT))


def opened(first: dict[str, str]) -> dict[str, str]:
    """Make it the first event, which places everything."""
    added, follow = "TileA TokenA TokenB UIA SpawnA QItemA", "PuzzleA SpawnB EventB"
    return {**first, "trigger": "EventStart", "add": added, "event1": follow}


SECTIONS = st.fixed_dictionaries(
    {"EventA": section("EventA").map(opened)}, optional={name: section(name) for name in NAMES[1:-1]}
)
KEYS = [
    f"{name}.{key}" for name in NAMES for key in ("text", "button1", "button2", "uitext", "monstername", "uniquetitle")
]
WORDS = st.fixed_dictionaries(
    {"a": st.sampled_from(("{qst:a}" * 400, "{qst:b}{qst:b}", "a"))},
    optional={key: st.sampled_from(LABELS if "button" in key else TEXTS) for key in KEYS}
    | {"CustomMonsterA.Attack_bladed_1": st.sampled_from(TEXTS), "b": st.just("{qst:a}{qst:a}")},
)


def settled(run: Run[State, Any], random: Random) -> None:
    """Answer the draws. They must end."""
    for _ in range(MOST_DRAWN):
        prompt = next((p for p in run.open if p.seat == HOUSE), None)
        if prompt is None:
            return
        run.answer(Answer("", prompt.id, roll_virtually(prompt, random), HOUSE))
    raise AssertionError(f"the house draws for ever: {prompt}")


def seen(run: Run[State, Any], first: int) -> None:
    """Build views and log lines of a moment, and store and load its facts."""
    for seat in ("1", "table"):
        json.dumps([to_json(block) for block in GAME.view(run.state, seat)], allow_nan=False)
    for fact in run.facts[first:][-60:]:
        assert isinstance(GAME.tell(run.state, fact, "1"), str | Text)
        assert from_json(type(fact), json.loads(json.dumps(to_json(fact), allow_nan=False))) == fact


def at_rest(run: Run[State, Any]) -> None:
    """Check that a fresh run asks the same and establishes nothing."""
    fresh: Run[State, Any] = Run(GAME, run.state)
    assert [(p.asks, p.options) for p in fresh.open] == [(p.asks, p.options) for p in run.open]
    assert fresh.facts == ()


@settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(SECTIONS, WORDS, st.integers(0, 99), st.sampled_from((1, 2, 5)), st.booleans())
def test_any_scenario_can_be_played(sections, words, seed, seats, counted):
    keys = tuple(str(n) for n in range(1, seats + 1))
    scenario = read({"Quest": {"format": "18", "type": "MoM"}, **sections}, words)
    assert all(finding.sentence for finding in lint_scenario(scenario))
    state = build_state(GameSetup(keys, {"1": "{rnd:hero} <b>"}, {"counted_actions": counted}), scenario)
    run, random = Run(GAME, state), Random(seed)
    settled(run, random)
    for _ in range(TAPS):
        if not run.open:
            return
        if run.at_rest:
            at_rest(run)
        there = [p for p in run.open if p.key != "end"]
        prompt, before = random.choice(there), len(run.facts)
        run.answer(Answer("", prompt.id, possible(prompt, random), prompt.seat))
        settled(run, random)
        seen(run, before)
