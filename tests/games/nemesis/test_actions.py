"""Actions: cost, refusals, movement, shooting, printed sections."""

from dataclasses import replace

import pytest

from companion.engine import prompts_for_seat
from companion.games.nemesis.content.ship import ActionCard, CraftedItem, Effect, Item, Section, Settings
from companion.games.nemesis.facts import SectionDone
from companion.games.nemesis.rules.actions.shoot_and_melee import cannot_shoot
from companion.games.nemesis.rules.map.movement import cannot_move
from companion.games.nemesis.state import Character, HeavyObject, Weapon, neighbours
from companion.schema import Refused
from tests.games.course import give
from tests.games.nemesis import ship as sh
from tests.games.nemesis.ship import ANN, BEN

BAD = "Contamination"


def option(run, name):
    return next(o for o in run.open[0].options if o.id == name)


def test_action_is_refused_with_too_few_cards():  # NEM-COST-5
    run = sh.act(sh.with_character(sh.state(), ANN, hand=()))
    assert option(run, "move").refused.code == "NOT_ENOUGH_ACTION_CARDS"
    with pytest.raises(Refused, match="costs 1 Action card, not the 0 of the hand"):
        give(run, "move")


def menu_of(*hand, items=()):
    of_box = {"a": Item(icons=("flame",)), "b": Item(icons=("coil",), acts=True), "c": Item()}
    s = sh.page(items=of_box, crafted={"torch": CraftedItem(("flame", "coil"))})
    return sh.act(sh.with_character(s, ANN, hand=hand, items=items)).open[0]


def test_menu_does_not_reveal_a_hand():  # NEM-COST-3, NEM-TRADE-2
    assert menu_of("Rest", "Search", items=("a", "b")) == menu_of(BAD, BAD, items=("c", "c"))


def test_payment_refusal_is_visible_to_the_owner_only():  # NEM-COST-5
    s = sh.with_character(sh.state(), ANN, hand=(BAD, BAD))
    run, can_pay = sh.act(s, "move:lab"), sh.act(sh.state(), "move:lab").open[0]
    assert prompts_for_seat(run.open, BEN) == prompts_for_seat((replace(can_pay, id=run.open[0].id),), BEN)
    assert run.open[0].secret
    with pytest.raises(Refused) as caught:
        give(run, BAD)
    assert caught.value.code == "CONTAMINATION_CANNOT_PAY"
    give(run, "instead")
    assert run.state == s


def test_careful_movement_costs_more_than_movement():  # NEM-GEN-3
    run = sh.act(sh.with_character(sh.state(), ANN, hand=("Rest",)))
    assert option(run, "careful_move").refused.code == "NOT_ENOUGH_ACTION_CARDS"
    assert str(option(run, "move:lab").text) == "Move to the lab · 1 card"
    assert str(option(sh.act(), "careful_move:lab").text) == "Move carefully to the lab · 2 cards"


def test_closed_door_separates_rooms():  # NEM-X-NEIGHBOUR-1
    closed = sh.with_corridor(sh.state(), "c1", closed=True)
    assert neighbours(closed, "hall") == ()
    assert cannot_move(closed, ANN, "lab").code == "NOT_ADJACENT"


def test_escape_lets_every_intruder_attack_first():  # NEM-AMB-5, NEM-X-ESCAPE-1
    run = sh.move_to_lab(sh.with_intruder(sh.with_intruder(sh.boxed(), "hall"), "hall", "creeper"))
    assert [str(p.title) for p in run.open] == ["the adult attacks, draw an attack card. What does it do?"]
    give(run, "light")
    give(run)
    ann = run.state.characters[ANN]
    assert (ann.light_wounds, ann.room, run.open[0].kind) == (1, "lab", "roll")


@pytest.mark.parametrize(("larva", "room", "fate"), [(False, "lab", "aboard"), (True, "hall", "dead")])
def test_escape_ends_with_death_in_the_room(larva, room, fate):
    run = sh.move_to_lab(sh.with_character(sh.with_intruder(sh.page(), "hall", "larva"), ANN, larva=larva))
    ann = run.state.characters[ANN]
    assert (ann.room, ann.fate, ann.larva) == (room, fate, True)
    assert bool(run.over) is larva


@pytest.mark.parametrize(
    ("says", "rolls"), [("nothing", True), ("malfunction", True), ("silence", False), ("danger", False)]
)
def test_new_room_is_explored_before_the_roll(says, rolls):  # NEM-X-ENTER-1
    run = sh.move_to_lab(sh.with_room(sh.boxed(), "lab", explored=False), says)
    assert run.state.rooms["lab"].explored
    assert bool(run.open) is rolls
    assert sh.noise_in(run.state) == ({"c1", "c2", "c3"} if says == "danger" else set())


