"""The chaos bag: changes by hand, and counts on the tray."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Bag, Play, Run, apply_fact, face_text
from companion.games.arkham import GAME
from companion.games.arkham.content import MOST_OF, TOKENS, library
from companion.games.arkham.facts import AuditEnded
from companion.games.arkham.rules.corrections import chaos_bag
from companion.schema import Answer, Refused
from tests.games.arkham.table import asked, situation
from tests.games.course import give, play

OPEN_BAG = Bag(("0", "0", "-1", "skull", "elder_sign"), aside=("-8",))


def bag_menu(bag: Bag = OPEN_BAG) -> Run:
    """Ann's turn, the menu of the bag open."""
    return play(Run(GAME, situation(bag=bag)), "bag")


def bag_after(change, token: str, bag: Bag = OPEN_BAG) -> Bag:
    g = Play(situation(bag=bag), apply_fact)
    change(g, token)
    return g.state.bag


def refusal_of(change, token: str, bag: Bag = OPEN_BAG) -> Refused:
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
    run = play(bag_menu(), wish, token)
    assert (run.state.bag.inside, run.state.bag.aside, run.state.bag.out) == (inside, aside, ())
    assert run.state.seats["1"].actions == 3


def test_bag_offers_only_tokens_it_has():
    run = play(bag_menu(), "seal")
    assert [option.id for option in run.open[0].options] == ["0", "-1", "skull", "elder_sign"]
    with pytest.raises(Refused, match="-8 is not possible"):
        give(run, "-8")


@pytest.mark.parametrize(("token", "most"), [("bless", 10), ("curse", 10), ("frost", 8)])
def test_bag_limits_bless_curse_and_frost(token, most):
    all_but_one = Bag(("0", *[token] * (most - 1)))
    whole = bag_after(chaos_bag.add, token, all_but_one)
    assert whole.inside.count(token) == most
    assert str(refusal_of(chaos_bag.add, token, whole).sentence) == f"There are {most} of {token} and no more."


def test_sealed_and_revealed_bless_tokens_count_to_the_ten():
    bag = Bag(("bless",) * 4, ("bless",) * 3, ("bless",) * 3)
    assert refusal_of(chaos_bag.add, "bless", bag).code == "TOO_MANY"


def test_unknown_token_is_refused_with_the_known_ones():
    wrong = refusal_of(chaos_bag.add, "+9")
    assert (wrong.code, str(wrong.sentence)) == (
        "UNKNOWN_FACE",
        f"There is no token +9; there are {', '.join(str(face_text(token)) for token in TOKENS)}.",
    )


@pytest.mark.parametrize("change", [chaos_bag.remove, chaos_bag.seal])
def test_token_outside_the_bag_is_refused(change):
    wrong = refusal_of(change, "-8")
    assert str(wrong.sentence) == "-8 is not in the bag; there are 0, -1, skull, elder sign."
    assert str(refusal_of(change, "0", Bag(("skull",))).sentence) == "0 is not in the bag; there is skull."


def test_elder_thing_can_be_added_to_the_bag():
    """AH-X-OPEN_BAG-2: nothing of it is in the first campaign's bag, and a later scenario may put it in."""
    bag = library.bags()["night_of_the_zealot"].standard
    assert "elder_thing" not in bag
    assert bag_after(chaos_bag.add, "elder_thing", Bag(bag)).inside == (*bag, "elder_thing")


changes = st.lists(st.tuples(st.sampled_from(list(chaos_bag.CHANGES)), st.sampled_from(TOKENS)), max_size=30)


@given(changes)
def test_bag_composition_changes_only_by_adding_and_removing(wishes):
    g = Play(replace(situation(), bag=OPEN_BAG), apply_fact)
    whole = Counter(OPEN_BAG.all)
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


SIX = Bag(("+1", "0", "-1", "-3", "skull", "auto_fail"))


def counting(bag: Bag = SIX) -> Run:
    """The bag is to be counted in Ann's turn."""
    return play(Run(GAME, situation(bag=bag)), "audit")


def shown(run: Run, *tokens: str):
    """Show a handful on the tray."""
    return give(run, *tokens)


def ended(run: Run, choice: str = "all"):
    """Answer the prompt that ends the count."""
    prompt = run.open[1]
    return run.answer(Answer(f"e-{prompt.id}", prompt.id, (choice,)))


