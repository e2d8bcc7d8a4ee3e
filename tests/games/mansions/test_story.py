"""Events of a scenario: queue, buttons, variables, effects and circles. Absurd numbers and texts end in something playable."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Play
from companion.games.mansions import GAME
from companion.games.mansions import content as c
from companion.games.mansions.facts import MonsterDefeated
from companion.games.mansions.rules.story import carry_out, holds, resolve_text, value
from companion.games.mansions.rules.story.effects import ON_MAP, who_question
from companion.games.mansions.rules.story.event_stack import MOST_SIDES, MOST_VALUE, apply_operations, random_sides
from companion.games.mansions.rules.story.placement import beast_of, kind_of
from companion.games.mansions.rules.story.texts import MOST_LETTERS, monster_kind
from companion.games.mansions.state import MOST_WAITING, Harm, Tokens
from tests.games.course import alone, give
from tests.games.mansions import manor as m
from tests.games.mansions.manor import RAT, START

A, B = c.Compare("a", "==", "1"), c.Compare("b", "==", "1")


def test_button_runs_its_first_possible_successor():
    first = m.event("EventA", c.Button("On", ("EventB", "EventC")), trigger=START)
    run = m.table(first, m.event("EventB", condition=(c.Compare("x", "==", "1"),)), m.event("EventC", "Done"))
    m.tap(run, "On")
    assert m.says(run) == "EventC"


def test_silent_event_takes_its_first_possible_button():
    buttons = c.Button("no", ("EventB",), (c.Compare("x", "==", "0"),)), c.Button("yes", ("EventC",))
    silent = m.event("EventA", *buttons, trigger=START, display=False, operations=(m.sets("x", "1"),))
    run = m.table(silent, m.event("EventB", "Done"), m.event("EventC", "Done"))
    assert m.says(run) == "EventC"  # its operations come before its buttons


def test_waiting_events_run_last_in_first_out():
    run = m.table(m.event("EventA", "On", trigger=START), m.event("EventB", "On", trigger=START))
    assert m.says(run) == "EventB"
    m.tap(run, "On")
    assert m.says(run) == "EventA"


def test_random_event_reaches_all_its_successors():
    ways = [m.event(f"Event{n}", "Done") for n in range(6)]
    first = m.event("EventA", c.Button("On", tuple(one.name for one in ways)), trigger=START, at_random=True)
    shown = set()
    for seed in range(30):
        run = m.table(first, *ways)
        m.tap(run, "On", random=Random(seed))
        shown.add(m.says(run))
    assert shown == {one.name for one in ways}


def test_flag_fires_its_trigger_and_is_reset():
    bell = m.event("EventA", "On", trigger=START, operations=(m.sets("@bell", "1"),))
    run = m.table(bell, m.event("EventB", "Done", trigger="Varbell"))
    m.tap(run, "On")
    assert m.says(run) == "EventB"
    assert run.state.story.variables["@bell"] == 0


def test_tokens_are_removed_by_one_word():
    first = m.event("EventA", c.Button("On", ("EventB",)), trigger=START, add=("TokenX", "TokenY", "TileZ"))
    tokens = m.token("TokenX", "Search"), m.token("TokenY", "Search")
    run = m.table(first, m.event("EventB", "Done", remove=("#tokens",)), *tokens, c.Component("TileZ", "tile"))
    m.tap(run, "On")
    assert run.state.story.board == ("TileZ",)


def test_found_item_is_handed_to_a_seat():
    item = c.Component("QItemLamp", "item", part=c.ItemPart(("ItemCommonCandles",), starting=False))
    run = m.table(m.event("EventA", "On", trigger=START, add=("QItemLamp",)), item)
    m.tap(run, "On")
    assert m.options(run) == {"Ann": "1", "Bob": "2", "It stays on the table": "nobody"}
    m.tap(run, "Bob")
    assert run.state.seats["2"].possessions == ("Candles",)
    assert run.state.items["Candles"].light_source


def test_unknown_card_is_named_by_the_scenario():
    run = m.table(c.Component("QItemOldCoin", "item", part=c.ItemPart(("ItemCommonKnife",), traits=("unheardof",))))
    assert m.request(run) == "Everybody: Old Coin, who takes it?"


# --- variables --------------------------------------------------------------------------------------------------------


def state(**variables: float):
    s = m.table(m.event("EventX", trigger="EventStart")).state
    return replace(s, story=replace(s.story, variables=MappingProxyType(variables)))


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("#heroes", 2),
        ("#round", 1),
        ("#monsters", 0),
        ("#MoMBase", 1),
        ("inf", 0),
        ("nan", 0),
        ("1e999", 0),
        ("2.5", 2.5),
    ],
)
def test_value_reads_numbers_and_the_table(name, number):
    assert value(state(), name) == number


@pytest.mark.parametrize(
    ("op", "by", "result"),
    [("=", 3, 3.0), ("+", 3, 10.0), ("-", 3, 4.0), ("*", 3, 21.0), ("/", 3, 7 / 3), ("%", 3, 1.0), ("/", 0, 0.0)],
)
def test_operation_changes_the_variable(op, by, result):
    assert apply_operations(state(a=7), [c.Operation("a", op, f"{by}")], ()) == {"a": result}


@pytest.mark.parametrize(
    ("operations", "results"),
    [
        ([m.sets("#round", "9")], {}),  # read-only
        ([m.sets("a", "4"), m.sets("b", "a"), m.sets("b", "2", "/")], {"a": 4.0, "b": 2.0}),
        ([m.sets("a", "#rand6"), m.sets("b", "2", "+"), m.sets("b", "#rand4", "+")], {"a": 5.0, "b": 5.0}),
        ([m.sets("x", "1e308")], {"x": MOST_VALUE}),
        ([m.sets("x", "1e308"), m.sets("x", "1e308", "*"), m.sets("x", "x", "-")], {"x": 0.0}),
    ],
)
def test_operations_see_earlier_results_and_stay_finite(operations, results):
    assert apply_operations(state(), operations, (5, 3)) == results


@pytest.mark.parametrize(
    ("number", "sides"),
    [("#rand6", 6), ("#rand999999999", MOST_SIDES), (f"#rand{'9' * 5000}", MOST_SIDES)]
    + [(word, 1) for word in ("#rand0", "#rand²", "#rand", "#rand-3")],
)
def test_random_number_has_one_to_many_sides(number, sides):
    assert random_sides([m.sets("x", number)]) == (sides,)


def test_conditions_have_no_precedence_but_brackets():
    assert not holds(state(a=1), (A, "OR", A, "AND", B))  # with precedence it would hold
    assert holds(state(a=1), (A, "OR", "(", A, "AND", B, ")"))


@given(a=st.integers(-3, 3), b=st.integers(-3, 3), op=st.sampled_from(["==", "!=", ">", ">=", "<", "<="]))
def test_comparisons_match_python(a, b, op):
    assert holds(state(a=a, b=b), (c.Compare("a", op, "b"),)) is eval(f"{a} {op} {b}")


# --- circles and other endless things ---------------------------------------------------------------------------------

GO = "Go on"
ITSELF = c.Button("", ("A",))
SILENT = {"display": False, "trigger": START}
LOUD = {"display": False, "operations": (m.sets("@loud", "1"),)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "ring",
    [
        [m.event("A", ITSELF, **SILENT)],
        [m.event("A", ITSELF, **SILENT, operations=(m.sets("n", "#rand6"),))],
        [m.event(name, **LOUD, trigger=trigger) for name, trigger in (("A", "Varloud"), ("B", "Varloud"), ("C", START))],
    ],
    ids=["one event", "random numbers", "flags"],
)  # fmt: skip
def test_circle_of_silent_events_is_reported_and_left(ring):
    run = m.table(*ring)
    assert run.open[0].key == "circle"
    m.tap(run, GO)
    assert "hold" in m.options(run).values()
    assert run.state.story.stack == ()


@pytest.mark.slow
def test_circle_with_many_conditions_is_reported_early():
    asks = (c.Compare("never", "==", "1"), "AND") * 400
    waiting = [m.event(f"W{n}", trigger="Varloud", condition=asks[:-1]) for n in range(20)]
    run = m.table(m.event("A", ITSELF, **LOUD, trigger=START), *waiting)
    assert GO in m.options(run)
    assert run.state.story.unseen < 100


@pytest.mark.slow
def test_flag_queues_a_bounded_number_of_events():
    waiting = [m.event(f"W{n}", trigger="Varloud") for n in range(3 * MOST_WAITING)]
    run = m.table(m.event("A", **LOUD, trigger=START), *waiting)
    assert GO in m.options(run)
    assert len(run.state.story.stack) == MOST_WAITING + 1


def test_circular_spawns_are_visited_once():
    named = ("Spawn1",) * 400, (*("Spawn0",) * 400, "MonsterDeepOne")
    run = m.table(*(c.Component(f"Spawn{n}", "spawn", part=c.SpawnPart(kinds)) for n, kinds in enumerate(named)))
    assert kind_of(run.state, ("Spawn0",)) == "MonsterDeepOne"


def test_circular_monster_bases_give_defaults():
    ring = {f"CustomMonster{a}": c.MonsterKind(f"CustomMonster{a}", f"CustomMonster{b}") for a, b in ("AB", "BA")}
    story = m.table(monsters=MappingProxyType(ring)).state.story
    assert beast_of(story, "CustomMonsterA").health == 3
    assert monster_kind(story, "CustomMonsterA") == "B"


def test_circular_texts_stop_at_the_limit():
    state = m.table(words=MappingProxyType({"a": "{qst:a}" * 3000, "b": "{0}" * 3000})).state
    assert len(str(resolve_text(state, "{qst:a}"))) <= MOST_LETTERS
    assert len(str(resolve_text(state, "{qst:b:{0}:" + "x" * 3000 + "}"))) <= MOST_LETTERS


class Counting(dict[str, str]):
    """A mapping that counts its lookups."""

    lookups = 0

    def get(self, key, default=None):
        self.lookups += 1
        return super().get(key, default)


def test_long_texts_stop_at_the_limit():
    texts = Counting(a="x" * MOST_LETTERS)
    state = m.table(m.event("A", trigger=START), words=texts).state
    assert str(resolve_text(state, "{qst:a}" * 2_000)) == "x" * MOST_LETTERS
    assert texts.lookups == 1


def test_typed_name_is_not_a_mark():
    named = replace(m.situation(), seats=MappingProxyType({"1": m.seat("{qst:secret}", space="")}))
    falls = m.event("A", text="{rnd:hero} falls.", trigger=START)
    run = m.table(falls, state=named, words=MappingProxyType({"secret": "the butler"}))
    assert "butler" not in repr(GAME.view(run.state, "1"))


# --- effects ----------------------------------------------------------------------------------------------------------

BELL = {"components": MappingProxyType({"ItemBell": c.Component("ItemBell", "item", part=c.ItemPart(title="Bell"))})}


def after(effect: c.Effect, state=None, acting: str = "1"):
    return alone(GAME, state or m.hall(), lambda g: carry_out(g, effect, acting))


@pytest.mark.parametrize("kind", get_args(get_type_hints(c.Effect)["kind"]))
def test_effect_kinds_all_have_words(kind):
    assert kind in ON_MAP or str(who_question(c.Effect(kind, what="A2"))).startswith("who ")


@pytest.mark.parametrize(
    ("effect", "before", "field", "result"),
    [
        (c.Effect("damage", 2), {}, "damage", Harm(2, 0)),
        (c.Effect("horror", 1, facing="down"), {}, "horror", Harm(0, 1)),
        (c.Effect("heal_damage", 2), {"damage": Harm(0, 3)}, "damage", Harm(0, 1)),
        (c.Effect("heal_horror", 5), {"horror": Harm(2, 0)}, "horror", Harm()),
        (c.Effect("flip_horror", 1), {"horror": Harm(0, 2)}, "horror", Harm(1, 1)),
        (c.Effect("clue", 2), {}, "clues", 4),
        (c.Effect("lose_clue", 5), {}, "clues", 0),
        (c.Effect("condition", what="Dazed"), {}, "conditions", ("Dazed",)),
        (c.Effect("cure", what="Dazed"), {"conditions": ("Dazed",)}, "conditions", ()),
    ],
    ids=lambda value: value.kind if isinstance(value, c.Effect) else "",
)
def test_effect_changes_the_investigator(effect, before, field, result):
    assert getattr(after(effect, m.hall(ann=m.seat("Ann", **before))).state.seats["1"], field) == result


def test_item_effects_give_and_take():
    given = after(c.Effect("item", what="ItemBell"), m.hall(scenario=BELL))
    assert given.state.seats["1"].possessions == ("Bell",)
    assert given.state.story.handed == ()
    assert after(c.Effect("lose_item", what="ItemBell"), given.state).state.seats["1"].possessions == ()
    g = Play(m.hall(ann=m.seat("Ann", possessions=("Bell",)), scenario=BELL), GAME.apply)
    assert [*carry_out(g, c.Effect("lose_item", what="ItemBell"), "1"), *g.facts] == []  # a card of that name by chance


def test_move_effect_burns_without_an_evade_check():
    run = after(c.Effect("move", what="A2"), m.hall(RAT, tokens=Tokens(fire=("A2",))))
    assert (run.state.seats["1"].space, run.state.seats["1"].damage.down) == ("A2", 1)


@pytest.mark.parametrize(
    ("kind", "before", "after_it"),
    [
        ("fire", Tokens(), Tokens(fire=("A2",))),
        ("no_fire", Tokens(fire=("A2",)), Tokens()),
        ("darkness", Tokens(), Tokens(darkness=("A2",))),
        ("no_darkness", Tokens(darkness=("A2",)), Tokens()),
    ],
)
def test_effect_places_or_removes_a_token(kind, before, after_it):
    assert after(c.Effect(kind, what="A2"), m.hall(tokens=before)).state.tokens == after_it


def test_hurt_effect_damages_and_defeats():
    assert after(c.Effect("hurt", 2, "SpawnRat"), m.hall(RAT)).state.monsters["Rat"].damage == 2
    run = after(c.Effect("hurt", 9, "SpawnRat"), m.hall(RAT))
    assert MonsterDefeated("Rat") in run.facts
    assert run.state.story.defeated == (("MonsterRat", "SpawnRat"),)


def test_each_effect_meets_all_standing_seats():
    run = after(c.Effect("damage", who="each"), m.hall(bob=m.seat("Bob", eliminated=True)))
    assert [who.damage.up for who in run.state.seats.values()] == [1, 0]


def test_here_effect_on_tiles_asks_who_is_here():
    run = after(c.Effect("damage", who="here"), m.tiles())
    give(run, "2")
    assert [who.damage.up for who in run.state.seats.values()] == [1, 1]
