"""Corrections by players, from the menu."""

from __future__ import annotations

import pytest

from companion.engine import prompts_for_seat
from companion.games.mansions import GAME
from companion.games.mansions.facts import InsaneTaken
from companion.games.mansions.state import Harm
from companion.i18n import _
from companion.schema import Refused
from tests.games.mansions.manor import hall, prompt_of, say, seat, start, tap

HURT = seat("Ann", damage=Harm(1, 2), conditions=("Dazed",), possessions=("Map", "Wither"))


def told(run, *words: str):
    """Tap in Ann's menu, then in the following prompts."""
    prompt = prompt_of(run, "Ann: cards, clues and conditions")
    say(run, prompt, words[0])
    tap(run, *words[1:])
    return run.state.seats["1"]


@pytest.mark.parametrize(
    ("taps", "field", "value"),
    [
        (("damage_up",), "damage", Harm(2, 2)),
        (("damage_down",), "damage", Harm(1, 3)),
        (("damage_flip",), "damage", Harm(2, 1)),
        (("horror_up",), "horror", Harm(1, 0)),
        (("clue_more",), "clues", 3),
        (("clue_less",), "clues", 1),
        (("cure", "Dazed"), "conditions", ()),
        (("item_less", "Map"), "possessions", ("Wither",)),
        (("place", "A3"), "space", "A3"),
        (("action_more",), "actions", 3),
        (("action_less",), "actions", 1),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) and value else "",
)
def test_correction_changes_the_seat(taps, field, value):
    assert getattr(told(start(hall(ann=HURT)), *taps), field) == value


def test_discard_asks_for_faceup_or_facedown():
    assert told(start(hall(ann=HURT)), "damage_discard", "a facedown one at random").damage == Harm(1, 1)
    assert told(start(hall(ann=HURT)), "damage_discard", "a faceup one of choice").damage == Harm(0, 2)


def test_correction_without_a_card_is_grey():
    options = {o.id: o.refused for o in prompt_of(start(hall()), "Ann: cards").options}
    assert str(options["horror_flip"].sentence) == "Ann has no facedown horror card."
    assert str(options["cure"].sentence) == "Ann has no condition."


def test_condition_is_gained_once():
    run = start(hall())
    say(run, prompt_of(run, "Ann: cards"), "condition")
    say(run, prompt_of(run, "which condition"), "Dazed")
    assert run.state.seats["1"].conditions == ("Dazed",)
    say(run, prompt_of(run, "Ann: cards"), "condition")
    with pytest.raises(Refused, match="second copy"):
        say(run, prompt_of(run, "which condition"), "Dazed")


def test_item_correction_adds_and_removes_a_card():
    run = start(hall())
    say(run, prompt_of(run, "Ann: cards"), "item")
    say(run, prompt_of(run, "which item"), "Silver Bell")
    assert run.state.seats["1"].possessions == ("Silver Bell",)
    assert told(run, "item_less", "Silver Bell").possessions == ()


def test_flipped_spell_resolves_its_back():
    run = start(hall(ann=HURT))
    told(run, "flip_spell", "Wither")
    assert prompt_of(run, "resolve the back of Wither now")
    facts = tap(run, "Done")
    assert str(GAME.tell(run.state, facts[0], "2")) == "Ann flips Wither and resolves what stands on its back."


def test_damage_correction_can_wound():
    run = start(hall(ann=seat("Ann", health=3, damage=Harm(1, 1))))
    who = told(run, "damage_up")
    assert (who.conditions, who.damage) == (("Wounded",), Harm(2, 0))


MAD = seat("Ann", conditions=("Insane",))


def question(run):
    return prompt_of(run, "How many players")


def test_insane_question_is_secret_and_stays_open():
    run = start(hall(ann=MAD))
    prompt = question(run)
    assert (prompt.seat, prompt.secret) == ("1", True)
    tap(run, "move", "stay")
    assert question(run)


def test_insane_copy_for_enough_players_is_kept():
    run = start(hall(ann=MAD))
    say(run, question(run), "2")
    prompt = prompt_of(run, "a few words for yourself")
    assert prompt.secret
    say(run, prompt, "Burn the house")
    assert run.state.seats["1"].insane == "Burn the house"
    assert not [p for p in run.open if p.key == "insane.players"]


def test_insane_copy_for_more_players_is_replaced():
    run = start(hall(ann=MAD))
    say(run, question(run), "4")
    tap(run, "I took another copy")
    say(run, prompt_of(run, "how many players does the new copy require"), "1")
    say(run, prompt_of(run, "a few words"), "Hide")
    assert run.facts[-1] == InsaneTaken("1", "Hide", (_("copy {n}", n=1),))


def test_insane_copy_without_another_is_kept():
    run = start(hall(ann=MAD))
    say(run, question(run), "5")
    tap(run, "There is no other: I keep it")
    say(run, prompt_of(run, "a few words"), "Hide")
    assert run.state.seats["1"].insane == "Hide"


def test_insane_note_is_for_its_owner_only():
    run = start(hall(ann=MAD))
    say(run, question(run), "2")
    assert not any(p.options for p in prompts_for_seat(run.open, "2") if p.key == "insane.words")
    say(run, prompt_of(run, "a few words"), "Burn the house")
    for who in ("2", "table"):
        assert "Burn" not in "".join(str(GAME.tell(run.state, fact, who)) for fact in run.facts)
        assert "Burn" not in repr(GAME.view(run.state, who))
    assert "Burn the house" in repr(GAME.view(run.state, "1"))


def test_cure_removes_the_insane_note():
    run = start(hall(ann=seat("Ann", conditions=("Insane",), insane="Hide")))
    say(run, prompt_of(run, "Ann: cards"), "cure")
    tap(run, "Insane")
    assert run.state.seats["1"].insane == ""
