"""A doubtful die that cannot change the result is not asked about; one that can always is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion import games
from companion.engine import Game, Rule, choose, roll
from companion.schema import Answer, Faces, Prompt, Reading, Refused, SeenObject
from companion.sessions import AmbiguousReading, AnswerGiven, GameTable, faces_of
from companion.sessions.matching import OtherReading, same_either_way
from companion.sessions.matching.outcome import may_be
from tests.fakes import COIN, TOY, G, Rolled, Scored
from tests.games.course import possible

MANSIONS, NEMESIS = games.find("mansions"), games.find("nemesis")
TO_A_ROLL = {"whose turn": "1", "left": "test", "which skill": "agility", "how many": "2"}
NEVER = ("end of the game",)


def at_a_roll(needed: str = "2") -> GameTable[Any, Any]:
    """Mansions: Ann rolls three dice for agility, without a clue to spend."""
    table = GameTable.begin(MANSIONS, MANSIONS.sample)
    for number in range(30):
        prompt = table.open[0]
        if prompt.kind == "roll":
            return table
        wished = next((v for words, v in {**TO_A_ROLL, "how many": needed}.items() if words in str(prompt.title)), "")
        values = (wished,) if wished else (possible(prompt, Random(0)) if prompt.kind != "choose" else _first(prompt))
        table.answer(Answer(f"a{number}", prompt.id, values, prompt.seat))
    raise AssertionError(f"no roll was asked: {table.open}")


def _first(prompt: Prompt) -> Faces:
    return tuple(option.id for option in prompt.options if option.refused is None)[: max(1, prompt.least)]


def doubt(prompt: Prompt, *faces: str | None, kind: str = "") -> AmbiguousReading:
    """Dice of a roll as they were read; None = not sure."""
    first = faces_of(prompt)[0]
    seen = tuple(SeenObject(kind or prompt.of[0], face, 0.99 if face else 0.4, ((first, 0.4),)) for face in faces)
    return AmbiguousReading(
        Reading("r1", "lamp", "vision/cam0", "e1", 1, "p", "tray", seen), (prompt,), seen, "One is not sure."
    )


def at_a_noise_roll() -> GameTable[Any, Any]:
    """Nemesis: Ann has stepped into a room where something may hear her."""
    for seed in range(20):
        table, random = GameTable.begin(NEMESIS, NEMESIS.sample), Random(seed)
        for number in range(40):
            prompt = table.open[0]
            if prompt.kind == "roll":
                return table
            steps = [option.id for option in prompt.options if option.id.startswith("move:") and option.refused is None]
            values = (steps[0],) if steps else possible(prompt, random)
            table.answer(Answer(f"a{number}", prompt.id, values, prompt.seat))
    raise AssertionError("nobody was ever heard")


def test_two_numbers_of_one_corridor_are_the_same_noise() -> None:
    table = at_a_noise_roll()
    s, prompt = table.run.state, table.open[0]
    pair = next(c.numbers[s.test.room] for c in s.corridors.values() if len(c.numbers.get(s.test.room, ())) == 2)
    other = next(face for face in faces_of(prompt) if face not in pair)
    asked = doubt(prompt, None)
    same = replace(asked.objects[0], alternatives=((pair[0], 0.6), (pair[1], 0.38)))
    found = same_either_way(table, replace(asked, objects=(same,)))
    assert found is not None
    assert (found.answer.values, found.answer.unsure) == ((pair[0],), (0,))
    elsewhere = replace(same, alternatives=((pair[0], 0.6), (other, 0.38)))
    assert same_either_way(table, replace(asked, objects=(elsewhere,))) is None


def _easy_or_hard(g: G) -> Rule[None]:
    """A roll with the same prompt at every difficulty."""
    needed = {"easier": 1, "easy": 2, "hard": 3}
    how = yield from g.one(choose("1", "Ann: how hard?", tuple(needed)))
    faces = yield from g.some(roll("1", "Ann: roll 3 coins", COIN, 3, of=("coin",)))
    g.emit(Rolled(faces))
    g.emit(Scored(int(faces.count("heads") >= needed[how])))


COINS = replace(TOY, play=_easy_or_hard, faceless=lambda s: replace(s, coins=()))


def easy_roll() -> GameTable[Any, Any]:
    """Two heads of three coins were enough, and the second coin was unsure."""
    table = GameTable.begin(COINS, COINS.sample)
    table.answer(Answer("how", table.open[0].id, ("easy",), "1"))
    found = same_either_way(table, doubt(table.open[0], "heads", None, "heads"))
    assert found is not None and found.answer.unsure == (1,)
    table.answer(found.answer)
    return table


def rolls_of(table: GameTable[Any, Any]) -> list[AnswerGiven]:
    found = (m.entry.what for m in table.known.states)
    return [one for one in found if isinstance(one, AnswerGiven) and one.prompt.of]


def test_unsure_die_that_matters_after_amendment_is_asked() -> None:
    table = easy_roll()
    table.amend(table.known.states[1].entry.seq, ("hard",))
    assert rolls_of(table) == [], "the third coin decides now"
    assert table.open[0].kind == "roll"


def test_unsure_die_that_still_does_not_matter_is_repeated() -> None:
    table = easy_roll()
    table.amend(table.known.states[1].entry.seq, ("easier",))
    (again,) = rolls_of(table)
    assert again.answer.unsure == (1,) and table.run.at_rest


def test_unsure_die_stays_unsure_when_another_is_amended() -> None:
    table = easy_roll()
    log, roll = list(table.log), max(m.entry.seq for m in table.known.states if isinstance(m.entry.what, AnswerGiven))
    with pytest.raises(Refused, match="never sure, and it matters now"):
        table.amend(roll, ("tails", "heads", "heads"))
    assert table.log == log
    table.amend(roll, ("tails", "tails", "heads"))  # both coins are corrected now
    assert rolls_of(table)[0].answer.unsure == ()


def test_unsure_dice_are_not_offered_but_restored_by_redo() -> None:
    table = easy_roll()
    table.undo(1)
    assert table.trail.aside == ()
    assert table.trail.way_back is not None
    table.redo(table.trail.way_back.seq)
    assert rolls_of(table)[0].answer.unsure == (1,)


def test_die_with_two_candidates_is_tried_as_these() -> None:
    prompt = at_a_roll().open[0]
    clue_or_blank = SeenObject("mom_d8", None, 0.6, (("investigation", 0.6), ("blank", 0.39), ("success", 0.005)))
    assert may_be(clue_or_blank, prompt) == ("investigation", "blank")
    assert may_be(replace(clue_or_blank, cocked=True), prompt) == faces_of(prompt)  # it may yet fall on any side
    assert may_be(replace(clue_or_blank, alternatives=(("blank", 0.5),)), prompt) == faces_of(prompt)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: replace(one, told=(OtherReading("r2", "bridge/bag", ("success",)),)),
        lambda one: replace(one, refused=("success",)),
        lambda one: replace(one, prompts=(*one.prompts, replace(one.prompts[0], id="p9.9"))),
        lambda one: replace(one, objects=one.objects[:2]),
        lambda one: replace(one, objects=(*one.objects[:2], replace(one.objects[2], kind="tag"))),
        lambda one: replace(one, objects=(*one.objects[:2], replace(one.objects[2], kind="unknown"))),
    ],
    ids=["another reader", "refused before", "whose is it", "one is missing", "a tag", "a stranger"],
)
def test_doubt_about_more_than_a_face_is_asked(change: Any) -> None:
    table = at_a_roll()
    assert same_either_way(table, change(doubt(table.open[0], "success", "success", None))) is None


def test_a_secret_roll_and_one_beside_others_are_asked_about() -> None:
    table = at_a_roll()
    prompt = table.open[0]
    table.run.open = (replace(prompt, secret=True),)
    assert same_either_way(table, doubt(table.open[0], "success", "success", None)) is None
    table.run.open = (prompt, replace(prompt, seat="2", id="p9.9"))
    assert same_either_way(table, doubt(prompt, "success", "success", None)) is None


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seeds"), [(MANSIONS, range(12)), (NEMESIS, range(12))], ids=["mansions", "nemesis"])
def test_skipped_doubts_lead_to_the_same_state(game: Game[Any, Any], seeds: range) -> None:
    skipped = sum(_holds(table, random) for seed in seeds for table, random in rolls(game, seed))
    assert skipped > 0, "nothing was ever skipped: the property says nothing"


def _holds(table: GameTable[Any, Any], random: Random) -> bool:
    prompt = table.open[0]
    dice = prompt.most - len(prompt.locked)
    place = random.randrange(dice)
    faces = [None if k == place else random.choice(faces_of(prompt)) for k in range(dice)]
    asked = doubt(prompt, *faces)
    one, other = random.choice(faces_of(prompt)), random.choice(faces_of(prompt))
    likely = replace(asked.objects[place], alternatives=((one, 0.6), (other, 0.39)))
    asked = replace(asked, objects=tuple(likely if k == place else seen for k, seen in enumerate(asked.objects)))
    found = same_either_way(table, asked)
    if found is None:
        return False
    assert table.game.faceless is not None
    states = set()
    for face in may_be(likely, prompt):
        copy = table.copy()
        whole = (*prompt.locked, *(face if value is None else value for value in faces))
        copy.answer(Answer("other", copy.open[0].id, whole, prompt.seat))
        assert copy.run.at_rest
        states.add(repr((table.game.faceless(copy.run.state), [(p.asks, p.options) for p in copy.open])))
    assert len(states) == 1
    return True


def rolls(game: Game[Any, Any], seed: int, answers: int = 60) -> Iterator[tuple[GameTable[Any, Any], Random]]:
    """Play at random; yield the table at each single roll."""
    random, table = Random(seed), GameTable.begin(game, game.sample)
    for number in range(answers):
        at_hand = [p for p in table.open if p.at != "menu" and not any(words in str(p.title) for words in NEVER)]
        if not at_hand:
            return
        if len(table.open) == 1 and table.open[0].kind == "roll":
            yield table, random
        prompt = random.choice(at_hand)
        table.answer(Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))
