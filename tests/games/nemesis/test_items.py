"""Virtual and real hands, items, heavy objects, trade and virtual decks."""

from dataclasses import replace

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import ActionCard, AttackCard, Effect, Item, Section, Settings
from companion.games.nemesis.facts import ItemGained
from companion.games.nemesis.rules.crew import hands
from companion.games.nemesis.rules.decks import cards_left, draw_cards
from companion.games.nemesis.state import HeavyObject, Weapon
from companion.schema import HOUSE, Cards, Refused
from tests.games.course import give
from tests.games.nemesis import ship as sh
from tests.games.nemesis.ship import ANN, BEN

A, C = "Action card", "Contamination"


def real(**changes):
    return sh.with_character(sh.page(settings=Settings(hands="box")), ANN, **changes)


def draw(s, number, *answers):
    """Draw cards and return the run."""
    return sh.run_rule(s, lambda g: hands.draw(g, ANN, number), *answers)


def ann(run):
    return run.state.characters[ANN]


def test_draw_shuffles_the_discard_pile():
    run = draw(sh.with_character(sh.page(), ANN, hand=(), deck=("a",), discard=("b", "c")), 2, "a", "b")
    assert (ann(run).hand, ann(run).deck, ann(run).discard) == (("a", "b"), ("c",), ())


def test_real_draw_without_contamination_needs_no_prompt():
    run = draw(real(hand=(), deck=(A,) * 5), 3)
    assert run.over
    assert ann(run).hand == (A,) * 3


def test_real_draw_from_the_discard_asks_once():
    run = draw(real(hand=(), deck=(), discard=(A, C, C)), 2)
    assert run.at_rest
    assert ann(sh.answer(run, "2")).deck == (A,)


def test_real_draw_asks_for_contamination():
    run = draw(real(hand=(), deck=(A, A, A, C)), 3)
    (prompt,) = run.open
    assert (prompt.seat, prompt.least, prompt.most, prompt.secret) == (ANN, 0, 1, True)
    with pytest.raises(Refused, match="0 to 1, not 2"):
        give(run, "2")
    assert ann(sh.answer(run, "1")).hand == (A, A, C)


def test_real_payment_can_be_cancelled():
    s = real(hand=(C, C))
    run = sh.act(s, "move:lab")
    with pytest.raises(Refused):
        give(run, "go")
    assert sh.answer(run, "instead").state == s


def dashing(cost, hand):
    """Return a state whose first role has ten cards "Dash", and Ann this hand."""
    s = real(hand=hand)
    role = replace(s.ship.crew[0], deck=("Dash",) * 10)
    dash = ActionCard(cost, sections=(Section("go_on", effects=(Effect("send_signal"),)),))
    s = replace(s, ship=replace(s.ship, crew=(role, *s.ship.crew[1:]), cards={"Dash": dash}))
    return sh.with_character(s, ANN, role=role.id)


def test_real_card_is_chosen_from_its_role():
    run = sh.act(dashing(1, (A, A, A, C)), "action_card", "Dash", "go")
    assert ann(run).signal
    assert (ann(run).hand, ann(run).discard) == ((A, C), (A, A))


def test_payment_skips_cards_removed_by_a_correction():
    assert hands.cards_still_held(sh.with_character(sh.page(), ANN, hand=("a",)), ANN, ("a", "a", "b")) == ("a",)


@pytest.mark.parametrize(
    ("s", "answers", "hand", "discard"),
    [
        (sh.page(), ("Rest", "Signal"), ("Search", C), ("Rest", "Signal")),
        (real(hand=(A, A, C)), "go", (C,), (A, A)),
    ],
)
def test_discard_effect_asks_the_owner_for_action_cards(s, answers, hand, discard):
    run = sh.perform_effects(s, Effect("discard", 2))
    with pytest.raises(Refused):
        give(run, C, C)
    sh.answer(run, answers)
    assert (ann(run).hand, ann(run).discard) == (hand, discard)


def test_trade_is_visible_to_both_traders_only():  # NEM-TRADE-2
    s = sh.with_character(sh.with_character(sh.state(), ANN, items=("medkit",)), BEN, items=("tape",))
    run = sh.act(s, "trade", "Search", "1/2", "medkit", "tape")
    assert all(prompt.secret for prompt in run.open)
    assert [str(prompt.options[0].text) for prompt in run.open] == ["Give medkit, get tape", "Give tape, get medkit"]
    assert "tape" not in repr([prompt.title for prompt in run.open])


def test_trade_asks_full_hands_to_put_down():  # NEM-AMB-7
    s = sh.with_character(sh.state(), BEN, weapons=(Weapon("rifle", 3), Weapon("axe", 0)))
    run = sh.act(s, "trade", "Search", "1/2", "pistol", (), "yes", "yes")
    assert str(run.open[0].title) == "both hands are full, what is put down?"


def test_items_are_secret_until_shown():  # NEM-TRADE-2
    s = sh.with_character(sh.state(), ANN, items=("medkit",))
    assert "medkit" in repr([block for block in GAME.view(s, ANN) if isinstance(block, Cards)])
    assert "medkit" not in repr(GAME.view(s, BEN))
    assert GAME.view(s, "table") == GAME.view(sh.with_character(sh.state(), ANN, items=("tape",)), "table")


def test_dead_intruder_leaves_a_carcass():  # NEM-HEAVY-2
    run = sh.act(sh.with_intruder(sh.boxed(), "hall"), "shoot:pistol/adult", "Search", "hit1", "dies")
    assert [(o.kind, o.room) for o in run.state.objects.values()] == [("intruder_carcass", "hall")]


