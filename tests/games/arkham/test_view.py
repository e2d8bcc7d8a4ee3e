"""Views of a seat."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Run
from companion.games.arkham import GAME
from companion.games.arkham.rules.actions.basic_actions import warned
from companion.games.arkham.rules.skill_test import chance
from companion.games.arkham.state import Test as SkillTest
from companion.i18n import _
from companion.schema import BagView, Cards, Odds, Steps, Story, Sum
from tests.games.arkham.table import begun, committed, situation, turn_of
from tests.games.course import give


def block(state, kind, seat="1"):
    return next((b for b in GAME.view(state, seat) if isinstance(b, kind)), None)


def test_a_test_shows_its_eight_steps():
    steps = block(committed(begun("intellect", 3)).state, Steps).steps
    assert [s.rule for s in steps] == [f"ST.{n}" for n in range(1, 9)]
    assert [s.state for s in steps][:4] == ["done", "done", "now", "todo"]


def test_treachery_consequences_are_shown_before_the_test():
    state = replace(situation(story="Willpower 3, or 1 horror."), phase="mythos", test=SkillTest("1", "willpower", 3))
    assert block(state, Story).text == "Willpower 3, or 1 horror."
    assert block(replace(state, phase="investigation"), Story) is None


def test_the_verdict_stands_until_the_next_test_begins():
    run = turn_of("1")
    give(run, "investigate")
    for seat in ("1", "2", "3"):
        give(run, seat=seat)
    give(run, "-2")
    verdict = block(run.state, Sum, "table")
    assert (verdict.verdict, verdict.total, verdict.needed, verdict.faces) == ("failed", 2, 3, ("-2",))
    assert str(verdict.sentence) == "Ann: intellect 4 − token 2 = 2, 3 needed: failed by 1."
    give(run, "investigate")
    assert block(run.state, Sum) is None


def test_bag_view_shows_tokens_outside():
    run = committed(begun("intellect", 3))
    give(run, "cultist")
    faces = {f.face: f for f in block(run.state, BagView).faces}
    assert (faces["cultist"].count, faces["cultist"].out) == (0, 1)


def cards_by_title(state, seat):
    return {str(b.title): b.cards for b in GAME.view(state, seat) if isinstance(b, Cards)}


def test_only_the_owner_sees_the_hand():
    state = situation()
    assert {str(c.text) for c in block(state, Cards, "1").cards} == {"Notes", "Courage"}
    assert "Your hand" in cards_by_title(state, "1")
    assert "Your hand" not in cards_by_title(state, "table")


def test_prompts_do_not_reveal_hands():
    state = situation()
    other = state.with_seat("2", replace(state.seats["2"], hand=()))
    assert [p.asks for p in begun("agility", 2, state).open] == [p.asks for p in begun("agility", 2, other).open]


def test_enemies_and_clues_stand_on_the_map():
    run = turn_of("1")
    graph = next(b for b in GAME.view(run.state, "1") if b.kind == "graph")
    rooms = {room.id: room for room in graph.rooms}
    assert [str(one.title) for one in rooms["stair"].lurkers] == ["The Wet Porter"]
    assert rooms["stacks"].option == "stacks"
    assert rooms["reading_room"].here == ("1", "2", "3")


def test_odds_of_the_turn_are_shown_at_once():
    run = turn_of("1")
    chances = block(run.state, Odds)
    assert [str(bar.label) for bar in chances.bars] == ["Investigate"]
    assert chances.bars[0].share == float(chance(run.state, SkillTest("1", "intellect", 3)))
    state = run.state.with_seat("1", replace(run.state.seats["1"], location="stair"))
    state = state.spawn("porter", replace(state.enemies["porter"], engaged=("1",)))
    assert [str(bar.label) for bar in block(state, Odds).bars][-2:] == ["Fight The Wet Porter", "Evade The Wet Porter"]


def test_an_action_says_who_would_strike_first():
    run = turn_of("1")
    state = run.state.with_seat("1", replace(run.state.seats["1"], location="stair"))
    run = Run(GAME, state.spawn("porter", replace(state.enemies["porter"], engaged=("1",))))
    texts = {option.id: str(option.text) for option in run.open[0].options}
    assert texts["resource"] == "Gain a resource: The Wet Porter strikes first"
    assert (texts["fight"], texts["engage"]) == ("Fight", "Engage")  # no warning on impossible actions
    both = run.state.spawn("eel", replace(run.state.enemies["porter"], title="Ink Eel"))
    assert str(warned(both, "1", _("Move"))) == "Move: The Wet Porter and Ink Eel strike first"


def test_the_bag_shows_which_tokens_would_pass_the_test():
    state = committed(begun("intellect", 3)).state
    passes = {face.face: face.passes for face in block(state, BagView).faces}
    assert (passes["0"], passes["-1"], passes["cultist"], passes["auto_fail"]) == ("yes", "no", "depends", "no")
    assert {face.passes for face in block(situation(), BagView).faces} == {""}
