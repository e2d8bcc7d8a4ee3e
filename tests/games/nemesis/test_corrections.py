"""Corrections and the facts that they state."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Item, Settings
from companion.games.nemesis.facts import (
    AmmoSet,
    CharacterDied,
    ContaminationLost,
    CourseSeen,
    EngineSeen,
    Healed,
    IntruderHurt,
    ObjectDropped,
    ObjectPut,
    Scanned,
    WeaponLost,
    actions,
    crew,
    events,
    intruders,
    ship,
)
from companion.games.nemesis.rules.corrections import menu
from companion.games.nemesis.state import Engine, HeavyObject, Pod, Weapon
from companion.schema import TABLE, Answer
from tests.games.course import give, possible
from tests.games.nemesis.doing import answered, in_room
from tests.games.nemesis.ship import (
    ANN,
    BEN,
    aboard,
    acting,
    begun,
    heard,
    noisy,
    page,
    state,
    with_character,
    with_intruder,
    with_noise,
    with_room,
)


def fact(s, random):
    """Return a random correction."""
    seat, room, corridor = (random.choice(list(of)) for of in (s.characters, s.rooms, s.corridors))
    facts = [
        events.Moved(seat, room),
        actions.Wounded(seat, "light"),
        actions.SlimeGained(seat),
        intruders.NoiseMade(corridor),
        intruders.NoiseCleared(room),
        events.CorridorClosed(corridor),
        events.Explored(room),
        intruders.IntruderCame(f"adult{s.came + 1}", "adult", room),
        intruders.TokenAdded("larva-1"),
        actions.ItemGained(seat, "tape"),
        CharacterDied(seat),
        crew.Healed(seat, 1, 1),
        crew.SlimeCleaned(seat),
        crew.LarvaGained(seat),
        crew.LarvaLost(seat),
        crew.ContaminationLost(seat),
        crew.WeaponGained(seat, "axe", 2),
        crew.ObjectPut(f"egg of {seat}", "egg", seat=seat),
        crew.ActionsSet(seat, 1),
        ship.DoorSet(corridor, closed=True),
        ship.NoiseTaken(corridor),
        ship.EggsLeft(0),
        ship.AlarmSet(3),
    ]
    return random.choice([*facts, *_about(s, seat)])


def _about(s, seat):
    """Yield corrections of things in play."""
    yield from (intruders.IntruderDied(name) for name in s.intruders)
    yield from (crew.IntruderRemoved(name) for name in s.intruders)
    yield from (crew.IntruderHurt(name, 1) for name in s.intruders)
    yield from (crew.ObjectGone(name) for name in s.objects)
    yield from (crew.ItemLost(seat, item) for item in s.characters[seat].items)
    yield from (crew.WeaponLost(seat, weapon.name) for weapon in s.characters[seat].weapons)


@pytest.mark.slow
@given(st.integers(0, 10_000))
@example(2417)  # an Intruder is removed during the prompt for its room
def test_fact_may_be_stated_at_every_prompt(seed):
    random, run = Random(seed), aboard()
    for number in range(60):
        if not run.open:
            return
        if random.random() < 0.3:
            run.correct(fact(run.state, random))
        assert all(GAME.view(run.state, seat) for seat in (ANN, "table"))
        prompt = random.choice(run.open)
        run.answer(Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))


def test_noise_roll_uses_the_corrected_room():
    run = acting()
    answered(run, "move:lab", "Search")
    run.correct(events.Moved(ANN, "nest"))
    give(run, "1")
    assert noisy(run) == {"c2"}


@pytest.mark.parametrize("action", ["shoot:pistol/adult", "melee:adult"])
def test_attack_ends_if_its_target_was_removed(action):
    run = acting(with_intruder(state(settings=Settings(decks="box")), "hall"))
    give(run, action)
    give(run, "Search")
    run.correct(intruders.IntruderDied("adult"))
    give(run, "miss")
    assert run.over
    assert run.state.test is None
    assert run.state.characters[ANN].serious_wounds == 0


def corrected(s, seat, *answers):
    """Answer the correction list of a seat, and the prompts after it."""
    run = acting(s)
    prompt = next(p for p in run.open if (p.seat, p.key) == (seat, "correct"))
    run.answer(Answer("a", prompt.id, answers[:1], seat))
    return answered(run, *answers[1:])


def ann(run):
    return run.state.characters[ANN]


HURT = with_character(
    page(items={"gun": Item(ammo=3)}), ANN, light_wounds=1, serious_wounds=1, larva=True, deck=("Weld",)
)
PISTOL = Weapon("pistol", 2)


@pytest.mark.parametrize(
    ("answers", "field", "value"),
    [
        ("light", "light_wounds", 2),
        ("heal_light", "light_wounds", 0),
        ("serious", "serious_wounds", 2),
        ("heal_serious", "serious_wounds", 0),
        ("slime", "slime", True),
        ("larva_less", "larva", False),
        ("contamination", "discard", ("Contamination",)),
        ("contamination_less", "hand", ("Search", "Rest", "Signal")),
        ("signal", "signal", True),
        ("dead", "fate", "dead"),
        ("ammo pistol 0", "weapons", (Weapon("pistol", 0),)),
        ("item Lamp", "items", ("Lamp",)),
        ("item gun", "weapons", (PISTOL, Weapon("gun", 3))),
        ("weapon Lance 5", "weapons", (PISTOL, Weapon("Lance", 5))),
        ("object egg", "heavy", ("Intruder egg 1",)),
        ("place nest", "room", "nest"),
        ("actions 0", "actions", 0),
        ("put_down weapon/pistol", "weapons", ()),
        ("put_down leave", "weapons", (PISTOL,)),
        ("draw Weld", "hand", ("Search", "Rest", "Signal", "Contamination", "Weld")),
        ("discard Rest", "hand", ("Search", "Signal", "Contamination")),
    ],
)
def test_crew_correction_changes_the_character(answers, field, value):
    assert getattr(ann(corrected(HURT, ANN, *answers.split())), field) == value


@pytest.mark.parametrize(("said", "field"), [("clean", "slime"), ("larva", "larva")])
def test_crew_correction_toggles_slime_and_larva(said, field):
    before = said == "clean"
    run = corrected(with_character(page(), ANN, **{field: before}), ANN, said)
    assert getattr(ann(run), field) is not before


def test_correction_costs_no_action_and_no_card():
    run = corrected(page(), ANN, "slime")
    assert (ann(run).actions, len(ann(run).hand)) == (2, 4)


def test_correction_puts_an_object_into_the_room():
    s = page(objects={"egg 1": HeavyObject("egg", "")})
    run = corrected(with_character(s, ANN, heavy=("egg 1",), room="lab"), ANN, "put_down", "object/egg 1")
    assert run.state.objects["egg 1"].room == "lab"


def test_crew_correction_refuses_what_is_absent():
    (prompt,) = [way.prompt for way in menu.ways(page()) if way.prompt.seat == ANN]
    grey = {option.id for option in prompt.options if option.refused}
    assert {"heal_light", "heal_serious", "clean", "larva_less", "draw"} <= grey


def test_crew_correction_is_offered_only_aboard():
    s = with_character(page(), BEN, fate="dead")
    assert BEN not in {way.prompt.seat for way in menu.ways(s)}


def test_crew_correction_does_not_reveal_a_hand():
    shown = repr([way.prompt for way in menu.ways(page())])
    assert not [card for card in ("Search", "Rest", "Signal") if card in shown]


def test_crew_correction_keeps_an_item_secret():
    run = corrected(page(), ANN, "item")
    assert run.open[0].secret
    answered(run, "Lamp")
    assert all("Lamp" not in heard(run.state, fact, BEN) for fact in run.facts)


def at(s, place):
    for name in place.split("."):
        s = s[name] if isinstance(s, Mapping) else getattr(s, name)
    return s


SHIP = with_intruder(
    in_room(page(pods={"A": Pod("hall")}, objects={"egg": HeavyObject("egg", "lab")}), "malfunction"), "lab"
)
SHIP = with_room(with_noise(SHIP, "c2"), "nest", explored=False)


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
    assert at(corrected(SHIP, TABLE, *answers.split()).state, place) == value


def test_ship_correction_adds_a_heavy_object():
    s = corrected(page(), TABLE, "object_more", "egg", "lab").state
    assert s.objects == {"Intruder egg 1": HeavyObject("egg", "lab")}


@pytest.mark.parametrize(
    "said", ["corridor", "room", "room hall", "intruder_more", "intruder", "token_more", "object_more", "course", "pod"]
)
def test_correction_may_be_cancelled(said):
    assert corrected(SHIP, TABLE, *said.split(), "leave").state == SHIP


def test_ship_correction_refuses_what_is_absent():
    (prompt,) = [way.prompt for way in menu.ways(page()) if way.prompt.seat == TABLE]
    assert {option.id for option in prompt.options if option.refused} >= {"intruder", "object_less"}


def test_corpses_of_namesakes_have_different_ids():
    s = with_character(page(), BEN, name="Ann")
    for seat in (ANN, BEN):
        s = GAME.apply(s, CharacterDied(seat))
    assert [*s.objects] == ["corpse of Ann", "corpse of Ann, seat 2"]


def test_corpse_of_unnamed_seat_keeps_its_logged_id():
    s = GAME.apply(begun(), CharacterDied(ANN))
    assert [*s.objects] == ["corpse of Seat 1"]


def after(s, *facts):
    for fact in facts:
        s = GAME.apply(s, fact)
    return s


def test_healing_stops_at_zero():
    ann = after(with_character(page(), ANN, light_wounds=1), Healed(ANN, 3, 1)).characters[ANN]
    assert (ann.light_wounds, ann.serious_wounds) == (0, 0)
    assert after(with_intruder(page(), "hall"), IntruderHurt("adult", -1)).intruders["adult"].injuries == 0


@pytest.mark.parametrize("pile", ["hand", "discard", "deck"])
def test_contamination_card_is_lost_from_any_pile(pile):
    piles = {"hand": (), "discard": (), "deck": (), pile: ("Rest", "Contamination")}
    s = after(with_character(page(), ANN, **piles), ContaminationLost(ANN))
    assert getattr(s.characters[ANN], pile) == ("Rest",)
    assert after(s, ContaminationLost(ANN)) == s


def test_infected_count_does_not_exceed_the_hand():
    s = with_character(page(), ANN, hand=("Contamination", "Contamination"))
    assert after(s, Scanned(ANN, 0, 2), ContaminationLost(ANN)).characters[ANN].infected == 1


def test_weapon_facts_change_one_of_two_namesakes():
    s = with_character(page(), ANN, weapons=(PISTOL, PISTOL))
    assert after(s, AmmoSet(ANN, "pistol", 5)).characters[ANN].weapons == (Weapon("pistol", 5), PISTOL)
    assert after(s, WeaponLost(ANN, "pistol")).characters[ANN].weapons == (PISTOL,)


def test_object_has_one_place():
    s = after(page(), ObjectPut("egg", "egg", seat=ANN), ObjectPut("egg", "egg", seat=BEN))
    assert [c.heavy for c in s.characters.values()] == [(), ("egg",)]
    s = after(s, ObjectDropped(BEN, "egg"))
    assert (s.characters[BEN].heavy, s.objects["egg"]) == ((), HeavyObject("egg", "hall"))


def test_seen_seats_are_recorded_once():
    s = page(engines={"1": Engine(True)})
    assert after(s, EngineSeen(ANN, "1"), EngineSeen(BEN, "1"), EngineSeen(ANN, "1")).engines["1"].seen == (ANN, BEN)
    assert after(s, CourseSeen(ANN), CourseSeen(ANN)).course.seen == (ANN,)