ITEMS = {"cannon": Item(heavy=True), "rifle": Item(heavy=True, ammo=4), "tape": Item(), "axe": Item(heavy=True)}
PISTOL = (Weapon("pistol", 2),)


def holding(*, heavy=(), two_hands=True, **changes):
    objects = {name: HeavyObject("egg", "") for name in heavy} | {"egg 9": HeavyObject("egg", "hall")}
    s = sh.page(items=ITEMS, objects=objects, settings=Settings(two_hands=two_hands))
    return sh.with_character(s, ANN, heavy=heavy, **changes)


def gain(s, item):
    return sh.run_rule(s, lambda g: hands.gain(g, ANN, item))


def test_third_heavy_item_makes_its_owner_choose():
    run = gain(holding(weapons=PISTOL, items=("axe",)), "cannon")
    (prompt,) = run.open
    assert prompt.secret
    assert [option.id for option in prompt.options] == ["weapon/pistol", "item/axe", "item/cannon"]
    give(run, "item/axe")
    assert (ann(run).items, ann(run).weapons, run.state.item_discard) == (("cannon",), PISTOL, ("axe",))


def test_hand_limit_is_a_setting():
    assert gain(holding(weapons=PISTOL, items=("axe",), two_hands=False), "cannon").over


@pytest.mark.parametrize(
    ("n", "held", "answers", "ammo"),
    [(1, ("rifle",), (), [2]), (9, ("rifle",), (), [4]), (1, ("rifle", "pistol"), ("pistol",), [1, 2])],
)
def test_ammo_effect_fills_one_weapon_up_to_capacity(n, held, answers, ammo):
    s = holding(weapons=tuple(Weapon(name, 1) for name in held))
    run = sh.perform_effects(s, Effect("ammo", n), answers=answers)
    assert [weapon.ammo for weapon in ann(run).weapons] == ammo


def searching(store="tools", items=2, **changes):
    by_store = {"tape": "tools", "axe": "tools", "salve": "care", "gun": ""}
    return sh.in_room(
        sh.page(items={name: Item(store=of) for name, of in by_store.items()}, **changes), store=store, items=items
    )


SEARCH = Effect("search", 2)


def test_search_draws_two_and_keeps_one_in_secret():
    run = sh.perform_effects(searching(), SEARCH)
    assert run.open[0].seat == HOUSE
    assert {option.id for option in run.open[0].options} == {"tape", "axe"}
    give(run, "axe", "tape")
    assert (run.open[0].seat, run.open[0].secret) == (ANN, True)
    give(run, "tape")
    assert (ann(run).items, run.state.rooms["hall"].items) == (("tape",), 1)
    assert any(isinstance(fact, ItemGained) for fact in run.facts)
    for fact in run.facts:
        assert "tape" not in sh.log_text(run.state, fact, BEN)
        assert "axe" not in sh.log_text(run.state, fact, BEN)


def test_search_asks_for_the_store():
    assert ann(sh.perform_effects(searching(store=""), SEARCH, answers=("care", "salve"))).items == ("salve",)


def test_search_with_real_cards_asks_the_finder():
    run = sh.perform_effects(searching(items=0, settings=Settings(decks="box")), SEARCH)
    (prompt,) = run.open
    assert (prompt.kind, prompt.seat, prompt.secret) == ("write", ANN, True)
    assert ann(sh.answer(run, "Lamp")).items == ("Lamp",)


ATTACKS = (AttackCard("claw", "Claw", ("adult",), (), 2, count=2), AttackCard("bite", "Bite", ("adult",), (), 3))
DECK_ITEMS = {"tape": Item(store="tools", count=2), "saw": Item(store="tools"), "key": Item()}


def draw_from(s, deck, number=1):
    return sh.run_rule(s, lambda g: draw_cards(g, deck, number))


def test_deck_draws_any_card_left():
    run = draw_from(sh.page(attacks=ATTACKS), "attacks")
    (prompt,) = run.open
    assert (prompt.seat, prompt.kind) == (HOUSE, "draw")
    assert [option.id for option in prompt.options] == ["claw", "claw", "bite"]
    give(run, "claw")
    assert cards_left(run.state, "attacks") == ("claw", "bite")


def test_deck_is_shuffled_during_a_draw():
    run = draw_from(sh.page(attacks=ATTACKS, drawn={"attacks": ("claw", "bite")}), "attacks", 2)
    give(run, "claw")
    assert [option.id for option in run.open[0].options] == ["claw", "bite"]  # one claw is out, in the hand
    give(run, "bite")
    assert run.state.drawn["attacks"] == ("claw", "bite")


@pytest.mark.parametrize(
    ("drawn", "discard", "cards"),
    [((), ("saw",), ("tape",)), (("tape",), (), ("tape", "saw"))],
    ids=["held and used", "drawn and held counts once"],
)
def test_deck_excludes_held_and_used_items(drawn, discard, cards):
    s = sh.page(items=DECK_ITEMS, item_discard=discard, drawn={"items:tools": drawn})
    assert cards_left(sh.with_character(s, ANN, items=("tape",)), "items:tools") == cards


def test_deck_shuffle_excludes_held_items():
    s = sh.page(items=DECK_ITEMS, drawn={"items:tools": ("tape", "tape", "saw")})
    run = draw_from(sh.with_character(s, ANN, items=("tape", "saw")), "items:tools")
    assert [option.id for option in run.open[0].options] == ["tape"]
