"""Corrections and the facts that they state."""

from collections.abc import Mapping

import pytest

from companion.games.nemesis import GAME, facts
from companion.games.nemesis.content.ship import Item
from companion.games.nemesis.rules.corrections import menu
from companion.games.nemesis.state import HeavyObject, Pod, Weapon
from companion.schema import TABLE, Answer
from tests.games.nemesis import ship as sh
from tests.games.nemesis.ship import ANN, BEN


def test_noise_roll_uses_the_corrected_room():
    run = sh.act(None, "move:lab", "Search")
    run.correct(facts.Moved(ANN, "nest"))
    assert sh.noise_in(sh.answer(run, "1").state) == {"c2"}


@pytest.mark.parametrize("action", ["shoot:pistol/adult", "melee:adult"])
def test_attack_ends_if_its_target_was_removed(action):
    run = sh.act(sh.with_intruder(sh.boxed(), "hall"), action, "Search")
    run.correct(facts.IntruderDied("adult"))
    sh.answer(run, "miss")
    assert run.over
    assert run.state.test is None
    assert run.state.characters[ANN].serious_wounds == 0


def correct(s, seat, *answers):
    """Answer the correction list of a seat, and the prompts after it."""
    run = sh.act(s)
    prompt = next(p for p in run.open if (p.seat, p.key) == (seat, "correct"))
    run.answer(Answer("a", prompt.id, answers[:1], seat))
    return sh.answer(run, *answers[1:])


def ann(run):
    return run.state.characters[ANN]


PISTOL = Weapon("pistol", 2)
HURT = sh.with_character(
    sh.page(items={"gun": Item(ammo=3)}), ANN, light_wounds=1, serious_wounds=1, larva=True, deck=("Weld",)
)
SLIMY = sh.with_character(sh.page(), ANN, slime=True)


@pytest.mark.parametrize(
    ("s", "answers", "field", "value"),
    [
        (HURT, "light", "light_wounds", 2),
        (HURT, "heal_light", "light_wounds", 0),
        (HURT, "serious", "serious_wounds", 2),
        (HURT, "heal_serious", "serious_wounds", 0),
        (HURT, "slime", "slime", True),
        (SLIMY, "clean", "slime", False),
        (SLIMY, "larva", "larva", True),
        (HURT, "larva_less", "larva", False),
        (HURT, "contamination", "discard", ("Contamination",)),
        (HURT, "contamination_less", "hand", ("Search", "Rest", "Signal")),
        (HURT, "signal", "signal", True),
        (HURT, "dead", "fate", "dead"),
        (HURT, "ammo pistol 0", "weapons", (Weapon("pistol", 0),)),
        (HURT, "item Lamp", "items", ("Lamp",)),
        (HURT, "item gun", "weapons", (PISTOL, Weapon("gun", 3))),
        (HURT, "weapon Lance 5", "weapons", (PISTOL, Weapon("Lance", 5))),
        (HURT, "object egg", "heavy", ("Intruder egg 1",)),
        (HURT, "place nest", "room", "nest"),
        (HURT, "actions 0", "actions", 0),
        (HURT, "put_down weapon/pistol", "weapons", ()),
        (HURT, "put_down leave", "weapons", (PISTOL,)),
        (HURT, "draw Weld", "hand", ("Search", "Rest", "Signal", "Contamination", "Weld")),
        (HURT, "discard Rest", "hand", ("Search", "Signal", "Contamination")),
    ],
)
def test_crew_correction_changes_the_character(s, answers, field, value):
    run = correct(s, ANN, *answers.split())
    assert getattr(ann(run), field) == value
    assert field in {"actions", "hand", "discard"} or (ann(run).actions, len(ann(run).hand)) == (
        2,
        4,
    )  # it costs nothing


def test_crew_correction_shows_what_is_absent_but_no_hand():
    s = sh.with_character(sh.page(), BEN, fate="dead")
    assert {way.prompt.seat for way in menu.ways(s)} == {ANN, TABLE}  # only of those aboard
    (prompt,) = [way.prompt for way in menu.ways(s) if way.prompt.seat == ANN]
    grey = {option.id for option in prompt.options if option.refused}
    assert {"heal_light", "heal_serious", "clean", "larva_less", "draw"} <= grey
    assert not [card for card in ("Search", "Rest", "Signal") if card in repr(prompt)]


def test_crew_correction_keeps_an_item_secret():
    run = correct(sh.page(), ANN, "item")
    assert run.open[0].secret
    sh.answer(run, "Lamp")
    assert all("Lamp" not in sh.log_text(run.state, fact, BEN) for fact in run.facts)