def told(run: Run) -> str:
    """The sentence with which the last count ended."""
    fact = next(fact for fact in reversed(run.facts) if isinstance(fact, AuditEnded))
    return str(GAME.tell(run.state, fact, "1"))


def test_audit_ends_with_a_complete_bag():
    run = counting()
    shown(run, "0", "+1", "skull", "auto_fail", "-3", "-1")
    assert told(run) == "The bag is counted, 6 of 6: the bag is right."
    assert run.state.counted is None
    assert Counter(run.state.audited) == Counter(SIX.inside)


def test_audit_adds_up_handfuls():
    run = counting()
    shown(run, "+1", "0")
    assert asked(run) == "Everybody: take these away and lay the next handful, 2 of 6 counted"
    shown(run, "-1", "-3")
    shown(run, "skull", "auto_fail")
    assert run.state.counted is None


def test_audit_counts_the_same_handful_once():
    """The camera sees the tray again before it was cleared: of these, none is new."""
    run = counting()
    shown(run, "+1", "0")
    shown(run, "+1", "0")
    assert asked(run) == "Everybody: 2 of these lay there before, or look alike. Were those taken away?"
    give(run, "still")
    assert chaos_bag.so_far(run.state) == ("+1", "0")


def test_audit_counts_a_similar_handful_after_removal():
    run = counting(Bag(("-1", "-1", "0")))
    shown(run, "-1")
    shown(run, "-1")
    give(run, "away")
    assert chaos_bag.so_far(run.state) == ("-1", "-1")


@pytest.mark.parametrize(("answer", "bag"), [("bag", SIX.inside), ("list", (*SIX.inside, "-3"))])
def test_audit_resolves_a_surplus_token(answer, bag):
    run = counting()
    shown(run, *SIX.inside, "-3")
    assert str(chaos_bag.progress(run.state)) == "7 of 6 counted, 1 × -3 too many"
    ended(run)
    assert asked(run) == "Everybody: 1 × -3 too many. What is to be done?"
    give(run, answer)
    assert Counter(run.state.bag.inside) == Counter(bag)


@pytest.mark.parametrize(("answer", "bag"), [("bag", SIX.inside), ("list", SIX.inside[:-1])])
def test_audit_resolves_a_missing_token(answer, bag):
    run = counting()
    shown(run, *SIX.inside[:-1])
    ended(run)
    assert asked(run) == "Everybody: 1 × automatic failure missing. What is to be done?"
    give(run, answer)
    assert Counter(run.state.bag.inside) == Counter(bag)


def test_stopped_audit_changes_nothing():
    run = counting()
    shown(run, "-8")
    ended(run, "stop")
    assert (run.state.bag, run.state.counted, run.state.audited) == (SIX, None, ())


def test_sealed_tokens_stay_on_their_cards_and_are_not_counted():
    run = counting(replace(SIX, aside=("elder_sign",)))
    shown(run, *SIX.inside)
    assert told(run) == "The bag is counted, 6 of 6: the bag is right."


def test_audit_accepts_ten_bless_tokens_at_most():
    run = counting(Bag(("0", *["bless"] * 9)))
    shown(run, "0", *["bless"] * 11)
    ended(run)
    with pytest.raises(Refused, match="There are 10 of bless and no more"):
        give(run, "list")
    give(run, "bag")
    assert run.state.bag.inside.count("bless") == 9


bags = st.lists(st.sampled_from(["+1", "0", "-1", "skull"]), min_size=1, max_size=6).map(tuple)


@given(bags, bags)
def test_audit_can_replace_the_bag(bag, found):
    bag, found = (*bag, "elder_sign"), (*found, "elder_sign")  # one token at least stays in the bag
    run = counting(Bag(bag))
    shown(run, *found)
    if run.state.counted is not None:
        ended(run)
    while run.state.counted is not None:
        give(run, "list")
    assert Counter(run.state.bag.inside) == Counter(found)


@given(bags, st.lists(bags, min_size=1, max_size=4))
def test_handfuls_that_were_taken_away_are_all_counted(bag, handfuls):
    run = counting(Bag((*bag, "-8")))
    for tokens in handfuls:
        shown(run, *tokens)
        if run.open[0].key == "audit.again":
            give(run, "away")
    assert Counter(chaos_bag.so_far(run.state)) == sum(map(Counter, handfuls), Counter())
