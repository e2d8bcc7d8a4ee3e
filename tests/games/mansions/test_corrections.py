"""What the people tell of their own cards, from the menu."""

from __future__ import annotations

import pytest

from companion.games.mansions import GAME
from companion.games.mansions.state import Harm
from companion.schema import Refused
from tests.games.mansions.evening import tap
from tests.games.mansions.manor import asked, begun, hall, say
from tests.games.mansions.table import seat

HURT = seat("Ann", damage=Harm(1, 2), conditions=("Dazed",), possessions=("Map", "Wither"))


def told(run, *words: str):
    """Tap in Ann's list, then what is asked."""
    prompt = asked(run, "Ann: cards, clues and conditions")
    say(run, prompt, words[0])
    tap(run, *words[1:])
    return run.state.seats["1"]


def test_each_investigator_has_a_list_in_the_menu():
    prompts = [p for p in begun(hall()).open if p.at == "menu" and p.key == "own"]
    assert [p.seat for p in prompts] == ["1", "2"]


def test_cards_are_suffered_flipped_and_discarded():
    run = begun(hall())
    assert told(run, "damage_down").damage == Harm(0, 1)
    assert told(run, "damage_flip").damage == Harm(1, 0)
    assert told(run, "damage_discard").damage == Harm()
    assert told(run, "horror_up").horror == Harm(1, 0)


def test_of_faceup_and_facedown_cards_one_kind_is_chosen():
    assert told(begun(hall(ann=HURT)), "damage_discard", "a facedown one at random").damage == Harm(1, 1)
    assert told(begun(hall(ann=HURT)), "damage_discard", "a faceup one of choice").damage == Harm(0, 2)


def test_what_is_not_there_is_grey():
    options = {o.id: o.refused for o in asked(begun(hall()), "Ann: cards").options}
    assert str(options["horror_flip"].sentence) == "Ann has no facedown horror card."
    assert str(options["cure"].sentence) == "Ann has no condition."


def test_clues_come_and_go():
    run = begun(hall())
    assert told(run, "clue_more").clues == 3
    assert told(run, "clue_less").clues == 2


def test_a_condition_is_gained_once_and_discarded():
    run = begun(hall())
    say(run, asked(run, "Ann: cards"), "condition")
    say(run, asked(run, "which condition"), "Dazed")
    assert run.state.seats["1"].conditions == ("Dazed",)
    say(run, asked(run, "Ann: cards"), "condition")
    with pytest.raises(Refused, match="second copy"):
        say(run, asked(run, "which condition"), "Dazed")


def test_a_condition_is_discarded():
    assert told(begun(hall(ann=HURT)), "cure", "Dazed").conditions == ()


def test_an_item_is_gained_by_name_and_put_back():
    run = begun(hall())
    say(run, asked(run, "Ann: cards"), "item")
    say(run, asked(run, "which item"), "Silver Bell")
    assert run.state.seats["1"].possessions == ("Silver Bell",)
    assert told(run, "item_less", "Silver Bell").possessions == ()


def test_a_flipped_spell_says_that_its_back_is_resolved_at_once():
    run = begun(hall(ann=HURT))
    told(run, "flip_spell", "Wither")
    assert asked(run, "resolve the back of Wither now")
    facts = tap(run, "Done")
    assert str(GAME.tell(run.state, facts[0], "2")) == "Ann flips Wither and resolves what stands on its back."


def test_a_figure_is_put_where_it_stands():
    assert told(begun(hall()), "place", "A3").space == "A3"


def test_an_action_more_or_less():
    run = begun(hall())
    assert told(run, "action_less").actions == 1
    assert told(run, "action_more").actions == 2


def test_too_much_told_damage_wounds():
    run = begun(hall(ann=seat("Ann", health=3, damage=Harm(1, 1))))
    who = told(run, "damage_up")
    assert (who.conditions, who.damage) == (("Wounded",), Harm(2, 0))
