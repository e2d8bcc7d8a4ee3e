"""Tokens, Intruders out of nowhere, the development of the bag, words for the people."""

from __future__ import annotations

from companion.games.nemesis.content.ship import ActionCard, Effect, Section
from tests.games.nemesis.doing import answered, done, in_room, played
from tests.games.nemesis.ship import ANN, page, with_character


def test_tokens_go_into_the_bag():
    assert done(page(), Effect("token", 2, "adult-4")).state.bag.inside.count("adult-4") == 3


def test_an_intruder_comes_where_the_effect_says():
    run = done(in_room(), Effect("spawn", what="creeper", where="hall"))
    assert [(i.kind, i.room) for i in run.state.intruders.values()] == [("creeper", "hall")]


def test_the_bag_develops():
    run = done(page(), "develop", answers=("larva-1",))
    assert "larva-1" not in run.state.bag.inside


def test_what_the_people_do_by_themselves_is_said_and_waits_for_a_tap():
    run = done(page(), Effect("tell", what="look at the top card"))
    assert str(run.open[0].title) == "look at the top card"
    assert [option.id for option in run.open[0].options] == ["go"]


def test_each_of_several_words_of_a_card_is_asked_for_itself():
    words = (Effect("tell", what="look at the top card"), Effect("tell", what="put it back"))
    s = page(cards={"Peek": ActionCard(0, sections=(Section("peek", effects=words),))})
    run = played(with_character(s, ANN, hand=("Peek",)), "action_card", "Peek")
    first = run.open[0]
    answered(run, "go")
    assert [(first.key, first.about), (run.open[0].key, run.open[0].about)] == [
        ("tell", "card/Peek/0"),
        ("tell", "card/Peek/1"),
    ]