@pytest.mark.parametrize(
    ("marker", "noise", "answers", "after"),
    [(True, (), ("c2",), {"c2"}), (False, (), (), set()), (False, ("c1", "c2", "c3"), (), {"c1", "c2", "c3"})],
)
def test_careful_movement_in_company_marks_by_setting(marker, noise, answers, after):  # NEM-AMB-3
    s = sh.state(settings=Settings(decks="none", careful_in_company=marker))
    s = sh.with_noise(sh.with_character(s, BEN, room="lab"), *noise)
    run = sh.act(s, "careful_move:lab", ("Search", "Rest"), *answers)
    assert (run.state.characters[ANN].room, sh.noise_in(run.state)) == ("lab", after)
    assert run.over


def test_move_effect_may_stop_after_one_step():
    run = sh.perform_effects(sh.page(), Effect("move", 2), answers=("lab", "silence"))
    assert [choice.id for choice in run.open[0].options] == ["hall", "nest", "engine", "stay"]
    assert sh.answer(run, "stay").state.characters[ANN].room == "lab"


def test_explore_effect_reveals_an_adjacent_room():
    s = sh.perform_effects(sh.with_room(sh.page(), "lab", explored=False), "explore", answers=("lab",)).state
    assert (s.rooms["lab"].explored, s.characters[ANN].room) == (True, "hall")


def test_shoot_offers_each_weapon_and_target():
    s = sh.with_intruder(sh.with_intruder(sh.state(), "hall"), "hall", "larva")
    s = sh.with_character(s, ANN, weapons=(Weapon("pistol", 1), Weapon("flare", 1)))
    shots = [o.id for o in sh.act(s).open[0].options if o.id.startswith("shoot")]
    assert shots == ["shoot:pistol/adult", "shoot:pistol/larva", "shoot:flare/adult", "shoot:flare/larva"]


UNARMED = {ANN: Character("Ann", "hall", ("Rest",))}


@pytest.mark.parametrize(
    ("s", "code"),
    [(sh.state(), "NOT_SAME_PLACE"), (sh.with_intruder(sh.state(characters=UNARMED), "hall"), "NO_TARGET")],
)
def test_shoot_is_refused_without_target_or_weapon(s, code):  # NEM-MELEE-2
    assert option(sh.act(s), "shoot").refused.code == code


def with_egg(*, shoot):
    objects = {"egg 1": HeavyObject("egg", "hall")}
    return sh.state(settings=Settings(decks="none", shoot_eggs=shoot), objects=objects)


@pytest.mark.parametrize(("shoot", "ammo", "code"), [(False, 2, "TARGET_NOT_INTRUDER"), (True, 0, "NO_AMMO")])
def test_shooting_an_egg_needs_setting_and_ammo(shoot, ammo, code):  # NEM-AMB-12
    s = sh.with_character(with_egg(shoot=shoot), ANN, weapons=(Weapon("pistol", ammo),))
    assert cannot_shoot(s, ANN, "pistol/egg 1").code == code


@pytest.mark.parametrize(("target", "objects", "eggs"), [("egg 1", [], 2), ("nest", ["egg 1"], 1)])
def test_shot_destroys_an_egg_by_setting(target, objects, eggs):
    s = replace(sh.in_room(with_egg(shoot=True), nest=True), eggs=2)
    run = sh.act(s, f"shoot:pistol/{target}", "Search")
    assert ([*run.state.objects], run.state.eggs) == (objects, eggs)
    assert run.state.characters[ANN].weapons == (Weapon("pistol", 1),)
    assert run.over


def strict(**changes):
    s = sh.with_intruder(sh.state(settings=Settings(decks="none", strict_combat=True), **changes), "hall")
    return replace(s, objects={"corpse": HeavyObject("character_corpse", "hall")})


@pytest.mark.parametrize("action", ["pick_up_heavy", "trade", "room_action"])
def test_strict_combat_refuses_other_actions(action):
    assert option(sh.act(strict()), action).refused.code == "OUT_OF_COMBAT_ONLY"


def test_strict_combat_allows_fighting_and_cards():
    s = sh.with_character(strict(cards={"Rest": ActionCard()}), ANN, hand=("Rest", "Search"))
    possible = {choice.id.partition(":")[0] for choice in sh.act(s).open[0].options if choice.refused is None}
    assert possible == {"shoot", "melee", "move", "action_card", "pass"}