def at(s, place):
    for name in place.split("."):
        s = s[name] if isinstance(s, Mapping) else getattr(s, name)
    return s


SHIP = sh.with_intruder(
    sh.in_room(sh.page(pods={"A": Pod("hall")}, objects={"egg": HeavyObject("egg", "lab")}), "malfunction"), "lab"
)
SHIP = sh.with_room(sh.with_noise(SHIP, "c2"), "nest", explored=False)


@pytest.mark.parametrize(
    ("answers", "place", "value"),
    [
        ("corridor c1 noise", "corridors.c1.noise", True),
        ("corridor c2 quiet", "corridors.c2.noise", False),
        ("corridor c1 open", "corridors.c1.closed", False),
        ("corridor c1 closed", "corridors.c1.closed", True),
        ("corridor c1 broken", "corridors.c1.broken", True),
        ("room hall fire", "rooms.hall.marks", ("malfunction", "fire")),
        ("room lab malfunction", "rooms.lab.marks", ("malfunction",)),
        ("room hall malfunction_less", "rooms.hall.marks", ()),
        ("room hall items 4", "rooms.hall.items", 4),
        ("room nest explored", "rooms.nest.explored", True),
        ("intruder_more queen nest", "intruders.queen1.room", "nest"),
        ("intruder adult moved nest", "intruders.adult.room", "nest"),
        ("intruder adult hurt", "intruders.adult.injuries", 1),
        ("intruder adult healed", "intruders.adult.injuries", 0),
        ("intruder adult dead", "killed", ("adult",)),
        ("intruder adult gone", "intruders", {}),
        ("token_more larva-1", "bag.inside", ("blank", "larva-1", "adult-4", "creeper-1", "larva-1")),
        ("token_less larva-1", "bag.inside", ("blank", "adult-4", "creeper-1")),
        ("object_more egg lab", "objects.Intruder egg 1", HeavyObject("egg", "lab")),
        ("object_less egg", "objects", {}),
        ("eggs 3", "eggs", 3),
        ("alarm 2", "self_destruct", 2),
        ("alarm 0", "self_destruct", None),
        ("time 7", "turns", 7),
        ("course C", "course.set", "C"),
        ("pod A locked", "pods.A.locked", True),
        ("pod A unlocked", "pods.A.locked", False),
        ("pod A gone", "pods.A.launched", True),
    ],
)
def test_ship_correction_changes_the_state(answers, place, value):
    assert at(correct(SHIP, TABLE, *answers.split()).state, place) == value


@pytest.mark.parametrize(
    "answers",
    ["corridor", "room", "room hall", "intruder_more", "intruder", "token_more", "object_more", "course", "pod"],
)
def test_correction_may_be_cancelled(answers):
    assert correct(SHIP, TABLE, *answers.split(), "leave").state == SHIP


def after(s, *changes):
    for fact in changes:
        s = GAME.apply(s, fact)
    return s


def test_corpses_keep_their_logged_ids():
    s = after(sh.with_character(sh.page(), BEN, name="Ann"), facts.CharacterDied(ANN), facts.CharacterDied(BEN))
    assert [*s.objects] == ["corpse of Ann", "corpse of Ann, seat 2"]  # of two namesakes
    assert [*after(sh.set_up(), facts.CharacterDied(ANN)).objects] == ["corpse of Seat 1"]  # of a seat without a name


@pytest.mark.parametrize("pile", ["hand", "discard", "deck"])
def test_contamination_card_is_lost_from_any_pile(pile):
    piles = {"hand": (), "discard": (), "deck": (), pile: ("Rest", "Contamination")}
    s = after(sh.with_character(sh.page(), ANN, **piles), facts.ContaminationLost(ANN))
    assert getattr(s.characters[ANN], pile) == ("Rest",)
    assert after(s, facts.ContaminationLost(ANN)) == s


def test_weapon_facts_change_one_of_two_namesakes():
    s = sh.with_character(sh.page(), ANN, weapons=(PISTOL, PISTOL))
    assert after(s, facts.AmmoSet(ANN, "pistol", 5)).characters[ANN].weapons == (Weapon("pistol", 5), PISTOL)
    assert after(s, facts.WeaponLost(ANN, "pistol")).characters[ANN].weapons == (PISTOL,)


def test_object_has_one_place():
    s = after(sh.page(), facts.ObjectPut("egg", "egg", seat=ANN), facts.ObjectPut("egg", "egg", seat=BEN))
    assert [c.heavy for c in s.characters.values()] == [(), ("egg",)]
    s = after(s, facts.ObjectDropped(BEN, "egg"))
    assert (s.characters[BEN].heavy, s.objects["egg"]) == ((), HeavyObject("egg", "hall"))
