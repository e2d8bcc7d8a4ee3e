"""Damage and horror, conditions and elimination, and the corrections of players from the menu."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from companion.engine import prompts_for_seat
from companion.games.mansions import GAME
from companion.games.mansions.facts import investigators
from companion.games.mansions.facts.investigators import InsaneTaken
from companion.games.mansions.rules.damage_and_horror import (
    TurnedCards,
    discard,
    flip_faceup,
    look_refused,
    suffer,
)
from companion.games.mansions.state import Harm
from companion.i18n import _
from companion.schema import Refused
from tests.games.course import alone
from tests.games.mansions.manor import hall, prompt_of, say, seat, situation, start, tap


def after(effect, *arguments, state=None, **named):
    """Return the run after an effect."""

    def procedure(g):
        effect(g, *arguments, **named)
        yield from ()

    return alone(GAME, state or situation(), procedure)


@pytest.mark.parametrize(("injury", "condition"), [("damage", "Wounded"), ("horror", "Insane")])
def test_harm_of_one_effect_precedes_the_breakdown(injury, condition):
    run = after(suffer, "1", injury, 3, state=situation(seat("Ann", **{injury: Harm(1, 5)})))
    assert run.state.seats["1"].harm(injury) == Harm(4, 0)  # all three came before the facedown ones were discarded
    assert run.state.seats["1"].conditions == (condition,)


def test_second_breakdown_eliminates_and_drops_possessions():
    ann = seat("Ann", damage=Harm(6, 0), conditions=("Wounded",), possessions=("Lantern",))
    run = after(suffer, "1", "damage", 1, state=situation(ann))
    assert run.state.seats["1"].eliminated
    assert run.state.spaces["A1"].items == ("Lantern",)


def test_turned_card_resolves_immediately():
    cards = MappingProxyType({"Slip": "resolve_immediately", "Dread": "keep_faceup"})
    run = after(suffer, "1", "damage", 2, turned=TurnedCards(("Dread", "Slip")), state=situation(cards=cards))
    assert [f.card for f in run.facts if isinstance(f, investigators.CardResolved)] == ["Slip"]


@pytest.mark.parametrize(
    "effect", [lambda g: flip_faceup(g, "1", "damage", 1, True), lambda g: discard(g, "1", "damage", "down", True)]
)
def test_facedown_card_is_never_chosen(effect):
    with pytest.raises(Refused) as refused:
        after(effect)
    assert refused.value.code == "FACEDOWN_MUST_BE_RANDOM"


@pytest.mark.parametrize(
    ("by", "card", "hidden"), [("1", "Insane", 0), ("2", "Insane", 1), ("1", "Wither", 1), ("1", "Lantern", 0)]
)
def test_card_back_is_hidden_from_others(by, card, hidden):
    state = situation(seat("Ann", conditions=("Insane",), possessions=("Lantern", "Wither")))
    assert getattr(look_refused(state, by, "1", card), "code", "") == "HIDDEN" * hidden


# --- the menu ---------------------------------------------------------------------------------------------------------

HURT = seat("Ann", damage=Harm(1, 2), conditions=("Dazed",), possessions=("Map", "Wither"))


def correct(run, *words: str):
    """Tap in Ann's menu, then in the following prompts. Return her record."""
    say(run, prompt_of(run, "Ann: cards, clues and conditions"), words[0])
    tap(run, *words[1:])
    return run.state.seats["1"]


@pytest.mark.parametrize(
    ("taps", "field", "value"),
    [
        (("damage_up",), "damage", Harm(2, 2)),
        (("damage_down",), "damage", Harm(1, 3)),
        (("damage_flip",), "damage", Harm(2, 1)),
        (("damage_discard", "a facedown one at random"), "damage", Harm(1, 1)),
        (("damage_discard", "a faceup one of choice"), "damage", Harm(0, 2)),
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
    assert getattr(correct(start(hall(ann=HURT)), *taps), field) == value


def test_condition_is_gained_once():
    run = start(hall())
    correct(run, "condition")
    say(run, prompt_of(run, "which condition"), "Dazed")
    assert run.state.seats["1"].conditions == ("Dazed",)
    correct(run, "condition")
    with pytest.raises(Refused, match="second copy"):
        say(run, prompt_of(run, "which condition"), "Dazed")


def test_item_correction_adds_and_removes_a_card():
    run = start(hall())
    correct(run, "item")
    say(run, prompt_of(run, "which item"), "Silver Bell")
    assert run.state.seats["1"].possessions == ("Silver Bell",)
    assert correct(run, "item_less", "Silver Bell").possessions == ()


def test_flipped_spell_resolves_its_back():
    run = start(hall(ann=HURT))
    correct(run, "flip_spell", "Wither")
    assert prompt_of(run, "resolve the back of Wither now")
    facts = tap(run, "Done")
    assert str(GAME.tell(run.state, facts[0], "2")) == "Ann flips Wither and resolves what stands on its back."


def insane():
    return start(hall(ann=seat("Ann", conditions=("Insane",))))


def test_insane_question_is_secret_and_stays_open():
    run = insane()
    prompt = prompt_of(run, "How many players")
    assert (prompt.seat, prompt.secret) == ("1", True)
    tap(run, "move", "stay")
    assert prompt_of(run, "How many players")


@pytest.mark.parametrize(
    ("players", "answers", "replaced"),
    [
        ("2", (), ()),
        ("5", ("There is no other: I keep it",), ()),
        ("4", ("I took another copy", "1"), (_("copy {n}", n=1),)),
    ],
)
def test_insane_copy_for_more_players_is_replaced(players, answers, replaced):
    run = insane()
    say(run, prompt_of(run, "How many players"), players)
    for answer in answers:
        if answer == "1":
            say(run, prompt_of(run, "how many players does the new copy require"), answer)
        else:
            tap(run, answer)
    say(run, prompt_of(run, "a few words for yourself"), "Hide")
    assert run.facts[-1] == InsaneTaken("1", "Hide", replaced)
    assert not [p for p in run.open if p.key == "insane.players"]


def test_insane_note_is_for_its_owner_only():
    run = insane()
    say(run, prompt_of(run, "How many players"), "2")
    assert prompt_of(run, "a few words").secret
    assert not any(p.options for p in prompts_for_seat(run.open, "2") if p.key == "insane.words")
    say(run, prompt_of(run, "a few words"), "Burn the house")
    for who in ("2", "table"):
        assert "Burn" not in "".join(str(GAME.tell(run.state, fact, who)) for fact in run.facts)
        assert "Burn" not in repr(GAME.view(run.state, who))
    assert "Burn the house" in repr(GAME.view(run.state, "1"))


def test_cure_removes_the_insane_note():
    assert correct(start(hall(ann=seat("Ann", conditions=("Insane",), insane="Hide"))), "cure", "Insane").insane == ""
