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


def test_bag_offers_only_tokens_it_has():
    run = at_table()
    give(run, "seal")
    assert [option.id for option in run.open[0].options] == ["0", "-1", "skull", "elder_sign"]
    with pytest.raises(Refused, match="-8 is not possible"):
        give(run, "-8")


@pytest.mark.parametrize(("token", "most"), [("bless", 10), ("curse", 10), ("frost", 8)])
def test_bag_limits_bless_curse_and_frost(token, most):
    all_but_one = Bag(("0", *[token] * (most - 1)))
    whole = done(chaos_bag.add, token, all_but_one)
    assert whole.inside.count(token) == most
    assert str(refused(chaos_bag.add, token, whole).sentence) == f"There are {most} of {token} and no more."


def test_sealed_and_revealed_bless_tokens_count_to_the_ten():
    bag = Bag(("bless",) * 4, ("bless",) * 3, ("bless",) * 3)
    assert refused(chaos_bag.add, "bless", bag).code == "TOO_MANY"


def test_unknown_token_is_refused_with_the_known_ones():
    wrong = refused(chaos_bag.add, "+9")
    assert (wrong.code, str(wrong.sentence)) == (
        "UNKNOWN_FACE",
        f"There is no token +9; there are {', '.join(str(face_text(token)) for token in TOKENS)}.",
    )


@pytest.mark.parametrize("change", [chaos_bag.remove, chaos_bag.seal])
def test_token_outside_the_bag_is_refused(change):
    wrong = refused(change, "-8")
    assert str(wrong.sentence) == "-8 is not in the bag; there are 0, -1, skull, elder sign."
    assert str(refused(change, "0", Bag(("skull",))).sentence) == "0 is not in the bag; there is skull."


def test_two_tokens_where_one_was_asked_are_refused():
    run = committed(begun("intellect", 3))
    before = run.state
    with pytest.raises(Refused, match="1 wanted, 2 came"):
        give(run, "0", "-1")
    assert (run.state, run.open[0].kind) == (before, "draw")


def test_elder_thing_can_be_added_to_the_bag():
    """AH-X-BAG-2: nothing of it is in the first campaign's bag, and a later scenario may put it in."""
    bag = library.bags()["night_of_the_zealot"].standard
    assert "elder_thing" not in bag
    assert done(chaos_bag.add, "elder_thing", Bag(bag)).inside == (*bag, "elder_thing")


def test_tray_faces_are_all_tokens():
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
def test_bag_composition_changes_only_by_adding_and_removing(wishes):
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
