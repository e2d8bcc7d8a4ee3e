"""Objectives and the end of the game."""

from dataclasses import replace

import pytest

from companion.engine import Run
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Condition, Objective
from companion.games.nemesis.rules.endings import Arrival, End, holds
from companion.games.nemesis.state import Course, Engine, HeavyObject, Weapon
from tests.games.course import give
from tests.games.nemesis.ship import ANN, BEN, answer, boxed, page, state, with_character, with_noise, with_room

HOME, ROCK = "Home", "Rock"
COURSE = Course({"A": HOME, "B": ROCK})
SIGN = Objective("sign", "A sign", "Send it.", "own", (Condition("signal"), Condition("alive")))
SAVED = Objective("saved", "Saved", "Bring her in.", "company", (Condition("ship_saved"),))
VOW = Objective("vow", "A vow", "Was it kept?", "own", (Condition("people"),))


def engines(*work):
    return {str(n + 1): Engine(works) for n, works in enumerate(work)}


def jump(ann="asleep", ben="asleep", *, base=page, **changes):
    """Return a state without time left, two of three engines working, on course home."""
    written = {"planets": (HOME, ROCK), "home": HOME, "objectives": (SIGN, SAVED, VOW)}
    s = base(**{**written, "turns": 0, "engines": engines(True, True, False), "course": COURSE, **changes})
    return with_character(with_character(s, ANN, fate=ann, hand=("Rest",)), BEN, fate=ben)


def end(s):
    run = Run(GAME, s)
    assert run.state.phase == "over"
    return run.state


@pytest.mark.parametrize(("work", "home"), [((True, True), True), ((True, False, False), False), ((True,), True)])
def test_ship_needs_two_working_engines(work, home):
    s = end(jump(engines=engines(*work)))
    assert s.results[ANN].won is home
    assert ("breaks up" in str(s.ending)) is not home


@pytest.mark.parametrize(("alarm", "lost"), [(3, True), (4, False)])
def test_shorter_track_ends_a_game_of_sleepers(alarm, lost):
    assert end(jump(turns=3, self_destruct=alarm)).results[ANN].won is not lost


def test_game_goes_on_while_one_is_awake():
    assert Run(GAME, jump(ann="aboard", turns=3)).state.phase == "players"


@pytest.mark.parametrize(("signal", "won"), [(True, True), (False, False)])
def test_result_depends_on_the_kept_objective(signal, won):
    s = end(with_character(jump(), ANN, objective=SIGN.id, signal=signal))
    assert s.results[ANN].won is won
    assert str(s.results[ANN].why) == f"Ann is home. {'Done' if won else 'Not done'}: A sign."


def test_dead_character_may_fulfil_an_objective():
    assert end(with_character(jump(ben="dead"), BEN, objective=SAVED.id)).results[BEN].won


def test_end_asks_owners_about_their_objectives():
    run = Run(GAME, with_character(jump(), ANN, objective=VOW.id))
    assert [(p.seat, str(p.title)) for p in run.open] == [(ANN, "did you do it? A vow. Was it kept?")]
    assert run.at_rest
    assert not answer(run, "no").state.results[ANN].won


def test_infected_character_loses():
    s = answer(Run(GAME, with_character(jump(), ANN, discard=("Contamination",), larva=True)), "infected").state
    assert str(s.results[ANN].why) == "Ann came home asleep, and not alone."
    assert str(s.ending) == "Time is out: the ship jumps to Home. Ben wins."


def test_end_with_real_decks_asks_the_players():
    run = Run(GAME, jump(base=boxed, engines={}, course=Course({})))
    assert run.facts == ()
    answer(run, "yes", HOME, "no", "no", "yes", "no")  # engines, course, infected, objectives
    assert [result.won for result in run.state.results.values()] == [True, False]


def test_end_without_decks_only_jumps():
    assert str(end(state(turns=0)).ending) == "Time is out: the ship jumps."


def dealt(**changes):
    names = ("first", "second", "third", "fourth")
    objectives = tuple(Objective(name, name.upper(), f"Do {name}.", "own", ()) for name in names)
    s = with_character(page(objectives=objectives, **changes), ANN, objectives=names[:2])
    return with_character(s, BEN, objectives=names[2:])


def test_objective_choice_is_secret_and_simultaneous():
    run = Run(GAME, dealt(met=True))
    title = "keep one of your objectives"
    assert [(p.seat, p.secret, str(p.title)) for p in run.open] == [(ANN, True, title), (BEN, True, title)]
    assert run.at_rest
    give(run, "fourth", seat=BEN)
    assert run.facts == ()  # no fact before all have chosen
    give(run, "first")
    assert [(c.objective, c.objectives) for c in run.state.characters.values()] == [("first", ()), ("fourth", ())]


