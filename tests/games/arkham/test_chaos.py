"""The chaos bag: changes by hand, and counts on the tray."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Bag, Play, Run, apply_fact, face_text
from companion.games.arkham import GAME
from companion.games.arkham.content import MOST_OF, TOKENS
from companion.games.arkham.facts import AuditEnded
from companion.games.arkham.rules.corrections import chaos_bag
from companion.schema import Refused
from tests.games.arkham.table import asked, situation
from tests.games.course import give, play, tap

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


changes = st.lists(st.tuples(st.sampled_from(list(chaos_bag.BAG_CHANGES)), st.sampled_from(TOKENS)), max_size=30)


@given(changes)
def test_bag_composition_changes_only_by_adding_and_removing(wishes):
    g = Play(replace(situation(), bag=OPEN_BAG), apply_fact)
    whole = Counter(OPEN_BAG.all)
    for wish, token in wishes:
        before = g.state
        try:
            chaos_bag.BAG_CHANGES[wish](g, token)
        except Refused:
            assert g.state is before
            continue
        whole[token] += (wish == "add") - (wish == "remove")
    assert Counter(g.state.bag.all) == +whole
    assert all(whole[token] <= most for token, most in MOST_OF.items())


SIX = Bag(("+1", "0", "-1", "-3", "skull", "auto_fail"))


def counting(*handfuls: tuple[str, ...], bag: Bag = SIX, end: str = "") -> Run:
    """Count the bag in Ann's turn: show these handfuls on the tray, and answer the prompt that ends the count."""
    run = play(Run(GAME, situation(bag=bag)), "audit", *(("", *tokens) for tokens in handfuls))
    if end:
        tap(run, "audit.end", end)
    return run


def result(run: Run) -> str:
    """Return the log line of the last count."""
    fact = next(fact for fact in reversed(run.facts) if isinstance(fact, AuditEnded))
    return str(GAME.tell(run.state, fact, "1"))


def test_audit_adds_up_handfuls_to_a_complete_bag():
    run = counting(("+1", "0"), bag=replace(SIX, aside=("elder_sign",)))  # a sealed token stays on its card
    assert asked(run) == "Everybody: take these away and lay the next handful, 2 of 6 counted"
    play(run, ("", "-1", "-3"), ("", "skull", "auto_fail"))
    assert result(run) == "The bag is counted, 6 of 6: the bag is right."
    assert run.state.counted is None
    assert Counter(run.state.audited) == Counter(SIX.inside)


@pytest.mark.parametrize(
    ("bag", "handful", "answer", "counted"),
    [(SIX, ("+1", "0"), "still", ("+1", "0")), (Bag(("-1", "-1", "0")), ("-1",), "away", ("-1", "-1"))],
)
def test_audit_asks_about_a_repeated_handful(bag, handful, answer, counted):
    """The camera may see the tray again before it was cleared."""
    run = counting(handful, handful, bag=bag)
    assert asked(run).endswith("of these lay there before, or look alike. Were those taken away?")
    assert chaos_bag.counted_so_far(play(run, answer).state) == counted


@pytest.mark.parametrize(
    ("tokens", "answer", "title", "bag"),
    [
        ((*SIX.inside, "-3"), "bag", "1 × -3 too many.", SIX.inside),
        ((*SIX.inside, "-3"), "list", "1 × -3 too many.", (*SIX.inside, "-3")),
        (SIX.inside[:-1], "bag", "1 × automatic failure missing.", SIX.inside),
        (SIX.inside[:-1], "list", "1 × automatic failure missing.", SIX.inside[:-1]),
    ],
)
def test_audit_resolves_a_wrong_token(tokens, answer, title, bag):
    run = counting(tokens)
    more = ", 1 × -3 too many" if len(tokens) > 6 else ""
    assert str(chaos_bag.progress(run.state)) == f"{len(tokens)} of 6 counted{more}"
    tap(run, "audit.end", "all")
    assert asked(run) == f"Everybody: {title} What is to be done?"
    assert Counter(play(run, answer).state.bag.inside) == Counter(bag)


def test_audit_accepts_ten_bless_tokens_at_most():
    run = counting(("0", *["bless"] * 11), bag=Bag(("0", *["bless"] * 9)), end="all")
    with pytest.raises(Refused, match="There are 10 of bless and no more"):
        give(run, "list")
    assert play(run, "bag").state.bag.inside.count("bless") == 9


bags = st.lists(st.sampled_from(["+1", "0", "-1", "skull"]), min_size=1, max_size=6).map(tuple)


@given(bags, bags)
def test_audit_can_replace_the_bag(bag, tokens):
    bag, tokens = (*bag, "elder_sign"), (*tokens, "elder_sign")  # one token at least stays in the bag
    run = counting(tokens, bag=Bag(bag))
    if run.state.counted is not None:
        tap(run, "audit.end", "all")
    while run.state.counted is not None:
        give(run, "list")
    assert Counter(run.state.bag.inside) == Counter(tokens)


@pytest.mark.slow
@given(bags, st.lists(bags, min_size=1, max_size=4))
def test_handfuls_that_were_taken_away_are_all_counted(bag, handfuls):
    run = counting(bag=Bag((*bag, "-8")))
    for tokens in handfuls:
        give(run, *tokens)
        if run.open[0].key == "audit.again":
            give(run, "away")
    assert Counter(chaos_bag.counted_so_far(run.state)) == sum(map(Counter, handfuls), Counter())
