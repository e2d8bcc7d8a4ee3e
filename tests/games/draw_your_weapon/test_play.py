"""Free play: who may call and act, and one evening from a script."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.rules.actions.defend_and_move import cannot_defend
from companion.schema import Answer, Refused
from tests.games.course import begin, give
from tests.games.draw_your_weapon.table import ANN, BEN, PLAIN, having, shared, state


def test_the_dealer_and_every_player_are_asked_at_once():  # DYW-TEST-1, -2
    run = begin(GAME, PLAIN)
    assert run.question.first
    assert [p.seat for p in run.open if p.at != "menu"] == ["dealer", "1", "2", "3"]
    assert run.at_rest


def test_whoever_answers_first_goes_on():
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


def test_several_surprised_ones_need_nobody_to_meet():
    run = begin(GAME, PLAIN)
    for values in (["surprise_contest"], ["might"], [ANN, BEN], []):
        give(run, *values)
    assert [(p.seat, p.kind) for p in run.open] == [(ANN, "draw")]


def test_without_a_library_nobody_can_be_surprised():
    run = Run(GAME, state(library=0))
    with pytest.raises(Refused) as no:
        give(run, "surprise_test")
    assert no.value.code == "LIBRARY_EMPTY"


def test_an_empty_library_is_renewed_from_the_void():  # DYW-X-ZONES-4
    run = Run(GAME, state(library=0, void=("2C", "3C")))
    give(run, "renew")
    assert (shared(run.state).library, shared(run.state).void) == (2, ())


def test_who_has_no_card_cannot_be_called_to_a_skill_test():
    run = Run(GAME, having(state(), ANN, hand=0))
    for values in (["skill_test"], ["might"]):
        give(run, *values)
    with pytest.raises(Refused) as no:
        give(run, ANN)
    assert no.value.code == "NO_CARD_TO_PLAY"


def test_who_rests_plays_no_card():  # DYW-REST-2
    run = Run(GAME, having(state(), ANN, resting=True))
    for values in (["contest"], ["might"]):
        give(run, *values)
    with pytest.raises(Refused, match="Ann rests"):
        give(run, ANN, BEN)


def test_where_nobody_has_a_card_no_skill_test_is_called():
    s = state()
    for who in s.characters:
        s = having(s, who, hand=0)
    with pytest.raises(Refused) as no:
        give(Run(GAME, s), "skill_test")
    assert no.value.code == "NO_CARD_TO_PLAY"


def test_defending_in_combat_raises_the_guard():  # DYW-GUARD-1
    run = Run(GAME, replace(having(state(), ANN, guard=1, guard_refresh=4), in_combat=True))
    give(run, "defend", seat=ANN)
    assert run.state.characters[ANN].guard == 5


def test_the_broken_mend_instead():  # DYW-GUARD-2, DYW-AMB-14
    s = having(state(in_combat=True), ANN, guard=1, guard_refresh=4, conditions=("Broken",))
    run = Run(GAME, s)
    give(run, "defend", seat=ANN)
    ann = run.state.characters[ANN]
    assert (ann.guard, ann.conditions, ann.defending) == (1, (), True)


def test_outside_combat_there_is_no_guard():
    run = Run(GAME, having(state(), ANN, guard_refresh=4))
    give(run, "defend", seat=ANN)
    assert run.state.characters[ANN].guard == 0


@pytest.mark.parametrize(
    ("changes", "code"), [({"resting": True}, "RESTING"), ({"defending": True}, "ALREADY_DEFENDING")]
)
def test_defending_is_refused(changes, code):
    refusal = cannot_defend(having(state(), ANN, **changes), ANN)
    assert refusal is not None
    assert refusal.code == code