@pytest.mark.parametrize(
    ("s", "asked"),
    [
        (dealt(), [(ANN, "action")]),
        (with_character(dealt(met=True), ANN, fate="dead"), [(BEN, "objective.keep")]),
        (dealt(turns=0), [(ANN, "objective.keep"), (BEN, "objective.keep")]),
    ],
    ids=["not before an Intruder", "not by the dead", "at the latest at the end"],
)
def test_objective_choice_has_its_time(s, asked):
    assert [(p.seat, p.key) for p in Run(GAME, s).open if p.at != "menu"] == asked


def test_objective_choice_follows_the_first_encounter():
    s = with_noise(with_character(dealt(), ANN, hand=("Rest",) * 5), "c1")
    run = answer(Run(GAME, s), "move:lab", "Rest", "1", "larva-1")
    assert str(run.open[0].title) == "keep one of your objectives"


AT_HOME = Arrival(lost=False, planet="Home")
LOST = Arrival(lost=True)
BOTH = (ANN, BEN)


@pytest.mark.parametrize(
    ("condition", "end", "is_met"),
    [
        (Condition("alive"), End(AT_HOME, BOTH), True),
        (Condition("alive"), End(AT_HOME, (BEN,)), False),
        (Condition("course", "Home"), End(AT_HOME, BOTH), True),
        (Condition("course", "Rock"), End(AT_HOME, BOTH), False),
        (Condition("course", ""), End(LOST, BOTH), False),
        (Condition("ship_saved"), End(AT_HOME, BOTH), True),
        (Condition("ship_lost"), End(LOST, BOTH), True),
        (Condition("alone"), End(AT_HOME, (ANN,)), True),
        (Condition("alone"), End(AT_HOME, BOTH), False),
        (Condition("all_alive"), End(AT_HOME, BOTH), True),
        (Condition("all_alive"), End(AT_HOME, (ANN,)), False),
        (Condition("carries", "egg"), End(AT_HOME, BOTH), True),
        (Condition("carries", "egg", 2), End(AT_HOME, BOTH), False),
        (Condition("carries", "tape"), End(AT_HOME, BOTH), True),
        (Condition("carries", "saw"), End(AT_HOME, BOTH), True),
        (Condition("people"), End(AT_HOME, BOTH, {ANN: True}), True),
        (Condition("people"), End(AT_HOME, BOTH), False),
        (Condition("signal"), End(AT_HOME, BOTH), False),
        (Condition("explored", n=3), End(AT_HOME, BOTH), True),
        (Condition("explored", n=4), End(AT_HOME, BOTH), False),
        (Condition("killed", "", 3), End(AT_HOME, BOTH), True),
        (Condition("killed", "adult", 2), End(AT_HOME, BOTH), True),
        (Condition("killed", "adult", 3), End(AT_HOME, BOTH), False),
        (Condition("nest_destroyed"), End(AT_HOME, BOTH), True),
    ],
)
def test_condition_holds_for_its_owner(condition, end, is_met):
    s = page(objects={"egg1": HeavyObject("egg", "")}, killed=("adult", "larva", "adult"), eggs=0)
    s = with_character(with_room(s, "lab", explored=False), BEN, signal=True)
    s = with_character(s, ANN, heavy=("egg1",), items=("tape",), weapons=(Weapon("saw", 1),))
    assert holds(s, ANN, condition, end) is is_met


UP, JUMP = "The alarm falls silent: the ship goes up.", "Time is out: the ship jumps"
NO_ENGINES, TO_ROCK = engines(False, False, False), replace(COURSE, set="B")
AT_ROCK = "sleeps on, and the ship is not home but at Rock."
IN_VAIN, AWAKE = "Ben slept when the ship broke up.", "Ann was awake when the ship broke up."


@pytest.mark.parametrize(
    ("s", "ending", "ann", "ben"),
    [
        (jump(), f"{JUMP} to Home. Ann and Ben win.", "Ann is home.", "Ben is home."),
        (jump(ben="aboard"), f"{JUMP} to Home. Ann wins.", "Ann is home.", "Ben was awake when the ship jumped."),
        (jump(course=TO_ROCK), f"{JUMP} to Rock. Nobody wins.", f"Ann {AT_ROCK}", f"Ben {AT_ROCK}"),
        (jump("pod", engines=NO_ENGINES), f"{JUMP}, and breaks up. Ann wins.", "Ann is home.", IN_VAIN),
        (jump("pod", turns=3, self_destruct=0), f"{UP} Ann wins.", "Ann is home.", IN_VAIN),
        (jump("aboard", self_destruct=0), f"{UP} Nobody wins.", AWAKE, IN_VAIN),
        (jump("dead", "dead", turns=5), "Nobody lives any more: the ship jumps to Home. Nobody wins.", "Ann died aboard.", "Ben died aboard."),
    ],
)  # fmt: skip
def test_end_names_fates_and_winners(s, ending, ann, ben):
    s = end(s)
    assert str(s.ending) == ending
    assert [str(s.results[seat].why) for seat in (ANN, BEN)] == [ann, ben]