MEND = Section("mend", "Repair the room", (Effect("discard_malfunction"),))
DOUSE = Section("douse", "Put the fire out", (Effect("extinguish"),))
TURN = Section("repair", "Repair the engine", (Effect("repair_engine"),))
SPOIL = Section("spoil", "Break the engine", (Effect("break_engine"),))


def with_cards(hand, *marks, tile=None, **cards):
    return sh.with_character(sh.in_room(sh.page(cards=cards), *marks, **tile or {}), ANN, hand=hand)


def test_card_choice_may_be_cancelled():
    run = sh.act(with_cards(("Work", "Rest"), Work=ActionCard(1)), "action_card", "none_of_them")
    assert run.over
    assert run.facts == ()


def test_section_without_effect_is_refused():
    run = sh.act(with_cards(("Work",), "fire", Work=ActionCard(sections=(MEND, DOUSE))), "action_card", "Work")
    with pytest.raises(Refused, match="There is no malfunction"):
        give(run, "mend")
    assert sh.answer(run, "douse").state.rooms["hall"].marks == ()


def test_engine_section_is_chosen_in_secret():
    s = with_cards(("Work",), tile={"engine": "1"}, Work=ActionCard(sections=(TURN, SPOIL)))
    run = sh.act(s, "action_card", "Work")
    assert run.open[0].secret
    give(run, "spoil")
    assert not [fact for fact in run.facts if isinstance(fact, SectionDone)]


def test_card_instructions_are_shown_one_by_one():
    words = (Effect("tell", what="look at the top card"), Effect("tell", what="put it back"))
    s = with_cards(("Peek",), Peek=ActionCard(sections=(Section("peek", effects=words),)))
    run = sh.act(s, "action_card", "Peek")
    first = run.open[0]
    second = sh.answer(run, "go").open[0]
    assert [(p.key, p.about) for p in (first, second)] == [("tell", "card/Peek/0"), ("tell", "card/Peek/1")]


BY_CARD = with_cards(("Mend",), Mend=ActionCard(sections=(MEND, Section("rest"))))
DEAR_CARD = with_cards(("Work", "Rest"), Work=ActionCard(2))
BY_NO_SECTION = with_cards(("Mend",), Mend=ActionCard(sections=(MEND, DOUSE)))
SALVE = sh.with_character(
    sh.page(items={"salve": Item(acts=True, effects=(Effect("heal_light"),))}), ANN, items=("salve",)
)
HANDS_FULL = sh.with_character(
    sh.page(objects={"egg": HeavyObject("egg", "hall")}), ANN, weapons=(Weapon("a", 1), Weapon("b", 1))
)


@pytest.mark.parametrize(
    ("s", "before", "value", "code", "words"),
    [
        (sh.in_room(None, "malfunction", effects=(Effect("draw"),)), (), "room_action", "MALFUNCTION", "out of order"),
        (sh.in_room(action=""), (), "room_action", "NO_ROOM_ACTION", "The Hall has no action"),
        (sh.with_room(sh.page(), "hall", explored=False), (), "room_action", "ROOM_UNKNOWN", "Nobody knows yet"),
        (sh.in_room(effects=(Effect("enter_pod"),)), (), "room_action", "NO_POD", "No pod hangs here"),
        (BY_CARD, ("action_card", "Mend"), "mend", "NO_MALFUNCTION", "no malfunction"),
        (BY_NO_SECTION, ("action_card",), "Mend", "NO_MALFUNCTION", "no malfunction"),
        (DEAR_CARD, ("action_card",), "Work", "NOT_ENOUGH_ACTION_CARDS", "not the 1 that can pay"),  # NEM-AMB-9
        (SALVE, ("item_action",), "salve", "NO_WOUND", "wound"),
        (HANDS_FULL, (), "pick_up_heavy", "HANDS_FULL", "Ann has both hands full"),
        (sh.with_character(sh.page(), BEN, room="lab"), (), "trade", "NOT_SAME_PLACE", "Nobody else is in the room"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isupper() else "",
)
def test_refusal_names_its_reason_and_changes_nothing(s, before, value, code, words):
    run = sh.act(s, *before)
    state_before, open_before = run.state, run.open
    with pytest.raises(Refused, match=words) as caught:
        give(run, value)
    assert caught.value.code == code
    assert (run.state, run.open) == (state_before, open_before)
