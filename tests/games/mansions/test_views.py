"""Skill tests, and what each seat sees: odds, verdict, story, seats, log sentences, the texts of lines. Secrets stay hidden."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import get_args, get_type_hints

import pytest

from companion.engine import Run, prompts_for_seat
from companion.games.mansions import GAME
from companion.games.mansions import facts as f
from companion.games.mansions.content import DIE, Button, Component, Effect, Horror, OverlayPart, PuzzlePart
from companion.games.mansions.content import line_text as texts
from companion.games.mansions.content.combat_lines import Activation, Attack
from companion.games.mansions.named import CONTINUE, successes
from companion.games.mansions.rules.story import beginning, component_title
from companion.games.mansions.state import Shown
from companion.games.mansions.views import log_sentence
from companion.i18n import from_data
from companion.schema import HOUSE, Cards, Heading, Odds, Steps, Story
from tests.games.course import give
from tests.games.mansions import manor as m
from tests.games.mansions.manor import RAT, START, B, I, S

# --- skill tests ------------------------------------------------------------------------------------------------------


def test_roll_has_as_many_dice_as_the_skill():
    prompt = m.announce().open[0]
    assert m.whole(m.situation(), prompt) == "Ann: roll 3 dice, observation, 2 successes needed"
    assert (prompt.kind, prompt.least, prompt.most, prompt.of) == ("roll", 3, 3, ("mom_d8",))
    assert prompt.sides == (S,) * 3 + (I,) * 2 + (B,) * 3


@pytest.mark.parametrize(
    ("faces", "task", "changes", "kinds"),
    [
        ((S, I, B), m.observation(), {}, ["count"]),
        ((S, S, I), m.observation(2, surplus=True), {}, ["count"]),
        ((S, B, B), m.observation(), {}, []),  # no investigation
        ((B, B, I), m.observation(3), {}, []),  # too few with all clues
        ((S, I, B), m.observation(), {"ann": m.seat("Ann", clues=0)}, []),
        ((S, I, B), m.observation(), {"tokens": m.dark("A1")}, []),
    ],
)
def test_clues_are_asked_for_only_if_useful(faces, task, changes, kinds):
    assert [prompt.kind for prompt in m.rolled(*faces, task=task, state=m.situation(**changes)).open] == kinds


def test_reroll_replaces_the_chosen_dice_once():
    compass = m.situation(m.seat("Ann", possessions=("Compass",), clues=0))
    run = m.rolled(S, B, B, state=compass)
    assert (run.open[0].kind, run.open[0].most) == ("choose", 2)
    give(run, B, B)
    assert (run.open[0].kind, run.open[0].locked, run.open[0].most) == ("roll", (S,), 3)
    give(run, S, B, B)
    assert (run.open, m.verdict(run).faces, m.verdict(run).passed) == ((), (S, B, B), False)


# --- blocks -----------------------------------------------------------------------------------------------------------


def block(state, kind):
    return next((b for b in GAME.view(state, "1") if isinstance(b, kind)), None)


def odds_of(clues: int, needed: int = 2):
    return block(m.announce(m.observation(needed), m.situation(ann=m.seat("Ann", clues=clues))).state, Odds)


def test_view_shows_exact_odds_before_the_roll():
    odds = odds_of(clues=0)
    assert str(odds.subtitle) == "3 dice, 2 successes needed"
    assert sum(bar.share for bar in odds.bars) == pytest.approx(1)
    assert odds.chance == pytest.approx(3 * (3 / 8) ** 2 * (5 / 8) + (3 / 8) ** 3)
    assert [str(bar.label) for bar in odds.bars if bar.counts] == ["2", "3"]
    assert str(odds.sentence) == "2 or more"


@pytest.mark.parametrize("clues", [1, 2, 5])
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_view_odds_with_clues_match_all_throws(clues, needed):
    throws = list(product(DIE.sides, repeat=3))
    reached = sum(faces.count(S) + min(clues, faces.count(I)) >= needed for faces in throws)
    word = "1 clue" if clues == 1 else f"{min(clues, 3)} clues"
    assert str(odds_of(clues, needed).sentence) == f"{needed} or more; with {word} {reached / len(throws):.0%}"


def test_view_shows_skills_round_and_phase():
    card = block(m.situation(), Cards).cards[0]
    assert str(card.note) == "strength 4 · agility 3 · observation 3 · lore 3 · influence 2 · will 3"
    state = m.table(m.event("EventA", "On", trigger=START)).state
    assert str(block(state, Heading).subtitle).startswith("Round 1 · Investigator")
    steps = block(state, Steps).steps
    assert [str(step.text) for step in steps] == ["Investigators", "Fire", "Mythos", "Monsters", "Horror"]
    assert [step.state for step in steps] == ["now", "todo", "todo", "todo", "todo"]


def test_view_resolves_the_marks_of_a_text():
    text = "Round {var:n}: {qst:WIND} <i>howls</i> at {c:EventA}. {strength}"
    first = m.event("EventA", "On", trigger=START, text=text, operations=(m.sets("n", "3"),))
    read = str(block(m.table(first, words=MappingProxyType({"WIND": "the wind"})).state, Story).text)
    assert read.startswith("Round 3: the wind <i>howls</i>")
    assert read.endswith("{strength}")


# --- secrets ----------------------------------------------------------------------------------------------------------

SEATS = ("1", "2", "table")


def lock(*row: str):
    """Return a code puzzle before its roll."""
    part = PuzzlePart("code", "lore", 4, 9, row, "digits")
    door = Component("PuzzleDoor", "puzzle", buttons=(Button("", ("EventOpen",)),), trigger=START, part=part)
    run = m.table(door, m.event("EventOpen", "Done"))
    m.tap(run, "1")
    return run


def sent(run) -> str:
    """Return everything sent to any seat."""
    seen = [repr(GAME.view(run.state, seat)) + repr(prompts_for_seat(run.open, seat)) for seat in SEATS]
    return "".join(seen + [str(GAME.tell(run.state, fact, seat)) for fact in run.facts for seat in SEATS])


def test_code_row_stays_secret_until_guessed():
    one, other = lock("1", "2", "3", "4"), lock("4", "3", "2", "2")
    assert sent(one) == sent(other)
    for run in (one, other):
        m.dice(run, S, S, S)
        m.say(run, m.prompt_of(run, "4 symbols"), "5", "6", "7", "8")
    assert sent(one) == sent(other)
    assert one.state.story.puzzles["PuzzleDoor"].target != other.state.story.puzzles["PuzzleDoor"].target


def test_draws_show_no_options_to_seats():
    turn = {"phase": "monsters", "to_activate": ("Rat", "Rat 2"), "active": ""}
    run = Run(GAME, m.hall(RAT, replace(RAT, name="Rat 2"), story=turn))
    assert [prompt.seat for prompt in run.open] == [HOUSE]
    assert all(prompts_for_seat(run.open, seat)[0].options == () for seat in SEATS)


# --- the log ----------------------------------------------------------------------------------------------------------

STORY = m.table(
    m.event("EventA", "On", trigger=START),
    m.event("EventB", "", quota="3"),
    m.event("EventC", "Open it", ""),
    m.event("EventD", "{qst:CONTINUE}"),
    m.event("EventE"),
    *(m.token(name, "Search") for name in ("TokenX", "TokenY")),
    m.token("TokenZ", "Eye", type="TokenSight"),
    Component("UIBG", "ui", part=OverlayPart("bg.png")),
).state


@pytest.mark.parametrize(
    ("state", "fact", "sentence"),
    [
        (STORY, f.PiecesPlaced(("TokenX", "TokenZ", "TokenY")), "Placed: 2 × Search, Sight."),
        (STORY, f.PiecesPlaced(("UIBG",)), ""),
        (STORY, f.VariablesSet((("traitor", 1.0),)), ""),
        (STORY, f.EventLeft("EventC", "Open it"), "Open it."),
        (STORY, f.EventLeft("EventB", successes(2)), "2 successes."),
        *((STORY, f.EventLeft(name, CONTINUE), "") for name in ("EventD", "EventE")),
        (STORY, f.EventLeft("EventD", "Continue"), ""),  # as an earlier log has it
        (m.tiles(), f.FigurePlaced("1", "TileFoyer"), "Ann stands in Foyer."),
        (m.tiles(RAT), f.MonsterMoved("Rat", "TileFoyer"), "Rat moves to Foyer."),
        (m.tiles(RAT), f.MonsterMoved("Rat", ""), "Nobody says where Rat stands."),
        (m.hall(), f.Stepped("1", "A2", True), "Ann moves to Kitchen."),
    ],
)
def test_log_sentence_of_a_fact(state, fact, sentence):
    assert {str(log_sentence(state, fact, seat)) for seat in SEATS} == {sentence}


def test_log_repeats_a_short_text_unchanged():
    """The page shows a text once, in the story or in the log."""
    assert beginning(from_data("It rains.")) == from_data("It rains.")
    assert beginning(from_data("It <b>rains</b>.")) != from_data("It <b>rains</b>.")


def test_typed_name_is_not_translated():
    """A typed name stays as it is, and a title of the scenario is translated."""
    state = m.table(m.event("EventRat", "On", title="Cultist"), m.event("EventNobody", "On")).state
    assert component_title(state, "EventRat", Shown("EventRat", hero="Cultist")) == from_data("Cultist")
    assert component_title(state, "EventNobody", Shown("EventNobody", hero="Cultist")) == "Cultist"


# --- texts of lines ---------------------------------------------------------------------------------------------------

LINE = ("A.", "B.", "C.")
BITE = Activation(
    "A.", "B.", "C.", "D.", "E.", 2, "agility", 2, "most_damaged", "each_in_range", further=1,
    effects=(Effect("condition", what="Dazed"),),
)  # fmt: skip
EFFECTS = (Effect("damage", 2, facing="down"), Effect("lose_clue"), Effect("cure", what="Dazed", who="each"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (texts.attack_test_text(Attack(*LINE, "strength"), "heavy"), "Test {strength}, 1 success: the weapon's damage, and 1 damage for each success."),
        (texts.attack_test_text(Attack(*LINE, "agility", 2, "weapon"), "spell"), "Test {agility}, 2 successes: the spell's damage."),
        (texts.attack_test_text(Attack(*LINE, "will", None, "result"), "heavy"), "Test {will}, 1 success: 1 damage for each success."),
        (texts.attack_test_text(Attack(*LINE, "lore", 2, 5), "heavy"), "Test {lore}, 2 successes: 5 damage."),
        (texts.horror_test_text(Horror(*LINE), 4), "Test {will}: you suffer 2 horror; each success prevents 1."),
        (texts.horror_test_text(Horror(*LINE, needed=1, amount=2, facing="down"), 4), "Test {will}, 1 success needed, or you suffer 2 horror face down."),
        (texts.moves_text(BITE), "It moves up to 2 spaces toward the investigator with the most damage."),
        (texts.moves_text(BITE, far=True), "It moves up to 1 space further toward the investigator with the most damage."),
        (
            texts.activation_test_text(BITE),
            (
                "Each investigator within range tests {agility} and suffers 2 damage; each success prevents 1."
                " If any gets through: You become Dazed."
            ),
        ),
        (texts.effects_text(EFFECTS), "You suffer 2 damage face down. You lose 1 clue. Each of you discards Dazed."),
        (texts.effects_text((), ends_action=True), "The action is lost."),
        (texts.effects_text(()), ""),
        (from_data("{Monster} waits.", **texts.monster_marks("the Ghost")), "The Ghost waits."),
    ],
)  # fmt: skip
def test_line_text_states_test_and_results(text, sentence):
    assert str(text) == sentence


@pytest.mark.parametrize("kind", get_args(get_type_hints(Effect)["kind"]))
@pytest.mark.parametrize("who", ["acting", "each", "chosen", "here"])
def test_effects_text_covers_every_kind(kind, who):
    assert str(texts.effects_text([Effect(kind, 2, "cellar", who=who)])).endswith(".")
