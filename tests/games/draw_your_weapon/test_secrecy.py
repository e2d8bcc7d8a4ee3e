"""Change what is hidden from a seat, and what that seat is sent stays equal."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from companion.engine import prompts_for_seat
from companion.games.draw_your_weapon import GAME
from companion.schema import Answer, to_json
from tests.games.course import begin, possible
from tests.games.draw_your_weapon.table import as_read

PLAYERS = ("1", "2", "3", "table")
PLANTED = "Planted"


def another_call(call):
    """Change the secrets of a Call. Its attribute, suit and characters become public when it is made."""
    required = call.required and 31 - call.required
    return replace(call, title=PLANTED, required=required, passed=PLANTED, failed=PLANTED)


def another_page(scene, open_page):
    """A page whose secrets are others; one that is not open is another altogether."""
    calls = tuple(another_call(call) for call in scene.calls)
    told = {} if scene.id == open_page else {"title": PLANTED, "read": PLANTED}
    return replace(scene, notes=PLANTED, calls=calls, **told)


def otherwise(s):
    """The same evening with another secret number and other notes, Calls and pages."""
    pages = tuple(another_page(scene, s.scene) for scene in s.adventure.scenes)
    people = {
        name: c if c.is_player else replace(c, text=PLANTED, weapons=(), features=())
        for name, c in s.characters.items()
    }
    test = s.test and (s.test if s.test.required is None else replace(s.test, required=31 - s.test.required))
    last = s.last
    if last is not None and last.test.required is not None and not last.shown:
        last = replace(last, test=replace(last.test, required=31 - last.test.required))
    return replace(s, adventure=replace(s.adventure, scenes=pages), characters=people, test=test, last=last)


def course(seed, answers):
    """An evening of chance in which the Dealer's story goes on."""
    random, run = Random(seed), begin(GAME)
    for number in range(answers):
        if not run.open:
            return
        asked = [p for p in run.open if p.at != "menu" or random.random() < 0.1]
        prompt = random.choice(asked)
        values = possible(prompt, random)
        if values == ("end",):
            continue
        run.answer(Answer(f"a{number}", prompt.id, values, prompt.seat))
        yield run


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_dealers_secrets_change_no_player_view(seed):
    for run in course(seed, 60):
        other = otherwise(run.state)
        for seat in PLAYERS:
            assert GAME.view(run.state, seat) == GAME.view(other, seat)


@pytest.mark.parametrize("seed", range(4))
def test_call_titles_are_in_no_player_prompt(seed):
    for run in course(seed, 60):
        titles = [call.title for scene in run.state.adventure.scenes for call in scene.calls]
        for seat in PLAYERS[:3]:
            sent = json.dumps([to_json(prompt, str) for prompt in prompts_for_seat(run.open, seat)])
            assert not any(title in sent for title in titles)


def test_shown_requirement_is_public():
    s = next(run.state for run in course(1, 80) if run.state.last and run.state.last.test.required)
    shown_to_all = replace(s, last=replace(s.last, shown=True))
    assert f"{s.last.test.required} needed" not in as_read(GAME.view(s, "table"))
    assert f"{s.last.test.required} needed" in as_read(GAME.view(shown_to_all, "table"))
