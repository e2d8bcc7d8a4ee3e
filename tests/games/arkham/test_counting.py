"""X is counted, and what is done X times has an end."""

from __future__ import annotations

import pytest

from companion.engine import GameSetup, Run
from companion.games.arkham import GAME
from companion.games.arkham.content import Counted, Effect
from companion.games.arkham.rules.card_and_token_effects import MOST_TIMES, times, worth
from tests.games.arkham.table import situation
from tests.games.course import give

ANN = {"name": "Ann", "willpower": 3, "intellect": 3, "combat": 3, "agility": 3, "health": 20, "sanity": 20}


@pytest.mark.parametrize(("doom", "often"), [(0, 0), (3, 3), (20, 20), (21, MOST_TIMES), (10**6, MOST_TIMES)])
def test_effect_count_has_an_upper_limit(doom, often):
    assert times(situation(doom=doom), "1", Effect(cards=1, times=Counted("doom"))) == often


def test_an_effect_counts_never_less_than_not_at_all():
    assert times(situation(doom=3), "1", Effect(cards=1, times=Counted("doom", each=-1))) == 0


def test_x_itself_has_no_end_but_its_own():
    assert worth(situation(doom=300), "1", Counted("doom", each=-1)) == -300
    assert worth(situation(doom=300), "1", Counted("doom", each=-1, most=4)) == -4


def test_mutual_effects_end_in_bounded_time():
    """Each effect multiplies by twenty. Without a limit the last one would draw 10 to the 24th cards."""
    per_resource = {"what": "resources", "each": 5}
    effects = [{"resources": 20, "times": per_resource}] * 11 + [{"cards": 10, "times": per_resource}]
    who = {**ANN, "elder_sign": {"effects": effects}}
    run = Run(GAME, GAME.setup(GameSetup(("1",), choices={"bag": ["elder_sign"], "investigators": {"1": who}})))
    give(run, "investigate")
    give(run)
    give(run, "elder_sign")
    assert run.state.seats["1"].resources == 5 + 11 * 20 * MOST_TIMES
