"""Free play, and a scripted session."""

from __future__ import annotations

import pytest

from companion.engine import Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.rules.actions.defend_and_move import cannot_defend
from companion.schema import Answer, Refused
from tests.games.course import begin, give
from tests.games.draw_your_weapon.table import ANN, BEN, PLAIN, having, state


def test_the_dealer_and_every_player_are_asked_at_once():  # DYW-TEST-1, -2
    run = begin(GAME, PLAIN)
    assert run.question.first
    assert [p.seat for p in run.open if p.at != "menu"] == ["dealer", "1", "2", "3"]
    assert run.at_rest


def test_first_answer_continues_the_play():
    run = begin(GAME, PLAIN)
    give(run, "defend", seat=BEN)
    assert run.state.characters[BEN].defending
    refused = {p.seat: p.options[0].refused for p in run.open if p.seat != "dealer" and not p.at}
    assert [seat for seat, no in refused.items() if no is not None] == [BEN]


def test_an_evening_from_a_script():
    run = begin(GAME, PLAIN)
    for values in (["skill_test"], ["might"], [ANN], ["9"], ["7C"]):
        give(run, *values)
    for values in (["contest"], ["wits"], ["1", "gatekeeper"]):
        give(run, *values)
    give(run, "3D", seat=ANN)
    give(run, "KH", seat="dealer")
    for values in (["surprise_test"], ["charm"], ["3"], ["5"], ["8H"], ["keep"]):
        give(run, *values)
    ending = next(p for p in run.open if p.key == "evening")
    run.answer(Answer("end", ending.id, ("end",), "dealer"))
    assert run.over
    assert [type(fact).__name__ for fact in run.facts] == [
        *("TestCalled", "RequirementFixed", "CardPlayed", "TestResolved"),
        *("TestCalled", "CardPlayed", "CardPlayed", "TestResolved", "CardDrawn"),
        *("TestCalled", "RequirementFixed", "SurpriseMet", "CardPlayed", "TestResolved", "CardKept"),
        "EveningEnded",
    ]


def test_a_surprise_contest_names_the_surprised_and_whom_they_meet():  # DYW-SURPRISE-2
    run = begin(GAME, PLAIN)
    for values in (["surprise_contest"], ["might"], [ANN], ["gatekeeper"]):
        give(run, *values)
    give(run, "2H", seat="dealer")
    give(run, "9C", seat=ANN)
    assert run.state.last.winners == (ANN,)
    assert run.open[0].rule == "DYW-SURPRISE-4"


def test_several_surprised_need_no_opponent():
    run = begin(GAME, PLAIN)
    for values in (["surprise_contest"], ["might"], [ANN, BEN], []):
        give(run, *values)
    assert [(p.seat, p.kind) for p in run.open] == [(ANN, "draw")]


def test_skill_test_needs_a_card_in_a_hand():
    s = state()
    for who in s.characters:
        s = having(s, who, hand=0)
    with pytest.raises(Refused) as no:
        give(Run(GAME, s), "skill_test")
    assert no.value.code == "NO_CARD_TO_PLAY"


def test_defending_mends_broken_instead_of_guard():  # DYW-GUARD-2, DYW-AMB-14
    s = having(state(in_combat=True), ANN, guard=1, guard_refresh=4, conditions=("Broken",))
    run = Run(GAME, s)
    give(run, "defend", seat=ANN)
    ann = run.state.characters[ANN]
    assert (ann.guard, ann.conditions, ann.defending) == (1, (), True)


@pytest.mark.parametrize(
    ("changes", "code"), [({"resting": True}, "RESTING"), ({"defending": True}, "ALREADY_DEFENDING")]
)
def test_defending_is_refused(changes, code):
    refusal = cannot_defend(having(state(), ANN, **changes), ANN)
    assert refusal is not None
    assert refusal.code == code
