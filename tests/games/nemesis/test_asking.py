"""What corrections ask."""

from __future__ import annotations

from companion.engine import choose, done, offer_parallel
from companion.games.nemesis import GAME
from companion.games.nemesis.facts import SlimeCleaned, SlimeGained
from companion.games.nemesis.rules.corrections.prompts import listed_way, pick, possible
from companion.i18n import _
from companion.schema import Option
from tests.games.course import alone, give
from tests.games.nemesis.ship import ANN, BEN, page

HEAL, UNHURT = _("Heal"), _("Nobody is hurt.")


def test_one_of_several_things_or_none_of_them():
    chosen = []

    def asking(g):
        chosen.append((yield from pick(g, ANN, "which", _("which?"), [Option("a"), Option("a"), Option("b")])))

    run = alone(GAME, page(), asking)
    assert [option.id for option in run.open[0].options] == ["a", "b", "leave"]
    give(run, "leave")
    give(alone(GAME, page(), asking), "b")
    assert chosen == ["", "b"]


def test_what_is_not_there_is_grey_with_a_sentence():
    assert str(possible("heal", HEAL, 0, UNHURT).refused.sentence) == "Nobody is hurt."
    assert possible("heal", HEAL, 1, UNHURT).refused is None


def slimed(g, seat):
    g.emit(SlimeGained(seat))
    yield from done()


def test_a_way_is_open_beside_a_question_and_is_taken_in_its_place():
    answers = []

    def asking(g):
        way = listed_way(g.state, BEN, _("put right"), [Option("slime")], {"slime": slimed})
        answers.append((yield from offer_parallel(g, choose(ANN, "Ann: go on?", ("go",)), [way])))
        g.emit(SlimeCleaned(ANN))

    run = alone(GAME, page(), asking)
    assert [(prompt.seat, prompt.at) for prompt in run.open] == [(ANN, ""), (BEN, "menu")]
    give(run, "slime", seat=BEN)
    assert run.state.characters[BEN].slime
    give(alone(GAME, page(), asking), "go")
    assert answers == [(), ("go",)]
