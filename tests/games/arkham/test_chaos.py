"""The chaos bag by hand: tokens come and go, are sealed on cards and released."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Bag, Play, Run, apply_fact, face_text
from companion.games.arkham import GAME
from companion.games.arkham.content import ELDER_SIGN, MOST_OF, POOL, TOKENS, library
from companion.games.arkham.facts import TokenAdded
from companion.games.arkham.rules.corrections import chaos_bag
from companion.schema import Refused
from tests.games.arkham.table import begun, committed, situation
from tests.games.course import give

BAG = Bag(("0", "0", "-1", "skull", "elder_sign"), aside=("-8",))


def at_table(bag: Bag = BAG) -> Run:
    """Ann's turn, the menu of the bag open."""
    run = Run(GAME, situation(bag=bag))
    give(run, "bag")
    return run


def done(change, token: str, bag: Bag = BAG) -> Bag:
    g = Play(situation(bag=bag), apply_fact)
    change(g, token)
    return g.state.bag


def refused(change, token: str, bag: Bag = BAG) -> Refused:
    g = Play(situation(bag=bag), apply_fact)
    with pytest.raises(Refused) as wrong:
        change(g, token)
    assert g.facts == []
    return wrong.value


@pytest.mark.parametrize(
    ("wish", "token", "inside", "aside"),
    [
        ("add", "bless", ("0", "0", "-1", "skull", "elder_sign", "bless"), ("-8",)),
        ("remove", "0", ("0", "-1", "skull", "elder_sign"), ("-8",)),
        ("seal", "elder_sign", ("0", "0", "-1", "skull"), ("-8", "elder_sign")),
        ("release", "-8", ("0", "0", "-1", "skull", "elder_sign", "-8"), ()),
    ],
)
def test_a_token_is_put_in_taken_out_sealed_and_released(wish, token, inside, aside):
    run = at_table()
    give(run, wish)
    give(run, token)
    assert (run.state.bag.inside, run.state.bag.aside, run.state.bag.out) == (inside, aside, ())
    assert run.state.seats["1"].actions == 3


def test_only_what_is_there_can_be_taken():
    run = at_table()
    give(run, "seal")
    assert [option.id for option in run.open[0].options] == ["0", "-1", "skull", "elder_sign"]
    with pytest.raises(Refused, match="-8 is not possible"):
        give(run, "-8")


def test_an_empty_bag_and_no_sealed_token_are_said_on_the_buttons():
    run = at_table(Bag(()))
    why = {option.id: option.refused and str(option.refused.sentence) for option in run.open[0].options}
    assert why["remove"] == why["seal"] == "One token at least stays in the bag."
    assert (why["release"], why["add"]) == ("No token is sealed.", None)


@pytest.mark.parametrize(("token", "most"), [("bless", 10), ("curse", 10), ("frost", 8)])
def test_there_are_ten_of_each_of_bless_and_curse_and_eight_frost(token, most):
    all_but_one = Bag(("0", *[token] * (most - 1)))
    whole = done(chaos_bag.add, token, all_but_one)
    assert whole.inside.count(token) == most
    assert str(refused(chaos_bag.add, token, whole).sentence) == f"There are {most} of {token} and no more."


def test_sealed_and_revealed_bless_tokens_count_to_the_ten():
    bag = Bag(("bless",) * 4, ("bless",) * 3, ("bless",) * 3)
    assert refused(chaos_bag.add, "bless", bag).code == "TOO_MANY"


def test_no_box_holds_so_many_of_one_face():
    assert str(refused(chaos_bag.add, "0", Bag(("0",) * 20)).sentence) == "21 of 0 is more than any box holds."


def test_a_token_that_is_none_is_refused_with_what_there_is():
    wrong = refused(chaos_bag.add, "+9")
    assert (wrong.code, str(wrong.sentence)) == (
        "UNKNOWN_FACE",
        f"There is no token +9; there are {', '.join(str(face_text(token)) for token in TOKENS)}.",
    )


@pytest.mark.parametrize("change", [chaos_bag.remove, chaos_bag.seal])
def test_a_token_that_is_not_in_the_bag_is_refused_with_what_is(change):
    wrong = refused(change, "-8")
    assert str(wrong.sentence) == "-8 is not in the bag; there are 0, -1, skull, elder sign."
    assert str(refused(change, "0", Bag(("skull",))).sentence) == "0 is not in the bag; there is skull."


def test_a_token_that_is_not_sealed_is_not_released():
    assert refused(chaos_bag.release, "0").code == "TOKEN_NOT_SEALED"


def test_a_sealed_token_is_not_drawn_and_not_lost():
    run = committed(begun("intellect", 3, situation(bag=Bag(("0",), aside=("elder_sign",)))))
    assert [option.id for option in run.open[0].options] == ["0"]
    give(run, "0")
    assert run.state.bag == Bag(("0",), aside=("elder_sign",))


def test_two_tokens_where_one_was_asked_are_refused():
    run = committed(begun("intellect", 3))
    before = run.state
    with pytest.raises(Refused, match="1 wanted, 2 came"):
        give(run, "0", "-1")
    assert (run.state, run.open[0].kind) == (before, "draw")


def test_a_token_that_lies_there_already_cannot_come_again():
    run = committed(begun("intellect", 3, situation(bag=Bag(("cultist", "0")))))
    give(run, "cultist")
    with pytest.raises(Refused, match="cultist is not possible"):
        give(run, "cultist")


def test_the_elder_thing_comes_by_hand_into_a_bag_that_began_without_it():
    """AH-X-BAG-2: nothing of it is in the first campaign's bag, and a later scenario may put it in."""
    bag = library.bags()["night_of_the_zealot"].standard
    assert "elder_thing" not in bag
    assert done(chaos_bag.add, "elder_thing", Bag(bag)).inside == (*bag, "elder_thing")


def test_every_face_that_can_lie_on_the_tray_is_a_token():
    assert {
        "+1",
        "0",
        "-8",
        "skull",
        "cultist",
        "tablet",
        "elder_thing",
        "auto_fail",
        ELDER_SIGN,
        *POOL,
        "frost",
    } <= set(TOKENS)


changes = st.lists(st.tuples(st.sampled_from(list(chaos_bag.CHANGES)), st.sampled_from(TOKENS)), max_size=30)


@given(changes)
def test_the_composition_changes_by_what_is_put_in_and_taken_out_and_by_nothing_else(wishes):
    g = Play(replace(situation(), bag=BAG), apply_fact)
    whole = Counter(BAG.all)
    for wish, token in wishes:
        before = g.state
        try:
            chaos_bag.CHANGES[wish](g, token)
        except Refused:
            assert g.state is before
            continue
        whole[token] += (wish == "add") - (wish == "remove")
    assert Counter(g.state.bag.all) == +whole
    assert all(whole[token] <= most for token, most in MOST_OF.items())


def test_the_log_says_what_happened_to_the_bag():
    run = at_table()
    give(run, "add")
    (fact,) = give(run, "curse")
    assert isinstance(fact, TokenAdded)
    assert str(GAME.tell(run.state, fact, "1")) == "curse goes into the bag: 7 tokens."
